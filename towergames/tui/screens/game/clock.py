"""The clock of a game with a timer: it runs while the player sees the table, and makes a move when time has run out."""

from __future__ import annotations

from textual.timer import Timer

from towergames.session.clock import TurnClock
from towergames.session.session import Message, Session
from towergames.tui.screens.game.table_screen import TableScreen

WARNINGS = (30, 10)
"""Seconds left at which a message is shown."""


class GameClock:
    """The clock of one game screen. It has a timer only while it runs; a curtain stops it, a dialog does not."""

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen
        self._clock = TurnClock()
        self._ticker: Timer | None = None
        self._told: set[int] = set()

    @property
    def left(self) -> float | None:
        """Seconds left, None while the clock does not run."""
        return self._clock.left

    @property
    def text(self) -> str:
        """``0:47 left`` for the status line; empty while the clock does not run."""
        left = self.left
        if left is None:
            return ""
        whole = int(left + 0.999)
        return f"{whole // 60}:{whole % 60:02} left"

    @property
    def short(self) -> bool:
        """Whether the time is nearly over."""
        left = self.left
        return left is not None and left <= WARNINGS[-1]

    def update(self) -> None:
        """Run, stop or reset the clock, as the table needs; called after every change of the table."""
        limit = self._session.limit()
        if limit is None:
            self.stop()
            return
        if self._clock.run((self._session.decider, limit.turn), limit.seconds):
            self._told = {mark for mark in WARNINGS if limit.seconds <= mark}
        if self._ticker is None:
            self._ticker = self._screen.set_interval(1.0, self.tick)

    def stop(self) -> None:
        """Stop the clock; the time left is kept for the same turn."""
        self._clock.stop()
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None

    def tick(self) -> None:
        """Draw the status line again, once a second."""
        left = self.left
        if left is None:
            return
        if left <= 0:
            self._over()
            return
        for mark in WARNINGS:
            if left <= mark and mark not in self._told:
                self._told.add(mark)
                self._screen.tell(Message(f"{mark} seconds left.", "warn"))
        self._screen.draw("status")

    def _over(self) -> None:
        limit = self._session.limit()
        self.stop()
        if limit is not None:
            self._screen.flow.time_over(limit.action)
