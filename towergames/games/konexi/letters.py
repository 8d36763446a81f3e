"""The 26 letters as data: their cells, plugs and sockets, read from ``letters.toml``.

A cell is (x, y), x to the right and y up. A side is a number: 0 right, 1 up, 2 left, 3 down. A quarter turn
counter-clockwise adds one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WIDTH, HEIGHT = 5, 7
"""The size of an upright letter in cells."""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Side -> the step to the neighbouring cell."""

_PLUGS, _SOCKETS = ">^<v", "[u]n"
"""The marks of a cell with a plug or a socket, by side."""

Cell = tuple[int, int]


class Connector(NamedTuple):
    """A plug or a socket on one side of a cell."""

    x: int
    y: int
    side: int
    plug: bool

    @property
    def beyond(self) -> Cell:
        """The neighbouring cell on the connector's side."""
        dx, dy = STEPS[self.side]
        return self.x + dx, self.y + dy


@dataclass(frozen=True)
class LetterShape:
    """A letter in one of its eight poses. Its lowest cells have y = 0, its leftmost cells x = 0; all rows
    are sorted.
    """

    letter: str
    turn: int
    flip: bool
    cells: tuple[Cell, ...]
    connectors: tuple[Connector, ...]

    @cached_property
    def width(self) -> int:
        return 1 + max(x for x, _ in self.cells)

    @cached_property
    def height(self) -> int:
        return 1 + max(y for _, y in self.cells)

    @cached_property
    def moments(self) -> Cell:
        """The sums of the places of all cells to the right and up, in half cells."""
        return sum(2 * x + 1 for x, _ in self.cells), sum(2 * y + 1 for _, y in self.cells)


@dataclass(frozen=True, slots=True)
class Plastic:
    """The material of the letters: side of a cell and thickness in micrometres, mass of a cell in mg."""

    cell_um: int
    thick_um: int
    cell_mg: int


def is_word(text: Any) -> bool:
    """Whether ``text`` is 1 to 26 capital letters.

    >>> is_word("RULE"), is_word("rule"), is_word("")
    (True, False, False)
    """
    return type(text) is str and 1 <= len(text) <= len(ALPHABET) and not set(text) - set(ALPHABET)


def upright(letter: str) -> LetterShape:
    """The letter as it is read. Raises KeyError for anything but one of the 26 letters."""
    return _UPRIGHT[letter]


@cache
def shape(letter: str, turn: int = 0, flip: bool = False) -> LetterShape:
    """The letter turned over (with ``flip``) and then turned ``turn`` quarters counter-clockwise.

    >>> shape("L").cells[:2], shape("L", 1).width
    (((0, 0), (0, 1)), 7)
    """
    plain = upright(letter)
    moved = [in_pose(cell, turn, flip) for cell in plain.cells]
    left, low = min(x for x, _ in moved), min(y for _, y in moved)
    connectors = []
    for one in plain.connectors:
        x, y = in_pose((one.x, one.y), turn, flip)
        side = 2 - one.side if flip and one.side in (0, 2) else one.side
        connectors.append(Connector(x - left, y - low, (side + turn) % 4, one.plug))
    cells = sorted((x - left, y - low) for x, y in moved)
    return LetterShape(letter, turn % 4, flip, tuple(cells), tuple(sorted(connectors)))


def in_pose(point: Cell, turn: int, flip: bool) -> Cell:
    """Turn a point over about the upright axis (with ``flip``) and then about (0, 0)."""
    x, y = (-point[0], point[1]) if flip else point
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


def poses(letter: str) -> tuple[LetterShape, ...]:
    """All eight poses: the four upright turns, then the four turns of the flipped letter."""
    return tuple(shape(letter, turn, flip) for flip in (False, True) for turn in range(4))


def mass(letter: str) -> int:
    """The mass of the letter in milligrams. Plugs and sockets cancel out, so only cells count."""
    return len(upright(letter).cells) * PLASTIC.cell_mg


def _read(letter: str, drawing: str) -> LetterShape:
    """Read a letter from its drawing, which has the highest row first."""
    marks = {(x, HEIGHT - 1 - y): mark for y, row in enumerate(drawing.split()) for x, mark in enumerate(row)}
    connectors = [
        Connector(x, y, kind.index(mark), kind is _PLUGS)
        for (x, y), mark in marks.items()
        for kind in (_PLUGS, _SOCKETS)
        if mark in kind
    ]
    cells = sorted(cell for cell, mark in marks.items() if mark != ".")
    return LetterShape(letter, 0, False, tuple(cells), tuple(sorted(connectors)))


_DATA = tomllib.loads(resources.files(__package__).joinpath("letters.toml").read_text(encoding="utf-8"))
PLASTIC = Plastic(**_DATA["plastic"])
_UPRIGHT = {letter: _read(letter, drawing) for letter, drawing in _DATA["letters"].items()}
