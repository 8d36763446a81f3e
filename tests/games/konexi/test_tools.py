"""``score konexi``: the judge for people who play the physical game."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.konexi.making import PAIRS, small_list
from towergames.core.tool import ToolError
from towergames.games.konexi.tools import TOOLS

(SCORE,) = TOOLS
JOINTS = [["R", "U"], ["U", "L"], ["L", "E"]]
EXAMPLE = {"joints": JOINTS, "new": "E", "word": "RULE"}


def judged(flags: dict | None = None, **facts):
    return SCORE.run(EXAMPLE | facts, flags or {})


def test_the_example_counts_four_points() -> None:
    result = judged()
    assert result == {"counts": True, "points": 4, "word": "RULE"}
    assert json.loads(json.dumps(result)) == result
    assert SCORE.render(result) == "RULE counts: 4 points"


def test_clue_of_the_rules_does_not_count_since_c_hangs_on_r() -> None:
    result = judged(joints=[list(pair) for pair in PAIRS], word="clue")
    assert (result["counts"], result["points"], result["rule"]) == (False, 0, "K-7")
    assert SCORE.render(result).startswith("CLUE does not count (K-7): ")


@pytest.mark.parametrize(
    ("facts", "cited"),
    [
        ({"new": "R", "word": "el"}, "R-15"),
        ({"word": "LEUR"}, "R-16"),
        ({"word": "RULED"}, "R-17"),
        ({"word": "RULEE"}, "R-17"),
        ({"word": "E"}, "K-8"),
        ({"joints": [["R", "U"], ["L", "E"]]}, "K-7"),
    ],
)
def test_a_word_that_does_not_count_says_which_rule(facts: dict, cited: str) -> None:
    result = judged(**facts)
    assert (result["counts"], result["rule"]) == (False, cited)
    assert result["reason"].endswith(".")


def test_without_a_word_all_words_are_listed_the_longest_first() -> None:
    facts = {key: value for key, value in EXAMPLE.items() if key != "word"}
    result = SCORE.run(facts, {"words": "standard"})
    assert result["words"][:2] == ["LURE", "RULE"]
    assert result["count"] == len(result["words"])
    assert result["points"] == 4
    text = SCORE.render(result)
    assert text.splitlines()[0].endswith("words, the best for 4 points:")
    assert "   4  LURE RULE" in text
    few = SCORE.run(facts, {"words": small_list().reference, "shortest": 3})
    assert few["words"] == ["LURE", "RULE", "ULE"], "RUE leaves L out, and with it what holds E"
    assert SCORE.render(SCORE.run({"joints": [], "new": "E"}, {})) == "The new letter makes no word."


def test_by_option_all_words_score_together_up_to_twelve() -> None:
    facts = {"joints": JOINTS, "new": "E"}
    few = SCORE.run(facts, {"words": small_list().reference, "scoring": "all"})
    assert (few["words"], few["points"]) == (["LURE", "RULE", "ULE", "EL", "LE"], 15)
    assert SCORE.render(few).startswith("5 words, together for 15 points:")
    one = SCORE.run(facts, {"words": small_list().reference, "scoring": "one"})
    assert one == few | {"points": 4}
    star = [[one, other] for one in "AEST" for other in "RINO"]
    many = SCORE.run({"joints": star, "new": "S"}, {"scoring": "all"})
    assert many["points"] == sum(map(len, many["words"][:12])) < sum(map(len, many["words"]))
    assert "the 12 longest for" in SCORE.render(many).splitlines()[0]


def test_many_words_of_a_length_are_shortened_for_people() -> None:
    joints = [["S", letter] for letter in "ABCDEFGHIJKLMNOPQRTUVWXYZ"] + [
        ["A", "E"],
        ["E", "T"],
        ["A", "T"],
        ["R", "E"],
    ]
    result = SCORE.run({"joints": joints, "new": "S"}, {})
    text = SCORE.render(result)
    assert " more" in text
    assert all(len(line) < 400 for line in text.splitlines())
    assert result["count"] > 100


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            [],
            'expected an object such as {"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}'
            ", not a list",
        ),
        (EXAMPLE | {"joint": 1}, "unknown key 'joint'; known are joints, new, word"),
        ({"joints": JOINTS}, "new: expected a letter from A to Z, the one just placed, not nothing"),
        (EXAMPLE | {"new": "Z", "word": None}, "new: Z is joined to no letter; the joints do not name it"),
        (EXAMPLE | {"new": "EE"}, "new: expected a letter from A to Z, the one just placed, not 'EE'"),
        (EXAMPLE | {"new": "\ufb06"}, "new: expected a letter from A to Z, the one just placed, not '\\ufb06'"),
        (
            EXAMPLE | {"joints": {}},
            'joints: expected a list of at most 1000 pairs of letters such as [["R", "U"], ["U", "L"]], not an object',
        ),
        (EXAMPLE | {"joints": [["R"]]}, "joint 1: expected two letters, not a list of 1"),
        (EXAMPLE | {"joints": [["R", "U"], ["R", 5]]}, "joint 2: expected a letter from A to Z, not 5"),
        (EXAMPLE | {"joints": [["R", "r"]]}, "joint 1: R is not joined to itself"),
        (EXAMPLE | {"word": "R2"}, "word: expected 1 to 26 letters from A to Z, not 'R2'"),
        (EXAMPLE | {"word": 10**40}, "word: expected 1 to 26 letters from A to Z, not a number that is too large"),
    ],
)
def test_a_document_that_says_no_tower_is_refused_with_what_is_wrong(document, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        SCORE.run(document, {})
    assert str(caught.value) == message


def test_an_unknown_list_is_an_error_of_the_tool() -> None:
    with pytest.raises(ToolError, match="word list"):
        judged({"words": "nonesuch"})


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["joints", "new", "word"]), inner),
        max_leaves=8,
    )
)
def test_any_document_is_judged_or_refused(document) -> None:
    try:
        result = SCORE.run(document, {})
    except ToolError as error:
        assert str(error).isprintable()
    else:
        assert SCORE.render(result)


def test_listing_the_tools_loads_neither_word_lists_nor_the_calculator() -> None:
    code = (
        "import sys; import towergames.games.konexi.tools; "
        "print([m for m in sys.modules if m.startswith('towergames.lexicon') or m.endswith('calculator')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"
