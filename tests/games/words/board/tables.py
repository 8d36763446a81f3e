"""Tables of Stacked Words for the tests of its board: real games played to some point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tests.board.player import Player
from towergames.board.protocol import AnyContext, Context, Style
from towergames.core.contract import Decide, Event, Nature, Seat, visible
from towergames.core.dice import Dice
from towergames.games.words.board import BOARD
from towergames.games.words.board.examples import DEAR, MOOD, NET, PLUS, SNACK, WOOD, WOOL, Shot, context_of
from towergames.games.words.game import GAME
from towergames.games.words.model import Action, Play, State

NAMES = ("Ann", "Balthasar", "bot:hard", "Zoë")
_ON_IT = (*(Play(4, 2, False, tile) for tile in "FPT"), *(Play(1, 7, False, tile) for tile in "QS"))
HIGH = Shot((MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS, *_ON_IT), rack="AEQNRST")
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


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> AnyContext:
    """The context of ``seat`` (-1: whoever must decide), which has not looked yet."""
    turn = GAME.turn(state)
    if seat == -1:
        seat = turn.seat if isinstance(turn, Decide) else state.active
    may = isinstance(turn, Decide) and turn.seat == seat
    marks = tuple(e for e in events if visible(e, seat))
    names = NAMES[: state.seats]
    return Context(GAME, GAME.view(state, seat), turn, seat, names, None, may_act=may, marks=marks, **more)


def player(context: AnyContext | Shot, **view: Any) -> Player:
    """A player at a context or an example; ``view`` replaces facts of the view."""
    c: AnyContext = context_of(context) if isinstance(context, Shot) else context
    return Player(BOARD, replace(c, view=replace(c.view, **view), ui=None))


def answering(shot: Shot) -> AnyContext:
    """A context in which the last play must be accepted or challenged."""
    c = context_of(replace(shot, checking="challenge"))
    return replace(c, view=replace(c.view, phase="answer", asked=(0,)), turn=Decide(0, "answer"), ui=None)


def watching(c: AnyContext) -> AnyContext:
    """The same table for a spectator, who sees no rack."""
    return replace(c, seat=None, may_act=False, view=replace(c.view, seat=None, racks=(None,) * c.view.seats))


def drawn(p: Player, zone: str, size: tuple[int, int], **style: Any) -> str:
    """The text of a zone."""
    c = replace(p.context, style=Style(**style))
    return BOARD.draw(c, zone, size).canvas.text(ascii_only=bool(style.get("ascii_only")))  # type: ignore[arg-type]


def hint(p: Player) -> str:
    """The line on what the cursor is on."""
    return BOARD.describe(p.context).hint


def at(p: Player, cell: int, word: str = "", *, down: bool = False) -> Player:
    """The cursor taken to a square with arrow keys alone, and a word typed from there in a direction."""
    size = p.context.view.terms.size
    p.key(*["left"] * size, *["up"] * size, *["right"] * (cell % size), *["down"] * (cell // size))
    if p.ui.down != down:
        p.press("words.turn")
    return p.key(*word.lower())
