"""Where the camera stands in the 3D view: at first, as the tower grows, and from the sides that have names. Pure.

A camera is meant for a picture as wide as high, whatever the picture's size is: see :func:`fitted`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from towergames.games.konexi.bodies import CELL, THICK, poses_of, put, straight
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.letters import upright
from towergames.games.konexi.model import Public
from towergames.physics.camera import HIGHEST, Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.recording import read

START = Camera(target=(2.0, 0.0, 4.0), distance=34.0, yaw=-math.pi / 2 + 0.45, pitch=0.16)
"""The view of an empty table, a little from the right."""
YAWS = {"front": -math.pi / 2, "corner": START.yaw, "edge": -0.12, "back": math.pi / 2 - 0.3}
"""Named looks -> where from. The tower's front looks towards negative y."""
SQUARE = 100
"""The picture that a camera is meant for; only that it is square matters."""
TABLE_EDGE = 26.0
"""What has come to lie further away (cm) is off the drawn table: the camera does not look after it."""
FALLEN = 0.42
"""The pitch from which letters that lie on the table are well seen."""
CLOSEST = 15.0
FAR_OFF = 0.75
"""A camera comes nearer once it need not be further away than this share of where it is."""
EDGE = 0.02
"""How near the rim of the picture (as a share of it) counts as out of sight."""


def points(letters: Iterable[tuple[str, Pose]]) -> list[Vec]:
    """The corners of all letters that lie on the drawn table."""
    found: list[Vec] = []
    for letter, pose in letters:
        one = upright(letter)
        ends = (0.0, one.width * CELL), (-THICK / 2, THICK / 2), (0.0, one.height * CELL)
        mine = [pose.point((x, y, z)) for x in ends[0] for y in ends[1] for z in ends[2]]
        if all(math.hypot(x, y) < TABLE_EDGE for x, y, _ in mine):
            found += mine
    return found


def home(view: Public, hand: Spot | None = None, name: str = "corner", before: Camera | None = None) -> Camera:
    """Aim anew: the whole tower, and the letter in ``hand``, in view from the side of that name.

    ``front``, ``corner``, ``edge`` (along the tower's plane), ``back`` and ``top``; any other name keeps the side where
    the camera stood ``before``.
    """
    camera = before if before is not None else START
    if name == "top":
        camera = replace(camera, yaw=-math.pi / 2, pitch=HIGHEST)
    elif name in YAWS:
        camera = replace(camera, yaw=YAWS[name], pitch=START.pitch)
    seen = points(shown(view, hand))
    if not seen:
        return replace(camera, target=START.target, distance=START.distance)
    found = camera.showing(seen, SQUARE, SQUARE)
    return replace(found, distance=max(CLOSEST, found.distance))


def shown(view: Public, hand: Spot | None = None) -> list[tuple[str, Pose]]:
    """The letters of the tower where they are, and the one in hand where it would be."""
    found = list(poses_of(view.rests).items()) if view.rests else [(s.letter, read(straight(s))) for s in view.tower]
    if hand is not None:
        found.append((hand.letter, put(hand, view.tower, view.rests) if view.rests else read(straight(hand))))
    return found


def follow(camera: Camera, view: Public, hand: Spot | None = None, name: str = "") -> Camera:
    """The camera after the tower or the hand has changed: as it was, unless something is out of its sight now.

    With the ``name`` of a look it also comes nearer to a tower that has become small.
    """
    after = following(camera, shown(view, hand))
    if name and after == camera:
        aimed = home(view, hand, "", camera)
        return aimed if aimed.distance < FAR_OFF * camera.distance else camera
    return after


def following(camera: Camera, letters: Iterable[tuple[str, Pose]], least: float = 0.0) -> Camera:
    """:func:`follow` for letters wherever they are; if the camera has to move it rises to that pitch at ``least``."""
    seen = points(letters)
    if not seen or all(_inside(camera, corner) for corner in seen):
        return camera
    aimed = replace(camera, pitch=max(camera.pitch, least)).showing(seen, SQUARE, SQUARE)
    return replace(aimed, distance=max(CLOSEST, camera.distance, aimed.distance))


def between(one: Camera, other: Camera, share: float) -> Camera:
    """On the way from one camera to another: ``share`` 0 is the one, 1 the other; slow at both ends."""
    way = min(1.0, max(0.0, share))
    way = way * way * (3 - 2 * way)
    x, y, z = (a + (b - a) * way for a, b in zip(one.target, other.target, strict=True))
    turn = math.remainder(other.yaw - one.yaw, math.tau)
    return Camera(
        (x, y, z),
        one.distance * (other.distance / one.distance) ** way,
        math.remainder(one.yaw + turn * way, math.tau),
        one.pitch + (other.pitch - one.pitch) * way,
        one.view + (other.view - one.view) * way,
    )


def fitted(camera: Camera, wide: float, high: float, covered: float = 0.0) -> Camera:
    """The camera for a picture of that shape, of which ``covered`` is hidden above: it sees so much more from top to
    bottom that nothing that it should show is hidden, or cut off at the sides.
    """
    free = max(1.0, high - covered)
    half = math.tan(camera.view / 2) * max(1.0, free / max(1.0, wide))
    seen = replace(camera, view=2 * math.atan(half * high / free))
    return seen.pan(0.0, camera.distance * half * covered / free)


def _inside(camera: Camera, corner: Vec) -> bool:
    at = camera.project(corner, SQUARE, SQUARE)
    return at is not None and all(EDGE * SQUARE <= part <= (1 - EDGE) * SQUARE for part in at)
