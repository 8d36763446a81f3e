"""Words in a tower: the notched groups that a new letter belongs to, and what the word list makes of them.

No letter is there twice, so a word is a set of letters, and sets are whole numbers with a bit a letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from towergames.games.konexi.letters import ALPHABET
from towergames.lexicon import Lexicon

BITS: dict[str, int] = {letter: 1 << number for number, letter in enumerate(ALPHABET)}
Notched = Mapping[str, Collection[str]]
"""Letter -> the letters that it is notched to; has every letter of the tower."""


def set_of(letters: Iterable[str]) -> int:
    """The letters as a set.

    >>> set_of("CAB")
    7
    """
    found = 0
    for letter in letters:
        found |= BITS[letter]
    return found


def connected(word: str, notched: Notched) -> bool:
    """K-7: whether the letters of a word make one notched group by themselves; all must be in the tower."""
    return _connected(set_of(word), set_of(word[:1]), _near(notched))


def find_words(lexicon: Lexicon, notched: Notched, new: str, shortest: int = 2) -> tuple[str, ...]:
    """K-9: every word of the list that the new letter makes, the longest first, equal ones by alphabet.

    Raises LexiconError when the list cannot be read.
    """
    if new not in notched or not notched[new]:
        return ()
    near = _near(notched)
    start, beside = BITS[new], set_of(notched[new])
    absent = ~set_of(notched)
    index = index_of(lexicon)
    sets = [made for made in index.sets[new] if made & beside and not made & absent]
    found = [word for made in sets if _connected(made, start, near) for word in index.words[made]]
    return tuple(sorted((word for word in found if len(word) >= shortest), key=lambda word: (-len(word), word)))


class WordIndex:
    """The words of a list that have no letter twice: ``words`` by set, and for each letter the ``sets`` with it."""

    def __init__(self, words: Iterable[str]) -> None:
        by_set: dict[int, list[str]] = {}
        for word in words:
            if 2 <= len(word) <= len(ALPHABET) and len(set(word)) == len(word):
                by_set.setdefault(set_of(word), []).append(word)
        self.words = {made: tuple(sorted(found)) for made, found in by_set.items()}
        self.sets = {letter: tuple(made for made in sorted(self.words) if made & bit) for letter, bit in BITS.items()}


@cache
def index_of(lexicon: Lexicon) -> WordIndex:
    """The index of a list, made once. Raises LexiconError when the list cannot be read."""
    return WordIndex(lexicon.words)


def _near(notched: Notched) -> dict[int, int]:
    return {BITS[letter]: set_of(others) for letter, others in notched.items()}


def _connected(made: int, start: int, near: Mapping[int, int]) -> bool:
    """Whether the set is reached from one of its letters without leaving it."""
    reached = fresh = start
    while fresh:
        low = fresh & -fresh
        fresh ^= low
        more = near[low] & made & ~reached
        reached |= more
        fresh |= more
    return reached == made
