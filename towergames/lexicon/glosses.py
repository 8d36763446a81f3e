"""One-line definitions from WordNet: a word's own, or that of the word it is a form of."""

from __future__ import annotations

import hashlib
import lzma
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from towergames.lexicon.parser import LexiconError
from towergames.lexicon.word_lists import manifest
from towergames.paths import wordlists_folder

PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}

SUFFIXES: tuple[tuple[str, str, str], ...] = (
    # ending, what stands there instead, parts of speech the result may have
    ("men", "man", "n"),
    ("ies", "y", "nv"),
    ("ses", "s", "n"),
    ("xes", "x", "n"),
    ("zes", "z", "n"),
    ("ches", "ch", "n"),
    ("shes", "sh", "n"),
    ("es", "e", "nv"),
    ("es", "", "nv"),
    ("s", "", "nv"),
    ("ied", "y", "v"),
    ("ed", "e", "v"),
    ("ed", "", "v"),
    ("ing", "e", "v"),
    ("ing", "", "v"),
    ("iest", "y", "a"),
    ("ier", "y", "a"),
    ("est", "e", "a"),
    ("est", "", "a"),
    ("er", "e", "a"),
    ("er", "", "a"),
)
"""The forms of English words, longest ending first."""

_lock = threading.Lock()
_DOUBLED = ("ed", "ing", "er", "est")


@dataclass(frozen=True, slots=True)
class Definition:
    """The meaning of a word: ``lemma`` is the word that is defined (small letters), ``part`` its part of speech."""

    word: str
    lemma: str
    part: str
    text: str

    def __str__(self) -> str:
        form = "" if self.lemma == self.word else f"{self.lemma}, "
        return f"{self.word}: {form}{self.part}, {self.text}"


def define(word: str) -> Definition | None:
    """The definition of a word in any case, None when there is none. That says nothing about whether it may be played.

    >>> define("MOODS").lemma
    'mood'
    """
    wanted = word.lower()
    meanings, forms = _book()
    for lemma, parts in _lemmas(wanted, forms):
        entry = meanings.get(lemma)
        if entry is not None and entry[0] in parts:
            return Definition(wanted, lemma, PARTS[entry[0]], entry[2:])
    return None


def _lemmas(word: str, forms: dict[str, str]) -> list[tuple[str, str]]:
    """The words that this one could be a form of, the likeliest first, and as what part of speech."""
    found = [(word, "nvar")]
    if word in forms:
        found.append((forms[word], "nvar"))
    for ending, instead, parts in SUFFIXES:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word[: -len(ending)]
            found.append((stem + instead, parts))
            if not instead and ending in _DOUBLED and len(stem) > 2 and stem[-1] == stem[-2]:
                found.append((stem[:-1], parts))
    return found


@lru_cache(maxsize=1)
def _load(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """(lemma -> part, tab, definition), (irregular form -> lemma); both empty when the file is missing or damaged."""
    try:
        entry = manifest()["glosses"]
        data = lzma.decompress((folder / str(entry["file"])).read_bytes())
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            return {}, {}
    except (OSError, EOFError, lzma.LZMAError, LexiconError, KeyError):
        return {}, {}
    meanings: dict[str, str] = {}
    forms: dict[str, str] = {}
    for line in data.decode("ascii").splitlines():
        word, _, rest = line.partition("\t")
        if rest.startswith(">"):
            forms.setdefault(word, rest[2:])
        else:
            meanings[word] = rest
    return meanings, forms


def definitions_read() -> bool:
    """Whether :func:`define` answers at once. The first call takes 0.1 s to read the definitions."""
    return _load.cache_info().currsize > 0


def _book() -> tuple[dict[str, str], dict[str, str]]:
    with _lock:
        return _load(wordlists_folder())
