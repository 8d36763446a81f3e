"""The time for a decision: it runs while the player sees the table, and stops otherwise."""

from __future__ import annotations

import time
from collections.abc import Hashable


class TurnClock:
    """Counts down, also during hints and other help."""

    def __init__(self) -> None:
        self._turn: Hashable = None
        self._left = 0.0
        self._since: float | None = None
        """Time of the last start; None while the clock is stopped."""

    def run(self, turn: Hashable, seconds: float) -> bool:
        """Start the clock for a turn, or continue the same one; returns whether the turn is new."""
        another = turn != self._turn
        if another:
            self._turn, self._left, self._since = turn, float(seconds), None
        if self._since is None:
            self._since = time.monotonic()
        return another

    def stop(self) -> None:
        """Stop the clock; the time left is kept for the same turn."""
        left = self.left
        if left is not None:
            self._left, self._since = left, None

    def reset(self) -> None:
        """Forget the turn, since it has no limit any more."""
        self._turn = self._since = None

    @property
    def left(self) -> float | None:
        """Seconds left, 0 when time has run out; None while the clock is stopped."""
        return None if self._since is None else max(0.0, self._left - (time.monotonic() - self._since))

    @property
    def is_over(self) -> bool:
        """Whether time has run out."""
        return self.left == 0.0
