"""What a look-up screen shows of a query as it is typed: a word with its anagrams, or the words that fit a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.lexicon.dawg import LETTERS
from towergames.lexicon.glosses import define
from towergames.lexicon.lists import MOST_TILES, Lexicon
from towergames.lexicon.lookup import Found, look_up

LONGEST = 24
"""Letters of a query."""
MOST = 300
"""Words that one search gives at most."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A word that was found, with its meaning in one line, "" where none is known."""

    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of a tidy query.

    ``found`` is None for a pattern. ``hits`` are its anagrams or the words that fit, at most ``MOST`` of ``total``.
    """

    query: str
    found: Found | None = None
    hits: tuple[Hit, ...] = ()
    total: int = 0


def tidy(text: str) -> str:
    """A query as typed, in capital letters and ``?``; everything else is left out.

    >>> tidy(" m?o-d ")
    'M?OD'
    """
    return "".join(c for c in text.upper() if c == "?" or c in LETTERS)[:LONGEST]


def is_pattern(query: str) -> bool:
    """Whether a tidy query has letters that may be any."""
    return "?" in query


def page_of(query: str, lists: Sequence[Lexicon], *, search: bool = True) -> Page:
    """The page for a tidy query; the first of ``lists`` is searched, without ``search`` none.

    Reads lists and definitions when first asked (half a second), so it belongs into a thread. Raises LexiconError.
    """
    if not query:
        return Page(query)
    found = None if is_pattern(query) else look_up(query, lists)
    words: list[str] = []
    if search:
        words = lists[0].matching(query) if found is None else lists[0].anagrams(query)
    hits = [word for word in words if word != query]
    return Page(query, found, tuple(Hit(word, _meaning(word)) for word in hits[:MOST]), len(hits))


def why_no_tiles(word: str) -> str:
    """Why tiles cannot spell a word though it is one, or ''.

    >>> [why_no_tiles(word) for word in ("QUIT", "QI")]
    ['', 'it needs a Q without its u']
    """
    if word.count("Q") != word.count("QU"):
        return "it needs a Q without its u"
    return "it has more tiles than a line of the board" if len(word.replace("QU", "Q")) > MOST_TILES else ""


def _meaning(word: str) -> str:
    known = define(word)
    if known is None:
        return ""
    form = "" if known.lemma == word.lower() else f"{known.lemma}: "
    return f"{form}{known.part}, {known.text}"
