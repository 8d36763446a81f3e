"""Motions of a hand with a piece before its release. Only :func:`ease` has dynamics, and no motion tunnels.

No motion advances further at once than the exact distance to the nearest body allows, so it stops within ``GAP_CM`` of
the first body met. The table is left where the motion stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

import numpy as np

from towergames.physics.engine import mj
from towergames.physics.geometry import Pose, Vec, about, add, cross, dot, length, scale, sub, unit
from towergames.physics.scene import TABLE
from towergames.physics.settle import SettleResult, StopConditions, settle
from towergames.physics.table_top import TableTop, Velocity

GAP_CM = 0.002
"""Distance at which a motion stops, well inside the distance that counts as contact."""
MAX_STRIDES = 400
MAX_SLIDE_CM = 0.05
"""Distance that a touching piece moves at most before its contacts are checked again."""
MAX_STRIDE_RADIANS = 0.05
"""Angle that a piece turns at most before distances are measured again."""


@dataclass(frozen=True, slots=True)
class MotionResult:
    """Result of a motion: the body it met ("" if none, or the table) and how far it went.

    ``way`` is in cm or radians, never more than was asked.
    """

    what: str
    way: float


def move(table: TableTop, name: str, by: Vec) -> MotionResult:
    """Carry a piece along a straight line to its end, or until it meets something."""
    whole = length(by)
    if whole == 0:
        return MotionResult("", 0.0)
    along, start = scale(by, 1 / whole), table.pose(name)

    def floor() -> float:
        if along[2] >= 0:
            return math.inf
        height = float(table.corner_array(name)[:, 2].min())
        return 0.0 if height < GAP_CM else (height - GAP_CM / 2) / -along[2]

    others = tuple(other for other in table.names if other != name)
    return _follow(table, name, others, lambda way: start.moved(scale(along, way)), whole, 1.0, floor)


def _follow(
    table: TableTop,
    name: str,
    others: tuple[str, ...],
    path: Callable[[float], Pose],
    whole: float,
    arm: float,
    floor: Callable[[], float],
) -> MotionResult:
    """Follow a path on which no point of the piece is faster than ``arm``; ``floor`` gives the distance that the table
    allows.
    """
    gone = 0.0
    for _ in range(MAX_STRIDES):
        room = floor()
        if room <= 0:
            return MotionResult(TABLE, gone)
        gap, who = table.nearest(name, others)
        if who and gap < GAP_CM:
            stride = _clear_stride(table, name, others, lambda more, gone=gone: path(gone + more), gap, arm)  # type: ignore[misc]
            if not stride:
                return MotionResult(who, gone)
        else:
            stride = max(gap - GAP_CM / 2, 1e-4) / arm
        gone = min(whole, gone + min(room, stride))
        table.place(name, path(gone))
        if gone >= whole:
            return MotionResult("", whole)
    return MotionResult("", gone)


def _clear_stride(
    table: TableTop, name: str, others: tuple[str, ...], ahead: Callable[[float], Pose], gap: float, arm: float
) -> float:
    """The stride that a touching piece can make away from its contact or along it; 0 if every stride presses into
    something.
    """
    here = table.pose(name)
    clear = 0.0
    for stride in (MAX_SLIDE_CM / arm, MAX_SLIDE_CM / arm / 4, MAX_SLIDE_CM / arm / 16):
        # Walls are five times as thick as a stride is long, so no stride jumps over one.
        table.place(name, ahead(stride))
        after, _ = table.nearest(name, others)
        if after >= GAP_CM / 4 or after > gap + 1e-6:
            clear = stride
            break
    table.place(name, here)
    return clear


def lower(table: TableTop, name: str) -> MotionResult:
    """Move a piece straight down until the first contact, with a body or the table."""
    return move(table, name, (0.0, 0.0, -1000.0))


def lift(table: TableTop, name: str, by: float) -> MotionResult:
    """Move a piece straight up by ``by`` cm, or until it meets something above."""
    return move(table, name, (0.0, 0.0, by))


def turn(
    table: TableTop, name: str, axis: Vec, angle: float, pivot: Vec | None = None, *, leave: Collection[str] = ()
) -> MotionResult:
    """Turn a piece about an axis of the world through ``pivot`` (its centre of mass) until done, or until it meets
    something.

    Bodies in ``leave`` do not stop it, such as its support while it leans. Corners on the axis may stand on the table.
    """
    others = tuple(other for other in table.names if other != name and other not in leave)
    centre = pivot if pivot is not None else table.centre_of_mass(name)
    direction = unit(axis) if angle >= 0 else scale(unit(axis), -1)
    start = table.pose(name)
    arm = max(float(np.linalg.norm(table.outer_array(name) - np.array(centre), axis=1).max()), 1e-6)

    def floor() -> float:
        return MAX_STRIDE_RADIANS if TABLE in leave else _room_to_sink(table, name, direction, centre)

    return _follow(
        table, name, others, lambda way: start.rotated(about(direction, way), centre), abs(angle), arm, floor
    )


def _room_to_sink(table: TableTop, name: str, axis: Vec, pivot: Vec) -> float:
    """Angle that a piece can surely turn before a sinking corner off the axis reaches the table."""
    corners, along = table.corner_array(name), np.array(axis)
    arms = corners - np.array(pivot)
    off = arms - (arms @ along)[:, None] * along
    radii = np.linalg.norm(off, axis=1)
    heights = corners[:, 2]
    swinging = radii > 0.01
    # A corner sinks if the third component of axis x arm is negative.
    sinking = swinging & (axis[0] * off[:, 1] - axis[1] * off[:, 0] < -1e-9)
    if bool((heights[sinking] < GAP_CM).any()):
        return 0.0
    # A corner that rises now may sink later in this stride.
    rooms: list[float] = ((heights[swinging] - GAP_CM / 2) / radii[swinging])[heights[swinging] > GAP_CM].tolist()
    return min(MAX_STRIDE_RADIANS, *rooms) if rooms else MAX_STRIDE_RADIANS


def lean(
    table: TableTop,
    name: str,
    feet: Iterable[int],
    towards: Vec,
    most: float = 1.3,
    *,
    leave: Collection[str] = (),
) -> MotionResult:
    """Tip a piece over its feet, a corner or an edge, towards a direction until it meets something.

    Only the part of the direction across an edge counts. Raises ValueError for a direction along the edge.
    """
    corners = table.corners(name)
    points = [corners[k] for k in feet]
    axis = cross((0.0, 0.0, 1.0), (towards[0], towards[1], 0.0))
    if len(points) > 1:
        edge = sub(points[1], points[0])
        if abs(dot(unit(edge), unit(axis))) < 0.02:
            raise ValueError("a piece on an edge cannot lean along the edge")
        axis = edge if dot(edge, axis) > 0 else scale(edge, -1)
    return turn(table, name, unit(axis), most, points[0], leave=leave)


@dataclass(frozen=True, slots=True)
class EaseResult:
    """Result of easing: whether the piece came to rest in the hand, and how far it sank (cm)."""

    held: bool
    sank: float
    seconds: float


EASE_DAMPING = 60.0
"""1/s: a piece in an easing hand falls at 16 cm/s at most."""


def ease(
    table: TableTop, name: str, *, seconds: float = 1.2, most: float = 1.2, avoided: Collection[str] = ()
) -> EaseResult:
    """Let a piece sink under heavy damping against a frozen structure, as a careful hand does.

    It is held when it comes to rest without sinking more than ``most`` cm and without touching a body in ``avoided``.
    Raises ValueError when other bodies are free.
    """
    if table.free != {name}:
        raise ValueError("easing needs a table on which everything else is fixed")
    damping = table.model.dof_damping
    before, started = damping.copy(), table.pose(name).z
    mass = table.mass(name)
    damping[:3], damping[3:6] = EASE_DAMPING * mass, EASE_DAMPING * mass / 2
    table.place(name, table.pose(name))
    still, time, held = 0, 0.0, False
    stride = round(0.04 / table.step)
    try:
        while time < seconds and not held:
            if not table.advance(stride):
                break
            time += stride * table.step
            if started - table.pose(name).z > most or table.meets(avoided):
                break
            still = still + 1 if table.speed() < 0.15 else 0
            held = still >= 3
    finally:
        damping[:] = before
    sank = started - table.pose(name).z
    if not math.isfinite(sank):
        mj.mj_resetData(table.model, table.data)
        return EaseResult(held=False, sank=most, seconds=time)
    table.place(name, table.pose(name))
    return EaseResult(held, sank, time)


def probe_release(
    table: TableTop, name: str, *, seconds: float = 0.6, velocity: Velocity | None = None
) -> SettleResult:
    """Simulate a release in a frozen structure and take it back: a cheap test before a release.

    Raises ValueError when other bodies are free.
    """
    if table.free != {name}:
        raise ValueError("the test of a release needs a table on which everything else is fixed")
    with table.undoing():
        return settle(
            table, velocities={name: velocity or Velocity()}, until=StopConditions(seconds=seconds), traced=False
        )


def held_over(table: TableTop, name: str, point: Vec, own: Vec, height: float) -> Pose:
    """The pose in which the piece's own point ``own`` hangs ``height`` cm above ``point``, with its present turn."""
    pose = table.pose(name)
    hangs = add(point, (0.0, 0.0, height))
    return pose.moved(sub(hangs, pose.point(own)))
