"""The most points that letters can bring, for every selection of bricks.

A *cell* is a number of bricks for each letter of the materials. Cells are numbered by mixed radix, so the cell of some
bricks is the sum of the strides of their letters. A letter is *special* when a wildcard with it may bring points
itself: the rare ones (rule 18) and those of two bricks or more (rule 20). A wildcard with a special letter has that
letter in the longest word too; other wildcards may be any letter there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from towergames.games.bricks.judge import WordsOfLength
from towergames.games.bricks.pieces import LETTERS
from towergames.games.bricks.rules import word_points
from towergames.games.bricks.solver.arrays import Array
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.letter_sets import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS

NEVER = -10_000
"""Points of a selection of which no tower can be built."""

_LONGEST_WORD = 18
_NOTHING: Array = np.zeros(1, dtype=np.int16)

WildcardKind = tuple[tuple[int, ...], int]
"""Wildcards that are bricks: special letters in order, and the number of other wildcards, all different."""

_TWINS = (26, 26)
"""Instead of special letters: two wildcards with one letter that is not special and that a brick has."""


class LetterBound:
    """An upper bound on rules 18 (letters), 19, 20, 22 and 34 by cell, and by wildcards that are bricks.

    ``stride[letter]``: what a brick with that letter adds to the number of the cell, 0 for letters that it lacks.
    ``points[wilds][cell]``; NEVER where rule 23 is broken. ``vowels[cell]``: the vowels of the bricks.
    """

    def __init__(self, materials: Materials) -> None:
        self._materials = materials
        counts = self._counts = [sum(brick.letter == letter for brick in materials.bricks) for letter in range(26)]
        self._own = [letter for letter in range(26) if counts[letter]]
        shape = [counts[letter] + 1 for letter in self._own]
        self._cells = math.prod(shape)
        self.stride = [0] * 26
        for place, letter in enumerate(self._own):
            self.stride[letter] = math.prod(shape[place + 1 :])
        # Half of the letters and the rest: numpy is slow along an axis with few numbers behind it.
        self._half = sum(self.stride[letter] ** 2 >= self._cells for letter in self._own)
        rares = RARE_BITS if materials.readings.wild_rare else 0
        self._special = [letter for letter in range(26) if counts[letter] > 1 or rares >> letter & 1]
        self.points: list[Array] = []
        self.vowels = self._total(VOWEL_BITS)

    def fill(self, shelves: list[WordsOfLength]) -> Iterator[None]:
        """Compute ``points`` from the words that the cards can make, in steps between which it can be stopped."""
        wilds, free = self._materials.wilds, self._materials.readings.free_letters
        words: dict[WildcardKind, list[tuple[int, list[int]]]] = {}
        for shelf in reversed(shelves):  # the longest words come last and stay
            self._enter(shelf, words)
            yield
        self.points = [np.full(self._cells, NEVER, dtype=np.int16) for _ in range(wilds + 1)]
        goals, rares = self._goals(), 2 * self._total(RARE_BITS)
        longest: dict[WildcardKind, Array] = {}
        for some in range(wilds + 1):
            choices = list(combinations_with_replacement(self._special, some))
            if some == 2:
                choices.append(_TWINS)
            for special in choices:
                for others in range(wilds - some + 1):
                    kind = ((), some + others) if free else (special, others)
                    if kind not in longest:
                        longest[kind] = self._longest(kind, words, longest)
                    row = self.points[some + others]
                    np.maximum(row, self._sum((special, others), longest[kind], goals) + rares, out=row)
                    if len(kind[0]) == wilds > 0:
                        del longest[kind]
                    yield

    def _of(self, operation: Any, values: Iterable[list[int]]) -> Array:
        """A number for each cell, from a value for each count of each letter of the materials."""
        head, tail = self._halves(operation, values)
        return operation.outer(head, tail).ravel()

    def _halves(self, operation: Any, values: Iterable[list[int]], kind: Any = np.int16) -> tuple[Array, Array]:
        """The two tables whose outer combination is :meth:`_of`: of the first half of the letters, and of the rest."""
        every = [np.array(each, dtype=kind) for each in values]
        head, tail = (
            reduce(lambda one, two: operation.outer(one, two).ravel(), half, _NOTHING.astype(kind))
            for half in (every[: self._half], every[self._half :])
        )
        return head, tail

    def _total(self, letters: int) -> Array:
        """The bricks with one of these letters (bit by bit), by cell."""
        return self._of(np.add, ([n * (letters >> at & 1) for n in range(self._counts[at] + 1)] for at in self._own))

    def _enter(self, shelf: WordsOfLength, words: dict[WildcardKind, list[tuple[int, list[int]]]]) -> None:
        """Note the length of words and the cells of just their letters, by the wildcards that they want."""
        cells: dict[WildcardKind, list[int]] = {}
        apart = () if self._materials.readings.free_letters else self._special
        for word in shelf.words:
            cell = others = most = 0
            special: tuple[int, ...] = ()
            for sign in sorted(set(word)):
                letter, wanted = LETTERS.index(sign), word.count(sign)
                if (lacking := wanted - self._counts[letter]) > 0:
                    wanted -= lacking
                    if letter in apart:
                        special += (letter,) * lacking
                    else:
                        others += lacking
                        most = max(most, lacking)
                cell += self.stride[letter] * wanted
            if len(special) + others <= self._materials.wilds:
                cells.setdefault((special, others), []).append(cell)
                if most == 2:
                    cells.setdefault((_TWINS, 0), []).append(cell)
        for kind, own in cells.items():
            words.setdefault(kind, []).append((shelf.length, own))

    def _longest(
        self,
        kind: WildcardKind,
        words: dict[WildcardKind, list[tuple[int, list[int]]]],
        longest: dict[WildcardKind, Array],
    ) -> Array:
        """The length of the longest word by cell; ``longest`` has the lengths for fewer wildcards."""
        special, others = kind
        row = np.zeros(self._cells, dtype=np.int8)
        for length, cells in words.get(kind, ()):
            row[cells] = length
        # Words with one wildcard fewer, and the letters for which that wildcard may stand instead of a brick.
        apart = () if self._materials.readings.free_letters else self._special
        fewer = [(longest[special, others - 1], [at for at in self._own if at not in apart])] if others else []
        if special == _TWINS:  # a word with both and the brick, or one of them is not needed
            fewer = [(longest[(), 1], [])]
        else:
            fewer += [
                (longest[special[:at] + special[at + 1 :], others], [letter]) for at, letter in enumerate(special)
            ]
        for source, _ in fewer:
            np.maximum(row, source, out=row)
        inner = self.stride[self._own[self._half - 1]] if self._half else self._cells
        for half, own in enumerate((self._own[: self._half], self._own[self._half :])):
            arrays = [row, *(source for source, _ in fewer)]
            turned = [array.reshape(-1, inner).T.copy() if half else array for array in arrays]
            for letter in own:
                behind = self.stride[letter] * (self._cells // inner if half else 1)
                view, *sources = (array.reshape(-1, self._counts[letter] + 1, behind) for array in turned)
                for source, (_, letters) in zip(sources, fewer, strict=True):
                    if letter in letters:
                        np.maximum(view[:, :-1], source[:, 1:], out=view[:, :-1])
                for count in range(self._counts[letter]):  # more bricks make the same words
                    np.maximum(view[:, count + 1], view[:, count], out=view[:, count + 1])
            if half:
                row = turned[0].T.ravel()
        return row

    def _sum(self, kind: WildcardKind, longest: Array, goals: list[Array]) -> Array:
        """The most of rules 18 (wildcards), 19, 20, 22 and 34, by cell."""
        special, others = kind
        word = np.array([word_points(length) for length in range(_LONGEST_WORD + 1)], dtype=np.int16)
        points = word[longest]
        alike = 2 if special == _TWINS else min(others, 1)
        more = {at: special.count(at) if at in self._special else alike for at in self._own}
        counts = ([n + more[at] for n in range(self._counts[at] + 1)] for at in self._own)
        most = np.maximum(self._of(np.maximum, counts), max([others, *map(special.count, special)]))
        points += 2 * np.maximum(most - 1, 0)
        own = set(special) & set(self._own)
        head, tail = self._halves(
            np.add,
            (
                [1 << place if n or at in own else 0 for n in range(self._counts[at] + 1)]
                for place, at in enumerate(self._own)
            ),
            np.int32,
        )
        new = others + sum(letter not in own for letter in special if special != _TWINS)
        points += goals[new].reshape(-1, 1 << self._half)[tail >> self._half][:, head].T.ravel()
        rare = 2 * self._materials.readings.wild_rare * sum(RARE_BITS >> letter & 1 for letter in special)
        return points + rare

    def _goals(self) -> list[Array]:
        """The most of rules 22 and 34 by the letters seen, for 0, 1, ... wildcards with letters that no brick has.

        NEVER where rule 23 is broken.
        """
        materials = self._materials
        seen = np.arange(1 << len(self._own))
        letters = sum((seen >> place & 1) << letter for place, letter in enumerate(self._own))
        special = sum(1 << letter for letter in self._special if letter in self._own)
        runs = 1 if materials.readings.runs == "longest" else 2
        goals = {0: 0}
        goals |= {((1 << n) - 1) << first: n * runs for n in (7, 9) for first in range(27 - n)}
        points = [np.full(len(seen), NEVER, dtype=np.int16) for _ in range(materials.wilds + 1)]
        for goal, worth in goals.items():
            for tower, more in ((0, 0), (TOWER_BITS, 6)):
                lacking = (goal | tower) & ~letters
                count = np.bitwise_count(lacking)
                count[(lacking & special != 0) | ((letters | lacking) & EAST_BITS == EAST_BITS)] = 26
                for wilds, row in enumerate(points):
                    np.maximum(row, np.where(count <= wilds, worth + more, NEVER), out=row)
        return points
