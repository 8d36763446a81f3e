"""The null game is a game like any other here."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _null_too(null_game: object) -> None:
    """Every test of the suite sees the null game in the registry."""
