"""Little scenes for the rules browser: real tables at rest, drawn by the same board, what it is about marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from towergames.boards.desk import Scene
from towergames.boards.leaning.example_tables import TOWER, WRECK, table
from towergames.core.contract import Decide, Event
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Count, Layout, View
from towergames.games.leaning.turns import counted, put

NAMES = ("Ann", "Bob")
SEATS = len(NAMES)


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene in short: how many pieces of a table, the marked ones, single pieces aside, and what Bob holds."""

    count: int
    marked: tuple[int, ...] = ()
    aside: tuple[str, ...] = ()
    text: str = TOWER
    held: Count = (0, 0, 0)
    phase: str = "turn"


_HELD = Shot(9, (), held=(0, 1, 1))
_WRECK = Shot(14, (3, 4, 5, 11, 13), text=WRECK)
_BREAK = Shot(7, (5, 8), ("fallen", "slipped"))
_SLIP = Shot(7, (8,), ("slipped",))

SHOTS: Mapping[str, Shot] = {
    "R-1": Shot(14),
    "R-2": Shot(9),
    "R-3": Shot(2),
    "R-4": Shot(2),
    "R-6": Shot(9, (9,)),
    "R-7": Shot(2, (3, 4), ("upright", "flat")),
    "R-8": Shot(9, (7,)),
    "R-9": Shot(5, (5,)),
    "R-10": Shot(2, (4,), ("upright", "nested")),
    "R-11": Shot(9, (5, 8)),
    "R-12": Shot(9, (9,)),
    "R-14": _HELD,
    "R-15": _HELD,
    "R-16": Shot(9, (7,), held=(0, 0, 1)),
    "R-17": _SLIP,
    "R-18": _BREAK,
    "R-19": _WRECK,
    "R-22": Shot(9, (6,)),
    "R-23": Shot(9, (3, 4, 5)),
    "R-24": Shot(9, (9,)),
    "R-25": Shot(9, (4,)),
    "R-26": Shot(9, (7,)),
    "R-27": _HELD,
    "R-28": _BREAK,
    "R-29": _WRECK,
    "R-31": Shot(9, (7,)),
    "L-1": Shot(2, (3, 4), ("upright", "flat")),
    "L-2": Shot(2, (1, 2)),
    "L-4": Shot(9, (6, 7)),
    "L-5": Shot(9, (8,)),
    "L-7": Shot(6, (6,)),
    "L-8": Shot(2, (4,), ("upright", "nested")),
    "L-9": Shot(9, (3, 4, 5)),
    "L-10": Shot(9, (7,)),
    "L-11": _HELD,
    "L-12": _HELD,
    "L-13": _HELD,
    "L-14": _SLIP,
    "L-15": _BREAK,
    "L-16": _BREAK,
    "L-17": _BREAK,
    "L-18": _WRECK,
    "L-19": _WRECK,
    "L-26": Shot(9, (7,), held=(0, 0, 1)),
    "L-29": _BREAK,
    "L-30": Shot(2, (1, 2)),
}
"""By rule id; rules that need no picture are left out."""


@cache
def example(rule_id: str) -> Scene[View] | None:
    """A little scene that shows the rule, or None when it needs no picture."""
    shot = SHOTS.get(rule_id.strip().upper())
    if shot is None:
        return None
    return _scene(shot, table(shot.text, SEATS, shot.count, shot.aside))


def _scene(shot: Shot, layout: Layout) -> Scene[View]:
    begun = GAME.new(SEATS, {"first": 1})
    hands = list(begun.hands)
    for piece in layout.pieces:
        if piece.owner >= 0:
            hands[piece.owner] = counted(hands[piece.owner], piece.size, -1)
    hands[1] = (hands[1][0] - shot.held[0], hands[1][1] - shot.held[1], hands[1][2] - shot.held[2])
    state = replace(
        begun,
        phase=shot.phase,
        layout=layout,
        next_piece=max(piece.id for piece in layout.pieces) + 1,
        last_size=layout.pieces[-1].size if len(layout.pieces) > 2 else "",
        hands=tuple(hands),
        held=put(begun.held, 1, shot.held),
    )
    marks = tuple(Event("place", "", data={"piece": piece}) for piece in shot.marked)
    return Scene(GAME, GAME.view(state, 0), Decide(0, shot.phase), 0, NAMES, marks=marks)
