"""Tables of Stacked Words for the tests of its board: real games played to some point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from towergames.boards.desk import Reply, Scene
from towergames.boards.words import DESK
from towergames.boards.words.examples import DEAR, MOOD, NET, PLUS, SNACK, WOOD, WOOL, Shot, scene_of
from towergames.boards.words.pointer import Pointer
from towergames.core.contract import Decide, Event, Nature, Seat, visible
from towergames.core.dice import Dice
from towergames.games.words.game import GAME
from towergames.games.words.model import Action, Play, State, View

NAMES = ("Ann", "Balthasar", "bot:hard", "Zoë")
HIGH = Shot(
    (
        MOOD,
        DEAR,
        NET,
        WOOD,
        WOOL,
        SNACK,
        PLUS,
        Play(4, 2, False, "F"),
        Play(4, 2, False, "P"),
        Play(4, 2, False, "T"),
        Play(1, 7, False, "Q"),
        Play(1, 7, False, "S"),
    ),
    rack="AEQNRST",
)
"""Stacks of every height, a Qu under an S, and a Qu on the rack."""


def played(seats: int, plies: int, seed: int = 1, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """A game after so many random moves, and the events of the last few steps."""
    state, groups = _played(seats, plies, seed, tuple(options.items()))
    return state, tuple(event for some in groups[-4:] for event in some)


Groups = tuple[tuple[Event, ...], ...]


@lru_cache(maxsize=4096)
def _played(seats: int, plies: int, seed: int, options: tuple[tuple[str, Any], ...]) -> tuple[State, Groups]:
    dice = Dice(seed, plies)
    groups: Groups = ()
    if plies:
        state, groups = _played(seats, plies - 1, seed, options)
        if not isinstance(GAME.turn(state), Decide):
            return state, groups
        step = GAME.apply(state, _some(state, dice))
        state, groups = step.state, (*groups[-4:], step.events)
    else:
        state = GAME.new(seats, dict(options))
    while isinstance(turn := GAME.turn(state), Nature):
        step = GAME.settle(state, GAME.resolve(state, turn, dice))
        state, groups = step.state, (*groups[-4:], step.events)
    return state, groups


def _some(state: State, dice: Dice) -> Action:
    """A move as people make them: mostly one of the better plays."""
    actions = tuple(GAME.choices(state))
    plays = [action for action in actions if isinstance(action, Play)]
    return dice.choice(plays[:20]) if plays and dice.below(8) else dice.choice(actions)


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Scene[View]:
    """The scene as ``seat`` sees it (-1: whoever must decide)."""
    turn = GAME.turn(state)
    if seat == -1:
        seat = turn.seat if isinstance(turn, Decide) else state.active
    may = isinstance(turn, Decide) and turn.seat == seat
    marks = tuple(e for e in events if visible(e, seat))
    return Scene(GAME, GAME.view(state, seat), turn, seat, NAMES[: state.seats], may_act=may, marks=marks, **more)


def answering(shot: Shot) -> Scene[View]:
    """A scene in which the last play must be accepted or challenged."""
    scene = scene_of(replace(shot, checking="challenge"))
    return replace(scene, view=replace(scene.view, phase="answer", asked=(0,)), turn=Decide(0, "answer"))


def press(scene: Scene[View], pointer: Pointer, *commands: str) -> Reply[Action]:
    """Press keys one after the other; only the last may submit."""
    reply: Reply[Action] = Reply(pointer)
    for i, command in enumerate(commands):
        reply = DESK.do(scene, reply.pointer, command)
        assert reply.submit is None or i == len(commands) - 1, (command, reply)
    return reply


def typed(scene: Scene[View], pointer: Pointer, word: str) -> Pointer:
    """The pointer after the letters of a word."""
    return press(scene, pointer, *(f"words.letter.{letter.lower()}" for letter in word)).pointer


def at(scene: Scene[View], pointer: Pointer, cell: int, down: bool = False) -> Pointer:
    """The cursor taken to a square with arrow keys alone, in a direction."""
    size = scene.view.terms.size
    far = ["move.left"] * size + ["move.up"] * size
    steps = ["move.right"] * (cell % size) + ["move.down"] * (cell // size)
    turn = ["words.turn"] if pointer.down != down else []
    return press(scene, pointer, *far, *steps, *turn).pointer
