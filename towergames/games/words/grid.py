"""The board: lines of squares, the words that a play forms, and what they score."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

COLUMNS = "abcdefghij"

Board = tuple[str, ...]
"""One stack a square, row by row; see :mod:`towergames.games.words.model`."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the board: its squares in reading order, its tiles (``Q`` for Qu), and what it scores.

    ``flat`` is true when every stack is one tile high; ``qu`` are the bonus points for the Qu tile, part of ``points``.
    """

    cells: tuple[int, ...]
    down: bool
    tiles: str
    flat: bool
    points: int
    qu: int

    @property
    def text(self) -> str:
        return spell(self.tiles)


def spell(tiles: str) -> str:
    """Tiles as letters.

    >>> spell("QIT")
    'QUIT'
    """
    return tiles.replace("Q", "QU")


def show_tile(tile: str) -> str:
    """A tile as people see it: ``A``, ``Qu``."""
    return "Qu" if tile == "Q" else tile


def show_rack(tiles: str) -> str:
    """Some tiles as people see them.

    >>> show_rack("AQZ")
    'A Qu Z'
    """
    return " ".join(map(show_tile, tiles))


def show_tiles(tiles: str) -> str:
    """Many tiles, each letter with its number, in the order of the alphabet.

    >>> show_tiles("EAEQ")
    'A 1, E 2, Qu 1'
    """
    return ", ".join(f"{show_tile(tile)} {tiles.count(tile)}" for tile in sorted(set(tiles)))


def size_of(board: Board) -> int:
    """The number of squares on a side."""
    return 8 if len(board) == 64 else 10


def square(cell: int, size: int) -> str:
    """The name of a square, column letter first.

    >>> square(42, 10)
    'c5'
    """
    return f"{COLUMNS[cell % size]}{cell // size + 1}"


def read_square(name: str, size: int) -> int | None:
    """The square of a name such as ``c5``, None when the board has no such square."""
    named = re.fullmatch("([a-j])([0-9]{1,2})", name)
    if named is None:
        return None
    row, col = int(named[2]) - 1, COLUMNS.index(named[1])
    return row * size + col if 0 <= row < size and col < size else None


def spot(cell: int, size: int) -> str:
    """The spot key of a square: ``cell:c5``."""
    return f"cell:{square(cell, size)}"


@cache
def centre(size: int) -> frozenset[int]:
    """The four squares in the middle.

    >>> sorted(centre(10))
    [44, 45, 54, 55]
    """
    low = size // 2 - 1
    return frozenset(row * size + col for row in (low, low + 1) for col in (low, low + 1))


@cache
def neighbours(cell: int, size: int) -> tuple[int, ...]:
    """The squares that share an edge with a square."""
    row, col = divmod(cell, size)
    beside = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * size + c for r, c in beside if 0 <= r < size and 0 <= c < size)


def without(rack: str, tiles: str) -> str:
    """The rack without some of its tiles, such as those of a play.

    >>> without("AELST", "A.E")
    'LST'
    """
    for tile in tiles:
        rack = rack.replace(tile, "", 1)
    return rack


def with_tiles(rack: str, tiles: str) -> str:
    """The rack with some tiles more, sorted."""
    return "".join(sorted(rack + tiles))


def place_tiles(board: Board, tiles: Mapping[int, str]) -> Board:
    """The board with a tile more on each of some squares."""
    stacks = list(board)
    for cell, tile in tiles.items():
        stacks[cell] += tile
    return tuple(stacks)


def remove_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """The board with the top tile of each of some squares taken away."""
    stacks = list(board)
    for cell in cells:
        stacks[cell] = stacks[cell][:-1]
    return tuple(stacks)


def run(board: Board, cell: int, down: bool) -> tuple[int, ...]:
    """The unbroken squares with tiles through ``cell`` across or down, in reading order; () when it is empty."""
    if not board[cell]:
        return ()
    size = size_of(board)
    step = size if down else 1
    line = cell % size if down else cell - cell % size
    last = line + step * (size - 1)
    start = end = cell
    while start > line and board[start - step]:
        start -= step
    while end < last and board[end + step]:
        end += step
    return tuple(range(start, end + 1, step))


def formed(board: Board, tiles: Mapping[int, str]) -> tuple[Word, ...]:
    """U-7: the words of two tiles or more that laying ``tiles`` (square -> tile, all in one line) forms or changes.

    The word along the line first, then those across it in reading order; of a single tile's the one across first.
    """
    after = place_tiles(board, tiles)
    cells = sorted(tiles)
    size = size_of(board)
    down = len(cells) > 1 and cells[0] % size == cells[-1] % size
    found = [read(after, run(after, cells[0], down), down)]
    found += [read(after, run(after, cell, not down), not down) for cell in cells]
    return tuple(word for word in found if len(word.cells) > 1)


def bracketed(word: Word, laid: Collection[int]) -> str:
    """A word of a play as players of word games write it: letters that were there before are in brackets.

    >>> bracketed(Word((42, 43, 44, 45), False, "WOOL", True, 8, 0), {42, 45})
    'W(OO)L'
    >>> bracketed(Word((42, 43, 44), False, "QIT", True, 8, 2), {43, 44})
    '(QU)IT'
    """
    text = "".join(
        spell(tile) if cell in laid else f"({spell(tile)})" for cell, tile in zip(word.cells, word.tiles, strict=True)
    )
    return text.replace(")(", "")


def read(board: Board, cells: tuple[int, ...], down: bool) -> Word:
    """R-17, R-18, R-19: the word on some squares and its points; a flat word's Qu brings two more."""
    stacks = [board[cell] for cell in cells]
    tiles = "".join(stack[-1] for stack in stacks)
    total = sum(map(len, stacks))
    if total > len(cells):
        return Word(cells, down, tiles, False, total, 0)
    qu = 2 if "Q" in tiles else 0
    return Word(cells, down, tiles, True, 2 * total + qu, qu)
