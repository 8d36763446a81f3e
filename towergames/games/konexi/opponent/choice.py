"""Choosing among places: trials go to the place that looks best, until it has proved to be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.opponent.outlook import Option
from towergames.games.konexi.opponent.race import worth

BELIEF = 2.0
"""The feeling for a place counts as much as so many trials."""
HOPE = 0.5
"""How much more than expected a place that was never tried may turn out to hold."""


@dataclass
class Candidate:
    """A place that may be chosen: what it is worth if the tower stands or falls, and how its trials ended.

    ``gap`` is where the token lies for it.
    """

    gap: int
    option: Option
    stands: float
    falls: float
    good: int = 0
    tried: int = 0

    @property
    def steady(self) -> float:
        """The chance to stand, as far as it is known."""
        return (BELIEF * self.option.steady + self.good) / (BELIEF + self.tried)

    @property
    def value(self) -> float:
        """What it is worth."""
        return self._worth(self.steady)

    @property
    def promise(self) -> float:
        """What it may turn out to be worth."""
        return self._worth(min(1.0, self.steady + HOPE / math.sqrt(1.0 + BELIEF + self.tried)))

    def _worth(self, steady: float) -> float:
        return worth(steady, self.stands, self.falls)


def try_out(
    candidates: Sequence[Candidate],
    trial: Callable[[Spot, Dice], bool],
    dice: Dice,
    clock: Clock,
    most: int,
    told: Callable[[Candidate], None],
) -> int:
    """Simulate releases of the promising ones, up to ``most`` times each. How many releases that took."""
    done = 0
    best: Candidate | None = None
    while not clock.over(done):
        open_ones = [one for one in candidates if one.tried < most]
        if not open_ones:
            break
        one = max(open_ones, key=lambda each: each.promise)
        if max(each.value for each in candidates) > one.promise:
            break
        one.tried += 1
        one.good += trial(one.option.spot, dice.fork(f"release {done}"))
        done += 1
        leading = max(candidates, key=lambda each: each.value)
        if leading is not best:
            best = leading
            told(leading)
    return done
