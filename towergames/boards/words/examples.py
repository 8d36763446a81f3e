"""Example positions for the rules browser: each rule shown by the real board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.protocol import Context
from towergames.boards.words.ui_state import WordsContext, begin
from towergames.core.contract import Decide, Event
from towergames.games.words.game import GAME
from towergames.games.words.model import RACK, Action, Play, View
from towergames.games.words.moves import perform

NAMES = ("Ann", "Bob")


@dataclass(frozen=True, slots=True)
class Shot:
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

SHOTS: Mapping[str, Shot] = {
    "R-1": Shot((MOOD, DEAR, NET, WOOD, WOOL)),
    "R-2": Shot(()),
    "R-5": Shot((MOOD, DEAR)),
    "R-7": Shot((MOOD,)),
    "R-8": Shot((MOOD, DEAR)),
    "R-9": Shot((MOOD, DEAR, NET)),
    "R-11": Shot((MOOD, DEAR, NET)),
    "R-12": Shot((MOOD, DEAR, NET, WOOD, WOOL)),
    "R-13": Shot((MOOD, DEAR, NET, WOOD)),
    "R-14": Shot((MOOD, DEAR, NET, WOOD)),
    "R-15": Shot((MOOD, WOOD)),
    "R-16": Shot((MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS)),
    "R-17": Shot((MOOD,)),
    "R-18": Shot((MOOD, DEAR, NET, WOOD)),
    "R-19": Shot((Play(4, 3, False, "QIT"),)),
    "R-20": Shot((Play(4, 2, False, "TRAINED"),)),
    "R-21": Shot((MOOD, DEAR, NET, WOOD, WOOL)),
    "R-24": Shot((MOOD, Play(5, 5, True, "UNK")), "challenge"),
    "U-1": Shot(()),
    "U-2": Shot((MOOD, WOOD)),
    "U-3": Shot((MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS)),
    "U-5": Shot(()),
    "U-6": Shot((MOOD, DEAR, NET)),
    "U-7": Shot((MOOD, DEAR, NET, WOOD, WOOL)),
    "U-8": Shot((Play(4, 3, False, "QIT"), Play(4, 3, False, "S"))),
    "U-9": Shot((MOOD, DEAR, NET, WOOD, WOOL, SNACK, PLUS)),
    "U-12": Shot((MOOD, Play(5, 5, True, "UNK")), "challenge"),
    "U-19": Shot((MOOD, WOOD, Play(4, 2, False, "F"), Play(4, 2, False, "H"), Play(4, 2, False, "G"))),
    "U-20": Shot((Play(4, 4, False, "QA"),)),
}
"""By rule id; rules that need no picture are left out."""


def example(rule_id: str) -> WordsContext | None:
    """A position that shows the rule, or None when it needs no picture."""
    shot = SHOTS.get(rule_id.strip().upper())
    return None if shot is None else context_of(shot)


def context_of(shot: Shot) -> WordsContext:
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
