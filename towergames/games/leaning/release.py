"""Letting go: the hand trembles, pieces move, and the table comes to rest so that it stays when it is laid anew.

Import this late: it needs the engine (``towergames.physics.available``), and raises ImportError where there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from towergames import physics

if physics.available():
    raise ImportError(physics.available())

from towergames.core.dice import Dice
from towergames.core.stopping import go_on, stopped
from towergames.games.leaning import outcomes
from towergames.games.leaning.bodies import name_of, poses_of, read, recorded, scene_of
from towergames.games.leaning.model import Layout, Settled
from towergames.games.leaning.tremor import STILL, Tremor, drawn
from towergames.physics.geometry import PER_CM, Pose, length, scale
from towergames.physics.motions import lower, move, turn
from towergames.physics.settling import Settled as Told
from towergames.physics.settling import Until, settle
from towergames.physics.table_top import TableTop, Unstable, Velocity

PATIENCE = Until(seconds=6.0)
"""Whatever has not come to rest after six seconds is recorded where it is then."""
LOOK = Until(seconds=6.0, least=1.0)
"""A tower that is about to tip moves too slowly to be seen for some tenths of a second."""
STAYS = 0.015
"""A structure has come to rest when no corner in it moves so many centimetres once it is laid anew ..."""
CLEAN = 2
"""... so often in a row, each time with other jitter."""
MOST_LOOKS = 8
"""So often it is laid anew at most."""
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


def released(
    layout: Layout, hands: Mapping[int, tuple[str, Pose, Tremor]], surface: str, *, traced: bool = True
) -> Settled:
    """Let go of pieces (number -> size, intended pose, tremor) and tell where everything comes to rest.

    ``layout`` is the table without them. Where the engine cannot follow the fall, even without tremor, the pieces let
    go lie flat beside an untouched structure.
    """
    for steady in (False, True):
        trembling = {piece: (size, pose, STILL if steady else own) for piece, (size, pose, own) in hands.items()}
        try:
            return _released(layout, trembling, surface, traced=traced)
        except Unstable:
            continue
    return outcomes.lost(layout, {piece: size for piece, (size, _, _) in hands.items()})


def _released(layout: Layout, hands: Mapping[int, tuple[str, Pose, Tremor]], surface: str, *, traced: bool) -> Settled:
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
    return outcomes.of(table, told, layout, new, intended, tremors)


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


def shaken(top: TableTop, name: str, pose: Pose, tremor: Tremor) -> Pose:
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


def speed_of(tremor: Tremor) -> Velocity:
    """How the hand moves when it lets go."""
    return Velocity(scale(tremor.speed, 1 / PER_CM), scale(tremor.spin, 1 / 1000))


def left_alone(layout: Layout, surface: str, speeds: Mapping[str, Velocity], tremor: Sequence[int] = ()) -> Settled:
    """The table as it comes to rest when nothing is let go."""
    if not layout.pieces:
        return outcomes.lost(layout, {})
    table = TableTop(scene_of(layout, None, surface), poses_of(layout))
    try:
        table, told = _at_rest(table, speeds)
    except Unstable:
        return outcomes.lost(layout, {})
    return outcomes.of(table, told, layout, {}, {}, tremor)
