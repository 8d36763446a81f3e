"""The most points that letters can bring, for every choice of bricks of a hand.

A *cell* is a number of bricks for each letter of the hand; cells are numbered by mixed radix, so that the cell of some
bricks is the sum of the strides of their letters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from towergames.games.bricks.judge import Shelf
from towergames.games.bricks.pieces import LETTERS
from towergames.games.bricks.rules import word_points
from towergames.games.bricks.solver.hand import Hand
from towergames.games.bricks.solver.rows import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS

Array = Any
"""A numpy array."""

NEVER = -10_000
"""Points of what cannot be."""

_LONGEST_WORD = 18


class Letters:
    """An upper bound on rules 18 (letters), 19, 20, 22 and 34 by cell, and by wildcards that are bricks.

    ``stride[letter]``: what a brick with that letter adds to the number of the cell, 0 for letters that it lacks.
    ``points[wilds][cell]``; NEVER where rule 23 is broken. ``vowels[cell]``: the vowels of the bricks.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        counts = self._counts = [sum(brick.letter == letter for brick in hand.bricks) for letter in range(26)]
        self._own = [letter for letter in range(26) if counts[letter]]
        self._shape = tuple(counts[letter] + 1 for letter in self._own)
        self.stride = [0] * 26
        for place, letter in enumerate(self._own):
            self.stride[letter] = math.prod(self._shape[place + 1 :])
        self.points: list[Array] = []
        self.vowels = self._total(VOWEL_BITS).ravel()

    def fill(self, shelves: list[Shelf]) -> Iterator[None]:
        """Compute ``points`` from the words that the hand can make, in steps between which it can be stopped."""
        hand, counts = self._hand, self._counts
        longest = [np.zeros(self._shape, dtype=np.int8) for _ in range(hand.wilds + 1)]
        for shelf in reversed(shelves):  # the longest words come last and stay
            self._enter(shelf, longest)
            yield
        self._complete(longest)
        yield
        seen = sum(self._of(place, [0] + [1 << place] * counts[letter]) for place, letter in enumerate(self._own))
        most = self._greatest(range(26))
        rarest = self._greatest(letter for letter in range(26) if RARE_BITS >> letter & 1)
        goals = self._goals(hand)
        word = np.array([word_points(length) for length in range(_LONGEST_WORD + 1)], dtype=np.int16)
        # A wildcard with a letter that is there already adds to rule 20 at most, and to rule 18 if the letter is rare.
        alike = 2 + 2 * hand.readings.wild_rare * (rarest >= most - 1)
        always = 2 * np.maximum(most - 1, 0) + 2 * self._total(RARE_BITS)
        self.points = [
            (
                word[longest[wilds]]
                + always
                + np.maximum.reduce([goals[new][seen] + (wilds - new) * alike for new in range(wilds + 1)])
            ).ravel()
            for wilds in range(hand.wilds + 1)
        ]

    def _of(self, place: int, values: list[int]) -> Array:
        """An array of the cells' shape, or one that numpy stretches to it: a value for each count of one letter."""
        return np.array(values).reshape([-1 if place == axis else 1 for axis in range(len(self._shape))])

    def _total(self, letters: int) -> Array:
        """The bricks with one of these letters (bit by bit), by cell."""
        total = np.zeros(self._shape, dtype=np.int16)
        for place, letter in enumerate(self._own):
            if letters >> letter & 1:
                total += self._of(place, list(range(self._shape[place]))).astype(np.int16)
        return total

    def _greatest(self, letters: Any) -> Array:
        """The greatest number of bricks with the same letter, of these letters, by cell."""
        greatest, wanted = np.zeros(self._shape, dtype=np.int16), set(letters)
        for place, letter in enumerate(self._own):
            if letter in wanted:
                np.maximum(greatest, self._of(place, list(range(self._shape[place]))), out=greatest)
        return greatest

    def _enter(self, shelf: Shelf, longest: list[Array]) -> None:
        """Note the length of words where just their letters are, by the number of wildcards that they want."""
        cells: list[list[int]] = [[] for _ in longest]
        for word in shelf.words:
            cell = lacking = 0
            for sign in set(word):
                letter, wanted = LETTERS.index(sign), word.count(sign)
                lacking += max(0, wanted - self._counts[letter])
                cell += self.stride[letter] * min(wanted, self._counts[letter])
            if lacking < len(cells):
                cells[lacking].append(cell)
        for row, own in zip(longest, cells, strict=True):
            row.reshape(-1)[own] = shelf.length

    @staticmethod
    def _complete(longest: list[Array]) -> None:
        """From the words of just the letters to the longest word by cell, wildcards being any letter."""
        for fewer, row in pairwise(longest):
            np.maximum(row, fewer, out=row)
            for axis in range(row.ndim):  # a wildcard in the place of a brick
                less, more = _halves(row.ndim, axis)
                np.maximum(row[less], fewer[more], out=row[less])
        for row in longest:
            for axis in range(row.ndim):  # more bricks make the same words
                np.maximum.accumulate(row, axis=axis, out=row)

    def _goals(self, hand: Hand) -> list[Array]:
        """The most of rules 22 and 34, and of 18 for wildcards, by the letters seen, for 0, 1, ... wildcards.

        These wildcards have letters that no brick has.
        """
        seen = np.arange(1 << len(self._own))
        letters = sum((seen >> place & 1) << letter for place, letter in enumerate(self._own))
        rare = 2 * hand.readings.wild_rare
        runs = 1 if hand.readings.runs == "longest" else 2
        goals = {0: 0}
        goals |= {((1 << n) - 1) << first: n * runs for n in (7, 9) for first in range(27 - n)}
        points = [np.full(len(seen), NEVER, dtype=np.int16) for _ in range(hand.wilds + 1)]
        for goal, worth in goals.items():
            for tower, more in ((0, 0), (TOWER_BITS, 6)):
                lacking = (goal | tower) & ~letters
                count = np.bitwise_count(lacking).astype(np.int16)
                value = worth + more + rare * np.bitwise_count(lacking & RARE_BITS).astype(np.int16)
                for wilds, row in enumerate(points):
                    np.maximum(row, np.where(count <= wilds, value + rare * (wilds - count), NEVER), out=row)
        for row in points:
            row[letters & EAST_BITS == EAST_BITS] = NEVER
        return points


def _halves(axes: int, axis: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Two views of an array: all but the last along an axis, and all but the first."""
    every = [slice(None)] * axes
    return (
        (*every[:axis], slice(None, -1), *every[axis + 1 :]),
        (*every[:axis], slice(1, None), *every[axis + 1 :]),
    )
