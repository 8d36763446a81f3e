"""The value of a place: its best word, the chance that the tower stands, and the race to the target afterwards.

The weights of :data:`HAND_WEIGHTS` come from ``benchmarks/konexi_strength.py`` (``feel`` and ``fit``), which releases
letters in all kinds of towers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from towergames.core.contract import Seat
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import ANY, FACES, TASK_LETTERS, Public, task_chance
from towergames.games.konexi.moves import add_points
from towergames.games.konexi.rules import beside, stepped
from towergames.games.konexi.tower import LetterWeighed, PlacedLetter, Scales, Tower, joints, own_footing, places
from towergames.games.konexi.words import Vocabulary, set_of

HAND_WEIGHTS: dict[str, tuple[float, ...]] = {
    "steady": (5.133, 2.376, -0.009, -0.010, -0.066),
    "normal": (3.639, 2.107, -0.005, -0.014, -0.084),
    "shaky": (3.332, 1.385, -0.004, -0.035, -0.086),
}
"""Weights of :func:`facts` for each hand."""


def facts(one: LetterWeighed) -> tuple[float, ...]:
    """The features of a place for its chance to stand; the margin must be above 0."""
    return 1.0, math.log(one.margin + 0.1), one.moment, one.top, one.height


def steady(one: LetterWeighed, hand: str) -> float:
    """The chance that the tower stands after the release, 0 to 1."""
    if one.margin <= 0:
        return 0.0
    sure = sum(weight * fact for weight, fact in zip(HAND_WEIGHTS[hand], facts(one), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, sure))))


@dataclass(frozen=True, slots=True)
class LetterOption:
    """A letter in a place of a standing tower.

    ``word`` is the set of letters of its best word (0: none), ``steady`` its chance to stand.
    """

    spot: PlacedLetter
    word: int
    steady: float

    @property
    def points(self) -> int:
        """R-14: the points of the word."""
        return self.word.bit_count()


@dataclass(frozen=True)
class Outlook:
    """The options of every letter for a tower that is not empty."""

    tower: Tower
    words: Vocabulary
    hand: str
    flips: bool
    _known: dict[str, tuple[LetterOption, ...]] = field(default_factory=dict, init=False)
    _best: dict[str, tuple[tuple[int, float], ...]] = field(default_factory=dict, init=False)

    @cached_property
    def _scales(self) -> Scales:
        return Scales(self.tower)

    def options(self, letter: str) -> tuple[LetterOption, ...]:
        """Every place of a letter, from left to right."""
        if letter not in self._known:
            made, best = self.words.made(self.tower, letter), dict[int, int]()
            options = []
            for spot in places(self.tower, letter, flips=self.flips):
                meets = joints(self.tower, spot)
                touched = set_of({joint.other for joint in meets})
                if touched not in best:
                    fitting = (one.letters for one in made if all(group & touched for group in one.groups))
                    best[touched] = next(fitting, 0)
                options.append(LetterOption(spot, best[touched], steady(self._scales.weigh(spot, meets), self.hand)))
            self._known[letter] = tuple(options)
        return self._known[letter]

    def best(self, letter: str) -> tuple[tuple[int, float], ...]:
        """For each number of points that a letter can score, its best chance to stand."""
        if letter not in self._best:
            found: dict[int, float] = {}
            for option in self.options(letter):
                found[option.points] = max(option.steady, found.get(option.points, 0.0))
            self._best[letter] = tuple(sorted(found.items()))
        return self._best[letter]


_MARGIN_PER_HEIGHT = 0.2
"""Cells of margin that make up for a cell of height."""
_MARGIN_PER_CONNECTOR = 0.1
"""Cells of margin that a plug or socket above the table is worth."""


def firmness(spot: PlacedLetter) -> float:
    """A rating of a base in this pose; a firmer base has a higher rating."""
    margin, height = own_footing(spot.shape)
    usable = sum(one.side != 3 and one.beyond[1] > 0 for one in spot.shape.connectors)
    return margin - _MARGIN_PER_HEIGHT * height + _MARGIN_PER_CONNECTOR * usable


def base_option(spot: PlacedLetter) -> LetterOption:
    """The base as an option that makes no word; the firmer, the steadier."""
    return LetterOption(spot, 0, 1 / (1 + math.exp(-3.0 - firmness(spot))))


POINTS_PER_TURN = 3.5
"""Points that a good player scores in a turn."""
TURN_DEVIATION = 0.55
"""Standard deviation of one turn's luck, in turns; over n turns it grows with the root of n."""
ASSUMED_POINTS_TO_GO = 20
"""Points still to go that are assumed in a game without a target."""
FALL_MARGIN = 0.02
"""A fall is worth at least this much less than a stand in the same place. So no bot lets the tower fall on purpose.

By points alone a fall might be worth more: at 0 points it costs nothing, and the next player only places a base.
"""


def worth(steady: float, stands: float, falls: float) -> float:
    """Expected value of a place: P(stands) x value of standing + P(falls) x value of falling."""
    return steady * stands + (1 - steady) * min(falls, stands - FALL_MARGIN)


@dataclass(frozen=True, slots=True)
class Race:
    """The points of all players, the target and the penalty."""

    points: tuple[int, ...]
    target: int
    penalty: int

    @classmethod
    def of(cls, state: Public) -> Race:
        """The race in a state. Without a target (K-28) the target stays :data:`ASSUMED_POINTS_TO_GO` ahead."""
        if state.seats == 1:
            letters = TASK_LETTERS if task_chance(state.terms) else len(ALPHABET)
            return Alone(state.points, 0, state.terms.penalty, letters - len(state.tower))
        target = max(state.points) + ASSUMED_POINTS_TO_GO if state.terms.endless is True else state.terms.target
        return cls(state.points, target, state.terms.penalty)

    def after_word(self, seat: Seat, letters: int) -> Race:
        """The race after a player's word of ``letters`` letters."""
        return replace(self, points=add_points(self.points, seat, letters))

    def after_fall(self, seat: Seat) -> Race:
        """The race after the tower fell at a player's hand (R-21)."""
        return replace(self, points=add_points(self.points, seat, -min(self.points[seat], self.penalty)))

    def won(self, seat: Seat) -> bool:
        """Whether the player has reached the target."""
        return self.points[seat] >= self.target

    def chance(self, seat: Seat, following: Seat, *, lull: bool = False) -> float:
        """The chance to win, 0 to 1, when ``following`` is on turn. In a ``lull`` that turn only places a base."""
        if self.won(seat):
            return 1.0
        others = [other for other in range(len(self.points)) if other != seat]
        if any(map(self.won, others)):
            return 0.0
        mine = self._turns(seat, following, lull)
        return math.prod(_before(mine, self._turns(other, following, lull)) for other in others)

    def _turns(self, seat: Seat, following: Seat, lull: bool) -> float:
        """The number of rounds of turns that a player needs to win, at the usual rate."""
        seats = len(self.points)
        wait = (seat - following) % seats / seats
        lost = 1.0 if lull and seat == following else 0.0
        return wait + lost + (self.target - self.points[seat]) / POINTS_PER_TURN

    def blocked(self) -> float:
        """The chance to win, roughly, of anyone when the player on turn finds no place."""
        return 0.5


@dataclass(frozen=True, slots=True)
class Alone(Race):
    """The game of a player alone: nobody races, so what counts are the points at the end of the one tower.

    ``turns`` are the turns that this player has left if nothing falls, the present one included.
    """

    turns: int = 0

    def after_word(self, seat: Seat, letters: int) -> Alone:
        """The points after a letter that stands, with its word of ``letters`` letters. A turn less is left."""
        return replace(self, points=add_points(self.points, seat, letters), turns=self.turns - 1)

    def after_fall(self, seat: Seat) -> Alone:
        """The points after the fall, which ends the game."""
        return replace(self, points=add_points(self.points, seat, -min(self.points[seat], self.penalty)), turns=0)

    def won(self, seat: Seat) -> bool:  # noqa: ARG002 - as in a race
        """Whether the player has reached the target; there is none."""
        return False

    def chance(self, seat: Seat, following: Seat, *, lull: bool = False) -> float:  # noqa: ARG002 - as in a race
        """The points expected at the end, in place of a chance, in units of :data:`ASSUMED_POINTS_TO_GO`."""
        return (self.points[seat] + POINTS_PER_TURN * self.turns) / ASSUMED_POINTS_TO_GO

    def blocked(self) -> float:
        """The points at the end when no place is found."""
        return self.points[0] / ASSUMED_POINTS_TO_GO


def _before(mine: float, theirs: float) -> float:
    """The chance that ``mine`` turns are played before ``theirs``."""
    return 1 / (1 + math.exp((mine - theirs) / (TURN_DEVIATION * math.sqrt(1.0 + mine + theirs))))


class PlaceValue(NamedTuple):
    """The value of a place for the next player who chooses it, and my chance to win afterwards."""

    liked: float
    mine: float


@dataclass(frozen=True, slots=True)
class NextPosition:
    """The position of the next player, ``seat``: tower, circle, token, and the race."""

    outlook: Outlook
    circle: str
    gap: int
    race: Race
    seat: Seat
    either: bool = False

    def chance(self, me: Seat) -> float:
        """My chance to win when the next player makes the best of every roll."""
        reached = [self._reach(face) for face in FACES if face != ANY]
        best = {letter: self._best(letter, me) for letter in sorted(set("".join(reached)))}
        # Any Letter counts the letters that the other rolls reach: weighing all letters takes too long.
        ends = [self._pick(best[letter] for letter in some) for some in reached]
        ends.append(self._pick(best.values()))
        return sum(end.mine for end in ends) / len(ends)

    def _reach(self, face: int) -> str:
        steps = (face, -face) if self.either else (face,)
        return "".join(beside(self.circle, stepped(self.circle, self.gap, by)) for by in steps)

    def _best(self, letter: str, me: Seat) -> PlaceValue:
        """The place of this letter that the next player likes best."""
        found, then = [], (self.seat + 1) % len(self.race.points)
        falls = self.race.after_fall(self.seat)
        for points, steady in self.outlook.best(letter):
            stands = self.race.after_word(self.seat, points)
            liked = worth(steady, stands.chance(self.seat, then), falls.chance(self.seat, then, lull=True))
            mine = steady * stands.chance(me, then) + (1 - steady) * falls.chance(me, then, lull=True)
            found.append(PlaceValue(liked, mine))
        return self._pick(found)

    def _pick(self, found: Iterable[PlaceValue]) -> PlaceValue:
        """The place that the next player likes best."""
        blocked = self.race.blocked()
        return max(found, default=PlaceValue(blocked, blocked))
