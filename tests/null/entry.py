"""The null game as the registry sees it, and how to put it there for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from towergames import registry

NULL = registry.Entry("null", games="tests.null.games", boards="tests.null.boards")


@contextmanager
def null_registered() -> Iterator[registry.Entry]:
    """The registry knows the null game inside the block."""
    added = NULL not in registry.ENTRIES
    if added:
        registry.ENTRIES.append(NULL)
    try:
        yield NULL
    finally:
        if added:
            registry.ENTRIES.remove(NULL)
