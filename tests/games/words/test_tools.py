"""The tools: ``score words`` and ``analyse words``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.words.making import WORDS
from towergames.core.tool import ToolError
from towergames.games.words.tools import TOOLS
from towergames.lexicon.word_lists import SHIPPED

SCORE, ANALYSE = TOOLS
EMPTY = [" ".join([".."] * 10)] * 10


def board(**cells: str) -> list[str]:
    grid = [[".."] * 10 for _ in range(10)]
    for place, text in cells.items():
        grid[int(place[1:]) - 1]["abcdefghij".index(place[0])] = text
    return [" ".join(row) for row in grid]


def mood() -> list[str]:
    return board(c5="1M", d5="1O", e5="1O", f5="1D")


def test_the_tools_have_the_names_of_their_commands() -> None:
    assert [tool.name for tool in TOOLS] == ["score", "analyse"]
    assert [flag.key for flag in ANALYSE.flags] == ["words", "all"]
    assert ANALYSE.flags[0].values == SHIPPED


def test_a_play_is_scored() -> None:
    placements = [[4, 2, "M"], [4, 3, "O"], [4, 4, "O"], [4, 5, "D"]]
    result = SCORE.run({"board": EMPTY, "placements": placements}, {})
    assert result == {"legal": True, "score": 8, "words": ["MOOD"]}
    assert SCORE.render(result) == "MOOD: 8 points"
    wood = SCORE.run({"board": mood(), "placements": [[4, 2, "W"]]}, {})
    assert wood == {"legal": True, "score": 5, "words": ["WOOD"]}
    qu = SCORE.run({"board": EMPTY, "placements": [[4, 4, "Q"], [4, 5, "I"], [4, 6, "T"]]}, {})
    assert qu == {"legal": True, "score": 8, "words": ["QUIT"]}


@pytest.mark.parametrize(
    ("placements", "rule"),
    [
        ([[4, 2, "T"], [4, 3, "A"], [4, 4, "L"], [4, 5, "E"]], "U-2"),
        ([[4, 6, "S"]], "U-3"),
        ([[0, 0, "A"], [0, 1, "T"]], "U-6"),
        ([[4, 6, "Y"], [5, 7, "E"]], "U-6"),
        ([[5, 5, "O"], [7, 5, "O"]], "U-6"),
        ([[4, 6, "X"]], "U-7"),
        ([[4, 3, "O"]], "R-14"),
        ([[4, 2, "W"], [4, 2, "F"]], "R-13"),
    ],
)
def test_a_play_that_is_refused_names_its_rule(placements, rule: str) -> None:
    result = SCORE.run({"board": mood(), "placements": placements}, {})
    assert (result["legal"], result["rule"]) == (False, rule) and result["reason"]
    assert rule in SCORE.render(result)


def test_other_refusals() -> None:
    high = board(c5="5M", d5="1O", e5="1O", f5="1D")
    assert SCORE.run({"board": high, "placements": [[4, 2, "W"]]}, {})["rule"] == "U-19"
    assert SCORE.run({"board": EMPTY, "placements": [[0, 0, "A"], [0, 1, "T"]]}, {})["rule"] == "U-5"
    assert SCORE.run({"board": mood(), "rack": "AEINRST", "placements": [[4, 2, "W"]]}, {})["rule"] == "R-6"
    assert SCORE.run({"board": mood(), "placements": [[4, 6, "S"]], "plural_rule": False}, {})["score"] == 10
    full = [[4, 2, "F"], [4, 4, "R"], [4, 5, "E"], [4, 3, "I"]]
    assert SCORE.run({"board": mood(), "placements": full}, {})["rule"] == "U-2"
    assert SCORE.run({"board": mood(), "placements": full, "cover_rule": False}, {})["score"] == 8


def test_an_analysis_lists_the_best_plays_and_with_all_every_one() -> None:
    document = {"board": mood(), "rack": "AEINRST", "cover_rule": True, "plural_rule": True}
    short = ANALYSE.run(document, {"words": "standard", "all": False})
    every = ANALYSE.run(document, {"words": "standard", "all": True})
    assert len(short["top"]) == 10
    assert len(every["top"]) == every["plays"] == short["plays"]
    assert every["top"][:10] == short["top"] and every["best"] == every["top"][0]["score"]
    keys = [(-play["score"], play["placements"]) for play in every["top"]]
    assert keys == sorted(keys)
    assert len({json.dumps(play["placements"]) for play in every["top"]}) == every["plays"]
    for play in every["top"][::7]:
        again = SCORE.run({**document, "placements": play["placements"]}, {})
        assert again == {"legal": True, "score": play["score"], "words": play["words"]}
    assert json.loads(json.dumps(every)) == every
    assert f"{short['plays']:,} plays, the best 10 of them" in ANALYSE.render(short)


def test_nothing_to_play() -> None:
    result = ANALYSE.run({"board": EMPTY, "rack": "VVVV"}, {})
    assert result == {"plays": 0, "best": 0, "top": []}
    assert ANALYSE.render(result) == "No word can be played."


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("zq\nxyzzy\n" + "\n".join(WORDS))
    result = SCORE.run(
        {"board": EMPTY, "placements": [[4, 3 + at, tile] for at, tile in enumerate("XYZZY")]}, {"words": str(path)}
    )
    assert result["legal"]
    with pytest.raises(ToolError, match="standard"):
        SCORE.run({"board": EMPTY, "placements": [[4, 4, "A"]]}, {"words": "nowhere"})


EXAMPLE = 'expected an object such as {"board": [...], "rack": "AEINRST"}'
NO_BOARD = 'board: expected a list of 10 strings such as ".. .. 1M 2O .. .. .. .. .. .."'
NO_RACK = "rack: expected 1 to 7 letters, Q for the Qu tile"
NO_SQUARE = "is not a square. Write .. or a height 1 to 5 and a letter"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, f"{EXAMPLE}, not nothing"),
        ([], f"{EXAMPLE}, not a list"),
        ({}, f"{NO_BOARD}, not nothing"),
        ({"board": EMPTY}, f"{NO_RACK}, not nothing"),
        ({"board": EMPTY[:9], "rack": "A"}, f"{NO_BOARD}, not 9"),
        ({"board": [*EMPTY[:9], 5], "rack": "A"}, 'board: line 10: expected cells such as ".. .. 1M", not 5'),
        ({"board": [*EMPTY[:9], ".."], "rack": "A"}, "board: line 10 has 1 cells, not 10"),
        ({"board": board(a1="6A"), "rack": "A"}, f"board: row 0, column 0: '6A' {NO_SQUARE}"),
        ({"board": board(a1="0A"), "rack": "A"}, f"board: row 0, column 0: '0A' {NO_SQUARE}"),
        ({"board": board(a1="1?"), "rack": "A"}, f"board: row 0, column 0: '1?' {NO_SQUARE}"),
        ({"board": EMPTY, "rack": ""}, f"{NO_RACK}, not ''"),
        ({"board": EMPTY, "rack": "AEINRSTX"}, f"{NO_RACK}, not 'AEINRSTX'"),
        ({"board": EMPTY, "rack": "A1"}, f"{NO_RACK}, not 'A1'"),
        ({"board": EMPTY, "rack": "A", "cover_rule": 1}, "cover_rule: expected true or false, not 1"),
        ({"board": EMPTY, "rack": "A", "height": 6}, "height: expected 3, 4 or 5, not 6"),
        (
            {"board": EMPTY, "rack": "A", "wibble": 1},
            "unknown key 'wibble'; known are board, cover_rule, plural_rule, height, rack",
        ),
    ],
)
def test_a_document_that_describes_nothing_is_refused_in_words(document, message) -> None:
    with pytest.raises(ToolError) as caught:
        ANALYSE.run(document, {})
    assert str(caught.value) == message and message.isprintable()


@pytest.mark.parametrize(
    ("placements", "message"),
    [
        (None, 's: expected a list such as [[4, 2, "M"], [4, 3, "O"]], not nothing'),
        ([], 's: expected a list such as [[4, 2, "M"], [4, 3, "O"]], not a list of 0'),
        ([5], ' 1: expected row, column and letter such as [4, 2, "M"], not 5'),
        ([[1, 2]], ' 1: expected row, column and letter such as [4, 2, "M"], not a list of 2'),
        ([[10, 0, "A"]], " 1: row: expected a whole number from 0 to 9, not 10"),
        ([[0, -1, "A"]], " 1: column: expected a whole number from 0 to 9, not -1"),
        ([[0, 0, "AB"]], " 1: letter: expected a letter, Q for the Qu tile, not 'AB'"),
        ([[True, 0, "A"]], " 1: row: expected a whole number from 0 to 9, not true"),
    ],
)
def test_placements_that_are_none_are_refused(placements, message) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run({"board": EMPTY, "placements": placements}, {})
    assert str(caught.value) == f"placement{message}"


def test_a_small_board_has_fewer_rows_and_a_rack_is_checked() -> None:
    small = {"board": [" ".join([".."] * 8)] * 8, "placements": [[0, 8, "A"]]}
    with pytest.raises(ToolError, match=r"^placement 1: column: expected a whole number from 0 to 7, not 8$"):
        SCORE.run(small, {})
    with pytest.raises(ToolError, match=r"^rack: expected 1 to 7 letters, Q for the Qu tile, not 3$"):
        SCORE.run({"board": EMPTY, "placements": [[0, 0, "A"]], "rack": 3}, {})


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["board", "rack", "placements", "cover_rule", "height"]), junk))
def test_junk_gives_a_tool_error(document) -> None:
    for tool in TOOLS:
        with pytest.raises(ToolError):
            tool.run(document, {})
