"""Words that a letter could make, for all its places at once: what counts of a place is only which letters it touches.

The other letters of a word fall into groups that are notched together already; a place makes the word when it touches
each group. A set of letters is a whole number with a bit a letter, as in ``words``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from towergames.core.dice import Dice
from towergames.games.konexi.lattice import Tower
from towergames.games.konexi.words import BITS, WordIndex, set_of
from towergames.lexicon.shelf import EVERYDAY, familiar

MOST_GROUPS = 4
"""A letter touches few others at once: words in more groups are left out."""
EASE = {2: 3.0, 3: 2.5, 4: 0.8, 5: 0.2, 6: 0.05, 7: 0.01}
"""Length of an everyday word -> how often a person sees it in one long look at letters in disorder, on average.

Longer words are not seen. The numbers are chosen, not measured on people.
"""
RARER = 0.3
"""The factor for a word that is not an everyday one."""
BRIDGING = 0.25
"""The factor for a word whose other letters lie in two groups that the new letter must join. A word in more groups is
not seen."""


class Made(NamedTuple):
    """A word that a new letter could make, as a set of letters, and the notched groups of its other letters."""

    letters: int
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mind:
    """How a bot sees words as a person does: everyday and short words sooner than others.

    ``words`` names the list of ``lexicon.shelf`` that it knows. It looks for words with one letter for ``patience``
    long looks, or until it has ``ideas`` words. What it sees depends on the tower, the letter and ``luck`` alone, so
    that it still sees the word for which it placed a letter.
    """

    words: str
    patience: float
    ideas: int

    def sees(self, made: Iterable[Made], luck: str) -> list[Made]:
        """The words that it sees, those seen first at the front."""
        dice, everyday = Dice(0, 0, luck), _everyday()
        soon = sorted((self._moment(dice, one, one.letters in everyday), one) for one in made)
        return [one for moment, one in soon[: self.ideas] if moment < self.patience]

    def _moment(self, dice: Dice, one: Made, everyday: bool) -> float:
        """When it sees a word, in long looks: exponential, with :data:`EASE` sightings a look; infinity for never."""
        ease = EASE.get(one.letters.bit_count(), 0.0) * (1.0 if everyday else RARER)
        ease *= (1.0, BRIDGING, 0.0)[min(2, len(one.groups) - 1)]
        drawn = -math.log(1.0 - dice.random())
        return drawn / ease if ease else math.inf


@cache
def _everyday() -> frozenset[int]:
    return frozenset(WordIndex(familiar(EVERYDAY)).words)


@dataclass(frozen=True)
class Vocabulary:
    """The words that a player knows, and the length from which they count; without a ``mind`` it sees all of them."""

    index: WordIndex
    shortest: int = 2
    mind: Mind | None = None
    luck: str = ""

    def made(self, tower: Tower, new: str) -> tuple[Made, ...]:
        """The words that the player sees for a new letter of a tower, the longest first."""
        absent = ~set_of(tower.letters + new)
        sets = [made for made in self.index.sets[new] if not made & absent and made.bit_count() >= self.shortest]
        near = {BITS[letter]: set_of(others) for letter, others in tower.notched.items()}
        split = (Made(made, _groups(made & ~BITS[new], near)) for made in sets)
        found = [one for one in split if len(one.groups) <= MOST_GROUPS]
        if self.mind is not None:
            found = self.mind.sees(found, f"{tower.letters} {new} {self.luck.replace(new, '')}")
        return tuple(sorted(found, key=lambda one: one.letters.bit_count(), reverse=True))


@dataclass(frozen=True)
class Makings:
    """What one letter can make in a tower: the words seen, the longest first."""

    made: tuple[Made, ...]
    _best: dict[int, int] = field(default_factory=dict, init=False)

    def best(self, beside: Collection[str]) -> int:
        """The longest word as a set of letters when the letter is notched to these; 0 for none."""
        touched = set_of(beside)
        if touched not in self._best:
            fitting = (one.letters for one in self.made if all(group & touched for group in one.groups))
            self._best[touched] = next(fitting, 0)
        return self._best[touched]


def _groups(made: int, near: Mapping[int, int]) -> tuple[int, ...]:
    """The notched groups into which letters of the tower fall."""
    found: list[int] = []
    while made and len(found) <= MOST_GROUPS:
        reached = fresh = made & -made
        while fresh:
            low = fresh & -fresh
            more = near[low] & made & ~reached
            reached |= more
            fresh = fresh & ~low | more
        found.append(reached)
        made &= ~reached
    return tuple(found)
