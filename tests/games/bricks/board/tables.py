"""Workshops of Brick Tower for the tests of its board: real games played to some point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tests.board import tables
from tests.board.player import Player
from towergames.core.contract import Event, Seat
from towergames.core.dice import Dice
from towergames.games.bricks.board import BOARD
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import State

WORKED = "A5RY R3HY W4RY #Y #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"
"""A legal tower of 75 points."""
CARDS = (
    "A5RY R3HY W4RY #Y #Y E4TB N5RB #B D4RB T3HB #B #B O5HY #Y R3RY Q4HR J2TY B1TB C2RB P5TR S1HR I2RR U1TR G3HY #R *"
)
"""Materials with the worked tower in them, a Q, a J and the natural wildcard."""


played = partial(tables.played, GAME)
seen = partial(tables.seen, GAME)


def begun(seats: int = 1, seed: int = 1, **options: Any) -> State:
    state: State = played(seats, 0, seed, **options)[0]
    return state


def settled(state: State) -> State:
    """The table after the reveal, where it is due."""
    done: State = tables.settled(GAME, state, Dice(1))
    return done


def built(*lines: str, state: State | None = None, **options: Any) -> State:
    """A table after typed steps; without another the cards are those above."""
    if state is None:
        options.setdefault("puzzle", CARDS)
        state = begun(**options)
    for line in lines:
        state = settled(GAME.apply(state, GAME.parse(line, state)).state)
    return state


def player(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Player:
    return Player(BOARD, seen(state, events, seat, **more))


def bench(*lines: str, **options: Any) -> Player:
    return player(built(*lines, **options))


def placed(p: Player, **changes: Any) -> Player:
    p.see(replace(p.context, ui=replace(p.ui, **changes)))
    return p


def after(state: State, p: Player) -> State:
    """The table after the step that was submitted; the player sees it."""
    assert p.submitted is not None, p.said
    assert GAME.judge(state, p.submitted).legal
    state = settled(GAME.apply(state, p.submitted).state)
    p.see(seen(state))
    return state
