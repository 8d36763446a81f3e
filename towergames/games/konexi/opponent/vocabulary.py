"""Words that a letter could make, for all its places at once: what counts of a place is only which letters it touches.

The other letters of a word fall into groups that are notched together already; a place makes the word when it touches
each group. A set of letters is a whole number with a bit a letter, as in ``finder``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from towergames.core.dice import Dice
from towergames.games.konexi.finder import BITS, WordIndex, set_of
from towergames.games.konexi.lattice import Tower

MOST_GROUPS = 4
"""A letter touches few others at once: words in more groups are left out."""
SEEN = {2: 0.9, 3: 0.85, 4: 0.7, 5: 0.5, 6: 0.3, 7: 0.2}
SEEN_LONGER = 0.1
"""How likely people see a word at one glance, among letters that lie in disorder, by its length."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Which words come to somebody's mind: each look at the letters is a new chance to see one.

    What is seen depends on the player, the letters of the tower and the ``circle`` alone, so that a word which a
    letter was placed for is still seen when it stands.
    """

    looks: int
    seat: int
    circle: str

    def sees(self, sets: Iterable[int], letters: str, new: str) -> list[int]:
        """The words, as sets of letters, that somebody sees who thinks of ``new`` in a tower of ``letters``."""
        dice = Dice(self.seat, len(letters), f"{letters} {new} {self.circle.replace(new, '')}")
        return [made for made in sets if dice.random() < self._chance(made.bit_count())]

    def _chance(self, letters: int) -> float:
        return 1 - (1 - SEEN.get(letters, SEEN_LONGER)) ** self.looks


@dataclass(frozen=True)
class Vocabulary:
    """The words that somebody knows, and the shortest that counts; all of them are seen where there is no ``mind``."""

    index: WordIndex
    shortest: int = 2
    mind: Mind | None = None

    def within(self, letters: str, new: str) -> tuple[int, ...]:
        """The sets of letters that make a word of ``new`` and some of the others, the longest first."""
        absent = ~set_of(letters + new)
        sets = [made for made in self.index.sets[new] if not made & absent and made.bit_count() >= self.shortest]
        if self.mind is not None:
            sets = self.mind.sees(sets, letters, new)
        return tuple(sorted(sets, key=int.bit_count, reverse=True))


@dataclass(frozen=True)
class Makings:
    """What one letter can make in a tower."""

    tower: Tower
    new: str
    sets: tuple[int, ...]
    _groups: list[tuple[int, tuple[int, ...]]] = field(default_factory=list, init=False)
    _best: dict[int, int] = field(default_factory=dict, init=False)

    @classmethod
    def of(cls, words: Vocabulary, tower: Tower, new: str) -> Makings:
        """All the words of somebody."""
        return cls(tower, new, words.within(tower.letters, new))

    def best(self, beside: Collection[str]) -> int:
        """The longest word as a set of letters when the letter is notched to these; 0 for none."""
        touched = set_of(beside)
        if touched not in self._best:
            self._best[touched] = self._find(touched)
        return self._best[touched]

    def _find(self, touched: int) -> int:
        for made, groups in self._split():
            if all(group & touched for group in groups):
                return made
        return 0

    def _split(self) -> list[tuple[int, tuple[int, ...]]]:
        """The sets with the groups of their other letters."""
        if not self._groups and self.sets:
            near = {BITS[letter]: set_of(others) for letter, others in self.tower.notched.items()}
            own = BITS[self.new]
            for made in self.sets:
                groups = _groups(made & ~own, near)
                if len(groups) <= MOST_GROUPS:
                    self._groups.append((made, groups))
        return self._groups


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
