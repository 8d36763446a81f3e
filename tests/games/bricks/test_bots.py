"""The opponents of Brick Tower: they hand in legal towers by legal steps, and the stronger ones better towers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.combinations import sample
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature, complete_options
from towergames.core.dice import Dice
from towergames.games.bricks.bots import LEVELS
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import judge, list_for_play
from towergames.games.bricks.model import State, Submit
from towergames.games.bricks.pieces import RARE, VOWELS, WILD, card_piece

STEPS = {"beginner": 1, "easy": 5, "normal": 20, "hard": 40}
FEW = {level: sample(max(1, steps // 5), steps) for level, steps in STEPS.items()}
"""Enough to go through all parts of a search."""


def play(levels: list[str], seed: int, steps: dict[str, int] = FEW, **options: Any) -> State:
    """A game of bots to its end; every step is judged first."""
    by_name = {level.name: level.make(GAME) for level in LEVELS}
    state = GAME.new(len(levels), complete_options(GAME.info, options))
    for move in range(400):
        turn = GAME.turn(state)
        if isinstance(turn, Nature):
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed, move, "nature"))).state
        elif isinstance(turn, Decide):
            name = levels[turn.seat]
            thought = by_name[name].choose(GAME.view(state, turn.seat), Dice(seed, move, name), Clock(steps[name]))
            assert GAME.judge(state, thought.action).legal, thought
            state = GAME.apply(state, thought.action).state
        else:
            return state
    raise AssertionError("no end")


@pytest.mark.parametrize("size", ["standard", "mini"])
def test_every_level_hands_in_a_legal_tower(size: str) -> None:
    state = play(["easy", "normal", "hard"], 5, size=size)
    assert min(state.points) > 0


@pytest.mark.parametrize("name", STEPS)
def test_a_builder_stopped_before_its_first_step_has_a_legal_tower(name: str) -> None:
    level = next(level for level in LEVELS if level.name == name)
    state = GAME.new(1, complete_options(GAME.info, {}))
    while isinstance(turn := GAME.turn(state), Nature):
        state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(7))).state
    thought = level.make(GAME).choose(GAME.view(state, 0), Dice(1), Clock(0))
    state = GAME.apply(state, thought.action).state
    assert isinstance(level.make(GAME).choose(GAME.view(state, 0), Dice(1), Clock(0)).action, Submit)
    assert judge(state.benches[0].draft, list_for_play(state.list_id, state.list_sha256)).legal


def test_a_duel_is_drafted_to_its_end() -> None:
    state = play(["easy", "hard"], 3, mode="duel")
    assert all(len(picked) == state.hand for picked in state.picked)


VOWELS_SO_FAR = re.compile(r"so far there (?:is|are) (none|\d+) among (\d+) letters?")
ROOM_FOR_COLOUR = re.compile(r"room for 6 (red|blue|yellow) bricks; so far there (?:is|are) (none|\d+)")


def number(text: str) -> int:
    return 0 if text == "none" else int(text)


def true_of(why: str, card: str, mine: tuple[str, ...]) -> bool:
    """Whether the reason for taking a card is true of the cards taken before it."""
    pieces = [card_piece(code) for code in mine if code != WILD]
    bricks = [piece for piece in pieces if piece.letter]
    if found := VOWELS_SO_FAR.search(why):
        vowels = sum(brick.letter in VOWELS for brick in bricks)
        return card[0] in VOWELS and (vowels, len(bricks)) == (number(found[1]), int(found[2]))
    if found := ROOM_FOR_COLOUR.search(why):
        own = sum(brick.colour == found[1] for brick in bricks)
        return card_piece(card).colour == found[1] and own == number(found[2]) < 6
    return why in {
        WILD: ["The wildcard can be any brick or window."],
        "#": ["Every window scores 4 points."],
    }.get(
        card[0], [f"Every {card[0]} scores 2 points."] * (card[0] in RARE) or ["No card on the table has a clear use."]
    )


def test_every_reason_for_a_card_is_true() -> None:
    bots = [level.make(GAME) for level in LEVELS if level.name in ("beginner", "hard")]
    reasons = 0
    for seed in range(3):
        state = GAME.new(2, complete_options(GAME.info, {"mode": "duel"}))
        while isinstance(turn := GAME.turn(state), Nature):
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed))).state
        while isinstance(turn, Decide) and state.phase == "pick":
            thought = bots[turn.seat].choose(GAME.view(state, turn.seat), Dice(seed, reasons), Clock(1))
            assert true_of(thought.why, thought.action.card, state.cards_of(turn.seat)), thought
            reasons += 1
            state = GAME.apply(state, thought.action).state
            turn = GAME.turn(state)
    assert reasons >= 60


def test_no_reason_names_a_rule_that_may_be_hidden() -> None:
    state = GAME.new(2, complete_options(GAME.info, {"mode": "duel", "discovery": True}))
    while isinstance(turn := GAME.turn(state), Nature):
        state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(1))).state
    assert LEVELS[0].make(GAME).choose(GAME.view(state, state.active), Dice(1), Clock(1)).why == ""


def test_the_longest_word_is_typed_where_it_has_to_be() -> None:
    state = play(["easy"], 4, longest="typed")
    assert len(state.found[0].longest) >= 2


FULL_SIZE = pytest.param("standard", marks=pytest.mark.long)


@pytest.mark.parametrize("size", ["six", FULL_SIZE])
def test_stronger_levels_build_better_towers(size: str) -> None:
    totals = [0, 0, 0, 0]
    for seed in range(1 if size == "six" else 3):
        for seat, points in enumerate(play(["beginner", "easy", "normal", "hard"], 50 + seed, STEPS, size=size).points):
            totals[seat] += points
    assert totals == sorted(set(totals))
