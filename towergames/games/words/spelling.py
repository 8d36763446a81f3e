"""Words in tiles: ``Qu`` is one tile, written Q, and a word has 2 to 10 tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from towergames.lexicon import Lexicon
    from towergames.lexicon.dawg import Dawg

MOST_TILES = 10
"""The longest word that fits on the largest board."""


def tiles_of(lexicon: Lexicon) -> Dawg:
    """The graph of the words of a list in tiles."""
    return lexicon.graph("tiles", tile_words)


def tile_words(words: frozenset[str]) -> list[str]:
    """The words that tiles can spell, in tiles.

    >>> sorted(tile_words(frozenset({"QUIT", "QI", "MOOD"})))
    ['MOOD', 'QIT']
    """
    spelled = []
    for word in words:
        if "Q" in word:
            if word.count("Q") != word.count("QU"):
                continue
            word = word.replace("QU", "Q")
        if 2 <= len(word) <= MOST_TILES:
            spelled.append(word)
    return spelled


def why_not(word: str) -> str:
    """The reason why tiles cannot spell a word, '' if they can.

    >>> [why_not(word) for word in ("QUIT", "QI")]
    ['', 'there is no tile for Q without U']
    """
    if word.count("Q") != word.count("QU"):
        return "there is no tile for Q without U"
    return "it is longer than the board" if len(word.replace("QU", "Q")) > MOST_TILES else ""
