"""The menu's picture: the title as a row of towers under the sky, houses on both sides.

Who has played a task of a day sees the own skyline: a house a day, a floor a medal, a lit window a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture

if TYPE_CHECKING:
    from towergames.table.daybook import SkylineDay

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


LEAST_HOUSE = 4
"""Columns of the narrowest house of a day."""
HIGH_WITH_DAYS = 10
"""Fewest rows of a picture that has the numbers of the days below the ground."""
CAPTION = "a house a day, a floor a medal, a lit window a game"


def draw_title(width: int, height: int, days: Sequence[SkylineDay] = ()) -> Picture:
    """The picture on exactly ``width`` x ``height`` cells; without room for the towers, the name in plain letters.

    ``days`` are those of the skyline, today's last; without any game in them the houses are nobody's.
    """
    canvas = Canvas(width, height)
    own = any(day.games for day in days)
    named = own and height >= HIGH_WITH_DAYS
    ground = height - 1 - named
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
    if own:
        room = left - 3 + width - 1 - (left + taken + 2) - LEAST_HOUSE
        gap = int(sum(_width_of(day) + 1 for day in days) <= room)
        rest = _skyline(canvas, left + taken + 2, width - 1, ground, days, scale, gap, named)
        _skyline(canvas, 1, left - 2, ground, rest, scale, gap, named)
        if named:
            canvas.put((width - len(CAPTION)) // 2, ground + 1, CAPTION, Ink("muted"))
    else:
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


def _skyline(
    canvas: Canvas, start: int, end: int, ground: int, days: Sequence[SkylineDay], scale: int, gap: int, named: bool
) -> Sequence[SkylineDay]:
    """Draw the houses of the last days that fit between two columns, the last one at the end; return the other days."""
    left, x = list(days), end
    while left:
        day = left[-1]
        wide = _width_of(day)
        if x - wide < start:
            break
        x -= wide
        if day.games:
            _house_of(canvas, x, wide, ground, day, scale)
        else:
            canvas.put_over(x + wide // 2, ground - 1, ".", Ink("muted"))
        if named:
            number = str(day.day.day)
            canvas.put(x + max(0, (wide - len(number)) // 2), ground + 1, number, Ink("text" if day.games else "muted"))
        left.pop()
        x -= gap
    return left


def _width_of(day: SkylineDay) -> int:
    """The columns of a house: a window for each game, spread over its floors."""
    if not day.games:
        return 2
    return max(LEAST_HOUSE, -(-day.games // max(1, day.medals)) + 2)


def _house_of(canvas: Canvas, x: int, wide: int, ground: int, day: SkylineDay, scale: int) -> None:
    floors, windows = max(1, day.medals), day.games
    wall = Ink("wall")
    top = ground - floors * scale - 1
    if top >= 0:
        canvas.put_over(x, top, "┌" + "─" * (wide - 2) + "┐", wall)
    for floor in range(floors):
        for row in range(scale):
            y = ground - 1 - floor * scale - row
            if y >= 0:
                canvas.put_over(x, y, "│" + " " * (wide - 2) + "│", wall)
        lit = min(windows, -(-windows // (floors - floor)))
        windows -= lit
        y = ground - floor * scale - scale
        if y >= 0:
            canvas.put_over(x + 1 + (wide - 2 - lit) // 2, y, "▀" * lit, Ink("lit"))
