"""Pictures of solid bodies on a table by ray casting, kept while nothing changes.

The physics engine is imported when the first picture is asked for.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from towergames.boards.kit.canvas import Canvas
from towergames.physics import available
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.scene import Shape

if TYPE_CHECKING:
    from towergames.boards.kit.ray_view import Shot
    from towergames.physics.table_top import TableTop

MOST_TABLES = 4
"""Tables kept for each thread: making one costs some milliseconds, moving its bodies next to nothing."""
MANY_CELLS = 2000
"""A still picture of more cells than this has no smoothed edges: they would take too long, and are missed less."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A body to be drawn: its name, the kind that tells its shape, where it is (cm), and its palette role.

    ``rim`` is the role of its outline; without one it is told by light and shade. A ``ghost`` is see-through.
    """

    name: str
    kind: str
    pose: Pose
    role: str
    rim: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """All that a picture of ``width`` x ``height`` cells depends on.

    ``camera`` is fitted to the picture (:meth:`Orbit.fitted`), ``ground`` the name of a surface, ``lamp`` where the
    light stands from the camera's target's place on the table (cm; None: as usual). ``still`` pictures are finer; those
    with ``letters`` are of 7-bit characters.
    """

    solids: tuple[Solid, ...]
    camera: Camera
    width: int
    height: int
    ground: str
    still: bool
    letters: bool
    lamp: Vec | None = None

    def project(self, point: Vec) -> tuple[float, float] | None:
        """Column and row of a point of the world (cm), None behind the camera; what is before it is not asked."""
        at = self.camera.project(point, self.width, 2 * self.height)
        return None if at is None else (at[0], at[1] / 2)


@dataclass(frozen=True, slots=True)
class Place:
    """The cells of a row on which a body is seen, and on how many cells it is seen in all."""

    x: int
    y: int
    width: int
    area: int = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture: its canvas, which must not be changed, what is seen in a cell, and where labels fit best."""

    canvas: Canvas
    pick: Callable[[int, int], str]
    places: Mapping[str, Place]


ShapeOf = Callable[[str], Shape]
"""The shape of a kind of bodies."""


def picture(
    frame: Frame, shape_of: ShapeOf, *, quick: bool = False, simple: Callable[[Frame], Shown] | None = None
) -> Shown:
    """The picture of a frame: by ray casting, or a ``simple`` one where the engine is missing.

    A ``quick`` one is still only if it has been drawn before.
    """
    if frame.still and quick and frame not in _still:
        frame = replace(frame, still=False)
    seen = _simple(frame, simple) if simple is not None and available() else _cast(frame, shape_of)
    if frame.still:
        _still.append(frame)
    return seen


_still: deque[Frame] = deque(maxlen=4)
"""The still frames that were drawn last."""


class _Tables(threading.local):
    """Tables by what stands on them, for one thread each: the engine's data must not be shared."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[tuple[str, str], ...], TableTop] = OrderedDict()


_tables = _Tables()


def _table(solids: tuple[Solid, ...], shape_of: ShapeOf) -> TableTop:
    from towergames.physics.scene import Body, Scene
    from towergames.physics.table_top import TableTop

    key = tuple((one.name, one.kind) for one in solids)
    kept = _tables.kept
    if key not in kept:
        while len(kept) >= MOST_TABLES:
            kept.popitem(last=False)
        kept[key] = TableTop(Scene(tuple(Body(name, shape_of(kind)) for name, kind in key)))
    kept.move_to_end(key)
    table = kept[key]
    table.place_all({one.name: one.pose for one in solids})
    return table


@lru_cache(maxsize=12)
def _simple(frame: Frame, simple: Callable[[Frame], Shown]) -> Shown:
    return simple(frame)


@lru_cache(maxsize=12)
def _cast(frame: Frame, shape_of: ShapeOf) -> Shown:
    from towergames.boards.kit.ray_view import FINE, HALVES, LETTERS, QUARTERS, draw, shoot
    from towergames.physics.eye import Look

    few = frame.width * frame.height <= MANY_CELLS
    way = LETTERS if frame.letters else HALVES if not frame.still else FINE if few else QUARTERS
    look = Look(
        soft={FINE: 4, QUARTERS: 3}.get(way, 1),
        ghosts=tuple(one.name for one in frame.solids if one.ghost),
        marked=tuple(one.name for one in frame.solids if one.rim and not one.ghost),
        ground=frame.ground,
        shared=way in (FINE, QUARTERS),
    )
    if frame.lamp is not None:
        look = replace(look, lamp=frame.lamp)
    seen = shoot(_table(frame.solids, shape_of), frame.camera, frame.width, frame.height, look, way)
    canvas = Canvas(frame.width, frame.height)
    roles = {one.name: one.role for one in frame.solids}
    rims = {one.name: one.rim for one in frame.solids if one.rim}
    drawn = draw(canvas, 0, 0, seen, roles, way, rims=rims)
    return Shown(canvas, drawn.pick, _places(drawn))


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
