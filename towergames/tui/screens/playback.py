"""A replay that plays by itself: its speed, the animation of each move, and a fall that is shown again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from textual.timer import Timer

from towergames.session.replay import Replay
from towergames.tui.screens.game.animation_player import AnimationPlayer, StageHost
from towergames.tui.services import Services

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS_A_MOVE = 1.0
FALL_SPEED, FALL_HOLD_SECONDS = 0.5, 1.5
"""The speed of a fall that is shown again and again, and the seconds for which the fallen pieces lie each time."""
LIVELY = 2.0
"""Up to this speed scoring is shown floor by floor; faster, only where it ends."""


class ReplayHost(StageHost, Protocol):
    """The screen of a replay, as far as its playback uses it."""

    @property
    def services(self) -> Services:
        """What the program does for screens."""

    def redraw(self) -> None:
        """Draw everything that has changed."""

    def refresh_keys(self) -> None:
        """Draw the footer."""


class Playback:
    """A replay that plays by itself, and the animation of a single move."""

    def __init__(self, screen: ReplayHost, model: Replay, moved: Callable[[], None]) -> None:
        self._screen = screen
        self._model = model
        self._moved = moved
        """Called when the replay has gone on by itself."""
        self._timer: Timer | None = None
        """The timer for the next move."""
        self.stage = AnimationPlayer(screen)
        self.playing = False
        self.speed = 1.0
        self.fall = 0
        """The play whose fall the replay was opened for; 0: none."""
        self.repeats = False
        """Whether a fall is shown again and again."""

    @property
    def at_fall(self) -> bool:
        """Whether the cursor is at the fall for which the replay was opened."""
        return 0 < self.fall == self._model.at

    def show_fall(self) -> None:
        """Show the fall at the cursor at half speed, again and again until a key; without motion once."""
        services = self._screen.services
        frames = list(self._model.frames(services.motion, services.style))
        if services.motion != "full" or not frames:
            self.stage.play(frames, self._arrived)
            return
        self.repeats = True
        frames[-1] = replace(frames[-1], seconds=FALL_HOLD_SECONDS * FALL_SPEED)
        self.stage.play(frames, self.show_fall, FALL_SPEED)

    def rest(self) -> None:
        """Show the fall no more."""
        if self.repeats:
            self.repeats = False
            self.stage.stop()
            self._screen.redraw()

    def toggle(self) -> None:
        """Play from here, or pause; at the end the game begins again, and at a fall that is shown the fall does."""
        if self.playing:
            self.pause()
        elif self.at_fall:
            self.show_fall()
        else:
            self.stage.stop()
            if self._model.at >= self._model.length:
                self._model.seek(0)
            self.playing = True
            self._schedule(0.15)
        self._screen.redraw()

    def pause(self) -> None:
        """Stand still."""
        self.playing = self.repeats = False
        self.stage.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def sought(self) -> None:
        """The cursor was moved: go on from there, or stop at the end."""
        self.repeats = False
        self.stage.stop()
        if self._model.at >= self._model.length:
            self.pause()
        elif self.playing:
            self._schedule(SECONDS_A_MOVE / self.speed)

    def show_move(self) -> None:
        """Show once how the move at the cursor happened; the next key cuts it short."""
        services = self._screen.services
        frames = list(self._model.frames(services.motion, services.style))
        self.stage.play(frames, self._arrived, self.speed)

    def change_speed(self, steps: int) -> None:
        """Faster or slower, as far as there are speeds."""
        self._set_speed(max(0, min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + steps)))

    def set_speed(self, argument: str) -> None:
        """Set the speed that was typed, or the next one; after the last comes the first."""
        named = [f"{speed:g}" for speed in SPEEDS]
        wanted = argument.strip().rstrip("x")
        if argument and wanted not in named:
            self._screen.services.say("Type one of these speeds: " + ", ".join(named) + ".")
            return
        self._set_speed(named.index(wanted) if argument else (SPEEDS.index(self.speed) + 1) % len(SPEEDS))

    def _set_speed(self, index: int) -> None:
        self.speed = SPEEDS[index]
        self._screen.redraw()

    def _schedule(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._next_move)

    def _next_move(self) -> None:
        self._model.seek(self._model.at + 1)
        self._moved()
        if self.speed <= LIVELY:
            self.show_move()
        else:
            self._arrived()

    def _arrived(self) -> None:
        """The move at the cursor was shown: the next one follows, if the replay plays."""
        if self.playing and self._model.at >= self._model.length:
            self.pause()
            self._screen.refresh_keys()
        elif self.playing:
            self._schedule(SECONDS_A_MOVE / self.speed)
        self._screen.redraw()
