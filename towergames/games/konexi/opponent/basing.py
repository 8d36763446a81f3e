"""The first letter, which carries all others: a pose with a wide foot, low weight and something to notch to."""

from __future__ import annotations

import math

from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.opponent.outlook import Option
from towergames.games.konexi.opponent.weighing import Weighed, foot

_LOW = 0.2
"""Cells of margin that a cell of height is worth."""
_OPEN = 0.1
"""Cells of margin that a plug or socket above the table is worth."""


def firmness(spot: Spot) -> float:
    """How well a letter carries a tower in this pose; greater is better."""
    margin, height = foot(spot.shape)
    usable = sum(one.side != 3 and one.beyond[1] > 0 for one in spot.shape.connectors)
    return margin - _LOW * height + _OPEN * usable


def as_option(spot: Spot) -> Option:
    """The base as a place like any other, which makes no word; the firmer the steadier."""
    margin, height = foot(spot.shape)
    mass = len(spot.cells)
    weighed = Weighed(margin, 0.0, height, height, 0.0, mass, 0, 1, 0)
    return Option(spot, (), weighed, 0, 1 / (1 + math.exp(-3.0 - firmness(spot))))
