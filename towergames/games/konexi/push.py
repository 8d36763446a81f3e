"""The push of a hand that joins a letter to the tower, drawn from dice in whole numbers. Needs no engine."""

from __future__ import annotations

from typing import NamedTuple

from towergames.core.dice import Dice
from towergames.physics.geometry import Vec


class PushNoise(NamedTuple):
    """A hand's push on a letter at its release, rising and falling within ``Push.seconds``.

    ``along``, ``aside`` (out of the tower's plane) and ``up`` are the greatest force in dyn (10 N = 1 000 000).
    ``turning`` is the greatest moment about y in dyn cm. A hand pushes down, never up.
    """

    along: int = 0
    aside: int = 0
    up: int = 0
    turning: int = 0

    @classmethod
    def drawn(cls, push: int, dice: Dice) -> PushNoise:
        """Draw a push. Its force along the tower has the standard deviation ``push`` (dyn); the other parts are shares
        of it.
        """
        along, aside, down, turning = (dice.bell() * push for _ in range(4))
        return cls(round(along), round(_ASIDE * aside), -round(_DOWN * abs(down)), round(_TURNING * turning))

    @property
    def force(self) -> Vec:
        return (float(self.along), float(self.aside), float(self.up))

    @property
    def moment(self) -> Vec:
        """The moment in dyn cm."""
        return (0.0, float(self.turning), 0.0)

    def scaled(self, share: float) -> PushNoise:
        return PushNoise(*(round(share * part) for part in self))


_ASIDE, _DOWN, _TURNING = 0.3, 0.5, 1.5
"""Shares of a push sideways and down, and the arm in cm with which it turns."""
