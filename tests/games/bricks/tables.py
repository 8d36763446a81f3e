"""Games of Brick Tower brought to where a test begins."""

from __future__ import annotations

from typing import Any

from towergames.core.contract import Nature, Step
from towergames.core.dice import Dice
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import State

MINI = "M-268KF"
GOOD = "D5TB L5HB R1RB X4RB #B / A4HR O2RR U3TR #R / O4HY S1RY #Y / T4TY"
"""A legal tower of that puzzle: 47 points with the usual words."""


def settle(s: State, seed: int = 1) -> State:
    """The state after Nature's turns, until a player decides."""
    ply = 0
    while isinstance(turn := GAME.turn(s), Nature):
        s = GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(seed, ply, turn.kind))).state
        ply += 1
    return s


def table(seats: int = 1, seed: int = 1, **options: Any) -> State:
    """A game that has been dealt; the mini puzzle unless another is asked for."""
    return settle(GAME.new(seats, {"puzzle": MINI, "first": 1, **options}), seed)


def do(s: State, text: str) -> Step[State]:
    return GAME.apply(s, GAME.parse(text, s))


def run(s: State, *texts: str) -> State:
    for text in texts:
        s = settle(do(settle(s), text).state)
    return s


def rule(s: State, text: str) -> str:
    """The id of the rule that refuses a typed step, "" when it may be done."""
    verdict = GAME.judge(s, GAME.parse(text, s))
    return verdict.refusals[0].rule if verdict.refusals else ""


def tower(s: State, seat: int = 0) -> str:
    """The draft in a seat's hand as it is written."""
    from towergames.games.bricks.pieces import write_tower

    return write_tower(s.benches[seat].draft)
