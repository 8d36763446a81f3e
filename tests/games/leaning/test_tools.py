"""``score leaning``: the judge for people with real pyramids."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.core.tool import ToolError
from towergames.games.leaning.tools import TOOLS

(SCORE,) = TOOLS
EXAMPLE = {
    "size": "medium",
    "held": False,
    "corners_on_table": 1,
    "touches": ["P3", "P5"],
    "levels": {"P3": 0, "P5": 1},
    "disturbed": [],
    "remaining": 9,
}


def judged(flags: dict | None = None, **facts):
    return SCORE.run(EXAMPLE | facts, flags or {})


def test_the_example_scores_line_by_line() -> None:
    result = judged()
    assert result == {
        "verdict": "placed",
        "points": 2,
        "level": 0,
        "lines": [
            {"rule": "R-22", "points": 1, "note": "medium piece"},
            {"rule": "R-24", "points": 1, "note": "one corner on the table"},
        ],
        "refusals": [],
    }
    assert json.loads(json.dumps(result)) == result
    text = SCORE.render(result)
    assert text.splitlines()[0] == "placed on level 0: 2 points"
    assert "   +1  R-24  one corner on the table" in text


def test_a_piece_on_top_counts_levels_and_supports() -> None:
    result = judged(corners_on_table=0)
    assert (result["points"], result["level"]) == (1, 1)
    assert judged(corners_on_table=0, levels={"P3": 3, "P5": 1})["level"] == 2
    levels = {"P3": 0, "P5": 1, "P6": 1}
    held = judged(corners_on_table=0, held=True, size="small", touches=[*levels], levels=levels)
    assert held["points"] == 1 + 1 - 1 + 2 - 2


@pytest.mark.parametrize(
    ("facts", "cited"),
    [
        ({"corners_on_table": 3}, "L-1"),
        ({"size": "small"}, "L-4"),
        ({"sizes": {"P3": "small"}, "contacts": {"P3": 1}}, "L-4"),
        ({"inside_point": ["P3"]}, "L-8"),
        ({"held": True}, "L-12"),
        ({"previous_size": "medium"}, "L-7"),
        ({"corners_on_table": 0, "touches": []}, "L-27"),
    ],
)
def test_an_illegal_placement_names_its_rule_and_scores_nothing(facts: dict, cited: str) -> None:
    result = judged(**facts)
    assert result["verdict"] == "illegal"
    assert result["points"] == 0
    assert result["lines"] == []
    assert [one["rule"] for one in result["refusals"]] == [cited]
    assert cited in SCORE.render(result)


def test_options_of_the_game_are_flags() -> None:
    full = {"sizes": {"P3": "small"}, "contacts": {"P3": 1}}
    assert judged({"contacts": "placed"}, **full)["verdict"] == "placed"
    held = {"held": True, "corners_on_table": 0, "previous_size": "medium"}
    assert judged(**held)["verdict"] == "placed"
    assert judged({"held": "other"}, **held)["refusals"][0]["rule"] == "L-12"
    three = ["P1", "P2", "P4"]
    assert judged(disturbed=three)["verdict"] == "wreck"
    assert judged({"three": "break"}, disturbed=three)["points"] == -6


@pytest.mark.parametrize(
    ("disturbed", "verdict", "points"),
    [([], "placed", 2), (["P1"], "break", -2), (["P1", "P2"], "break", -4), (["P1", "P2", "P4"], "wreck", -6)],
)
def test_disturbed_pieces_make_a_break_or_a_wreck(disturbed, verdict, points) -> None:
    result = judged(disturbed=disturbed)
    assert (result["verdict"], result["points"]) == (verdict, points)
    assert SCORE.render(result)


def test_held_pieces_are_lost_in_a_break_and_in_a_wreck() -> None:
    assert judged(disturbed=["P1"], holding=2)["points"] == -2 - 4
    assert judged(disturbed=["P1"], holding=1, held=True)["points"] == -2 - 4
    assert judged(disturbed=["P1", "P2", "P4"], holding=1)["points"] == -6 - 2


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, 'expected an object such as {"size": "medium", "touches": ["P3"]}, not nothing'),
        ([], 'expected an object such as {"size": "medium", "touches": ["P3"]}, not a list'),
        ({}, "size: expected one of small, medium, large, not nothing"),
        ({"corners_on_table": 1}, "size: expected one of small, medium, large, not nothing"),
        ({"size": "huge"}, "size: expected one of small, medium, large, not 'huge'"),
        ({"size": 3}, "size: expected one of small, medium, large, not 3"),
        (EXAMPLE | {"held": 1}, "held: expected true or false, not 1"),
        (EXAMPLE | {"corners_on_table": 6}, "corners_on_table: expected a whole number from 0 to 5, not 6"),
        (EXAMPLE | {"corners_on_table": True}, "corners_on_table: expected a whole number from 0 to 5, not true"),
        (
            EXAMPLE | {"touches": "P3"},
            """touches: expected a list of at most 200 pieces such as ["P3", "P5"], not 'P3'""",
        ),
        (
            EXAMPLE | {"touches": ["P3", "P3"]},
            "touches: a piece stands there twice; pieces that touch twice have one contact. L-5",
        ),
        (EXAMPLE | {"touches": ["\x1b[2J"]}, "touches: expected a short name of a piece such as P3, not '\\x1b[2J'"),
        (EXAMPLE | {"touches": [""]}, "touches: expected a short name of a piece such as P3, not ''"),
        (
            EXAMPLE | {"corners_on_table": 0, "levels": {"P3": 0}},
            "levels: the level of P5 is missing; this piece does not touch the table",
        ),
        (
            EXAMPLE | {"touches": ["P"] * 201},
            'touches: expected a list of at most 200 pieces such as ["P3", "P5"], not a list of 201',
        ),
        (
            EXAMPLE | {"levels": {f"P{number}": 0 for number in range(201)}},
            'levels: expected an object of at most 200 pieces such as {"P3": ...}, not an object of 201',
        ),
        (EXAMPLE | {"levels": {"P\n": 0}}, r"levels: expected a short name of a piece such as P3, not 'P\n'"),
        (EXAMPLE | {"levels": {"P3": -1}}, "levels: P3: expected a whole number from 0 to 200, not -1"),
        (
            EXAMPLE | {"levels": [0, 1]},
            'levels: expected an object of at most 200 pieces such as {"P3": ...}, not a list',
        ),
        (EXAMPLE | {"sizes": {"P3": "big"}}, "sizes: P3: expected one of small, medium, large, not 'big'"),
        (EXAMPLE | {"remaining": 15}, "remaining: expected a whole number from 0 to 14, not 15"),
        (
            EXAMPLE | {"remaining": 10**40},
            "remaining: expected a whole number from 0 to 14, not a number that is too large",
        ),
        (EXAMPLE | {"holding": -1}, "holding: expected a whole number from 0 to 15, not -1"),
        (EXAMPLE | {"previous_size": "tiny"}, "previous_size: expected one of small, medium, large, not 'tiny'"),
        (
            EXAMPLE | {"wibble": 1},
            "unknown key 'wibble'; known are size, held, corners_on_table, touches, levels, sizes, contacts, "
            "inside_point, previous_size, disturbed, remaining, holding",
        ),
        (
            {k: v for k, v in EXAMPLE.items() if k != "remaining"} | {"disturbed": ["P1", "P2", "P4"]},
            "remaining: a Wreck is charged by the pieces not yet placed; say how many, this one left out",
        ),
    ],
)
def test_a_document_that_describes_nothing_is_refused_in_words(document, message) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run(document, {})
    assert str(caught.value) == message
    assert message.isprintable() and len(message) < 200


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*EXAMPLE, "sizes", "contacts", "inside_point", "holding"]), junk))
def test_junk_gives_a_result_or_a_tool_error(document) -> None:
    try:
        result = SCORE.run({"size": "large"} | document, {})
    except ToolError as error:
        assert str(error).isprintable()
    else:
        assert SCORE.render(result)
