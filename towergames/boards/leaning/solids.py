"""Pictures of pieces by ray casting, kept while nothing changes. The engine is imported when the first is asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from towergames.boards.kit.canvas import Canvas
from towergames.boards.leaning.camera_work import fitted
from towergames.boards.leaning.frames import Frame, Place, Shown, Solid
from towergames.boards.leaning.sketch import sketch
from towergames.physics import available

if TYPE_CHECKING:
    from towergames.boards.kit.ray_view import Shot
    from towergames.physics.table_top import TableTop

MOST_TABLES = 4
"""Tables kept for each thread: making one costs some milliseconds, moving its pieces next to nothing."""
MANY_CELLS = 2000
"""A still picture of more cells than this has no smoothed edges: they would take too long, and are missed less."""


def why_not() -> str:
    """Empty, or one sentence why pictures are simple ones here."""
    return available()


class _Tables(threading.local):
    """Tables by what stands on them, for one thread each: the engine's data must not be shared."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[tuple[str, str], ...], TableTop] = OrderedDict()


_tables = _Tables()


def _table(solids: tuple[Solid, ...]) -> TableTop:
    from towergames.physics.pyramids import SIZES, shape
    from towergames.physics.scene import Body, Scene
    from towergames.physics.table_top import TableTop

    key = tuple((one.name, one.size) for one in solids)
    kept = _tables.kept
    if key not in kept:
        while len(kept) >= MOST_TABLES:
            kept.popitem(last=False)
        kept[key] = TableTop(Scene(tuple(Body(name, shape(SIZES[size])) for name, size in key)))
    kept.move_to_end(key)
    table = kept[key]
    table.place_all({one.name: one.pose for one in solids})
    return table


def shot(frame: Frame, *, quick: bool = False) -> Shown:
    """The picture of a frame: by ray casting, or a simple one where the engine is missing.

    A ``quick`` one is still only if it has been drawn before.
    """
    if frame.still and quick and frame not in _still:
        frame = replace(frame, still=False)
    seen = _drawn(frame)
    if frame.still:
        _still.append(frame)
    return seen


_still: deque[Frame] = deque(maxlen=4)
"""The still frames that were drawn last."""


@lru_cache(maxsize=12)
def _drawn(frame: Frame) -> Shown:
    return _cast(frame) if not why_not() else sketch(frame)


def _cast(frame: Frame) -> Shown:
    from towergames.boards.kit.ray_view import FINE, HALVES, LETTERS, QUARTERS, draw, shoot
    from towergames.physics.eye import Look

    few = frame.width * frame.height <= MANY_CELLS
    way = LETTERS if frame.letters else HALVES if not frame.still else FINE if few else QUARTERS
    soft = {FINE: 4, QUARTERS: 3}.get(way, 1)
    look = Look(
        soft=soft,
        ghosts=tuple(one.name for one in frame.solids if one.ghost),
        marked=tuple(one.name for one in frame.solids if one.rim and not one.ghost),
        ground=frame.ground,
        shared=way in (FINE, QUARTERS),
    )
    camera = fitted(frame.camera, frame.width, 2 * frame.height, 2 * frame.covered)
    seen = shoot(_table(frame.solids), camera, frame.width, frame.height, look, way)
    canvas = Canvas(frame.width, frame.height)
    roles = {one.name: one.role for one in frame.solids}
    rims = {one.name: one.rim for one in frame.solids if one.rim}
    picture = draw(canvas, 0, 0, seen, roles, way, rims=rims)
    return Shown(canvas, picture.pick, _places(picture))


def _places(shot: Shot) -> dict[str, Place]:
    """For every body that is seen the row of cells where a label fits best."""
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
