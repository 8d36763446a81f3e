"""Plays beats on the game screen, one timer at a time; any key skips to the end (U43, U45)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.timer import Timer

from towergames.session.animation import Frame, Pace
from towergames.tui.play.fly import Flyer

if TYPE_CHECKING:
    from towergames.tui.screens.game import GameScreen


class Stage:
    """The animation under way, if any. No timer runs while none is."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._beats: list[Frame] = []
        self._at = 0
        self._timer: Timer | None = None
        self._pace = Pace()
        self._then: Callable[[], None] = lambda: None

    @property
    def beat(self) -> Frame | None:
        """The picture that is shown now, None while nothing is played."""
        return self._beats[self._at] if self._at < len(self._beats) else None

    def play(self, beats: list[Frame], then: Callable[[], None]) -> None:
        """Show the beats one after the other, then call ``then`` (at once when there are none)."""
        self.stop()
        if not beats:
            then()
            return
        self._beats, self._at, self._then = beats, 0, then
        self._show(beats[0], self._pace.begin(beats[0], time.monotonic()))

    def _show(self, beat: Frame, seconds: float, before: Frame | None = None) -> None:
        if before is not None and before.continues(beat) and not beat.fresh:
            self._screen.repaint_board()
        else:
            self._screen.repaint()
        if beat.fresh and self._screen.tower_app.motion == "full":
            Flyer.launch(self._screen, beat.fresh)
        self._timer = self._screen.set_timer(seconds, self._next)

    def _next(self) -> None:
        before = self.beat
        self._at, seconds = self._pace.after(self._beats, self._at, time.monotonic())
        beat = self.beat
        if beat is None:
            self.skip()
        else:
            self._show(beat, seconds, before)

    def skip(self) -> None:
        """To the end of what is played."""
        then = self._then
        self.stop()
        then()

    def stop(self) -> None:
        """Drop what is played; nothing follows."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._beats, self._at, self._then = None, [], 0, lambda: None
        Flyer.land_all(self._screen)
