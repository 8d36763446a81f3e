"""Example positions for the rules browser: each rule shown by the real board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import Context
from towergames.core.contract import Decide, Event
from towergames.games.words.board.ui_state import WordsContext, begin
from towergames.games.words.game import GAME
from towergames.games.words.model import RACK, Action, Play, View
from towergames.games.words.moves import perform

NAMES = ("Ann", "Bob")


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position in short: the plays made so far as (square's row, column, down, tiles), the last one marked."""

    plays: tuple[Play, ...]
    checking: str = "auto-check"
    rack: str = "AEINRST"
    bag: int = 60


MOOD = Play(4, 2, False, "MOOD")
DEAR = Play(5, 5, True, "EAR")
NET = Play(5, 4, False, "N.T")
WOOD = Play(4, 2, False, "W")
WOOL = Play(4, 5, True, "L..P")
SNACK = Play(7, 4, False, "SNACK")
PLUS = Play(2, 7, True, "PLUS")
"""The booklet's example, play by play: 8, 8, 10, 5, 12, 14 and 16 points."""

_CHAIN = (MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS)
_BY_PLAYS = {
    0: "R-2 U-1 U-5",
    1: "R-7 R-17",
    2: "R-5 R-8",
    3: "R-9 R-11 U-6",
    4: "R-13 R-14 R-18",
    5: "R-1 R-12 R-21 U-7",
    7: "R-16 U-3 U-9",
}
"""Number of plays of the booklet's example after which the board shows the rule."""
_UNK = ExamplePosition((MOOD, Play(5, 5, True, "UNK")), "challenge")
_QUIT = Play(4, 3, False, "QIT")

SHOTS: Mapping[str, ExamplePosition] = {
    **{rule: ExamplePosition(_CHAIN[:number]) for number, rules in _BY_PLAYS.items() for rule in rules.split()},
    "R-15": ExamplePosition((MOOD, WOOD)),
    "R-19": ExamplePosition((_QUIT,)),
    "R-20": ExamplePosition((Play(4, 2, False, "TRAINED"),)),
    "R-24": _UNK,
    "U-2": ExamplePosition((MOOD, WOOD)),
    "U-8": ExamplePosition((_QUIT, Play(4, 3, False, "S"))),
    "U-12": _UNK,
    "U-19": ExamplePosition((MOOD, WOOD, *(Play(4, 2, False, tile) for tile in "FHG"))),
    "U-20": ExamplePosition((Play(4, 4, False, "QA"),)),
}
"""By rule id; rules that need no picture are left out."""


def example(rule_id: str) -> WordsContext | None:
    """A position that shows the rule, or None when it needs no picture."""
    shot = SHOTS.get(rule_id.strip().upper())
    return None if shot is None else context_of(shot)


def context_of(shot: ExamplePosition) -> WordsContext:
    """The context of a shot, looked at by the first player, who is on."""
    state = GAME.new(len(NAMES), {"checking": shot.checking, "first": 1})
    state = replace(state, phase="turn", list_id="standard", bag="*" * shot.bag)
    marks: tuple[Event, ...] = ()
    for i, play in enumerate(shot.plays):
        seat = (len(shot.plays) - i) % 2
        racks = tuple("".join(sorted(play.tiles.replace(".", ""))) if at == seat else "" for at in range(len(NAMES)))
        step = perform(replace(state, phase="turn", active=seat, racks=racks), play)
        state, marks = step.state, step.events[:1]
    laid = 0 if state.pending is None else len(state.pending.laid)
    racks = (shot.rack, "*" * (RACK - laid))
    view = GAME.view(replace(state, phase="turn", active=0, refill=(), racks=racks), 0)
    bare: Context[View, Any, Action] = Context(GAME, view, Decide(0, "turn"), 0, NAMES, None, may_act=True, marks=marks)
    return replace(bare, ui=begin(bare))
