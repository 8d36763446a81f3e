"""Pictures for the rules browser: which rules have one, and what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from towergames.boards.desk import Scene
from towergames.boards.konexi.example_tables import RULE, bowed, dropped, grown, joined
from towergames.core.contract import Decide, Event
from towergames.games.konexi.game import GAME
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import ANY, View

NAMES = ("Ann", "Bob")
MIXED = "KDQXBTGLWAYPHUNCJSZEVMRFIO"
"""A circle as it may be laid."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene in short: the letters that stand (``RULE`` for the example of the rules, else how many), the phase, the
    die, how far each joint has given (degrees), letters beside the token, a word said or a fall, letters left."""

    tower: str | int = 0
    phase: str = "place"
    face: int = 4
    bend: float = 0.4
    word: str = ""
    fall: str = ""
    left: int = 26
    acting: bool = False


_ROLL = Shot(8, "roll", 8)
_OFFER = Shot(8, acting=True)
_TOWER = Shot(9, "roll", -1)
_WORD = Shot("RULE", "word", word="RULE")
_FALL = Shot("RULE", "release", fall="drop")

SHOTS: Mapping[str, Shot] = {
    "R-1": Shot(14, "roll", -1),
    "R-2": Shot(0, "roll", -1),
    "R-3": Shot(0, "roll", -1),
    "R-6": _ROLL,
    "R-7": Shot(8, "token", ANY, acting=True),
    "R-8": _OFFER,
    "R-9": _OFFER,
    "R-10": Shot(0, acting=True),
    "R-12": _TOWER,
    "R-13": Shot("RULE", acting=True),
    "R-14": _WORD,
    "R-15": _WORD,
    "R-17": Shot("RULE", "word", word="LURE"),
    "R-19": _WORD,
    "R-21": _FALL,
    "R-22": _FALL,
    "R-24": _FALL,
    "K-1": Shot(14, "roll", 4),
    "K-2": Shot(14, "roll", 4),
    "K-3": Shot(8, acting=True, left=2),
    "K-4": Shot(0, acting=True),
    "K-5": _ROLL,
    "K-6": Shot(8, "token", ANY, acting=True),
    "K-7": _WORD,
    "K-10": _FALL,
    "K-14": Shot(0, "roll", -1),
    "K-18": Shot(9, "roll", -1, bend=1.6),
    "K-19": _OFFER,
    "K-20": Shot("RULE", acting=True),
    "K-21": _TOWER,
    "K-23": _FALL,
    "K-24": Shot(9, "roll", -1, bend=1.6),
}
"""By rule id; rules that need no picture are left out."""


@cache
def example(rule_id: str) -> Scene[View] | None:
    """A little scene that shows the rule, or None when it needs no picture."""
    shot = SHOTS.get(rule_id.strip().upper())
    return _scene(shot) if shot is not None else None


def _scene(shot: Shot) -> Scene[View]:
    spots: tuple[Spot, ...] = joined(*RULE) if isinstance(shot.tower, str) else grown(shot.tower)
    standing = {spot.letter for spot in spots}
    circle = "".join(letter for letter in MIXED if letter not in standing)[: shot.left]
    state = replace(
        GAME.new(len(NAMES), {"first": 1}),
        phase=shot.phase,
        face=shot.face,
        circle=circle,
        gap=min(5, len(circle) // 2),
        tower=spots,
        rests=dropped(spots) if shot.fall else bowed(spots, shot.bend),
        new=spots[-1].letter if shot.word or shot.fall else "",
    )
    playing: tuple[Event, ...] = ()
    if shot.word:
        playing = (Event("word", "", seat=0, data={"word": shot.word}),)
    elif shot.fall:
        playing = (Event("fall", "", seat=0, data={"kind": shot.fall, "cause": spots[-1].letter, "points": -3}),)
    return Scene(GAME, GAME.view(state, 0), Decide(0, shot.phase), 0, NAMES, may_act=shot.acting, playing=playing)
