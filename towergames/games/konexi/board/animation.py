"""Animations: the token on its way, the die, letters that settle or fall; and all poses at one moment. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board.timeline import HOLD_SECONDS, Fall, MotionFrames, fall_of, frames_of, recorded
from towergames.core.contract import Event
from towergames.games.konexi.beats import NEAR_MISS_LOAD, TALL, near_miss
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.bodies import poses_of, put, straight
from towergames.games.konexi.model import Public, View
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import Pose
from towergames.physics.recording import read

SETTLE, ROLL, TOKEN, FALL, WORD, PLACE = "settle", "roll", "token", "fall", "word", "place"
ANIMATED: frozenset[str] = frozenset((SETTLE, ROLL, TOKEN, FALL, WORD))
HELD: frozenset[str] = frozenset((FALL,))

MAX_SECONDS = 4.0
"""A longer movement is shown faster."""
TUMBLING_FACES = (5, 10, 4, 0, 8, 2)
"""Faces that are seen while the die rolls, before the face that it shows at last."""
TUMBLE_SECONDS, LANDED_SECONDS = 0.06, 0.35
TOKEN_STEP_SECONDS = 0.05
WORD_SECONDS, FALLEN_SECONDS = 0.9, 2.0
"""Time for which a word in the tower is shown, and a fallen tower with the cost of the fall."""
GONE_CM = -12.0
"""Letters below this height have fallen off the table and are not drawn."""


@dataclass(frozen=True, slots=True)
class PosedLetter:
    """A letter as it is drawn: its place in whole cells, and its pose (cm)."""

    spot: PlacedLetter
    pose: Pose


def film(event: Event) -> MotionFrames[str]:
    """The frames of a ``settle`` event: poses by letter."""
    if event.kind != SETTLE:
        return (), ()
    trace, letters = event.data["trace"], tuple(event.data["letters"])
    fall = fall_of(trace, letters)
    return (fall.frames, fall.seconds) if fall.fell else frames_of(trace, letters, MAX_SECONDS)


def frames(context: KonexiContext, event: Event) -> tuple[float, ...]:
    """Seconds for each frame of an event; () for an event without animation."""
    match event.kind:
        case "settle":
            return film(event)[1]
        case "roll":
            return (*[TUMBLE_SECONDS] * len(TUMBLING_FACES), LANDED_SECONDS)
        case "token":
            return (*[TOKEN_STEP_SECONDS] * (len(way(context.view, event)) - 1), HOLD_SECONDS)
        case "word":
            return (WORD_SECONDS,)
        case "fall":
            return (FALLEN_SECONDS,)
    return ()


# --- where all stand ------------------------------------------------------------------------------------


def standing(c: KonexiContext) -> tuple[PosedLetter, ...]:
    """All letters of the tower as they are drawn now, in the order of building."""
    found, now = before(c.view), recorded(c, film)
    if now is None:
        return found
    _, moved, at = now
    posed = (replace(one, pose=moved[at].get(one.spot.letter, one.pose)) for one in found)
    return tuple(one for one in posed if one.pose.z > GONE_CM)


@lru_cache(maxsize=16)
def before(view: Public) -> tuple[PosedLetter, ...]:
    """The tower of the view, and the letter just let go of where the hand held it."""
    poses = poses_of(view.rests)
    found = [PosedLetter(spot, poses.get(spot.letter) or read(straight(spot))) for spot in view.tower]
    if view.phase == "release" and view.in_hand is not None:
        found.append(PosedLetter(view.in_hand, put(view.in_hand, view.tower, view.rests)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ShownFall:
    """The fall that is shown: its record, and the number of the frame."""

    trace: str
    letters: str
    frame: int

    @property
    def fall(self) -> Fall[str]:
        return fall_of(self.trace, tuple(self.letters))

    @property
    def share(self) -> float:
        """The share of the fall that has been shown."""
        return self.frame / max(1, len(self.fall.frames) - 1)


def shown_fall(c: KonexiContext) -> ShownFall | None:
    """The fall that is shown, None without one."""
    found = _latest(c, SETTLE)
    if found is None:
        return None
    event, frame = found
    shown = ShownFall(event.data["trace"], event.data["letters"], 0)
    if not shown.fall.fell:
        return None
    last = len(shown.fall.frames) - 1
    return replace(shown, frame=last if frame is None else min(frame, last))


# --- die and token --------------------------------------------------------------------------------------


def _latest(c: KonexiContext, kind: str) -> tuple[Event, int | None] | None:
    """The last played event of a kind, and its frame if it is being shown."""
    for place in range(len(c.playing) - 1, -1, -1):
        if c.playing[place].kind == kind:
            return c.playing[place], c.frame if place == len(c.playing) - 1 else None
    return None


def face(c: KonexiContext) -> tuple[int, bool]:
    """The face of the die to show, and whether it is still rolling."""
    rolled = _latest(c, ROLL)
    if rolled is None:
        return c.view.face, False
    event, frame = rolled
    if frame is not None and frame < len(TUMBLING_FACES):
        return TUMBLING_FACES[frame], True
    return event.data["face"], False


def way(view: View, event: Event) -> tuple[int, ...]:
    """The gaps through which the token goes, one letter a step; clockwise if the die says so."""
    goal, rolled, count = event.data["gap"], event.data["face"], len(view.circle)
    steps = rolled if rolled > 0 else (goal - view.gap) % count
    if (view.gap + steps) % count != goal:
        steps = -steps if (view.gap - steps) % count == goal else 0
    if not steps:
        return (view.gap, goal)
    sign = 1 if steps > 0 else -1
    return tuple((view.gap + sign * k) % count for k in range(abs(steps) + 1))


def gap_now(c: KonexiContext) -> int:
    moved = _latest(c, TOKEN)
    if moved is None:
        return c.view.gap
    event, frame = moved
    path = way(c.view, event)
    return path[-1] if frame is None else path[min(frame, len(path) - 1)]


def arrived(c: KonexiContext) -> bool:
    """Whether the token is shown at the end of its way."""
    moved = _latest(c, TOKEN)
    return moved is not None and (moved[1] is None or moved[1] >= len(way(c.view, moved[0])) - 1)


def fallen(c: KonexiContext) -> tuple[str, str]:
    """The kind of the fall that is shown and the letters to blame; ('', '') without a fall."""
    found = _latest(c, FALL)
    return (found[0].data["kind"], found[0].data["cause"]) if found else ("", "")


def blamed(c: KonexiContext) -> str:
    """The letters to blame for a fall, from the moment on at which it is seen to begin."""
    shown = shown_fall(c)
    if shown is None or shown.frame < shown.fall.moment:
        return fallen(c)[1]
    for event in (*c.playing, *c.coming):
        if event.kind == FALL:
            return str(event.data["cause"])
    return ""


def points_now(c: KonexiContext) -> tuple[int, ...]:
    """Each player's points, with what the word or the fall that is shown has brought or cost; a beat counts at its end.

    The event of a beat is the last one that is played.
    """
    points = list(c.view.points)
    waits = c.beat is not None and c.beat_seconds < c.beat.seconds
    for event in c.playing[:-1] if waits else c.playing:
        if event.kind in (WORD, FALL) and event.seat is not None:
            points[event.seat] += event.data.get("points", 0)
    return tuple(points)


def strained(c: KonexiContext) -> str:
    """The letter on a joint that hardly holds; '' for none, and while a tower falls."""
    placed = _latest(c, PLACE)
    if shown_fall(c) is not None or fallen(c)[0]:
        return ""
    if placed is not None:
        return str(placed[0].data["loaded"]) if near_miss(placed[0]) else ""
    return c.view.balance.loaded if c.view.balance.load > NEAR_MISS_LOAD else ""


def said(c: KonexiContext) -> str:
    """The word just said, while it is shown; in a beat as many of its letters as are lit."""
    found = _latest(c, WORD)
    if found is None:
        return ""
    word = str(found[0].data["word"])
    return word[: beat_count(c, len(word))]


LIT_SHARE = 0.7
"""Share of a beat in which all of it is counted; the rest shows the end."""


def beat_count(c: KonexiContext, number: int) -> int:
    """How many of ``number`` things a beat has counted; all of them without a beat. The first is there at once."""
    if c.beat is None:
        return number
    return min(number, 1 + int(number * c.beat_seconds / (LIT_SHARE * c.beat.seconds)))


def counted(c: KonexiContext) -> str:
    """The letters of a tall tower that its beat has counted, from the base up; '' without that beat."""
    if c.beat is None or c.beat.kind != TALL:
        return ""
    letters = "".join(one.spot.letter for one in standing(c))
    return letters[: beat_count(c, len(letters))]


def newest(c: KonexiContext) -> str:
    """The letter placed last: in this turn, or before a placement in the turn before."""
    view = c.view
    if view.phase == "release" and view.in_hand is not None:
        return view.in_hand.letter
    return view.new or (view.tower[-1].letter if view.tower else "")
