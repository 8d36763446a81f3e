"""Recorded movements as the frames that a screen shows, for every board on which things fall. Pure, no engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import TypeVar

from towergames.physics.geometry import Pose
from towergames.physics.recording import read_movement

QUICKEST = 1 / 30
"""Seconds a frame is shown; of a movement recorded more finely some frames are left out."""
STILL = 0.02
"""cm: frames at the end in which nothing moves further than this are left out."""

K = TypeVar("K", bound=Hashable)


@lru_cache(maxsize=64)
def frames_of(text: str, names: tuple[K, ...], longest: float) -> tuple[tuple[Mapping[K, Pose], ...], float]:
    """Poses by name, frame by frame, and the seconds for each; none where nothing was recorded or can be read.

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


def _alike(one: Mapping[K, Pose], other: Mapping[K, Pose]) -> bool:
    return all(
        max(abs(a - b) for a, b in zip(pose.place, other[name].place, strict=True)) < STILL
        and abs(sum(a * b for a, b in zip(pose.turn, other[name].turn, strict=True))) > 1 - 1e-5
        for name, pose in one.items()
    )
