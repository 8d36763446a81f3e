"""Tables of Stacked Words for the tests of its board: real games played to some point."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from tests.board import tables
from tests.board.player import Player
from towergames.board.protocol import AnyContext, Style
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.words.board import BOARD
from towergames.games.words.board.examples import DEAR, MOOD, NET, PLUS, SNACK, WOOD, WOOL, ExamplePosition, context_of
from towergames.games.words.game import GAME
from towergames.games.words.model import Action, Play, State

_ON_IT = (*(Play(4, 2, False, tile) for tile in "FPT"), *(Play(1, 7, False, tile) for tile in "QS"))
HIGH = ExamplePosition((MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS, *_ON_IT), rack="AEQNRST")
"""Stacks of every height, a Qu under an S, and a Qu on the rack."""


def _some(state: State, dice: Dice) -> Action:
    """A move as people make them: mostly one of the better plays."""
    actions = tuple(GAME.choices(state))
    plays = [action for action in actions if isinstance(action, Play)]
    return dice.choice(plays[:20]) if plays and dice.below(8) else dice.choice(actions)


played = partial(tables.played, GAME, last=4, choose=_some)
seen = partial(tables.seen, GAME)


def player(context: AnyContext | ExamplePosition, **view: Any) -> Player:
    """A player at a context or an example; ``view`` replaces facts of the view."""
    c: AnyContext = context_of(context) if isinstance(context, ExamplePosition) else context
    return Player(BOARD, replace(c, view=replace(c.view, **view), ui=None))


def answering(shot: ExamplePosition) -> AnyContext:
    """A context in which the last play must be accepted or challenged."""
    c = context_of(replace(shot, checking="challenge"))
    return replace(c, view=replace(c.view, phase="answer", asked=(0,)), turn=Decide(0, "answer"), ui=None)


def watching(c: AnyContext) -> AnyContext:
    """The same table for a spectator, who sees no rack."""
    return replace(c, seat=None, may_act=False, view=replace(c.view, seat=None, racks=(None,) * c.view.seats))


def drawn(p: Player, zone: str, size: tuple[int, int], **style: Any) -> str:
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
