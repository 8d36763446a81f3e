"""The move of a finished game with which its winner took the lead for good, and what decided in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from towergames.core.contract import Over, reason_text
from towergames.table.history import History


class TurningPoint(NamedTuple):
    """The move with which the winner took the lead for good: a sentence, and a note for a row of games.

    Both are '' where nobody won alone.
    """

    sentence: str = ""
    note: str = ""


def turning_point(history: History, curves: Sequence[Sequence[int]]) -> TurningPoint:
    """The move with which the winner took the lead for good. ``curves`` are the points of each seat after each play."""
    play, turn = turning_play(history, curves) - 1, history.turn
    if play < 0 or not isinstance(turn, Over):
        return TurningPoint()
    best = turn.ranking[0][0]
    names = history.header.names
    told = reason_text(history.game.decisive(history.plays[play].step, best), names)
    if not any(curve[play] for curve in curves) and play + 1 == len(history.plays):
        return TurningPoint(f"What decided: {told}.", told) if told else TurningPoint()  # all points come at the end
    number = history.game.round(history.state_after(play))
    lead = f"{names[best]} took the lead in round {number}"
    if not told:
        return TurningPoint(f"{lead} and kept it.", f"lead from round {number}")
    return TurningPoint(f"{lead} with {told}, and kept it.", f"round {number}, {told}")


def turning_play(history: History, curves: Sequence[Sequence[int]]) -> int:
    """The number of the play with which the winner took the lead for good; 0 where nobody won alone."""
    turn = history.turn
    if not isinstance(turn, Over) or len(curves) < 2 or not turn.ranking or len(turn.ranking[0]) != 1:
        return 0
    best = turn.ranking[0][0]
    others = [curve for seat, curve in enumerate(curves) if seat != best]
    ahead = [own > max(rest) for own, *rest in zip(curves[best], *others, strict=True)]
    if not ahead[-1]:
        return 0
    return 1 + max(i for i, leads in enumerate(ahead) if not leads)
