"""A line of thought: towers at several temperatures, from nothing on; without numba until it is there, then with it."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cache, cached_property
from typing import Any

from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.solver import layout as at
from towergames.games.bricks.solver.desk import bank_of, desk_of, empty_tower, plan_of, shelves_of, slots_of, trie_of
from towergames.games.bricks.solver.engine import Run, compiled
from towergames.games.bricks.solver.hand import Hand, build
from towergames.games.bricks.solver.temper import temper
from towergames.lexicon import Lexicon

Found = tuple[int, Tower]
"""A legal tower with its score by the judge."""

COLDEST, HOTTEST = 0.7, 1.6
"""Temperatures in points; those between are spread evenly as ratios."""

TOWERS = 12
"""Towers that a line thinks of at once."""

TRIES = 100
"""Changes of each tower in one step."""

NOTHING = -1000


class Words:
    """The words that a hand can make, for all lines that think of it. Raises LexiconError."""

    def __init__(self, hand: Hand, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.shelves = shelves_of(hand, lexicon)
        self._most = slots_of(hand)

    def rows(self, arrays: bool) -> tuple[Any, Any]:
        """The trie and the bank."""
        return self._arrays if arrays else self._lists

    @cached_property
    def _lists(self) -> tuple[Any, Any]:
        return trie_of(self.lexicon, self._most), bank_of(self.shelves)

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        import numpy as np

        trie = np.array(trie_of(self.lexicon, self._most), dtype=np.int32)
        return trie, np.array(bank_of(self.shelves, 64), dtype=np.int64)


class Line:
    """Looks for better and better towers of a hand. Equal arguments give equal towers, with or without numba."""

    def __init__(
        self, hand: Hand, words: Words, seed: int, overlooked: Collection[int] = (), towers: int = TOWERS
    ) -> None:
        self._hand, self._words = hand, words
        empty = empty_tower(hand)
        heats = [COLDEST * (HOTTEST / COLDEST) ** (number / max(1, towers - 1)) for number in range(towers)]
        self._best, self._told = list(empty), [NOTHING, 0, 0, 0]
        self._rows: list[Any] = [[list(empty) for _ in heats], [NOTHING] * towers, heats, _logs(), list(empty)]
        self._rows += [self._best, self._told, desk_of(hand, words.shelves, seed, overlooked)]
        self._memo: Any = None
        self._run: Run = temper

    def step(self) -> Found | None:
        """Think a little; the best tower so far if it is new. What is returned was judged legal."""
        if self._run is temper and (run := compiled()) is not None:
            self.compile(run)
        if self._memo is None:
            self._memo = [-1, 0] * (at.MEMO // 2)
        self._run(*self._rows, self._memo, *self._words.rows(self._run is not temper), TRIES)
        if not self._told[at.NEWS]:
            return None
        self._told[at.NEWS] = 0
        tower = build(plan_of([int(number) for number in self._best], self._hand), self._hand)
        score = judge(tower, self._words.lexicon, self._hand.readings).score if tower is not None else None
        return None if tower is None or score is None else (score, tower)

    def compile(self, run: Run) -> None:
        """Go on with the compiled engine from where the line is."""
        import numpy as np

        types = [np.int64] * 2 + [np.float64] * 2 + [np.int64] * 4
        desk = self._rows[7]
        desk[at.WORK :] = [0] * (len(desk) - at.WORK)  # scratch paper: without numba it has numbers of any size
        self._rows = [np.array(row, dtype=kind) for row, kind in zip(self._rows, types, strict=True)]
        self._best, self._told = self._rows[5], self._rows[6]
        self._memo = np.zeros(at.MEMO, dtype=np.int64)
        self._memo[::2] = -1
        self._run = run


@cache
def _logs() -> list[float]:
    """Logarithms of numbers spread evenly between 0 and 1: a change may lose so many temperatures."""
    return [math.log((number + 0.5) / at.HEATS) for number in range(at.HEATS)]
