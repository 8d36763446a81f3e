"""Towers, turns and hand-made outcomes for one test: no physics anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from tests.games.konexi.canned import outcome
from towergames.core.contract import Decide, Over, Step
from towergames.core.dice import Dice
from towergames.games.konexi.bodies import straight
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import ALPHABET, poses
from towergames.games.konexi.model import Circle, Place, Released, Rolled, State
from towergames.games.konexi.tower import PlacedLetter, Tower, joints, places, stands, tower_of
from towergames.lexicon import Lexicon, add
from towergames.physics.geometry import about
from towergames.physics.recording import read, written

WORDS = ("RULE", "CLUE", "LURE", "RUE", "LUCRE", "ULE", "CURL", "CRUEL", "ERR", "EL", "CUR", "LE", "AT", "TEA")
PAIRS = ("RU", "UL", "LE", "RC")
"""The joints of the example in the rules: RULE holds together, C hangs on R alone."""


@cache
def small_list() -> Lexicon:
    """A word list of a few words."""
    return add("few", WORDS)


@cache
def built(letters: str, pairs: tuple[str, ...]) -> tuple[PlacedLetter, ...]:
    """A tower of these letters in this order with exactly these joints; the first that is found."""
    wanted = {frozenset(pair) for pair in pairs}

    def grow(spots: tuple[PlacedLetter, ...]) -> tuple[PlacedLetter, ...] | None:
        if len(spots) == len(letters):
            return spots
        letter = letters[len(spots)]
        tower = tower_of(spots)
        due = {other for other in tower.letters if frozenset(letter + other) in wanted}
        for spot in places(tower, letter):
            if {joint.other for joint in joints(tower, spot)} == due and (found := grow((*spots, spot))):
                return found
        return None

    for one in poses(letters[0]):
        if stands(one) and (found := grow((PlacedLetter(letters[0], one.turn, one.flip, 0, 0),))):
            return found
    raise AssertionError(f"no tower has just the joints {' '.join(pairs)}")


def rule_tower() -> tuple[PlacedLetter, ...]:
    """R, C, U, L, E with the joints of the example."""
    return built("RCULE", PAIRS)


def random_tower(dice: Dice, letters: int) -> Tower:
    """A random tower of about ``letters`` letters."""
    pile = dice.shuffled(ALPHABET)
    base = dice.choice([one for one in poses(pile[0]) if stands(one)])
    spots = [PlacedLetter(base.letter, base.turn, base.flip, 0, 0)]
    for letter in pile[1:letters]:
        found = places(Tower(tuple(spots)), letter)
        if found:
            spots.append(dice.choice(found))
    return Tower(tuple(spots))


def state(
    spots: Iterable[PlacedLetter] = (),
    *,
    phase: str = "place",
    new: str = "",
    circle: str = "",
    gap: int = 0,
    seats: int = 3,
    points: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """The first player's turn with these letters standing, the others in the circle."""
    lexicon = small_list()
    spots = tuple(spots)
    made = GAME.new(seats, {"first": 1, **options})
    standing = [spot.letter for spot in spots]
    return replace(
        made,
        phase=phase,
        list_id=lexicon.id,
        list_sha256=lexicon.sha256,
        circle=circle or "".join(letter for letter in ALPHABET if letter not in standing),
        gap=gap,
        face=4,
        tower=spots,
        rests=outcome(spots).rests if spots else (),
        new=new,
        points=points or (0,) * seats,
    )


def saying(new: str = "E", **rest: Any) -> State:
    """The example's tower when a letter of it has just been placed."""
    spots = rule_tower()
    last = next(spot for spot in spots if spot.letter == new)
    return state((*(spot for spot in spots if spot != last), last), phase="word", new=new, **rest)


def rolling(circle: str = ALPHABET, gap: int = 0, **rest: Any) -> State:
    """A player about to roll, with this circle; the other letters stand, in nobody's way."""
    return state(phase="roll", circle=circle, gap=gap, **rest)


def settle(s: State, recorded: Any) -> Step[State]:
    return GAME.apply_outcome(s, recorded)


def roll(s: State, face: int) -> State:
    """Roll this face of the die."""
    return settle(s, Rolled(face)).state


def circle(s: State, letters: str = ALPHABET, gap: int = 0) -> State:
    """Set these letters in a circle."""
    return settle(s, Circle(letters, gap)).state


def released(s: State, kind: str = "stands", **rest: Any) -> Released:
    """The outcome for the letter in hand, or for the tower that is bumped."""
    spots = (*s.tower, s.in_hand) if s.in_hand else s.tower
    return replace(outcome(spots, kind), **rest)


def letting_go(s: State, letter: str = "", at: int = 0) -> State:
    """A letter beside the token let go in one of its places."""
    spots = [move for move in GAME.choices(s) if isinstance(move, Place) and move.letter == (letter or move.letter)]
    return do(s, spots[at]).state


def place(s: State, kind: str = "stands", letter: str = "") -> Step[State]:
    """Place a letter, with this answer of physics."""
    going = letting_go(s, letter)
    return settle(going, released(going, kind))


def do(s: State, action: Any) -> Step[State]:
    """The step of a move, typed or not."""
    return GAME.apply(s, GAME.parse(action, s) if isinstance(action, str) else action)


def rule(s: State, action: Any) -> str:
    """The id of the rule that refuses a move, ``""`` when it is legal."""
    verdict = GAME.judge(s, GAME.parse(action, s) if isinstance(action, str) else action)
    return verdict.refusals[0].rule if verdict.refusals else ""


def points(step: Step[State]) -> list[tuple[int, int]]:
    """(seat, points) of the score lines of a step."""
    return [(line.seat, line.points) for line in step.scores]


def decides(s: State) -> tuple[int, str] | None:
    """(seat, phase) of who is to move, None when nobody is."""
    turn = GAME.turn(s)
    return (turn.seat, turn.phase) if isinstance(turn, Decide) else None


def is_over(s: State) -> bool:
    return isinstance(GAME.turn(s), Over)


def told(step: Step[State], kind: str) -> str:
    """The sentence of an event, ``""`` when there is none."""
    return next((event.text for event in step.events if event.kind == kind), "")


def toppling(spots: Iterable[PlacedLetter]) -> str:
    """The recorded movement of a tower that stands for 0.5 s and then tips to the front, in 1.5 s in all."""
    stood = [read(straight(spot)) for spot in spots]
    angles = [max(0.0, 0.1 * (number - 15)) for number in range(31)]
    pictures = [
        tuple(pose.rotated(about((1.0, 0.0, 0.0), angle), (0.0, 0.0, 0.0)) for pose in stood) for angle in angles
    ]
    return written(pictures, 50, 6000)
