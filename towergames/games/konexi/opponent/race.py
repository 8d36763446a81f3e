"""The race to the last point: how good a chance points and turn give."""

from __future__ import annotations

import math
from dataclasses import dataclass

from towergames.core.contract import Seat
from towergames.games.konexi.model import Public
from towergames.games.konexi.turns import put

YIELD = 3.5
"""Points that a turn brings to a player who plays well."""
SPREAD = 0.55
"""How much luck a turn has, in turns: with so many turns to go, so many times its root may be made up."""
DISTANCE = 20
"""Points that are thought to be to go where there is no target."""
PRIDE = 0.02
"""No bot lets the tower fall on purpose: a fall is worth at least so much less than the same place standing.

By the points alone it might be worth more: it costs nothing at 0 points, and the next player has only a base to lay.
"""


def worth(steady: float, stands: float, falls: float) -> float:
    """What a place is worth that holds so often, by what is worth the stand and what the fall."""
    return steady * stands + (1 - steady) * min(falls, stands - PRIDE)


@dataclass(frozen=True, slots=True)
class Race:
    """Who has how many points, and how many win."""

    points: tuple[int, ...]
    target: int
    penalty: int

    @classmethod
    def of(cls, state: Public) -> Race:
        """The race as it stands; without a target (K-28) one that keeps its distance."""
        target = max(state.points) + DISTANCE if state.terms.endless is True else state.terms.target
        return cls(state.points, target, state.terms.penalty)

    def after_word(self, seat: Seat, letters: int) -> Race:
        """The race after a word of a player."""
        return self._with(seat, self.points[seat] + letters)

    def after_fall(self, seat: Seat) -> Race:
        """The race after the tower fell at a player's hand (R-21)."""
        return self._with(seat, max(0, self.points[seat] - self.penalty))

    def won(self, seat: Seat) -> bool:
        """Whether a player has the points that win."""
        return self.points[seat] >= self.target

    def chance(self, seat: Seat, following: Seat, *, lull: bool = False) -> float:
        """The chance to be first, 0 to 1, when ``following`` has the turn; in a ``lull`` that brings only a base."""
        if self.won(seat):
            return 1.0
        others = [other for other in range(len(self.points)) if other != seat]
        if any(map(self.won, others)):
            return 0.0
        mine = self._turns(seat, following, lull)
        return math.prod(_before(mine, self._turns(other, following, lull)) for other in others)

    def _turns(self, seat: Seat, following: Seat, lull: bool) -> float:
        """How many rounds of turns a player needs to win, at the usual rate."""
        seats = len(self.points)
        wait = (seat - following) % seats / seats
        lost = 1.0 if lull and seat == following else 0.0
        return wait + lost + (self.target - self.points[seat]) / YIELD

    def _with(self, seat: Seat, points: int) -> Race:
        return Race(put(self.points, seat, points), self.target, self.penalty)


def _before(mine: float, theirs: float) -> float:
    """The chance that so many turns are over before the others are."""
    return 1 / (1 + math.exp((mine - theirs) / (SPREAD * math.sqrt(1.0 + mine + theirs))))
