"""The scoring calculator and its answers to bad input."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.core.tool import ToolError
from towergames.games.takethat.calculator import calculate, render
from towergames.games.takethat.model import FLOORS
from towergames.games.takethat.tools import TOOLS


def entry(floor: Any, owner: Any = None, **more: Any) -> dict[str, Any]:
    return {"floor": floor, "owner": owner, **more}


FLOORS_OF_SECOND = (("SPIRE", 1), ("INFERNO", 2), ("LANDLORD", None), ("LOBBY", 4), ("ELEVATOR", 3), ("SUITE", 2))
SECOND = {"players": 4, "tower": [entry(*floor) for floor in FLOORS_OF_SECOND]}


def test_a_published_example_with_its_steps() -> None:
    result = calculate(SECOND)
    assert result["points"] == {"1": 5, "2": 4, "3": 2, "4": 2} and result["draws"] == {"2": 2}
    assert len(result["steps"]) == 6
    assert result["steps"][0] == "floor 6 SPIRE (player 1): player 1 +3"
    assert "player 2: 4 points, draws 2 cards" in render(result)
    assert TOOLS[0].run(SECOND, {}) == result and TOOLS[0].render(result) == render(result)


@pytest.mark.parametrize(
    ("more", "draws"), [({"hands": [0, 5, 0, 0]}, {"2": 1}), ({"hands": [0, 6, 0, 0]}, {}), ({"deck": 1}, {"2": 1})]
)
def test_hands_and_deck_limit_what_suite_draws(more: dict[str, Any], draws: dict[str, int]) -> None:
    assert calculate({**SECOND, **more})["draws"] == draws


def test_names_in_lower_case_and_prototype_texts_are_understood() -> None:
    tower = [entry("suite", 1, builder=2), entry("elevator", 1, builder=1)]
    assert calculate({"players": 2, "tower": tower, "texts": "prototype"})["points"] == {"1": 5, "2": 2}


GOOD = [entry("OFFICE", 1)]


NO_FLOOR = f"expected one of {', '.join(FLOORS)}"
NO_TOWER = "tower: expected a list of 1 to 7 floors from the top to the ground"
NO_SEATS = "players: expected a whole number from 2 to 4"
EXAMPLE = 'expected an object such as {"players": 4, "tower": [...]}'
NOBODY = "owner: expected a whole number from 1 to the number of players or null"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (None, f"{EXAMPLE}, not nothing"),
        ([], f"{EXAMPLE}, not a list"),
        ({}, f"{NO_SEATS}, not nothing"),
        ({"players": True, "tower": GOOD}, f"{NO_SEATS}, not true"),
        ({"players": 5, "tower": GOOD}, f"{NO_SEATS}, not 5"),
        ({"players": 10**6000, "tower": GOOD}, f"{NO_SEATS}, not a number that is too large"),
        ({"players": 2.0, "tower": GOOD}, f"{NO_SEATS}, not 2.0"),
        ({"players": 2}, f"{NO_TOWER}, not nothing"),
        ({"tower": "OFFICE"}, f"{NO_TOWER}, not 'OFFICE'"),
        ({"tower": []}, f"{NO_TOWER}, not a list of 0"),
        ({"tower": GOOD * 8}, f"{NO_TOWER}, not a list of 8"),
        (
            {"tower": ["OFFICE"]},
            """floor 1 from the top: expected an object such as {"floor": "OFFICE", "owner": 1}, not 'OFFICE'""",
        ),
        ({"tower": [entry("PENTHOUSE")]}, f"floor 1 from the top: floor: {NO_FLOOR}, not 'PENTHOUSE'"),
        ({"tower": [entry(["OFFICE"])]}, f"floor 1 from the top: floor: {NO_FLOOR}, not a list"),
        ({"tower": [entry("\x1b[2J")]}, f"floor 1 from the top: floor: {NO_FLOOR}, not '\\x1b[2J'"),
        (
            {"tower": [*GOOD, entry("LOBBY", 3)]},
            "floor 2 from the top: owner: expected a whole number from 1 to 2 or null, not 3",
        ),
        ({"tower": [entry("LOBBY", "1")]}, f"floor 1 from the top: {NOBODY}, not '1'"),
        (
            {"tower": [entry("LOBBY", 1, color="red")]},
            "floor 1 from the top: unknown key 'color'; known are floor, owner, builder",
        ),
        ({"tower": GOOD, "hand": []}, "unknown key 'hand'; known are players, tower, hands, deck, texts"),
        ({"tower": GOOD, "hands": [1]}, "hands: expected a list of 2 numbers, one for each player, not 1"),
        ({"tower": GOOD, "hands": [1, 7]}, "hands: player 2: expected a whole number from 0 to 6, not 7"),
        ({"tower": GOOD, "deck": -1}, "deck: expected a whole number from 0 to 65, not -1"),
        ({"tower": GOOD, "texts": []}, "texts: expected printed or prototype, not a list"),
    ],
)
def test_bad_input_is_answered_with_the_reason(document: Any, reason: str) -> None:
    with pytest.raises(ToolError) as caught:
        calculate({"players": 2, **document} if document else document)
    assert str(caught.value) == reason and reason.isprintable()


LEAF = st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.text(max_size=5) | st.sampled_from(FLOORS)
JSON = st.recursive(
    LEAF, lambda x: st.lists(x, max_size=4) | st.dictionaries(st.text(max_size=6), x, max_size=4), max_leaves=9
)
NEARLY = st.fixed_dictionaries(
    {
        "players": st.integers(1, 5) | LEAF,
        "tower": st.lists(st.fixed_dictionaries({"floor": LEAF, "owner": LEAF}), max_size=8) | JSON,
    },
    optional={"hands": st.lists(st.integers(-1, 7), max_size=5) | JSON, "deck": LEAF, "texts": LEAF},
)


@given(NEARLY | JSON)
def test_any_json_is_scored_or_refused(document: Any) -> None:
    try:
        result = calculate(document)
    except ToolError as error:
        assert str(error)
    else:
        assert len(result["points"]) == document["players"] and render(result)
