"""The die. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi import inks
from towergames.boards.protocol import Spot
from towergames.games.konexi.model import ANY, UNROLLED

WIDE, HIGH = 7, 3
SMALL = 5
"""Columns of a die in one row."""


def word(face: int) -> str:
    """What a face says.

    >>> word(8), word(0), word(-1)
    ('8', 'ANY', '?')
    """
    return "ANY" if face == ANY else "?" if face == UNROLLED else str(face)


def draw_die(canvas: Canvas, x: int, y: int, face: int, *, rolling: bool) -> Spot:
    """The die from above, seven columns and three rows."""
    canvas.fill(x, y, WIDE, HIGH, " ", inks.DIE)
    if rolling:
        canvas.put(x, y, "╱─────╲", inks.DIE)
        canvas.put(x, y + 2, "╲─────╱", inks.DIE)
    else:
        canvas.box(x, y, WIDE, HIGH, inks.DIE)
    canvas.put(x + 1, y + 1, f"{word(face):^5}", inks.DIE)
    return Spot("die", x, y, WIDE, HIGH, "the die")


def draw_small(canvas: Canvas, x: int, y: int, face: int, *, tight: bool = False) -> int:
    """The die in one row, without its edges where it is ``tight``; the column after it."""
    return canvas.put(x, y, word(face).rjust(3) if tight else f"[{word(face):^3}]", inks.DIE)
