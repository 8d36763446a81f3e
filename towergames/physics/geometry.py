"""Points, turns and poses in plain Python, so that rules, boards and replays need no engine for them.

Lengths are centimetres, angles radians. Axes: x and y lie in the table, z points up, the table top is z = 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Vec = tuple[float, float, float]
"""A point or a direction."""

Quat = tuple[float, float, float, float]
"""A turn as a unit quaternion, the scalar first."""

UP: Vec = (0.0, 0.0, 1.0)
LEVEL: Quat = (1.0, 0.0, 0.0, 0.0)

PER_CM = 10_000
"""Recorded lengths count micrometres."""
PER_ONE = 1_000_000
"""Recorded quaternion parts count millionths."""


def add(a: Vec, b: Vec) -> Vec:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec, b: Vec) -> Vec:
    """The vector from ``b`` to ``a``."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Vec, by: float) -> Vec:
    """A vector made ``by`` times as long."""
    return (a[0] * by, a[1] * by, a[2] * by)


def dot(a: Vec, b: Vec) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec, b: Vec) -> Vec:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a: Vec) -> float:
    return math.sqrt(dot(a, a))


def unit(a: Vec) -> Vec:
    """The direction of a vector. Raises ValueError for a vector without length."""
    size = length(a)
    if size < 1e-12:
        raise ValueError("a vector without length has no direction")
    return scale(a, 1 / size)


def middle(points: Iterable[Vec]) -> Vec:
    """The mean of some points."""
    listed = list(points)
    return scale((sum(p[0] for p in listed), sum(p[1] for p in listed), sum(p[2] for p in listed)), 1 / len(listed))


def about(axis: Vec, angle: float) -> Quat:
    """The right-handed turn by ``angle`` about an axis.

    >>> [round(part, 6) for part in about((0, 0, 2), math.pi)]
    [0.0, 0.0, 0.0, 1.0]
    """
    n = unit(axis)
    s = math.sin(angle / 2)
    return (math.cos(angle / 2), n[0] * s, n[1] * s, n[2] * s)


def after(second: Quat, first: Quat) -> Quat:
    """The turn that does ``first`` and then ``second``."""
    a, b, c, d = second
    e, f, g, h = first
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def turned(q: Quat, v: Vec) -> Vec:
    """The vector after a turn."""
    w, r = q[0], (q[1], q[2], q[3])
    t = scale(cross(r, v), 2)
    return add(add(v, scale(t, w)), cross(r, t))


def back(q: Quat) -> Quat:
    """The turn that undoes ``q``."""
    return (q[0], -q[1], -q[2], -q[3])


def normal(q: Quat) -> Quat:
    """``q`` as a unit quaternion."""
    size = math.sqrt(sum(part * part for part in q))
    return (q[0] / size, q[1] / size, q[2] / size, q[3] / size)


def taking(a: Vec, b: Vec) -> Quat:
    """The shortest turn that takes direction ``a`` to direction ``b``."""
    a, b = unit(a), unit(b)
    axis = cross(a, b)
    if length(axis) < 1e-9:
        if dot(a, b) > 0:
            return LEVEL
        return about(cross(a, (0.0, 0.0, 1.0) if abs(a[2]) < 0.9 else (1.0, 0.0, 0.0)), math.pi)
    return about(axis, math.atan2(length(axis), dot(a, b)))


def angle_between(a: Quat, b: Quat) -> float:
    """The angle between two turns, 0 to pi."""
    apart = math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))
    other = math.sqrt(sum((x + y) ** 2 for x, y in zip(a, b, strict=True)))
    # q and -q are one turn. An arc cosine would lose small angles.
    return 4 * math.atan2(min(apart, other), max(apart, other))


class Pose(NamedTuple):
    """The pose of a body: its frame's origin in cm and its turn as a unit quaternion (w, i, j, k)."""

    x: float
    y: float
    z: float
    w: float = 1.0
    i: float = 0.0
    j: float = 0.0
    k: float = 0.0

    @classmethod
    def of(cls, place: Vec, turn: Quat = LEVEL) -> Pose:
        """The pose at a place with a turn, which is normalised."""
        return cls(*place, *normal(turn))

    @property
    def place(self) -> Vec:
        """The origin of the body's frame."""
        return (self.x, self.y, self.z)

    @property
    def turn(self) -> Quat:
        """The turn of the body's frame."""
        return (self.w, self.i, self.j, self.k)

    def point(self, own: Vec) -> Vec:
        """The world's coordinates of a point given in the body's frame."""
        return add(self.place, turned(self.turn, own))

    def own(self, point: Vec) -> Vec:
        """A point of the world in the body's frame."""
        return turned(back(self.turn), sub(point, self.place))

    def moved(self, by: Vec) -> Pose:
        """The pose after a shift."""
        return Pose(*add(self.place, by), *self.turn)

    def rotated(self, turn: Quat, pivot: Vec) -> Pose:
        """The pose after a turn of the world about ``pivot``."""
        return Pose.of(add(pivot, turned(turn, sub(self.place, pivot))), after(turn, self.turn))

    def recorded(self) -> tuple[int, int, int, int, int, int, int]:
        """The pose in whole micrometres and millionths, as journals keep it: equal digits on every machine.

        >>> Pose(1.25, 0, 0.00004).recorded()
        (12500, 0, 0, 1000000, 0, 0, 0)
        """
        x, y, z = (round(v * PER_CM) for v in self.place)
        w, i, j, k = (round(v * PER_ONE) for v in self.turn)
        return (x, y, z, w, i, j, k)

    @classmethod
    def read(cls, numbers: Iterable[int]) -> Pose:
        """Read a recorded pose; it records equally again. Raises ValueError unless it is the seven numbers
        of a pose.
        """
        seven = tuple(numbers)
        if len(seven) != 7:
            raise ValueError(f"a recorded pose has 7 numbers, not {len(seven)}")
        turn: Quat = (seven[3] / PER_ONE, seven[4] / PER_ONE, seven[5] / PER_ONE, seven[6] / PER_ONE)
        if not 0.99 < sum(part * part for part in turn) < 1.01:
            raise ValueError("the turn of a recorded pose is not a unit quaternion")
        # Not normalised: that would change the digits.
        return cls(seven[0] / PER_CM, seven[1] / PER_CM, seven[2] / PER_CM, *turn)
