"""The tremor of a hand that releases a free piece: an offset of its pose, and a velocity. Needs no engine.

The errors are drawn from dice as whole numbers, so that a record can hold them.
"""

from __future__ import annotations

from typing import NamedTuple

from towergames.core.dice import Dice

Three = tuple[int, int, int]


class PoseNoise(NamedTuple):
    """The error of a hand's pose and its movement at one release.

    ``shift`` is in micrometres, ``turn`` a rotation vector in thousandths of a degree. ``speed`` is in micrometres a
    second. ``spin`` is in thousandths of a radian a second about the piece's own axes.
    """

    shift: Three = (0, 0, 0)
    turn: Three = (0, 0, 0)
    speed: Three = (0, 0, 0)
    spin: Three = (0, 0, 0)

    @classmethod
    def drawn(cls, spreads: tuple[int, int, int, int], dice: Dice) -> PoseNoise:
        """Draw normal numbers on each axis; ``spreads`` are the standard deviations of the four fields."""
        return cls(*(_three(dice, spread) for spread in spreads))

    def numbers(self) -> tuple[int, ...]:
        """All twelve numbers."""
        return (*self.shift, *self.turn, *self.speed, *self.spin)


def _three(dice: Dice, spread: int) -> Three:
    return round(dice.bell() * spread), round(dice.bell() * spread), round(dice.bell() * spread)
