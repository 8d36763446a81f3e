"""What a desk must work out before it can answer: one task at a time, while the screen stays live."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from textual.timer import Timer

from towergames.boards.desk import AnyDesk, Reply, Scene
from towergames.core.bot import Clock
from towergames.session.task import Task
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
        self._task: Task | None = None
        self._for: tuple[Any, ...] = ()
        self._began = 0.0
        self._idle = False
        self._timer: Timer | None = None

    @property
    def active(self) -> bool:
        """Whether a work is under way for which a person waits."""
        return self._task is not None and not self._idle

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
        self._idle, self._for, self._began = idle, self._bench.work_for(), time.monotonic()
        self._timer = self._screen.set_timer(LASTING, self._bench.work_lasts)
        daemon = not self._bench.work_scene().game.info.slow
        self._task = Task(self._screen.soon, work, self._done, self._told, daemon=daemon, name="desk-work").start()

    def stop(self) -> None:
        """Ask for the answer now, where a person waits for it."""
        if self._task is not None and not self._idle:
            self._task.stop()

    def drop(self) -> None:
        """Stop the work and forget it."""
        if self._task is not None:
            self._task.drop()
        self._task, self._idle = None, False
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _timely(self) -> bool:
        now = self._bench.work_for()
        same = len(now) == len(self._for) and all(a is b for a, b in zip(now, self._for, strict=True))
        return same and self._screen.is_open

    def _told(self, news: Any) -> None:
        bench = self._bench
        pointer = bench.desk.shown(bench.work_scene(), bench.pointer, news) if self._timely() else None
        if pointer is not None:
            bench.work_told(pointer)

    def _done(self, answer: Any) -> None:
        timely, lasted = self._timely(), self.lasting
        self.drop()
        if lasted and self._screen.is_open:
            self._bench.work_lasts()
        if timely:
            bench = self._bench
            bench.work_done(bench.desk.worked(bench.work_scene(), bench.pointer, answer))
