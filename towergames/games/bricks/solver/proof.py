"""Proofs by branch and bound: every tower that could beat the best one known is visited, unless a bound rules it out.

(A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960,
497-520, https://doi.org/10.2307/1910129.) The tree has four levels: ``walk`` branches on how bricks and wildcards part
into levels, ``arrangement`` on windows, on letters of wildcards, and on the places of the windows, column by column.
The tables of ``proof_rows``, which ``walk`` completes, hold the exact points of the rules that depend on letters alone.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.solver import proof_rows as at
from towergames.games.bricks.solver.engine import Run, compiled_proofs
from towergames.games.bricks.solver.hand import Face, Hand, Plan, build
from towergames.games.bricks.solver.rows import shelves_of
from towergames.games.bricks.solver.walk import walk, weigh
from towergames.lexicon import Lexicon

HOW = "every tower with more was looked at, or cannot have more by a bound"

MOST_BRICKS = 13
"""Bricks of a hand that a proof is tried for: the tables of the compiled one double with each."""

MOST_MULTISETS = 6_000_000
"""Multisets of letters that bricks of a hand may have for that bound: each takes 60 bytes of memory."""

LOWEST = -100
"""Fewer points than any legal tower of so few cards has."""

MARGINS = (8, 1)
"""Points above the best known tower that a search looks for: the first search is quick, the last proves."""

_BUDGET = 300_000
_PLAIN_BUDGET = 1_000
_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class News:
    """News of a proof: no tower has more than ``bound`` points (None: not known yet), and a better tower, if any."""

    bound: int | None = None
    found: tuple[int, Tower] | None = None


def proof(hand: Hand, lexicon: Lexicon, best: Callable[[], int]) -> Iterator[News]:
    """The proof for a hand, from the engine being made ready on; see :meth:`Prover.prove`. Raises LexiconError."""
    while (engine := compiled_proofs()) is None:
        time.sleep(_PAUSE)
        yield News()
    yield from Prover(hand, lexicon, engine).prove(best)


def provable(hand: Hand) -> bool:
    """Whether the hand is small enough for a proof."""
    return len(hand.bricks) <= MOST_BRICKS and max(map(len, hand.of_colour)) <= at.MOST_OF_COLOUR


def countable(hand: Hand) -> bool:
    """Whether the hand is small enough for the bound over every choice of bricks (``choices``)."""
    multisets = math.prod(1 + n for n in Counter(brick.letter for brick in hand.bricks).values())
    return max(map(len, hand.of_colour)) <= at.MOST_OF_COLOUR and multisets <= MOST_MULTISETS


class Prover:
    """Looks at all towers of a hand. ``engine``: ``weigh`` and ``walk`` as compiled, None: as they are.

    Raises LexiconError.
    """

    def __init__(self, hand: Hand, lexicon: Lexicon, engine: tuple[Run, Run] | None = None) -> None:
        self._hand, self._lexicon = hand, lexicon
        self._d: Any
        self._t: Any
        self._d, self._t = at.workspace_and_tables(hand, shelves_of(hand, lexicon))
        self._d[at.BUDGET] = _PLAIN_BUDGET if engine is None else _BUDGET
        if engine is not None:
            import numpy as np

            self._d, self._t = np.array(self._d, dtype=np.int64), np.array(self._t, dtype=np.int64)
        weigh_letters: Run = engine[0] if engine else weigh
        self._walk: Run = engine[1] if engine else walk
        weigh_letters(self._d, self._t)

    def prove(self, best: Callable[[], int]) -> Iterator[News]:
        """Search for towers better than ``best()``, which may rise, until there is none; the last news says so.

        There is news many times a second, mostly none, so that it can be stopped.
        """
        for margin in MARGINS:
            target = best() + margin
            for first in range(int(self._d[at.COUNTS])):
                self._d[at.NEXT] = 0
                while self._d[at.NEXT] < self._d[at.COUNTS + 1]:
                    target = max(target, best() + margin)
                    self._d[at.TARGET] = target
                    self._walk(self._d, self._t, first)
                    found = self._found() if self._d[at.FOUND] else None
                    if found is not None:
                        target = max(target, found[0] + margin)
                    yield News(found=found)
            yield News(bound=target - 1)

    def _found(self) -> tuple[int, Tower]:
        """The tower in the workspace, with the judge's score: never less than the search counted."""
        best: tuple[int, Tower] | None = None
        for plan in self._plans():
            tower = build(plan, self._hand)
            score = judge(tower, self._lexicon, self._hand.readings).score if tower is not None else None
            if tower is not None and score is not None and (best is None or score > best[0]):
                best = score, tower
        if best is None or best[0] < self._d[at.FOUND]:
            raise AssertionError("the search and the scoring rules disagree about a tower")
        return best

    def _plans(self) -> Iterator[Plan]:
        """The towers that the workspace means: shapes of wildcards and adjustments are not written there."""
        d, hand = self._d, self._hand
        levels = range(int(d[at.HEIGHT]))
        colours = [int(d[at.HUES + level]) for level in levels]
        cards = [tuple(n for n in range(len(hand.bricks)) if d[at.MASK + level] >> n & 1) for level in levels]
        masks = [self._mask(level) for level in levels]
        numbers = range(int(d[at.JOKERS]))
        wilds = [(int(d[at.PLACE + n]), int(d[at.WILD_LETTERS + n]), int(d[at.TONS + n])) for n in numbers]
        adjustments = []
        for level in levels:
            tons = int(d[at.WEIGHTS + level]) - sum(tons for place, _, tons in wilds if place == level)
            adjustments.append(list(self._adjusted(cards[level], tons)))
        for adjusted in product(*adjustments):
            adjust = {card: by for row in adjusted for card, by in row.items()}
            for shapes in product(range(3), repeat=len(wilds)):
                faces = [Face(*wild, shape) for wild, shape in zip(wilds, shapes, strict=True)]
                yield Plan(colours, cards, masks, adjust, faces)

    def _adjusted(self, cards: tuple[int, ...], tons: int) -> Iterator[dict[int, int]]:
        """The adjustments (rule 8) that give a level so many tons."""
        bricks = [self._hand.bricks[card] for card in cards]
        for adjust in product(*map(self._hand.adjustments, bricks)):
            if sum(brick.weight for brick in bricks) + sum(adjust) == tons:
                yield dict(zip(cards, adjust, strict=True))

    def _mask(self, level: int) -> int:
        """The places of the windows of a level, bit by bit."""
        d = self._d
        if d[at.KEEP]:
            return int(d[at.PLACES + level])
        letters = [int(d[at.SEQ + at.MOST_PIECES * level + n]) for n in range(int(d[at.BRICK_COUNTS + level]))]
        left, mask, place = int(d[at.WINDOW_COUNTS + level]), 0, 0
        for n, letter in enumerate(letters):
            if n and letter == letters[n - 1] + 1:  # letters close up over windows in columns, but rule 35 needs them
                mask |= 1 << place
                place, left = place + 1, left - 1
            place += 1
        return mask | ((1 << left) - 1) << place
