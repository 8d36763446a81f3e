"""Pieces in motion: recorded movements as frames, and where everything stands at one of them. Pure, no engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.desk import Scene
from towergames.boards.kit.orbit import between
from towergames.boards.kit.timeline import frames_of
from towergames.boards.leaning.camera_work import following
from towergames.core.contract import Event
from towergames.games.leaning.model import NEUTRAL, View
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose
from towergames.physics.recording import read

SETTLE = "settle"
ANIMATED: frozenset[str] = frozenset((SETTLE,))

LONGEST = 3.0
"""Seconds: a longer movement is shown faster."""
HOLD = 0.35
"""Seconds for the last frame, so that one sees what has become of it."""

Frame = Mapping[int, Pose]


@dataclass(frozen=True, slots=True)
class Stood:
    """A piece as it is drawn: its number, size and owner, and where it is (cm)."""

    piece: int
    size: str
    owner: int
    pose: Pose


def film(event: Event) -> tuple[tuple[Frame, ...], float]:
    """What is shown of a ``settle`` event: frames of poses by piece, and seconds for each. Empty without a record."""
    text, pieces = event.data.get("trace"), event.data.get("pieces")
    if event.kind != SETTLE or not isinstance(text, str) or not isinstance(pieces, list):
        return (), 0.0
    return frames_of(text, tuple(int(piece) for piece in pieces), LONGEST)


def beats(event: Event) -> tuple[float, ...]:
    """Seconds for each frame of an event; () where there is nothing to see."""
    frames, seconds = film(event)
    return (*[seconds] * (len(frames) - 1), HOLD) if frames else ()


def _playing(scene: Scene[Any]) -> tuple[Event, int] | None:
    """The movement that is shown and its frame; the last one stays when other events come after it."""
    for place in range(len(scene.playing) - 1, -1, -1):
        event = scene.playing[place]
        frames, _ = film(event)
        if frames:
            now = scene.frame if place == len(scene.playing) - 1 else len(frames) - 1
            return event, min(now, len(frames) - 1)
    return None


def standing(scene: Scene[View], lifted: frozenset[int] = frozenset()) -> tuple[Stood, ...]:
    """All pieces on the table as they are drawn now, by number; without those that are ``lifted`` by the hand."""
    view = scene.view
    found = {one.piece: one for one in _before(view) if one.piece not in lifted}
    now = _playing(scene)
    if now is not None:
        event, frame = now
        if event.data.get("by") == "clear":
            found = {piece: one for piece, one in found.items() if piece not in view.clearing}
        known = found | _released(view)
        for piece, pose in film(event)[0][frame].items():
            if piece in known:
                found[piece] = replace(known[piece], pose=pose)
    return tuple(found[piece] for piece in sorted(found))


def _before(view: View) -> list[Stood]:
    """The table as the view has it, with what was just let go where the hand held it."""
    hand = view.in_hand
    # A Foundation that the table sets up is nowhere until it stands.
    taken = _released(view) if hand is not None and hand.pose is not None else {}
    shown = [Stood(one.id, one.size, one.owner, read(one.pose)) for one in view.layout.pieces if one.id not in taken]
    return shown + list(taken.values())


def _released(view: View) -> dict[int, Stood]:
    """What was just let go and is still to come to rest."""
    hand = view.in_hand
    if hand is None or view.phase != "release":
        return {}
    owner = NEUTRAL if hand.kind in ("found", "ready") else view.active
    owner = next((one.owner for one in view.layout.pieces if one.id == hand.piece), owner)
    found = {hand.piece: Stood(hand.piece, hand.size, owner, read(hand.pose) if hand.pose else Pose(0, 0, 0))}
    if hand.size2:
        pose = read(hand.pose2) if hand.pose2 else Pose(0, 0, 0)
        found[hand.piece + 1] = Stood(hand.piece + 1, hand.size2, owner, pose)
    return found


def camera_now(scene: Scene[View], camera: Camera, name: str) -> Camera:
    """The camera while pieces move: on its way to where :func:`camera_work.follow` puts it; ``name`` is its view."""
    now = _playing(scene)
    if now is None:
        return camera
    frames = film(now[0])[0]
    last = standing(replace(scene, frame=len(frames) - 1))
    goal = following(camera, [(one.size, one.pose) for one in last], name=name)
    return between(camera, goal, now[1] / max(1, len(frames) - 1))


def moved(scene: Scene[Any]) -> frozenset[int]:
    """The pieces that the last moves were about, those of others if there were any: let go, put back, or disturbed."""
    own: set[int] = set()
    others: set[int] = set()
    for event in scene.marks:
        found = own if event.seat is not None and event.seat == scene.seat else others
        piece = event.data.get("piece")
        if event.kind in ("let-go", "place", "keep") and isinstance(piece, int):
            found.add(piece)
        if event.kind in ("break", "bump"):
            found.update(int(one) for one in event.data.get("disturbed") or ())
    return frozenset(others or own)
