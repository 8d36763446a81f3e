"""A chain of towers under parallel tempering whose changes are tried one by one: the engine that numba compiles."""

from __future__ import annotations

from typing import Any

from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.engine import Run
from towergames.games.bricks.solver.hand import Hand, Plan
from towergames.games.bricks.solver.sampler import temper
from towergames.games.bricks.solver.words import Words

TOWERS = 12
"""Towers that a chain holds, one at each temperature."""

COLDEST, HOTTEST = 0.7, 1.6
"""Temperatures in points."""

TRIES = 100
"""Changes of each tower in one step."""

NOTHING = -1000


class Chain:
    """Towers of a hand. ``run``: ``temper`` as compiled, None: as it is. Both make the same changes."""

    def __init__(self, hand: Hand, words: Words, seed: int, run: Run | None = None) -> None:
        self._hand = hand
        empty, heats = at.empty_tower(hand), at.heats_of(TOWERS, COLDEST, HOTTEST)
        rows: dict[str, Any] = {  # the first arguments of temper, in its order
            "towers": [list(empty) for _ in heats],
            "worths": [NOTHING] * TOWERS,
            "heats": heats,
            "logs": at.thresholds(),
            "spare": list(empty),
            "best": list(empty),
            "told": [NOTHING, 0, 0, 0],
            "workspace": at.workspace_of(hand, words.shelves, seed, ()),
            "memo": [-1, 0] * (at.MEMO // 2),
        }
        if run is None:
            rows |= {"trie": words.trie, "bank": at.bank_of(words.shelves)}
        else:
            import numpy as np

            rows = {
                name: np.array(row, dtype=np.float64 if name in ("heats", "logs") else np.int64)
                for name, row in rows.items()
            }
            rows |= zip(("trie", "bank"), words.arrays, strict=True)
        self._rows = rows
        self._run: Run = run or temper

    def step(self) -> tuple[int, Plan] | None:
        """Try TRIES changes of each tower; the best legal tower and its points if it is better than before."""
        self._run(*self._rows.values(), TRIES)
        told = self._rows["told"]
        if not told[at.NEWS]:
            return None
        told[at.NEWS] = 0
        return int(told[at.SCORE]), at.plan_of([int(number) for number in self._rows["best"]], self._hand)
