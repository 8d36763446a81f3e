"""Looking words up: is a word in the list, what it means, which letters may stand before and behind it; the page that
the look-up screen shows of a query as it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.text import listed, quoted
from towergames.lexicon.dawg import LETTERS
from towergames.lexicon.glosses import Definition, define
from towergames.lexicon.parser import MAX_LETTERS, LexiconError
from towergames.lexicon.word_lists import Lexicon

MAX_QUERY = 24
"""Most letters of a query."""
MAX_HITS = 300
"""Most words that one search gives."""


@dataclass(frozen=True, slots=True)
class WordEntry:
    """The entry of a word, in capitals.

    ``lists`` are the lists asked, ``holding`` the lists that have the word. ``before`` and ``behind`` are the letters
    that make another word of it, by the first list asked.
    """

    word: str
    lists: tuple[str, ...]
    holding: tuple[str, ...]
    definition: Definition | None
    before: str
    behind: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The entry for people, one or more lines."""
        lines = [f"{self.word}: {self._where()}."]
        if self.definition is not None:
            lines.append(f"  {self.definition}")
        around = (("before", self.before), ("after", self.behind))
        return (*lines, *(f"  letters {where} it: {' '.join(letters)}" for where, letters in around if letters))

    def _where(self) -> str:
        if len(self.lists) == 1:
            return f"{'in' if self.holding else 'not in'} the list {self.lists[0]}"
        if not self.holding:
            return f"in none of the lists {', '.join(self.lists)}"
        without = [name for name in self.lists if name not in self.holding]
        return f"in {listed(self.holding)}" + (f", not in {listed(without)}" if without else "")


def look_up(word: str, lists: Sequence[Lexicon]) -> WordEntry:
    """Look a word up in one or more lists. Raises LexiconError: no word, or a list cannot be read."""
    if not (word.isascii() and word.isalpha()):
        raise LexiconError(f"{quoted(word, 20)} is not a word. Use the letters a to z")
    if len(word) > MAX_LETTERS:
        raise LexiconError(f"{quoted(word, 20)} is too long. Words have at most {MAX_LETTERS} letters")
    wanted, words = word.upper(), lists[0].words
    return WordEntry(
        wanted,
        lists=tuple(lexicon.id for lexicon in lists),
        holding=tuple(lexicon.id for lexicon in lists if wanted in lexicon.words),
        definition=define(wanted),
        before="".join(letter for letter in LETTERS if letter + wanted in words),
        behind="".join(letter for letter in LETTERS if wanted + letter in words),
    )


# --- the look-up screen -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hit:
    """A word that was found, with its meaning in one line, "" where none is known."""

    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Page:
    """The answer to a tidy query.

    ``found`` is None for a pattern. ``hits`` are anagrams or the words that fit, at most MAX_HITS of ``total``.
    """

    query: str
    found: WordEntry | None = None
    hits: tuple[Hit, ...] = ()
    total: int = 0


def tidy(text: str) -> str:
    """A query as typed, in capital letters and ``?``; everything else is left out.

    >>> tidy(" m?o-d ")
    'M?OD'
    """
    return "".join(c for c in text.upper() if c == "?" or c in LETTERS)[:MAX_QUERY]


def page_of(query: str, lists: Sequence[Lexicon], *, search: bool = True) -> Page:
    """The page for a tidy query; the first of ``lists`` is searched, without ``search`` none.

    Reads lists and definitions when first asked (half a second), so it belongs into a thread. Raises LexiconError.
    """
    if not query:
        return Page(query)
    found = None if "?" in query else look_up(query, lists)
    words: list[str] = []
    if search:
        words = lists[0].matching(query) if found is None else lists[0].anagrams(query)
    hits = [word for word in words if word != query]
    return Page(query, found, tuple(Hit(word, _meaning(word)) for word in hits[:MAX_HITS]), len(hits))


def _meaning(word: str) -> str:
    known = define(word)
    if known is None:
        return ""
    form = "" if known.lemma == known.word else f"{known.lemma}: "
    return f"{form}{known.part}, {known.text}"
