"""Simulated releases: the hand trembles, pieces move, and the table comes to rest so that it stays when laid anew.

Import this module late: it needs the engine (``towergames.physics.available``) and raises ImportError without it.
"""

from __future__ import annotations

from towergames import physics

if physics.available():
    raise ImportError(physics.available())


from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from towergames.core.dice import Dice
from towergames.core.stopping import go_on, stopped
from towergames.games.leaning.bodies import (
    Sizes,
    name_of,
    near_points,
    piece_of,
    poses_of,
    scene_of,
    shift_of,
    sizes_of,
    turn_of,
)
from towergames.games.leaning.model import Layout, Rest, Settled
from towergames.physics.geometry import PER_CM, Pose, length, scale
from towergames.physics.hand_noise import PoseNoise
from towergames.physics.motions import lower, move, turn
from towergames.physics.pyramids import SIZES, attitude, standing
from towergames.physics.recording import MOST_TRACE, read, recorded, unpack, written
from towergames.physics.scene import TABLE
from towergames.physics.settling import Settled as Told
from towergames.physics.settling import Until, settle
from towergames.physics.table_top import TOUCH, TableTop, Unstable, Velocity

CREEP = 5
"""Micrometres: a piece all of whose corners moved less stays where it was recorded."""


def outcome_of(
    table: TableTop,
    parts: Sequence[Told],
    layout: Layout,
    new: Sizes,
    intended: Mapping[str, Pose],
    tremor: Sequence[int],
) -> Settled:
    """The outcome of a settle on ``table``; ``parts`` are its stages in order.

    ``layout`` was there before, the ``new`` pieces were let go as intended.
    """
    told = parts[-1]
    before = {**poses_of(layout), **intended}
    sizes = {**sizes_of(layout), **new}
    rests = _rests_of(told, sizes, before, new)
    moved = tuple(rest.piece for rest in rests)
    return Settled(
        rests,
        _touches_of(table, told, layout, new),
        near_points(sizes, told.poses),
        tuple(tremor),
        physics.engine_label(),
        _trace_of(table, parts, moved),
    )


def outcome_lost(layout: Layout, new: Sizes) -> Settled:
    """The outcome when the engine cannot follow: nothing has moved, the released pieces lie flat beside it."""
    edge = max((abs(pose.x) for pose in poses_of(layout).values()), default=0.0)
    rests, poses = [], poses_of(layout)
    for at, (piece, size) in enumerate(sorted(new.items())):
        pose = standing(SIZES[size], attitude(SIZES[size], "side"), edge + 12.0 + 8.0 * at)
        poses[name_of(piece)] = pose
        rests.append(Rest(piece, recorded(pose), 3, 120_000, 90_000))
    near = near_points({**sizes_of(layout), **new}, poses)
    return Settled(tuple(rests), layout.touches, near, (), physics.engine_label())


def _rests_of(told: Told, sizes: Sizes, before: Mapping[str, Pose], new: Sizes) -> tuple[Rest, ...]:
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


def _touches_of(table: TableTop, told: Told, layout: Layout, new: Sizes) -> tuple[tuple[int, int], ...]:
    """All pairs that touch. The engine does not list surfaces that rest a hair apart, so some are measured."""
    pairs = {tuple(sorted((piece_of(t.a), piece_of(t.b)))) for t in told.touches if TABLE not in (t.a, t.b)}
    asked = {*layout.touches, *combinations(sorted(new), 2)} - pairs
    pairs |= {(a, b) for a, b in asked if table.distance(name_of(a), name_of(b), 0.1) < TOUCH}
    for piece in new:
        pairs |= {tuple(sorted((piece, piece_of(other)))) for other in table.near(name_of(piece))}
    return tuple(sorted((a, b) for a, b in pairs))


def _trace_of(table: TableTop, parts: Sequence[Told], moved: Sequence[int]) -> str:
    """The movement of the pieces that moved, in the parts that have a trace."""
    traces = [part.trace for part in parts if part.trace is not None]
    if not traces or not moved:
        return ""
    columns = [table.rank[name_of(piece)] for piece in moved]
    shown = [unpack(trace)[min(at, 1) :] for at, trace in enumerate(traces)]
    pictures = [tuple(picture[column] for column in columns) for part in shown for picture in part]
    return written(pictures, traces[0].period, MOST_TRACE)


STILL = PoseNoise()
"""A hand that does not tremble."""
HANDS: dict[str, tuple[int, int, int, int]] = {
    "steady": (40, 60, 200, 100),
    "normal": (200, 290, 10_000, 500),
    "shaky": (500, 580, 15_000, 750),
}
"""For each hand the spreads of :class:`PoseNoise`; normal is 0.2 mm, 0.5 degrees and 1 cm/s."""
PATIENCE = Until(seconds=6.0)
"""Whatever has not come to rest after six seconds is recorded where it is then."""
LOOK = Until(seconds=6.0, least=1.0)
"""A tower that is about to tip moves too slowly to be seen for some tenths of a second."""
STAYS = 0.015
"""Centimetres: a structure is at rest when no corner moves further after it is laid anew ..."""
CLEAN = 2
"""... this many times in a row, each time with other jitter."""
MOST_LOOKS = 8
"""It is laid anew this many times at most."""
_JITTER = 10.0
"""Micrometres: how far each piece is put from its place on each axis then, as a standard deviation.

Poses are recorded to a micrometre, and every later turn begins with them. What so small a difference brings down must
fall in the turn of the player who built it, so it is given ten times as much here.
"""
SLOWING = 6.0
"""1/s, see ``TableTop.slow``."""
PRESSED = 0.01
"""Centimetres: a piece let go deeper than this in another one, or in the table, is lifted out first."""
_PER_DEGREE = 57_295.779513


def drawn(hand: str, dice: Dice) -> PoseNoise:
    """The tremor of a hand of the terms: steady, normal or shaky."""
    return PoseNoise.drawn(HANDS[hand], dice)


def released(
    layout: Layout, hands: Mapping[int, tuple[str, Pose, PoseNoise]], surface: str, *, traced: bool = True
) -> Settled:
    """Let go of pieces (number -> size, intended pose, tremor); the outcome says where everything comes to rest.

    ``layout`` is the table without them. Where the engine cannot follow the fall, even without tremor, the pieces let
    go lie flat beside an untouched structure.
    """
    for steady in (False, True):
        trembling = {piece: (size, pose, STILL if steady else own) for piece, (size, pose, own) in hands.items()}
        try:
            return _released(layout, trembling, surface, traced=traced)
        except Unstable:
            continue
    return outcome_lost(layout, {piece: size for piece, (size, _, _) in hands.items()})


def _released(
    layout: Layout, hands: Mapping[int, tuple[str, Pose, PoseNoise]], surface: str, *, traced: bool
) -> Settled:
    new: dict[int, str] = {}
    starts: dict[str, Pose] = {}
    intended = {name_of(piece): pose for piece, (_, pose, _) in hands.items()}
    for piece, (size, pose, tremor) in sorted(hands.items()):
        name = name_of(piece)
        new[piece] = size
        scene = scene_of(layout, new, surface)
        top = TableTop(scene.holding(name), {**poses_of(layout), **starts})
        starts[name] = shaken(top, name, pose, tremor)
    table = TableTop(scene_of(layout, new, surface), {**poses_of(layout), **starts})
    speeds = {name_of(piece): speed_of(tremor) for piece, (_, _, tremor) in hands.items()}
    table, told = _at_rest(table, speeds, traced=traced)
    tremors = [number for _, (_, _, tremor) in sorted(hands.items()) for number in tremor.numbers()]
    return outcome_of(table, told, layout, new, intended, tremors)


def _at_rest(
    table: TableTop, speeds: Mapping[str, Velocity], *, traced: bool = True
) -> tuple[TableTop, tuple[Told, ...]]:
    """Let everything come to rest, lay the table anew with a little jitter, and see that everything stays.

    Else what hardly stands would fall in the next player's turn, and what swings on a point would be recorded as it
    swings: it is slowed down meanwhile. The table at the end, and the parts of the fall. Raises Stopped.
    """
    told = [settle(table, velocities=speeds, until=PATIENCE, traced=traced, cancelled=stopped)]
    looks = clean = 0
    while told[-1].rested and looks < MOST_LOOKS and clean < CLEAN:
        looks += 1
        table = TableTop(table.scene, jittered(told[-1].poses, looks))
        table.slow(SLOWING)
        look = settle(table, until=LOOK, traced=traced, cancelled=stopped)
        clean = clean + 1 if max(look.moved.values()) < STAYS else 0
        told.append(replace(look, trace=None) if clean else look)  # a replay need not show a table that stays
    go_on()
    return table, tuple(told)


def jittered(poses: Mapping[str, Pose], look: int) -> dict[str, Pose]:
    """Poses as they would be recorded, each a little beside its place; the same for the same ``look`` (a number)."""
    dice = Dice(look, 0, "jitter")

    def little() -> float:
        return dice.bell() * _JITTER / PER_CM

    return {name: read(recorded(pose)).moved((little(), little(), little())) for name, pose in poses.items()}


def trembling(top: TableTop, name: str, pose: Pose, level: str, dice: Dice) -> tuple[Pose, Velocity]:
    """Where a hand of a level (steady, normal, shaky) is when it lets go, and how it moves; see :func:`shaken`."""
    tremor = drawn(level, dice)
    return shaken(top, name, pose, tremor), speed_of(tremor)


def shaken(top: TableTop, name: str, pose: Pose, tremor: PoseNoise) -> Pose:
    """Where a trembling hand is when it lets go: moved and turned as far as nothing is in the way.

    ``top`` holds the piece, all others are frozen. A pose inside something, as a player may type without seeing the
    table, is reached from above instead.
    """
    top.place(name, pose)
    if top.overlap(name) > PRESSED:
        top.place(name, _above_all(top, name))
        lower(top, name)
    if any(tremor.shift):
        move(top, name, scale(tremor.shift, 1 / PER_CM))
    if any(tremor.turn):
        turn(top, name, tremor.turn, length(tremor.turn) / _PER_DEGREE)
    return top.pose(name)


def _above_all(top: TableTop, name: str) -> Pose:
    highest = max((height for other in top.names if other != name for height in top.corner_heights(other)), default=0.0)
    return top.pose(name).moved((0.0, 0.0, highest + 0.5 - min(top.corner_heights(name))))


def speed_of(tremor: PoseNoise) -> Velocity:
    """How the hand moves when it lets go."""
    return Velocity(scale(tremor.speed, 1 / PER_CM), scale(tremor.spin, 1 / 1000))


def left_alone(layout: Layout, surface: str, speeds: Mapping[str, Velocity], tremor: Sequence[int] = ()) -> Settled:
    """The table as it comes to rest when nothing is let go."""
    if not layout.pieces:
        return outcome_lost(layout, {})
    table = TableTop(scene_of(layout, None, surface), poses_of(layout))
    try:
        table, told = _at_rest(table, speeds)
    except Unstable:
        return outcome_lost(layout, {})
    return outcome_of(table, told, layout, {}, {}, tremor)
