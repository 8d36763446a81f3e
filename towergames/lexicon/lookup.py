"""Looking a word up: is it in the list, what does it mean, which letters may stand before and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.lexicon.glosses import Definition, define
from towergames.lexicon.lists import Lexicon
from towergames.lexicon.parser import LexiconError

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST = 45


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a word, in capitals.

    ``lists`` are the lists asked, ``holding`` those of them that have it. ``before`` and ``behind`` are the letters
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
        """All of it for people, one or more lines."""
        lines = [f"{self.word}: {self._where()}."]
        if self.definition is not None:
            lines.append(f"  {self.definition}")
        if self.before:
            lines.append(f"  letters before it: {' '.join(self.before)}")
        if self.behind:
            lines.append(f"  letters behind it: {' '.join(self.behind)}")
        return tuple(lines)

    def _where(self) -> str:
        if len(self.lists) == 1:
            return f"{'in' if self.holding else 'not in'} the list {self.lists[0]}"
        if not self.holding:
            return f"in none of the lists {', '.join(self.lists)}"
        without = [name for name in self.lists if name not in self.holding]
        return f"in {' and '.join(self.holding)}" + (f", not in {' and '.join(without)}" if without else "")


def read_word(text: str) -> str:
    """The word in capitals. Raises LexiconError when it is none of the letters A to Z.

    >>> read_word("mood")
    'MOOD'
    """
    if not (text.isascii() and text.isalpha()):
        raise LexiconError(f"{text[:20]!a} is no word: only the letters a to z make one")
    if len(text) > _LONGEST:
        raise LexiconError(f"{text[:20]!a}... is longer than {_LONGEST} letters")
    return text.upper()


def look_up(word: str, lists: Sequence[Lexicon]) -> Found:
    """What the lists (one or more) know of a word. Raises LexiconError: no word, or a list cannot be read."""
    wanted = read_word(word)
    words = lists[0].words
    return Found(
        wanted,
        tuple(lexicon.id for lexicon in lists),
        tuple(lexicon.id for lexicon in lists if wanted in lexicon.words),
        define(wanted),
        "".join(letter for letter in _ALPHABET if letter + wanted in words),
        "".join(letter for letter in _ALPHABET if wanted + letter in words),
    )
