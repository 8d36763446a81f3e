"""The recorded movement of a release as text: which pictures an animation shows. No engine is needed to read it.

The text is ``PERIOD FRAMES DATA``: milliseconds from picture to picture, their number, and the packed poses of the
bodies that the same outcome (and its event) lists, in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.physics.geometry import Pose
from towergames.physics.trace import Trace, pack, unpack

_EVERY = (1, 2, 3, 4, 6, 8, 12)
"""Of a long movement only every so manieth picture is kept."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Pictures ``period`` milliseconds apart: each has the poses of the bodies told of, in their order."""

    period: int
    pictures: tuple[tuple[Pose, ...], ...]

    @property
    def seconds(self) -> float:
        """From the first picture to the last."""
        return max(0, len(self.pictures) - 1) * self.period / 1000


def written(pictures: Sequence[Sequence[Pose]], period: int, most: int) -> str:
    """The text of a movement, with fewer pictures if it would be longer than ``most``; empty if that does not help."""
    if not pictures or not pictures[0]:
        return ""
    for every in _EVERY:
        kept = [*pictures[: len(pictures) - 1 : every], pictures[-1]]
        trace = pack(kept, period * every)
        text = f"{trace.period} {trace.frames} {trace.data}"
        if len(text) <= most:
            return text
    return ""


def read_movement(text: str, bodies: int) -> Movement:
    """The movement of so many bodies; no pictures for an empty text. Raises ValueError when it is damaged."""
    if not text:
        return Movement(1, ())
    parts = text.split(" ")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts[:2]):
        raise ValueError("the recorded movement is damaged")
    period, frames = int(parts[0]), int(parts[1])
    if not period or not frames:
        raise ValueError("the recorded movement is damaged: it has no pictures")
    return Movement(period, tuple(unpack(Trace(period, bodies, frames, parts[2]))))
