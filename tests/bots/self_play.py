"""Whole games of bots among themselves, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, Game, Over
from towergames.core.dice import Dice

MOST_PLAYS = 400
"""A game is broken off after this many plays."""


def turns(
    game: Game[Any, Any, Any, Any], level: Level, seats: int, options: dict[str, Any], seed: int, ideas: int | None
) -> Iterator[tuple[int, Any]]:
    """A game of one level against itself: the plays so far and the state, before every decision and at the end."""
    bots = [level.make(game) for _ in range(seats)]
    state = game.new(seats, options)
    for play in range(MOST_PLAYS):
        turn = game.turn(state)
        if isinstance(turn, Decide | Over):
            yield play, state
        if isinstance(turn, Over):
            return
        if isinstance(turn, Decide):
            clock = Clock(ideas)
            action = bots[turn.seat].choose(game.view(state, turn.seat), Dice(seed, play, "bot"), clock).action
            state = game.apply(state, action).state
        else:
            state = game.apply_outcome(state, game.resolve(state, turn, Dice(seed, play, turn.kind))).state
