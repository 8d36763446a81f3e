"""The replay that runs by itself: move by move, falls and scoring as they were, at five speeds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from textual.timer import Timer

from towergames.session.animation import Frame

if TYPE_CHECKING:
    from towergames.tui.screens.replay import ReplayScreen

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS_A_MOVE = 1.0
LIVELY = 2.0
"""Up to this speed scoring is shown floor by floor; faster, only where it ends."""


class Playing:
    """Mixed into the replay screen."""

    playing = False
    speed = 1.0
    _timer: Timer | None = None

    @property
    def _screen(self) -> ReplayScreen:
        return cast("ReplayScreen", self)

    def play_on(self) -> None:
        """The cursor was moved: go on from there, or stop at the end."""
        if self._screen.model.at >= self._screen.model.length:
            self.pause()
        elif self.playing:
            self._schedule(SECONDS_A_MOVE / self.speed)

    def do_replay_play(self, argument: str = "") -> None:
        """Play from here, or pause; at the end it begins anew."""
        if self.playing:
            self.pause()
        else:
            if self._screen.model.at >= self._screen.model.length:
                self._screen.model.seek(0)
            self.playing = True
            self._schedule(0.15)
        self._screen.redraw()

    def do_replay_faster(self, argument: str = "") -> None:
        """Next speed up."""
        self.speed = SPEEDS[min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + 1)]
        self._screen.redraw()

    def do_replay_slower(self, argument: str = "") -> None:
        """Next speed down."""
        self.speed = SPEEDS[max(0, SPEEDS.index(self.speed) - 1)]
        self._screen.redraw()

    def do_replay_speed(self, argument: str = "") -> None:
        """Set the speed that was typed, or the next one round and round."""
        wanted = {f"{speed:g}": speed for speed in SPEEDS}.get(argument.strip().rstrip("x"))
        if argument and wanted is None:
            self._screen.tower_app.say("The speed is one of " + ", ".join(f"{speed:g}" for speed in SPEEDS) + ".")
            return
        self.speed = wanted or SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self._screen.redraw()

    def _schedule(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._tick)

    def pause(self) -> None:
        """Stand still."""
        self.playing = False
        self._screen.frames.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _frames(self) -> list[Frame]:
        screen = self._screen
        return list(screen.model.frames(screen.tower_app.motion, screen.tower_app.style))

    def show_move(self) -> None:
        """Let the move at the cursor be seen as it happened, once; the next key cuts it short."""
        screen = self._screen
        screen.frames = self._frames()
        if screen.frames:
            self._schedule(screen.pace.begin(screen.frames[0], time.monotonic(), self.speed))

    def _tick(self) -> None:
        screen, seconds = self._screen, 0.0
        if not (self.playing or screen.frames):
            return
        if screen.frames:
            at, seconds = screen.pace.after(screen.frames, 0, time.monotonic(), self.speed)
            del screen.frames[:at]
        else:
            screen.model.seek(screen.model.at + 1)
            if self.speed <= LIVELY:
                screen.frames = self._frames()
            if screen.frames:
                seconds = screen.pace.begin(screen.frames[0], time.monotonic(), self.speed)
        if screen.frames:
            self._schedule(seconds)
        elif not self.playing:
            self.pause()
        elif screen.model.at >= screen.model.length:
            self.pause()
            screen.refresh_keys()
        else:
            self._schedule(SECONDS_A_MOVE / self.speed)
        screen.ask_soon()
        screen.redraw()
