"""The emblem of each game: a small picture on a sky, for the title screen and the new-game form."""

from __future__ import annotations

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

_PIXELS = {
    "bricks": (
        ".....yyy......",
        ".....yyy......",
        "...bbb.bbb....",
        "...bbb.bbb....",
        "..yyy.yyy.yyy.",
        "..yyy.yyy.yyy.",
        "rrr.rrr.rrr.rr",
        "rrr.rrr.rrr.rr",
    ),
    "konexi": (
        "...1..1.4444..",
        "...1..1..44...",
        "...1111..44...",
        "...1..1333333.",
        "...1..1..33...",
        "..2222222.33..",
        ".....22...33..",
        ".....22...33..",
    ),
    "leaning": (
        "........C.....",
        ".......CCC....",
        "......CCCCC...",
        "...B.CCCCCCC..",
        "..BBB.AAA.....",
        "..BBBAAAAA.D..",
        ".BBBBBAAAADDE.",
        ".BBBBBBAAADDEE",
    ),
    "takethat": (
        ".....ssss.....",
        ".....sAsA.....",
        ".....ssss.....",
        "eeee.sBsB.....",
        "ewew.ssss.llll",
        "eeee.swsw.lClC",
        "eCeC.ssss.llll",
        "eeee.sAsA.lwlw",
    ),
}
"""Two rows of these are one row of cells; a dot is sky."""

_TILES = ("....T", "STACK", "....L", "....L")


def draw_emblem(canvas: Canvas, x: int, y: int, width: int, game: str) -> None:
    """Draw a game's emblem in the middle of ``width`` columns and :data:`HEIGHT` rows; another game's is empty sky."""
    for row in range(HEIGHT - 1):
        canvas.fill(x, y + row, width, 1, " ", Ink("text", ("sky", "sky-low", "sky-horizon", "sky-horizon")[row]))
    canvas.fill(x, y + HEIGHT - 1, width, 1, "▀", Ink("ground"))
    left = x + (width - WIDTH) // 2
    if game == "words":
        for row, line in enumerate(_TILES):
            for column, letter in enumerate(line.replace("....", "..")):
                if letter != ".":
                    role = "tile-3" if row == 1 else "tile-2"
                    canvas.put(left + 2 + 2 * column, y + row, f"{letter} ", Ink("tile-ink", role, bold=True))
        return
    pixels = _PIXELS.get(game, ())
    for row in range(len(pixels) // 2):
        for column, (upper, lower) in enumerate(zip(pixels[2 * row], pixels[2 * row + 1], strict=True)):
            top, bottom = _ROLES.get(upper, ""), _ROLES.get(lower, "")
            if top and bottom:
                glyph, ink = ("█", Ink(top)) if top == bottom else ("▀", Ink(top, bottom))
                canvas.put(left + column, y + row, glyph, ink)
            elif top or bottom:
                canvas.over(left + column, y + row, "▀" if top else "▄", Ink(top or bottom))
