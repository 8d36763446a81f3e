"""The camera over the table: its first viewpoint, its moves as the structure grows, and the named viewpoints."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from towergames.board.camera_controls import LOOK, NAMES, WHOLE, camera_specs, clicked_view, next_look
from towergames.board.orbit import Orbit, OrbitView, between
from towergames.board.protocol import KeyInput, PointerInput, Spec, Viewpoint
from towergames.core.highlight import Highlight
from towergames.games.leaning.board.animation import HELD, PosedPiece, displaced, fallen, shown_now, standing
from towergames.games.leaning.board.ui_state import WATCH, LeaningContext
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import Layout, View
from towergames.games.leaning.pyramids import SIZES as SHAPES
from towergames.games.leaning.pyramids import corners
from towergames.physics.camera import MAX_PITCH, Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.recording import read
from towergames.renderer import RADIUS_CM, sheet_corners

LOOKS = ("all", "top", "front", "side", "near")
"""The named viewpoints, in the order in which a key goes through them."""
NEXT_LOOK, WHOLE_TABLE = f"leaning.{LOOK}", f"leaning.{WHOLE}"
_KEYS = {
    LOOK: "V",
    WHOLE: "",
    "orbit-left": "F",
    "orbit-right": "",
    "orbit-up": "I",
    "orbit-down": "J",
    "nearer": "plus",
    "farther": "minus asterisk",
    "pan-left": "left_curly_bracket",
    "pan-right": "right_curly_bracket",
    "pan-up": "circumflex_accent",
    "pan-down": "vertical_line",
    NAMES: "L ctrl+k",
}
"""The keys of this board besides those of every camera."""
SPECS: tuple[Spec, ...] = camera_specs(
    "leaning",
    _KEYS,
    around="table",
    names="names of the pieces",
    looks="Go to the next look: all, top, front, side, near",
)
"""Controls that only change the picture."""
SHOW_NAMES = next(spec for spec in SPECS if spec.id == f"leaning.{NAMES}")
START_CAMERA = Camera(target=(0.0, 0.0, 1.6), distance=24.0, yaw=-0.9, pitch=0.42)
"""The first viewpoint of a table."""
EMPTY_PITCH = 0.55
"""Pitch from which the whole sheet on an empty table is seen."""
ORBIT = Orbit(1.5, RADIUS_CM, 14.0, (math.radians(2.5), math.radians(5.0)))
"""A row is dragged twice as far as a column, since cells are twice as high as wide."""
APPROACH_SHARE = 0.85
"""A camera comes nearer if this share of its distance is enough to see everything."""
NEAR_CM = 9.0
"""Distance of a close view."""
MAX_KEPT_PITCH, MIN_KEPT_PITCH = 1.2, 0.15
"""A camera above this pitch, or below MIN_KEPT_PITCH, is there because of a named viewpoint."""

PlacedPiece = tuple[str, Pose]
"""A piece's size and pose."""


def points(placed_pieces: Iterable[PlacedPiece]) -> list[Vec]:
    """The corners of all pieces on the drawn table."""
    return ORBIT.on_table([[pose.point(corner) for corner in corners(SHAPES[size])] for size, pose in placed_pieces])


def placed_pieces(layout: Layout, only: int = 0) -> tuple[PlacedPiece, ...]:
    """The pieces of a recorded table, or ``only`` the one of that number."""
    return tuple((piece.size, read(piece.pose)) for piece in layout.pieces if only in (0, piece.id))


def home(view: View, ghosts: Sequence[PlacedPiece] = (), name: str = "all", before: Camera | None = None) -> Camera:
    """Aim the camera at a named viewpoint.

    ``all``: all pieces in view. ``top``: from above. ``front``: from the player's edge. ``side``: from the right.
    ``near``: close to the ``ghosts``, which may be standing pieces, or else to the newest piece. If the name leaves the
    side open, the side of ``before`` is kept.
    """
    camera = replace(before, view=START_CAMERA.view) if before is not None else START_CAMERA
    if name == "top":
        camera = replace(camera, yaw=-math.pi / 2, pitch=MAX_PITCH)
    elif name in ("front", "side"):
        camera = replace(camera, yaw=-math.pi / 2 if name == "front" else 0.0, pitch=0.1)
    elif before is None or before.pitch > MAX_KEPT_PITCH or before.pitch < MIN_KEPT_PITCH:
        camera = replace(camera, pitch=START_CAMERA.pitch)
    shown = [*placed_pieces(view.layout), *ghosts]
    if name == "near" and shown:
        return replace(ORBIT.aimed(camera, points(ghosts or shown[-1:])), distance=NEAR_CM)
    seen = points(shown)
    if not seen:
        return ORBIT.aimed(replace(camera, pitch=max(EMPTY_PITCH, camera.pitch)), sheet_corners())
    return ORBIT.aimed(camera, seen)


def following(
    camera: Camera, standing: Sequence[PlacedPiece], ghosts: Sequence[PlacedPiece] = (), name: str = ""
) -> Camera:
    """The camera after pieces have moved: unchanged, unless something is out of its sight.

    A named viewpoint shows all pieces (``near`` the newest or those in hand). A player who moved the camera by hand (no
    ``name``) to look at a detail, with older pieces out of sight, keeps this view. With ``all`` the camera also comes
    nearer to a table with few pieces.
    """
    seen = points((ghosts or standing[-1:]) if name == "near" else [*standing, *ghosts])
    if not seen:
        return camera
    if name == "all" and camera.pitch == EMPTY_PITCH:
        camera = replace(camera, pitch=START_CAMERA.pitch)
    aimed = ORBIT.aimed(camera, seen)
    if name == "near":
        return camera if ORBIT.sees(camera, seen) else replace(aimed, distance=NEAR_CM)
    if ORBIT.sees(camera, seen):
        nearer = name == "all" and not (ghosts and standing) and aimed.distance < APPROACH_SHARE * camera.distance
        return aimed if nearer else camera
    if name:
        return aimed
    older = standing if ghosts else standing[:-1]
    if older and not ORBIT.sees(camera, points(older)):
        return camera
    return replace(aimed, distance=max(camera.distance, aimed.distance))


def camera_now(c: LeaningContext, view: OrbitView) -> Camera:
    """The camera while pieces move, on its way to where it sees how they end, and after a fall where they stood.

    After a fall in which no other piece moved far it is near those that moved. In a beat it goes to the piece.
    """
    if c.beat is not None:
        return _at_beat(c, c.beat, view)
    return _while_moving(c, view)


BEAT_APPROACH = 0.6
"""Share of the way to a close view of its piece that the camera goes in a beat."""


def _at_beat(c: LeaningContext, beat: Highlight, view: OrbitView) -> Camera:
    """The camera in a beat: it rises to the piece, and stays there for the last third."""
    begun = _while_moving(c, view)
    seen = [(one.size, one.pose) for one in standing(c) if one.piece == beat.data.get("piece")]
    share = min(1.0, 1.5 * c.beat_seconds / beat.seconds)
    return between(begun, home(c.view, seen, "near", begun), BEAT_APPROACH * share) if seen else begun


def _while_moving(c: LeaningContext, view: OrbitView) -> Camera:
    now = shown_now(c)
    if now is None:
        return view.camera
    _, frames, frame = now
    moved = [one for one in displaced(c) if find(c.view.layout, one.stood.piece) is not None]
    if fallen(c) and moved and all(one.is_small for one in moved):
        return home(c.view, [(one.stood.size, one.stood.pose) for one in moved], "near", view.camera)
    last = replace(c, frame=len(frames) - 1)
    seen = [(one.size, one.pose) for one in standing(last)]
    if any(event.kind in HELD for event in (*c.playing, *c.coming)):
        seen = [*((one.stood.size, one.stood.pose) for one in displaced(last)), *seen]
    goal = following(view.camera, seen, name=view.look)
    return between(view.camera, goal, frame / max(1, len(frames) - 1))


FALL_VIEWS = 24
"""Number of sides from which a fall is projected to find the best one."""


def overlooking(before: Sequence[PosedPiece], after: Sequence[PosedPiece]) -> Camera:
    """The camera from the side where fallen pieces are hidden least, with both ends of the fall in sight."""
    old = {one.piece: one.pose for one in before}
    fallen = [one.piece for one in after if one.pose != old.get(one.piece)]
    seen = points((one.size, one.pose) for one in (*before, *after))
    cameras = [
        ORBIT.aimed(
            replace(START_CAMERA, yaw=math.remainder(START_CAMERA.yaw + math.tau * side / FALL_VIEWS, math.tau)), seen
        )
        for side in range(FALL_VIEWS)
    ]
    return min(cameras, key=lambda camera: _hidden(camera, after, fallen))


def _hidden(camera: Camera, standing: Sequence[PosedPiece], fallen: Collection[int]) -> float:
    """How much of the fallen pieces' boxes lies behind nearer boxes in the picture, at most one for each piece."""
    boxes = []
    for one in standing:
        at = [camera.project(one.pose.point(corner), 300, 200) for corner in corners(SHAPES[one.size])]
        across, down = zip(*(place for place in at if place is not None), strict=True)
        away = math.dist(camera.eye, one.pose.place)
        boxes.append((away, one.piece, min(across), min(down), max(across), max(down)))
    hidden = 0.0
    for away, piece, left, top, right, bottom in boxes:
        if piece in fallen:
            covered = sum(
                max(0.0, min(right, x1) - max(left, x0)) * max(0.0, min(bottom, y1) - max(top, y0))
                for nearer, _, x0, y0, x1, y1 in boxes
                if nearer < away
            )
            hidden += min(1.0, covered / max(1.0, (right - left) * (bottom - top)))
    return hidden


# --- the capability -------------------------------------------------------------------------------------


def view_of(c: LeaningContext) -> OrbitView:
    """The viewpoint of a context, or the first viewpoint if no screen shows the table."""
    return c.viewpoint if isinstance(c.viewpoint, OrbitView) else OrbitView(home(c.view), LOOKS[0], labels=False)


def _hand(c: LeaningContext) -> tuple[PlacedPiece, ...]:
    """The pieces in the viewer's own hand."""
    return () if c.ui.kind == WATCH else tuple(zip(c.ui.sizes, c.ui.ghost, strict=True))


class TableCamera:
    """The camera of Leaning Towers."""

    def follow(self, c: LeaningContext, before: Viewpoint | None) -> OrbitView:
        """The viewpoint after any change. It moves only if the structure or the hand has changed and is out
        of sight.
        """
        if not isinstance(before, OrbitView):
            return view_of(c)
        standing, hand = placed_pieces(c.view.layout), _hand(c)
        if before.followed == (standing, hand):
            return before
        camera = following(before.camera, standing, hand, before.look)
        return replace(before, camera=camera, followed=(standing, hand))

    def overlook(self, c: LeaningContext) -> OrbitView:
        """The viewpoint from the side where a fall is hidden least."""
        return OrbitView(overlooking(standing(replace(c, playing=())), standing(c)), LOOKS[0])

    def why_not(self, c: LeaningContext, spec: str) -> str:  # noqa: ARG002 - the protocol
        """Always '': the camera can be moved at any time."""
        return ""

    def move(self, c: LeaningContext, event: PointerInput | KeyInput | str) -> OrbitView | None:
        """The viewpoint after a camera spec, a drag, the wheel, or a click on the name of a view."""
        view = view_of(c)
        if event == NEXT_LOOK:
            return _looked(c, view, next_look(LOOKS, view.look))
        if event == WHOLE_TABLE:
            return _looked(c, view, LOOKS[0])
        if isinstance(event, PointerInput) and event.click:
            name = clicked_view(event)
            if name == NAMES:
                return ORBIT.move(view, NAMES)
            return _looked(c, view, name) if name in LOOKS else None
        return ORBIT.move(view, event)


def _looked(c: LeaningContext, view: OrbitView, name: str) -> OrbitView:
    ghosts = _hand(c)
    if name == "near" and c.ui.target and not ghosts:
        ghosts = placed_pieces(c.view.layout, c.ui.target)
    return replace(view, camera=home(c.view, ghosts, name, view.camera), look=name)
