"""The words that a hand can make, in the forms in which the engines look for them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import Any

from towergames.games.bricks.judge import Shelf
from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.hand import Hand
from towergames.lexicon import Lexicon


class Words:
    """The words that a hand can make, for all chains of that hand. Raises LexiconError."""

    def __init__(self, hand: Hand, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.shelves = at.shelves_of(hand, lexicon)
        self._most = at.slots_of(hand)

    @cached_property
    def trie(self) -> list[int]:
        """The words of columns."""
        return at.trie_of(self.lexicon, self._most)

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The trie and the bank for the compiled engine."""
        import numpy as np

        return np.array(self.trie, dtype=np.int32), np.array(at.bank_of(self.shelves, 64), dtype=np.int64)


class Bank:
    """All words of all lengths as bits of whole numbers, the longest words in the highest bits.

    ``_wants[letter][n]``: bit set where a word wants more than ``n`` of the letter.
    """

    def __init__(self, shelves: list[Shelf]) -> None:
        self._wants: list[list[int]] = [[] for _ in range(26)]
        self._starts: list[int] = []
        self._lengths: list[int] = []
        start = 0
        for shelf in reversed(shelves):
            for mine, wants in zip(self._wants, shelf.wants, strict=True):
                mine += [0] * (len(wants) - len(mine))
                for more, words in enumerate(wants):
                    mine[more] |= words << start
            self._starts.append(start)
            self._lengths.append(shelf.length)
            start += len(shelf.words)
        self._every = (1 << start) - 1

    def longest(self, counts: list[int], free: int) -> int:
        """The length of the longest word of so many of each letter and ``free`` letters that may be any; 0 for none."""
        lacking = [0] * (free + 1)
        for have, wants in zip(counts, self._wants, strict=True):
            # Each missing letter moves a word one counter up.
            for words in wants[have:] if free else wants[have : have + 1]:
                for up in range(free, 0, -1):
                    lacking[up] |= lacking[up - 1] & words
                lacking[0] |= words
        top = (self._every & ~lacking[free]).bit_length()
        return self._lengths[bisect_right(self._starts, top - 1) - 1] if top else 0
