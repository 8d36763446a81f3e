"""Pictures for the rules browser: the rules that have one, the position, and small towers made from letters. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from towergames.board.protocol import Context
from towergames.core.contract import Decide, Event
from towergames.games.konexi.board.ui_state import KonexiContext, Ui, adapted
from towergames.games.konexi.bodies import CELL, edge, put, straight
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import HEIGHT, poses
from towergames.games.konexi.model import ANY, Action, RestingLetter, View
from towergames.games.konexi.tower import PlacedLetter, balance, joints, margin_with, places, stands, tower_of
from towergames.physics.geometry import Pose, about
from towergames.physics.recording import read, recorded

MAX_LOW_CELLS = 2 * HEIGHT
"""Height of a tower, in cells, that is well seen on a low screen."""
BUILDING_ORDER = "HXZFNDLCOTWEIBRASUKPMGVQYJ"
"""The order of the letters in a tower of any height."""
RULE_EXAMPLE = ("RCULE", ("RU", "UL", "LE", "RC"))
"""The letters of the example in the rules, and its joints: RULE holds together, C hangs on R alone."""
NAMES = ("Ann", "Bob")
MIXED = "KDQXBTGLWAYPHUNCJSZEVMRFIO"
"""A mixed circle."""


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position for a picture.

    ``tower`` is ``RULE`` for the example of the rules, else the number of letters. ``bend`` is the bend of each joint
    in degrees. ``word`` is the word just said, ``fall`` the kind of a fall, ``left`` the number of letters left in the
    circle.
    """

    tower: str | int = 0
    phase: str = "place"
    face: int = 4
    bend: float = 0.4
    word: str = ""
    fall: str = ""
    left: int = 26
    acting: bool = False


_ROLL = ExamplePosition(8, "roll", 8)
_OFFER = ExamplePosition(8, acting=True)
_TOWER = ExamplePosition(9, "roll", -1)
_WORD = ExamplePosition("RULE", "word", word="RULE")
_FALL = ExamplePosition("RULE", "release", fall="drop")

EXAMPLES: Mapping[str, ExamplePosition] = {
    "R-1": ExamplePosition(14, "roll", -1),
    "R-2": ExamplePosition(0, "roll", -1),
    "R-3": ExamplePosition(0, "roll", -1),
    "R-6": _ROLL,
    "R-7": ExamplePosition(8, "token", ANY, acting=True),
    "R-8": _OFFER,
    "R-9": _OFFER,
    "R-10": ExamplePosition(0, acting=True),
    "R-12": _TOWER,
    "R-13": ExamplePosition("RULE", acting=True),
    "R-14": _WORD,
    "R-15": _WORD,
    "R-17": ExamplePosition("RULE", "word", word="LURE"),
    "R-19": _WORD,
    "R-21": _FALL,
    "R-22": _FALL,
    "R-24": _FALL,
    "K-1": ExamplePosition(14, "roll", 4),
    "K-2": ExamplePosition(14, "roll", 4),
    "K-3": ExamplePosition(8, acting=True, left=2),
    "K-4": ExamplePosition(0, acting=True),
    "K-5": _ROLL,
    "K-6": ExamplePosition(8, "token", ANY, acting=True),
    "K-7": _WORD,
    "K-10": _FALL,
    "K-14": ExamplePosition(0, "roll", -1),
    "K-18": ExamplePosition(9, "roll", -1, bend=1.6),
    "K-19": _OFFER,
    "K-20": ExamplePosition("RULE", acting=True),
    "K-21": _TOWER,
    "K-23": _FALL,
    "K-24": ExamplePosition(9, "roll", -1, bend=1.6),
}
"""Rule id -> position. Rules that need no picture are left out."""


@cache
def example(rule_id: str) -> KonexiContext | None:
    """The position that shows the rule; None if it needs no picture."""
    shot = EXAMPLES.get(rule_id.strip().upper())
    return _context(shot) if shot is not None else None


def _context(shot: ExamplePosition) -> KonexiContext:
    spots: tuple[PlacedLetter, ...] = joined(*RULE_EXAMPLE) if isinstance(shot.tower, str) else grown(shot.tower)
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
    view, turn = GAME.view(state, 0), Decide(0, shot.phase)
    bare: Context[View, Ui | None, Action] = Context(GAME, view, turn, 0, NAMES, None, shot.acting, playing=playing)
    return replace(bare, ui=adapted(bare, new=True))  # type: ignore[return-value]


@cache
def joined(letters: str, pairs: tuple[str, ...]) -> tuple[PlacedLetter, ...]:
    """The best balanced low tower of these letters, all upright, in this order with exactly these joints."""
    wanted = {frozenset(pair) for pair in pairs}

    def grow(spots: tuple[PlacedLetter, ...]) -> Iterator[tuple[PlacedLetter, ...]]:
        if len(spots) == len(letters):
            yield spots
            return
        letter, tower = letters[len(spots)], tower_of(spots)
        due = {other for other in tower.letters if frozenset(letter + other) in wanted}
        for spot in places(tower, letter):
            upright = not spot.turn and not spot.flip and spot.y + spot.shape.height <= MAX_LOW_CELLS
            if upright and {j.other for j in joints(tower, spot)} == due:
                yield from grow((*spots, spot))

    return max(grow((PlacedLetter(letters[0], 0, False, 0, 0),)), key=lambda spots: balance(tower_of(spots)).margin)


@cache
def grown(count: int) -> tuple[PlacedLetter, ...]:
    """A tower of ``count`` letters, each where it balances best among a few places."""
    spots: tuple[PlacedLetter, ...] = ()
    for k, letter in enumerate(BUILDING_ORDER[:count]):
        if not spots:
            pose = max((one for one in poses(letter) if stands(one)), key=lambda one: one.width)
            spots = (PlacedLetter(letter, pose.turn, pose.flip, 0, 0),)
            continue
        tower = tower_of(spots)
        some = places(tower, letter)[k % 5 :: 7] or places(tower, letter)
        spots = (*spots, max(some, key=lambda s: (margin_with(tower, s) - 200 * s.y, s)))
    return spots


def bowed(spots: tuple[PlacedLetter, ...], degrees: float = 0.0) -> tuple[RestingLetter, ...]:
    """The poses of letters at rest when every joint has given by ``degrees``, towards the side of most letters."""
    rests: list[RestingLetter] = []
    middle = sum(spot.x for spot in spots) / max(1, len(spots))
    angle = math.radians(degrees if middle >= 0 else -degrees)
    for number, spot in enumerate(spots):
        pose = put(spot, spots[:number], rests)
        if number:
            joint = tower_of(spots).hangs[spot.letter]
            pose = pose.rotated(about((0.0, 1.0, 0.0), angle), pose.point(read(straight(spot)).own(edge(joint))))
        rests.append(RestingLetter(spot.letter, recorded(pose), round(1000 * math.degrees(angle)) if number else 0, 0))
    return tuple(rests)


def dropped(spots: tuple[PlacedLetter, ...]) -> tuple[RestingLetter, ...]:
    """The poses of letters at rest, the last one flat on the table beside the tower."""
    rests = bowed(spots, 1.0)
    right = max(x for x, _ in tower_of(spots).cells) + 3
    turn = about((1.0, 0.0, 0.0), -math.pi / 2 + 0.12)
    return (*rests[:-1], RestingLetter(spots[-1].letter, recorded(Pose(right * CELL, 1.0, 0.7, *turn)), 0, 0))
