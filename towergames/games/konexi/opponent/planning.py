"""The candidates of a turn: of all letters and places the few that are worth a trial."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.konexi.circle import beside, places_of, taken
from towergames.games.konexi.lattice import Tower, tower_of
from towergames.games.konexi.model import State
from towergames.games.konexi.opponent.basing import as_option
from towergames.games.konexi.opponent.choice import Candidate
from towergames.games.konexi.opponent.outlook import Option, Outlook
from towergames.games.konexi.opponent.race import Race
from towergames.games.konexi.opponent.reply import Left
from towergames.games.konexi.opponent.vocabulary import Vocabulary

CALM = 1.0
"""Points that a standing tower is worth to a bot that does not look ahead."""


@dataclass(frozen=True, slots=True)
class Care:
    """How thoroughly a bot looks for a place.

    ``letters``: the number of letters that it considers where Any Letter offers more; 0 for all. ``looks``: the number
    of places of a letter that it looks at for each word that it sees, and without a word; 0 for all. ``blur``: the
    standard deviation of its error about the chance to stand, as a logit. ``width``: the number of best places that it
    considers further. ``releases``: how many releases of each of these it simulates at most. ``ahead``: whether it
    counts the next player's turn and the race to the target.
    """

    looks: int = 0
    letters: int = 0
    blur: float = 0.0
    width: int = 1
    releases: int = 0
    ahead: bool = False


@dataclass
class Plan:
    """One turn of the player to move."""

    state: State
    words: Vocabulary
    care: Care
    race: Race = field(init=False)

    def __post_init__(self) -> None:
        self.race = Race.of(self.state)

    def candidates(self, where: Iterable[int], dice: Dice, clock: Clock) -> list[Candidate]:
        """The promising places with the token in one of these gaps, best first."""
        gaps: dict[str, list[int]] = {}
        for gap in where:
            for letter in self.state.only or beside(self.state.circle, gap):
                gaps.setdefault(letter, []).append(gap)
        found = [
            Candidate(gaps[option.spot.letter][0], option, *self._quick(option)) for option in self._options(gaps, dice)
        ]
        found.sort(key=lambda one: -one.value)
        found = found[: self.care.width]
        if self.care.ahead and self.state.tower:
            found = [self._ahead(one, gaps[one.option.spot.letter]) for one in _in_time(found, clock)]
            found.sort(key=lambda one: -one.value)
        return found

    def _options(self, letters: Iterable[str], dice: Dice) -> list[Option]:
        if not self.state.tower:
            return [as_option(spot) for letter in letters for spot in places_of(self.state, letter)]
        outlook = self._outlook(tower_of(self.state.tower))
        if not self.care.looks:
            return [option for letter in letters for option in outlook.options(letter)]
        some = dice.shuffled(list(letters))[: self.care.letters or None]
        return [self._judged(option, dice) for letter in some for option in self._looked_at(outlook, letter, dice)]

    def _looked_at(self, outlook: Outlook, letter: str, dice: Dice) -> list[Option]:
        """A few places for each word, and a few without one."""
        by_word: dict[int, list[Option]] = {}
        for option in dice.shuffled(outlook.options(letter)):
            by_word.setdefault(option.word, []).append(option)
        return [option for found in by_word.values() for option in found[: self.care.looks]]

    def _judged(self, option: Option, dice: Dice) -> Option:
        """The place as a bot judges it whose eye is not exact."""
        off = math.exp(self.care.blur * dice.bell())
        return replace(option, steady=option.steady / (option.steady + (1 - option.steady) * off))

    def _outlook(self, tower: Tower) -> Outlook:
        return Outlook(tower, self.words, self.state.terms.hand, self.state.terms.flip)

    # --- worth ------------------------------------------------------------------------------------------

    def _quick(self, option: Option) -> tuple[float, float]:
        """What a place is worth if the tower stands and if it falls, without a look ahead."""
        me = self.state.active
        if not self.care.ahead:
            loss = self.race.points[me] - self.race.after_fall(me).points[me]
            return CALM + option.points, -float(loss)
        then = self._next
        stands = self.race.after_word(me, option.points).chance(me, then)
        return stands, self.race.after_fall(me).chance(me, then, lull=True)

    def _ahead(self, one: Candidate, gaps: list[int]) -> Candidate:
        """The same place with the next player's best answers in mind, and the token where these are worst."""
        me, then = self.state.active, self._next
        race = self.race.after_word(me, one.option.points)
        left_in_circle = len(self.state.circle) - 1
        if race.won(me) or not left_in_circle:
            return one
        outlook = self._outlook(tower_of((*self.state.tower, one.option.spot)))
        either = self.state.terms.direction == "either"
        best = one
        for gap in gaps:
            circle, token = taken(self.state.circle, gap, one.option.spot.letter)
            worth = Left(outlook, circle, token, race, then, either).chance(me)
            if best is one or worth > best.stands:
                best = Candidate(gap, one.option, worth, one.falls)
        return best

    @property
    def _next(self) -> int:
        return (self.state.active + 1) % self.state.seats


def _in_time(found: list[Candidate], clock: Clock) -> Iterator[Candidate]:
    """The candidates for as long as there is time, at least one."""
    for number, one in enumerate(found):
        if number and clock.over(0):
            return
        yield one
