"""Every legal play of a position with its score, found along the word graph, line by line.

A line is one row or column. From each square whose left neighbour is empty the graph is walked to the right: on an
empty square a tile of the rack is laid, on a stack its top letter is kept or covered. What may be laid on a square is a
mask of letters, from the letters above and below it (across lines: left and right) and the top of its stack. So each
play is met once along its line; a single tile that makes words both ways is met twice and kept once, in its row.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from towergames.games.words.board import Board, centre, size_of
from towergames.games.words.model import RACK
from towergames.lexicon import Lexicon
from towergames.lexicon.dawg import BIT, LETTERS, Dawg, Edge

_QU = BIT["Q"]


class Generator:
    """Finds plays with one word list. Remembers what lines allow, so it is quickest within a game."""

    def __init__(self, dawg: Dawg) -> None:
        self.dawg = dawg
        self.graph = word_graph(dawg)
        self.crossings = Crossings(dawg)

    def plays(
        self,
        board: Board,
        rack: str,
        *,
        cover: bool = True,
        plural: bool = True,
        height: int = 5,
        bingo: int = 20,
    ) -> list[Found]:
        """Every legal play, each once, in no particular order. ``rack`` holds tiles A to Z, Q for Qu."""
        if not rack:
            return []
        size = size_of(board)
        if not any(board):
            return self._first_plays(size, rack, bingo)
        rows = [board[start : start + size] for start in range(0, size * size, size)]
        columns = [board[start::size] for start in range(size)]
        from_columns = [self.crossings.of(column, height) for column in columns]
        from_rows = [self.crossings.of(row, height) for row in rows]
        counts = {letter: rack.count(letter) for letter in LETTERS}
        mask = sum(BIT[letter] for letter in set(rack))
        lines = [line_of(row, index, from_columns, index * size, 1, mask) for index, row in enumerate(rows)]
        lines += [line_of(column, index, from_rows, index, size, mask) for index, column in enumerate(columns)]
        openings = Openings(self.graph, counts)
        found: list[Found] = []
        for line in lines:
            starts = starts_of(line, len(rack))
            if starts:
                accept = accepter(line, found, cover=cover, plural=plural, bingo=bingo)
                walk = walker(line, self.graph, counts, accept, openings)
                for start in starts:
                    walk(start)
        return found

    # --- the empty board ----------------------------------------------------------------------------

    def _first_plays(self, size: int, rack: str, bingo: int) -> list[Found]:
        """U-5: every word of the rack at every place where it covers a centre square."""
        found: list[Found] = []
        middle = centre(size)
        lines = [(row * size, 1, False) for row in range(size) if any(cell // size == row for cell in middle)]
        lines += [(col, size, True) for col in range(size) if any(cell % size == col for cell in middle)]
        low, high = size // 2 - 1, size // 2
        for word in self.dawg.anagrams(rack, all_used=False):
            length = len(word)
            score = 2 * length + (2 if "Q" in word else 0) + (bingo if length == RACK else 0)
            starts = range(max(0, low - length + 1), min(high, size - length) + 1)
            found += [Found(score, first + step * at, down, word) for first, step, down in lines for at in starts]
        return found


Accept = Callable[[int, int, int, str, int, int], None]
"""(start, end, bits of the squares laid on, tiles laid, height total, points of crossings)."""


def accepter(line: Line, found: list[Found], *, cover: bool, plural: bool, bingo: int) -> Accept:
    """The function that judges and scores a word from ``start`` up to ``end``, and keeps it when it is legal."""
    tops, points, plain, first, step, down = line.tops, line.points, line.plain, line.first, line.step, line.step > 1
    old = old_words(tops) if cover else ()
    last_s = BIT["S"]

    def accept(start: int, end: int, placed: int, laid: str, total: int, crosses: int) -> None:
        for word in old:
            if placed & word == word:
                return
        at = (placed & -placed).bit_length() - 1
        length = end - start
        count = len(laid)
        if count == 1:
            if down and points[at]:
                return  # found in its row already
            ends_word = at == end - 1 and length > 2 and not tops[at] and tops[at - 1] != last_s
            if plural and laid == "S" and ends_word and plain[at]:
                return
        qu, total = divmod(total, QU_IN_WORD)
        score = crosses + (total if total > length else 2 * length + (2 if qu else 0))
        if count == RACK:
            score += bingo
        if placed >> at != (1 << count) - 1:
            laid = spread(placed >> at, laid)
        found.append(Found(score, first + step * at, down and count > 1, laid))

    return accept


class Openings:
    """The beginnings of words that a rack can lay on free squares, by length: the same for every line of a position."""

    __slots__ = ("_by_length", "_counts", "_graph")

    def __init__(self, graph: WordGraph, counts: dict[str, int]) -> None:
        rack = sum(BIT[letter] for letter, count in counts.items() if count)
        self._graph = graph
        self._counts = dict(counts)
        self._by_length = [[(graph.root, "", rack, 0)]]

    def of(self, length: int) -> list[tuple[int, str, int, int]]:
        """(node, tiles, letters still on the rack, height total) of every beginning of that length."""
        edges, onward, counts = self._graph.edges, self._graph.onward, self._counts
        while len(self._by_length) <= length:
            longer = []
            for node, laid, have, total in self._by_length[-1]:
                for letter, bit, child in edges[node]:
                    if bit & have and onward[child]:
                        rest = have if laid.count(letter) + 1 < counts[letter] else have ^ bit
                        summed = total + 1 + (QU_IN_WORD if bit == _QU else 0)
                        longer.append((child, laid + letter, rest, summed))
            self._by_length.append(longer)
        return self._by_length[length]


def walker(
    line: Line, graph: WordGraph, counts: dict[str, int], accept: Accept, openings: Openings | None = None
) -> Callable[[int], None]:
    """The walk along one line from a start square, a closure over local variables for speed.

    Up to the first square that touches the board the openings are read off; from there on every word touches it.
    """
    edges, final, _, onward = graph
    tops, heights, allowed, points, bonus, _, touching = line[:7]
    begun = openings or Openings(graph, counts)
    start = 0

    def go(at: int, node: int, placed: int, laid: str, have: int, total: int, crosses: int) -> None:
        # ``have``: mask of the letters still on the rack
        after = at + 1
        top, mask, then = tops[at], allowed[at] & have, tops[after]
        next_mask = allowed[after]
        height = heights[at]
        for letter, bit, child in edges[node]:
            if bit & mask:
                spots = placed | 1 << at
                if bit == _QU:
                    summed, gained = total + height + 1 + QU_IN_WORD, crosses + points[at] + bonus[at]
                else:
                    summed, gained = total + height + 1, crosses + points[at]
                if not then and final[child]:
                    accept(start, after, spots, laid + letter, summed, gained)
                held = counts[letter]
                rest = have if held > 1 else have ^ bit
                if onward[child] & (next_mask & rest | then):
                    counts[letter] = held - 1
                    go(after, child, spots, laid + letter, rest, summed, gained)
                    counts[letter] = held
            elif bit == top:
                summed = total + height + (QU_IN_WORD if bit == _QU else 0)
                if placed and not then and final[child]:
                    accept(start, after, placed, laid, summed, crosses)
                if onward[child] & (next_mask & have | then):
                    go(after, child, placed, laid, have, summed, crosses)

    def walk(begin: int) -> None:
        nonlocal start
        start = at = begin
        while not touching[at]:
            at += 1
        placed = (1 << at) - (1 << begin)
        mask = allowed[at]  # a square with a tile touches, and so does the one before it: this one is free or the first
        for node, laid, have, total in begun.of(at - begin):
            if onward[node] & (mask & have | tops[at]):
                for letter in laid:
                    counts[letter] -= 1
                go(at, node, placed, laid, have, total, 0)
                for letter in laid:
                    counts[letter] += 1

    return walk


# --- one generator a word list -----------------------------------------------------------------------

_made: WeakKeyDictionary[Lexicon, Generator] = WeakKeyDictionary()
_lock = Lock()


def generator_for(lexicon: Lexicon) -> Generator:
    """The generator of a word list, made once.

    Its memory only grows by whole entries, so threads may share it.
    """
    with _lock:
        made = _made.get(lexicon)
        if made is None:
            made = _made[lexicon] = Generator(lexicon.tiles)
        return made


# --- lines and crossings --------------------------------------------------------------------------


ALL = (1 << 26) - 1
QU_IN_WORD = 1 << 16
"""Added to a word's height total when the word holds the Qu tile."""
_MOST_LINES = 20_000


class Found(NamedTuple):
    """One play: its score, the square of the first new tile, the direction, and the tiles as in :class:`Play`."""

    score: int
    cell: int
    down: bool
    tiles: str

    def placements(self, size: int) -> dict[int, str]:
        """Square -> tile, in reading order."""
        step = size if self.down else 1
        return {self.cell + step * at: tile for at, tile in enumerate(self.tiles) if tile != "."}


class Crossing(NamedTuple):
    """What the words across a line allow on each of its squares.

    ``allowed``: mask of letters; ``points``: what the crossing word scores, 0 where there is none; ``bonus``: what a Qu
    tile adds to that; ``plain``: whether a new S there would at most be an S added to the crossing word (U-3).
    """

    allowed: tuple[int, ...]
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    plain: tuple[bool, ...]


class WordGraph(NamedTuple):
    """A word graph with, for each node, the mask of the letters that lead on."""

    edges: tuple[tuple[Edge, ...], ...]
    final: bytes
    root: int
    onward: tuple[int, ...]


def word_graph(dawg: Dawg) -> WordGraph:
    """The tables of a word graph."""
    onward = [sum([bit for _, bit, _ in edges]) for edges in dawg.edges]
    return WordGraph(dawg.edges, dawg.final, dawg.root, tuple(onward))


class Crossings:
    """The crossings of lines by their stacks, cached, since a play leaves most lines unchanged."""

    def __init__(self, dawg: Dawg) -> None:
        self._dawg = dawg
        self._masks: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[tuple[str, ...], int], Crossing] = {}

    def of(self, line: tuple[str, ...], height: int) -> Crossing:
        """What a line allows for a tile laid on each of its squares (words along this line only)."""
        key = (line, height)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_LINES:
                self._known.clear()
            found = self._known[key] = self._look_across(line, height)
        return found

    def _look_across(self, line: tuple[str, ...], height: int) -> Crossing:
        tops = "".join([stack[-1] if stack else " " for stack in line])
        free = [ALL if len(stack) < height else 0 for stack in line]
        allowed = [mask & ~BIT[stack[-1]] if stack else mask for mask, stack in zip(free, line, strict=True)]
        size = len(line)
        points, bonus, plain = [0] * size, [0] * size, [True] * size
        for at in range(size):
            before = tops[:at].rpartition(" ")[2] if at and line[at - 1] else ""
            after = tops[at + 1 :].partition(" ")[0] if at + 1 < size and line[at + 1] else ""
            if not (before or after):
                continue
            plain[at] = not after and len(before) > 1 and before[-1] != "S"
            length = len(before) + 1 + len(after)
            total = sum(map(len, line[at - len(before) : at + len(after) + 1])) + 1
            if total > length:
                points[at] = total
            else:
                qu = "Q" in before or "Q" in after
                points[at], bonus[at] = 2 * length + (2 if qu else 0), (0 if qu else 2)
            if allowed[at]:
                allowed[at] &= self._mask(before, after)
        return Crossing(tuple(allowed), tuple(points), tuple(bonus), tuple(plain))

    def _mask(self, before: str, after: str) -> int:
        """The letters that make a word between two pieces."""
        key = (before, after)
        mask = self._masks.get(key)
        if mask is None:
            mask = 0
            dawg = self._dawg
            node = dawg.follow(before)
            for _, bit, child in dawg.edges[node] if node is not None else ():
                end = dawg.follow(after, child)
                if end is not None and dawg.final[end]:
                    mask |= bit
            self._masks[key] = mask
        return mask


class Line(NamedTuple):
    """One line as the walk needs it, square by square."""

    tops: tuple[int, ...]  # the letter's bit, 0 where empty; one empty square more at the end
    heights: tuple[int, ...]
    allowed: tuple[int, ...]  # nothing on one square more at the end
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    plain: tuple[bool, ...]
    touching: tuple[bool, ...]
    first: int
    step: int


def line_of(line: tuple[str, ...], index: int, across: list[Crossing], first: int, step: int, mask: int) -> Line:
    """The line at ``index``; ``across`` are the crossings of the lines across it, ``mask`` the letters of the rack."""
    tops = (*(BIT[stack[-1]] if stack else 0 for stack in line), 0)
    points = tuple([crossing.points[index] for crossing in across])
    return Line(
        tops,
        tuple(map(len, line)),
        (*[crossing.allowed[index] & mask for crossing in across], 0),
        points,
        tuple([crossing.bonus[index] for crossing in across]),
        tuple([crossing.plain[index] for crossing in across]),
        tuple([bool(tops[at - 1] or tops[at] or tops[at + 1] or points[at]) for at in range(len(line))]),
        first,
        step,
    )


def spread(bits: int, laid: str) -> str:
    """The tiles with a dot for each square that is kept between them."""
    tiles = iter(laid)
    return "".join([next(tiles) if bits >> at & 1 else "." for at in range(bits.bit_length())])


def old_words(tops: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of each word of two tiles or more in a line, as bits."""
    words, bits = [], 0
    for at, top in enumerate(tops):
        if top:
            bits |= 1 << at
        else:
            if bits & (bits - 1):
                words.append(bits)
            bits = 0
    return tuple(words)


def starts_of(line: Line, tiles: int) -> list[int]:
    """The squares where a word may begin and still touch the board with so many tiles."""
    size = len(line.heights)
    starts, away = [], size + 1  # tiles needed before one touches
    for at in range(size - 1, -1, -1):
        away = 0 if line.touching[at] else away + 1
        if away < tiles and not (at and line.tops[at - 1]):
            starts.append(at)
    return starts
