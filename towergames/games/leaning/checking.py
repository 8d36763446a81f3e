"""Whether a recorded outcome can follow from a state: a save may be damaged, and what it says is not trusted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from towergames.games.leaning.model import FOUNDATION, MOST_TRACE, Settled, State
from towergames.games.leaning.reading import is_pose

_FAR = 10**7
"""Ten metres, in micrometres: nothing falls further."""
_NEAREST_TOLD = 5_000


def check(state: State, outcome: Settled) -> None:
    """Raises ValueError when the outcome speaks of pieces that are not there, or in numbers that cannot be."""
    known, released = _known(state), _released(state)
    rested = [rest.piece for rest in outcome.rests]
    if not _rising(rested) or not known.issuperset(rested) or not released.issubset(rested):
        raise ValueError("the outcome has the wrong pieces")
    for rest in outcome.rests:
        if not is_pose(rest.pose) or max(map(abs, rest.pose[:3])) > _FAR:
            raise ValueError("the outcome has a pose that cannot be")
        if not 0 <= rest.corners <= 5 or not 0 <= rest.shift <= 2 * _FAR or not 0 <= rest.turn <= 180_000:
            raise ValueError("the outcome has a movement that cannot be")
    if not _rising(outcome.touches) or any(a >= b or not {a, b} <= known for a, b in outcome.touches):
        raise ValueError("the outcome has contacts that cannot be")
    for near in outcome.near:
        if near.tip == near.hollow or not {near.tip, near.hollow} <= known or not 0 <= near.gap <= _NEAREST_TOLD:
            raise ValueError("the outcome has points that cannot be")
    if not _rising([near[:2] for near in outcome.near]):
        raise ValueError("the outcome has points twice or out of order")
    if len(outcome.tremor) > 24 or any(abs(number) > _FAR for number in outcome.tremor):
        raise ValueError("the outcome has a tremor that cannot be")
    if len(outcome.engine) > 60 or not outcome.engine.isprintable():
        raise ValueError("the outcome names no engine")
    if len(outcome.trace) > MOST_TRACE or not outcome.trace.isascii() or not outcome.trace.isprintable():
        raise ValueError("the outcome's recorded movement is too long or no text")


def _known(state: State) -> set[int]:
    return ({one.id for one in state.layout.pieces} | _released(state)) - set(state.clearing)


def _released(state: State) -> set[int]:
    hand = state.in_hand
    if hand is None or state.phase != "release":
        return set()
    return set(FOUNDATION) if hand.kind in ("found", "ready") else {hand.piece}


def _rising(row: Sequence[Any]) -> bool:
    return all(one < other for one, other in pairwise(row))
