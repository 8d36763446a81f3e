"""The signals of the system that the program runs on, and what it does when one asks it to end (R10).

Windows has no SIGHUP. There SIGBREAK comes with ctrl+break and when the window of the console is closed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Any

_ENDING_NAMES = (
    *("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF"),
    *("SIGPOLL", "SIGPWR", "SIGSTKFLT", "SIGXCPU"),
)
_NUMBERED = range(signal.SIGRTMIN, signal.SIGRTMAX + 1) if hasattr(signal, "SIGRTMIN") else ()
ENDING: tuple[int, ...] = (*(getattr(signal, name) for name in _ENDING_NAMES if hasattr(signal, name)), *_NUMBERED)
"""The signals that end a process that does not handle them: the program ends with exit code 128 + the number.

Left out are those of faults, such as SIGSEGV, after which no line of Python runs.
"""


class Terminated(BaseException):
    """A signal asked the program to end. ``code`` is the exit code, 128 + its number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.code = 128 + number
        super().__init__(signal.Signals(number).name if number not in _NUMBERED else f"signal {number}")


class Watch:
    """Turns the signals of ``ENDING`` into :class:`Terminated`, delayed while :meth:`hold` is open.

    ``resting``, if it is given, is open while Ctrl+Z stops the program.
    """

    def __init__(self, resting: Callable[[], AbstractContextManager[None]] | None = None) -> None:
        self._resting = resting
        self._held = 0
        self._waiting: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Watch:
        handlers: dict[int, Any] = dict.fromkeys(ENDING, self._arrived)
        if sys.platform != "win32" and self._resting is not None:
            handlers[signal.SIGTSTP] = self._stop
        for number, handler in handlers.items():
            try:
                self._before[number] = signal.signal(number, handler)
            except ValueError:  # not the main thread (a test, an embedding): its owner handles signals
                break
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """While open, a signal waits: a journal line is written whole or not at all."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if not self._held and self._waiting is not None:
                raise Terminated(self._waiting)

    def _stop(self, *_: object) -> None:
        with self._resting() if self._resting is not None else nullcontext():
            os.kill(os.getpid(), signal.SIGSTOP)

    def _arrived(self, number: int, _frame: FrameType | None) -> None:
        if self._held:
            self._waiting = number
        else:
            raise Terminated(number)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put ctrl+C off, where the system can. In the midst of loading, libraries make an ImportError of it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
