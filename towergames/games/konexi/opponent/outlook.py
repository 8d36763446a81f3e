"""Every place of a letter, with the best word that the bot sees there and the chance that the tower stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from towergames.games.konexi.lattice import Joint, Spot, Tower, joints, places
from towergames.games.konexi.opponent.feeling import steady
from towergames.games.konexi.opponent.vocabulary import Makings, Vocabulary
from towergames.games.konexi.opponent.weighing import Scales, Weighed


@dataclass(frozen=True, slots=True)
class Option:
    """A letter in a place of a standing tower: its joints, the letters of the best word (0: none), the chance to
    stand."""

    spot: Spot
    joints: tuple[Joint, ...]
    weighed: Weighed
    word: int
    steady: float

    @property
    def points(self) -> int:
        """What the word scores (R-14)."""
        return self.word.bit_count()


@dataclass(frozen=True)
class Outlook:
    """What can be done with a tower, which is not empty."""

    tower: Tower
    words: Vocabulary
    hand: str
    flips: bool
    _known: dict[str, tuple[Option, ...]] = field(default_factory=dict, init=False)
    _best: dict[str, tuple[tuple[int, float], ...]] = field(default_factory=dict, init=False)
    _scales: list[Scales] = field(default_factory=list, init=False)

    def options(self, letter: str) -> tuple[Option, ...]:
        """Every place of a letter, from left to right."""
        if letter not in self._known:
            spots = places(self.tower, letter, flips=self.flips)
            self._known[letter] = self.weigh(spots)
        return self._known[letter]

    def weigh(self, spots: tuple[Spot, ...]) -> tuple[Option, ...]:
        """Some places of one letter."""
        if not spots:
            return ()
        scales, makings = self._scale(), Makings(self.words.made(self.tower, spots[0].letter))
        found = []
        for spot in spots:
            made = joints(self.tower, spot)
            weighed = scales.weigh(spot, made)
            word = makings.best({joint.other for joint in made})
            found.append(Option(spot, made, weighed, word, steady(weighed, self.hand)))
        return tuple(found)

    def best(self, letter: str) -> tuple[tuple[int, float], ...]:
        """For each number of points that a letter can make, the best chance to stand."""
        if letter not in self._best:
            found: dict[int, float] = {}
            for option in self.options(letter):
                found[option.points] = max(option.steady, found.get(option.points, 0.0))
            self._best[letter] = tuple(sorted(found.items()))
        return self._best[letter]

    def _scale(self) -> Scales:
        if not self._scales:
            self._scales.append(Scales(self.tower))
        return self._scales[0]
