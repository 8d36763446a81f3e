"""The views of a fall: a camera that sees all of it, a side view from above, and the way to the heap. Pure.

From the side, a tower that tips towards the viewer would become a single row of letters. So while it falls, the side
view looks down on the table more and more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board.canvas import Rect
from towergames.board.orbit import between
from towergames.board.timeline import fall_of, recorded
from towergames.games.konexi.beats import TALL
from towergames.games.konexi.board.animation import LIT_SHARE, ShownFall, film, shown_fall
from towergames.games.konexi.board.camera import FALLEN_PITCH, ORBIT, following, points
from towergames.games.konexi.board.picture import MAX_CELL_COLUMNS, PLAIN_SCALES, SCALES, Bounds, Window, bounds
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.bodies import CELL
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose, about

LOOK_DOWN = 0.75
"""The angle (radians) by which the side view at last looks down on a fall."""
LOOK_DOWN_SHARE = 0.6
"""The share of a fall, after its moment, in which the side view gets there."""
TABLE_DEPTH_CM, TABLE_MARGIN_CM = 16.0, 5.0
"""Half the depth of the table that is drawn from above, at least, and what it is deeper than the letters on it."""
HEAP_PITCH, WHOLE_PITCH = 0.5, 0.25
"""The least pitches from which the camera looks at the heap, and at the whole fall."""
BACK_SHARE, NEAR_SHARE = 0.3, 0.6
"""Shares of a fall: until the first the camera goes back to see all of it, after the second it comes near the heap."""
STEP_BACK = 0.25
"""Share of its distance by which the camera goes back in the beat of a tall tower."""
OFF_CM = -2.0
"""Letters below this height fall off the table; they need not be in sight."""
MARGIN = 0.5
"""Cells that stay free around the letters."""
MEASURED_EVERY = 8
"""Every eighth frame of a fall is measured to find the room that the fall takes."""


@dataclass(frozen=True, slots=True)
class SideFall:
    """A fall as the side view shows it.

    ``window`` is the part of the picture plane, ``tilt`` the angle by which the view looks down. ``table`` are the rows
    in which the table begins and ends; both 0 while it is seen from its edge.
    """

    window: Window
    tilt: float
    table: tuple[int, int]


# --- with the camera ------------------------------------------------------------------------------------


def camera_now(context: KonexiContext, camera: Camera) -> Camera:
    """The camera while letters move, on its way to where it sees how they end."""
    shown = shown_fall(context)
    if shown is not None:
        whole, near = _goals(shown.trace, shown.letters, camera)
        if shown.share <= NEAR_SHARE:
            return between(camera, whole, shown.share / BACK_SHARE)
        return between(whole, near, (shown.share - NEAR_SHARE) / (1 - NEAR_SHARE))
    now = recorded(context, film)
    if now is None:
        return _stepped_back(context, camera)
    _, moved, frame = now
    # With both ends of a movement in sight, all of it is in sight.
    goal = following(camera, [*moved[0].items(), *moved[-1].items()], least=FALLEN_PITCH)
    return _stepped_back(context, between(camera, goal, frame / max(1, len(moved) - 1)))


def _stepped_back(context: KonexiContext, camera: Camera) -> Camera:
    """The camera, which steps back in the beat of a tall tower."""
    if context.beat is None or context.beat.kind != TALL:
        return camera
    share = min(1.0, context.beat_seconds / (LIT_SHARE * context.beat.seconds))
    return replace(camera, distance=camera.distance * (1 + STEP_BACK * share))


@lru_cache(maxsize=8)
def _goals(trace: str, letters: str, camera: Camera) -> tuple[Camera, Camera]:
    """The cameras that see all of a fall, and the heap from near."""
    frames = fall_of(trace, tuple(letters)).frames
    every = [item for frame in (*frames[::MEASURED_EVERY], frames[-1]) for item in frame.items()]
    whole = following(camera, [(letter, pose) for letter, pose in every if pose.z > OFF_CM], least=WHOLE_PITCH)
    heap = points((letter, pose) for letter, pose in frames[-1].items() if pose.z > OFF_CM)
    if not heap:
        return whole, whole
    return whole, ORBIT.aimed(replace(whole, pitch=max(whole.pitch, HEAP_PITCH)), heap)


# --- from the side --------------------------------------------------------------------------------------


def side_fall(shown: ShownFall, room: Rect, standing: Window, *, plain: bool) -> SideFall:
    """The side view of a fall in a room of the board; ``standing`` is the window of the tower before it."""
    scales = PLAIN_SCALES if plain else SCALES
    tilt = _tilt(shown, shown.frame)
    whole = _whole(_whole_bounds(shown.trace, shown.letters), room, standing, tilt / LOOK_DOWN, scales)
    near = _close_up(_heap_bounds(shown.trace, shown.letters), room, scales)
    window = _on_the_way(whole, near, (shown.share - NEAR_SHARE) / (1 - NEAR_SHARE), room, scales)
    if not tilt:
        return SideFall(window, tilt, (0, 0))
    depth = _depth(shown.trace, shown.letters) / CELL * math.sin(tilt)
    return SideFall(window, tilt, (max(room.y, round(window.row(depth))), max(1, round(window.row(-depth)))))


def seen_from_above(pose: Pose, tilt: float) -> Pose:
    """A pose in the picture plane of a side view that looks down by an angle."""
    return pose.rotated(about((1.0, 0.0, 0.0), tilt), (0.0, 0.0, 0.0)) if tilt else pose


def _tilt(shown: ShownFall, frame: int) -> float:
    """The angle at which the side view looks down in a frame: none before the moment of the fall."""
    fall = shown.fall
    frames = LOOK_DOWN_SHARE * max(1, len(fall.frames) - 1 - fall.moment)
    share = min(1.0, max(0.0, (frame - fall.moment) / frames))
    return LOOK_DOWN * share * share * (3 - 2 * share)


@lru_cache(maxsize=8)
def _whole_bounds(trace: str, letters: str) -> Bounds:
    """The bounds of all that a fall shows in the side view."""
    shown = ShownFall(trace, letters, 0)
    frames = shown.fall.frames
    numbers = [*range(0, len(frames), MEASURED_EVERY), len(frames) - 1]
    poses = [(pose, number) for number in numbers for pose in frames[number].values() if pose.z > OFF_CM]
    return _known(bounds(seen_from_above(pose, _tilt(shown, number)) for pose, number in poses))


@lru_cache(maxsize=8)
def _heap_bounds(trace: str, letters: str) -> Bounds:
    """The bounds of the heap in the side view."""
    last = fall_of(trace, tuple(letters)).frames[-1]
    return _known(bounds(seen_from_above(pose, LOOK_DOWN) for pose in last.values() if pose.z > OFF_CM))


def _known(found: Bounds | None) -> Bounds:
    """The bounds, or those of the middle of the table if every letter has fallen off it."""
    return found or (0.0, 0.0, 1.0, 1.0)


@lru_cache(maxsize=8)
def _depth(trace: str, letters: str) -> float:
    """Half the depth of the table, in cm, so that all that lies on it has room."""
    last = fall_of(trace, tuple(letters)).frames[-1]
    lain = [abs(pose.y) for pose in last.values() if pose.z > OFF_CM]
    return max(TABLE_DEPTH_CM, *lain, 0.0) + TABLE_MARGIN_CM


def _scale(seen: Bounds, room: Rect, scales: Sequence[tuple[float, float]], most: float) -> tuple[float, float]:
    """The nearest scale of at most ``most`` columns a cell at which the bounds fit into a room; else the farthest."""
    left, low, right, high = seen
    best = scales[0]
    for columns, rows in scales:
        wide, tall = (right - left + 2 * MARGIN) * columns, (high - low + 2 * MARGIN) * rows
        if columns <= most and wide <= room.width and tall <= room.height:
            best = columns, rows
    return best


def _whole(seen: Bounds, room: Rect, standing: Window, share: float, scales: Sequence[tuple[float, float]]) -> Window:
    """The window that shows all of a fall.

    It is moved as little as possible from the window before, and up as the view looks down, by ``share``.
    """
    left, low, right, _ = seen
    columns, rows = _scale(seen, room, scales, standing.columns)
    across, up = room.width / columns, room.height / rows
    start = min(max(standing.left, right + MARGIN - across), left - MARGIN)
    # At first the table's edge is in the last row, as below a tower that stands.
    rows_below = 1 + (max(1.0, -min(0.0, low - MARGIN) * rows) - 1) * share
    return _on_cells(columns, rows, start, up - rows_below / rows, room)


def _close_up(seen: Bounds, room: Rect, scales: Sequence[tuple[float, float]]) -> Window:
    """The window with the heap in its middle, as near as shows all of it."""
    left, low, right, high = seen
    columns, rows = _scale(seen, room, scales, MAX_CELL_COLUMNS)
    across, up = room.width / columns, room.height / rows
    return _on_cells(columns, rows, (left + right - across) / 2, (low + high + up) / 2, room)


def _on_the_way(first: Window, last: Window, share: float, room: Rect, scales: Sequence[tuple[float, float]]) -> Window:
    """The window a ``share`` of the way from one window to another: scale by scale, its middle moving evenly."""
    share = min(1.0, max(0.0, share))
    share = share * share * (3 - 2 * share)
    start, end = (scales.index((window.columns, window.rows)) for window in (first, last))
    columns, rows = scales[round(start + (end - start) * share)]
    middles = [window.cell(room.x + room.width / 2, room.y + room.height / 2) for window in (first, last)]
    x, y = (before + (after - before) * share for before, after in zip(*middles, strict=True))
    return _on_cells(columns, rows, x - room.width / columns / 2, y + room.height / rows / 2, room)


def _on_cells(columns: float, rows: float, left: float, top: float, room: Rect) -> Window:
    """The window whose room begins about there, on whole cells of the screen."""
    return Window(
        columns,
        rows,
        round((left - room.x / columns) * columns) / columns,
        round((top + room.y / rows) * rows) / rows,
    )
