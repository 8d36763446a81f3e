"""A clock for tests of time: it stands until a test moves it."""

from __future__ import annotations


class Watch:
    """The steady clock, moved by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now
