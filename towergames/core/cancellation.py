"""Slow work of another thread: its starter can end it early and is called with its progress.

:meth:`towergames.core.contract.Game.resolve` knows no clock, yet a fall, or a search for a move, may take seconds. When
the result is no longer needed (the screen is gone, the program ends) the work raises Stopped and nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from threading import Event
from typing import TypeVar

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818 - it says what became of the work
    """The work was given up before it had an answer."""


_stop: ContextVar[Event | None] = ContextVar("stop", default=None)
_told: ContextVar[Callable[[float], None] | None] = ContextVar("told", default=None)


def run_cancellable(work: Callable[[], T], stop: Event, told: Callable[[float], None] | None = None) -> T:
    """Do the work in this thread. Once ``stop`` is set it may raise Stopped. ``told`` gets its :func:`progress`."""
    tokens = _stop.set(stop), _told.set(told)
    try:
        return work()
    finally:
        _stop.reset(tokens[0])
        _told.reset(tokens[1])


def progress(share: float) -> None:
    """Tell how much of this thread's work is done, from 0 to 1, where that is known."""
    told = _told.get()
    if told is not None:
        told(share)


def stopped() -> bool:
    """Whether the result of this thread's work is not needed any more; false where no stop was handed over."""
    stop = _stop.get()
    return stop is not None and stop.is_set()


def raise_if_stopped() -> None:
    """Do nothing while the result is needed. Raises Stopped."""
    if stopped():
        raise Cancelled("it was stopped")
