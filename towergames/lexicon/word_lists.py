"""Word lists, and the shelf of all that this process knows: found by name, by file or by the hash of the content.

Its imports name modules of the package, never the package, which waits for this one: while a thread of the menu imports
the package, the screen may import a part of it, and each would wait for the other.
"""

from __future__ import annotations

import re
import threading
import tomllib
from collections.abc import Callable, Iterable
from functools import cache as remember
from functools import cached_property
from pathlib import Path
from typing import Any

from towergames.core.text import did_you_mean, quoted, reason_of, slug
from towergames.lexicon.cache import keep_graph, keep_text, known_texts, load_graph, load_text
from towergames.lexicon.dawg import Dawg, build, unswept
from towergames.lexicon.parser import LexiconError, ParseReport, canonical, digest, read_file, read_shipped
from towergames.paths import expanded, wordlists_folder

SHIPPED = ("standard", "common", "wide")
"""The lists that ship, the usual one first."""
EVERYDAY = "everyday"
"""A list for opponents: words that come to mind at once."""
FAMILIAR = "familiar"
"""A list for opponents: words that nearly everybody knows, the everyday ones among them."""

REFERENCE = re.compile(r"([a-z0-9][a-z0-9-]{0,62})@([0-9a-f]{16,64})\Z")
"""Name of a list that does not ship: its short name and the first digits of its hash."""


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
        self.report: ParseReport | None = None
        self._read = read
        self._graphs: dict[str, Dawg] = {}
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

    @property
    def letters(self) -> Dawg:
        """The graph of all words, letter by letter."""
        return self.graph("letters", lambda words: words)

    def graph(self, kind: str, spell: Callable[[frozenset[str]], Iterable[str]]) -> Dawg:
        """The graph of the words as ``spell`` writes them, made once and kept on disk under the name ``kind``."""
        with self._lock:
            if kind not in self._graphs:
                made = load_graph(self.sha256, kind)
                if made is None:
                    with unswept():
                        made = build(spell(self.words))
                    keep_graph(self.sha256, kind, made)
                self._graphs[kind] = made
            return self._graphs[kind]

    def anagrams(self, letters: str) -> list[str]:
        """Words made of all the letters (A to Z)."""
        return self.letters.anagrams(letters)

    def matching(self, pattern: str) -> list[str]:
        """Words that fit a pattern such as ``M??D``."""
        return self.letters.matching(pattern.upper())


# --- the shelf --------------------------------------------------------------------------------------

_lock = threading.RLock()
_known: dict[str, Lexicon] = {}  # by hash
_missing: set[str] = set()


def load(name_or_path: str | Path) -> Lexicon:
    """The list of that name or in that file. Raises LexiconError saying what is wrong.

    A file's list comes with a ``report`` and is kept in the cache, so that its saves open later without the file.
    """
    text = str(name_or_path)
    if text in SHIPPED:
        return shipped()[text]
    found = resolve(text) if REFERENCE.match(text) else None
    if found is not None:
        return found
    path = expanded(text)
    try:
        there = path.exists()
    except (OSError, ValueError):  # reading will say what is wrong with the name
        there = True
    if not there and not {"/", "\\", "."} & set(text):
        others = f". Lists: {', '.join(SHIPPED)}, or a file"
        raise LexiconError(f"no word list {quoted(text)}{did_you_mean(text, SHIPPED, others)}")
    data, report = read_file(path)
    lexicon = _take(slug(path.stem), data, keep=True)
    lexicon.report = report
    return lexicon


def resolve(reference: str) -> Lexicon | None:
    """The list named by an option or a save (``standard``, ``my-list@0123456789abcdef``), None when it is not here."""
    if reference in SHIPPED:
        return shipped()[reference]
    named = REFERENCE.match(reference)
    if named is None:
        return None
    start = named.group(2)
    with _lock:
        for sha256 in (*_known, *(entry.sha256 for entry in shipped().values())):
            if sha256.startswith(start):
                return find(sha256)
    for sha256 in known_texts():
        if sha256.startswith(start):
            return find(sha256)
    return None


def list_name(list_id: str) -> str:
    """Name of a word list for people.

    >>> list_name("standard"), list_name("clubs")
    ('Standard word list', 'Word list clubs')
    """
    return f"{list_id.capitalize()} word list" if list_id in SHIPPED else f"Word list {list_id}"


def find(sha256: str) -> Lexicon | None:
    """The list with exactly this content: in use already, shipped, or in the cache; else None."""
    found = _known.get(sha256)
    if found is not None or sha256 in _missing:
        return found
    with _lock:
        for lexicon in shipped().values():
            if lexicon.sha256 == sha256:
                return lexicon
        kept = load_text(sha256)
        if kept is None:
            _missing.add(sha256)
            return None
        return _take(*kept)


def add(name: str, words: Iterable[str]) -> Lexicon:
    """A list made on the spot (tests, puzzles). Raises LexiconError when it is empty."""
    text = canonical(words)
    if not text:
        raise LexiconError("a word list needs at least one word")
    return _take(slug(name), text)


def forget(sha256: str) -> None:
    """Take a list that does not ship off the shelf (tests of saves whose list is missing)."""
    with _lock:
        _known.pop(sha256, None)
        _missing.discard(sha256)


@remember
def shipped() -> dict[str, Lexicon]:
    """The lists that ship, by name. Raises LexiconError when the folder of word lists is not there."""
    return {name: _shipped(name, entry) for name, entry in manifest()["lists"].items()}


@remember
def familiar(name: str) -> frozenset[str]:
    """The words of a list for opponents, in capital letters; no game is played by it. Raises LexiconError."""
    entry = manifest()["familiar"][name]
    text = read_shipped(wordlists_folder() / str(entry["file"]), str(entry["sha256"]))
    return frozenset(text.decode("ascii").upper().split())


@remember
def manifest() -> dict[str, Any]:
    """The content of ``wordlists/manifest.toml``. Raises LexiconError."""
    try:
        return tomllib.loads((wordlists_folder() / "manifest.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LexiconError(f"the word lists that ship cannot be read: {reason_of(error)}") from None


def _shipped(name: str, entry: dict[str, Any]) -> Lexicon:
    path, sha256 = wordlists_folder() / str(entry["file"]), str(entry["sha256"])
    lexicon = Lexicon(name, sha256, int(entry["words"]), lambda: read_shipped(path, sha256), ships=True)
    _known[sha256] = lexicon
    return lexicon


def _take(name: str, text: bytes, *, keep: bool = False) -> Lexicon:
    sha256 = digest(text)
    with _lock:
        _missing.discard(sha256)
        shipped()
        lexicon = _known.get(sha256)
        if lexicon is None:
            lexicon = _known[sha256] = Lexicon(name, sha256, text.count(b"\n"), lambda: text)
    if keep and not lexicon.ships:
        keep_text(sha256, name, text)
    return lexicon
