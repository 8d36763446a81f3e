"""Large figures of block elements, three rows of three cells each."""

from __future__ import annotations

from towergames.board.canvas import Canvas, Ink

ROWS = 3
STEP = 4
"""Columns from one figure to the next."""
DIGITS = dict(
    zip(
        "0123456789-",
        (
            *("█▀██ ██▄█", "▀█  █ ▄█▄", "▀▀██▀▀█▄▄", "▀▀█ ▀█▄▄█", "█ █▀▀█  █", "█▀▀▀▀█▄▄█"),
            *("█▀▀█▀██▄█", "▀▀█  █  █", "█▀██▀██▄█", "█▀█▀▀█▄▄█", "   ▀▀▀   "),
        ),
        strict=True,
    )
)
"""The cells of each figure, row by row."""


def draw_figures(canvas: Canvas, x: int, y: int, text: str, ink: Ink) -> int:
    """Draw figures and minus signs from (x, y) on. Return the column after them."""
    for sign in text:
        for row in range(ROWS):
            canvas.put(x, y + row, DIGITS[sign][3 * row : 3 * row + 3], ink)
        x += STEP
    return x
