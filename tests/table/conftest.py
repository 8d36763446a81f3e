"""The null game is known at every table here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.machine import Machine
from towergames.table.store import Store


@pytest.fixture(autouse=True)
def _null_too(null_game: object) -> None:
    """Every test of the table sees the null game in the registry."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is put right within one look, also on a busy machine."""
    monkeypatch.setattr("towergames.table.shared.WRITE_TIMEOUT", 30.0)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)
