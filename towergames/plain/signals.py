"""Being told to stop: a signal ends the conversation between two records, never within one (R10)."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(BaseException):
    """A signal asked the program to end. ``code`` is the exit code, 128 + its number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.code = 128 + number
        super().__init__(signal.Signals(number).name)


class Watch:
    """Turns SIGINT, SIGTERM and SIGHUP into :class:`Stopped`, delayed while :meth:`hold` is open."""

    def __init__(self) -> None:
        self._held = 0
        self._waiting: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Watch:
        for number in SIGNALS:
            try:
                self._before[number] = signal.signal(number, self._arrived)
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
                raise Stopped(self._waiting)

    def _arrived(self, number: int, _frame: FrameType | None) -> None:
        if self._held:
            self._waiting = number
        else:
            raise Stopped(number)
