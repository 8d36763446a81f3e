"""Recorded movements as the frames that a screen shows, for every board on which things fall. Pure, no engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeVar

from towergames.board.protocol import AnyContext
from towergames.core.contract import Event
from towergames.physics.geometry import Pose, angle_between, length, sub
from towergames.physics.recording import read_movement

QUICKEST = 1 / 30
"""Shortest time of a frame, in seconds. Some frames of a movement that was recorded more finely are left out."""
STILL_CM = 0.02
"""Frames at the end in which nothing moves further than this are left out."""
BODY_RADIUS_CM = 4.0
"""Assumed radius of a body, to turn a rotation into a distance."""

WOBBLE_CM, MAX_WOBBLE_FRAMES = 0.15, 12
"""The last wobble: the frames at the end between which nothing moves further, and their greatest number."""
WOBBLE_PARTS, WOBBLE_SECONDS = 3, 1 / 24
"""Each step of the last wobble is divided into this many frames of this duration."""
HOLD_SECONDS = 0.6
"""Time of the last frame, so that the result can be seen."""

DROP = (0.04, 0.04, 0.04)
"""Seconds of the frames of a piece that drops by two rows onto its place."""


def height(frame: int) -> int:
    """Rows that a dropping piece is still above its place.

    >>> [height(frame) for frame in range(4)]
    [2, 1, 0, 0]
    """
    return max(0, len(DROP) - 1 - frame)


K = TypeVar("K", bound=Hashable)
MotionFrames = tuple[tuple[Mapping[K, Pose], ...], tuple[float, ...]]
"""Poses by name, frame by frame, and the seconds for each frame; no frames where nothing was recorded."""


@lru_cache(maxsize=64)
def frames_of(text: str, names: tuple[K, ...], longest: float) -> MotionFrames[K]:
    """A movement written down for these names; no frames where it cannot be read.

    A movement of more than ``longest`` seconds is shown faster, the last wobble slower. Every frame but the last one is
    shown for a twentieth of a second at most.
    """
    try:
        movement = read_movement(text, len(names))
    except ValueError:
        return (), ()
    frames = tuple(dict(zip(names, picture, strict=True)) for picture in movement.pictures)
    if not frames:
        return (), ()
    last = len(frames) - 1
    while last > 1 and _apart(frames[last - 1], frames[-1]) < STILL_CM:
        last -= 1
    lasting = min(longest, last * movement.period / 1000)
    shown = max(2, min(last + 1, round(lasting / QUICKEST) + 1))
    picked = [frames[k] for k in sorted({round(k * last / (shown - 1)) for k in range(shown)})]
    each, calm = max(QUICKEST, lasting / max(1, len(picked) - 1)), len(picked) - 1
    while calm and len(picked) - calm <= MAX_WOBBLE_FRAMES and _apart(picked[calm - 1], picked[calm]) < WOBBLE_CM:
        calm -= 1
    parts = max(1, round(each / QUICKEST))  # a long recording of many bodies has fewer pictures a second
    quick, slow = _finer(picked[: calm + 1], parts), _finer(picked[calm:], WOBBLE_PARTS)
    return (picked[0], *quick, *slow), (*[each / parts] * len(quick), *[WOBBLE_SECONDS] * len(slow), HOLD_SECONDS)


# --- falls --------------------------------------------------------------------------------------------

SLOWDOWN, SLOW_BEFORE_SECONDS, SLOW_AFTER_SECONDS = 2.0, 0.1, 0.27
"""A fall is shown this many times slower from so long before the moment at which it begins until so long after it."""
PARTED_CM, TILTED_RADIANS = 0.25, 0.3
"""A fall begins when the distance of two neighbours has changed by this, or the first body has turned by this."""
UNSEEN_CM = 0.25
"""The end of a fall in which nothing moves further is left out: a third of a letter's cell."""
FALLEN_CM = 1.0
"""Whatever moves further falls."""
LONGEST_FALL_SECONDS = 6.0
"""A longer fall is shown faster."""


@dataclass(frozen=True, slots=True)
class Fall(Generic[K]):
    """A recorded fall: the poses in each frame, the seconds for each, and the ``moment`` at which it begins.

    ``moment`` is the number of a frame. There are no frames where nothing was recorded.
    """

    frames: tuple[Mapping[K, Pose], ...] = ()
    seconds: tuple[float, ...] = ()
    moment: int = 0

    @property
    def fell(self) -> bool:
        """Whether anything has moved so far that it has fallen."""
        return bool(self.frames) and _apart(self.frames[0], self.frames[-1]) > FALLEN_CM


@lru_cache(maxsize=32)
def fall_of(text: str, names: tuple[K, ...]) -> Fall[K]:
    """A recorded fall in real time, slower around the moment at which it begins; no frames where it cannot be read."""
    try:
        movement = read_movement(text, len(names))
    except ValueError:
        return Fall()
    recorded_frames = [dict(zip(names, picture, strict=True)) for picture in movement.pictures]
    if len(recorded_frames) < 2:
        return Fall()
    last = len(recorded_frames) - 1
    while last > 1 and _apart(recorded_frames[last - 1], recorded_frames[-1]) < UNSEEN_CM:
        last -= 1
    period = movement.period / 1000
    moment = min(last - 1, _moment(recorded_frames))
    slow = range(moment - round(SLOW_BEFORE_SECONDS / period), moment + max(1, round(SLOW_AFTER_SECONDS / period)))
    frames: list[Mapping[K, Pose]] = [recorded_frames[0]]
    seconds = [period]
    begins = 0
    for number in range(last):
        if number == moment:
            begins = len(frames) - 1
        duration = period * (SLOWDOWN if number in slow else 1.0)
        parts = max(1, round(duration / QUICKEST))
        frames += _finer(recorded_frames[number : number + 2], parts)
        seconds += [duration / parts] * parts
    frames[-1] = recorded_frames[-1]
    factor = min(1.0, LONGEST_FALL_SECONDS / sum(seconds))
    return Fall(tuple(frames), (*(factor * one for one in seconds[:-1]), HOLD_SECONDS), begins)


def _moment(frames: Sequence[Mapping[K, Pose]]) -> int:
    """The number of the frame in which a fall begins.

    Two neighbours part, or the first body tilts. Where neither happens, the last frame.
    """
    start = frames[0]
    first = next(iter(start))
    nearest = {name: _nearest(name, start) for name in start}
    distances = {name: _distance(start, name, other) for name, other in nearest.items()}
    for number, frame in enumerate(frames):
        if angle_between(frame[first].turn, start[first].turn) > TILTED_RADIANS:
            return number
        for name, other in nearest.items():
            if abs(_distance(frame, name, other) - distances[name]) > PARTED_CM:
                return number
    return len(frames) - 1


def _nearest(name: K, frame: Mapping[K, Pose]) -> K:
    """The body nearest to another one; a single body itself."""
    others = [other for other in frame if other != name]
    return min(others, key=lambda other: _distance(frame, name, other), default=name)


def _distance(frame: Mapping[K, Pose], name: K, other: K) -> float:
    return length(sub(frame[other].place, frame[name].place))


# --- the frame that is shown now ----------------------------------------------------------------------


def recorded(
    c: AnyContext, film_of: Callable[[Event], MotionFrames[K]]
) -> tuple[Event, tuple[Mapping[K, Pose], ...], int] | None:
    """The recorded movement that is shown: its event, its frames, and which of them is shown now.

    The last frame stays while other events come after it.
    """
    for place in range(len(c.playing) - 1, -1, -1):
        frames, _ = film_of(c.playing[place])
        if frames:
            now = c.frame if place == len(c.playing) - 1 else len(frames) - 1
            return c.playing[place], frames, min(now, len(frames) - 1)
    return None


def _apart(one: Mapping[K, Pose], other: Mapping[K, Pose]) -> float:
    """The greatest distance, in cm, by which a body moved, or its rim turned."""
    return max(
        max(length(sub(pose.place, other[name].place)), BODY_RADIUS_CM * angle_between(pose.turn, other[name].turn))
        for name, pose in one.items()
    )


def _finer(frames: Sequence[Mapping[K, Pose]], parts: int) -> list[Mapping[K, Pose]]:
    """The frames after the first one, with each step divided into ``parts``."""
    return [
        other if part == parts else _between(one, other, part / parts)
        for one, other in pairwise(frames)
        for part in range(1, parts + 1)
    ]


def _between(one: Mapping[K, Pose], other: Mapping[K, Pose], share: float) -> Mapping[K, Pose]:
    """The poses between two frames that differ little."""
    found = {}
    for name, pose in one.items():
        goal = other[name]
        # A turn and its negative are the same one.
        sign = 1.0 if sum(a * b for a, b in zip(pose.turn, goal.turn, strict=True)) >= 0 else -1.0
        aims = (*goal.place, *(sign * part for part in goal.turn))
        x, y, z, *turn = (a + (b - a) * share for a, b in zip(pose, aims, strict=True))
        found[name] = Pose.of((x, y, z), (turn[0], turn[1], turn[2], turn[3]))
    return found
