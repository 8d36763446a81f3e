"""How likely a place holds, by feeling: from weights on paper alone, fitted to releases on the table.

The numbers come from ``tests/bench/konexi_strength.py`` (``feel`` and ``fit``), which lets letters go in all kinds of
towers.
"""

from __future__ import annotations

import math

from towergames.games.konexi.opponent.weighing import Weighed

HANDS: dict[str, tuple[float, ...]] = {
    "steady": (5.133, 2.376, -0.009, -0.010, -0.066),
    "normal": (3.639, 2.107, -0.005, -0.014, -0.084),
    "shaky": (3.332, 1.385, -0.004, -0.035, -0.086),
}
"""For each hand the weights of :func:`facts`."""


def facts(one: Weighed) -> tuple[float, ...]:
    """What of a place tells whether it holds; its margin is above 0."""
    return 1.0, math.log(one.margin + 0.1), one.moment, one.top, one.height


def steady(one: Weighed, hand: str) -> float:
    """The chance that the tower stands when the hand has let go, 0 to 1."""
    if one.margin <= 0:
        return 0.0
    return _chance(sum(weight * fact for weight, fact in zip(HANDS[hand], facts(one), strict=True)))


def _chance(sure: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, sure))))
