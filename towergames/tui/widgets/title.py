"""The menu's picture: the title as a row of towers under the sky, houses on both sides."""

from __future__ import annotations

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture

LETTERS: dict[str, tuple[str, ...]] = {
    "T": ("███", " █ ", " █ ", " █ ", " █ "),
    "O": ("████", "█  █", "█  █", "█  █", "████"),
    "W": ("█   █", "█   █", "█ █ █", "██ ██", "█   █"),
    "E": ("███", "█  ", "██ ", "█  ", "███"),
    "R": ("████", "█  █", "███ ", "█ █ ", "█  █"),
    "G": ("████", "█   ", "█ ██", "█  █", "████"),
    "A": ("████", "█  █", "████", "█  █", "█  █"),
    "M": ("█   █", "██ ██", "█ █ █", "█   █", "█   █"),
    "S": ("████", "█   ", "████", "   █", "████"),
}
"""Full cells only, so that the title can be read in ASCII as well."""

TITLE = "TOWER GAMES"
HIGH = 5
HOUSES = ((6, 3), (4, 5), (7, 2), (5, 4), (4, 3), (6, 6), (5, 3), (7, 5), (4, 2), (6, 4))
"""(width, storeys) of the houses, over and over."""
STARS = ((3, 0), (17, 1), (31, 0), (46, 1), (58, 0), (71, 0), (84, 1), (97, 0), (109, 1))
SKY_COLUMNS = 120
"""Columns after which the stars begin again."""
BESIDE = 20
"""Fewest columns for houses beside letters of double size."""


def title_width() -> int:
    """Columns that the title takes."""
    return sum((len(LETTERS[ch][0]) if ch in LETTERS else 2) + 1 for ch in TITLE) - 1


def double_width() -> int:
    """Fewest columns for the title in letters of double size, with houses beside it."""
    return 2 * title_width() + BESIDE


def draw_title(width: int, height: int) -> Picture:
    """The picture on exactly ``width`` x ``height`` cells; without room for the towers, the name in plain letters."""
    canvas = Canvas(width, height)
    ground = height - 1
    for row in range(ground):
        role = ("sky", "sky-low", "sky-horizon")[min(2, 3 * row // max(1, ground))]
        canvas.fill(0, row, width, 1, " ", Ink("text", role))
    canvas.put(0, ground, "▀" * width, Ink("ground"))
    taken = title_width()
    if ground < HIGH or width < taken:
        canvas.put_over((width - len(TITLE)) // 2, max(0, ground // 2), TITLE, Ink("accent", bold=True))
        return Picture(canvas)
    scale = 2 if ground >= 2 * HIGH + 2 and width >= double_width() else 1
    taken *= scale
    left = (width - taken) // 2
    for start in range(0, width, SKY_COLUMNS):
        for x, y in STARS:
            if start + x < width and y < ground - HIGH * scale:
                canvas.put_over(start + x, y, ".", Ink("muted"))
    _houses(canvas, 1, left - 2, ground, HOUSES, scale)
    _houses(canvas, left + taken + 2, width - 1, ground, HOUSES[::-1], scale)
    _towers(canvas, left, ground, scale)
    return Picture(canvas)


def _towers(canvas: Canvas, x: int, ground: int, scale: int) -> None:
    colours = ("p1", "p2", "p3", "p4")
    for number, ch in enumerate(TITLE):
        shape = LETTERS.get(ch)
        if shape is None:
            x += 3 * scale
            continue
        for row, line in enumerate(shape):
            for column, cell in enumerate(line):
                if cell != " ":
                    ink, top = Ink(colours[number % 4]), ground - (HIGH - row) * scale
                    for y in range(top, top + scale):
                        canvas.put_over(x + column * scale, y, cell * scale, ink)
        x += (len(shape[0]) + 1) * scale


def _houses(canvas: Canvas, start: int, end: int, ground: int, houses: tuple[tuple[int, int], ...], scale: int) -> None:
    x, number = start, 0
    while x + 4 <= end:
        wide, storeys = houses[number % len(houses)]
        wide = min(wide, end - x)
        if wide < 4:
            break
        top = max(0, ground - storeys * scale - 1)
        canvas.put_over(x, top, "┌" + "─" * (wide - 2) + "┐", Ink("wall"))
        for row in range(top + 1, ground):
            canvas.put_over(x, row, "│" + " " * (wide - 2) + "│", Ink("wall"))
            for column in range(x + 1, x + wide - 1, 2):
                canvas.put_over(column, row, "▀", Ink("lit" if (column * 5 + row * 3 + number) % 4 else "dark"))
        x += wide + 1
        number += 1
