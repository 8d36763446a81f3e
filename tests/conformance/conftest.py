"""The null game is a game like any other here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conformance.facts import canned_physics


@pytest.fixture(autouse=True)
def _null_too(null_game: object) -> None:
    """Every test of the suite sees the null game in the registry."""


@pytest.fixture(autouse=True)
def _no_physics() -> Iterator[None]:
    """The suite is about the contract; the live table top has its own tests."""
    with canned_physics():
        yield
