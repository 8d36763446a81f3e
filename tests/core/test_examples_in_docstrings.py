"""What the examples in docstrings answer is what they say."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    ROOT / "towergames",
    ROOT / "docs" / "makers" / "example-game" / "towergames_nim",
    ROOT / "tests",
    ROOT / "benchmarks",
)
PROMPT = ">" * 3 + " "


def modules() -> Iterator[str]:
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            if PROMPT in path.read_text(encoding="utf-8"):
                yield ".".join(path.relative_to(package.parent).with_suffix("").parts)


@pytest.mark.parametrize("name", list(modules()))
def test_examples_answer_what_they_say(name: str) -> None:
    told = doctest.testmod(import_module(name))
    assert told.attempted and not told.failed
