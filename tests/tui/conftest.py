"""The screens are tested with the same games however many are registered."""

from __future__ import annotations

import pytest

from towergames import registry

REGISTERED = tuple(registry.ENTRIES)

PINNED = ("takethat", "words")
"""The first is the one that menus suggest to newcomers; goldens of shared screens show these two."""


@pytest.fixture(autouse=True)
def pinned_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further game changes no picture here; a test about all games asks for ``every_game``."""
    monkeypatch.setattr(registry, "ENTRIES", [registry.Entry(key) for key in PINNED])


@pytest.fixture
def every_game(monkeypatch: pytest.MonkeyPatch, pinned_games: None) -> None:
    """All games that are registered."""
    monkeypatch.setattr(registry, "ENTRIES", list(REGISTERED))
