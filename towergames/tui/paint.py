"""Drawing functions that all screens share. All of them cut to their room, so that nothing overflows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from towergames.board.canvas import Canvas, Ink
from towergames.board.canvas import Rect as Rect
from towergames.board.palette import IDENTITIES, Identity
from towergames.core.text import cell_width, fit

if TYPE_CHECKING:
    from towergames.board.picture import Style
    from towergames.core.contract import Seat

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


GRADES = {"first": "▂", "good": "▄", "rare": "█"}
PLAIN_GRADES = {"first": ".", "good": "+", "rare": "*"}
"""The signs of the grades of achievements, full and in ASCII."""


def grade_sign(grade: str, style: Style) -> str:
    """The sign of a grade of achievements."""
    return PLAIN_GRADES[grade] if style.ascii_only else GRADES[grade]


def put(canvas: Canvas, x: int, y: int, text: str, cells: int, ink: Ink = TEXT) -> int:
    """Write at most ``cells`` cells of the text, a cut marked with ``~``. Return the column after the text."""
    if cells <= 0:
        return x
    return canvas.put(x, y, fit(text, cells) if cell_width(text) > cells else text, ink)


def heading(canvas: Canvas, room: Rect, title: str) -> Rect:
    """Draw a rule with a title on the first row. Return the room below it."""
    canvas.put(room.x, room.y, "─" * room.width, LINE)
    put(canvas, room.x + 1, room.y, f" {title} ", room.width - 2, TITLE)
    return Rect(room.x, room.y + 1, room.width, max(0, room.height - 1))


def bar(canvas: Canvas, y: int, left: str, right: str = "") -> None:
    """Draw the bar of a screen: ``left`` in bold, and ``right`` at the right end where there is room."""
    width = canvas.width
    canvas.fill(0, y, width, 1, " ", BAR)
    end = put(canvas, 1, y, left, width - 2, BAR_BOLD)
    room = width - end - 3
    if right and room >= 8:
        shown = fit(right, room) if cell_width(right) > room else right
        canvas.put(width - 1 - cell_width(shown), y, shown, BAR)


def identity(seat: Seat) -> Identity:
    """The shape, number and role that distinguish a seat from the others."""
    return IDENTITIES[seat % len(IDENTITIES)]


def badge(canvas: Canvas, x: int, y: int, seat: Seat, bg: str = "") -> int:
    """Draw the shape of a seat in its colour, and its number on a plate. Return the column after them."""
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
    """Cut a word to ``cells`` cells, but not to nothing: a wrap must go on."""
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
    """Draw a bar that shows which part of a list is visible; nothing if the whole list is."""
    if count <= room.height or room.height < 2:
        return
    size = max(1, room.height * room.height // count)
    top = (room.height - size) * offset // max(1, count - room.height)
    for row in range(room.height):
        inside = top <= row < top + size
        canvas.put(x, room.y + row, "█" if inside else "│", MUTED if inside else LINE)


def paragraphs(canvas: Canvas, room: Rect, lines: Iterable[str], ink: Ink = TEXT, skip: int = 0) -> None:
    """Write the lines that fit into the room, without the first ``skip`` of them."""
    for row, line in enumerate(list(lines)[skip : skip + room.height]):
        put(canvas, room.x, room.y + row, line, room.width, ink)


# --- the score chart ---------------------------------------------------------------------------------------

EIGHTHS = " ▁▂▃▄▅▆▇█"
NUMBER_DISTANCE = 12
"""Columns between two numbers of a player on a line."""
LEAST_CHART = 4
"""Rows in which the lines can be distinguished."""


def levels(curve: Sequence[int], width: int, low: int, top: int, steps: int) -> list[int]:
    """For each of ``width`` columns the step of the curve, 0 for ``low`` points and ``steps`` - 1 for ``top``.

    >>> levels((0, 1, 2, 4), 4, 0, 4, 9)
    [0, 2, 4, 8]
    """
    last = len(curve) - 1
    values = [curve[round(column * last / max(1, width - 1))] for column in range(width)]
    return [round((value - low) * (steps - 1) / max(1, top - low)) for value in values]


def draw_chart(canvas: Canvas, room: Rect, names: Sequence[str], curves: Sequence[Sequence[int]], at: int) -> None:
    """Draw the points of all players as lines of half rows with their numbers, and a legend at the right.

    Lines after the move ``at`` are muted; the legend has the points at that move. Without ``names`` there is no legend.
    """
    label = min(max(map(cell_width, names), default=0), 10 if room.width < 60 else 16)
    width, length = room.width - (label + 10 if names else 1), max(1, len(curves[0]) - 1)
    if room.height < 1 or width < 4:
        return
    now = round(at * (width - 1) / length)
    low, top = min(0, *map(min, curves)), max(1, *map(max, curves))
    lines = [levels(curve, width, low, top, 2 * room.height) for curve in curves]
    for row in range(room.height):
        canvas.put(room.x + now, room.y + row, "│", Ink("cursor"))
    for column in range(width):
        _draw_column(
            canvas, room.x + column, room, [line[max(0, column - 1) : column + 1] for line in lines], column, now
        )
    for seat, line in enumerate(lines):
        for column in range(2 + 4 * seat % NUMBER_DISTANCE, width, NUMBER_DISTANCE):
            plate = Ink("ink", identity(seat).role if column <= now else "muted", bold=True)
            canvas.put(room.x + column, room.bottom - 1 - line[column] // 2, identity(seat).number, plate)
    x = room.x + width + 1
    ranked = sorted(range(len(names)), key=lambda seat: -curves[seat][at])
    for y, seat in enumerate(ranked[: room.height], room.y):
        badge(canvas, x, y, seat)
        canvas.put(x + 3, y, fit(names[seat], label), TEXT)
        canvas.put(x + 4 + label, y, str(curves[seat][at]).rjust(4), BOLD)


def _draw_column(canvas: Canvas, x: int, room: Rect, steps: Sequence[Sequence[int]], column: int, now: int) -> None:
    """Draw one column: each line at its step and on the way there; lines at one step take turns."""
    shown: dict[int, int] = {}
    for seat, pair in enumerate(steps):
        low, high = sorted((pair[0], pair[-1]))
        for between in range(low + 1, high):
            shown.setdefault(between, seat)
    for step in {pair[-1] for pair in steps}:
        level = [seat for seat, pair in enumerate(steps) if pair[-1] == step]
        shown[step] = level[column // 2 % len(level)]
    roles = {step: "muted" if column > now else identity(seat).role for step, seat in shown.items()}
    for row in {step // 2 for step in shown}:
        upper, lower = roles.get(2 * row + 1, ""), roles.get(2 * row, "")
        if upper:
            canvas.put(x, room.bottom - 1 - row, "▀", Ink(upper, lower))
        else:
            canvas.put(x, room.bottom - 1 - row, "▄", Ink(lower))
