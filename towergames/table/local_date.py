"""The date where the player is: the one place that asks the clock on the wall for it."""

from __future__ import annotations

from datetime import date


def today() -> date:
    """The local date. A new task comes when the player's own day begins; tests replace this function."""
    return date.today()
