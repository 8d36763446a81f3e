"""The pyramids: sizes, corners and resting attitudes. Plain Python.

A piece's frame has its origin in the middle of the open base and +z towards the point. Corners 0 to 3 are the base's,
corner 4 is the point. A piece is a hollow shell: the cavity is an equal pyramid, three eighths of an inch lower.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from towergames.physics.geometry import (
    LEVEL,
    UP,
    Pose,
    Quat,
    Vec,
    about,
    add,
    after,
    cross,
    dot,
    length,
    scale,
    sub,
    taking,
    turned,
    unit,
)
from towergames.physics.scene import Hull, Shape

INCH = 2.54
NESTING = 3 / 8 * INCH
"""Height that a nested pair has above a single piece: the cavity ends this far below the point."""
DENSITY = 0.94
"""g/cm3, from 42.5 g for a stash of fifteen pieces."""
POINT = 4
"""The number of the point among the corners."""


@dataclass(frozen=True, slots=True)
class PyramidSize:
    """One of the three sizes; lengths in cm. ``pips`` is also the number of other pieces that it may touch."""

    name: str
    pips: int

    @property
    def height(self) -> float:
        """Height from the base to the point."""
        return (12 * self.pips + 20) / 32 * INCH

    @property
    def base(self) -> float:
        """Length of a side of the square base."""
        return (7 * self.pips + 11) / 32 * INCH

    @property
    def cavity(self) -> float:
        """Height from the base to the inside point."""
        return self.height - NESTING


SMALL, MEDIUM, LARGE = PyramidSize("small", 1), PyramidSize("medium", 2), PyramidSize("large", 3)
SIZES: dict[str, PyramidSize] = {s.name: s for s in (SMALL, MEDIUM, LARGE)}

FEATURES: dict[str, tuple[int, ...]] = {
    "base edge": (3, 0),
    "slant edge": (3, 4),
    "corner": (3,),
    "point": (4,),
    "base": (0, 1, 2, 3),
    "side": (3, 0, 4),
}
"""Parts that a hand can set down first -> their corners."""


def _pyramid(height: float, base: float) -> tuple[Vec, ...]:
    r = base / 2
    return ((r, r, 0.0), (-r, r, 0.0), (-r, -r, 0.0), (r, -r, 0.0), (0.0, 0.0, height))


@lru_cache
def corners(size: PyramidSize) -> tuple[Vec, ...]:
    """The five corners in the piece's frame."""
    return _pyramid(size.height, size.base)


@lru_cache
def inner_corners(size: PyramidSize) -> tuple[Vec, ...]:
    """The cavity's five corners in the piece's frame; the last is the inside point."""
    return _pyramid(size.cavity, size.base * size.cavity / size.height)


@lru_cache
def shape(size: PyramidSize) -> Shape:
    """The exact shell, as four mitred wedges."""
    outer, inner = corners(size), inner_corners(size)
    wedges = tuple(
        Hull((outer[4], outer[k], outer[(k + 1) % 4], inner[4], inner[k], inner[(k + 1) % 4])) for k in range(4)
    )
    return Shape(wedges, outer, DENSITY)


def centre(size: PyramidSize) -> Vec:
    """The centre of mass in the piece's frame."""
    h, c = size.height, size.cavity
    whole, hole = h**3, c**3
    return (0.0, 0.0, (whole * h - hole * c) / (whole - hole) / 4)


def attitude(size: PyramidSize, feature: str, yaw: float = 0.0, tilt: float = 0.0, roll: float = 0.0) -> Quat:
    """The turn that sets a feature of :data:`FEATURES` down, the centre of mass balanced over it.

    An edge lies along x before ``yaw`` (about z), and ``tilt`` turns about the edge. A corner or the point is first
    rolled about z. Faces lie flat, so only ``yaw`` matters. Raises KeyError.
    """
    feet = [corners(size)[k] for k in FEATURES[feature]]
    if feature == "base":
        turn = LEVEL
    elif feature == "side":
        outward = unit(cross(sub(feet[1], feet[0]), sub(feet[2], feet[0])))
        if dot(outward, sub(feet[0], centre(size))) < 0:
            outward = scale(outward, -1)
        turn = taking(outward, (0.0, 0.0, -1.0))
    elif len(feet) == 2:
        turn = _edge_down(feet[0], feet[1], centre(size))
    else:
        turn = after(about(UP, roll), taking(sub(centre(size), feet[0]), UP))
    if len(feet) <= 2 and tilt:
        turn = after(about((1.0, 0.0, 0.0), tilt), turn)
    return after(about(UP, yaw), turn)


def _edge_down(a: Vec, b: Vec, heavy: Vec) -> Quat:
    along = unit(sub(b, a))
    up = sub(heavy, add(a, scale(along, dot(sub(heavy, a), along))))
    first = taking(up, UP)
    now = turned(first, along)
    return after(about(UP, -math.atan2(now[1], now[0])), first)


def standing(size: PyramidSize, turn: Quat, x: float = 0.0, y: float = 0.0, clearance: float = 0.0) -> Pose:
    """The pose with this turn whose lowest corner is ``clearance`` above the table, its frame over (x, y)."""
    lowest = min(turned(turn, c)[2] for c in corners(size))
    return Pose.of((x, y, clearance - lowest), turn)


def inside_point_gap(upper: PyramidSize, upper_pose: Pose, lower: PyramidSize, lower_pose: Pose) -> float:
    """Distance in cm from the lower piece's point to the upper piece's inside point (rule L-8: at least 0.1)."""
    return length(sub(upper_pose.point(inner_corners(upper)[POINT]), lower_pose.point(corners(lower)[POINT])))
