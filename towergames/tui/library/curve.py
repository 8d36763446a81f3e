"""The score curve: one line of blocks a player, so that no colour is needed to tell them apart (U50, U59)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import IDENTITIES
from towergames.core.text import fit
from towergames.tui.paint import BOLD, MUTED, TEXT, Rect, badge

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
