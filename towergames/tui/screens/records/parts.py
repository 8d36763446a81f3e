"""Parts of the pictures of records: frames, tabs, ladders, curves, and rows with a cursor. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Spot, Style
from towergames.core.text import cell_width
from towergames.table.daybook import short_day
from towergames.table.rivals import Rated, Rival, Rung
from towergames.tui import paint
from towergames.tui.paint import Rect, put
from towergames.tui.screens.game.side_panes import TAB

ROUND = "╭─╮│╰╯"
ROW = "row:"
"""The prefix of the spot key of a row: then the part, a colon, and the number of the row."""
LIT, DARK = Ink("ink", "lit", bold=True), Ink("muted", "chip")
CURSOR = Ink("cursor", "select", bold=True)
SIGN_INKS = {"▲": Ink("good"), "▼": Ink("bad"), "=": Ink("muted")}


def frame(canvas: Canvas, room: Rect, title: str, note: str = "", *, here: bool = False) -> Rect:
    """Draw a round frame with a title and a note on its upper edge. Return the room inside.

    The frame with the cursor is in the colour of keys.
    """
    canvas.box(room.x, room.y, room.width, room.height, Ink("accent") if here else paint.LINE, ROUND)
    x = put(canvas, room.x + 2, room.y, f" {title} ", room.width - 4, paint.TITLE if here else paint.BOLD)
    if note and cell_width(note) + 4 <= room.x + room.width - x:
        canvas.put(room.x + room.width - 3 - cell_width(note), room.y, f" {note} ", paint.MUTED)
    return Rect(room.x + 2, room.y + 1, room.width - 4, max(0, room.height - 2))


class Tab(NamedTuple):
    """One tab: the key of its game, the figure that chooses it, its title and a shorter one."""

    game: str
    figure: str
    title: str
    short: str


def draw_tabs(canvas: Canvas, y: int, tabs: Sequence[Tab], chosen: str, style: Style) -> list[Spot]:
    """Draw the tabs that fit, with short titles where the long ones do not. Return their spots."""
    labels = [f"{tab.figure} {tab.title}" for tab in tabs]
    if sum(cell_width(label) + 3 for label in labels) > canvas.width - 1:
        labels = [f"{tab.figure} {tab.short}" for tab in tabs]
    spots, x = [], 1
    for tab, label in zip(tabs, labels, strict=True):
        here = tab.game == chosen
        if here and style.plain:
            text = f"[{label}]"
        else:
            text = f" {label} "
        if x + cell_width(text) > canvas.width:
            break
        end = canvas.put(x, y, text, Ink("ink", "cursor", bold=True) if here else Ink("text", "chip"))
        spots.append(Spot(f"{TAB}{tab.game}", x, y, end - x, 1, tab.title))
        x = end + 1
    return spots


def mark_row(canvas: Canvas, room: Rect, y: int) -> None:
    """Put the cursor on a row: a ground of its own, and a bar at the left."""
    canvas.fill(room.x - 1, y, room.width + 1, 1, " ", paint.SELECTED)
    canvas.put(room.x - 1, y, "▌", CURSOR)


def day_text(day: date | None) -> str:
    """A day in short: ``24 Nov``; '' for none."""
    return short_day(day) if day is not None else ""


def draw_ladder(canvas: Canvas, x: int, y: int, cells: int, rungs: Sequence[Rung], style: Style) -> int:
    """Draw the rungs from the weakest on, the lit ones bright. Return the column after them."""
    end = x + cells
    texts = [_rung_text(rung, style) for rung in rungs]
    if len(LADDER) + sum(cell_width(text) + 1 for text in texts) <= cells:
        x = canvas.put(x, y, LADDER, paint.BOLD)
    for rung, text in zip(rungs, texts, strict=True):
        if x + cell_width(text) > end:
            break
        x = canvas.put(x, y, text, LIT if rung.lit else DARK) + 1
    return x


LADDER = "Ladder "
"""The name of the row of levels; it is left out where there is no room for it."""


def _rung_text(rung: Rung, style: Style) -> str:
    if style.plain:
        return f"[{'x' if rung.lit else ' '}] {rung.name}"
    return f" {rung.name} "


def spark(values: Sequence[int], cells: int) -> str:
    """The last values as bars of eighths."""
    last = list(values)[-cells:]
    if not last:
        return ""
    low, high = min(last), max(last)
    return "".join(paint.EIGHTHS[1 + round(7 * (value - low) / max(1, high - low))] for value in last)


def draw_rating(canvas: Canvas, room: Rect, rated: Sequence[Rated], rivals: Sequence[Rival]) -> None:
    """Draw the rating after each game as a curve between the levels, which are dotted lines with their names."""
    fixed = {rival.rating: rival.name for rival in rivals if rival.rating is not None}
    values = [one.rating for one in rated]
    if room.height < 3 or room.width < 30 or not (fixed or values):
        return
    low, high = min([*fixed, *values]), max([*fixed, *values])
    steps = 2 * room.height
    label = max((cell_width(name) for name in fixed.values()), default=0) + 6
    left, width = room.x + label + 1, room.width - label - 1

    def step(value: int) -> int:
        return round((value - low) * (steps - 1) / max(1, high - low))

    taken = set()
    for rating, name in sorted(fixed.items(), reverse=True):
        row = room.bottom - 1 - step(rating) // 2
        if row in taken:
            continue
        taken.add(row)
        canvas.put(room.x, row, name, paint.TEXT)
        canvas.put(room.x + label - 5, row, str(rating).rjust(4), paint.MUTED)
        canvas.put(left, row, "┄" * width, paint.LINE)
    if not values:
        return
    curve = paint.levels(values, width, low, high, steps) if len(values) > 1 else [step(values[0])] * 3
    for column, at in enumerate(curve):
        before = curve[max(0, column - 1)]
        for between in range(min(before, at), max(before, at) + 1):
            _put_half(canvas, left + column, room.bottom - 1 - between // 2, upper=between % 2 == 1)


def _put_half(canvas: Canvas, x: int, y: int, *, upper: bool) -> None:
    """Add half a cell of the curve to what stands there."""
    other = canvas.row(y)[x]
    half = "▀" if upper else "▄"
    full = other in ("▀", "▄", "█") and other != half
    canvas.put(x, y, "█" if full else half, Ink("p1", bold=True))


def draw_points(canvas: Canvas, room: Rect, points: Sequence[int]) -> None:
    """Draw the points of the last games as bars, the newest at the right, each with its figure above."""
    step = 4
    last = list(points)[-(room.width // step) :]
    if not last or room.height < 4:
        return
    room = Rect(room.x, room.y + 1, room.width, room.height - 1)
    most = max(1, *last)
    x = room.x + (room.width - step * len(last)) // 2
    for value in last:
        eighths = max(1, round(value * 8 * (room.height - 1) / most)) if value > 0 else 0
        top = room.bottom
        while eighths > 0:
            top -= 1
            canvas.put(x, top, paint.EIGHTHS[min(8, eighths)] * 3, Ink("p1"))
            eighths -= 8
        canvas.put(x, max(room.y, top - 1), str(value).center(3), paint.BOLD if value == most else paint.MUTED)
        x += step


def draw_signs(canvas: Canvas, x: int, y: int, signs: str, *, ground: str = "") -> int:
    """Draw results as signs in their colours. Return the column after them."""
    for sign in signs:
        ink = SIGN_INKS[sign]
        x = canvas.put(x, y, sign, Ink(ink.fg, ground, bold=True))
    return x
