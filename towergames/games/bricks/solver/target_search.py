"""A depth-first search for a tower of one selection of bricks that has a target score, from the top level down.

:class:`StructureBound` gives the most that the levels below can bring, so only towers near the target are followed.
Columns are read from top to bottom as levels are laid: the nodes of the words that each column may still become.
Wildcards are any letter at first. Where that leaves a tower, every pair of letters with enough points is tried. A tower
that is left is built and judged. So a tower that is found has its points by the judge, and a search that ends without
one proves that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from towergames.games.bricks import rules
from towergames.games.bricks.judge import SHORTEST_COLUMN, WordsOfLength, judge
from towergames.games.bricks.pieces import LETTERS, Tower
from towergames.games.bricks.solver.arrays import Array
from towergames.games.bricks.solver.encoding import EncodedTower, Face, Materials, build_tower
from towergames.games.bricks.solver.letter_bound import NEVER
from towergames.games.bricks.solver.letter_sets import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS, run_points
from towergames.games.bricks.solver.structure_bound import StructureBound
from towergames.games.bricks.solver.word_tables import WordBank
from towergames.lexicon import Lexicon

_ANY = -1
"""Instead of a letter: a wildcard whose letter is not chosen yet."""

_PANE = 1 << 26
_ALPHABET = _PANE - 1
_START, _DEAD = 0, 1
_LOST = -1

_KEPT_MOVE_LISTS = 50_000
"""Lists of next levels that are kept, about 1 KB each."""


class Columns:
    """The words of columns as a trie, and numbered sets of its nodes. Set 0 is the start, set 1 has no node."""

    def __init__(self, shelves: Sequence[WordsOfLength], tallest: int) -> None:
        self.nodes: list[dict[int, int]] = [{}]
        self.ends = {0: False}
        for shelf in shelves:
            for word in shelf.words if SHORTEST_COLUMN <= shelf.length <= tallest else ():
                node = 0
                for letter in map(LETTERS.index, word):
                    if letter not in self.nodes[node]:
                        self.nodes[node][letter] = len(self.nodes)
                        self.ends[len(self.nodes)] = False
                        self.nodes.append({})
                    node = self.nodes[node][letter]
                self.ends[node] = True
        self._sets = [frozenset({0}), frozenset[int]()]
        self._numbers = {some: number for number, some in enumerate(self._sets)}
        self.words = [False, False]
        self._next: dict[tuple[int, int], int] = {}

    def step(self, number: int, letters: int) -> int:
        """The set after one of these letters, bit by bit; bit 26 is a window, which columns pass over."""
        key = number, letters
        if key not in self._next:
            nodes = self._sets[number]
            after = {to for node in nodes for letter, to in self.nodes[node].items() if letters >> letter & 1}
            some = frozenset(after | nodes if letters & _PANE else after)
            if some not in self._numbers:
                self._numbers[some] = len(self._sets)
                self._sets.append(some)
                self.words.append(any(self.ends[node] for node in some))
            self._next[key] = self._numbers[some]
        return self._next[key]


@dataclass(frozen=True, slots=True)
class Selection:
    """Bricks of each colour, how many wildcards are bricks, and the weights that no brick has (bit 0 is one ton).

    No tower of these has more than ``bound`` points, of them ``letters`` by rules 18 (letters), 19, 20, 22 and 34.
    """

    bound: int
    cards: tuple[tuple[int, ...], ...]
    wilds: int
    left_out: int
    letters: int


class _Level(NamedTuple):
    """A level: a colour, its real bricks bit by bit, the letters of its wildcards, windows, tons."""

    colour: int
    own: int
    wild: tuple[int, ...]
    windows: int
    tons: int
    size: int


class _PartialTower(NamedTuple):
    """A tower in the making. All but the last four fields are what is left for the levels below.

    ``sizes``: those that they must have, bit by bit, 0 when any will do; ``panes``: windows of each colour, and
    ``spare`` wildcards that are windows; ``room``: wildcards of each colour; ``fours``: levels of a multiple of 4 tons.
    """

    sizes: int
    floors: int
    own: tuple[int, ...]
    wild: tuple[int, ...]
    windows: int
    panes: tuple[int, ...]
    spare: int
    room: tuple[int, ...]
    fours: int
    points: int
    columns: tuple[int, ...]
    clear: bool
    levels: tuple[_Level, ...]


class _NextLevel(NamedTuple):
    """Cards of the next level and the points that they bring.

    ``below`` and ``at``: the place of the levels below in :class:`StructureBound`.
    """

    size: int
    colour: int
    bricks: int
    wilds: int
    points: int
    below: int
    at: int


class _LevelProperties(NamedTuple):
    """Properties of a level that follow from its bricks and windows, on whatever floor it stands."""

    cells: tuple[int, ...]
    tons: tuple[int, ...]
    clear: bool
    letters: tuple[int, ...]


class SearchTables:
    """Tables that the searches of all selections share: words of at most ``tallest`` letters in columns, levels."""

    def __init__(self, materials: Materials, lexicon: Lexicon, shelves: Sequence[WordsOfLength], tallest: int) -> None:
        self.materials, self.lexicon = materials, lexicon
        self.columns = Columns(shelves, tallest)
        self._bank = WordBank(list(shelves))
        self.subsets = cache(_subsets)
        self.tons = cache(self._tons)
        self.kind = cache(self._kind)
        self.longest = cache(self._longest)
        self.others = cache(self._others)
        self.moves: dict[tuple[Any, ...], list[tuple[int, _NextLevel]]] = {}
        self._wild = [_wild(wilds) for wilds in range(materials.wilds + 1)]

    def cards(self, own: int) -> list[int]:
        """The bricks of a set, bit by bit."""
        return [card for card in range(len(self.materials.bricks)) if own >> card & 1]

    def _tons(self, letter: int, left_out: int) -> list[int]:
        """The possible weights of a wildcard with that letter."""
        every = {each for own in (range(26) if letter == _ANY else (letter,)) for each in self.materials.tons_of(own)}
        return sorted(each for each in every if not left_out << 1 >> each & 1)

    def _longest(self, letters: tuple[int, ...], free: int) -> int:
        """The points of the longest word (rule 19)."""
        return rules.word_points(self._bank.longest([letters.count(letter) for letter in range(26)], free))

    def _others(self, own: tuple[int, ...], wilds: int) -> tuple[list[int], list[tuple[int, ...]]]:
        """Rules 18 (letters), 20, 22 and 34 for all letters of wildcards that rule 23 allows, the most points first."""
        readings, counts = self.materials.readings, np.bincount(own, minlength=26)
        wild, alike, rares, seen = self._wild[wilds]
        seen = seen | sum(1 << letter for letter in set(own))
        most = np.maximum((counts[wild] + alike).max(axis=1, initial=0), counts.max())
        rares = sum(RARE_BITS >> letter & 1 for letter in own) + readings.wild_rare * rares
        runs = np.array([_runs(each, readings.runs == "each") for each in seen.tolist()])
        points = 2 * np.maximum(most - 1, 0) + 2 * rares + 6 * (seen & TOWER_BITS == TOWER_BITS) + runs
        order = np.argsort(-points, kind="stable")
        order = order[seen[order] & EAST_BITS != EAST_BITS]
        return points[order].tolist(), list(map(tuple, wild[order].tolist()))

    def _kind(self, own: int, wild: tuple[int, ...], windows: int, left_out: int) -> _LevelProperties | None:
        """The properties of a level with these bricks; None when rule 21 or 35 is broken."""
        bricks = [self.materials.bricks[card] for card in self.cards(own)]
        free = wild.count(_ANY)
        letters = sorted([brick.letter for brick in bricks] + [letter for letter in wild if letter != _ANY])
        if sum(right - left == 1 for left, right in pairwise(letters)) > windows:
            return None
        if any(letters.count(letter) > 2 for letter in letters):
            return None
        weights = {0}
        for brick in bricks:
            may = [brick.weight + by for by in self.materials.adjustments(brick)]
            weights = {tons + more for tons in weights for more in may if not left_out << 1 >> more & 1}
        for letter in wild:
            weights = {tons + more for tons in weights for more in self.tons(letter, left_out)}
        size, panes = len(letters) + free, windows if self.materials.readings.windows == "keep" else 0
        cells = []
        for place in range(size + panes):
            cell = _PANE if panes else 0
            for spot in range(max(0, place - panes), min(place, size - 1) + 1):
                low = letters[spot - free] if spot >= free else 0
                high = letters[spot] if spot < len(letters) else 25
                cell |= _ALPHABET >> 25 - high & ~((1 << low) - 1)
            cells.append(cell)
        clear = size > 1 and not any(VOWEL_BITS >> letter & 1 for letter in letters)
        return _LevelProperties(tuple(cells), tuple(sorted(weights)), clear, tuple(letters))


_runs = cache(run_points)


def _wild(wilds: int) -> tuple[Array, Array, Array, Array]:
    """All letters of ``wilds`` wildcards: the letters, how often each comes, rare ones, and the letters bit by bit."""
    every = list(combinations_with_replacement(range(26), wilds))
    letters = np.array(every, dtype=np.int64).reshape(len(every), wilds)
    alike = (letters[:, :, None] == letters[:, None, :]).sum(axis=2)
    return letters, alike, (RARE_BITS >> letters & 1).sum(axis=1), np.bitwise_or.reduce(1 << letters, axis=1)


@cache
def _sizes(pieces: int) -> list[tuple[int, list[int]]]:
    """All sets of different level sizes with ``pieces`` pieces together: bit by bit, and as a list."""
    sets = []
    for bits in range(2, 2 << rules.MOST_PIECES, 2):
        each = [size for size in range(1, rules.MOST_PIECES + 1) if bits >> size & 1]
        if len(each) >= rules.FEWEST_LEVELS and sum(each) == pieces:
            sets.append((bits, each))
    return sets


def _subsets(own: int, count: int) -> list[int]:
    """All sets of ``count`` bricks of the set ``own``, bit by bit."""
    bits = [1 << card for card in range(own.bit_length()) if own >> card & 1]
    return [sum(some) for some in combinations(bits, count)]


class TargetSearch:
    """A search for a tower of one selection with a target score. ``found``: score and tower. Raises LexiconError."""

    def __init__(self, tables: SearchTables, structure: StructureBound, selection: Selection) -> None:
        self.found: tuple[int, Tower] | None = None
        self._tables, self._materials, self._columns = tables, tables.materials, tables.columns
        self._structure, self._selection = structure, selection
        self._bricks = sum(map(len, selection.cards)) + selection.wilds
        self._spare = tables.materials.wilds - selection.wilds if tables.materials.readings.wild_window else 0
        self._target = self._most_columns = 0
        self._letters = tuple(self._materials.bricks[card].letter for cards in selection.cards for card in cards)

    def run(self, target: int) -> Iterator[None]:
        """Look for a tower of ``target`` points, in steps between which the search can be stopped."""
        self._target = target
        pairs = sorted(self._wild_letters(target), reverse=True)
        if not pairs or (len(pairs) > 1 and not self._reaches((_ANY,) * self._selection.wilds, pairs[0][0])):
            return
        for points, wild in pairs:
            yield
            if self._reaches(wild, points):
                return

    def _wild_letters(self, target: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The letters of wildcards that could reach the target, and the points of all letters with them."""
        own, wilds = self._letters, self._selection.wilds
        least = target - self._selection.bound + self._selection.letters
        most = self._tables.longest(own, wilds)
        for points, wild in zip(*self._tables.others(own, wilds), strict=True):
            if points + most < least:
                return
            free = self._materials.readings.free_letters
            points += most if free else self._tables.longest(tuple(sorted((*own, *wild))), 0)
            if points >= least:
                yield points, wild

    # --- levels -----------------------------------------------------------------------------------

    def _reaches(self, wild: tuple[int, ...], letters: int) -> bool:
        """Whether a tower with these letters of wildcards reaches the target; ``letters``: points of all letters."""
        own = tuple(sum(1 << card for card in cards) for cards in self._selection.cards)
        room = tuple(rules.MOST_OF_A_COLOUR - len(cards) for cards in self._selection.cards)
        panes = tuple(self._materials.windows)
        for windows in range(sum(panes) + self._spare + 1):
            fixed = self._loose(windows, wild)
            if fixed == NEVER:
                continue
            pieces, spare = self._bricks + windows, self._spare
            for sizes, each in _sizes(pieces):
                points = fixed + letters + 3 * len(each)
                self._most_columns = min(each[-3], self._bricks // 3)
                start = (_START,) * self._most_columns
                part = _PartialTower(
                    sizes, len(each), own, wild, windows, panes, spare, room, 1, points, start, False, ()
                )
                if self._lay(part):
                    return True
            for height in range(rules.FEWEST_LEVELS, self._structure.tallest + 1):
                columns = min(self._bricks, pieces - height + 3) // 3
                self._most_columns = max(0, min(columns, rules.MOST_PIECES))
                start = (_START,) * rules.MOST_PIECES
                points = fixed + letters
                part = _PartialTower(0, height, own, wild, windows, panes, spare, room, 1, points, start, False, ())
                if self._lay(part):
                    return True
        return False

    def _loose(self, windows: int, wild: tuple[int, ...]) -> int:
        """The points of :meth:`_fixed` with the colours that bring most."""
        materials, selection = self._materials, self._selection
        reds, blues = len(selection.cards[0]), len(selection.cards[1])
        red_cards = reds + selection.wilds + min(windows, materials.windows[0] + self._spare)
        return self._fixed(windows, wild, max(0, windows - sum(materials.windows)), reds, red_cards, blues)

    def _fixed(self, windows: int, wild: tuple[int, ...], spare: int, reds: int, red_cards: int, blues: int) -> int:
        """The most of shapes, of rules 13, 18 (windows), 25, 28, 30, 33 and 36; NEVER when the cards do not suffice.

        ``spare``: wildcards that are windows.
        """
        materials, selection = self._materials, self._selection
        used = selection.wilds + spare
        cards = self._bricks + windows
        stack = used > materials.natural
        if used > materials.wilds or (stack and cards - used + 2 > materials.ordinary):
            return NEVER
        cards += stack * (materials.readings.stack_cards - 1)
        points = 4 * windows - 4 * (not windows) + 2 * (rules.PAR_CARDS - cards)
        points += 3 * (blues < 4) + cards // 2 * (selection.left_out & 1)
        shapes = [materials.bricks[card].shape for own in selection.cards for card in own]
        three, four, five = (selection.left_out >> tons - 1 & 1 for tons in (3, 4, 5))
        vowels = sum(letter == _ANY or VOWEL_BITS >> letter & 1 for letter in (*self._letters, *wild))
        most = NEVER
        for more in product(range(3), repeat=selection.wilds):
            triangles, rectangles, hexagons = ((*shapes, *more).count(shape) for shape in range(3))
            worth = five * triangles + four * rectangles + (three + (not reds)) * hexagons
            most = max(most, worth + (0 if rectangles else vowels) + (0 if triangles else red_cards))
        return points + most

    def _lay(self, part: _PartialTower) -> bool:
        """Whether the target can be reached with the levels that a tower has, and others below."""
        if not part.floors:
            return self._stands(part)
        return any(map(self._lay, self._after(part)))

    def _after(self, part: _PartialTower) -> Iterator[_PartialTower]:
        """The tower with the next level below, in every way that can still reach the target."""
        light, fours_stride = part.levels[-1].tons + 1 if part.levels else 0, self._structure.strides[5]
        lacking, left_out = self._wanted(part.points, part.columns), self._selection.left_out
        for most, move in self._moves(part, light):
            if most < lacking:
                return
            below, wanted = self._structure.below[move.below], max(0, lacking - move.points)
            points, at = part.points + move.points, move.at
            for own in self._tables.subsets(part.own[move.colour], move.bricks - move.wilds):
                for wild in sorted(set(combinations(part.wild, move.wilds))) if move.wilds else ((),):
                    kind = self._tables.kind(own, wild, move.size - move.bricks, left_out)
                    columns: tuple[int, ...] = ()
                    for tons in kind.tons if kind is not None else ():
                        fours = part.fours - (tons > 0 and tons & 3 == 0)
                        if tons < light or fours < 0 or below[at + fours * fours_stride + tons] < wanted:
                            continue
                        assert kind is not None
                        columns = columns or self._read(part.columns, kind.cells)
                        if below[at + fours * fours_stride + tons] >= self._wanted(points, columns):
                            level = _Level(move.colour, own, wild, move.size - move.bricks, tons, move.size)
                            yield self._laid(part, level, fours, points, columns, part.clear or kind.clear)

    def _moves(self, part: _PartialTower, light: int) -> list[tuple[int, _NextLevel]]:
        """The possible next levels, each with the most points of that level and all below, the most first."""
        counts = tuple(own.bit_count() for own in part.own)
        two = not part.sizes and any(level.size == 2 for level in part.levels)
        left = part.sizes, part.floors, two, len(part.wild), part.windows, part.panes, part.spare, part.room
        key = self._selection.left_out, light, part.fours, counts, left
        moves = self._tables.moves.get(key)
        if moves is None:
            if len(self._tables.moves) > _KEPT_MOVE_LISTS:
                self._tables.moves.clear()
            unsorted = self._next_levels(part, counts, light, two)
            moves = self._tables.moves[key] = sorted(unsorted, key=itemgetter(0), reverse=True)
        return moves

    def _next_levels(
        self, part: _PartialTower, counts: tuple[int, ...], light: int, two: bool
    ) -> Iterator[tuple[int, _NextLevel]]:
        strides = self._structure.apart_strides if part.sizes else self._structure.strides
        floor = part.floors if part.floors <= 6 or self._materials.readings.high_floors == "go-on" else 0
        worth = max(0, floor - 2)
        start = sum(n * stride for n, stride in zip(counts, strides[2:5], strict=True))
        for size in range(1, rules.MOST_PIECES + 1):
            if (part.sizes and not part.sizes >> size & 1) or (size == 2 and two):
                continue
            name = part.sizes ^ 1 << size if part.sizes else -part.floors
            below = self._structure.below.get(name)
            if below is None:
                continue
            for colour, bricks, wilds in self._counts(part, size, counts):
                panes, real = size - bricks, bricks - wilds
                points = bricks * worth + (self._selection.left_out >> 1 & 1)
                at = start - real * strides[2 + colour] + (part.windows - panes) * strides[1]
                at += (len(part.wild) - wilds) * strides[0]
                most = max(below[at + light], below[at + part.fours * strides[5] + light])
                if most >= 0:
                    yield most + points, _NextLevel(size, colour, bricks, wilds, points, name, at)

    @staticmethod
    def _counts(part: _PartialTower, size: int, counts: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """Colours, bricks and wildcards among them of levels with that size."""
        for colour in range(3):
            for wilds in range(min(len(part.wild), part.room[colour], size) + 1):
                for bricks in range(max(wilds, (size + 1) // 2), min(size, counts[colour] + wilds) + 1):
                    windows = size - bricks
                    if windows <= part.windows and windows <= part.panes[colour] + part.spare:
                        yield colour, bricks, wilds

    @staticmethod
    def _laid(
        part: _PartialTower, level: _Level, fours: int, points: int, columns: tuple[int, ...], clear: bool
    ) -> _PartialTower:
        own, room, panes = list(part.own), list(part.room), list(part.panes)
        own[level.colour] ^= level.own
        room[level.colour] -= len(level.wild)
        spare = part.spare - max(0, level.windows - panes[level.colour])
        panes[level.colour] = max(0, panes[level.colour] - level.windows)
        wild = list(part.wild)
        for letter in level.wild:
            wild.remove(letter)
        return _PartialTower(
            part.sizes ^ 1 << level.size if part.sizes else 0,
            part.floors - 1,
            tuple(own),
            tuple(wild),
            part.windows - level.windows,
            tuple(panes),
            spare,
            tuple(room),
            fours,
            points,
            columns,
            clear,
            (*part.levels, level),
        )

    def _wanted(self, points: int, columns: tuple[int, ...]) -> int:
        """The points that the levels below must bring if every column that may become a word becomes one."""
        return self._target - points - 4 * min(self._most_columns, len(columns) - columns.count(_DEAD))

    def _read(self, columns: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
        step = self._columns.step
        read = [step(column, cell) if column != _DEAD else _DEAD for column, cell in zip(columns, cells, strict=False)]
        return (*read, *columns[len(read) :])

    # --- towers -----------------------------------------------------------------------------------

    def _stands(self, part: _PartialTower) -> bool:
        """Whether a tower with all levels reaches the target: as far as open letters allow, or by the judge."""
        if part.fours or not part.clear or part.wild or part.windows or any(part.own):
            return False
        if "5" in str(sum(level.tons for level in part.levels)):
            return False
        points = part.points + self._correction(part)
        words = min(self._most_columns, sum(self._columns.words[column] for column in part.columns))
        if points + 4 * words < self._target:
            return False
        if any(_ANY in level.wild for level in part.levels):
            return True
        return self._read_down(part, points, (0,) * rules.MOST_PIECES, ())

    def _correction(self, part: _PartialTower) -> int:
        """The points that are lost once the numbers of red and blue cards are known."""
        levels = part.levels
        windows, wild = sum(level.windows for level in levels), tuple(each for level in levels for each in level.wild)
        spare = self._spare - part.spare
        reds, blues = (rules.MOST_OF_A_COLOUR - part.room[colour] for colour in (0, 1))
        red_cards = reds + sum(level.windows for level in levels if level.colour == 0)
        return self._fixed(windows, wild, spare, reds, red_cards, blues) - self._loose(windows, wild)

    def _read_down(self, part: _PartialTower, points: int, nodes: tuple[int, ...], masks: tuple[int, ...]) -> bool:
        """Whether windows of the levels from the top can stand so that enough columns are words.

        ``nodes``: of each column, _LOST when it is no word, _LOST - 1 - node when a gap ended it.
        """
        if points + 4 * (len(nodes) - nodes.count(_LOST)) < self._target:
            return False
        readings = self._materials.readings
        if len(masks) == len(part.levels):
            ends = [node if node >= 0 else _LOST - 1 - node for node in nodes if node != _LOST]
            words = [node for node in ends if self._columns.ends[node]]
            count = len(set(words)) if readings.repeated == "once" else len(words)
            return points + 4 * count >= self._target and self._judged(part, masks)
        level = part.levels[len(masks)]
        kind = self._tables.kind(level.own, level.wild, level.windows, self._selection.left_out)
        assert kind is not None
        for places in combinations(range(level.size), level.windows):
            letters = iter(kind.letters)
            row = [_ANY if place in places else next(letters) for place in range(level.size)]
            if any(right - left == 1 and left != _ANY for left, right in pairwise(row)):
                continue
            close = readings.windows == "close-up"
            read = [self._next_node(*each) for each in zip_longest(nodes, kind.letters if close else row)]
            if self._read_down(part, points, tuple(read), (*masks, sum(1 << place for place in places))):
                return True
            if close:
                return False
        return False

    def _next_node(self, node: int, letter: int | None) -> int:
        """The node of a column after a letter; _ANY: a window, None: a gap."""
        if letter == _ANY or node == _LOST:
            return node
        if letter is None:
            return _LOST - 1 - node if node > 0 and self._materials.readings.gaps == "break" else node
        return self._columns.nodes[node].get(letter, _LOST) if node >= 0 else _LOST

    def _judged(self, part: _PartialTower, masks: tuple[int, ...]) -> bool:
        """Build and judge the tower with all adjustments, weights and shapes of wildcards that it may have."""
        materials = self._materials
        colours = [level.colour for level in part.levels]
        cards = [tuple(self._tables.cards(level.own)) for level in part.levels]
        wild = [(slot, letter) for slot, level in enumerate(part.levels) for letter in level.wild]
        real = [card for own in cards for card in own]
        for by in product(*(materials.adjustments(materials.bricks[card]) for card in real)):
            adjust = dict(zip(real, by, strict=True))
            for tons in product(*(self._tables.tons(letter, self._selection.left_out) for _, letter in wild)):
                weights = [sum(materials.bricks[card].weight + adjust[card] for card in own) for own in cards]
                for (slot, _), more in zip(wild, tons, strict=True):
                    weights[slot] += more
                if weights != [level.tons for level in part.levels]:
                    continue
                for shapes in product(range(3), repeat=len(wild)):
                    faces = [Face(*each, weight, shape) for each, weight, shape in zip(wild, tons, shapes, strict=True)]
                    tower = build_tower(EncodedTower(colours, cards, list(masks), adjust, faces), materials)
                    score = judge(tower, self._tables.lexicon, materials.readings).score if tower is not None else None
                    if tower is not None and score is not None and score >= self._target:
                        self.found = score, tower
                        return True
        return False
