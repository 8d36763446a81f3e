"""Boards, racks and games made for one test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames import lexicon
from towergames.core.contract import Decide, Nature, Over, Step
from towergames.core.dice import Dice
from towergames.games.words.game import GAME
from towergames.games.words.grid import without
from towergames.games.words.model import State, full_bag
from towergames.lexicon import Lexicon

_SMALL = """
    mood dear net on wood wool leap snack lean plus nets at cat cats scat scats car cart carts care cares caress
    quit quits qua it its is as bas bass dog dogs ta tan tank thank than ear earn earns nest nests tens set sets to
    toe toes ton tons one ones no not note notes tone tones retains stainer nastier anestri moon moot mad made maid
    am ma me he hem them the quid aid aids an ad ads rat rats art arts bat bats
"""
WORDS = _SMALL.split()


def small_list() -> Lexicon:
    """A short list that all tests of rules use."""
    return lexicon.add("small", WORDS)


def board(*rows: str) -> tuple[str, ...]:
    """A board from rows of squares parted by blanks, ``.`` for an empty one, from the top left; the rest is empty."""
    stacks = [""] * 100
    for row, line in enumerate(rows):
        for col, cell in enumerate(line.split()):
            stacks[row * 10 + col] = "" if cell == "." else cell
    return tuple(stacks)


def with_words(*words: tuple[str, str, bool]) -> tuple[str, ...]:
    """A flat board with words laid at squares such as ``c5``; (square, tiles, down)."""
    stacks = [""] * 100
    for place, tiles, down in words:
        cell = (int(place[1:]) - 1) * 10 + "abcdefghij".index(place[0])
        for at, tile in enumerate(tiles):
            stacks[cell + at * (10 if down else 1)] = tile
    return tuple(stacks)


def state(
    stacks: tuple[str, ...] = ("",) * 100,
    racks: tuple[str, ...] = ("AEINRST", "AEINRST"),
    bag: str | None = None,
    active: int = 0,
    **options: Any,
) -> State:
    """A game in the middle of its turns. The bag holds what is left of the hundred tiles unless it is given."""
    made = GAME.new(len(racks), options)
    if bag is None:
        bag = without(full_bag(made.terms.size), "".join(stacks) + "".join(racks))
    return replace(
        made,
        phase="turn",
        list_id="small",
        list_sha256=small_list().sha256,
        board=stacks,
        racks=tuple("".join(sorted(rack)) for rack in racks),
        bag=bag,
        active=active,
    )


def do(s: State, text: str) -> Step[State]:
    return GAME.apply(s, GAME.parse(text, s))


def rule(s: State, text: str) -> str:
    """The id of the rule that refuses a typed move, ``""`` when it is legal."""
    verdict = GAME.judge(s, GAME.parse(text, s))
    return verdict.refusals[0].rule if verdict.refusals else ""


def points(s: State, text: str) -> int:
    return sum(line.points for line in do(s, text).scores)


def settle(s: State, outcome: Any = None, seed: int = 1) -> State:
    """The state after Nature's turns, until a player decides; ``outcome`` is used for the first of them."""
    ply = 0
    while isinstance(turn := GAME.turn(s), Nature):
        answer = outcome if outcome is not None and ply == 0 else GAME.resolve(s, turn, Dice(seed, ply, turn.kind))
        s = GAME.apply_outcome(s, answer).state
        ply += 1
    return s


def run(s: State, *texts: str) -> State:
    for text in texts:
        s = settle(do(settle(s), text).state)
    return s


def decides(s: State) -> tuple[int, str] | None:
    """(seat, phase) of who is to move, None when nobody is."""
    turn = GAME.turn(s)
    return (turn.seat, turn.phase) if isinstance(turn, Decide) else None


def is_over(s: State) -> bool:
    return isinstance(GAME.turn(s), Over)
