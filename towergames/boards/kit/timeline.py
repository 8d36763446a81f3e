"""Recorded movements as the frames that a screen shows, for every board on which things fall. Pure, no engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import TypeVar

from towergames.boards.protocol import AnyContext
from towergames.core.contract import Event
from towergames.physics.geometry import Pose
from towergames.physics.recording import read_movement

QUICKEST = 1 / 30
"""Seconds a frame is shown; of a movement recorded more finely some frames are left out."""
STILL = 0.02
"""cm: frames at the end in which nothing moves further than this are left out."""

HOLD = 0.4
"""Seconds for the last frame, so that one sees what has become of it."""

DROP = (0.04, 0.04, 0.04)
"""Seconds of the frames of a piece that drops by two rows onto its place."""


def height(frame: int) -> int:
    """Rows that a dropping piece is still above its place.

    >>> [height(frame) for frame in range(4)]
    [2, 1, 0, 0]
    """
    return max(0, len(DROP) - 1 - frame)


K = TypeVar("K", bound=Hashable)
Film = tuple[tuple[Mapping[K, Pose], ...], float]
"""Poses by name, frame by frame, and the seconds for each frame; no frames where nothing was recorded."""


@lru_cache(maxsize=64)
def frames_of(text: str, names: tuple[K, ...], longest: float) -> Film[K]:
    """A movement written down for these names; no frames where it cannot be read.

    A movement of more than ``longest`` seconds is shown faster.
    """
    try:
        movement = read_movement(text, len(names))
    except ValueError:
        return (), 0.0
    frames = tuple(dict(zip(names, picture, strict=True)) for picture in movement.pictures)
    if not frames:
        return (), 0.0
    last = len(frames) - 1
    while last > 1 and _alike(frames[last - 1], frames[-1]):
        last -= 1
    length = min(longest, last * movement.period / 1000)
    shown = max(2, min(last + 1, round(length / QUICKEST) + 1))
    picked = sorted({round(k * last / (shown - 1)) for k in range(shown)})
    return tuple(frames[k] for k in picked), max(QUICKEST, length / max(1, len(picked) - 1))


def seconds_of(film: Film[K]) -> tuple[float, ...]:
    """Seconds for each frame; () where there is nothing to see."""
    frames, seconds = film
    return (*[seconds] * (len(frames) - 1), HOLD) if frames else ()


def recorded(
    c: AnyContext, film_of: Callable[[Event], Film[K]]
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


def _alike(one: Mapping[K, Pose], other: Mapping[K, Pose]) -> bool:
    return all(
        max(abs(a - b) for a, b in zip(pose.place, other[name].place, strict=True)) < STILL
        and abs(sum(a * b for a, b in zip(pose.turn, other[name].turn, strict=True))) > 1 - 1e-5
        for name, pose in one.items()
    )
