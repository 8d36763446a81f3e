"""The example game, installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.example.distribution import found_in, write_example_metadata


@pytest.fixture(autouse=True)
def example_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every test here finds the example by its entry point, as after an installation."""
    folder: Path = tmp_path_factory.mktemp("installed")
    write_example_metadata(folder)
    with found_in(folder):
        yield
