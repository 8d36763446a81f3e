"""Randomness that is the same on every machine: a stream named by (seed, ply, label)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A stream of random numbers for one purpose.

    Only ``random.Random.random`` is used, the one stream whose values Python promises to keep between versions;
    everything else is built on it here.
    """

    __slots__ = ("_key", "random")

    def __init__(self, seed: int, ply: int = 0, label: str = "") -> None:
        self._begin(f"{seed}|{ply}|{label}")

    @classmethod
    def named(cls, name: str) -> Dice:
        """The stream of a name, whatever the seed of the game."""
        dice = cls.__new__(cls)
        dice._begin(name)
        return dice

    def _begin(self, key: str) -> None:
        self._key = key
        digest = hashlib.sha256(key.encode()).digest()
        self.random = random.Random(int.from_bytes(digest, "big")).random
        """A float in [0, 1), the next of the stream."""

    def fork(self, label: str) -> Dice:
        """A fresh stream under this one's name; does not advance this one."""
        return Dice.named(f"{self._key}|{label}")

    def below(self, n: int) -> int:
        """An integer in ``range(n)``. Raises ValueError for n < 1."""
        if n < 1:
            raise ValueError("below() needs n >= 1")
        return int(self.random() * n)

    def bell(self) -> float:
        """A nearly normal number of mean 0 and deviation 1, made of sums, since logarithms differ between machines."""
        return sum(self.random() for _ in range(12)) - 6.0

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, evenly."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates); the argument is left alone."""
        pile = list(items)
        rnd = self.random
        for i in range(len(pile) - 1, 0, -1):
            j = int(rnd() * (i + 1))
            pile[i], pile[j] = pile[j], pile[i]
        return pile
