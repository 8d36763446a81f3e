"""Solid bodies as triangles: hollow pyramids, tiles, bodies made of boxes, and all bodies on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from towergames.physics.geometry import Pose, Vec
from towergames.physics.scene import Box

Reals = NDArray[np.float64]
Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int32]
Marks = NDArray[np.bool_]

FACE, HOLLOW, RIM = 0, 1, 2
"""Kinds of a triangle: outside, the inside of a hollow, or its rim."""

_INSIDE_SKY = 0.10
"""The share of the sky's light that reaches the inside point of a hollow."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles, counter-clockwise as seen from outside: ``corner`` (n x 3 x 3, cm), ``kind``, the ``body`` of each.

    A triangle lies where ``normal`` times a point is ``offset``. The share of the sky that its points see is ``sky`` (n
    x 4) times the point and 1. ``hollow`` marks the bodies that are not closed by their faces.
    """

    corner: Reals
    kind: Ints
    body: Ints
    normal: Reals
    offset: Reals
    sky: Reals
    hollow: Marks

    def __len__(self) -> int:
        return len(self.kind)

    @classmethod
    def of(cls, corner: Reals, kind: Ints, sky: Reals) -> Mesh:
        """One body, from its corners and the share of the sky that each corner sees (n x 3)."""
        one, two = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
        across = np.cross(one, two)
        normal = across / (np.linalg.norm(across, axis=1, keepdims=True) + 1e-12)
        a, b, c = (one * one).sum(1), (one * two).sum(1), (two * two).sum(1)
        first, second = sky[:, 1] - sky[:, 0], sky[:, 2] - sky[:, 0]
        whole = np.maximum(a * c - b * b, 1e-12)
        slope = one * ((c * first - b * second) / whole)[:, None] + two * ((a * second - b * first) / whole)[:, None]
        level = sky[:, 0] - (slope * corner[:, 0]).sum(1)
        offset = (normal * corner[:, 0]).sum(1)
        sky_of = np.concatenate((slope, level[:, None]), 1)
        return cls(corner, kind, np.zeros(len(kind), np.int32), normal, offset, sky_of, np.array([HOLLOW in kind]))

    def casting(self, way: Reals) -> Reals:
        """The corners of as few triangles as throw the full shadow in light that comes from ``way``."""
        chosen = (self.kind == FACE) & ((self.normal @ way > 0) | self.hollow[self.body])
        found: Reals = self.corner[chosen]
        return found

    def mirrored(self) -> Mesh:
        """The mesh upside down below the table."""
        flip = np.array((1.0, 1.0, -1.0))
        sky = np.concatenate((self.sky[:, :3] * flip, self.sky[:, 3:]), 1)
        corner = (self.corner * flip)[:, ::-1]
        return Mesh(corner, self.kind, self.body, self.normal * flip, self.offset, sky, self.hollow)


class _Maker:
    """Collects triangles."""

    def __init__(self) -> None:
        self._corners: list[Sequence[Sequence[float]]] = []
        self._kinds: list[int] = []
        self._sky: list[tuple[float, float, float]] = []

    def triangle(
        self, one: Sequence[Sequence[float]], kind: int, sky: tuple[float, float, float] = (1.0, 1.0, 1.0)
    ) -> None:
        self._corners.append(one)
        self._kinds.append(kind)
        self._sky.append(sky)

    def quad(self, a: Sequence[float], b: Sequence[float], c: Sequence[float], d: Sequence[float]) -> None:
        """Add a flat face of four corners."""
        self.triangle((a, b, c), FACE)
        self.triangle((a, c, d), FACE)

    def mesh(self) -> Mesh:
        corner = np.array(self._corners, np.float64).reshape(-1, 3, 3)
        return Mesh.of(corner, np.array(self._kinds, np.int32), np.array(self._sky, np.float64).reshape(-1, 3))


@lru_cache(maxsize=8)
def pyramid(outer: tuple[Vec, ...], inner: tuple[Vec, ...]) -> Mesh:
    """A hollow pyramid from the corners of its outside and of its cavity: four of the base, then the point."""
    made = _Maker()
    for k in range(4):
        n = (k + 1) % 4
        made.triangle((outer[k], outer[n], outer[4]), FACE, (0.86, 0.86, 1.05))
        made.triangle((inner[n], inner[k], inner[4]), HOLLOW, (0.78, 0.78, _INSIDE_SKY))
        made.triangle((outer[n], outer[k], inner[k]), RIM, (1.0, 1.0, 0.9))
        made.triangle((outer[n], inner[k], inner[n]), RIM, (1.0, 0.9, 0.9))
    return made.mesh()


@lru_cache(maxsize=32)
def slab(
    half: float, low: float, high: float, *, corner: float, bevel: float = 0.0, taper: float = 0.0, ends: str = "top"
) -> Mesh:
    """A square tile from ``low`` to ``high`` with its corners cut off, narrower above by a taper.

    ``ends`` are the faces that it has above and below: "top", "both", or "" for a tile between two others.
    """

    def ring(side: float, z: float) -> list[Vec]:
        cut = side - corner
        flat = (
            (side, -cut),
            (side, cut),
            (cut, side),
            (-cut, side),
            (-side, cut),
            (-side, -cut),
            (-cut, -side),
            (cut, -side),
        )
        return [(x, y, z) for x, y in flat]

    made = _Maker()
    foot, edge, top = ring(half, low), ring(half - taper, high - bevel), ring(half - taper - bevel, high)
    for k in range(8):
        n = (k + 1) % 8
        made.quad(foot[k], foot[n], edge[n], edge[k])
        if bevel:
            made.quad(edge[k], edge[n], top[n], top[k])
        if k and n and ends:
            made.triangle((top[0], top[k], top[n]), FACE)
        if k and n and ends == "both":
            made.triangle((foot[0], foot[n], foot[k]), FACE)
    return made.mesh()


# --- boxes ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Grid:
    """The lines at which the edges of boxes cut the x-z plane, in cm."""

    xs: tuple[float, ...]
    zs: tuple[float, ...]

    def filled(self, boxes: Iterable[Box]) -> Marks:
        """The cells (row by z, column by x) that lie in a box."""
        x, z = ([(a + b) / 2 for a, b in pairwise(ends)] for ends in (self.xs, self.zs))
        found = np.zeros((len(z), len(x)), np.bool_)
        for box in boxes:
            across = np.abs(np.array(x) - box.centre[0]) < box.half[0]
            found |= (np.abs(np.array(z) - box.centre[2]) < box.half[2])[:, None] & across
        return found


def from_boxes(boxes: Sequence[Box]) -> Mesh:
    """A flat body of boxes that are symmetric to the plane y = 0 and do not overlap: no walls between neighbours."""
    made = _Maker()
    for thick in sorted({round(box.half[1], 6) for box in boxes}):
        own = [box for box in boxes if abs(box.half[1] - thick) < 1e-6]
        # Only boxes that are at least as thick hide the walls of these.
        hiding = [box for box in boxes if box.half[1] > thick - 1e-6]
        grid = _Grid(_ends(hiding, 0), _ends(hiding, 2))
        full, hidden = grid.filled(own), grid.filled(hiding)
        for left, low, right, high in _rectangles(full):
            x0, x1, z0, z1 = grid.xs[left], grid.xs[right], grid.zs[low], grid.zs[high]
            made.quad((x0, -thick, z0), (x1, -thick, z0), (x1, -thick, z1), (x0, -thick, z1))
            made.quad((x1, thick, z0), (x0, thick, z0), (x0, thick, z1), (x1, thick, z1))
        _put_walls(made, grid, full, hidden, thick)
    return made.mesh()


def _ends(boxes: Iterable[Box], axis: int) -> tuple[float, ...]:
    ends = {round(b.centre[axis] + way * b.half[axis], 5) for b in boxes for way in (-1, 1)}
    return tuple(sorted(ends))


def _put_walls(made: _Maker, grid: _Grid, full: Marks, hidden: Marks, thick: float) -> None:
    """Add walls between a filled cell and a neighbour that does not hide them."""
    framed = np.pad(hidden, 1)
    rows, columns = full.shape
    for dz, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        wall = full & ~framed[1 + dz : 1 + dz + rows, 1 + dx : 1 + dx + columns]
        for left, low, right, high in _rectangles(wall, along=0 if dx else 1):
            x0, x1, z0, z1 = grid.xs[left], grid.xs[right], grid.zs[low], grid.zs[high]
            if dx:
                x = x1 if dx > 0 else x0
                four = ((x, -thick, z0), (x, thick, z0), (x, thick, z1), (x, -thick, z1))
            else:
                z = z1 if dz > 0 else z0
                four = ((x0, -thick, z), (x1, -thick, z), (x1, thick, z), (x0, thick, z))
            made.quad(*(four if dx + dz > 0 else four[::-1]))


def _rectangles(cells: Marks, along: int | None = None) -> Iterator[tuple[int, int, int, int]]:
    """The marked cells as few rectangles (left, low, right, high); lines ``along`` an axis only (0 is up, 1 across)."""
    left = cells.copy()
    rows, columns = cells.shape
    for z in range(rows):
        for x in range(columns):
            if not left[z, x]:
                continue
            wide = high = 1
            while along != 0 and x + wide < columns and left[z, x + wide]:
                wide += 1
            while along != 1 and z + high < rows and left[z + high, x : x + wide].all():
                high += 1
            left[z : z + high, x : x + wide] = False
            yield x, z, x + wide, z + high


# --- all that stands on the table -----------------------------------------------------------------------

MeshOf = Callable[[str], Mesh]
"""The mesh of a kind of bodies, in its own frame."""


@lru_cache(maxsize=32)
def _joined(kinds: tuple[str, ...], mesh_of: MeshOf) -> Mesh:
    """The meshes of many bodies, each in its own frame."""
    meshes = [mesh_of(kind) for kind in kinds]
    if not meshes:
        return Mesh.of(np.zeros((0, 3, 3)), np.zeros(0, np.int32), np.zeros((0, 3)))
    corner, kind, normal, offset, sky, hollow = (
        np.concatenate([getattr(mesh, field) for mesh in meshes])
        for field in ("corner", "kind", "normal", "offset", "sky", "hollow")
    )
    body = np.repeat(np.arange(len(meshes), dtype=np.int32), [len(mesh) for mesh in meshes])
    return Mesh(corner, kind, body, normal, offset, sky, hollow)


@lru_cache(maxsize=8)
def placed(things: tuple[tuple[str, Pose], ...], mesh_of: MeshOf) -> Mesh:
    """The triangles of bodies (kind, pose) in the world; bodies are numbered in their order."""
    own = _joined(tuple(kind for kind, _ in things), mesh_of)
    if not things:
        return own
    turn = np.array([_matrix(pose) for _, pose in things])[own.body]
    place = np.array([pose.place for _, pose in things])[own.body]
    corner = np.einsum("nkj,nij->nki", own.corner, turn) + place[:, None]
    normal, slope = (np.einsum("nj,nij->ni", vectors, turn) for vectors in (own.normal, own.sky[:, :3]))
    level = own.sky[:, 3] - (slope * place).sum(1)
    sky = np.concatenate((slope, level[:, None]), 1)
    offset = own.offset + (normal * place).sum(1)
    return Mesh(corner, own.kind, own.body, normal, offset, sky, own.hollow)


@lru_cache(maxsize=8)
def shadow_of(mesh: Mesh) -> Mesh:
    """The faces straight below on the table, or a little above it, as seen from above."""
    corner = mesh.corner[mesh.kind == FACE].copy()
    corner[..., 2] = 0.01
    below = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])[:, 2] < 0
    corner[below] = corner[below][:, ::-1]
    return Mesh.of(corner, np.zeros(len(corner), np.int32), np.ones((len(corner), 3)))


def _matrix(pose: Pose) -> tuple[tuple[float, float, float], ...]:
    """The turn of a pose as a matrix."""
    w, x, y, z = pose.turn
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
