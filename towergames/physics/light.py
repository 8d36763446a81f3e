"""How bright what rays meet is: a lamp and its shadows, the sky, rims and ridges."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from towergames.physics import ground
from towergames.physics.camera import Camera
from towergames.physics.geometry import Vec, add
from towergames.physics.rays import GROUND, NOTHING, Hits, Ints, Longs, Marks, Reals, cast
from towergames.physics.table_top import TableTop

LEVELS = 32
"""Brightness runs from 0 (black) over 20 (the role's own colour) to 32 (almost white)."""
OWN = 20

WIDE = 4.0
"""The radius in cm of a lamp that makes soft shadows."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a scene is lit and drawn.

    ``soft``: rays to the lamp for each pixel; 1 is a hard shadow, more is slower and for pictures that stand still.
    ``ghosts``: bodies drawn see-through. ``marked``: those drawn brighter, with a light outline. ``ground``: a
    surface's name. ``lamp``: where the light stands from the camera's target's place on the table (cm). ``shared``:
    four pixels that show one face share one look at the lamp, for pictures in which four pixels become one.
    """

    shadows: bool = True
    soft: int = 1
    ghosts: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    outlines: bool = True
    ground: str = "newspaper"
    lamp: Vec = (-14.0, -20.0, 46.0)
    shared: bool = False


PLAIN = Look()


def light_on(
    table: TableTop, camera: Camera, rays: Reals, hits: Hits, body: Ints, height: int, how: Look, width: int = 0
) -> tuple[Reals, Ints]:
    """Brightness and the ground's texture for each ray; ``width`` is that of a whole picture, whose rays these are."""
    lamp = add((camera.target[0], camera.target[1], 0.0), how.lamp)
    hit = body != NOTHING
    facing = (hits.normal * rays).sum(1)
    # Rays meet the inside of a wall from behind: such a surface looks towards us like any other, but is a cavity.
    normal = np.where((facing > 0)[:, None], -hits.normal, hits.normal)
    away = np.array(lamp) - hits.point
    far = np.linalg.norm(away, axis=1)
    to_lamp = away / np.maximum(far, 1e-9)[:, None]
    straight = np.clip((normal * to_lamp).sum(1), 0, 1)
    first = _leaders(width, height, body, normal) if how.shared and width else np.arange(len(rays))
    seen = _lit(table, lamp, hits.point, body, straight > 0, how, first) if how.shadows else np.ones(len(rays))
    level = 8.4 + 3.2 * normal[:, 2] + 13.2 * straight * seen
    glint = np.clip((2 * straight[:, None] * normal - to_lamp) @ np.array(camera.outward), 0, 1) ** 18
    level += 5.2 * glint * seen
    level -= np.where(facing > 0, 3.2, 0.0)
    # Whatever stands near the table gets less of the sky's light.
    level -= 3.6 * np.exp(-np.maximum(hits.point[:, 2], 0) / 0.7)
    texture = np.zeros(len(rays), np.int32)
    on = np.flatnonzero(body == GROUND)
    pixel = hits.far[on] * camera.view / height / np.maximum(-facing[on], 0.05)
    grain, texture[on] = ground.texture(how.ground, hits.point[on], pixel)
    distance = np.hypot(hits.point[on, 0], hits.point[on, 1]) / ground.RADIUS
    lying = 9.6 + 10.0 * seen[on] * straight[on] + grain - 3.6 * distance**2
    # Half as many tones do for the table, and make longer runs of cells.
    level[on] = np.rint(lying / 2) * 2
    for name in how.marked:
        level += np.where(body == table.rank[name], 3.0, 0.0)
    level[~hit] = 0
    return level, texture


def _leaders(width: int, height: int, body: Ints, normal: Reals) -> Longs:
    """For each pixel the one whose look at the lamp it shares: the first of its block of four, if it shows the same."""
    every = np.arange(width * height).reshape(height, width)
    first = every.copy()
    for y in (0, 1):
        for x in (0, 1):
            part = first[y::2, x::2]
            part[:] = every[::2, ::2][: part.shape[0], : part.shape[1]]
    flat = first.reshape(-1)
    alike = (body[flat] == body) & ((normal[flat] * normal).sum(1) > 0.99)
    found: Longs = np.where(alike, flat, every.reshape(-1))
    return found


def _lit(table: TableTop, lamp: Vec, point: Reals, body: Ints, turned: Marks, how: Look, first: Longs) -> Reals:
    """How much of the lamp each hit sees, 0 to 1; what is not ``turned`` towards it is dark without asking.

    Hits see what their ``first`` sees.
    """
    lit = np.ones(len(body))
    spread = WIDE if how.soft > 1 else 0.0
    asked = (body >= 0) & turned | ((body == GROUND) & shaded(table, lamp, point, spread))
    which = np.unique(first[asked])
    if not len(which):
        return lit
    share = np.zeros(len(which))
    for k in range(max(1, how.soft)):
        angle = 2.399963 * k
        out = spread * math.sqrt((k + 0.5) / max(1, how.soft))
        stand = add(lamp, (out * math.cos(angle), out * math.sin(angle), 0.0))
        way = point[which] - np.array(stand)
        whole = np.linalg.norm(way, axis=1)
        met = cast(table, stand, way / whole[:, None], normals=False)
        share += (met.geom < 0) | (met.far > whole - 0.03)
    lit[which] = share / max(1, how.soft)
    found: Reals = lit[first]
    return found


def shaded(table: TableTop, lamp: Vec, point: Reals, spread: float) -> Marks:
    """The points of the table on which a body's shadow can fall: a frame round each shadow."""
    where = np.zeros(len(point), np.bool_)
    for name in table.names:
        outer = table.outer_array(name)
        if outer[:, 2].max() > lamp[2] - 1:
            where[:] = True
            break
        # Similar triangles; a broad lamp's half shadow reaches further.
        long = outer[:, 2] / (lamp[2] - outer[:, 2])
        x, y = (outer[:, k] + (outer[:, k] - lamp[k]) * long for k in (0, 1))
        more = 0.1 + spread * max(0.0, float(long.max()))
        where |= (
            (point[:, 0] > x.min() - more)
            & (point[:, 0] < x.max() + more)
            & (point[:, 1] > y.min() - more)
            & (point[:, 1] < y.max() + more)
        )
    return where


def outline(body: Ints, depth: Reals, normal: Reals, level: Reals, keep: float) -> Marks:
    """Darken the rim of whatever stands before something else and lighten the ridges between a body's faces.

    Changes ``level``, of which the rim keeps a share of ``keep``, and tells where the rim is.
    """
    rim, ridge = np.zeros(body.shape, np.bool_), np.zeros(body.shape, np.bool_)
    deep = np.where(body == NOTHING, np.inf, depth)
    pairs = ((np.s_[:-1, :], np.s_[1:, :]), (np.s_[:, :-1], np.s_[:, 1:]))
    for one, two in pairs:
        first, second = body[one], body[two]
        same = (first == second) & (first >= 0)
        jump = np.zeros(first.shape, np.bool_)
        jump[same] = np.abs(depth[one][same] - depth[two][same]) > 0.8
        rims = (first != second) | jump
        near = deep[one] <= deep[two]
        rim[one] |= rims & near & (first >= 0)
        rim[two] |= rims & ~near & (second >= 0)
        ridge[one] |= same & ~jump & ((normal[one] * normal[two]).sum(2) < 0.93)
    level[rim] = level[rim] * keep - 0.8
    level[ridge & ~rim] += 4.0
    return rim
