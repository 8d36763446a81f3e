"""Example positions for the rules browser: each rule shown by the real board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.protocol import Context
from towergames.boards.words.ui_state import WordsContext, begin
from towergames.core.contract import Decide, Event
from towergames.games.words.board import formed, lay
from towergames.games.words.game import GAME
from towergames.games.words.model import Action, Laid, Pending, Play, View
from towergames.games.words.notation import cells_of

NAMES = ("Ann", "Bob")
RACK = "AEINRST"


@dataclass(frozen=True, slots=True)
class Shot:
    """A position in short: the plays made so far as (square's row, column, down, tiles), the last one marked."""

    plays: tuple[Play, ...]
    checking: str = "auto-check"
    rack: str = RACK
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
    board: tuple[str, ...] = ("",) * 100
    points = [0, 0]
    marks: tuple[Event, ...] = ()
    pending = None
    for i, play in enumerate(shot.plays):
        seat = (len(shot.plays) - i) % 2
        tiles = cells_of(play, 10) or {}
        words = formed(board, tiles)
        score = sum(word.points for word in words) + (20 if len(tiles) == len(RACK) else 0)
        names = tuple(word.text for word in words)
        board = lay(board, tiles)
        points[seat] += score
        data = {"words": list(names), "points": score, "tiles": [[cell, tile] for cell, tile in sorted(tiles.items())]}
        marks = (Event("play", f"{{{seat}}} plays {' and '.join(names)} for {score}", seat=seat, data=data),)
        if shot.checking != "auto-check":
            laid = tuple(Laid(cell, tile) for cell, tile in sorted(tiles.items()))
            pending = Pending(seat, laid, names, score, 0, False)
    view = _view(shot, board, (points[0], points[1]), pending)
    bare: Context[View, Any, Action] = Context(GAME, view, Decide(0, "turn"), 0, NAMES, None, may_act=True, marks=marks)
    return replace(bare, ui=begin(bare))


def _view(shot: Shot, board: tuple[str, ...], points: tuple[int, ...], pending: Pending | None) -> View:
    last = cells_of(shot.plays[-1], 10) if shot.plays else {}
    terms = GAME.new(len(NAMES), {"checking": shot.checking, "first": 1}).terms
    missing = len(pending.laid) if pending else 0
    none = (0,) * len(NAMES)
    return View(
        seat=0,
        terms=terms,
        seats=len(NAMES),
        phase="turn",
        list_id="standard",
        list_sha256="",
        first=0,
        active=0,
        turns=len(shot.plays),
        board=board,
        racks=(shot.rack, None),
        rack_sizes=(len(shot.rack), 7 - missing),
        bag=shot.bag,
        points=points,
        passes=0,
        exchanges=none,
        refused=none,
        skips=none,
        last=tuple(sorted(last or ())),
        pending=pending,
        asked=(),
        challenger=None,
        refill=(),
        swap="",
        retry=False,
        looked=False,
        ending="",
    )
