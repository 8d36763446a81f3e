"""What a picture of the tower is made from, and what is known of it once it is drawn. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi.camera_work import fitted
from towergames.games.konexi.bodies import CELL
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose, Vec

NORMAL, BRIGHT, DULL = "", "bright", "dull"
"""How much a letter stands out: those of the word being typed are bright, all others dull meanwhile."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A letter to be drawn: where it is (cm), its palette role and that of its outline (empty: only light and shade).

    A ``ghost`` is see-through; its connectors that meet others are no different from the rest.
    """

    letter: str
    pose: Pose
    role: str
    rim: str = ""
    tone: str = NORMAL
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """What of the tower's plane a side view shows, in cells of the lattice.

    A cell is ``columns`` wide and ``rows`` high on the screen; ``left`` and ``top`` are the place of the picture's
    upper left corner.
    """

    columns: float
    rows: float
    left: float
    top: float

    def column(self, x: float) -> float:
        """The screen's column of a place."""
        return (x - self.left) * self.columns

    def row(self, y: float) -> float:
        """The screen's row of a height."""
        return (self.top - y) * self.rows

    def project(self, point: Vec) -> tuple[float, float]:
        """Column and row of a point of the world (cm)."""
        return self.column(point[0] / CELL), self.row(point[2] / CELL)

    def cell(self, column: float, row: float) -> tuple[float, float]:
        """The place shown there."""
        return self.left + column / self.columns, self.top - row / self.rows


@dataclass(frozen=True, slots=True)
class Flat:
    """All that a side view depends on; with ``letters`` only characters tell the letters apart."""

    solids: tuple[Solid, ...]
    window: Window
    width: int
    height: int
    letters: bool


@dataclass(frozen=True, slots=True)
class Deep:
    """All that a picture by ray casting depends on: the first ``covered`` rows are hidden, still ones are finer."""

    solids: tuple[Solid, ...]
    camera: Camera
    width: int
    height: int
    covered: int
    still: bool
    letters: bool

    @property
    def seen_by(self) -> Camera:
        """The camera as this picture needs it."""
        return fitted(self.camera, self.width, 2 * self.height, 2 * self.covered)

    def project(self, point: Vec) -> tuple[float, float] | None:
        """Column and row of a point of the world (cm), None behind the camera; what is before it is not asked."""
        at = self.seen_by.project(point, self.width, 2 * self.height)
        return None if at is None else (at[0], at[1] / 2)


@dataclass(frozen=True, slots=True)
class Place:
    """The cells of a row on which a letter is seen, and on how many cells it is seen in all."""

    x: int
    y: int
    width: int
    area: int = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture: its canvas, which nobody may change, what is seen in a cell, and where labels fit best.

    A ghost is named ``+``.
    """

    canvas: Canvas
    pick: Callable[[int, int], str]
    places: Mapping[str, Place]


GHOST = "+"


def name_of(solid: Solid) -> str:
    """What a picture calls a letter."""
    return GHOST if solid.ghost else solid.letter
