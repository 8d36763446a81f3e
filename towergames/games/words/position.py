"""Positions for a search: a board whose lines remember the plays found on them, by rack.

A play changes few of the twenty lines. A :class:`Position` after a play shares all other lines with the one before, and
every line keeps the plays it was asked for by rack, so that the same racks on ten similar boards cost little more than
on one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from towergames.games.words.board import Board
from towergames.games.words.generator import (
    ALL,
    QU_IN_WORD,
    Crossing,
    Found,
    Generator,
    Line,
    accepter,
    line_of,
    old_words,
    spread,
    starts_of,
    walker,
)
from towergames.games.words.model import RACK
from towergames.lexicon.dawg import BIT, LETTERS

_NEVER = 10**6


@lru_cache(maxsize=4)
def graph_of(generator: Generator) -> Graph:
    """The word graph of a generator by masks, shared by all searches."""
    return Graph(generator)


@dataclass(frozen=True, slots=True)
class Laws:
    """The rules that matter for finding plays, and the word list in use.

    ``most_tiles`` bounds the tiles of the plays that :meth:`Position.best` finds; few plays of more than five are best.
    """

    generator: Generator
    size: int = 10
    cover: bool = True
    plural: bool = True
    height: int = 5
    bingo: int = 20
    most_tiles: int = RACK
    graph: Graph = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", graph_of(self.generator))


class KnownLine:
    """One row or column that remembers the plays found on it, by rack."""

    __slots__ = ("_every", "_known", "_starts", "line", "squares")

    def __init__(self, line: Line, laws: Laws) -> None:
        self.line = line
        self.squares: Squares = measured(line, laws.cover)
        self._known: dict[str, tuple[Found | None, int]] = {}
        self._starts: dict[int, list[int]] = {}
        self._every: dict[str, list[Found]] = {}

    def better(self, laws: Laws, rack: str, floor: int) -> Found | None:
        """The play with the highest score above ``floor``; None where there is none."""
        found, beaten = self._known.get(rack, (None, _NEVER))
        if found is not None:
            return found if found.score > floor else None
        if beaten <= floor:
            return None
        starts = self._starts_for(len(rack))
        kept = best_on_line(laws.graph, self.squares, starts, rack, floor, laws.most_tiles, laws.bingo, laws.plural)
        if kept is not None:
            score, at, bits, laid = kept
            down = self.line.step > 1 and len(laid) > 1
            found = Found(score, self.line.first + self.line.step * at, down, spread(bits, laid))
        self._known[rack] = found, floor
        return found

    def find_all(self, laws: Laws, rack: str) -> list[Found]:
        """Every play; a single tile that makes words both ways only in its row."""
        found = self._every.get(rack)
        if found is None:
            found = self._every[rack] = []
            starts = self._starts_for(len(rack))
            if starts:
                accept = accepter(self.line, found, cover=laws.cover, plural=laws.plural, bingo=laws.bingo)
                counts = dict.fromkeys(LETTERS, 0)
                for letter in rack:
                    counts[letter] += 1
                walk = walker(self.line, laws.generator.graph, counts, accept)
                for start in starts:
                    walk(start)
        return found

    def _starts_for(self, tiles: int) -> list[int]:
        starts = self._starts.get(tiles)
        if starts is None:
            starts = self._starts[tiles] = starts_of(self.line, tiles)
        return starts


class Position:
    """A board prepared for searches; immutable."""

    __slots__ = ("_order", "board", "from_columns", "from_rows", "laws", "lines")

    def __init__(
        self, laws: Laws, board: Board, from_rows: list[Crossing], from_columns: list[Crossing], lines: list[KnownLine]
    ) -> None:
        self.laws = laws
        self.board = board
        self.from_rows = from_rows
        self.from_columns = from_columns
        self.lines = lines
        self._order: list[KnownLine] | None = None

    @classmethod
    def of(cls, laws: Laws, board: Board) -> Position:
        """The position of a board."""
        size = laws.size
        cross = laws.generator.crossings.of
        from_rows = [cross(board[start : start + size], laws.height) for start in range(0, size * size, size)]
        from_columns = [cross(board[start::size], laws.height) for start in range(size)]
        lines = [_row(laws, board, at, from_columns) for at in range(size)]
        lines += [_column(laws, board, at, from_rows) for at in range(size)]
        return cls(laws, board, from_rows, from_columns, lines)

    def after(self, play: Found) -> Position:
        """The position after a play; lines that it leaves as they were are shared."""
        laws, size = self.laws, self.laws.size
        tiles: Mapping[int, str] = play.placements(size)
        stacks = list(self.board)
        for cell, tile in tiles.items():
            stacks[cell] += tile
        board = tuple(stacks)
        rows = {cell // size for cell in tiles}
        columns = {cell % size for cell in tiles}
        from_rows, from_columns = self.from_rows.copy(), self.from_columns.copy()
        stale_columns, stale_rows = set(columns), set(rows)
        cross = laws.generator.crossings.of
        for at in rows:
            new = cross(board[at * size : at * size + size], laws.height)
            stale_columns |= _differ(from_rows[at], new, size)
            from_rows[at] = new
        for at in columns:
            new = cross(board[at::size], laws.height)
            stale_rows |= _differ(from_columns[at], new, size)
            from_columns[at] = new
        lines = self.lines.copy()
        for at in stale_rows:
            lines[at] = _row(laws, board, at, from_columns)
        for at in stale_columns:
            lines[size + at] = _column(laws, board, at, from_rows)
        return Position(laws, board, from_rows, from_columns, lines)

    def best(self, rack: str) -> Found | None:
        """The play with the highest score, the first of equals; None when there is none. ``rack`` must be sorted."""
        if not rack:
            return None
        laws, best = self.laws, None
        most = 0
        if not any(self.board):
            return max(self.every(rack), key=lambda play: play.score, default=None)
        if self._order is None:
            self._order = sorted(self.lines, key=lambda line: -line.squares.most)
        for line in self._order:
            found = line.better(laws, rack, most)
            if found is not None:
                best, most = found, found.score
        return best

    def every(self, rack: str) -> list[Found]:
        """Every play, each once."""
        if not rack:
            return []
        laws = self.laws
        if any(self.board):
            return [play for line in self.lines for play in line.find_all(laws, rack)]
        return laws.generator.plays(self.board, rack, bingo=laws.bingo)


def _row(laws: Laws, board: Board, at: int, across: list[Crossing]) -> KnownLine:
    size = laws.size
    return KnownLine(line_of(board[at * size : at * size + size], at, across, at * size, 1, ALL), laws)


def _column(laws: Laws, board: Board, at: int, across: list[Crossing]) -> KnownLine:
    return KnownLine(line_of(board[at :: laws.size], at, across, at, laws.size, ALL), laws)


def _differ(one: Crossing, other: Crossing, size: int) -> set[int]:
    """Where two crossings differ: the lines across there have to be looked at again."""
    return {
        at
        for at in range(size)
        if one.allowed[at] != other.allowed[at]
        or one.points[at] != other.points[at]
        or one.bonus[at] != other.bonus[at]
        or one.plain[at] != other.plain[at]
    }


def without(rack: str, play: Found) -> str:
    """The rack without the tiles of a play.

    >>> without("AELST", Found(8, 0, False, "A.E"))
    'LST'
    """
    for tile in play.tiles:
        if tile != ".":
            rack = rack.replace(tile, "", 1)
    return rack


# --- the best play on one line --------------------------------------------------------------------


_QU = BIT["Q"]
_LAST_S = BIT["S"]
_LETTER = {bit: letter for letter, bit in BIT.items()}

Kept = tuple[int, int, int, str]
"""(score, offset of the first new tile, bits of the squares laid on from there, tiles)."""


class Graph:
    """A word graph by masks: ``onward`` letters of a node, ``ends`` where a word ends, children by bit on demand."""

    __slots__ = ("_edges", "children", "ends", "onward", "root")

    def __init__(self, generator: Generator) -> None:
        self._edges, self.ends, self.root, self.onward = generator.graph
        self.children: list[dict[int, int] | None] = [None] * len(self._edges)

    def open(self, node: int) -> dict[int, int]:
        """The children of a node by the bit of their letter."""
        made = self.children[node] = {bit: child for _, bit, child in self._edges[node]}
        return made


class Squares(NamedTuple):
    """A line with its old words, where they may not be covered, and an upper bound on the score of a word on it."""

    line: Line
    old: tuple[int, ...]
    most: int


def measured(line: Line, cover: bool) -> Squares:
    """The line with its old words and its bound."""
    return Squares(line, old_words(line.tops) if cover else (), max(_room(line, -1)))


def _room(line: Line, letters: int) -> list[int]:
    """From each square on: the most that the squares up to the next that cannot be filled add, with these letters."""
    size = len(line.heights)
    room = [0] * (size + 1)
    more = 0
    heights, allowed, points, bonus = line.heights, line.allowed, line.points, line.bonus
    for at in range(size - 1, -1, -1):
        height = heights[at]
        if allowed[at] & letters:
            more += height + 1 + points[at] + bonus[at] + (height < 2)
        elif height:
            more += height + (height < 2)
        else:
            more = 0
        room[at] = more
    return room


def best_on_line(
    graph: Graph, squares: Squares, starts: list[int], rack: str, floor: int, tiles: int, bingo: int, plural: bool
) -> Kept | None:
    """The first play with the highest score above ``floor`` with at most ``tiles`` tiles, None when there is none."""
    line, old = squares[:2]
    tops, heights, allowed, points, bonus, plain, touching = line[:7]
    children, onward, ends, opened = graph.children, graph.onward, graph.ends, graph.open
    down = line.step > 1
    counts: dict[int, int] = {}
    for letter in rack:
        bit = BIT[letter]
        counts[bit] = counts.get(bit, 0) + 1
    letters = sum(counts)
    room = _room(line, letters)
    most, start = floor, 0
    kept: Kept | None = None
    # What a word may score beyond its squares: twice when flat (counted as it grows), Qu, all seven tiles.
    slack = 2 if _QU in counts or _QU in tops else 0
    if tiles >= RACK and len(rack) >= RACK:
        slack += bingo

    def accept(end: int, placed: int, laid: str, total: int, crosses: int) -> None:
        nonlocal most, kept
        length = end - start
        qu, total = divmod(total, QU_IN_WORD)
        score = crosses + (total if total > length else 2 * length + (2 if qu else 0))
        if len(laid) == RACK:
            score += bingo
        if score <= most:
            return
        for word in old:
            if placed & word == word:
                return
        at = (placed & -placed).bit_length() - 1
        if len(laid) == 1:
            if down and points[at]:
                return  # found in its row
            ends_word = at == end - 1 and length > 2 and not tops[at] and tops[at - 1] != _LAST_S
            if plural and laid == "S" and ends_word and plain[at]:
                return
        most = score
        kept = (score, at, placed >> at, laid)

    def go(at: int, node: int, placed: int, laid: str, have: int, total: int, crosses: int, touched: bool) -> None:
        after = at + 1
        top, then = tops[at], tops[after]
        height = heights[at]
        down_there = children[node] or opened(node)
        next_mask = allowed[after]
        if top & onward[node]:
            child = down_there[top]
            summed = total + height + (QU_IN_WORD if top == _QU else 0)
            if placed and not then and ends[child]:
                accept(after, placed, laid, summed, crosses)
            if (
                onward[child] & (next_mask & have | then)
                and crosses + summed + room[after] + after - start + slack > most
            ):
                go(after, child, placed, laid, have, summed, crosses, True)
        able = allowed[at] & have & onward[node]
        if not able or len(laid) >= tiles:
            return
        touched = touched or touching[at]
        spots = placed | 1 << at
        gained = crosses + points[at]
        summed = total + height + 1
        worthwhile = gained + bonus[at] + summed + room[after] + after - start + slack > most
        while able:
            bit = able & -able
            able ^= bit
            child = down_there[bit]
            if bit == _QU:
                lettered, added = summed + QU_IN_WORD, gained + bonus[at]
            else:
                lettered, added = summed, gained
            if touched and not then and ends[child]:
                accept(after, spots, laid + _LETTER[bit], lettered, added)
            if worthwhile:
                held = counts[bit]
                rest = have if held > 1 else have ^ bit
                if onward[child] & (next_mask & rest | then):
                    counts[bit] = held - 1
                    go(after, child, spots, laid + _LETTER[bit], rest, lettered, added, touched)
                    counts[bit] = held

    root = graph.root
    for start in starts:
        if room[start] + slack > most:
            go(start, root, 0, "", letters, 0, 0, False)
    return kept
