"""Pictures of the table: what each pixel shows and how bright it is, by casting rays.

One ray a pixel tells which body is there, how far, and how its surface lies; rays from the lamp tell what lies in
shadow; rays past a ghost, or mirrored in glass, what else a pixel shows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from towergames.physics.camera import Camera
from towergames.physics.light import LEVELS, OWN, PLAIN, Look, light_on, outline
from towergames.physics.rays import (
    GROUND,
    NOTHING,
    Hits,
    Ints,
    Longs,
    Marks,
    Reals,
    directions,
    frames,
    part_ghosts,
    see,
)
from towergames.physics.scene import TABLE
from towergames.physics.table_top import TableTop

__all__ = ["GROUND", "LEVELS", "NOTHING", "OWN", "Layer", "Look", "Sight", "look"]


@dataclass(slots=True)
class Layer:
    """What pixels show: ``body`` (NOTHING, GROUND or a rank), ``level`` (0 to LEVELS), ``texture`` (ground's part)."""

    body: Ints
    level: Ints
    texture: Ints


@dataclass(slots=True)
class Sight:
    """What is seen, pixel by pixel: arrays of height x width, from the top left; ``names`` are the bodies by rank.

    ``depth`` in cm along the ray, ``edge`` the bodies' rims. Where ``veiled`` a pixel is see-through, or a mirror, and
    shows ``behind`` too.
    """

    names: tuple[str, ...]
    front: Layer
    depth: Reals
    edge: Marks
    veiled: Marks
    behind: Layer

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.front.body.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.front.body.shape[0])

    def pick(self, x: float, y: float) -> str:
        """The body shown at a pixel, the table, or empty for the background and outside the picture."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return ""
        found = int(self.front.body[int(y), int(x)])
        return TABLE if found == GROUND else "" if found == NOTHING else self.names[found]

    def spots(self, least: int = 3) -> dict[str, tuple[int, int]]:
        """For every body that shows at least so many pixels: a pixel well inside what is seen of it, for a label."""
        found = {}
        for rank, name in enumerate(self.names):
            ys, xs = np.nonzero(self.front.body == rank)
            if len(xs) < least:
                continue
            # The pixel nearest to the middle is on the body even where that is a crescent.
            best = int(np.argmin((xs - xs.mean()) ** 2 + (ys - ys.mean()) ** 2))
            found[name] = (int(xs[best]), int(ys[best]))
        return found


def look(
    table: TableTop,
    camera: Camera,
    width: int,
    height: int,
    how: Look = PLAIN,
    aspect: float = 1.0,
) -> Sight:
    """Draw the table as it is now. ``aspect`` is the width of a pixel over its height."""
    part_ghosts(table, how.ghosts)
    right, up, backward = camera.axes
    rays = directions(width, height, camera.view, aspect) @ np.array([right, up, backward])
    hits, body = see(table, camera.eye, rays, where=frames(table, camera, width, height, aspect))
    level, texture = light_on(table, camera, rays, hits, body, height, how, width)
    shape = (height, width)
    light = level.reshape(shape)
    body, far = body.reshape(shape), hits.far.reshape(shape)
    edge = np.zeros(shape, np.bool_)
    if how.outlines:
        # Where pieces are few pixels wide a dark rim would leave little of their colour.
        pixel = camera.distance * camera.view / height
        keep = 0.62 + 0.25 * min(1.0, max(0.0, (pixel - 0.25) / 0.4))
        edge = outline(body, far, hits.normal.reshape(height, width, 3), light, keep)
    for names, rim in ((how.ghosts, LEVELS - 5), (how.marked, LEVELS)):
        for name in names:
            light[edge & (body == table.rank[name])] = rim
    front = Layer(body, _rounded(light), texture.reshape(shape))
    sight = Sight(table.names, front, far, edge, np.zeros(shape, np.bool_), front)
    if how.ghosts or how.ground == "glass":
        sight.behind = Layer(front.body.copy(), front.level.copy(), front.texture.copy())
    if how.ground == "glass":
        _mirror(sight, table, camera, rays, how)
    if how.ghosts:
        _see_through(sight, table, camera, rays, how)
    return sight


def _rounded(level: Reals) -> Ints:
    found: Ints = np.clip(np.rint(level), 0, LEVELS).astype(np.int32)
    return found


def _see_through(sight: Sight, table: TableTop, camera: Camera, rays: Reals, how: Look) -> None:
    """What lies behind the ghosts, where they are seen; their outlines stay solid."""
    ranks = [table.rank[name] for name in how.ghosts]
    which = np.flatnonzero(np.isin(sight.front.body, ranks) & ~sight.edge)
    if len(which):
        seen = see(table, camera.eye, rays[which], solid=True)
        _veil(sight, table, camera, rays, how, which, *seen)


def _mirror(sight: Sight, table: TableTop, camera: Camera, rays: Reals, how: Look) -> None:
    """What a polished table shows upside down: the same as is seen from below it through a hole."""
    which = np.flatnonzero(sight.front.body == GROUND)
    if len(which):
        flip = np.array([1.0, 1.0, -1.0])
        x, y, z = camera.eye
        hits, body = see(table, (x, y, -z), rays[which] * flip)
        met = body >= 0
        _veil(sight, table, camera, rays * flip, how, which[met], hits.only(met), body[met])


def _veil(
    sight: Sight, table: TableTop, camera: Camera, rays: Reals, how: Look, which: Longs, hits: Hits, body: Ints
) -> None:
    """Note what these pixels show besides what is before it."""
    level, texture = light_on(table, camera, rays[which], hits, body, sight.height, how)
    sight.veiled.flat[which] = True
    sight.behind.body.flat[which] = body
    sight.behind.level.flat[which] = _rounded(level)
    sight.behind.texture.flat[which] = texture
