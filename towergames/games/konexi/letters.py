"""The 26 letters as data: which cells each has, and where its plugs and sockets are. Read from ``letters.toml``.

A cell is (x, y), x to the right and y up. A side is a number: 0 right, 1 up, 2 left, 3 down, so that a quarter turn
counter-clockwise adds one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WIDTH, HEIGHT = 5, 7
"""The cells of a letter that stands upright."""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Side -> the way to the neighbouring cell."""

_MARKS = {
    ">": (0, True),
    "^": (1, True),
    "<": (2, True),
    "v": (3, True),
    "[": (0, False),
    "u": (1, False),
    "]": (2, False),
    "n": (3, False),
}
"""Mark of a cell with a connector -> its side, and whether it is a plug."""

Cell = tuple[int, int]


class Connector(NamedTuple):
    """A plug or a socket on one side of a cell."""

    x: int
    y: int
    side: int
    plug: bool

    @property
    def beyond(self) -> Cell:
        """The cell that it faces."""
        dx, dy = STEPS[self.side]
        return self.x + dx, self.y + dy


@dataclass(frozen=True)
class Shape:
    """A letter in one of its eight poses. Its lowest cells have y = 0, its leftmost x = 0; all rows are sorted."""

    letter: str
    turn: int
    flip: bool
    cells: tuple[Cell, ...]
    connectors: tuple[Connector, ...]

    @property
    def width(self) -> int:
        """Columns of cells."""
        return 1 + max(x for x, _ in self.cells)

    @property
    def height(self) -> int:
        """Rows of cells."""
        return 1 + max(y for _, y in self.cells)

    def count(self, *, plugs: bool) -> int:
        """How many plugs, or sockets, it has."""
        return sum(connector.plug == plugs for connector in self.connectors)


@dataclass(frozen=True, slots=True)
class Plastic:
    """What letters are made of: the side of a cell and the thickness in micrometres, the mass of a cell in mg."""

    cell_um: int
    thick_um: int
    cell_mg: int


def is_word(text: Any) -> bool:
    """Whether it is 1 to 26 capital letters.

    >>> is_word("RULE"), is_word("rule"), is_word("")
    (True, False, False)
    """
    return type(text) is str and 1 <= len(text) <= len(ALPHABET) and not set(text) - set(ALPHABET)


def names(letters: str) -> str:
    """Letters in a sentence.

    >>> names("A"), names("ABC")
    ('A', 'A, B and C')
    """
    return letters if len(letters) < 2 else f"{', '.join(letters[:-1])} and {letters[-1]}"


def upright(letter: str) -> Shape:
    """The letter as it is read. Raises KeyError for anything but one of the 26."""
    return _shelf()[letter]


@cache
def shape(letter: str, turn: int = 0, flip: bool = False) -> Shape:
    """The letter turned over (with ``flip``) and then turned ``turn`` quarters counter-clockwise.

    >>> shape("L").cells[:2], shape("L", 1).width
    (((0, 0), (0, 1)), 7)
    """
    plain = upright(letter)
    moved = [_moved(cell, turn, flip) for cell in plain.cells]
    left, low = min(x for x, _ in moved), min(y for _, y in moved)
    connectors = []
    for one in plain.connectors:
        x, y = _moved((one.x, one.y), turn, flip)
        side = 2 - one.side if flip and one.side in (0, 2) else one.side
        connectors.append(Connector(x - left, y - low, (side + turn) % 4, one.plug))
    cells = sorted((x - left, y - low) for x, y in moved)
    return Shape(letter, turn % 4, flip, tuple(cells), tuple(sorted(connectors)))


def poses(letter: str) -> tuple[Shape, ...]:
    """All eight poses: upright and turned, then turned over."""
    return tuple(shape(letter, turn, flip) for flip in (False, True) for turn in range(4))


def mass(letter: str) -> int:
    """What the letter weighs, in milligrams: plugs are as heavy as sockets are light, so cells alone count."""
    return len(upright(letter).cells) * plastic().cell_mg


@cache
def plastic() -> Plastic:
    """The measures of the plastic."""
    data = _read()["plastic"]
    return Plastic(int(data["cell_um"]), int(data["thick_um"]), int(data["cell_mg"]))


def read_drawing(letter: str, drawing: str) -> Shape:
    """The letter drawn in the file's marks. Raises ValueError that names the row."""
    rows = drawing.split()
    if len(rows) != HEIGHT:
        raise ValueError(f"{letter}: a letter has {HEIGHT} rows, not {len(rows)}")
    cells: list[Cell] = []
    connectors: list[Connector] = []
    for number, row in enumerate(rows):
        if len(row) != WIDTH or set(row) - set(_MARKS) - {".", "#"}:
            raise ValueError(f"{letter}: row {number + 1} is not {WIDTH} of the marks . # {' '.join(_MARKS)}")
        y = HEIGHT - 1 - number
        for x, mark in enumerate(row):
            if mark != ".":
                cells.append((x, y))
            if mark in _MARKS:
                connectors.append(Connector(x, y, *_MARKS[mark]))
    for connector in connectors:
        if connector.beyond in cells:
            raise ValueError(f"{letter}: the connector in row {HEIGHT - connector.y} points into the letter")
    return Shape(letter, 0, False, tuple(sorted(cells)), tuple(sorted(connectors)))


def _moved(cell: Cell, turn: int, flip: bool) -> Cell:
    x, y = (-cell[0], cell[1]) if flip else cell
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


@cache
def _shelf() -> dict[str, Shape]:
    drawings = _read()["letters"]
    return {letter: read_drawing(letter, str(drawings[letter])) for letter in ALPHABET}


@cache
def _read() -> dict[str, dict[str, Any]]:
    text = resources.files("towergames.games.konexi").joinpath("letters.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
