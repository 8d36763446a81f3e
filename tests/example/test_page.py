"""The page on making a game shows the example as it is."""

from __future__ import annotations

import re

import pytest

from tests.example.distribution import EXAMPLE

FILES = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted(EXAMPLE.rglob("*.*"))
    if path.suffix in (".py", ".toml")
}
PAGE = (EXAMPLE.parent / "new-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:python|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_blocks_of_every_file_but_the_empty_one() -> None:
    shown = {name for name, text in FILES.items() if any(block in text for block in BLOCKS)}
    assert shown == set(FILES) - {"__init__.py"}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().splitlines()[0][:40])
def test_every_block_is_in_a_file_of_the_example(block: str) -> None:
    assert any(block in text for text in FILES.values())


def test_the_example_stays_small() -> None:
    modules = [text for path, text in FILES.items() if path.endswith(".py")]
    assert len(modules) <= 9
    assert sum(text.count("\n") for text in modules) <= 510
