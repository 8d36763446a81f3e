"""The most points of a tower's structure, by the number of bricks of each colour: a dynamic program over levels.

A level is known by colour, bricks, wildcards among them, windows and weight. Towers are built from the ground, every
level lighter than the one below (rule 5). Of towers with the same numbers of cards, the same weight of the highest
level and as many levels that weigh a multiple of 4 tons (rule 17), only the best is kept. Levels of one colour may use
the same bricks, which makes this a bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from towergames.games.bricks import rules
from towergames.games.bricks.solver.arrays import Array
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.letter_bound import NEVER

_NONE = -1000
NONE = -128
_SIZES = frozenset(range(1, rules.MOST_PIECES + 1))
_COUNTS = 5  # axes of states that count cards; behind them those of rule 17 and of the weight of the highest level


class StructureBound:
    """The structure of all towers of the materials.

    ``left_out``: weights that no brick has (rules 12 and 13 count those of one and two tons). ``lightest`` and
    ``heaviest``: for each colour the least and the most that 0, 1, 2, ... of its bricks weigh.

    :meth:`points` also fills ``below``: the most of rules 12 and 32 of the levels below a level of some weight, NONE
    where no levels fit. Its keys are the sizes of these levels, bit by bit, when all differ; for any sizes minus the
    number of the floor above. Its places are sums of ``strides`` (``apart_strides`` for sizes that differ), of which
    the sixth is for the level of a multiple of 4 tons. ``tallest``: levels of the tallest tower.
    """

    def __init__(
        self,
        materials: Materials,
        left_out: frozenset[int],
        lightest: Sequence[Sequence[int]],
        heaviest: Sequence[Sequence[int]],
    ) -> None:
        self._materials, self._left_out = materials, left_out
        self._windows = sum(materials.windows)
        self._panes = materials.wilds if materials.readings.wild_window else 0
        tons = [each for letter in range(26) for each in materials.tons_of(letter) if each not in left_out]
        self._light_wild, self._heavy_wild = min(tons, default=0), max(tons, default=-1)
        ceiling = max(row[-1] for row in heaviest) + materials.wilds * max(0, self._heavy_wild) + 1
        # Wildcards that are bricks, windows, bricks of each colour, one level of 4 tons, weight of the highest level.
        self._shape = (materials.wilds + 1, self._windows + self._panes + 1, *map(len, lightest), 2, ceiling + 1)
        self._moves = list(self._levels(lightest, heaviest))
        # Where sizes are known, so is the number of yellow bricks: all pieces without the others.
        self._apart = (*self._shape[: _COUNTS - 1], 1, *self._shape[_COUNTS:])
        self.strides, self.apart_strides = (
            [math.prod(shape[axis + 1 :]) if shape[axis] > 1 else 0 for axis in range(len(shape))]
            for shape in (self._shape, self._apart)
        )
        self.below: dict[int, Any] = {}
        self.tallest = 0

    def points(self) -> tuple[Array, Array]:
        """The most of rules 12 to 15, 18 (windows), 30, 32, 33 and 36, without rule 25 and with it.

        Arrays by wildcards that are bricks and by the bricks of each colour, NEVER where there is no such tower.
        """
        towers = self._towers()
        wilds, windows, reds, blues, yellows = (
            np.arange(n).reshape([-1 if axis == place else 1 for axis in range(5)])
            for place, n in enumerate(self._shape[:_COUNTS])
        )
        panes = np.maximum(0, windows - self._windows)
        stack = wilds + panes > self._materials.natural
        cards = wilds + windows + reds + blues + yellows
        there = (towers >= 0) & (wilds + panes <= self._materials.wilds)
        there &= ~stack | (cards - wilds - panes + 2 <= self._materials.ordinary)
        cards = cards + stack * (self._materials.readings.stack_cards - 1)
        points = towers + 4 * windows - 4 * (windows == 0) + 2 * (rules.PAR_CARDS - cards) + 3 * (blues < 4)
        if 1 in self._left_out:
            points = points + cards // 2
        points = np.where(there, points, NEVER)
        red_cards = np.minimum(windows, self._materials.windows[0] + self._panes) + wilds + reds
        return points.max(axis=1).astype(np.int16), (points + red_cards).max(axis=1).astype(np.int16)

    @property
    def memory(self) -> int:
        """Bytes that ``below`` takes."""
        return sum(row.nbytes for row in self.below.values())

    def _levels(
        self, lightest: Sequence[Sequence[int]], heaviest: Sequence[Sequence[int]]
    ) -> Iterator[tuple[int, int, tuple[slice, ...], tuple[slice, ...], int]]:
        """(bricks, size, states without the level, states with it, least weight) of every kind of level."""
        materials = self._materials
        for colour in range(3):
            for real in range(len(lightest[colour])):
                for wilds in range(min(materials.wilds if self._heavy_wild >= 0 else 0, rules.MOST_PIECES - real) + 1):
                    bricks = real + wilds
                    least = lightest[colour][real] + wilds * self._light_wild
                    most = heaviest[colour][real] + wilds * self._heavy_wild
                    room = min(bricks, rules.MOST_PIECES - bricks)
                    for windows in range(min(room, materials.windows[colour] + max(0, self._panes - wilds)) + 1):
                        without, with_it = [slice(None)] * 7, [slice(None)] * 7
                        for axis, n in ((0, wilds), (1, windows), (2 + colour, real)):
                            without[axis] = slice(0, self._shape[axis] - n)
                            with_it[axis] = slice(n, None)
                        without[6] = with_it[6] = slice(least, most + 1)
                        if bricks and least <= most:
                            yield bricks, bricks + windows, tuple(without), tuple(with_it), least

    def _towers(self) -> Array:
        """The most of rules 12, 14, 15 and 32, by wildcards, windows and bricks of each colour."""
        best = np.full(self._shape[:_COUNTS], _NONE, dtype=np.int16)
        bricks: Array = sum(
            np.arange(n).reshape([-1 if axis == place else 1 for axis in range(5)])
            for place, n in enumerate(self._shape[:_COUNTS])
            if place != 1
        )
        windows = np.arange(self._shape[1]).reshape(1, -1, 1, 1, 1)
        apart_ground, any_sizes = (np.full(shape, _NONE, dtype=np.int16) for shape in (self._apart, self._shape))
        apart_ground[0, 0, 0, 0, 0, 0, -1] = any_sizes[0, 0, 0, 0, 0, 0, -1] = 0
        apart = {frozenset[int](): apart_ground}  # by the sizes of the levels, all different (rule 14)
        height = 0
        while any_sizes.max() >= 0:
            height += 1
            higher: dict[frozenset[int], Array] = {}
            for sizes, states in apart.items():
                name = sum(1 << size for size in sizes)
                self._build(states, height, {size: sizes | {size} for size in _SIZES - sizes}, higher, name)
            apart = higher
            every: dict[frozenset[int], Array] = {}
            self._build(any_sizes, height, dict.fromkeys(_SIZES, _SIZES), every, -height)
            any_sizes = every.get(_SIZES, np.full(1, _NONE))
            if height < rules.FEWEST_LEVELS or not every:
                continue
            for sizes, states in apart.items():
                columns = np.minimum(sorted(sizes)[-3], bricks // 3)
                points = states[..., 1, :].max(axis=-1) + 3 * height + 4 * columns
                np.maximum(best, np.where(bricks + windows == sum(sizes), points, _NONE), out=best)
            # Of three levels with a piece in a column, the smallest has at most a third of what the others leave.
            columns = np.clip(np.minimum(bricks, bricks + windows - height + 3) // 3, 0, rules.MOST_PIECES)
            np.maximum(best, any_sizes[..., 1, :].max(axis=-1) + 4 * columns, out=best)
        return best

    def _build(
        self,
        states: Array,
        height: int,
        keys: dict[int, frozenset[int]],
        higher: dict[frozenset[int], Array],
        name: int,
    ) -> None:
        """Put every level of a size in ``keys`` upon the towers, which then have that height and that key."""
        floor = height if height <= 6 or self._materials.readings.high_floors == "go-on" else 0
        below = np.full(states.shape, _NONE, dtype=np.int16)  # the best whose highest level is heavier than that
        below[..., :-1] = np.maximum.accumulate(states[..., :0:-1], axis=-1)[..., ::-1]
        if below.max() < 0 or not keys:
            return
        small = np.int8 if below.max() < 128 else np.int16
        self.below[name] = np.maximum(below, NONE).astype(small).ravel().data
        self.tallest = max(self.tallest, height)
        for bricks, size, without, with_it, least in self._moves:
            if size not in keys:
                continue
            if states.shape == self._apart:
                without, with_it = ((*each[: _COUNTS - 1], slice(None), *each[_COUNTS:]) for each in (without, with_it))
            if keys[size] not in higher:
                higher[keys[size]] = np.full(states.shape, _NONE, dtype=np.int16)
            target = higher[keys[size]][with_it]
            points = below[without] + (bricks * max(0, floor - 2) + (2 in self._left_out))
            fours = slice(-max(least, 1) % 4 + (least == 0), None, 4)
            first = points[..., 0, fours].copy()
            points[..., fours] = _NONE
            np.maximum(target, points, out=target)
            np.maximum(target[..., 1, fours], first, out=target[..., 1, fours])
