"""Words in a tower: joined groups with the new letter, and the words of the list that they make.

A tower has each letter once, so a word is a set of letters. A set is a whole number with one bit a letter.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import Public
from towergames.games.konexi.tower import PlacedLetter, Tower, tower_of
from towergames.lexicon import Lexicon, word_lists
from towergames.lexicon.word_lists import EVERYDAY, familiar

BITS: dict[str, int] = {letter: 1 << number for number, letter in enumerate(ALPHABET)}
Notched = Mapping[str, Collection[str]]
"""Letter -> the letters it is joined to, for every letter of the tower."""


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
    """K-7: whether the letters of a word form one joined group by themselves. All of them must be in the tower."""
    made = set_of(word)
    return _group(made, set_of(word[:1]), _near(notched)) == made


def find_words(lexicon: Lexicon, notched: Notched, new: str, shortest: int = 2) -> tuple[str, ...]:
    """K-9: every word of the list that the new letter makes, the longest first, words of one length by alphabet.

    Raises LexiconError when the list cannot be read.
    """
    if new not in notched or not notched[new]:
        return ()
    near = _near(notched)
    start, beside = BITS[new], set_of(notched[new])
    absent = ~set_of(notched)
    index = index_of(lexicon)
    sets = [made for made in index.sets[new] if made & beside and not made & absent]
    found = [word for made in sets if _group(made, start, near) == made for word in index.words[made]]
    return tuple(sorted((word for word in found if len(word) >= shortest), key=lambda word: (-len(word), word)))


class LetterSetIndex:
    """The words of a list that have no letter twice.

    ``words`` are the words by their set of letters, ``sets`` the sets that contain a letter.
    """

    def __init__(self, words: Iterable[str]) -> None:
        by_set: dict[int, list[str]] = {}
        for word in words:
            if 2 <= len(word) <= len(ALPHABET) and len(set(word)) == len(word):
                by_set.setdefault(set_of(word), []).append(word)
        self.words = {made: tuple(sorted(by_set[made])) for made in sorted(by_set)}
        self.sets = {letter: tuple(made for made in self.words if made & bit) for letter, bit in BITS.items()}


@cache
def index_of(lexicon: Lexicon) -> LetterSetIndex:
    """The cached index of a list. Raises LexiconError when the list cannot be read."""
    return LetterSetIndex(lexicon.words)


def _near(notched: Notched) -> dict[int, int]:
    return {BITS[letter]: set_of(others) for letter, others in notched.items()}


def _group(made: int, start: int, near: Mapping[int, int]) -> int:
    """The letters of the set ``made`` that are reached from ``start`` without leaving the set."""
    reached = fresh = start
    while fresh:
        low = fresh & -fresh
        fresh ^= low
        more = near[low] & made & ~reached
        reached |= more
        fresh |= more
    return reached


def word_refusal(word: str, notched: Notched, new: str, shortest: int, lexicon: Lexicon | None) -> Refusal | None:
    """The first rule that a word breaks in a tower. Without a list the word is not looked up. Raises LexiconError."""
    if len(word) < shortest:
        return Refusal("K-8", f"A word needs {shortest} letters.")
    twice = [letter for letter in word if word.count(letter) > 1]
    if twice:
        return Refusal("R-17", f"There is only one {twice[0]}.", f"letter:{twice[0]}")
    missing = [letter for letter in word if letter not in notched]
    if missing:
        return Refusal("R-17", f"{missing[0]} is not in the tower.")
    if new not in word:
        return Refusal("R-15", f"{word} needs your new letter, {new}.", f"letter:{new}")
    if not connected(word, notched):
        return Refusal("K-7", f"The letters of {word} are not all joined.", f"letter:{word[0]}")
    if lexicon is not None and word not in lexicon.words:
        return Refusal("R-16", f"{word} is not in the word list.")
    return None


def lexicon_of(state: Public) -> Lexicon | None:
    """The word list of the game; None when it is not on this machine (K-26)."""
    return word_lists.find(state.list_sha256)


def words_made(state: Public, spots: tuple[PlacedLetter, ...]) -> tuple[str, ...]:
    """Every word that the last of these letters makes, the longest first; () without the list."""
    lexicon = lexicon_of(state)
    return _words_made(lexicon, spots, state.terms.shortest) if lexicon is not None else ()


@lru_cache(maxsize=512)
def _words_made(lexicon: Lexicon, spots: tuple[PlacedLetter, ...], shortest: int) -> tuple[str, ...]:
    return find_words(lexicon, tower_of(spots).notched, spots[-1].letter, shortest)


def sayable_words(state: Public) -> tuple[str, ...]:
    """Every word that can be said now with the new letter, which is the last of the tower; the longest first."""
    found = words_made(state, state.tower) if state.new else ()
    return tuple(word for word in found if word not in state.words_said) if state.words_said else found


# --- words that a player sees ---------------------------------------------------------------------------
#
# A place matters only by the letters that it touches. The other letters of a word fall into groups that are already
# joined. A place makes the word if it touches each group.

MOST_GROUPS = 4
"""The most groups of a word that are considered: a letter touches few others at once."""
SIGHTING_RATES = {2: 3.0, 3: 2.5, 4: 0.8, 5: 0.2, 6: 0.05, 7: 0.01}
"""Length of an everyday word -> how often a person sees it, on average, in one long look at letters in disorder.

Longer words are never seen. The numbers are chosen, not measured on people.
"""
RARE_WORD_FACTOR = 0.3
"""Factor for a word that is not an everyday one."""
TWO_GROUP_FACTOR = 0.25
"""Factor for a word whose other letters lie in two groups, which the new letter must join. Words in more groups are
never seen.
"""


class Made(NamedTuple):
    """A word that a new letter could make: its set of letters, and the joined groups of its other letters."""

    letters: int
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WordSight:
    """The words that a bot sees, like a person: everyday and short words sooner than others.

    ``words`` names a list of ``lexicon.word_lists``. For each letter the bot takes ``patience`` long looks, and stops
    at ``ideas`` words. The result depends on the tower, the letter and ``luck`` alone. So a bot that placed a letter
    for a word sees that word again.
    """

    words: str
    patience: float
    ideas: int

    def sees(self, made: Iterable[Made], luck: str) -> list[Made]:
        """The words that the bot sees, those seen first at the front."""
        dice, everyday = Dice(0, 0, luck), _everyday()

        def moment(one: Made) -> float:
            """The time at which the bot sees a word, in long looks; infinity for never."""
            ease = SIGHTING_RATES.get(one.letters.bit_count(), 0.0) * (
                1.0 if one.letters in everyday else RARE_WORD_FACTOR
            )
            ease *= (1.0, TWO_GROUP_FACTOR, 0.0)[min(2, len(one.groups) - 1)]
            drawn = -math.log(1.0 - dice.random())
            return drawn / ease if ease else math.inf

        soon = sorted((moment(one), one) for one in made)
        return [one for when, one in soon[: self.ideas] if when < self.patience]


@cache
def _everyday() -> frozenset[int]:
    return frozenset(LetterSetIndex(familiar(EVERYDAY)).words)


@dataclass(frozen=True)
class Vocabulary:
    """The words that a player knows, and the length from which they count. Without a ``mind`` the player sees all of
    them.
    """

    index: LetterSetIndex
    shortest: int = 2
    mind: WordSight | None = None
    luck: str = ""

    def made(self, tower: Tower, new: str) -> tuple[Made, ...]:
        """The words that the player sees for a new letter of a tower, the longest first."""
        absent = ~set_of(tower.letters + new)
        sets = [made for made in self.index.sets[new] if not made & absent and made.bit_count() >= self.shortest]
        near = _near(tower.notched)
        split = (Made(made, _groups(made & ~BITS[new], near)) for made in sets)
        found = [one for one in split if len(one.groups) <= MOST_GROUPS]
        if self.mind is not None:
            found = self.mind.sees(found, f"{tower.letters} {new} {self.luck.replace(new, '')}")
        return tuple(sorted(found, key=lambda one: one.letters.bit_count(), reverse=True))


def _groups(made: int, near: Mapping[int, int]) -> tuple[int, ...]:
    """The joined groups into which the letters ``made`` of the tower fall."""
    found: list[int] = []
    while made and len(found) <= MOST_GROUPS:
        found.append(_group(made, made & -made, near))
        made &= ~found[-1]
    return tuple(found)
