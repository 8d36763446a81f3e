"""Workshops of Brick Tower for the tests of its board: real games played to some point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tests.board.player import Player
from towergames.board.protocol import AnyContext, Context
from towergames.core.contract import Decide, Event, Nature, Over, Seat, visible
from towergames.core.dice import Dice
from towergames.games.bricks.board import BOARD
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import State

NAMES = ("Ann", "Balthasar", "bot:hard", "Zoë", "Eve", "Finn")
WORKED = "A5RY R3HY W4RY #Y #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"
"""A legal tower of 75 points."""
CARDS = (
    "A5RY R3HY W4RY #Y #Y E4TB N5RB #B D4RB T3HB #B #B O5HY #Y R3RY Q4HR J2TY B1TB C2RB P5TR S1HR I2RR U1TR G3HY #R *"
)
"""Materials with the worked tower in them, a Q, a J and the natural wildcard."""


def begun(seats: int = 1, seed: int = 1, **options: Any) -> State:
    """A table after the deal."""
    return _settled(GAME.new(seats, options), Dice(seed))


def _settled(state: State, dice: Dice) -> State:
    while isinstance(turn := GAME.turn(state), Nature):
        state = GAME.settle(state, GAME.resolve(state, turn, dice)).state
    return state


def built(*lines: str, state: State | None = None, **options: Any) -> State:
    """A table after typed steps; without another the cards are those above."""
    if state is None:
        options.setdefault("puzzle", CARDS)
        state = begun(**options)
    for line in lines:
        state = _settled(GAME.apply(state, GAME.parse(line, state)).state, Dice(1))
    return state


def played(seats: int, plies: int, seed: int = 1, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """A game after so many random steps, and the events of the last one."""
    return _played(seats, plies, seed, tuple(options.items()))


@lru_cache(maxsize=4096)
def _played(seats: int, plies: int, seed: int, options: tuple[tuple[str, Any], ...]) -> tuple[State, tuple[Event, ...]]:
    dice = Dice(seed, plies)
    if not plies:
        return begun(seats, seed, **dict(options)), ()
    state, events = _played(seats, plies - 1, seed, options)
    if not isinstance(GAME.turn(state), Decide):
        return state, events
    step = GAME.apply(state, GAME.choices(state).sample(dice))
    return _settled(step.state, dice), step.events


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> AnyContext:
    """The table as ``seat`` sees it (-1: the one to move); all is open when the game is over."""
    turn = GAME.turn(state)
    if seat == -1:
        seat = turn.seat if isinstance(turn, Decide) else state.active
    may = isinstance(turn, Decide) and turn.seat == seat
    marks = tuple(event for event in events if visible(event, seat))
    view = GAME.reveal(state) if isinstance(turn, Over) else GAME.view(state, seat)
    return Context(GAME, view, turn, seat, NAMES[: state.seats], ui=None, may_act=may, marks=marks, **more)


def player(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Player:
    """A player at the table, at the beginning of the decision."""
    return Player(BOARD, seen(state, events, seat, **more))


def bench(*lines: str, **options: Any) -> Player:
    """A player at the table after typed steps."""
    return player(built(*lines, **options))


def placed(p: Player, **changes: Any) -> Player:
    """The same player with some of the UiState changed."""
    p.see(replace(p.context, ui=replace(p.ui, **changes)))
    return p


def after(state: State, p: Player) -> State:
    """The table after the step that was submitted; the player sees it."""
    assert p.submitted is not None, p.said
    assert GAME.judge(state, p.submitted).legal
    state = _settled(GAME.apply(state, p.submitted).state, Dice(1))
    p.see(seen(state))
    return state
