"""The time a decision has, where the input waits: an answer that comes later is not taken any more."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any

from towergames.boards.desk import Limit
from towergames.core.contract import Seat


class TurnClock:
    """Counts from the moment a player is first asked; hints and other help take their time like everything else."""

    def __init__(self) -> None:
        self._turn: Hashable = None
        self._ends = 0.0

    def start(self, seat: Seat, limit: Limit[Any] | None) -> str:
        """Begin a decision, or go on with it; what is left of it for the prompt, empty without a limit."""
        if limit is None:
            self._turn = None
            return ""
        if self._turn != (seat, limit.turn):
            self._turn, self._ends = (seat, limit.turn), time.monotonic() + limit.seconds
        left = max(0, round(self._ends - time.monotonic()))
        return f" ({left} second{'' if left == 1 else 's'})"

    @property
    def is_over(self) -> bool:
        """Whether an answer given now comes too late."""
        return self._turn is not None and time.monotonic() > self._ends
