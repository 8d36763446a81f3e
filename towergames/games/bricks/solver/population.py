"""A population of towers under parallel tempering, all of them changed at once with numpy.

A round drafts many changes of every tower and evaluates all of them together, since an operation of numpy on a thousand
numbers takes little longer than one on ten. Each draft draws its own threshold by the rule of Metropolis, and of those
of a tower that pass, the one that passes by most is made. (Drafts that are evaluated before it is known whether they
are needed: A. E. Brockwell, "Parallel Markov chain Monte Carlo simulation by pre-fetching", technical report 802,
Department of Statistics, Carnegie Mellon University, 2004. There the first that passes is made, which keeps the
distribution of Metropolis. Here that is not needed.) Two changes of a hundred are accepted, so half of the work counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from towergames.games.bricks.rules import MOST_PIECES, word_points
from towergames.games.bricks.solver import faces as bits
from towergames.games.bricks.solver import proposals
from towergames.games.bricks.solver.arrays import Ints
from towergames.games.bricks.solver.batch import CountedLevels, column_points, count_levels, count_towers, signs_of
from towergames.games.bricks.solver.encoding import EncodedTower, Face
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.proposals import Drafts

ProposalKind = Callable[["Population", Ints], Drafts]

EMPTY_TOWER_VALUE = -1000
"""Points at which an empty tower is valued."""

_MOST_OF_COLUMNS = 4 * MOST_PIECES
_PLACES = (1 << 18) - 1
_DOUBT = 4
_LOTS = 1 << 15

PRICE_OF_A_BREACH = 4
"""Points that a broken rule costs in the search."""

_HEATS = 4096
_THRESHOLDS = np.array([math.log((number + 0.5) / _HEATS) for number in range(_HEATS)])
"""Logarithms of numbers spread evenly in (0, 1): thresholds of acceptance, in units of the temperature."""

TOWER_COUNT = 8
"""Towers of a population, one at each temperature."""

COLDEST_POINTS, HOTTEST_POINTS = 1.0, 2.4
"""Temperatures in points. They are higher than for changes one by one, since of many changes the best is made."""

_ROUNDS: tuple[tuple[tuple[ProposalKind, int], ...], ...] = (
    ((proposals.change_cards, 60),),
    ((proposals.change_panes, 45), (proposals.change_tons, 15)),
    ((proposals.change_cards, 60),),
    ((proposals.change_wilds, 45), (proposals.change_levels, 15)),
    ((proposals.change_equals, 30), (proposals.change_cards, 30)),
)
"""The rounds of a step: how many changes of each kind are drafted for each tower. Few kinds in a round cost less."""


def _heats_of(towers: int) -> list[float]:
    """The temperatures of ``towers`` towers in points, the coldest first, spread evenly as ratios."""
    return [
        COLDEST_POINTS * (HOTTEST_POINTS / COLDEST_POINTS) ** (number / max(1, towers - 1)) for number in range(towers)
    ]


class Population:
    """Towers at temperatures between COLDEST_POINTS and HOTTEST_POINTS.

    Equal arguments give equal towers on every machine. ``kept`` are bricks by their places in the materials, a group
    for each level: every tower has them, those of a group on one level.
    """

    def __init__(self, faces: Faces, seed: int, count: int = TOWER_COUNT, kept: Sequence[Sequence[int]] = ()) -> None:
        slots = faces.slots
        self.faces = faces
        self.tried = 0
        self._best: tuple[int, EncodedTower] | None = None
        self.rows = np.full((count, slots, MOST_PIECES), faces.empty)
        self.hues = np.zeros((count, slots), dtype=np.int64)
        self.panes = np.zeros((count, slots), dtype=np.int64)
        self.bricks = np.zeros((count, slots), dtype=np.int64)
        self.sizes = np.zeros((count, slots), dtype=np.int64)
        self.homes = np.full((count, faces.cards + 1), -1)
        """The slot of each card, -1 outside; the last column stands for wildcards and means nothing."""
        self.vacant = np.full(count, (1 << slots) - 1)
        """The slots of each tower that are empty, bit by bit; ``of_hue``: those of each colour."""
        self.of_hue = np.zeros((3, count), dtype=np.int64)
        self._is_kept = np.zeros((slots, faces.cards + 1), dtype=bool)
        """By slot and card, whether the card stays in the slot; ``_most_kept`` counts those of each slot."""
        for slot, cards in enumerate(kept):
            self._is_kept[slot, list(cards)] = True
            for place, card in enumerate(cards):
                self.rows[:, slot, place] = faces.variants[card, 0]
            self.rows[:, slot].sort(axis=1)
            self.hues[:, slot] = faces.colour[cards[0]]
            self.homes[:, list(cards)] = slot
            self.bricks[:, slot] = self.sizes[:, slot] = len(cards)
        self._most_kept = self._is_kept.sum(axis=1)
        flat = np.tile(np.arange(slots), count)
        levels = count_levels(faces, self.rows.reshape(-1, MOST_PIECES), flat, self.hues.ravel(), self.panes.ravel())
        self._sums = levels.sums.reshape(count, slots, -1)
        self._seen = levels.seen.reshape(count, slots)
        self._order = levels.order.reshape(count, slots)
        self._signs = signs_of(faces, self.rows.reshape(-1, MOST_PIECES), self.panes.ravel()).reshape(count, slots)
        self._totals = self._sums.sum(axis=1)
        self.worths = np.full(count, EMPTY_TOWER_VALUE)
        self._heats = np.array(_heats_of(count))
        self._heat = self._heats.copy()
        self._by_heat = list(range(count))
        self._known = np.full(_PLACES + 1, -1)
        self._points = np.zeros(_PLACES + 1, dtype=np.int64)
        self._dice = np.random.PCG64(seed)
        self._lots = np.empty(0, dtype=np.int64)
        self._drawn = 0
        self._slot_bits = 1 << np.arange(slots)
        self._cycle = self._rounds(count)
        self._list_slots()

    def _rounds(self, count: int) -> list[list[tuple[ProposalKind, Ints]]]:
        """The rounds of a step, each with its kinds of changes and the towers that they are drafted for."""
        tables, each = self.faces, np.arange(count)
        useless: dict[ProposalKind, bool] = {
            proposals.change_wilds: tables.materials.wilds == 0,
            proposals.change_tons: len(tables.rare) == 0,
        }
        return [[(kind, np.repeat(each, n)) for kind, n in kinds if not useless.get(kind)] for kinds in _ROUNDS]

    def step(self) -> tuple[int, EncodedTower] | None:
        """Make all rounds and exchange temperatures. Return the best legal tower and its points if it is a new one."""
        before = self._best
        for kinds in self._cycle:
            self._round([kind(self, towers) for kind, towers in kinds])
        self._exchange()
        return self._best if self._best is not before else None

    def throw(self, sides: int | Ints, count: int) -> Ints:
        """Return ``many`` random numbers in ``range(sides)``."""
        if self._drawn + count > len(self._lots):
            self._lots = (self._dice.random_raw(max(_LOTS, count)) >> np.uint64(32)).view(np.int64)
            self._drawn = 0
        self._drawn += count
        return (self._lots[self._drawn - count : self._drawn] * sides) >> 32

    def some_variant(self, cards: Ints) -> Ints:
        """A face of each card, a rare letter with any adjustment (rule 8)."""
        ways = self.faces.ways.take(cards)
        return self.faces.variants[cards, self.throw(ways, len(cards))]

    def _round(self, parts: list[Drafts]) -> None:
        """Evaluate changes, and make one of those that are accepted of each tower."""
        tables = self.faces
        drafts = Drafts.joined(parts)
        if self._most_kept.any():
            there = self._is_kept[drafts.slots[:, :, None], tables.card.take(drafts.rows)].sum(axis=2)
            drafts.sound &= (there == self._most_kept[drafts.slots]).all(axis=0)
        sound = np.flatnonzero(drafts.sound)
        count, towers = len(sound), drafts.towers[sound]
        one, two = slots = drafts.slots[:, sound]
        self.tried += count
        faces, hues = drafts.rows[:, sound].reshape(-1, MOST_PIECES), drafts.hues[:, sound].ravel()
        faces.sort(axis=1)
        levels = count_levels(tables, faces, slots.ravel(), hues, drafts.panes[:, sound].ravel())
        each = np.arange(count)
        totals = self._totals[towers] - self._sums[towers, one] - self._sums[towers, two]
        totals += levels.sums[:count] + levels.sums[count:]
        seen, order = self._seen[towers], self._order[towers]
        seen[each, one], seen[each, two] = levels.seen[:count], levels.seen[count:]
        order[each, one], order[each, two] = levels.order[:count], levels.order[count:]
        counts = count_towers(tables, totals, np.bitwise_or.reduce(seen, axis=1), order)
        value = counts.points - PRICE_OF_A_BREACH * counts.bad
        limit = self.worths[towers] + self._heat[towers] * _THRESHOLDS.take(self.throw(_HEATS, count))
        keys = totals[:, bits.KEY]
        spots = (keys ^ (keys >> 23)) & _PLACES
        known = self._known.take(spots) == keys
        word = tables.see[19] * np.where(known, self._points.take(spots), tables.most_for_word.take(counts.bricks))
        # Columns are read only where the tower could be accepted with the most of them.
        able = np.flatnonzero(value + word + _MOST_OF_COLUMNS * tables.see[15] >= limit)
        if tables.see[15]:
            both = np.concatenate([able, able + count])
            new = signs_of(tables, faces[both], levels.panes[both])
            signs, at = self._signs[towers[able]], np.arange(len(able))
            signs[at, one[able]], signs[at, two[able]] = new[: len(able)], new[len(able) :]
            value[able] += column_points(tables, signs, counts.order[able])
            able = able[value[able] + word[able] >= limit[able]]
        # The likeliest first; a word that is not known yet is seldom as long as it could be.
        hopes = value[able] + word[able] - limit[able] - _DOUBT * ~known[able]
        made: dict[int, int] = {}
        for draft in able[np.argsort(-hopes, kind="stable")].tolist():
            tower = int(towers[draft])
            if tower in made:
                continue
            if tables.see[19] and not known[draft]:
                word[draft] = self._longest(tower, keys[draft], totals[draft], slots[:, draft], faces[draft::count])
            if value[draft] + word[draft] >= limit[draft]:
                made[tower] = draft
        if made:
            chosen = np.array(list(made.values()))
            value = value[chosen] + word[chosen]
            self._make(chosen, count, towers[chosen], slots[:, chosen], faces, hues, levels, totals[chosen], value)
            self._note(towers[chosen], value, counts.bad[chosen])

    def _longest(self, tower: int, key: int, totals: Ints, slots: Ints, faces: Ints) -> int:
        """The points of rule 19 for a tower with two new levels, kept by the letters."""
        spot = (key ^ (key >> 23)) & _PLACES
        if self._known[spot] != key:
            tables = self.faces
            letters = totals[: bits.SHAPES].copy().view(np.int8)[:26].tolist()
            free = 0
            if tables.materials.readings.free_letters:
                bricks = self.rows[tower].copy()
                bricks[slots] = faces
                wild = bricks[tables.wild.take(bricks)]
                for face in wild.tolist():
                    letters[tables.letter[face]] -= 1
                # A tower with more wildcards than there are is illegal anyway.
                free = min(len(wild), tables.materials.wilds)
            self._known[spot], self._points[spot] = key, word_points(tables.bank.longest(letters, free))
        return int(self._points[spot])

    def _make(
        self,
        drafts: Ints,
        count: int,
        towers: Ints,
        slots: Ints,
        faces: Ints,
        hues: Ints,
        levels: CountedLevels,
        totals: Ints,
        worths: Ints,
    ) -> None:
        """Make changes, one of each tower: draft ``n`` has the levels ``n`` and ``many + n``."""
        tables = self.faces
        for slot in slots:
            self.homes[towers[:, None], tables.card.take(self.rows[towers, slot])] = -1
        for slot, at in zip(slots, (drafts, drafts + count), strict=True):
            row, panes, sums = faces[at], levels.panes[at], levels.sums[at]
            self.homes[towers[:, None], tables.card.take(row)] = slot[:, None]
            self.rows[towers, slot], self.hues[towers, slot], self.panes[towers, slot] = row, hues[at], panes
            self._sums[towers, slot], self._seen[towers, slot] = sums, levels.seen[at]
            self._order[towers, slot], self._signs[towers, slot] = levels.order[at], signs_of(tables, row, panes)
            bricks = (sums[:, bits.SHAPES] >> bits.BRICKS) & bits.FIELD
            self.bricks[towers, slot], self.sizes[towers, slot] = bricks, bricks + bits.PANES.take(panes)
        self._totals[towers], self.worths[towers] = totals, worths
        self._list_slots()

    def _list_slots(self) -> None:
        """List the empty slots and those of each colour."""
        empty = self.bricks == 0
        self.vacant = (empty * self._slot_bits).sum(axis=1)
        for colour in range(3):
            self.of_hue[colour] = ((~empty & (self.hues == colour)) * self._slot_bits).sum(axis=1)

    def _note(self, towers: Ints, worths: Ints, bad: Ints) -> None:
        """Keep the best legal tower."""
        for tower, worth in zip(towers[bad == 0].tolist(), worths[bad == 0].tolist(), strict=True):
            if self._best is None or worth > self._best[0]:
                self._best = worth, self.plan(tower)

    def _exchange(self) -> None:
        """Exchange neighbouring temperatures by the rule of Metropolis: a better tower always gets colder."""
        logs = _THRESHOLDS[self.throw(_HEATS, len(self._heats))]
        for spot in range(len(self._heats) - 1, 0, -1):
            warm, cold = self._by_heat[spot], self._by_heat[spot - 1]
            gain = (self.worths[warm] - self.worths[cold]) * (1 / self._heats[spot - 1] - 1 / self._heats[spot])
            if gain >= logs[spot]:
                self._by_heat[spot - 1], self._by_heat[spot] = warm, cold
        self._heat[self._by_heat] = self._heats

    def plan(self, tower: int) -> EncodedTower:
        tables = self.faces
        hues, panes = self.hues[tower].tolist(), self.panes[tower].tolist()
        plan = EncodedTower(hues, [() for _ in range(tables.slots)], panes, {})
        for slot, row in enumerate(self.rows[tower].tolist()):
            for letter, tons, shape, _, card in (tables.all[face] for face in row if face != tables.empty):
                if card == tables.cards:
                    plan.faces.append(Face(slot, letter, tons, shape))
                else:
                    plan.cards[slot] += (card,)
                    plan.adjust[card] = tons - tables.materials.bricks[card].weight
        return plan
