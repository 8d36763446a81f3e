"""The chance to win in a game of two: moves are played forward in worlds that fit what their player knew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from towergames.core.dice import Dice
from towergames.games.words import leaves
from towergames.games.words.bots import HARD
from towergames.games.words.generator import ScoredPlay
from towergames.games.words.grid import without
from towergames.games.words.model import RACK, Action, Exchange, Play, State, View
from towergames.games.words.moves import scored
from towergames.games.words.search import Candidate, SearchState, imagine, play_forward

WORLDS = 8
"""Worlds in which the moves of a comparison are played forward."""


class Fit(NamedTuple):
    """The numbers that turn a lead into log odds.

    ``after`` and ``before`` are the points that a lead is too high after a move and before it, ``short`` those once the
    bag has so few tiles that games are played to the end. A lead counts by ``certain`` plus ``open`` times the root of
    the tiles that its player does not see.
    """

    after: float
    before: float
    short: float
    certain: float
    open: float

    def odds(self, lead: float, unseen: int, *, moved: bool) -> float:
        """The logarithm of the odds of a lead; ``moved``: it is the lead after the move."""
        too_high = self.after if moved else self.before
        if unseen <= HARD.short + RACK:
            too_high = self.short if unseen > RACK else 0.0
        return (lead - too_high) / (self.certain + self.open * math.sqrt(unseen))


FITTED = Fit(after=5.2, before=10.5, short=-5.7, certain=4.92, open=2.53)
"""Fitted by ``benchmarks/words_chances.py``; the table stands in BOTS.md."""


def candidate_of(table: SearchState, state: State, action: Action) -> Candidate:
    """An action as a move of the search. Anything but a play or an exchange counts as a pass."""
    position, rack = table.position, table.rack
    if isinstance(action, Play):
        points = sum(line.points for line in scored(state, action)[2])
        play = ScoredPlay(points, action.row * state.terms.size + action.col, action.down, action.tiles)
        return Candidate(play, "", position.after(play), without(rack, action.tiles), points)
    if isinstance(action, Exchange):
        return Candidate(None, action.tile, position, without(rack, action.tile), 0.0)
    return Candidate(None, "", position, rack, 0.0)


def leads(view: View, table: SearchState, moves: Sequence[Candidate], worlds: int, dice: Dice) -> list[float]:
    """For each move the mean lead in points of its player after it was played forward.

    All moves meet the same worlds, so that only the moves differ. Without a bag there is only one world.
    """
    totals = [0.0] * len(moves)
    known = leaves.shipped()
    worlds = worlds if table.bag else 1
    for _ in range(worlds):
        world = imagine(table, dice)
        for at, move in enumerate(moves):
            totals[at] += play_forward(table, move, world, known, HARD)
    ahead = 2 * view.points[table.seat] - sum(view.points)
    return [ahead + total / worlds for total in totals]


def chance(lead: float, unseen: int, *, moved: bool) -> int:
    """The chance in 100 that a lead comes to.

    >>> chance(FITTED.after, 90, moved=True), chance(0, 7, moved=True)
    (50, 50)
    """
    return round(100 / (1 + math.exp(-FITTED.odds(lead, unseen, moved=moved))))
