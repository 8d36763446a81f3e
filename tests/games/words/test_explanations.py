"""What the opponents of Stacked Words say of their moves holds nothing that the others may not know."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from tests.combinations import combined, sample
from tests.games.words.test_bots import CASES, ask, decisions
from towergames.core.bot import Level
from towergames.core.dice import Dice
from towergames.core.options import Scalar
from towergames.games.words.bots import LEVELS
from towergames.games.words.game import GAME
from towergames.games.words.model import Exchange, Pass, Play, State

HIDDEN = [(seats, options) for seats, options in CASES if seats > 1 and not options.get("open")]
each_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)

CAPITALS = re.compile(r"\b(?:[A-Z]+|Qu)\b")
"""A tile, a rack or a word, as the program writes them."""


def in_public(state: State, action: Any) -> str:
    """What everybody reads of a move."""
    return " ".join(event.text for event in GAME.apply(state, action).events if event.seen_by is None)


def worlds(seats: int, options: dict[str, Scalar], seed: int) -> list[tuple[State, ...]]:
    """Positions, each with many racks that the others may think the mover has; some are poor, so that he exchanges."""
    found = []
    for number, state in enumerate(decisions(seats, seed, options)[::8]):
        if state.phase != "turn" or not state.bag:
            continue
        other = (state.active + 1) % seats
        view = GAME.view(state, other)
        found.append(tuple(GAME.imagine(view, Dice(seed, number, f"{world}")) for world in range(sample(2, 4))))
    return found


@combined(level=LEVELS, case=HIDDEN)
def test_an_explanation_tells_no_more_than_the_log(level: Level, case: tuple[int, dict[str, Scalar]]) -> None:
    """It names no hidden tile, and equal moves are explained alike: else it would tell how many plays a rack has."""
    seats, options = case
    for group in worlds(seats, options, 21):
        said = defaultdict(set)
        for state in group:
            thought = ask(level, state)
            public = in_public(state, thought.action)
            assert set(CAPITALS.findall(thought.why)) <= set(CAPITALS.findall(public)), thought
            said[public].add(thought.why)
        assert all(len(whys) == 1 for whys in said.values()), said


@each_level
def test_an_exchange_and_a_pass_are_explained_alike_with_plays_and_without(level: Level) -> None:
    said: dict[type, set[str]] = {Exchange: set(), Pass: set(), Play: set()}
    for state in decisions(2, 5)[:: sample(12, 6)]:
        for rack in ("VVVVVVV", "CVVVVVV", "IIIUUVV", "QUUUVVV", "AAAAIII", "EEIIIUU"):
            racks = tuple(rack if seat == state.active else own for seat, own in enumerate(state.racks))
            thought = ask(level, replace(state, racks=racks))
            said[type(thought.action)].add(thought.why)
    assert said[Exchange] or level.name == "random"
    assert len(said[Exchange]) <= 1 and len(said[Pass]) <= 1
