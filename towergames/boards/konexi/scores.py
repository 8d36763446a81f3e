"""The players above the table, each with points. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi import inks
from towergames.boards.konexi.pointer import TableScene
from towergames.core.contract import Decide
from towergames.core.text import cell_width, fit

GAP = 1
EDGES = 4
"""Columns of a chip beyond its words: a sign, the number, and a blank at both ends of the words."""
NAMES = (12, 8, 5, 0)
"""Columns of a name, from roomy to none."""


def draw_scores(canvas: Canvas, scene: TableScene, width: int) -> int:
    """Chips in the first row, their names as long as has room on ``width`` columns; the column after them."""
    seats = range(scene.view.seats)
    forms = [[_words(scene, seat, most) for seat in seats] for most in NAMES]
    texts = next((row for row in forms if sum(cell_width(t) + EDGES + GAP for t in row) <= width + GAP), forms[-1])
    x = 0
    for seat, text in enumerate(texts):
        x = _chip(canvas, x, scene, seat, text) + GAP
    return x


def _words(scene: TableScene, seat: int, most: int) -> str:
    name = scene.name_of(seat)
    points = str(scene.view.points[seat])
    return f"{fit(name, min(most, cell_width(name)))} {points}" if most else points


def _chip(canvas: Canvas, x: int, scene: TableScene, seat: int, text: str) -> int:
    turn = scene.turn
    on = turn.seat == seat if isinstance(turn, Decide) else scene.view.active == seat and scene.view.phase != "over"
    x = canvas.put(x, 0, ">" if on else " ", inks.CHOSEN if on else inks.PLATE_MUTED)
    x = canvas.put(x, 0, inks.number(seat), inks.seat(seat))
    return canvas.put(x, 0, f" {text} ", inks.CHOSEN if on else inks.PLATE)
