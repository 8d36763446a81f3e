"""What several modules of plain mode's tests share."""

from __future__ import annotations

import pytest

from towergames import registry
from towergames.core.bot import Level


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> list[Level]:
    """The levels of every game, as the test sets them."""
    found: list[Level] = []
    monkeypatch.setattr(registry.Entry, "levels", property(lambda self: tuple(found)))
    return found
