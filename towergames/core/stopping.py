"""Ending slow work of another thread before its time: whoever starts it hands over a stop, and the work asks for it.

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


def stoppable(work: Callable[[], T], stop: Event) -> T:
    """Do the work in this thread; once ``stop`` is set it may raise Stopped."""
    token = _stop.set(stop)
    try:
        return work()
    finally:
        _stop.reset(token)


def stopped() -> bool:
    """Whether nobody waits for what this thread is doing. Never, where nobody handed over a stop."""
    stop = _stop.get()
    return stop is not None and stop.is_set()


def go_on() -> None:
    """Nothing while somebody waits. Raises Stopped."""
    if stopped():
        raise Stopped("it was given up")
