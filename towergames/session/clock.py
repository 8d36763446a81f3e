"""The time of a decision: it runs while its player may look, and what is left is kept while it stands."""

from __future__ import annotations

import time
from collections.abc import Hashable


class TurnClock:
    """Counts down. Hints and other help take their time like everything else."""

    def __init__(self) -> None:
        self._turn: Hashable = None
        self._left = 0.0
        self._since: float | None = None
        """When the present run began, None while the clock stands."""

    def run(self, turn: Hashable, seconds: int) -> bool:
        """Go on with a turn, or begin another one; whether it is another."""
        another = turn != self._turn
        if another:
            self._turn, self._left, self._since = turn, float(seconds), None
        if self._since is None:
            self._since = time.monotonic()
        return another

    def stop(self) -> None:
        """Stand still; what is left is kept for the same turn."""
        left = self.left
        if left is not None:
            self._left, self._since = left, None

    def reset(self) -> None:
        """Forget the turn, which has no limit any more."""
        self._turn = self._since = None

    @property
    def left(self) -> float | None:
        """Seconds left, 0 when the time is over; None while the clock stands."""
        return None if self._since is None else max(0.0, self._left - (time.monotonic() - self._since))

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.left == 0.0
