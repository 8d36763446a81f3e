"""Slow work in a thread: its answer, its reports and its failure come back on the client's thread."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Event, Thread
from time import monotonic
from typing import Any

from towergames.board.protocol import Failure
from towergames.core.bot import Clock, Throttle
from towergames.core.cancellation import Cancelled, run_cancellable
from towergames.core.text import fault

STOPPED = "The search was stopped."

Call = Callable[..., object]
"""Runs a function with its arguments soon on the client's thread; any thread may call it."""


LONG = 0.1
"""Seconds of work after which free memory goes back to the system."""

_GLIBC = {"M_ARENA_MAX": (-8, 1), "M_MMAP_THRESHOLD": (-3, 1 << 20), "M_TRIM_THRESHOLD": (-1, 8 << 20)}
"""Settings of glibc's memory, by name: the number of each, and its value here."""


@cache
def _free_memory() -> Callable[[int], object] | None:
    """Make glibc keep little free memory. Return its function that releases free memory; None for another C library.

    By default glibc gives threads separate heaps, up to eight for each core. It puts larger and larger blocks into
    these heaps, such as those of the physics engine, and keeps the free blocks between others. With a thread for every
    thought of a bot, the memory doubled in 40 games with physics.
    """
    found = None
    if sys.platform == "linux":
        import ctypes  # the first paint does not wait for the import

        with suppress(AttributeError, OSError):
            library = ctypes.CDLL(None)
            for number, value in _GLIBC.values():
                library.mallopt(number, value)
            found = library.malloc_trim
    return found


class Task:
    """One piece of work. After :meth:`drop` it no longer calls the client.

    ``work`` is given a clock and runs in the thread. The other functions run on the client's thread: ``done`` with the
    answer, or with a Failure if the work raised an exception, and ``told`` with each report, not more often than
    people can see. Work that must go on while the program ends may not be a ``daemon`` (see GameInfo.slow).
    """

    def __init__(
        self,
        call: Call,
        work: Callable[[Clock], Any],
        done: Callable[[Any], None],
        told: Callable[[Any], None] = lambda _: None,
        *,
        clock: Clock | None = None,
        daemon: bool = True,
        name: str = "task",
    ) -> None:
        throttle = Throttle(self.tell)
        self.clock = clock if clock is not None else Clock(on_progress=throttle)
        self.active = True
        """Whether the answer is still to come."""
        self._call, self._work, self._done, self._told = call, work, done, told
        self._progress = throttle
        self._given_up = Event()
        self._thread = Thread(target=self._run, name=name, daemon=daemon)

    def start(self) -> Task:
        """Begin; returns at once."""
        _free_memory()
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ask for the best answer so far."""
        self.clock.stop()

    def give_up(self) -> None:
        """End the work without an answer; the client gets a Failure."""
        self._given_up.set()

    def drop(self) -> None:
        """End the work; the client gets no answer."""
        self.active = False
        self.stop()
        self.give_up()

    def tell(self, news: Any) -> None:
        """Report something to the client; called by the work."""
        self._send(self._take_news, news)

    def _run(self) -> None:
        began = monotonic()
        try:
            answer = run_cancellable(lambda: self._work(self.clock), self._given_up, self._progress)
        except Cancelled:
            answer = Failure(STOPPED)
        except Exception as error:  # reported by the client; the game goes on
            answer = Failure(fault(error))
        self._send(self._finish, answer)
        free = _free_memory()
        if free is not None and monotonic() - began > LONG:
            free(0)  # threads that allocate wait 2 to 4 ms for it

    def _send(self, function: Callable[[Any], None], given: Any) -> None:
        with suppress(Exception):  # the client may have ended meanwhile
            self._call(function, given)

    def _take_news(self, news: Any) -> None:
        if self.active:
            self._told(news)

    def _finish(self, answer: Any) -> None:
        if self.active:
            self.active = False
            self._done(answer)
