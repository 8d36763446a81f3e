"""Workshops of Brick Tower for the tests of its board: real games played to some point."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from towergames.boards.bricks import DESK
from towergames.boards.bricks.pointer import Pointer
from towergames.boards.desk import Reply, Scene
from towergames.core.contract import Decide, Event, Nature, Over, Seat, visible
from towergames.core.dice import Dice
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import Action, State, View

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


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Scene[View]:
    """The scene as ``seat`` sees it (-1: whoever must decide); all is open once the game is over."""
    turn = GAME.turn(state)
    if seat == -1:
        seat = turn.seat if isinstance(turn, Decide) else state.active
    may = isinstance(turn, Decide) and turn.seat == seat
    marks = tuple(event for event in events if visible(event, seat))
    view = GAME.reveal(state) if isinstance(turn, Over) else GAME.view(state, seat)
    return Scene(GAME, view, turn, seat, NAMES[: state.seats], may_act=may, marks=marks, **more)


def press(scene: Scene[View], pointer: Pointer, *commands: str) -> Reply[Action]:
    """Press keys one after the other; only the last may submit."""
    reply: Reply[Action] = Reply(pointer)
    for i, command in enumerate(commands):
        reply = DESK.do(scene, reply.pointer, command)
        assert reply.submit is None or i == len(commands) - 1, (command, reply)
    return reply


def typed(scene: Scene[View], pointer: Pointer, word: str) -> Pointer:
    """The pointer after the letters of a word."""
    found: Pointer = press(scene, pointer, *(f"bricks.letter.{letter.lower()}" for letter in word)).pointer
    return found


def after(state: State, reply: Reply[Action]) -> tuple[State, Scene[View], Pointer]:
    """The table, the scene and the pointer after a step was submitted."""
    assert reply.submit is not None, reply.say
    assert GAME.judge(state, reply.submit).legal
    state = _settled(GAME.apply(state, reply.submit).state, Dice(1))
    scene = seen(state)
    return state, scene, DESK.keep(scene, reply.pointer)
