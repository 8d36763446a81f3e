"""Small drawing helpers that all screens share. All is cut to its room, so nothing overflows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.palette import IDENTITIES, Identity
from towergames.core.contract import Seat
from towergames.core.text import cell_width, fit

TEXT = Ink("text")
BOLD = Ink("text", bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
TITLE = Ink("accent", bold=True)
WARN = Ink("warn", bold=True)
GOOD = Ink("good")
BAD = Ink("bad")
BAR = Ink("text", "card")
BAR_BOLD = Ink("text", "card", bold=True)
BAR_MUTED = Ink("muted", "card")
SELECTED = Ink("text", "select", bold=True)
LAST = Ink("last", bold=True)


@dataclass(frozen=True, slots=True)
class Rect:
    """A room on the canvas, in cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def bottom(self) -> int:
        """The row below the last."""
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def put(canvas: Canvas, x: int, y: int, text: str, cells: int, ink: Ink = TEXT) -> int:
    """Write at most ``cells`` cells of the text, a cut marked with ``~``; the column after what was written."""
    if cells <= 0:
        return x
    return canvas.put(x, y, fit(text, cells) if cell_width(text) > cells else text, ink)


def heading(canvas: Canvas, room: Rect, title: str) -> Rect:
    """A rule with a title on the room's first row; the room left below it."""
    canvas.put(room.x, room.y, "─" * room.width, LINE)
    put(canvas, room.x + 1, room.y, f" {title} ", room.width - 2, TITLE)
    return Rect(room.x, room.y + 1, room.width, max(0, room.height - 1))


def bar(canvas: Canvas, y: int, left: str, right: str = "") -> None:
    """A whole row on the card's surface: bold on the left, the rest right-aligned where there is room."""
    width = canvas.width
    canvas.fill(0, y, width, 1, " ", BAR)
    end = put(canvas, 1, y, left, width - 2, BAR_BOLD)
    room = width - end - 3
    if right and room >= 8:
        shown = fit(right, room) if cell_width(right) > room else right
        canvas.put(width - 1 - cell_width(shown), y, shown, BAR)


def identity(seat: Seat) -> Identity:
    """How a seat is told from the others without colour."""
    return IDENTITIES[seat % len(IDENTITIES)]


def badge(canvas: Canvas, x: int, y: int, seat: Seat, bg: str = "") -> int:
    """A seat's shape in its colour and its number on a plate; the column after them."""
    who = identity(seat)
    x = canvas.put(x, y, who.shape, Ink(who.role, bg, bold=True))
    return canvas.put(x, y, who.number, Ink("ink", who.role, bold=True))


def wrap(text: str, cells: int, hang: int = 0) -> list[str]:
    """The text in lines of at most ``cells`` cells, broken at blanks; blank lines between paragraphs stay.

    Later lines of a paragraph are indented by ``hang``.

    >>> wrap("one two three", 7)
    ['one two', 'three']
    >>> wrap("Ann builds OFFICE", 10, hang=2)
    ['Ann builds', '  OFFICE']
    """
    cells = max(1, cells)  # a window can be narrower than its margins for a moment
    hang = min(hang, max(0, cells - 2))
    return [line for paragraph in text.split("\n") for line in _paragraph(paragraph, cells, hang)]


def _paragraph(text: str, cells: int, hang: int) -> list[str]:
    lines: list[str] = []
    line, used = "", 0
    for word in text.split():
        if line.strip() and used + 1 + cell_width(word) <= cells:
            line, used = f"{line} {word}", used + 1 + cell_width(word)
            continue
        if line.strip():
            lines.append(line)
            line, used = " " * hang, hang
        while cell_width(word) > cells - used and len(word) > 1:
            head = _head(word, cells - used)
            lines.append(line + head)
            line, used, word = " " * hang, hang, word[len(head) :]
        line, used = line + word, used + cell_width(word)
    return [*lines, line]


def _head(word: str, cells: int) -> str:
    """As much of the word as fits; at least one character, so that it gets shorter."""
    end = 1
    while end < len(word) - 1 and cell_width(word[: end + 1]) <= cells:
        end += 1
    return word[:end]


def scroll_to(offset: int, selected: int, rows: int, count: int) -> int:
    """The first row to show so that ``selected`` is among ``rows`` shown rows, moved as little as possible."""
    rows = max(1, rows)
    offset = min(max(offset, selected - rows + 1), selected)
    return max(0, min(offset, count - rows))


def scrollbar(canvas: Canvas, x: int, room: Rect, offset: int, count: int) -> None:
    """A bar at the right edge that says which part of a longer list is shown; nothing when all of it is."""
    if count <= room.height or room.height < 2:
        return
    size = max(1, room.height * room.height // count)
    top = (room.height - size) * offset // max(1, count - room.height)
    for row in range(room.height):
        inside = top <= row < top + size
        canvas.put(x, room.y + row, "█" if inside else "│", MUTED if inside else LINE)


def paragraphs(canvas: Canvas, room: Rect, lines: Iterable[str], ink: Ink = TEXT, skip: int = 0) -> int:
    """Write lines from the ``skip``-th into the room; how many there are in all."""
    listed = list(lines)
    for row, line in enumerate(listed[skip : skip + room.height]):
        put(canvas, room.x, room.y + row, line, room.width, ink)
    return len(listed)


# --- score curves: a line of blocks a player, so that no colour is needed to tell them apart ---------------

EIGHTHS = " ▁▂▃▄▅▆▇█"


def heights(curve: Sequence[int], width: int, top: int, rows: int) -> list[int]:
    """For each of ``width`` columns the bar's height in eighths of a row, ``rows`` rows being ``top`` points.

    >>> heights((0, 1, 2, 4), 4, 4, 1)
    [0, 2, 4, 8]
    """
    last = len(curve) - 1
    values = [curve[round(column * last / max(1, width - 1))] for column in range(width)]
    return [max(0, round(value * 8 * rows / max(1, top))) for value in values]


def draw_curves(canvas: Canvas, room: Rect, names: Sequence[str], curves: Sequence[Sequence[int]], at: int) -> None:
    """A curve a player, all to the same scale; what lies after ``at`` is muted, the points at ``at`` stand behind."""
    seats = len(names)
    if not seats or room.height < 1:
        return
    rows = max(1, min(4, room.height // seats))
    label = min(max(len(name) for name in names), 10 if room.width < 60 else 16) + 4
    width = room.width - label - 5
    if width < 4:
        return
    top = max((max(curve) for curve in curves), default=1)
    length = max(1, len(curves[0]) - 1)
    now = round(at * (width - 1) / length)
    for seat in range(min(seats, room.height // rows)):
        y = room.y + seat * rows
        badge(canvas, room.x, y + rows - 1, seat)
        canvas.put(room.x + 3, y + rows - 1, fit(names[seat], label - 4), TEXT)
        _draw_one(canvas, Rect(room.x + label, y, width, rows), seat, heights(curves[seat], width, top, rows), now)
        canvas.put(room.x + label + width + 1, y + rows - 1, str(curves[seat][at]).rjust(3), BOLD)


def _draw_one(canvas: Canvas, room: Rect, seat: int, bars: Sequence[int], now: int) -> None:
    colour = Ink(IDENTITIES[seat % len(IDENTITIES)].role)
    for column, height in enumerate(bars):
        ink = colour if column <= now else MUTED
        for row in range(room.height):
            part = max(0, min(8, height - 8 * (room.height - 1 - row)))
            if part:
                canvas.put(room.x + column, room.y + row, EIGHTHS[part], ink)
    # A base line where nothing has been scored yet, and the cursor as a stroke through every curve.
    for column, height in enumerate(bars):
        if not height:
            canvas.put(room.x + column, room.y + room.height - 1, "_", MUTED)
    for row in range(room.height):
        if bars[now] <= 8 * (room.height - 1 - row):
            canvas.put(room.x + now, room.y + row, "│", TEXT)
        canvas.paint(room.x + now, room.y + row, 1, 1, Ink("cursor", "select", bold=True))
