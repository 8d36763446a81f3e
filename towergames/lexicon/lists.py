"""One word list in use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property

from towergames.lexicon import cache
from towergames.lexicon.dawg import Dawg, build, unswept
from towergames.lexicon.parser import Report

MOST_TILES = 10
"""The longest word that fits on a board: longer ones are left out of the graph of tiles."""


class Lexicon:
    """A word list. Nothing is read before it is asked for; every part is made once and may be shared by threads.

    ``id`` is a short name for people, ``sha256`` names the content, ``ships`` whether it came with the program.
    Words are in capital letters A to Z.
    """

    def __init__(self, name: str, sha256: str, count: int, read: Callable[[], bytes], *, ships: bool = False) -> None:
        self.id = name
        self.sha256 = sha256
        self.count = count
        self.ships = ships
        self.report: Report | None = None
        self._read = read
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"Lexicon({self.reference!r}, {self.count} words)"

    @property
    def reference(self) -> str:
        """The text that names this list in options and saves: ``standard``, or ``my-list@0123456789abcdef``."""
        return self.id if self.ships else f"{self.id}@{self.sha256[:16]}"

    @cached_property
    def text(self) -> bytes:
        """The canonical text: small letters, sorted, a newline after each word. Raises LexiconError."""
        with self._lock:
            return self.__dict__.get("text") or self._read()

    @cached_property
    def words(self) -> frozenset[str]:
        """All words. Raises LexiconError when the list cannot be read."""
        with self._lock, unswept():
            return self.__dict__.get("words") or frozenset(self.text.decode("ascii").upper().split())

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word.upper() in self.words

    def __len__(self) -> int:
        return self.count

    @cached_property
    def letters(self) -> Dawg:
        """The graph of all words, letter by letter."""
        return self._graph("letters", lambda: self.words)

    @cached_property
    def tiles(self) -> Dawg:
        """The graph of the words of 2 to 10 tiles with ``Qu`` as one tile, written Q; a Q without a u has none."""
        return self._graph("tiles", lambda: tile_words(self.words))

    def anagrams(self, letters: str, blanks: int = 0, *, all_used: bool = True) -> list[str]:
        """Words made of the letters (see :meth:`Dawg.anagrams`); other characters than letters are passed over."""
        wanted = "".join(letter for letter in letters.upper() if "A" <= letter <= "Z")
        return self.letters.anagrams(wanted, blanks, all_used=all_used)

    def matching(self, pattern: str) -> list[str]:
        """Words that fit a pattern such as ``M??D``."""
        return self.letters.matching(pattern.upper())

    def _graph(self, kind: str, words: Callable[[], frozenset[str] | list[str]]) -> Dawg:
        with self._lock:
            made: Dawg | None = self.__dict__.get(kind)
            if made is None:
                made = cache.load_graph(self.sha256, kind)
            if made is None:
                with unswept():
                    made = build(words())
                cache.keep_graph(self.sha256, kind, made)
            return made


def tile_words(words: frozenset[str]) -> list[str]:
    """The words that 2 to 10 tiles can spell, in tiles.

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
