"""Random games for the tests: every state on the way."""

from __future__ import annotations

from collections.abc import Iterator

from towergames.core.contract import Nature, Over
from towergames.core.dice import Dice
from towergames.core.options import Options
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State


def walk(seats: int, seed: int, options: Options | None = None) -> Iterator[State]:
    """Every state of one random game, the last one over."""
    dice = Dice(seed, 0, "walk")
    state = GAME.new(seats, options or {})
    while True:
        yield state
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Nature):
            state = GAME.settle(state, GAME.resolve(state, turn, dice)).state
        else:
            state = GAME.apply(state, GAME.choices(state).sample(dice)).state
