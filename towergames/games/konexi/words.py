"""Words in a tower: the notched groups that a new letter belongs to, what the word list makes of them, and which count.

No letter is there twice, so a word is a set of letters, and sets are whole numbers with a bit a letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache

from towergames.core.contract import Refusal
from towergames.games.konexi.lattice import Spot, tower_of
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import Public
from towergames.lexicon import Lexicon, shelf

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


# --- words in the game --------------------------------------------------------------------------------


def word_refusal(
    word: str, notched: dict[str, frozenset[str]], new: str, shortest: int, lexicon: Lexicon | None
) -> Refusal | None:
    """The first rule that a word breaks in a tower; without a list it is not looked up. Raises LexiconError."""
    if len(word) < shortest:
        return Refusal("K-8", f"A word needs {shortest} letters or more.")
    twice = [letter for letter in word if word.count(letter) > 1]
    if twice:
        return Refusal("R-17", f"There is only one {twice[0]}, so {word} cannot be made.", f"letter:{twice[0]}")
    missing = [letter for letter in word if letter not in notched]
    if missing:
        return Refusal("R-17", f"{missing[0]} is not in the tower.")
    if new not in word:
        return Refusal("R-15", f"The word must have the new letter, {new}.", f"letter:{new}")
    if not connected(word, notched):
        return Refusal("K-7", f"The letters of {word} are not all notched together.", f"letter:{word[0]}")
    if lexicon is not None and word not in lexicon.words:
        return Refusal("R-16", f"{word} is not in the word list {lexicon.id}.")
    return None


def lexicon_of(state: Public) -> Lexicon | None:
    """The word list on the table, None when it is not on this machine (K-26)."""
    return shelf.find(state.list_sha256)


def available(state: Public) -> tuple[str, ...]:
    """Every word that the new letter makes now and that can be said, the longest first; none without the list."""
    lexicon = lexicon_of(state)
    if lexicon is None or not state.new:
        return ()
    found = _available(lexicon, state.tower, state.new, state.terms.shortest)
    return tuple(word for word in found if word not in state.words_said) if state.words_said else found


@lru_cache(maxsize=256)
def _available(lexicon: Lexicon, spots: tuple[Spot, ...], new: str, shortest: int) -> tuple[str, ...]:
    return find_words(lexicon, tower_of(spots).notched, new, shortest)
