"""The chance to win after a turn, estimated over worlds that fit what its player knew, and set right by measuring."""

from __future__ import annotations

import math
from collections.abc import Sequence

from towergames.core.dice import Dice
from towergames.games.takethat.bots import TakeThatModel
from towergames.games.takethat.model import View
from towergames.games.takethat.simulation import TurnPlan

WORLDS = 300
"""Worlds in which the turns of a comparison are played on."""
LAST_MOVER, TRUST_IN_ODDS = 0.35, 0.83
"""The log odds that an estimate gives too much to the player who moved last, and the share of the rest that comes true.

Fitted by ``benchmarks/takethat_chances.py``; the table stands in BOTS.md.
"""
SURE = 0.001
"""An estimate nearer to 0 or 1 counts as this."""


def shares_of_turns(
    model: TakeThatModel, view: View, plans: Sequence[TurnPlan | None], worlds: int, dice: Dice
) -> list[float]:
    """For each turn the mean share of the win of the player to move; None stands for going on from before the turn.

    All turns are played in the same worlds and with equal dice, so that only the turns differ.
    """
    totals = [0.0] * len(plans)
    seat = view.active
    for number in range(worlds):
        world = model.deals.world(dice)
        for at, plan in enumerate(plans):
            twin = world.copy()
            if plan is not None:
                model.evaluator.rules.play(twin, plan)
            totals[at] += model.shares(twin, dice.fork(f"playout {number}"))[seat]
    return [total / worlds for total in totals]


def odds_of(share: float) -> float:
    """The logarithm of the odds of a share.

    >>> odds_of(0.5)
    0.0
    """
    share = min(max(share, SURE), 1 - SURE)
    return math.log(share / (1 - share))


def chance(share: float, *, moved_last: bool) -> int:
    """The chance in 100 that an estimated share comes to; ``moved_last``: its player made the last turn before it.

    >>> chance(0.5, moved_last=True) + chance(0.5, moved_last=False)
    100
    """
    odds = TRUST_IN_ODDS * odds_of(share) - (LAST_MOVER if moved_last else -LAST_MOVER)
    return round(100 / (1 + math.exp(-odds)))
