"""Random numbers for what must be the same in every program and for ever: SHA-256 in counter mode."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """A stream named by a text: SHA-256 of ``name|0``, ``name|1``, ... read as 64-bit words, high byte first."""

    __slots__ = ("_count", "_name", "_words")

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """An integer in ``range(n)``, each equally likely: words beyond the last full multiple of n are skipped."""
        limit = 2**64 - 2**64 % n
        while True:
            word = self._next()
            if word < limit:
                return word % n

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` of the items in random order (the beginning of a Fisher-Yates shuffle)."""
        pile = list(items)
        for at in range(count):
            other = at + self.below(len(pile) - at)
            pile[at], pile[other] = pile[other], pile[at]
        return pile[:count]

    def _next(self) -> int:
        if not self._words:
            block = hashlib.sha256(f"{self._name}|{self._count}".encode()).digest()
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
            self._count += 1
        return self._words.pop()
