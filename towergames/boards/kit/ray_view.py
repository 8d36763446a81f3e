"""The table top on a canvas: ray-cast pictures as cells, and labels on what is seen. Needs the physics engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.palette import resolve
from towergames.physics.camera import Camera
from towergames.physics.cells import ASPECT, FINE, HALVES, LETTERS, NO_RIMS, PIXELS, QUARTERS, cells
from towergames.physics.eye import Look, Sight, look
from towergames.physics.table_top import TableTop

__all__ = ["FINE", "HALVES", "LETTERS", "QUARTERS", "Shot", "draw", "shoot"]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture and how it lies on cells: what clicks and labels need."""

    sight: Sight
    way: str
    x: int
    y: int

    def pick(self, x: int, y: int) -> str:
        """The body (or the table, or nothing) in the middle of a cell of the canvas."""
        across, down = PIXELS[self.way]
        return self.sight.pick((x - self.x + 0.5) * across, (y - self.y + 0.5) * down)

    def spots(self) -> dict[str, tuple[int, int]]:
        """For every body seen the cell of the canvas where its label belongs."""
        across, down = PIXELS[self.way]
        return {n: (self.x + px // across, self.y + py // down) for n, (px, py) in self.sight.spots().items()}


def shoot(table: TableTop, camera: Camera, width: int, height: int, how: Look, way: str = HALVES) -> Sight:
    """Cast the rays of a picture of ``width`` x ``height`` cells."""
    across, down = PIXELS[way]
    return look(table, camera, width * across, height * down, how, ASPECT[way])


def draw(
    canvas: Canvas,
    x: int,
    y: int,
    sight: Sight,
    roles: Mapping[str, str],
    way: str = HALVES,
    labels: Mapping[str, str] | None = None,
    rims: Mapping[str, str] = NO_RIMS,
) -> Shot:
    """Put a picture on the canvas with its top left cell at (x, y), and short labels on the bodies that are seen.

    ``rims`` gives the outlines of some bodies a role of their own.
    """
    for row, runs in enumerate(cells(sight, roles, way, rims, swatch)):
        canvas.lay(x, y + row, ((text, _ink(colour, ground)) for text, colour, ground in runs))
    shot = Shot(sight, way, x, y)
    if labels:
        for name, (column, line) in shot.spots().items():
            if labels.get(name):
                canvas.put(column, line, labels[name], Ink("ink", roles.get(name, "wall"), bold=True))
    return shot


@lru_cache(maxsize=16384)
def swatch(colour: str) -> tuple[float, float, float]:
    """About how a colour looks in every theme: as it does in the dark one."""
    found = resolve("dark", colour)
    red, green, blue = (int(found[k : k + 2], 16) for k in (1, 3, 5))
    return (red, green, blue)


@lru_cache(maxsize=65536)
def _ink(colour: str, ground: str) -> Ink:
    return Ink(colour, ground)
