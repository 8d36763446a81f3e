"""Triangles to a grid of samples with the nearest triangle of each. Knows no light and no camera of its own.

There is no loop over triangles: the spans of all rows of all triangles are put one after the other. Each sample keeps
the greatest of integers that hold the nearness above and the triangle's number in the low bits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from towergames.physics.camera import Camera
from towergames.renderer.meshes import Floats, Ints, Marks, Mesh, Reals

NONE = -1
"""The number of a sample without a triangle."""
NEAR_CM = 0.1
"""Distance before the camera at which triangles are cut off."""
_NUMBERS = 0xFFFF
"""Bits of a sample's integer for the number of a triangle; the nearness is above them."""
_FINENESS = float(1 << 44)

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A camera as numbers for a grid of samples.

    ``axes`` are right, up and backwards. ``across`` and ``down`` are the directions of the columns and rows of samples
    at depth 1. ``middle`` is the column in which the camera looks straight ahead.
    """

    axes: Reals
    eye: Reals
    width: int
    height: int
    focus: float
    aspect: float
    middle: float

    @classmethod
    def of(cls, camera: Camera, width: int, height: int, aspect: float) -> Lens:
        """The lens of a camera. ``aspect`` is the width of a sample over its height."""
        focus = height / 2 / math.tan(camera.view / 2)
        middle = width / 2 - camera.aside * height / aspect
        return cls(np.array(camera.axes), np.array(camera.eye), width, height, focus, aspect, middle)

    @property
    def across(self) -> Floats:
        """For each column its direction to the right at depth 1."""
        return ((np.arange(self.width) + 0.5 - self.middle) * (self.aspect / self.focus)).astype(np.float32)

    @property
    def down(self) -> Floats:
        """For each row its direction upwards at depth 1."""
        return (-(np.arange(self.height) + 0.5 - self.height / 2) / self.focus).astype(np.float32)

    @property
    def directions(self) -> Reals:
        """The direction of each sample in the world, 3 x height x width."""
        x, y = np.meshgrid(self.across, self.down)
        found: Reals = np.einsum("khw,kj->jhw", np.stack((x, y, np.full_like(x, -1.0))), self.axes)
        return found

    def seen(self, corner: Reals) -> Reals:
        """Corners of the world in the camera's axes."""
        found: Reals = (corner - self.eye) @ self.axes.T
        return found

    def screen(self, seen: Reals) -> tuple[Reals, Reals, Reals]:
        """Columns, rows and 1/depth of corners before the camera."""
        near = -1 / seen[..., 2]
        return (
            self.middle + self.focus / self.aspect * seen[..., 0] * near,
            self.height / 2 - self.focus * seen[..., 1] * near,
            near,
        )

    def planes(self, mesh: Mesh, which: Longs) -> Floats:
        """For some triangles 1/depth as ``a column + b row + c``, then their share of the sky over depth likewise: n x
        6.
        """
        normal, sky = mesh.normal[which], mesh.sky[which]
        far = mesh.offset[which] - normal @ self.eye
        near = self._flat((normal @ self.axes.T) / np.where(np.abs(far) < 1e-9, np.inf, far)[:, None])
        level = sky[:, :3] @ self.eye + sky[:, 3]
        seen = self._flat(sky[:, :3] @ self.axes.T) + level[:, None] * near
        return np.concatenate((near, seen), 1).astype(np.float32)

    def _flat(self, slope: Reals) -> Reals:
        """``slope`` (camera's axes) times the direction of a sample, as a function of column and row."""
        right, up = slope[:, 0] * self.aspect / self.focus, -slope[:, 1] / self.focus
        level = -slope[:, 2] - right * self.middle - up * self.height / 2
        return np.stack((right, up, level), 1)


def cut_near(seen: Reals) -> tuple[Reals, Longs]:
    """The parts of triangles (in the camera's axes) before the camera, and the triangle of each part."""
    low, high = _ends(-seen[:, :, 2])
    whole = low >= NEAR_CM
    part = np.flatnonzero(~whole & (high > NEAR_CM))
    if not len(part):
        return seen[whole], np.flatnonzero(whole)
    corners, sources = [], []
    for k in part.tolist():
        ring: list[Reals] = []
        for one, other in zip(seen[k], np.roll(seen[k], -1, 0), strict=True):
            before, after = -one[2] - NEAR_CM, -other[2] - NEAR_CM
            if before > 0:
                ring.append(one)
            if before * after < 0:
                ring.append(one + (other - one) * (before / (before - after)))
        for j in range(1, len(ring) - 1):
            corners.append([ring[0], ring[j], ring[j + 1]])
            sources.append(k)
    # Rounding may put a cut corner in front of the plane.
    cut = np.array(corners)
    cut[..., 2] = np.minimum(cut[..., 2], -NEAR_CM)
    return np.concatenate((seen[whole], cut)), np.concatenate((np.flatnonzero(whole), np.array(sources, np.int64)))


def _ends(corner: Reals) -> tuple[Reals, Reals]:
    """The least and the greatest of three columns: far quicker than reductions along a short axis."""
    one, two, three = corner.T
    return np.minimum(np.minimum(one, two), three), np.maximum(np.maximum(one, two), three)


def nearest(x: Reals, y: Reals, near: Reals, width: int, height: int, *, both: bool = False) -> Ints:
    """height x width numbers of the nearest triangle, or NONE. ``x``, ``y``, ``near`` are n x 3: samples and nearness.

    Triangles that are clockwise on the screen (y down: seen from behind) are left out unless ``both`` sides count.
    There may be at most 65535 of them.
    """
    out = np.full(height * width, NONE, np.int64)
    (x0, x1, x2), (y0, y1, y2), (n0, n1, n2) = x.T, y.T, near.T
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    good = (area < -1e-9) | (both & (area > 1e-9))
    (left, right), (top, end) = _ends(x), _ends(y)
    good &= (right > 0) & (left < width) & (end > 0) & (top < height)
    which = np.flatnonzero(good)
    if len(which):
        share = 1 / np.where(good, area, 1.0)
        a = ((n1 - n0) * (y2 - y0) - (n2 - n0) * (y1 - y0)) * share
        b = ((n2 - n0) * (x1 - x0) - (n1 - n0) * (x2 - x0)) * share
        plane = a, b, n0 - a * x0 - b * y0
        _fill(out, which, (x, y), plane, np.sign(area), (top[which], end[which]), (width, height))
    out[out >= 0] &= _NUMBERS
    return out.astype(np.int32).reshape(height, width)


def _fill(
    out: Longs,
    which: Longs,
    corner: tuple[Reals, Reals],
    plane: tuple[Reals, Reals, Reals],
    sign: Reals,
    ends: tuple[Reals, Reals],
    size: tuple[int, int],
) -> None:
    """Put the spans of all rows of these triangles into the samples; ``ends`` are their upper and lower ends."""
    (x, y), (a, b, c), (width, height) = corner, plane, size
    top = np.clip(np.ceil(ends[0] - 0.5), 0, height).astype(np.int64)
    end = np.clip(np.floor(ends[1] - 0.5) + 1, 0, height).astype(np.int64)
    rows = np.maximum(end - top, 0)
    number = np.repeat(which, rows)
    row = np.arange(len(number)) - np.repeat(np.cumsum(rows) - rows - top, rows)
    low, high = np.full(len(number), -np.inf), np.full(len(number), np.inf)
    for e in range(3):
        xa, ya, xb, yb = x[:, e], y[:, e], x[:, (e + 1) % 3], y[:, (e + 1) % 3]
        fall = yb - ya
        slope = (xb - xa) / np.where(fall == 0, np.inf, fall)
        at = xa[number] + slope[number] * (row + 0.5 - ya[number])
        way = (fall * sign)[number]
        high = np.where(way > 0, np.minimum(high, at), high)
        low = np.where(way < 0, np.maximum(low, at), low)
    first = np.clip(np.ceil(low - 0.5), 0, width).astype(np.int64)
    last = np.clip(np.floor(high - 0.5) + 1, 0, width).astype(np.int64)
    count = np.maximum(last - first, 0)
    kept = count > 0
    number, row, first, count = number[kept], row[kept], first[kept], count[kept]
    total = int(count.sum())
    if not total:
        return
    step = np.arange(total) - np.repeat(np.cumsum(count) - count, count)
    where = np.repeat(row * width + first, count) + step
    start = a[number] * (first + 0.5) + b[number] * (row + 0.5) + c[number]
    near = np.repeat(start, count) + np.repeat(a[number], count) * step
    np.maximum.at(out, where, ((near * _FINENESS).astype(np.int64) & ~_NUMBERS) | np.repeat(number, count))


def grown(marks: Marks, within: Ints, times: int) -> Marks:
    """Marks and their neighbours with an equal number in ``within``, ``times`` steps far."""
    for _ in range(times):
        more = marks.copy()
        for one, other in (
            (np.s_[1:], np.s_[:-1]),
            (np.s_[:-1], np.s_[1:]),
            (np.s_[:, 1:], np.s_[:, :-1]),
            (np.s_[:, :-1], np.s_[:, 1:]),
        ):
            more[one] |= marks[other] & (within[one] == within[other])
        marks = more
    return marks
