"""The views of the tower: from the side with zoom and shift, or in space with a camera that follows it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board.camera_controls import (
    LOOK,
    NAMES,
    SWITCH,
    WALK_SIGNS,
    WHOLE,
    camera_specs,
    clicked_view,
    control_of,
    next_look,
)
from towergames.board.orbit import Orbit, OrbitView
from towergames.board.protocol import KeyInput, PointerInput, Spec, Viewpoint
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.bodies import CELL, TABLE_RADIUS_CM, THICK, poses_of, put, straight
from towergames.games.konexi.letters import upright
from towergames.games.konexi.model import Public
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.camera import MAX_PITCH, Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.recording import read

SIDE, SPACE = "side", "3d"
"""The two ways to draw the tower: flat from the side, or with a camera."""
START_CAMERA = Camera(target=(2.0, 0.0, 4.0), distance=34.0, yaw=-math.pi / 2 + 0.45, pitch=0.16)
"""The view of an empty table, a little from the right."""
LOOKS = {
    "front": -math.pi / 2,
    "corner": START_CAMERA.yaw,
    "edge": -0.12,
    "back": math.pi / 2 - 0.3,
    "top": -math.pi / 2,
}
"""Named viewpoints -> direction, in the order in which a key goes through them. The tower's front faces negative y."""
ORBIT = Orbit(shape=1.0, edge=TABLE_RADIUS_CM + 2, closest=15.0, drag=(0.06, 0.06))
FALLEN_PITCH = 0.42
"""Pitch from which letters that lie on the table are well seen."""
APPROACH_SHARE = 0.75
"""A camera comes nearer if this share of its distance is enough to see everything."""
MOST_ZOOM, LEAST_ZOOM = 4, -3
MOST_PAN = 60
SHIFT = 2
"""Cells by which a step round the tower shifts the picture from the side."""

VIEW, NEXT_LOOK, WHOLE_TOWER = f"konexi.{SWITCH}", f"konexi.{LOOK}", f"konexi.{WHOLE}"
_KEYS = {
    SWITCH: "asterisk",
    LOOK: "",
    WHOLE: "",
    **WALK_SIGNS,
    "nearer": "plus",
    "farther": "minus",
    NAMES: "greater_than_sign",
}
"""The keys of this board besides those of every camera."""
SPECS: tuple[Spec, ...] = camera_specs(
    "konexi",
    _KEYS,
    around="tower",
    names="names of the letters",
    looks="Go to the next look: front, corner, edge, back, top",
    views="Show the tower from the side or in 3D",
    turning="; in the side view, move the picture",
)
"""Controls that only change the picture."""


@dataclass(frozen=True, slots=True)
class TowerView(OrbitView):
    """The viewpoint of one screen.

    ``view`` is side or 3d. In the side view ``zoom`` counts steps nearer than the whole tower (below 0: farther).
    ``pan`` is the shift of the side view to the right and up, in cells. ``followed`` are the tower and the letter in
    hand to which the viewpoint was last adjusted.
    """

    camera: Camera = START_CAMERA
    look: str = "corner"
    view: str = SIDE
    zoom: int = 0
    pan: tuple[int, int] = (0, 0)
    followed: tuple[tuple[PlacedLetter, ...], PlacedLetter | None] = ((), None)

    @property
    def view_name(self) -> str:
        return self.view


class TowerCamera:
    """The camera of Konexi."""

    def follow(self, context: KonexiContext, before: Viewpoint | None) -> TowerView:
        """The viewpoint after any change: the tower and the viewer's own letter in hand are in sight."""
        now = tower, hand = context.view.tower, _hand(context)
        if not isinstance(before, TowerView):
            return TowerView(camera=home(context.view, None, "corner", START_CAMERA), followed=now)
        if now == before.followed:
            return before
        (old_tower, old_hand), pan, zoom = before.followed, before.pan, before.zoom
        if old_tower and not tower:
            pan, zoom = (0, 0), 0  # another tower begins
        elif tower == old_tower and hand is not None and old_hand is not None and before.view == SIDE:
            pan = (0, 0)
        camera = _followed(before, context.view, hand)
        return replace(before, camera=camera, pan=pan, zoom=zoom, followed=now)

    def overlook(self, c: KonexiContext) -> None:
        """Keep the viewpoint: every side shows the flat tower well."""

    def why_not(self, c: KonexiContext, spec: str) -> str:  # noqa: ARG002 - the protocol
        """Always '': the camera can be moved at any time."""
        return ""

    def move(self, context: KonexiContext, event: PointerInput | KeyInput | str) -> TowerView | None:
        """The viewpoint after a camera spec, a drag, the wheel, or a click on the name of a view."""
        if isinstance(event, KeyInput):
            return None  # arrows move over the letters
        seen = viewpoint_of(context)
        if isinstance(event, PointerInput) and event.click:
            view = clicked_view(event)
            return _viewed(context, seen, view) if view in (SIDE, SPACE) else None
        if event == VIEW:
            return _viewed(context, seen, SPACE if seen.view == SIDE else SIDE)
        if event == NEXT_LOOK:
            return _looked(context, seen, next_look(LOOKS, seen.look if seen.view == SPACE else ""))
        if event == WHOLE_TOWER:
            if seen.view == SIDE:
                return replace(seen, zoom=0, pan=(0, 0))
            return _looked(context, seen, seen.look or "corner")
        flat = _moved_flat(seen, event) if seen.view == SIDE else None
        return flat or ORBIT.move(seen, event)


def _hand(c: KonexiContext) -> PlacedLetter | None:
    """The viewer's own letter in hand. The camera does not follow the candidates of a bot."""
    return c.ui.at if c.may_act else None


def viewpoint_of(c: KonexiContext) -> TowerView:
    """The viewpoint of a context, or the first viewpoint if it has none."""
    return c.viewpoint if isinstance(c.viewpoint, TowerView) else TowerCamera().follow(c, None)


def _viewed(c: KonexiContext, seen: TowerView, view: str) -> TowerView:
    """Change to the side view, or to the camera, which then has the tower in sight."""
    return _looked(c, seen, seen.look) if view == SPACE and seen.look else replace(seen, view=view)


def _looked(c: KonexiContext, seen: TowerView, name: str) -> TowerView:
    return replace(seen, view=SPACE, camera=home(c.view, _hand(c), name, seen.camera), look=name)


def _moved_flat(seen: TowerView, event: PointerInput | str) -> TowerView | None:
    """The side view shifted or zoomed; None for events that do not depend on the view."""
    if isinstance(event, PointerInput):
        if event.wheel:
            return _zoomed(seen, -event.wheel)
        return _shifted(seen, round(event.dx / 2), -event.dy)
    control = control_of(event)
    if control is None:
        return None
    if control.turn != (0, 0):
        right, up = control.turn
        return _shifted(seen, -SHIFT * right, -SHIFT * up)
    return _zoomed(seen, control.nearer) if control.nearer else None


def _zoomed(seen: TowerView, steps: int) -> TowerView:
    return replace(seen, zoom=max(LEAST_ZOOM, min(MOST_ZOOM, seen.zoom + steps)))


def _shifted(seen: TowerView, dx: int, dy: int) -> TowerView:
    x, y = (max(-MOST_PAN, min(MOST_PAN, part)) for part in (seen.pan[0] + dx, seen.pan[1] + dy))
    return replace(seen, pan=(x, y))


# --- where the camera stands ----------------------------------------------------------------------------


def home(view: Public, hand: PlacedLetter | None, name: str, before: Camera) -> Camera:
    """Aim the camera: the whole tower, and the letter in ``hand``, seen from the named side.

    A name outside :data:`LOOKS` keeps the side of the camera ``before``.
    """
    camera = before
    if name in LOOKS:
        camera = replace(camera, yaw=LOOKS[name], pitch=MAX_PITCH if name == "top" else START_CAMERA.pitch)
    return _aimed(camera, tuple(_shown(view, hand)))


@lru_cache(maxsize=16)
def _aimed(camera: Camera, letters: tuple[tuple[str, Pose], ...]) -> Camera:
    """The camera with these letters in sight. Cached: every first view of a tower needs it."""
    seen = points(letters)
    return (
        ORBIT.aimed(camera, seen)
        if seen
        else replace(camera, target=START_CAMERA.target, distance=START_CAMERA.distance)
    )


def _followed(seen: TowerView, view: Public, hand: PlacedLetter | None) -> Camera:
    """The camera after the tower or the hand has changed: unchanged, unless something is out of sight now.

    A named viewpoint also comes nearer to a tower that has become small.
    """
    after = following(seen.camera, _shown(view, hand))
    if seen.look and after == seen.camera:
        aimed = home(view, hand, "", seen.camera)
        return aimed if aimed.distance < APPROACH_SHARE * seen.camera.distance else seen.camera
    return after


def following(camera: Camera, letters: Iterable[tuple[str, Pose]], least: float = 0.0) -> Camera:
    """The camera with the letters in sight, wherever they are. If it has to move, it rises to the pitch ``least``."""
    seen = points(letters)
    if not seen or ORBIT.sees(camera, seen):
        return camera
    aimed = ORBIT.aimed(replace(camera, pitch=max(camera.pitch, least)), seen)
    return replace(aimed, distance=max(camera.distance, aimed.distance))


def points(letters: Iterable[tuple[str, Pose]]) -> list[Vec]:
    """The corners of all letters on the drawn table."""
    return ORBIT.on_table(_corners(letter, pose) for letter, pose in letters)


def _corners(letter: str, pose: Pose) -> list[Vec]:
    one = upright(letter)
    ends = (0.0, one.width * CELL), (-THICK / 2, THICK / 2), (0.0, one.height * CELL)
    return [pose.point((x, y, z)) for x in ends[0] for y in ends[1] for z in ends[2]]


def _shown(view: Public, hand: PlacedLetter | None) -> list[tuple[str, Pose]]:
    """The letters of the tower and the letter in hand, with their poses."""
    found = list(poses_of(view.rests).items()) if view.rests else [(s.letter, read(straight(s))) for s in view.tower]
    if hand is not None:
        found.append((hand.letter, put(hand, view.tower, view.rests) if view.rests else read(straight(hand))))
    return found
