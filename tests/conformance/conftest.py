"""The null game and the example game are games like any other here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.facts import canned_physics
from tests.conformance.playing import ADDED
from tests.null.entry import registered


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of one case run one after the other, so that its random game is played once for all of them."""
    here = str(Path(__file__).parent)
    places = [i for i, item in enumerate(items) if str(item.path).startswith(here)]
    mine = sorted((items[i] for i in places), key=_case)
    for i, item in zip(places, mine, strict=True):
        items[i] = item


def _case(item: pytest.Item) -> str:
    return str(getattr(item, "callspec", None) and item.callspec.params.get("case", ""))


@pytest.fixture(autouse=True)
def _added_games() -> Iterator[None]:
    """Every test of the suite sees them in the registry."""
    with registered(*ADDED):
        yield


@pytest.fixture(autouse=True)
def _no_physics() -> Iterator[None]:
    """The suite is about the contract; the live table top has its own tests."""
    with canned_physics():
        yield
