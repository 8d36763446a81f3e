"""A bound on the towers of few cards: the best sum over every selection of bricks, lowered by target searches.

A selection has bricks, weights left out (rules 3, 7, 10, 12 and 13) and a number of wildcards that are bricks. Its sum
has the most points of letters (``letter_bound``), of structure (``structure_bound``) and of shapes. Letters and shapes
are those of the selected bricks. The structure knows the bricks of each colour and the weights left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import combinations, count

import numpy as np

from towergames.games.bricks import rules
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.solver.arrays import Array
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.letter_bound import NEVER, LetterBound
from towergames.games.bricks.solver.proof import LOWEST, ProofUpdate
from towergames.games.bricks.solver.structure_bound import StructureBound
from towergames.games.bricks.solver.target_search import SearchTables, Selection, TargetSearch
from towergames.games.bricks.solver.word_tables import shelves_of
from towergames.lexicon import Lexicon

_WEIGHTS = 5

_ANY_TOWER_POINTS = 30
"""Below a bound of this many points the next target is any tower at all."""

_COLLECTED_POINTS = 5
"""Points below the bound from which selections are collected at a time."""

_SEARCHED_POINTS = 4
"""Scores for which one target search looks, its bound the highest: each lower score doubles the time."""

_STRUCTURE_BYTES = 100_000_000
"""Bytes that kept structures may take, besides the newest."""

_SIZE, _TRIANGLES, _RECTANGLES, _HEXAGONS, _CELL = range(5)


class SelectionBound:
    """The selections of bricks, six of a colour at most. Raises LexiconError."""

    def __init__(self, materials: Materials, lexicon: Lexicon) -> None:
        self._materials = materials
        self._lexicon, self._shelves = lexicon, shelves_of(materials, lexicon)
        self._letters = LetterBound(materials)
        self._peaks: dict[tuple[int, int, int], int] = {}
        self._every = [
            [some for n in range(rules.MOST_OF_A_COLOUR + 1) for some in combinations(own, n)]
            for own in materials.of_colour
        ]

    def news(self, best: Callable[[], int] = lambda: LOWEST) -> Iterator[ProofUpdate]:
        """Yield bounds on every tower's score, each lower than the one before; LOWEST: there is no tower.

        ``best()``: points of the best tower that is known elsewhere; they may rise. The last bound equals
        ``best()`` or comes with a better tower of that score. An update, mostly empty, comes many times a second, so
        that the proof can be stopped.
        """
        for _ in self._letters.fill(self._shelves):
            yield ProofUpdate()
        shared, tallest = [], 0
        for left_out in range(4):
            structure = self._structure(left_out)
            shared.append(structure.points())
            tallest = max(tallest, structure.tallest)
            yield ProofUpdate()
        loose = []
        for left_out in range(1 << _WEIGHTS):
            loose.append((max(LOWEST, self._most(left_out, shared[left_out & 3])), left_out))
            yield ProofUpdate()
        yield from self._descent(loose, SearchTables(self._materials, self._lexicon, self._shelves, tallest), best)

    def _descent(
        self, loose: list[tuple[int, int]], tables: SearchTables, best: Callable[[], int]
    ) -> Iterator[ProofUpdate]:
        """Search the selection with the highest bound until no selection can beat the best tower.

        A search lowers that bound or finds a tower. A set of weights left out stands for all its selections up to its
        bound until they are collected.
        """
        kept: dict[int, tuple[StructureBound, tuple[Array, Array]]] = {}
        number = count()
        waiting: list[tuple[int, int, int, Selection | None]] = []
        for bound, left_out in loose:
            heappush(waiting, (-bound, left_out, next(number), None))
        known, reported = LOWEST, -waiting[0][0] + 1
        while True:
            known, bound = max(known, best()), -waiting[0][0] if waiting else LOWEST
            if max(known, bound) < reported:
                reported = max(known, bound)
                yield ProofUpdate(reported)
            if bound <= known:
                return
            _, left_out, _, selection = heappop(waiting)
            if left_out not in kept:
                while sum(structure.memory for structure, _ in kept.values()) > _STRUCTURE_BYTES:
                    del kept[next(iter(kept))]
                structure = self._structure(left_out)
                kept[left_out] = structure, structure.points()
            structure, points = kept[left_out]
            depth = _COLLECTED_POINTS if selection is None else _SEARCHED_POINTS
            least = known + 1 if bound <= _ANY_TOWER_POINTS else max(known + 1, bound - depth + 1)
            found: tuple[int, Tower] | None = None
            if selection is None:
                for each in self._selections(left_out, points, least, bound):
                    heappush(waiting, (-each.bound, left_out, next(number), each))
            else:
                search = TargetSearch(tables, structure, selection)
                for _ in search.run(least):
                    yield ProofUpdate()
                if (found := search.found) is not None:
                    known = max(known, found[0])
            yield ProofUpdate(found=found)
            if (rest := bound if found is not None else least - 1) > known:
                heappush(waiting, (-rest, left_out, next(number), selection))

    def _allowed(self, left_out: int) -> list[list[tuple[int, ...]]]:
        """The selections without a brick that must have one of these weights."""
        return [[some for some in own if self._tons(some, left_out) is not None] for own in self._every]

    def _fact(self, cards: tuple[int, ...]) -> list[int]:
        """Number of bricks, triangles, rectangles and hexagons, and what the bricks add to the cell of letters."""
        bricks = [self._materials.bricks[card] for card in cards]
        shapes = [sum(brick.shape == shape for brick in bricks) for shape in range(3)]
        return [len(bricks), *shapes, sum(self._letters.stride[brick.letter] for brick in bricks)]

    def _tons(self, cards: tuple[int, ...], left_out: int) -> list[list[int]] | None:
        """The possible weights of each card; None if a card has only weights that are left out."""
        bricks = [self._materials.bricks[card] for card in cards]
        tons = [
            [
                brick.weight + by
                for by in self._materials.adjustments(brick)
                if not left_out << 1 >> brick.weight + by & 1
            ]
            for brick in bricks
        ]
        return tons if all(tons) else None

    def _structure(self, left_out: int) -> StructureBound:
        """The structure, with the lightest and the heaviest bricks that have none of these weights."""
        lightest, heaviest = [], []
        for own in self._materials.of_colour:
            tons = [each for card in own if (each := self._tons((card,), left_out)) is not None]
            least = sorted(min(each) for (each,) in tons)
            most = sorted((max(each) for (each,) in tons), reverse=True)
            sizes = range(min(rules.MOST_OF_A_COLOUR, len(tons)) + 1)
            lightest.append([sum(least[:size]) for size in sizes])
            heaviest.append([sum(most[:size]) for size in sizes])
        gone = frozenset(tons for tons in range(1, _WEIGHTS + 1) if left_out << 1 >> tons & 1)
        return StructureBound(self._materials, gone, lightest, heaviest)

    def _sums(
        self, left_out: int, structure: tuple[Array, Array], least: int = NEVER
    ) -> Iterator[tuple[int, int, Array, Array]]:
        """Yield a selection of red bricks, wildcards, and by blue and yellow ones all points and those of letters.

        Red bricks and wildcards that had fewer than ``least`` points before are passed over.
        """
        red, blue, yellow = (
            [np.array(fact, dtype=np.int32 if at == _CELL else np.int16) for at, fact in enumerate(facts)]
            for facts in (zip(*map(self._fact, own), strict=True) for own in self._allowed(left_out))
        )
        for number in range(len(red[_SIZE])):
            if all(
                self._peaks.get((left_out, number, wilds), least) < least for wilds in range(self._materials.wilds + 1)
            ):
                continue
            one = [fact[number] for fact in red]
            both = [each + left[:, None] + right[None, :] for each, left, right in zip(one, blue, yellow, strict=True)]
            for wilds in range(self._materials.wilds + 1):
                peak = left_out, number, wilds
                if self._peaks.get(peak, least) < least:
                    continue
                plain, red_cards = (
                    of[wilds][one[_SIZE]][blue[_SIZE][:, None], yellow[_SIZE][None, :]] for of in structure
                )
                letters = self._letters.points[wilds][both[_CELL]]
                vowels = self._letters.vowels[both[_CELL]] + wilds
                shapes = self._shapes(left_out, both, wilds, bool(one[_SIZE]), vowels, plain, red_cards)
                points = letters + shapes
                self._peaks[peak] = int(points.max())
                yield number, wilds, points, letters

    def _most(self, left_out: int, structure: tuple[Array, Array]) -> int:
        """The most points of all selections without these weights, for any number of wildcards."""
        return max(int(points.max()) for _, _, points, _ in self._sums(left_out, structure))

    def _selections(self, left_out: int, structure: tuple[Array, Array], least: int, most: int) -> Iterator[Selection]:
        """Yield the selections without these weights that have ``least`` to ``most`` points."""
        reds, blues, yellows = self._allowed(left_out)
        for number, wilds, points, letters in self._sums(left_out, structure, least):
            for at in zip(*np.nonzero((points >= least) & (points <= most)), strict=True):
                cards = reds[number], blues[at[0]], yellows[at[1]]
                yield Selection(int(points[at]), cards, wilds, left_out, int(letters[at]))

    @staticmethod
    def _shapes(
        left_out: int, both: list[Array], wilds: int, red: bool, vowels: Array, plain: Array, red_cards: Array
    ) -> Array:
        """The most of structure and of rules 3, 7, 10, 25, 28 and 29, over the shapes of the wildcards."""
        three, four, five = (np.int16(left_out >> tons - 1 & 1) for tons in (3, 4, 5))
        points = np.full(both[0].shape, NEVER, dtype=np.int16)
        for more in range(wilds + 1):
            triangles = both[_TRIANGLES] + more
            for most in range(wilds + 1 - more):
                rectangles, hexagons = both[_RECTANGLES] + most, both[_HEXAGONS] + wilds - more - most
                worth = five * triangles + four * rectangles + (three + (not red)) * hexagons
                worth = worth + np.where(rectangles == 0, vowels, 0) + np.where(triangles == 0, red_cards, plain)
                np.maximum(points, worth, out=points)
        return points
