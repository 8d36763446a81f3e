"""The tower in 3D by ray casting, kept while nothing changes. The engine is imported when the first is asked for."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, deque
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi.frames import Deep, Place, Shown, Solid, name_of
from towergames.physics import available
from towergames.physics.camera import Camera
from towergames.physics.geometry import Vec

if TYPE_CHECKING:
    from towergames.boards.kit.ray_view import Shot
    from towergames.physics.table_top import TableTop

MOST_TABLES = 4
"""Tables kept for each thread: making one costs some milliseconds, moving its letters next to nothing."""
LAMP_AWAY, LAMP_HIGH = 40.0, 42.0
"""Where the lamp stands (cm): from the camera's target, and over the table."""
MANY_CELLS = 2000
"""A still picture of more cells than this has no smoothed edges: they would take too long, and are missed less."""


def why_not() -> str:
    """Empty, or one sentence why there is no 3D view here."""
    return available()


class _Tables(threading.local):
    """Tables by what stands on them, for one thread each: the engine's data must not be shared."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[tuple[str, str], ...], TableTop] = OrderedDict()


_tables = _Tables()


def _table(solids: tuple[Solid, ...]) -> TableTop:
    from towergames.games.konexi.bodies import carved
    from towergames.physics.scene import Body, Scene
    from towergames.physics.table_top import TableTop

    key = tuple((name_of(one), one.letter) for one in solids)
    kept = _tables.kept
    if key not in kept:
        while len(kept) >= MOST_TABLES:
            kept.popitem(last=False)
        kept[key] = TableTop(Scene(tuple(Body(name, carved(letter)) for name, letter in key)))
    kept.move_to_end(key)
    table = kept[key]
    table.place_all({name_of(one): one.pose for one in solids})
    return table


def shot(deep: Deep, *, quick: bool = False) -> Shown:
    """The picture of a frame. A ``quick`` one is still only if it has been drawn before."""
    if deep.still and quick and deep not in _still:
        deep = replace(deep, still=False)
    seen = _cast(deep)
    if deep.still:
        _still.append(deep)
    return seen


_still: deque[Deep] = deque(maxlen=4)
"""The still frames that were drawn last."""


@lru_cache(maxsize=12)
def _cast(deep: Deep) -> Shown:
    from towergames.boards.kit.ray_view import FINE, HALVES, LETTERS, QUARTERS, draw, shoot
    from towergames.physics.eye import Look

    few = deep.width * deep.height <= MANY_CELLS
    way = LETTERS if deep.letters else HALVES if not deep.still else FINE if few else QUARTERS
    look = Look(
        soft={FINE: 4, QUARTERS: 3}.get(way, 1),
        ghosts=tuple(name_of(one) for one in deep.solids if one.ghost),
        marked=tuple(name_of(one) for one in deep.solids if one.rim and not one.ghost),
        ground="wood",
        lamp=_lamp(deep.camera),
        shared=way in (FINE, QUARTERS),
    )
    seen = shoot(_table(deep.solids), deep.seen_by, deep.width, deep.height, look, way)
    canvas = Canvas(deep.width, deep.height)
    roles = {name_of(one): one.role for one in deep.solids}
    rims = {name_of(one): one.rim for one in deep.solids if one.rim}
    picture = draw(canvas, 0, 0, seen, roles, way, rims=rims)
    return Shown(canvas, picture.pick, _places(picture))


def _lamp(camera: Camera) -> Vec:
    """The lamp stands to the left of whoever looks, so that the faces of letters, which are upright, are never dark."""
    yaw = camera.yaw - 0.5
    return (LAMP_AWAY * math.cos(yaw), LAMP_AWAY * math.sin(yaw), LAMP_HIGH)


def _places(shot: Shot) -> dict[str, Place]:
    """For every letter that is seen the row of cells where a label fits best."""
    import numpy as np

    from towergames.physics.cells import PIXELS

    across, down = PIXELS[shot.way]
    grid = shot.sight.front.body[down // 2 :: down, across // 2 :: across]
    rows, columns = grid.shape
    ends = np.ones((rows, columns), np.bool_)
    ends[:, 1:] = grid[:, 1:] != grid[:, :-1]
    starts = np.flatnonzero(ends)
    widths = np.diff(starts, append=grid.size)
    ranks = grid.reshape(-1)[starts]
    solid = ranks >= 0
    starts, widths, ranks = starts[solid], widths[solid], ranks[solid]
    lines = starts // columns
    area = np.bincount(ranks, widths, len(shot.sight.names))
    middle = np.bincount(ranks, widths * lines, len(shot.sight.names)) / np.maximum(area, 1)
    # A long run, and rather in the middle of what is seen than at its upper or lower end.
    worth = np.minimum(widths, 8) - 0.8 * np.abs(lines - middle[ranks])
    found: dict[str, Place] = {}
    for k in np.argsort(worth, kind="stable").tolist():
        x, y = int(starts[k]) % columns, int(lines[k])
        found[shot.sight.names[int(ranks[k])]] = Place(shot.x + x, shot.y + y, int(widths[k]), int(area[ranks[k]]))
    return found
