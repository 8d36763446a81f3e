"""``score bricks`` and ``solve bricks``: documents in, verdicts and towers out, every mistake refused in words."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bricks.making import WORDS, WORKED, any_tower, tower
from towergames.core.tool import ToolError
from towergames.games.bricks.calculator import read_request, render_solution, run_solver, write_card, write_piece
from towergames.games.bricks.deal import DECK, code_of, deal
from towergames.games.bricks.rules import CHOICES
from towergames.games.bricks.tools import TOOLS

SCORE = next(tool for tool in TOOLS if tool.name == "score")
A = {"kind": "brick", "letter": "A", "colour": "yellow", "weight": 5, "shape": "rectangle"}
BLUE = {"kind": "window", "colour": "blue"}


@pytest.fixture
def flags(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "list.txt"
    path.write_text("\n".join(WORDS))
    return {"words": str(path)}


def document(text: str, **more: Any) -> dict[str, Any]:
    return {"levels": [[write_piece(piece) for piece in level] for level in tower(text)], **more}


def test_the_worked_tower(flags: dict[str, Any]) -> None:
    result = SCORE.run(document(WORKED), flags)
    assert (result["legal"], result["score"], result["raw_total"]) == (True, 75, 75)
    assert (result["violations"], result["column_words"], result["longest_word"]) == ({}, [], "DANEWORT")
    assert list(result["points"]) == [
        str(n) for n in (3, 7, 10, *range(12, 16), *range(18, 21), 22, 25, 28, 29, 30, 32, 33, 34, 36)
    ]
    assert sum(result["points"].values()) == 75 and json.loads(json.dumps(result)) == result
    assert SCORE.run({"tower": WORKED}, flags) == result


def test_a_broken_tower_has_no_score(flags: dict[str, Any]) -> None:
    result = SCORE.run(document(WORKED.replace("D4RB T3HB", "C4RB D3HB")), flags)
    assert (result["legal"], result["score"]) == (False, None)
    assert result["violations"] == {"35": ["level 3: C stands next to D"]}
    assert result["raw_total"] == sum(result["points"].values())


def test_cards_may_be_named_in_words(flags: dict[str, Any]) -> None:
    """Colour and letter name a brick where the deck has it once, and more is asked for otherwise."""
    (z,) = [code for code in DECK if code[0] == "Z" and code[3] == "Y"]
    for words in ("yellow Z", "ZY", z):
        scored = SCORE.run({"levels": [[words, "blue window"]], "materials": [words, "blue window", "wildcard"]}, flags)
        assert "materials" not in scored["violations"]
        assert scored == SCORE.run({"tower": f"{words} a blue window"}, flags)
    with pytest.raises(ToolError, match='"yellow E" could be '):
        SCORE.run({"tower": "yellow E"}, flags)


def test_ledgers_for_people(flags: dict[str, Any]) -> None:
    legal = SCORE.render(SCORE.run(document(WORKED), flags)).splitlines()
    assert legal[0] == "legal: 75 points"
    assert "   10  Longest word (19): DANEWORT" in legal and len(legal) == 20
    bad = SCORE.render(SCORE.run({"tower": "D4RB E3HB", "materials": ["D4RB"]}, flags))
    assert bad.startswith("not legal, so no score; it would be ")
    assert "Letters apart (35): level 1: D stands next to E" in bad
    assert "  Cards: the tower uses 1 more of E3HB than there is" in bad


def test_wildcards_and_adjusted_bricks(flags: dict[str, Any]) -> None:
    rare = {"kind": "brick", "letter": "Q", "colour": "yellow", "weight": 4, "shape": "hexagon", "adj": -1}
    levels = [[A, {"kind": "wild", "as": rare}, {"kind": "stack", "as": BLUE, "cards": [A, BLUE]}]]
    request = read_request({"levels": levels})
    assert request.tower == tower("A5RY *=Q4HY-1 (A5RY+#B)=#B")
    assert (
        read_request({"levels": [["A5RY", "*=Q4HY-1", {"kind": "stack", "as": "#B", "cards": ["A5RY", "#B"]}]]})
        == request
    )


@given(st.integers(0, 2**32))
def test_what_is_written_is_read_again(seed: int) -> None:
    made = any_tower(random.Random(seed))
    sound = tuple(tuple(p for p in level if len(p.made_of) < 3) for level in made)
    levels = [[write_piece(piece) for piece in level] for level in sound]
    assert read_request(json.loads(json.dumps({"levels": levels}))).tower == sound


def test_materials_are_checked(flags: dict[str, Any]) -> None:
    from towergames.games.bricks.pieces import cards_of

    cards = [write_card(code) for code in cards_of(tower(WORKED)).elements()]
    assert SCORE.run(document(WORKED, materials=cards), flags)["score"] == 75
    assert SCORE.run(document(WORKED, materials=[*cards, {"kind": "wild", "id": "w1"}]), flags)["score"] == 75
    without = [card for card in cards if card != write_card("#Y")]
    result = SCORE.run(document(WORKED, materials=without), flags)
    assert (result["legal"], result["score"], result["raw_total"]) == (False, None, 75)
    assert result["violations"] == {"materials": ["the tower uses 3 more of #Y than there are"]}


def test_options_are_readings(flags: dict[str, Any]) -> None:
    text = "T2RY T2RY / A3RB A3RB / C1RY C1RY"
    assert SCORE.run(document(text), flags)["points"]["15"] == 8
    assert SCORE.run(document(text, options={"repeated": "once"}), flags)["points"]["15"] == 4
    assert SCORE.run(document(text, options={}), flags) == SCORE.run(document(text), flags)


def test_an_empty_tower_is_judged(flags: dict[str, Any]) -> None:
    result = SCORE.run({"levels": []}, flags)
    assert result["violations"]["1"] == ["build at least 4 levels, 0 so far"]
    assert result["points"]["33"] == 26


def test_a_list_that_is_not_there() -> None:
    with pytest.raises(ToolError, match="no word list"):
        SCORE.run(document(WORKED), {"words": "nosuchlist"})


HOW_TO_WRITE = "Write a brick as letter, tons, T R or H, R B or Y: A5RY, a window as #B"
EXAMPLE = 'expected an object such as {"levels": [[{"kind": "window", "colour": "red"}]]}'
NO_TOWER = 'tower: expected a text such as "A5RY #Y / D4RB T3HB", the bottom level first'
KEYS = "levels, tower, materials, options"


def wild(face: Any) -> dict[str, Any]:
    return {"kind": "wild", "as": face}


def stack(*cards: Any) -> dict[str, Any]:
    return {"kind": "stack", "as": A, "cards": list(cards)}


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (5, 'expected an object such as {"kind": "window", "colour": "red"}, not 5'),
        ({}, "kind: expected brick, window, wild or stack, not nothing"),
        ({"kind": ["brick"]}, "kind: expected brick, window, wild or stack, not a list"),
        (BLUE | {"letter": "A"}, "unknown key 'letter'; known are kind, id, colour"),
        (BLUE | {"colour": "pink"}, "colour: expected red, blue or yellow, not 'pink'"),
        (A | {"letter": "AB"}, "letter: expected a letter from A to Z, not 'AB'"),
        (A | {"letter": ""}, "letter: expected a letter from A to Z, not ''"),
        (A | {"letter": "\u0130"}, "letter: expected a letter from A to Z, not '\\u0130'"),
        (A | {"letter": 1}, "letter: expected a letter from A to Z, not 1"),
        (A | {"weight": 10}, "weight: expected a whole number from 0 to 9, not 10"),
        (A | {"weight": True}, "weight: expected a whole number from 0 to 9, not true"),
        (A | {"weight": 2.0}, "weight: expected a whole number from 0 to 9, not 2.0"),
        (A | {"weight": 10**400}, "weight: expected a whole number from 0 to 9, not a number that is too large"),
        (A | {"adj": "1"}, "adj: expected a whole number from -9 to 9, not '1'"),
        (A | {"shape": "circle"}, "shape: expected triangle, rectangle or hexagon, not 'circle'"),
        ({"kind": "wild"}, 'a wildcard needs "as", the brick or window that it stands for'),
        (wild(wild(A)), "as: kind: expected brick or window, not 'wild'"),
        (wild("*=#B"), "as: expected a brick or a window, not '*=#B'"),
        ({"kind": "stack", "as": A}, "cards: expected a list of two cards, not nothing"),
        (stack(A), "cards: expected a list of two cards, not a list of 1"),
        (stack(A, {"kind": "stack"}), "cards, 2: kind: expected brick, window or wild, not 'stack'"),
        (stack(A, A | {"adj": 1}), "cards, 2: expected a card as it is printed, not 'A5RY+1'"),
        ("A5R", f'"A5R" is not a card. {HOW_TO_WRITE}'),
    ],
)
def test_pieces_that_are_refused(piece: Any, said: str) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run({"levels": [[BLUE, piece]]}, {})
    assert str(caught.value) == f"level 1, piece 2: {said}"


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ([], f"{EXAMPLE}, not a list"),
        ({}, EXAMPLE),
        ({"materials": []}, EXAMPLE),
        ({"levels": [], "tower": ""}, 'give either "levels" or "tower", not both'),
        ({"levels": [], "level": []}, f"unknown key 'level'; known are {KEYS}"),
        ({"levels": {}}, "levels: expected a list of at most 50 levels, the bottom one first, not an object"),
        ({"levels": [[]] * 51}, "levels: expected a list of at most 50 levels, the bottom one first, not a list of 51"),
        ({"levels": ["A5RY"]}, "level 1: expected a list of at most 50 pieces, from left to right, not 'A5RY'"),
        (
            {"levels": [[], [BLUE] * 51]},
            "level 2: expected a list of at most 50 pieces, from left to right, not a list of 51",
        ),
        ({"tower": 5}, f"{NO_TOWER}, not 5"),
        ({"tower": "A5RY / x"}, 'tower: "x" could be X1HY, X2TR or X4RB. Say more of it, such as its colour or weight'),
        ({"tower": "/" * 60}, "tower: expected at most 50 levels of at most 50 pieces"),
        ({"tower": "A" * 4001}, f"{NO_TOWER}, not '{'A' * 36}..."),
    ],
)
def test_documents_that_are_refused(bad: Any, said: str) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run(bad, {})
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("materials", [BLUE] * 501, ": expected a list of at most 500 cards, not a list of 501"),
        ("materials", [BLUE, {"kind": "stack"}], ", card 2: kind: expected brick, window or wild, not 'stack'"),
        ("materials", ["*=A5RY"], ", card 1: expected a card as it is printed, not '*=A5RY'"),
        ("options", [], ': expected an object such as {"gaps": "break"}, not a list'),
        ("options", {"gap": "skip"}, f": unknown key 'gap'; known are {', '.join(CHOICES)}"),
        ("options", {"gaps": "hop"}, ": gaps: expected skip or break, not 'hop'"),
        ("options", {"zero": 1}, ": zero: expected true or false, not 1"),
        ("options", {"stack_cards": True}, ": stack_cards: expected 1 or 2, not true"),
        ("options", {"gaps": []}, ": gaps: expected skip or break, not a list"),
    ],
)
def test_materials_and_options_that_are_refused(key: str, value: Any, said: str) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run({"levels": [], key: value}, {})
    assert str(caught.value) == key + said


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "letter", "colour", "weight", "shape", "adj", "as", "cards", "levels", "options"]),
            inner | st.sampled_from(["brick", "window", "wild", "stack", "red", "A", "hexagon", 3]),
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_document_is_read_or_refused_in_words(part: Any) -> None:
    parts = ({"levels": part}, {"levels": [[part]]}, {"levels": [], "materials": part}, {"levels": [], "options": part})
    for document in (part, *parts):
        try:
            read_request(document)
        except ToolError as error:
            assert str(error).isprintable() and len(str(error)) < 300


QUICK = {"seconds": "0.4", "seed": "3"}
CARDS = deal(code_of("six", 21))


def ids(piece: dict[str, Any]) -> list[Any]:
    if piece["kind"] == "stack":
        return [card["id"] for card in piece["cards"]]
    return [piece["id"]]


def test_cards_keep_their_ids() -> None:
    materials = [write_card(code) | {"id": f"{code} no. {at}"} for at, code in enumerate(CARDS)]
    result = run_solver({"materials": materials}, QUICK)
    used = [name for level in result["levels"] for piece in level for name in ids(piece)]
    assert len(used) == len(set(used))
    told = Counter(name.split(" ")[0] for name in used)
    assert not told - Counter(CARDS)
    for level in result["levels"]:
        for piece in level:
            if piece["kind"] == "brick":
                assert piece["id"].startswith(piece["letter"])


def test_who_watches_hears_of_every_improvement() -> None:
    told: list[str] = []
    solve = next(tool for tool in TOOLS if tool.name == "solve")
    assert solve.watch is not None
    result = solve.watch({"materials": list(CARDS)}, QUICK, told.append)
    scores = [int(line.split()[2]) for line in told if "points" in line]
    assert scores == sorted(set(scores)) and scores[-1] == result["score"]
    assert f"{result['score']} points" in render_solution(result)


@pytest.mark.parametrize(
    ("document", "flags", "words"),
    [
        ({}, {}, "materials"),
        ({"materials": ["*", "*"]}, {}, "R-31"),
        ({"materials": ["A5RY"]}, {"seconds": "0"}, "--seconds"),
        ({"materials": ["A5RY"]}, {"seed": "-1"}, "--seed"),
    ],
)
def test_mistakes_are_explained(document: dict[str, Any], flags: dict[str, str], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        run_solver(document, flags)
