"""Makes the ``cover.json`` of each built-in game anew: ``python -m tests.golden.covers`` from the checkout.

The title screen shows a cover before the game is imported; a test compares each cover with its game.
"""

from __future__ import annotations

from pathlib import Path

from towergames import registry
from towergames.core.cover import Cover
from towergames.registry import Entry

GAMES = Path(registry.__file__).parent / "games"


def cover_of(entry: Entry) -> Cover:
    """The cover as the game would have it now."""
    return Cover.of(entry.game.info, entry.tutorial)


if __name__ == "__main__":
    for entry in registry.ENTRIES:
        (GAMES / entry.key / "cover.json").write_text(cover_of(entry).written(), encoding="utf-8")
