"""The finished games that come with the program. They are nobody's: no records count them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from towergames.paths import examples_folder
from towergames.table.errors import SaveError
from towergames.table.journal import parse_journal
from towergames.table.records import MAX_LINE, Header, digest
from towergames.table.storage import SUFFIX

BEGIN = "example-"
"""Beginning of the names of examples."""


@cache
def example_names() -> tuple[str, ...]:
    """The names of the examples. In a checkout they lie among the saved games of its owner."""
    return tuple(sorted(path.stem for path in examples_folder().glob(f"{BEGIN}*{SUFFIX}")))


def example_file(name: str) -> Path:
    """The file of an example."""
    return examples_folder() / f"{name}{SUFFIX}"


def is_example(header: Header) -> bool:
    """Whether a saved game is an example, or a copy of one under any name."""
    return digest(header) in _digests()


@cache
def _digests() -> frozenset[str]:
    found = set()
    for name in example_names():
        with suppress(OSError, SaveError), example_file(name).open("rb") as file:
            found.add(digest(parse_journal(file.readline(MAX_LINE + 1)).header))
    return frozenset(found)
