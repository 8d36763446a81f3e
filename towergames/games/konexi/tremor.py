"""How a hand trembles when it lets go (K-16): a push drawn from dice as whole numbers, so that a record can tell it."""

from __future__ import annotations

from typing import NamedTuple

from towergames.core.dice import Dice
from towergames.physics.geometry import Vec


class Tremor(NamedTuple):
    """One hand's push on a letter when it lets go, rising and falling within :data:`LASTING` seconds.

    The greatest force along x, y (out of the tower's plane) and z in dyn (10 N = 1 000 000), and the greatest moment
    about y in dyn cm. A hand pushes down, never up.
    """

    along: int
    aside: int
    up: int
    turning: int

    @property
    def force(self) -> Vec:
        """The force in dyn."""
        return (float(self.along), float(self.aside), float(self.up))

    @property
    def moment(self) -> Vec:
        """The moment in dyn cm."""
        return (0.0, float(self.turning), 0.0)

    def on(self, letters: int) -> Tremor:
        """The same tremor on a tower of so many letters: one takes more care where it takes little to do harm."""
        share = min(1.0, letters / GENTLE)
        return Tremor(*(round(share * part) for part in self))


STILL = Tremor(0, 0, 0, 0)
"""A hand that does not tremble."""
GENTLE = 10
"""Letters below which a hand is the gentler the fewer there are."""
LASTING = 0.08
"""Seconds of a push."""

_PUSH = {"steady": 6_000, "normal": 16_000, "shaky": 24_000}
"""Standard deviation of the force along the tower in dyn: 0.06, 0.16 and 0.24 N."""
_ASIDE, _DOWN, _TURNING = 0.3, 0.5, 1.5
"""Shares of it out of the plane and down, and the arm in cm with which it turns."""
_BUMP = 25_000


def drawn(level: str, dice: Dice) -> Tremor:
    """The tremor of a hand of the terms: steady, normal or shaky."""
    return _pushed(dice, _PUSH[level])


def bumped(dice: Dice) -> Tremor:
    """K-12: somebody's sleeve, which takes no care of small towers."""
    return _pushed(dice, _BUMP)


def _pushed(dice: Dice, push: int) -> Tremor:
    along, aside, down, turning = (dice.bell() * push for _ in range(4))
    return Tremor(round(along), round(_ASIDE * aside), -round(_DOWN * abs(down)), round(_TURNING * turning))
