"""What a desk must work out before it can answer: one work at a time, in a thread, while the screen stays live."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, Protocol

from textual.timer import Timer

from towergames.boards.desk import AnyDesk, Failure, Reply, Scene
from towergames.core.bot import Clock, Throttle
from towergames.core.text import fault
from towergames.tui.base import TowerScreen

LASTING = 0.4
"""Seconds after which a work is worth a key that ends it."""


class Bench(Protocol):
    """What a work needs of the screen it is done for."""

    @property
    def desk(self) -> AnyDesk:
        """The game's."""
        ...

    pointer: Any
    """The present one."""

    def work_scene(self) -> Scene[Any]:
        """The table as it is looked at."""
        ...

    def work_for(self) -> tuple[Any, ...]:
        """What the work is for, compared by identity: an answer for anything else comes too late."""
        ...

    def work_told(self, pointer: Any) -> None:
        """The pointer with what was told meanwhile."""
        ...

    def work_done(self, reply: Reply[Any]) -> None:
        """The desk has taken the answer: go on with its reply."""
        ...

    def work_lasts(self) -> None:
        """Whether a work can be ended by a key has changed."""
        ...


class Works:
    """The slow work of one screen's desk."""

    def __init__(self, screen: TowerScreen[Any], bench: Bench) -> None:
        self._screen = screen
        self._bench = bench
        self._clock: Clock | None = None
        self._for: tuple[Any, ...] = ()
        self._began = 0.0
        self._idle = False
        self._timer: Timer | None = None

    @property
    def active(self) -> bool:
        """Whether a work is under way that the player waits for."""
        return self._clock is not None and not self._idle

    @property
    def lasting(self) -> bool:
        """Whether it has been for so long that a person may want to end it."""
        return self.active and time.monotonic() - self._began >= LASTING

    def follow(self, reply: Reply[Any], before: Any) -> None:
        """A desk has answered ``before``, the pointer until then: begin its work; idle work ends when all changes."""
        if reply.work is not None:
            self.begin(reply.work, idle=reply.idle)
        elif self._idle and (reply.submit is not None or reply.pointer != before):
            self.drop()

    def begin(self, work: Callable[[Clock], Any], *, idle: bool = False) -> None:
        """Do a work; one that was under way is stopped, and its answer dropped."""
        self.drop()
        self._idle = idle
        self._clock = clock = Clock(told=Throttle(lambda news: self._call(self._told, clock, news)))
        self._for, self._began = self._bench.work_for(), time.monotonic()
        self._timer = self._screen.set_timer(LASTING, self._bench.work_lasts)
        daemon = not self._bench.work_scene().game.info.slow
        Thread(target=self._run, args=(work, clock), name="desk-work", daemon=daemon).start()

    def stop(self) -> None:
        """Ask for the answer now, where the player waits for it."""
        if self._clock is not None and not self._idle:
            self._clock.stop()

    def drop(self) -> None:
        """Stop the work and forget it."""
        if self._clock is not None:
            self._clock.stop()
        self._clock, self._idle = None, False
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _run(self, work: Callable[[Clock], Any], clock: Clock) -> None:
        try:
            answer = work(clock)
        except Exception as error:  # said openly; the game goes on
            answer = Failure(fault(error))
        self._call(self._come_back, clock, answer)

    def _call(self, function: Callable[..., None], *given: Any) -> None:
        with suppress(Exception):  # the program may have ended meanwhile
            self._screen.app.call_later(function, *given)

    def _timely(self, clock: Clock) -> bool:
        if clock is not self._clock or not self._screen.is_open:
            return False
        now = self._bench.work_for()
        return len(now) == len(self._for) and all(a is b for a, b in zip(now, self._for, strict=True))

    def _told(self, clock: Clock, news: Any) -> None:
        if not self._timely(clock):
            return
        bench = self._bench
        pointer = bench.desk.shown(bench.work_scene(), bench.pointer, news)
        if pointer is not None:
            bench.work_told(pointer)

    def _come_back(self, clock: Clock, answer: Any) -> None:
        if clock is not self._clock:
            return
        timely, lasted = self._timely(clock), self.lasting
        self.drop()
        if lasted and self._screen.is_open:
            self._bench.work_lasts()
        if timely:
            bench = self._bench
            bench.work_done(bench.desk.worked(bench.work_scene(), bench.pointer, answer))
