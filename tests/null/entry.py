"""The null game as the registry sees it, and how to put test games there for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from towergames import registry

NULL = registry.Entry("null", "tests.null")


@contextmanager
def registered(*entries: registry.Entry) -> Iterator[None]:
    """The registry knows the games inside the block."""
    added = [entry for entry in entries if entry not in registry.ENTRIES]
    registry.ENTRIES.extend(added)
    try:
        yield
    finally:
        for entry in added:
            registry.ENTRIES.remove(entry)
