"""Word lists of opponents that know the words a person knows. No game is played by these lists."""

from __future__ import annotations

from functools import cache

from towergames.lexicon.reading import read_shipped
from towergames.lexicon.shelf import manifest
from towergames.paths import wordlists_folder

EVERYDAY = "everyday"
"""Words that come to mind at once."""
FAMILIAR = "familiar"
"""Words that nearly everybody knows, the everyday ones among them."""


@cache
def familiar(name: str) -> frozenset[str]:
    """The words of one of these lists, in capital letters. Raises LexiconError when it cannot be read."""
    entry = manifest()["familiar"][name]
    text = read_shipped(wordlists_folder() / str(entry["file"]), str(entry["sha256"]))
    return frozenset(text.decode("ascii").upper().split())
