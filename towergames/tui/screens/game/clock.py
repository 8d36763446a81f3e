"""Time for a decision, where a game has a timer: counts down while its player may look, and acts when it is over."""

from __future__ import annotations

from textual.timer import Timer

from towergames.session.clock import TurnClock
from towergames.session.session import Message, Session
from towergames.tui.screens.game.host import Host

WARNINGS = (30, 10)
"""Seconds left at which it is said in words."""


class GameClock:
    """The clock of one game screen. It has a timer only while it runs; a curtain stops it, a dialog does not."""

    def __init__(self, session: Session, host: Host) -> None:
        self._session = session
        self._host = host
        self._clock = TurnClock()
        self._ticker: Timer | None = None
        self._told: set[int] = set()

    @property
    def left(self) -> float | None:
        """Seconds left, None while no time is kept."""
        return self._clock.left

    @property
    def text(self) -> str:
        """``0:47 left`` for the status line; empty while no time is kept."""
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
        """Run, stand or begin anew, as the table demands: called whenever it has changed."""
        limit = self._session.limit()
        if limit is None:
            self.stop()
            return
        if self._clock.run((self._session.decider, limit.turn), limit.seconds):
            self._told = {mark for mark in WARNINGS if limit.seconds <= mark}
        if self._ticker is None:
            self._ticker = self._host.set_interval(1.0, self.tick)

    def stop(self) -> None:
        """Stand still; what is left is kept for the same turn."""
        self._clock.stop()
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None

    def tick(self) -> None:
        """A second has passed: only the status line is drawn anew."""
        left = self.left
        if left is None:
            return
        if left <= 0:
            self._over()
            return
        for mark in WARNINGS:
            if left <= mark and mark not in self._told:
                self._told.add(mark)
                self._host.tell(Message(f"{mark} seconds left.", "warn"))
        self._host.draw("status")

    def _over(self) -> None:
        limit = self._session.limit()
        self.stop()
        if limit is not None:
            self._host.flow.time_over(limit.action)
