"""What is seen where in a side view: the letter in a cell of the screen, and where each bears its name. Pure."""

from __future__ import annotations

from collections import Counter

from towergames.boards.konexi.frames import Flat, Place, Solid, name_of
from towergames.boards.konexi.plastic import heart
from towergames.games.konexi.bodies import CELL
from towergames.games.konexi.letters import HEIGHT

HOLES = 1000
"""Added to a solid's number where its socket is seen as a dark spot."""
OWN = 9
"""How many cells a letter is taken to be seen on, so that its name finds room on it."""

Grid = list[list[int]]
"""The number of the solid that each point of a picture shows, -1 for none."""


class Picker:
    """Tells the letter in a cell of the screen, which is so many points wide and high: that of its most points."""

    def __init__(self, grid: Grid, flat: Flat, points: int) -> None:
        self.grid, self.points = grid, points
        self.names = tuple(name_of(one) for one in flat.solids)

    def __call__(self, x: int, y: int) -> str:
        """Its name, "" for none."""
        seen = self.all(x, y)
        return Counter(seen).most_common(1)[0][0] if seen else ""

    def all(self, x: int, y: int) -> list[str]:
        """The letters of all its points."""
        across = slice(x * self.points, (x + 1) * self.points)
        rows = self.grid[y * self.points : (y + 1) * self.points] if x >= 0 and y >= 0 else []
        return [self.names[k % HOLES] for row in rows for k in row[across] if k >= 0]


def name_places(grid: Grid, flat: Flat, points: int) -> dict[str, Place]:
    """Where each letter that is seen bears its name: near its middle, else as near to it as it is seen."""
    pick = Picker(grid, flat, points)
    found: dict[str, Place] = {}
    hidden: list[Solid] = []
    for solid in flat.solids:
        column, row = _middle(solid, flat)
        wide = max(1, int(flat.window.columns))
        left = round(column - wide / 2)
        inside = 0 <= left + wide // 2 < flat.width and 0 <= int(row) < flat.height
        if inside and pick(left + (wide - 1) // 2, int(row)) == name_of(solid):
            found[name_of(solid)] = Place(left, int(row), wide, area=OWN)
        else:
            hidden.append(solid)
    for solid in hidden:
        taken = {(place.x + (place.width - 1) // 2, place.y) for place in found.values()}
        cell = _nearest(pick, flat, solid, taken)
        if cell is not None:
            found[name_of(solid)] = Place(*cell, 1, area=OWN)
    return found


def _middle(solid: Solid, flat: Flat) -> tuple[float, float]:
    x, y = heart(solid.letter)
    px, _, pz = solid.pose.point(((x + 0.5) * CELL, 0.0, (y + 0.5) * CELL))
    return flat.window.column(px / CELL), flat.window.row(pz / CELL)


def _nearest(pick: Picker, flat: Flat, solid: Solid, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The cell nearest to its middle in which a letter is seen most, else at all; None where it is not seen."""
    name, (column, row) = name_of(solid), _middle(solid, flat)
    wide, high = HEIGHT * flat.window.columns, HEIGHT * flat.window.rows
    own = [
        (x, y)
        for y in range(max(0, int(row - high)), min(flat.height, int(row + high) + 1))
        for x in range(max(0, int(column - wide)), min(flat.width, int(column + wide) + 1))
        if name in pick.all(x, y) and (x, y) not in taken
    ]

    def far(cell: tuple[int, int]) -> tuple[bool, float]:
        x, y = cell
        return pick(x, y) != name, (x + 0.5 - column) ** 2 + 4 * (y + 0.5 - row) ** 2

    return min(own, key=far, default=None)
