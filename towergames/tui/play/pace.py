"""Pictures in time with the clock: what drawing takes is not added to what they last. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

SHORT = 0.1
"""Seconds below which a picture is one of a moving many: it is left out when its time is over before it is drawn."""


class Shown(Protocol):
    """One picture of several."""

    @property
    def seconds(self) -> float:
        """How long it stays."""
        ...

    def moves_on(self, to: Any) -> bool:
        """Whether the picture ``to`` shows the same event a moment later."""
        ...


class Pace:
    """When the picture that is shown ends."""

    def __init__(self) -> None:
        self._ends = 0.0

    def begin(self, first: Shown, now: float, speed: float = 1.0) -> float:
        """Seconds to show the first picture."""
        self._ends = now + first.seconds / speed
        return first.seconds / speed

    def after(self, shown: Sequence[Shown], at: int, now: float, speed: float = 1.0) -> tuple[int, float]:
        """The picture to show after number ``at``, at the time ``now``, and for how many seconds.

        Late pictures of a movement are left out, but never its last one, and never one that stays to be read.
        """
        at += 1
        while at < len(shown):
            moving = shown[at].seconds < SHORT and at + 1 < len(shown) and shown[at].moves_on(shown[at + 1])
            if self._ends < now and not moving:
                self._ends = now
            self._ends += shown[at].seconds / speed
            if self._ends > now or not moving:
                return at, max(0.001, self._ends - now)
            at += 1
        return at, 0.0
