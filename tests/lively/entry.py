"""The lively game as the registry sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.lively.boards import lively as desk
from tests.lively.games.lively import bots
from tests.lively.games.lively.game import GATE
from towergames import registry

LIVELY = registry.Entry("lively", games="tests.lively.games", boards="tests.lively.boards")


@contextmanager
def lively_registered() -> Iterator[registry.Entry]:
    """The registry knows the lively game inside the block; nothing waits at its beginning or after its end."""
    registry.ENTRIES.append(LIVELY)
    desk.STOPPED.clear()
    desk.DRAWN.clear()
    desk.FINE.clear()
    desk.WORK.clear()
    bots.THINK.set()
    GATE.reset()
    try:
        yield LIVELY
    finally:
        desk.WORK.set()
        bots.THINK.set()
        GATE.reset()
        registry.ENTRIES.remove(LIVELY)
