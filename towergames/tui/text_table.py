"""Tables of text: a :class:`TextTable` gives each :class:`Column` its cells and draws rows of :class:`Cell`. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Spot
from towergames.core.contract import Seat
from towergames.core.text import cell_width
from towergames.tui.paint import MUTED, SELECTED, TEXT, WARN, Rect, badge, put, scrollbar

BADGE_CELLS = 3
"""Cells of a player's badge and the blank after it."""
MARK_CELLS = 2
"""Cells before the first column, where the marked row has its sign."""


class Column(NamedTuple):
    """A column with its heading, and ``gap`` blank cells after it.

    A column with a ``share`` gets that part of the cells left over, up to ``most`` cells in all. ``optional`` columns
    are left out where the widths have no room, the first one first; then columns with a share become narrower. With
    ``badges`` the heading is above the texts after the badges.
    """

    heading: str = ""
    width: int = 0
    right: bool = False
    gap: int = 1
    share: int = 0
    most: int = 1000
    optional: bool = False
    badges: bool = False


class Cell(NamedTuple):
    """The text of one cell, after the badge of ``seat``. The last of ``shorter`` that is needed replaces a long text.

    ``tail`` is a warning after the text; it stays whole where the text is cut.
    """

    text: str = ""
    ink: Ink = TEXT
    seat: Seat | None = None
    shorter: tuple[str, ...] = ()
    tail: str = ""


class TableRow(NamedTuple):
    """A row of a list: the key and the tooltip of its spot, and its cells."""

    key: str
    tooltip: str
    cells: Sequence[Cell]


class TextTable:
    """Columns on ``width`` cells from ``x`` on. Rows have a cell for every column; left out columns show none."""

    def __init__(self, columns: Sequence[Column], width: int, *, x: int = 0, margin: int = MARK_CELLS) -> None:
        self._columns = columns
        self._x = x
        self._width = width
        kept = list(range(len(columns)))
        spare = width - margin - sum(column.width + column.gap for column in columns)
        for number, column in enumerate(columns):
            if spare < 0 and column.optional:
                kept.remove(number)
                spare += column.width + column.gap
        shares = sum(columns[number].share for number in kept)
        self._places: list[tuple[int, int, int]] = []
        """Number, x and cells of each column that is shown."""
        x += margin
        for number in kept:
            column = columns[number]
            cells = column.width
            if column.share:
                cells = max(0, min(column.most, cells + round(spare * column.share / shares)))
                spare -= cells - column.width
                shares -= column.share
            self._places.append((number, x, cells))
            x += cells + column.gap

    @property
    def left_out(self) -> int:
        """How many columns have no room."""
        return len(self._columns) - len(self._places)

    def start(self, number: int) -> int:
        """The x of the heading of a column that is shown."""
        column = self._columns[number]
        x, cells = next((x, cells) for shown, x, cells in self._places if shown == number)
        return x + cells - len(column.heading) if column.right else x

    def draw_headings(self, canvas: Canvas, y: int, ink: Ink = MUTED) -> None:
        """Write the headings, aligned as the columns are."""
        for number, x, cells in self._places:
            column = self._columns[number]
            indent = BADGE_CELLS if column.badges else 0
            _write(canvas, x + indent, y, cells - indent, Cell(column.heading, ink), ink, column.right)

    def draw_row(self, canvas: Canvas, y: int, cells: Sequence[Cell], *, marked: bool = False) -> None:
        """Write a row; the marked one has a sign and a ground of its own."""
        if marked:
            canvas.fill(self._x, y, self._width, 1, " ", SELECTED)
            canvas.put(self._x, y, ">", SELECTED)
        for number, x, room in self._places:
            cell = cells[number]
            _write(canvas, x, y, room, cell, SELECTED if marked else cell.ink, self._columns[number].right)

    def draw_list(
        self, canvas: Canvas, room: Rect, count: int, marked: int, offset: int, row_at: Callable[[int], TableRow]
    ) -> list[Spot]:
        """Draw the rows that fit from ``offset`` on, with a scrollbar at the right edge. Return their spots."""
        spots = []
        for number in range(offset, min(count, offset + room.height)):
            y = room.y + number - offset
            row = row_at(number)
            self.draw_row(canvas, y, row.cells, marked=number == marked)
            spots.append(Spot(row.key, room.x, y, room.width, 1, row.tooltip))
        scrollbar(canvas, room.x + room.width - 1, room, offset, count)
        return spots


def _write(canvas: Canvas, x: int, y: int, room: int, cell: Cell, ink: Ink, right: bool) -> None:
    """Write the badge, the text and the tail of a cell into ``room`` cells."""
    if cell.seat is not None and not cell.text and right:
        badge(canvas, x + room - BADGE_CELLS + 1, y, cell.seat, ink.bg)
        return
    if cell.seat is not None:
        badge(canvas, x, y, cell.seat, ink.bg)
        x, room = x + BADGE_CELLS, room - BADGE_CELLS
    text, room = cell.text, room - len(cell.tail)
    for shorter in cell.shorter:
        if cell_width(text) > room:
            text = shorter
    end = put(canvas, x + max(0, room - cell_width(text)) if right else x, y, text, room, ink)
    if cell.tail:
        canvas.put(end, y, cell.tail, ink if ink == SELECTED else WARN)
