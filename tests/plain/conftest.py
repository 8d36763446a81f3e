"""What several modules of plain mode's tests share."""

from __future__ import annotations

import pytest

from towergames import registry
from towergames.core.bot import Level
from towergames.plain import console, windows


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another window does is seen after a hundredth of a second, as nobody waits for it to be read."""
    for module in (console, windows):
        monkeypatch.setattr(module, "POLL_SECONDS", 0.01)


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> list[Level]:
    """The levels of every game, as the test sets them."""
    found: list[Level] = []
    monkeypatch.setattr(registry.Entry, "levels", property(lambda self: tuple(found)))
    return found
