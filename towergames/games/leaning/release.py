"""Releases of pieces: the hand trembles, pieces move, and the table comes to rest so that it stays when it is rebuilt.

:func:`released` answers for the table and for every trial (``trials.py``), so a trial ends as the release would.
:class:`ProbeTable` probes a place. Import this module late: without the engine it raises ImportError.
"""

from __future__ import annotations

from towergames import physics

if physics.unavailable_reason():
    raise ImportError(physics.unavailable_reason())


from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from towergames.core.cancellation import raise_if_stopped, stopped
from towergames.core.dice import Dice
from towergames.games.leaning import pyramids
from towergames.games.leaning.layout import (
    SizeByPiece,
    label,
    near_points,
    piece_of,
    poses_of,
    scene_of,
    shift_of,
    sizes_of,
    turn_of,
    without,
)
from towergames.games.leaning.model import Aim, Layout, RestingPiece, TableSettled
from towergames.games.leaning.pyramids import SIZES, attitude, standing
from towergames.games.leaning.rules import MOST_TOUCHED
from towergames.physics import geometry
from towergames.physics.geometry import PER_CM, Pose, Vec, length, scale, sub
from towergames.physics.hand_noise import PoseNoise
from towergames.physics.motions import EaseResult, ease, lower, move, turn
from towergames.physics.recording import MOST_TRACE, RecordedPose, read, recorded, unpack, written
from towergames.physics.scene import TABLE, Body, Scene
from towergames.physics.settle import SettleResult as Told
from towergames.physics.settle import StopConditions, settle
from towergames.physics.table_top import TOUCH_CM, TableTop, Unstable, Velocity

CREEP_UM = 10
"""A piece stays where it was recorded if no corner moved further and the tower stays."""


def outcome_of(
    table: TableTop,
    parts: Sequence[Told],
    layout: Layout,
    new: SizeByPiece,
    intended: Mapping[str, Pose],
    tremor: Sequence[int],
) -> TableSettled:
    """The outcome of a settle on ``table``; ``parts`` are its stages in order.

    ``layout`` is the table before, and the ``new`` pieces were let go of as intended.
    """
    end = parts[-1]
    before = {**poses_of(layout), **intended}
    sizes = {**sizes_of(layout), **new}
    rests = _rests_of(end, sizes, before, new)
    moved = tuple(rest.piece for rest in rests)
    return TableSettled(
        rests,
        _touches_of(table, end, layout, new),
        near_points(sizes, end.poses),
        tuple(tremor),
        physics.engine_label(),
        _trace_of(table, parts, moved),
    )


def outcome_lost(layout: Layout, new: SizeByPiece) -> TableSettled:
    """The outcome when the engine cannot follow: nothing has moved, and the released pieces lie flat beside it."""
    edge = max((abs(pose.x) for pose in poses_of(layout).values()), default=0.0)
    rests, poses = [], poses_of(layout)
    for at, (piece, size) in enumerate(sorted(new.items())):
        pose = standing(SIZES[size], attitude(SIZES[size], "side"), edge + 12.0 + 8.0 * at)
        poses[label(piece)] = pose
        rests.append(RestingPiece(piece, recorded(pose), 3, 120_000, 90_000))
    near = near_points({**sizes_of(layout), **new}, poses)
    return TableSettled(tuple(rests), layout.touches, near, (), physics.engine_label())


def _rests_of(end: Told, sizes: SizeByPiece, before: Mapping[str, Pose], new: SizeByPiece) -> tuple[RestingPiece, ...]:
    rests = []
    for piece, size in sizes.items():
        name = label(piece)
        pose = recorded(end.poses[name])
        after = read(pose)
        shift = shift_of(size, before[name], after)
        if piece in new or end.poses[name] != before[name]:
            corners = len(end.corners_on_table[name])
            rests.append(RestingPiece(piece, pose, corners, shift, turn_of(before[name], after)))
    return tuple(sorted(rests))


def _touches_of(table: TableTop, end: Told, layout: Layout, new: SizeByPiece) -> tuple[tuple[int, int], ...]:
    """All pairs that touch. The engine does not list surfaces that rest a hair apart, so some distances are
    measured.
    """
    pairs = {tuple(sorted((piece_of(t.a), piece_of(t.b)))) for t in end.touches if TABLE not in (t.a, t.b)}
    asked = {*layout.touches, *combinations(sorted(new), 2)} - pairs
    pairs |= {(a, b) for a, b in asked if table.distance(label(a), label(b), 0.1) < TOUCH_CM}
    for piece in new:
        pairs |= {tuple(sorted((piece, piece_of(other)))) for other in table.near(label(piece))}
    return tuple(sorted((a, b) for a, b in pairs))


def _trace_of(table: TableTop, parts: Sequence[Told], moved: Sequence[int]) -> str:
    """The recorded movement of the pieces that moved, from the parts that have a trace."""
    traces = [part.trace for part in parts if part.trace is not None]
    if not traces or not moved:
        return ""
    columns = [table.rank[label(piece)] for piece in moved]
    shown = [unpack(trace)[min(at, 1) :] for at, trace in enumerate(traces)]
    pictures = [tuple(picture[column] for column in columns) for part in shown for picture in part]
    return written(pictures, traces[0].period, MOST_TRACE)


NO_TREMOR = PoseNoise()
"""A hand that does not tremble."""
HAND_SPREADS: dict[str, tuple[int, int, int, int]] = {
    "steady": (40, 60, 200, 100),
    "normal": (200, 290, 10_000, 500),
    "shaky": (500, 580, 15_000, 750),
}
"""Spreads of :class:`PoseNoise` for each hand; normal is 0.2 mm, 0.5 degrees and 1 cm/s."""
RELEASE_LIMIT = StopConditions(seconds=6.0)
"""After six seconds the table is rebuilt from the poses it has then."""
REBUILD_LIMIT = StopConditions(seconds=6.0, least=1.0)
"""A rebuilt structure is watched for at least a second: a tower about to tip hardly moves at first."""
STABLE_CM = 0.05
"""A structure is stable if no corner moves further when it is rebuilt with jitter."""
STABLE_REBUILDS = 3
"""Rebuilds in a row in which a structure must be stable. The first has no jitter, and allows only CREEP_UM."""
MAX_REBUILDS = 12
"""Rebuilds of a structure, at most."""
LITTLE_GRIP = 100.0
"""Grip (see ``Settings``) of the table on which a tower continues that moves in a second rebuild."""
_JITTER_UM = 10.0
"""Standard deviation of each piece's offset in a rebuild with jitter, on each axis.

Poses are recorded to a micrometre, and every later turn begins with them. A fall from so small a difference must happen
in the turn of the player who built the tower. So the offsets are ten times as large.
"""
REBUILD_DAMPING = 6.0
"""1/s, see ``TableTop.slow``."""
MAX_OVERLAP_CM = 0.01
"""A piece let go of deeper than this in another one, or in the table, is lifted out first."""
_PER_DEGREE = 57_295.779513


def draw_tremor(hand: str, dice: Dice) -> PoseNoise:
    """Draw the tremor of a hand of the terms: steady, normal or shaky."""
    return PoseNoise.drawn(HAND_SPREADS[hand], dice)


def released(
    layout: Layout,
    hands: Mapping[int, tuple[str, Pose, PoseNoise]],
    surface: str,
    *,
    traced: bool = True,
    rebuilt: bool = True,
    free: Collection[int] | None = None,
    stop_cm: float = 0.0,
    brief: bool = False,
    seconds: float = RELEASE_LIMIT.seconds,
    steps: list[int] | None = None,
) -> TableSettled:
    """Let go of pieces (number -> size, intended pose, tremor). The outcome has all poses at rest.

    ``layout`` is the table without them. If the engine cannot follow the fall, even without tremor, the released pieces
    lie flat beside an untouched structure.

    A shorter trial leaves out the rebuilds (``rebuilt``), moves only the ``free`` pieces of the table, or ends once one
    of them has moved ``stop_cm``; a ``brief`` one also once a released piece has. The fall is watched for ``seconds``.
    ``steps`` gets the number of steps that the engine made.
    """
    for steady in (False, True):
        trembling = {piece: (size, pose, NO_TREMOR if steady else own) for piece, (size, pose, own) in hands.items()}
        try:
            return _released(layout, trembling, surface, traced, rebuilt, free, stop_cm, brief, seconds, steps)
        except Unstable:
            continue
    return outcome_lost(layout, {piece: size for piece, (size, _, _) in hands.items()})


def _released(
    layout: Layout,
    hands: Mapping[int, tuple[str, Pose, PoseNoise]],
    surface: str,
    traced: bool,
    rebuilt: bool,
    free: Collection[int] | None,
    stop_cm: float,
    brief: bool,
    seconds: float,
    steps: list[int] | None,
) -> TableSettled:
    new: dict[int, str] = {}
    starts: dict[str, Pose] = {}
    intended = {label(piece): pose for piece, (_, pose, _) in hands.items()}
    for piece, (size, pose, tremor) in sorted(hands.items()):
        name = label(piece)
        new[piece] = size
        scene = scene_of(layout, new, surface)
        top = TableTop(scene.frozen_except(name), {**poses_of(layout), **starts})
        starts[name] = shaken(top, name, pose, tremor)
    stood = poses_of(layout)
    scene = scene_of(layout, new, surface)
    if free is not None:
        loose = {*starts, *map(label, free)}
        scene = replace(scene, bodies=tuple(replace(body, fixed=body.name not in loose) for body in scene.bodies))
    table = TableTop(scene, {**stood, **starts})
    speeds = {label(piece): speed_of(tremor) for piece, (_, _, tremor) in hands.items()}
    watched = tuple(body.name for body in scene.bodies if not body.fixed and (brief or body.name in stood))
    until = replace(RELEASE_LIMIT, seconds=seconds, watched=watched, moved=stop_cm)
    table, parts = come_to_rest(table, speeds, stood, until, traced=traced, rebuilt=rebuilt, steps=steps)
    tremors = [number for _, (_, _, tremor) in sorted(hands.items()) for number in tremor.numbers()]
    return outcome_of(table, parts, layout, new, intended, tremors)


def come_to_rest(
    table: TableTop,
    speeds: Mapping[str, Velocity],
    stood: Mapping[str, Pose],
    until: StopConditions,
    *,
    traced: bool = True,
    rebuilt: bool = True,
    steps: list[int] | None = None,
) -> tuple[TableTop, tuple[Told, ...]]:
    """Let everything come to rest where it stays. Return the table as the next turn rebuilds it, and the parts of the
    fall.

    ``stood`` are the poses recorded before. The tower is ``rebuilt`` exactly as it would be recorded, then with a
    little jitter. A rebuild that stays at rest is a test and changes nothing. A rebuild that moves is a part of the
    fall, and the tests begin again. ``steps`` gets the number of steps of each part and test. Raises Stopped.
    """
    made = [] if steps is None else steps
    parts = [settle(table, velocities=speeds, until=until, traced=traced, cancelled=stopped)]
    raise_if_stopped()
    made.append(parts[0].steps)
    poses = {name: as_recorded(pose) for name, pose in parts[-1].poses.items()}
    poses |= {body.name: stood[body.name] for body in table.scene.bodies if _has_crept(body, poses, stood)}
    slippery = replace(table.scene, settings=replace(table.scene.settings, grip=LITTLE_GRIP))
    rebuilds = 0
    stable = 0 if rebuilt else STABLE_REBUILDS
    while rebuilds < MAX_REBUILDS and stable < STABLE_REBUILDS:
        rebuilds += 1
        again = _rebuild(table.scene, jittered(poses, stable), traced=traced)
        made.append(again.steps)
        if again.rested and max(again.moved.values()) <= (STABLE_CM if stable else CREEP_UM / PER_CM):
            stable += 1
            continue
        stable = 0
        parts.append(again)
        if len(parts) > 2:
            # A jammed piece creeps on for many turns and falls in one of them, so it may slide to its end now.
            parts.append(_rebuild(slippery, again.poses, traced=traced))
            made.append(parts[-1].steps)
        poses = {name: as_recorded(pose) for name, pose in parts[-1].poses.items()}
    parts[-1] = replace(parts[-1], poses=poses)
    return TableTop(table.scene, poses), tuple(parts)


def _rebuild(scene: Scene, poses: Mapping[str, Pose], *, traced: bool) -> Told:
    """Rebuild a tower and let it come to rest. Raises Stopped."""
    table = TableTop(scene, poses)
    # Without damping a piece that swings on a point would be recorded in the middle of its swing.
    table.slow(REBUILD_DAMPING)
    end = settle(table, until=REBUILD_LIMIT, traced=traced, cancelled=stopped)
    raise_if_stopped()
    # A replay need not show a tower that creeps.
    return end if max(end.moved.values()) > STABLE_CM else replace(end, trace=None)


def as_recorded(pose: Pose) -> Pose:
    """The pose after recording and reading it."""
    # Reading normalises the turn, so a second recording may differ a little; a third does not.
    return read(recorded(read(recorded(pose))))


def _has_crept(body: Body, poses: Mapping[str, Pose], stood: Mapping[str, Pose]) -> bool:
    """Whether a piece that stood before has moved no further than CREEP_UM."""
    if body.name not in stood:
        return False
    before, after = stood[body.name], poses[body.name]
    ways = [length(sub(after.point(corner), before.point(corner))) for corner in body.shape.corners]
    return max(ways) * PER_CM <= CREEP_UM


def jittered(poses: Mapping[str, Pose], look: int) -> dict[str, Pose]:
    """Poses as they would be recorded, each with a small offset that depends on ``look`` (a number) alone.

    Look 0 has no offsets.
    """
    dice = Dice(look, 0, "jitter")

    def little() -> float:
        return dice.bell() * _JITTER_UM / PER_CM

    exact = {name: as_recorded(pose) for name, pose in poses.items()}
    if look == 0:
        return exact
    return {name: pose.moved((little(), little(), little())) for name, pose in exact.items()}


def shaken(top: TableTop, name: str, pose: Pose, tremor: PoseNoise) -> Pose:
    """The pose of a trembling hand at a release: moved and turned as far as nothing is in the way.

    ``top`` holds the piece, all others are frozen. A pose inside something, as a player may type without seeing the
    table, is reached from above instead.
    """
    top.place(name, pose)
    if top.overlap(name) > MAX_OVERLAP_CM:
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
    """The velocity of the hand at a release."""
    return Velocity(scale(tremor.speed, 1 / PER_CM), scale(tremor.spin, 1 / 1000))


def left_alone(
    layout: Layout, surface: str, speeds: Mapping[str, Velocity], tremor: Sequence[int] = ()
) -> TableSettled:
    """The outcome when no piece is let go of."""
    if not layout.pieces:
        return outcome_lost(layout, {})
    table = TableTop(scene_of(layout, None, surface), poses_of(layout))
    try:
        table, parts = come_to_rest(table, speeds, poses_of(layout), RELEASE_LIMIT)
    except Unstable:
        return outcome_lost(layout, {})
    return outcome_of(table, parts, layout, {}, {}, tremor)


# --- one piece in the hand ----------------------------------------------------------------------------

INSIDE_MARGIN_CM = 0.11
"""Points nearer to an inside point than this are avoided: the rule says 0.1 (L-8)."""
CLEAR_CM = 0.002
"""A piece further than this from all others touches nothing."""


class ProbeTable:
    """A table with one free piece; those of ``layout`` are fixed. Built once, used for many ideas."""

    def __init__(self, layout: Layout, piece: int, size: str, surface: str) -> None:
        self._made_of = layout, piece, size, surface
        self.layout = without(layout, {piece})
        self.piece, self.me = piece, label(piece)
        self.size = pyramids.SIZES[size]
        self.sizes = {label(one.id): pyramids.SIZES[one.size] for one in self.layout.pieces}
        self.poses = poses_of(self.layout)
        self.scene = scene_of(self.layout, {piece: size}, surface)
        self.table = TableTop(self.scene.frozen_except(self.me), self.poses)
        self.corners: dict[str, tuple[Vec, ...]] = {
            name: tuple(map(self.poses[name].point, pyramids.corners(kind))) for name, kind in self.sizes.items()
        }
        self.top = max((point[2] for corners in self.corners.values() for point in corners), default=0.0)

    def again(self) -> ProbeTable:
        """Another probe table like this one, for another thread."""
        return ProbeTable(*self._made_of)

    def put(self, pose: Pose) -> None:
        """Take the piece to a pose, through everything."""
        self.table.place(self.me, pose)

    def clear(self) -> bool:
        """Whether the piece touches no other one."""
        return self.table.nearest(self.me)[0] > CLEAR_CM

    def ease(self, avoided: Collection[str] = ()) -> EaseResult:
        """Let the piece sink to rest in the hand, unless it meets a piece to be ``avoided``."""
        return ease(self.table, self.me, seconds=0.8, avoided=avoided)

    def recorded(self) -> RecordedPose:
        """The present pose as a move has it; from now on the piece is exactly there."""
        pose = recorded(self.table.pose(self.me))
        self.put(read(pose))
        return pose

    def aim(self) -> Aim:
        """The present contacts of the piece, and points that meet inside points."""
        touches = tuple(sorted(map(piece_of, self.table.near(self.me))))[:MOST_TOUCHED]
        inside = self.inside_at(self.table.pose(self.me))[:MOST_TOUCHED]
        return Aim(len(self.table.corners_on_table(self.me)), touches, inside)

    def inside_at(self, mine: Pose) -> tuple[int, ...]:
        """L-8, both ways: the pieces whose point or inside point the piece would meet at the pose ``mine``."""
        found = []
        for name, pose in self.poses.items():
            size = self.sizes[name]
            if geometry.length(geometry.sub(mine.place, pose.place)) < self.size.height + size.height:
                over = pyramids.inside_point_gap(self.size, mine, size, pose)
                under = pyramids.inside_point_gap(size, pose, self.size, mine)
                if min(over, under) < INSIDE_MARGIN_CM:
                    found.append(piece_of(name))
        return tuple(sorted(found))
