"""How a hand trembles when it lets go: drawn from dice as whole numbers, so that a record can tell it."""

from __future__ import annotations

from typing import NamedTuple

from towergames.core.dice import Dice


class Tremor(NamedTuple):
    """One hand's tremor at one release.

    ``shift`` in micrometres, ``turn`` a rotation vector in thousandths of a degree, ``speed`` in micrometres a second,
    ``spin`` in thousandths of a radian a second about the piece's own axes.
    """

    shift: tuple[int, int, int]
    turn: tuple[int, int, int]
    speed: tuple[int, int, int]
    spin: tuple[int, int, int]

    def numbers(self) -> tuple[int, ...]:
        """All twelve numbers."""
        return (*self.shift, *self.turn, *self.speed, *self.spin)


STILL = Tremor((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
"""A hand that does not tremble."""

_SPREAD: dict[str, tuple[int, int, int, int]] = {
    "steady": (40, 60, 200, 100),
    "normal": (200, 290, 10_000, 500),
    "shaky": (500, 580, 15_000, 750),
}
"""Standard deviations on each axis, in the units of :class:`Tremor`; normal is 0.2 mm, 0.5 degrees and 1 cm/s."""


def drawn(level: str, dice: Dice) -> Tremor:
    """A tremor of a level of the terms: steady, normal or shaky."""
    shift, turn, speed, spin = (_three(dice, spread) for spread in _SPREAD[level])
    return Tremor(shift, turn, speed, spin)


def _three(dice: Dice, spread: int) -> tuple[int, int, int]:
    return round(dice.bell() * spread), round(dice.bell() * spread), round(dice.bell() * spread)
