"""The lively game as the registry sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.lively import board, bots
from tests.lively.game import GATE
from tests.null.entry import registered
from towergames import registry

LIVELY = registry.Entry("lively", "tests.lively")


@contextmanager
def lively_registered() -> Iterator[registry.Entry]:
    """The registry knows the lively game inside the block; nothing waits at its beginning or after its end."""
    board.STOPPED.clear()
    board.DRAWN.clear()
    board.FINE.clear()
    board.QUICK.clear()
    board.WORK.clear()
    bots.THINK.set()
    GATE.reset()
    try:
        with registered(LIVELY):
            yield LIVELY
    finally:
        board.WORK.set()
        bots.THINK.set()
        GATE.reset()
