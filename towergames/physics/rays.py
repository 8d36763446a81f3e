"""Rays cast by the engine: what a camera, or a lamp, meets in a direction. What is seen is exactly what collides."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import mujoco as mj
import numpy as np
from numpy.typing import NDArray

from towergames.physics import ground
from towergames.physics.build import PLANE_GROUP
from towergames.physics.camera import Camera
from towergames.physics.geometry import Vec
from towergames.physics.table_top import TableTop

Ints = NDArray[np.int32]
Reals = NDArray[np.float64]
Marks = NDArray[np.bool_]
Longs = NDArray[np.int64]

NOTHING, GROUND = -1, -2
"""Body numbers of pixels that show the background and the table; bodies count from 0 in the scene's order."""

_GHOSTLY = 4
"""The group of what a ray can be let through."""
_ALL = np.array([group != PLANE_GROUP for group in range(6)], np.uint8)
_SOLID = np.array([group not in (PLANE_GROUP, _GHOSTLY) for group in range(6)], np.uint8)


@lru_cache(maxsize=8)
def directions(width: int, height: int, view: float, aspect: float) -> Reals:
    """Directions through the middles of the pixels in the camera's axes (right, up, backwards)."""
    focus = height / 2 / math.tan(view / 2)
    x = (np.arange(width) + 0.5 - width / 2) / focus * aspect
    y = -(np.arange(height) + 0.5 - height / 2) / focus
    rays = np.empty((height, width, 3))
    rays[..., 0], rays[..., 1], rays[..., 2] = x, y[:, None], -1.0
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    flat: Reals = rays.reshape(-1, 3)
    return flat


@dataclass(slots=True)
class Hits:
    """Where a bundle of rays from one point ended: geoms (-1 nowhere), distances, surface normals and points."""

    geom: Ints
    far: Reals
    normal: Reals
    point: Reals

    def only(self, which: Marks) -> Hits:
        """Some of them."""
        return Hits(self.geom[which], self.far[which], self.normal[which], self.point[which])


def part_ghosts(table: TableTop, ghosts: Collection[str]) -> None:
    """Tell from now on these bodies from the others, as things that rays can pass; other bodies are solid again."""
    table.model.geom_group[table.model.geom_group == _GHOSTLY] = 0
    for name in ghosts:
        table.model.geom_group[table.geoms[name]] = _GHOSTLY


def cast(table: TableTop, eye: Vec, rays: Reals, *, solid: bool = False, normals: bool = True) -> Hits:
    """Ask the engine what rays from a point meet, but for the table; only what is ``solid`` stops them, or anything."""
    count = len(rays)
    geom, far = np.empty(count, np.int32), np.empty(count)
    normal = np.empty(3 * count) if normals else None
    mj.mj_multiRay(
        table.model,
        table.data,
        np.array(eye),
        np.ascontiguousarray(rays).reshape(-1),
        _SOLID if solid else _ALL,
        1,
        -1,
        geom,
        far,
        normal,
        count,
        1e3,
    )
    point = np.array(eye) + rays * far[:, None]
    return Hits(geom, far, normal.reshape(-1, 3) if normal is not None else np.empty((0, 3)), point)


def frames(table: TableTop, camera: Camera, width: int, height: int, aspect: float) -> Marks:
    """The pixels in which a body can be: a frame round each. A ray costs the more, the less it meets."""
    where = np.zeros((height, width), np.bool_)
    focus = height / 2 / math.tan(camera.view / 2)
    axes = np.array(camera.axes)
    for name in table.names:
        arms = (table.outer_array(name) - np.array(camera.eye)) @ axes.T
        deep = -arms[:, 2]
        if deep.min() < 0.1:
            where[:] = True
            break
        x = width / 2 + arms[:, 0] / deep * focus / aspect
        y = height / 2 - arms[:, 1] / deep * focus
        where[
            max(0, int(y.min()) - 1) : max(0, int(y.max()) + 2), max(0, int(x.min()) - 1) : max(0, int(x.max()) + 2)
        ] = True
    flat: Marks = where.reshape(-1)
    return flat


def _cast_where(table: TableTop, eye: Vec, rays: Reals, where: Marks) -> Hits:
    """Cast only some of the rays; the others meet nothing."""
    few = cast(table, eye, rays[where])
    count = len(rays)
    hits = Hits(np.full(count, -1, np.int32), np.full(count, -1.0), np.zeros((count, 3)), np.zeros((count, 3)))
    hits.geom[where], hits.far[where], hits.normal[where], hits.point[where] = few.geom, few.far, few.normal, few.point
    return hits


def see(
    table: TableTop, eye: Vec, rays: Reals, *, solid: bool = False, where: Marks | None = None
) -> tuple[Hits, Ints]:
    """What rays from a point meet, the table with it, and the bodies' numbers."""
    hits = cast(table, eye, rays, solid=solid) if where is None else _cast_where(table, eye, rays, where)
    ranks = np.full(table.model.ngeom + 1, NOTHING, np.int32)
    for rank, name in enumerate(table.names):
        ranks[table.geoms[name]] = rank
    body: Ints = ranks[hits.geom]
    far, rim = ground.strike(eye, rays)
    # A piece's edge at the height of the table counts as nearer than the table.
    top = np.where(body == NOTHING, far < np.inf, far < hits.far - 1e-6)
    body[top] = GROUND
    hits.far[top] = far[top]
    hits.normal[top] = (0.0, 0.0, 1.0)
    hits.normal[top & rim] = (0.0, 0.0, 0.0)
    hits.point[top] = np.array(eye) + rays[top] * far[top][:, None]
    return hits, body
