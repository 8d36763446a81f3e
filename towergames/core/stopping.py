"""Slow work of another thread: whoever starts it can end it before its time and hears how far it is.

:meth:`towergames.core.contract.Game.resolve` knows no clock, yet a fall, or a search for a move, may take seconds. When
nobody waits any more (the screen is gone, the program ends) the work raises Stopped and nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from threading import Event
from typing import TypeVar

T = TypeVar("T")


class Stopped(Exception):  # noqa: N818 - it says what became of the work
    """The work was given up before it had an answer."""


_stop: ContextVar[Event | None] = ContextVar("stop", default=None)
_told: ContextVar[Callable[[float], None] | None] = ContextVar("told", default=None)


def stoppable(work: Callable[[], T], stop: Event, told: Callable[[float], None] | None = None) -> T:
    """Do the work in this thread; once ``stop`` is set it may raise Stopped. ``told`` hears of its :func:`progress`."""
    tokens = _stop.set(stop), _told.set(told)
    try:
        return work()
    finally:
        _stop.reset(tokens[0])
        _told.reset(tokens[1])


def progress(share: float) -> None:
    """Tell how much of this thread's work is done, from 0 to 1, where it is such that this is known."""
    told = _told.get()
    if told is not None:
        told(share)


def stopped() -> bool:
    """Whether nobody waits for what this thread is doing. Never, where nobody handed over a stop."""
    stop = _stop.get()
    return stop is not None and stop.is_set()


def go_on() -> None:
    """Nothing while somebody waits. Raises Stopped."""
    if stopped():
        raise Stopped("it was given up")
