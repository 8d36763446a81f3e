"""The review of past turns: each is compared as a whole with the turn that the strongest level would have made."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.takethat.model import RANK, Build, Claim
from towergames.games.takethat.simulation import TurnPlan


def plan_of(actions: Sequence[object]) -> TurnPlan:
    """The actions of a turn as one move of the search."""
    return TurnPlan(
        tuple((RANK[action.floor], action.slot) for action in actions if isinstance(action, Build)),
        tuple((action.slot, action.storey, RANK[action.card]) for action in actions if isinstance(action, Claim)),
    )
