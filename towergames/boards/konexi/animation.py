"""What moves: the token on its way, the die, letters that settle or fall; and where all stand at one moment. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.boards.desk import Scene
from towergames.boards.kit.timeline import frames_of
from towergames.boards.konexi.camera_work import FALLEN, between, following
from towergames.core.contract import Event
from towergames.games.konexi.bodies import poses_of, put, straight
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import UNROLLED, Public, View
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose
from towergames.physics.recording import read

SETTLE, ROLL, TOKEN, FALL, WORD = "settle", "roll", "token", "fall", "word"
ANIMATED: frozenset[str] = frozenset((SETTLE, ROLL, TOKEN, FALL, WORD))

LONGEST = 4.0
"""Seconds: a longer movement is shown faster."""
HOLD = 0.35
"""Seconds for the last frame, so that one sees what has become of it."""
TUMBLES = (5, 10, 4, 0, 8, 2)
"""Faces that are seen while the die rolls; what it shows at last comes after them."""
TUMBLE, LANDED = 0.06, 0.35
STEP = 0.05
TOLD = 0.9
"""Seconds for which the reason of a fall, or a word in the tower, is shown."""

Frame = Mapping[str, Pose]


@dataclass(frozen=True, slots=True)
class Stood:
    """A letter as it is drawn: where it was put, and where it is (cm)."""

    spot: Spot
    pose: Pose


# --- recorded movement --------------------------------------------------------------------------------


def film(event: Event) -> tuple[tuple[Frame, ...], float]:
    """What is shown of a ``settle`` event: frames of poses by letter, and seconds for each. Empty without a record."""
    text, letters = event.data.get("trace"), event.data.get("letters")
    if event.kind != SETTLE or not isinstance(text, str) or not isinstance(letters, str):
        return (), 0.0
    return frames_of(text, tuple(letters), LONGEST)


def beats(scene: Scene[View], event: Event) -> tuple[float, ...]:
    """Seconds for each frame of an event; () where there is nothing to see."""
    match event.kind:
        case "settle":
            frames, seconds = film(event)
            return (*[seconds] * (len(frames) - 1), HOLD) if frames else ()
        case "roll":
            return (*[TUMBLE] * len(TUMBLES), LANDED)
        case "token":
            return (*[STEP] * (len(way(scene.view, event)) - 1), HOLD)
        case "fall" | "word":
            return (TOLD,)
    return ()


def _playing(scene: Scene[View]) -> tuple[Event, int] | None:
    """The movement that is shown and its frame; the last one stays when other events come after it."""
    for place in range(len(scene.playing) - 1, -1, -1):
        event = scene.playing[place]
        frames, _ = film(event)
        if frames:
            now = scene.frame if place == len(scene.playing) - 1 else len(frames) - 1
            return event, min(now, len(frames) - 1)
    return None


# --- where all stand ------------------------------------------------------------------------------------


def standing(scene: Scene[View]) -> tuple[Stood, ...]:
    """All letters of the tower as they are drawn now, in the order of building."""
    found = before(scene.view)
    now = _playing(scene)
    if now is None:
        return found
    moved = film(now[0])[0][now[1]]
    return tuple(replace(one, pose=moved.get(one.spot.letter, one.pose)) for one in found)


@lru_cache(maxsize=16)
def before(view: Public) -> tuple[Stood, ...]:
    """The tower as the view has it, and what was just let go where the hand held it."""
    poses = poses_of(view.rests)
    found = [Stood(spot, poses.get(spot.letter) or read(straight(spot))) for spot in view.tower]
    if view.phase == "release" and view.in_hand is not None:
        found.append(Stood(view.in_hand, pose_of(view, view.in_hand)))
    return tuple(found)


def pose_of(view: Public, spot: Spot) -> Pose:
    """Where a letter would be that is put there, straight on the letter that it hangs on."""
    if not view.rests:
        return read(straight(spot))
    try:
        return put(spot, view.tower, view.rests)
    except KeyError:  # it hangs on nothing: a place that a rule refuses
        return read(straight(spot))


def camera_now(scene: Scene[View], camera: Camera) -> Camera:
    """The camera while letters move: on its way to where it sees what has become of them."""
    now = _playing(scene)
    if now is None:
        return camera
    frames = film(now[0])[0]
    # Both ends of a fall in sight: what is between them is then in sight too.
    goal = following(camera, [*frames[0].items(), *frames[-1].items()], least=FALLEN)
    return between(camera, goal, now[1] / max(1, len(frames) - 1))


# --- die and token --------------------------------------------------------------------------------------


def _latest(scene: Scene[View], kind: str) -> tuple[Event, int | None] | None:
    """The last event of a kind that was played, and its frame if it is the one being shown."""
    for place in range(len(scene.playing) - 1, -1, -1):
        if scene.playing[place].kind == kind:
            return scene.playing[place], scene.frame if place == len(scene.playing) - 1 else None
    return None


def face(scene: Scene[View]) -> tuple[int, bool]:
    """What the die shows, and whether it is still rolling."""
    rolled = _latest(scene, ROLL)
    if rolled is None:
        return scene.view.face, False
    event, frame = rolled
    if frame is not None and frame < len(TUMBLES):
        return TUMBLES[frame], True
    shown = event.data.get("face")
    return shown if isinstance(shown, int) else UNROLLED, False


def way(view: View, event: Event) -> tuple[int, ...]:
    """The gaps through which the token goes: one letter a step, clockwise where it was rolled so."""
    goal = event.data.get("gap")
    count = len(view.circle)
    if not isinstance(goal, int) or not 0 <= goal < max(1, count):
        return (view.gap,)
    rolled = event.data.get("face")
    steps = rolled if isinstance(rolled, int) and rolled > 0 else (goal - view.gap) % max(1, count)
    if count and (view.gap + steps) % count != goal:
        steps = -steps if (view.gap - steps) % count == goal else 0
    if not steps:
        return (view.gap, goal)
    sign = 1 if steps > 0 else -1
    return tuple((view.gap + sign * k) % count for k in range(abs(steps) + 1))


def gap_now(scene: Scene[View]) -> int:
    """The gap in which the token is seen."""
    moved = _latest(scene, TOKEN)
    if moved is None:
        return scene.view.gap
    event, frame = moved
    path = way(scene.view, event)
    return path[-1] if frame is None else path[min(frame, len(path) - 1)]


def arrived(scene: Scene[View]) -> bool:
    """Whether the token is shown at the end of its way."""
    moved = _latest(scene, TOKEN)
    return moved is not None and (moved[1] is None or moved[1] >= len(way(scene.view, moved[0])) - 1)


# --- what happened last ---------------------------------------------------------------------------------


def fallen(scene: Scene[View]) -> tuple[str, str]:
    """While a fall is shown: its kind and the letters that are to blame."""
    found = _latest(scene, FALL)
    return (str(found[0].data.get("kind", "")), str(found[0].data.get("cause", ""))) if found else ("", "")


def said(scene: Scene[View]) -> str:
    """While it is shown: the word that was said."""
    found = _latest(scene, WORD)
    return str(found[0].data.get("word", "")) if found else ""


def newest(scene: Scene[View]) -> str:
    """The letter that came last: the one just placed, or while nothing was placed yet in a turn the one before."""
    view = scene.view
    if view.phase == "release" and view.in_hand is not None:
        return view.in_hand.letter
    return view.new or (view.tower[-1].letter if view.tower else "")
