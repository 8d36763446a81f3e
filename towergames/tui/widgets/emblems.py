"""The emblem of a game: a small picture on a sky, for the title screen."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.boards.kit.canvas import Canvas, Ink

WIDTH, HEIGHT = 14, 5
"""Cells of an emblem, its ground included."""

_ROLES = {
    "r": "brick-red",
    "b": "brick-blue",
    "y": "brick-yellow",
    "w": "lit",
    "1": "plastic-1",
    "2": "plastic-2",
    "3": "plastic-3",
    "4": "plastic-4",
    "A": "p1",
    "B": "p2",
    "C": "p3",
    "D": "wall",
    "E": "ledge",
    "s": "floor-suite",
    "e": "floor-elevator",
    "l": "floor-lobby",
}
"""What a pixel of an emblem is painted with; a dot is sky."""


def draw_emblem(canvas: Canvas, x: int, y: int, width: int, emblem: Sequence[str]) -> None:
    """Draw an emblem in the middle of ``width`` columns and :data:`HEIGHT` rows; without one the sky is empty.

    ``emblem`` has eight rows of pixels, two for each row of cells, or four rows of letters that stand on tiles.
    """
    for row in range(HEIGHT - 1):
        canvas.fill(x, y + row, width, 1, " ", Ink("text", ("sky", "sky-low", "sky-horizon", "sky-horizon")[row]))
    canvas.fill(x, y + HEIGHT - 1, width, 1, "▀", Ink("ground"))
    left = x + (width - WIDTH) // 2
    if len(emblem) == HEIGHT - 1:
        for row, line in enumerate(emblem):
            for column, letter in enumerate(line):
                if letter != ".":
                    role = "tile-3" if row == 1 else "tile-2"
                    canvas.put(left + 2 + 2 * column, y + row, f"{letter} ", Ink("tile-ink", role, bold=True))
        return
    for row in range(len(emblem) // 2):
        for column, (upper, lower) in enumerate(zip(emblem[2 * row], emblem[2 * row + 1], strict=False)):
            top, bottom = _ROLES.get(upper, ""), _ROLES.get(lower, "")
            if top and bottom:
                glyph, ink = ("█", Ink(top)) if top == bottom else ("▀", Ink(top, bottom))
                canvas.put(left + column, y + row, glyph, ink)
            elif top or bottom:
                canvas.over(left + column, y + row, "▀" if top else "▄", Ink(top or bottom))
