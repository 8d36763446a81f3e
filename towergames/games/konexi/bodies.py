"""A tower as recorded (whole numbers) and as bodies of the physics scene (centimetres). Needs no engine.

A letter's body has the frame of :class:`model.RestingLetter` and is named after its letter. It hangs on the joint that
:attr:`tower.Tower.hangs` names, by two hinges through the middle of that joint. PHYSICS.md has the measures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from math import cos, degrees, pi, radians, sin

from towergames.games.konexi.letters import HEIGHT, PLASTIC, STEPS, WIDTH, Cell, Connector, in_pose, mass, upright
from towergames.games.konexi.model import RestingLetter
from towergames.games.konexi.tower import Joint, PlacedLetter, tower_of
from towergames.physics.geometry import PER_CM, Pose, Vec, after, back, turned
from towergames.physics.recording import RecordedPose, read
from towergames.physics.scene import WOOD, Body, Box, EngineSettings, Hinge, Scene, Shape, Tie
from towergames.physics.scene import Joint as Hung

SETTINGS = EngineSettings(
    step=0.001, give=6.0, grip=20.0, implicit=True, seating=0, calm=0.25, calming=25.0, rest=0.005
)
"""Engine settings for sprung joints: stiff hinges walk at 2 ms, so a step is 1 ms."""


def straight(spot: PlacedLetter) -> RecordedPose:
    """The pose of a letter put down on the lattice; see :class:`model.RestingLetter` for the frame.

    >>> straight(PlacedLetter("L", 0, False, 2, 1))
    RecordedPose(x=16000, y=0, z=8000, w=1000000, i=0, j=0, k=0)
    """
    corners = [in_pose((x, y), spot.turn, spot.flip) for x in (0, WIDTH) for y in (0, HEIGHT)]
    left, low = min(x for x, _ in corners), min(y for _, y in corners)
    cell = PLASTIC.cell_um
    half = spot.turn * pi / 4
    up, side = round(10**6 * cos(half)), -round(10**6 * sin(half))
    quaternion = (0, side, 0, up) if spot.flip else (up, 0, side, 0)
    return RecordedPose(cell * (spot.x - left), 0, cell * (spot.y - low), *quaternion)


CELL = PLASTIC.cell_um / PER_CM
"""The side of a cell in centimetres."""
THICK = PLASTIC.thick_um / PER_CM
TABLE_RADIUS_CM = 34.0
"""Radius of the table that is drawn: a tower of eight letters is 40 cm high. What slides off it in a crash is gone."""
CLEARANCE_CM = 0.01
"""How much smaller than its cells a letter is on all sides, so that unbent neighbours do not touch."""

STIFFNESS = 7e6
"""Stiffness of a joint, in dyn cm/rad: a letter that sticks out sags by some 0.3 degrees."""
DAMPING = 1e5
"""dyn cm s."""
INERTIA = 80.0
"""g cm2, added to the inertia of what hangs on a joint."""
STRENGTH = 5.5e5
"""The moment in dyn cm above which a joint breaks."""
PULL_OFF_DYN = 7e4
"""The force above which a plug slips out of its socket."""

PLUG_WAY, PLUG_HALF = 0.22, 0.13
"""How far a drawn plug sticks out, and half its width, in centimetres; sockets are a little larger."""


def angles(rest: RestingLetter) -> tuple[float, float]:
    """Twist and bend in radians, in the order of the hinges."""
    return radians(rest.twist / 1000), radians(rest.bend / 1000)


def bent(hinges: Sequence[float]) -> tuple[int, int]:
    """Bend and twist in thousandths of a degree from the hinges' angles; at most half a turn."""
    twist, bend = (max(-180_000, min(180_000, round(degrees(angle) * 1000))) for angle in hinges or (0.0, 0.0))
    return bend, twist


def poses_of(rests: Iterable[RestingLetter]) -> dict[str, Pose]:
    """Letter -> its real pose."""
    return {rest.letter: read(rest.pose) for rest in rests}


def put(spot: PlacedLetter, spots: Sequence[PlacedLetter], rests: Sequence[RestingLetter]) -> Pose:
    """The pose of a letter that is joined to a bent tower: straight on the letter it hangs on.

    ``spots`` and ``rests`` are the tower without it; for an empty tower the letter is the base. A letter without a rest
    has not bent.
    """
    poses = poses_of(rests)
    hangs = tower_of((*spots, spot)).hangs.get(spot.letter)
    if hangs is None or hangs.other not in poses:
        return read(straight(spot))
    way = _between(next(one for one in spots if one.letter == hangs.other), spot)
    pose = poses[hangs.other]
    return Pose.of(pose.point(way.place), after(pose.turn, way.turn))


@cache
def solid(letter: str) -> Shape:
    """The letter as a body for collisions: its cells in few boxes, without plugs and sockets."""
    boxes = tuple(_box(x, y, x + wide, y + high, CLEARANCE_CM) for x, y, wide, high in _runs(upright(letter).cells))
    volume = sum(8 * box.half[0] * box.half[1] * box.half[2] for box in boxes)
    return Shape(boxes, _corners(letter), mass(letter) / 1000 / volume)


@cache
def carved(letter: str) -> Shape:
    """The letter as it is drawn: with plugs that stick out and sockets cut into it."""
    one = upright(letter)
    sockets = {(c.x, c.y) for c in one.connectors if not c.plug}
    parts = [_box(x, y, x + wide, y + high) for x, y, wide, high in _runs(set(one.cells) - sockets)]
    for c in one.connectors:
        parts += [_plug(c)] if c.plug else _socket(c)
    return Shape(tuple(parts), _corners(letter), 1.0)


def _runs(cells: Collection[Cell]) -> list[tuple[int, int, int, int]]:
    """Divide cells into rectangles (x, y, wide, high): the longest run first, down or across."""
    left, rectangles = set(cells), []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        wide, high = 1, 1
        while (x + wide, y) in left:
            wide += 1
        while all((x + k, y + high) in left for k in range(wide)):
            high += 1
        tall = 1
        while (x, y + tall) in left:
            tall += 1
        if min(wide, high) == 1 and tall > wide * high:
            wide, high = 1, tall
        left -= {(x + i, y + j) for i in range(wide) for j in range(high)}
        rectangles.append((x, y, wide, high))
    return rectangles


def _box(left: float, low: float, right: float, high: float, less: float = 0.0) -> Box:
    """A box from cells' corners, ``less`` centimetres smaller on each side in the plane."""
    centre = ((left + right) / 2 * CELL, 0.0, (low + high) / 2 * CELL)
    return Box(centre, ((right - left) / 2 * CELL - less, THICK / 2, (high - low) / 2 * CELL - less))


def _corners(letter: str) -> tuple[Vec, ...]:
    """The eight corners of the box around the letter."""
    one = upright(letter)
    ends = (0.0, one.width * CELL), (-THICK / 2, THICK / 2), (0.0, one.height * CELL)
    return tuple((x, y, z) for x in ends[0] for y in ends[1] for z in ends[2])


def _plug(c: Connector) -> Box:
    x, _, z = edge(c)
    dx, dz = STEPS[c.side]
    way, half, deep = PLUG_WAY / 2, PLUG_HALF, 0.8 * THICK / 2
    return Box((x + dx * way, 0.0, z + dz * way), (way if dx else half, deep, way if dz else half))


def _socket(c: Connector) -> list[Box]:
    """A cell with a hole that opens to one side, as three boxes."""
    deep, half = (PLUG_WAY + 0.04) / CELL, (PLUG_HALF + 0.04) / CELL
    floor, rim = ((0.0, 1 - deep), (1 - deep, 1.0)) if c.side in (0, 1) else ((deep, 1.0), (0.0, deep))
    parts = ((floor, (0.0, 1.0)), (rim, (0.0, 0.5 - half)), (rim, (0.5 + half, 1.0)))
    boxes = (one if c.side in (0, 2) else (one[1], one[0]) for one in parts)
    return [_box(c.x + left, c.y + low, c.x + right, c.y + high) for (left, right), (low, high) in boxes]


def edge(c: Connector | Joint) -> Vec:
    """The middle of a connector's edge: where plug and socket meet."""
    dx, dz = STEPS[c.side]
    return (c.x + 0.5 + dx / 2) * CELL, 0.0, (c.y + 0.5 + dz / 2) * CELL


# --- the scene ------------------------------------------------------------------------------------------


def scene_of(spots: Sequence[PlacedLetter], loose: Collection[str] = (), *, brittle: bool = True) -> Scene:
    """A tower as a physics scene: letters on sprung joints, ties where a letter has more than one joint.

    ``loose`` letters hang on nothing any more; their ties and the ties of letters that hang on them are gone. Unless
    ``brittle``, joints never break.
    """
    tower = tower_of(tuple(spots))
    where = {spot.letter: spot for spot in spots}
    part: dict[str, str] = {}
    bodies = []
    for spot in spots:
        joint = tower.hangs.get(spot.letter)
        if joint is None or spot.letter in loose:
            part[spot.letter], hung = spot.letter, None
        else:
            part[spot.letter], hung = part[joint.other], _hung(joint, where, 1.0 if brittle else 0.0)
        bodies.append(Body(spot.letter, solid(spot.letter), joint=hung))
    first = set(tower.hangs.values())
    ties = tuple(
        Tie(joint.letter, joint.other, _own(where[joint.letter], edge(joint)))
        for joint in tower.joints
        if joint not in first and part[joint.letter] == part[joint.other]
    )
    apart = tuple((joint.letter, joint.other) for joint in tower.joints if part[joint.letter] != part[joint.other])
    return Scene(tuple(bodies), WOOD, SETTINGS, ties, apart)


def _hung(joint: Joint, where: dict[str, PlacedLetter], share: float) -> Hung:
    own = read(straight(where[joint.letter]))
    dx, dy = STEPS[joint.side]
    aside: Vec = (0.0, 0.0, 1.0) if dx else (1.0, 0.0, 0.0)
    hinges = tuple(
        Hinge(turned(back(own.turn), axis), STIFFNESS, DAMPING, share * STRENGTH, INERTIA)
        for axis in (aside, (0.0, -1.0, 0.0))
    )
    out = turned(back(own.turn), (float(-dx), 0.0, float(-dy)))
    place = _between(where[joint.other], where[joint.letter])
    return Hung(joint.other, place, hinges, _own(where[joint.letter], edge(joint)), out, share * PULL_OFF_DYN)


def foot(base: PlacedLetter) -> tuple[Vec, Vec]:
    """The left and the right end of the base on the table, in its own frame."""
    low = min(y for _, y in base.cells)
    feet = [x for x, y in base.cells if y == low]
    return _own(base, (min(feet) * CELL, 0.0, low * CELL)), _own(base, ((max(feet) + 1) * CELL, 0.0, low * CELL))


def _between(carrier: PlacedLetter, spot: PlacedLetter) -> Pose:
    """The pose of a letter in the frame of ``carrier``, nothing bent."""
    one, other = read(straight(carrier)), read(straight(spot))
    return Pose.of(one.own(other.place), after(back(one.turn), other.turn))


def _own(spot: PlacedLetter, point: Vec) -> Vec:
    """A point of the straight tower's world in the frame of a letter."""
    return read(straight(spot)).own(point)
