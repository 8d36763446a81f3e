"""Where the camera stands: at first, as the structure grows, and from the sides that have names. Pure.

A camera is meant for a picture half as wide again as high, whatever the picture's size is: see :func:`fitted`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from towergames.games.leaning.model import Layout, View
from towergames.physics.camera import HIGHEST, Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.pyramids import corners
from towergames.physics.recording import read

START = Camera(target=(0.0, 0.0, 1.6), distance=24.0, yaw=-0.9, pitch=0.42)
"""The view of an empty table."""
WIDE, HIGH = 150, 100
"""The picture that a camera is meant for; only their ratio matters."""
TABLE_EDGE = 22.0
"""What has rolled further (cm) is off the drawn table: the camera does not look after it."""
CLOSEST = 14.0
"""However small the structure is, the first view shows some of the table round it."""
FAR_OFF = 0.85
"""A camera comes nearer once it need not be further away than this share of where it is."""
NEAR = 9.0
"""The distance for a close look."""
STEEP, FLAT = 1.2, 0.15
"""Beyond these the camera stands where only a named view puts it."""
EDGE = 0.02
"""How near the rim of the picture (as a share of it) counts as out of sight."""

Solid = tuple[str, Pose]
"""A piece's size and where it is."""


def points(solids: Iterable[Solid]) -> list[Vec]:
    """The corners of all pieces that lie on the drawn table."""
    found: list[Vec] = []
    for size, pose in solids:
        mine = [pose.point(corner) for corner in corners(SHAPES[size])]
        if all(math.hypot(x, y) < TABLE_EDGE for x, y, _ in mine):
            found += mine
    return found


def solids(layout: Layout, only: int = 0) -> tuple[Solid, ...]:
    """The pieces of a recorded table, or ``only`` the one of that number."""
    return tuple((piece.size, read(piece.pose)) for piece in layout.pieces if only in (0, piece.id))


def home(view: View, ghosts: Sequence[Solid] = (), name: str = "all", before: Camera | None = None) -> Camera:
    """Aim anew: all pieces in view (``all``), from above (``top``), from the player's edge (``front``), from the right
    (``side``), or close (``near``) to the ``ghosts``, which may be pieces that stand, or else to the newest piece.

    The side where ``before`` stands is kept where the name leaves it.
    """
    camera = replace(before, view=START.view) if before is not None else START
    if name == "top":
        camera = replace(camera, yaw=-math.pi / 2, pitch=HIGHEST)
    elif name in ("front", "side"):
        camera = replace(camera, yaw=-math.pi / 2 if name == "front" else 0.0, pitch=0.1)
    elif before is None or before.pitch > STEEP or before.pitch < FLAT:
        camera = replace(camera, pitch=START.pitch)
    shown = [*solids(view.layout), *ghosts]
    if name == "near" and shown:
        return replace(camera.showing(points(ghosts or shown[-1:]), WIDE, HIGH), distance=NEAR)
    seen = points(shown)
    if not seen:
        return replace(camera, target=START.target, distance=START.distance)
    found = camera.showing(seen, WIDE, HIGH)
    return replace(found, distance=max(CLOSEST, found.distance))


def follow(camera: Camera, view: View, ghosts: Sequence[Solid] = (), name: str = "") -> Camera:
    """The camera after the structure or the hand moved: as it was, unless the newest piece or what is in hand is out
    of its sight. Whoever looks at a detail, so that older pieces are out of sight as well, is left alone.

    While the camera shows ``all`` (its ``name``) it also comes nearer to a table that has little on it.
    """
    return following(camera, solids(view.layout), ghosts, name)


def following(camera: Camera, standing: Sequence[Solid], ghosts: Sequence[Solid] = (), name: str = "") -> Camera:
    """:func:`follow` for pieces wherever they are."""
    shown = [*standing, *ghosts]
    seen = points(shown)
    if not seen:
        return camera
    aimed = camera.showing(seen, WIDE, HIGH)
    aimed = replace(aimed, distance=max(CLOSEST, aimed.distance))
    if all(_inside(camera, corner) for corner in seen):
        nearer = name == "all" and not (ghosts and standing) and aimed.distance < FAR_OFF * camera.distance
        return aimed if nearer else camera
    older = standing if ghosts else standing[:-1]
    if older and not all(_inside(camera, corner) for corner in points(older)):
        return camera
    return replace(aimed, distance=max(camera.distance, aimed.distance))


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
    half = math.tan(camera.view / 2) * max(1.0, WIDE / HIGH * free / max(1.0, wide))
    seen = replace(camera, view=2 * math.atan(half * high / free))
    return seen.pan(0.0, camera.distance * half * covered / free)


def _inside(camera: Camera, corner: Vec) -> bool:
    at = camera.project(corner, WIDE, HIGH)
    if at is None:
        return False
    low, high = EDGE, 1 - EDGE
    return low * WIDE <= at[0] <= high * WIDE and low * HIGH <= at[1] <= high * HIGH
