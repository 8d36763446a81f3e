"""The date where the player is: the one place that asks the clock on the wall for it."""

from __future__ import annotations

from datetime import date, datetime


def now() -> datetime:
    """The local time. Tests replace this function, and nothing else, to live another day."""
    return datetime.now()


def today() -> date:
    """The local date. New tasks come when the player's own day begins."""
    return now().date()


def minutes_left() -> int:
    """The minutes until the next day begins, at least 1."""
    time = now()
    return 24 * 60 - 60 * time.hour - time.minute
