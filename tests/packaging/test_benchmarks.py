"""Benchmarks are run by hand; each can at least be imported after every change."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
SHARED = {"calibration", "strength"}
"""Modules that benchmarks share; they measure nothing by themselves."""

BY_HAND = ("playwright",)
"""Libraries that are installed only where such a benchmark is run."""


@pytest.mark.skipif(sys.platform == "win32", reason="some read resource or open pseudo-terminals")
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.py")))
def test_a_benchmark_can_be_imported(name: str) -> None:
    try:
        module = import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        if error.name not in BY_HAND:
            raise
        pytest.skip(f"needs {error.name}")
    assert module.__doc__ and hasattr(module, "main") is (name not in SHARED)
