"""What physics found, put into the whole numbers that the rules and the journal keep. Needs the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from towergames.games.leaning.bodies import (
    Sizes,
    name_of,
    near_points,
    piece_of,
    poses_of,
    read,
    recorded,
    shift_of,
    sizes_of,
    turn_of,
)
from towergames.games.leaning.model import MOST_TRACE, Layout, Rest, Settled
from towergames.physics import engine_version
from towergames.physics.geometry import Pose
from towergames.physics.movement import written
from towergames.physics.pyramids import SIZES, attitude, standing
from towergames.physics.scene import TABLE
from towergames.physics.settling import Settled as Told
from towergames.physics.table_top import TOUCH, TableTop
from towergames.physics.trace import unpack

CREEP = 5
"""Micrometres: a piece all of whose corners moved less stays where it was recorded."""


def of(
    table: TableTop,
    parts: Sequence[Told],
    layout: Layout,
    new: Sizes,
    intended: Mapping[str, Pose],
    tremor: Sequence[int],
) -> Settled:
    """The outcome of a fall on ``table``, told in ``parts`` one after the other.

    ``layout`` was there before, the ``new`` pieces were let go as intended.
    """
    told = parts[-1]
    before = {**poses_of(layout), **intended}
    sizes = {**sizes_of(layout), **new}
    rests = _rests(told, sizes, before, new)
    moved = tuple(rest.piece for rest in rests)
    return Settled(
        rests,
        _touches(table, told, layout, new),
        near_points(sizes, told.poses),
        tuple(tremor),
        f"mujoco-core {engine_version()}",
        _trace(table, parts, moved),
    )


def lost(layout: Layout, new: Sizes) -> Settled:
    """The outcome when the engine cannot tell one: nothing has moved, what was let go lies flat beside it."""
    edge = max((abs(pose.x) for pose in poses_of(layout).values()), default=0.0)
    rests, poses = [], poses_of(layout)
    for at, (piece, size) in enumerate(sorted(new.items())):
        pose = standing(SIZES[size], attitude(SIZES[size], "side"), edge + 12.0 + 8.0 * at)
        poses[name_of(piece)] = pose
        rests.append(Rest(piece, recorded(pose), 3, 120_000, 90_000))
    near = near_points({**sizes_of(layout), **new}, poses)
    return Settled(tuple(rests), layout.touches, near, (), f"mujoco-core {engine_version()}")


def _rests(told: Told, sizes: Sizes, before: Mapping[str, Pose], new: Sizes) -> tuple[Rest, ...]:
    found = []
    for piece, size in sizes.items():
        name = name_of(piece)
        pose = recorded(told.poses[name])
        after = read(pose)
        shift = shift_of(size, before[name], after)
        if piece in new or shift > CREEP:
            corners = len(told.corners_on_table[name])
            found.append(Rest(piece, pose, corners, shift, turn_of(before[name], after)))
    return tuple(sorted(found))


def _touches(table: TableTop, told: Told, layout: Layout, new: Sizes) -> tuple[tuple[int, int], ...]:
    """All pairs that touch. The engine does not list surfaces that rest a hair apart, so some are measured."""
    pairs = {tuple(sorted((piece_of(t.a), piece_of(t.b)))) for t in told.touches if TABLE not in (t.a, t.b)}
    asked = {*layout.touches, *combinations(sorted(new), 2)} - pairs
    pairs |= {(a, b) for a, b in asked if table.distance(name_of(a), name_of(b), 0.1) < TOUCH}
    for piece in new:
        pairs |= {tuple(sorted((piece, piece_of(other)))) for other in table.near(name_of(piece))}
    return tuple(sorted((a, b) for a, b in pairs))


def _trace(table: TableTop, parts: Sequence[Told], moved: Sequence[int]) -> str:
    """The movement of the pieces that moved, in the parts that have a trace."""
    traces = [part.trace for part in parts if part.trace is not None]
    if not traces or not moved:
        return ""
    columns = [table.rank[name_of(piece)] for piece in moved]
    shown = [unpack(trace)[min(at, 1) :] for at, trace in enumerate(traces)]
    pictures = [tuple(picture[column] for column in columns) for part in shown for picture in part]
    return written(pictures, traces[0].period, MOST_TRACE)
