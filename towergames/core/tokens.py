"""A typed move, read word by word from the left: what notations have in common."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean, quoted


class Tokens:
    """The words of a typed line, in lower case. Every reader raises NotationError with ``usage`` if they do not fit."""

    def __init__(self, text: str, longest: int) -> None:
        self.rest = text[:longest].lower().replace(",", " ").split()
        self.usage = ""

    @property
    def wrong(self) -> NotationError:
        """The error to raise."""
        return NotationError(self.usage)

    def took(self, word: str) -> bool:
        """Whether the next word is this one; if so it is taken."""
        if self.rest and self.rest[0] == word:
            del self.rest[0]
            return True
        return False

    def need(self, word: str) -> None:
        """Take this word."""
        if not self.took(word):
            raise self.wrong

    def next(self) -> str:
        """Take any word."""
        if not self.rest:
            raise self.wrong
        return self.rest.pop(0)

    def matching(self, pattern: str) -> re.Match[str]:
        """Take a word that matches the pattern as a whole."""
        found = re.fullmatch(pattern, self.next())
        if found is None:
            raise self.wrong
        return found

    def verb(self, verbs: Sequence[str], missing: str = "") -> str:
        """Take one of the verbs: the first word or the beginning of only one, or a whole one that stands elsewhere.

        Where there is none it is the ``missing`` one, if the caller knows what the words can only mean.
        """
        word = self.rest[0] if self.rest else ""
        found = [verb for verb in verbs if verb.startswith(word)]
        if word not in verbs and len(found) != 1:
            found = [verb for verb in self.rest if verb in verbs]
            if not found and missing:
                return missing
            if not found:
                raise NotationError(f"{quoted(word, 20)} is not a move{did_you_mean(word, verbs)}")
            self.rest.remove(found[0])
            return found[0]
        del self.rest[0]
        return word if word in verbs else found[0]

    def without(self, fillers: Collection[str]) -> None:
        """Leave out words that say nothing, unless no other is there."""
        self.rest = [word for word in self.rest if word not in fillers] or self.rest

    def end(self) -> None:
        """Nothing may be left over."""
        if self.rest:
            raise self.wrong
