"""Every rule by name: accepted, refused, and the boundary between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.bricks.making import WORKED, broken, points, tower, words
from towergames import lexicon
from towergames.core.rulesheet import load_rule_sheet
from towergames.games.bricks import rules
from towergames.games.bricks.judge import judge, judge_known_words
from towergames.games.bricks.pieces import Piece
from towergames.games.bricks.rules import FoundWords
from towergames.games.bricks.tutorial import examples

SHEET = load_rule_sheet("towergames.games.bricks")
BUILDING = (1, 4, 5, 6, 8, 9, 11, 16, 17, 21, 23, 24, 26, 27, 31, 35)
SCORING = (2, 3, 7, 10, 12, 13, 14, 15, 18, 19, 20, 22, 25, 28, 29, 30, 32, 33, 34, 36)


LONG = lexicon.add("bricks-long", ["ad", "towers", "towered", "danewort", "abandoned", "abandoning", "abandonment"])

FOUR = " / D2RB / O2HY / R2RY"
SIX = " ".join(["A5RY"] * 6)
SEVEN = (*((0, place) for place in range(3)), *((2, place) for place in range(4)))
HAVE_TWO = "have exactly two pieces each; only one level may"
WEIGH_FOUR = "weigh multiples of 4 tons; exactly one must"
NO_EAST = "E, A, S and T are all in the tower; one of them must go"
NO_CONSONANTS = "one level of 2 bricks or more must have none of A, E, I, O, U and Y"
RUNS = {"DEFGHI": 0, "DEFGHIJ": 7, "DEFGHIJK": 7, "DEFGHIJKL": 9}


def in_levels(letters: str) -> str:
    return " / ".join(f"{letter}1HB" for letter in letters)


def test_the_rules_are_those_of_the_rule_sheet_in_order() -> None:
    assert tuple(rules.BUILDING) == BUILDING
    assert (2, *judge_known_words((), FoundWords()).points) == SCORING
    assert sorted((*BUILDING, *SCORING)) == list(range(1, 37))


def test_the_printed_sheet_has_the_same_rules_and_all_readings() -> None:
    building, scoring, *rest = (tuple(rule.id for rule in part) for _, part in SHEET.sections)
    assert building == tuple(f"R-{number}" for number in BUILDING)
    assert scoring == tuple(f"R-{number}" for number in SCORING)
    settled = [rule for part in rest for rule in part]
    assert settled == [f"B-{number}" for number in range(1, len(settled) + 1)]
    assert len(settled) >= 21


def test_every_rule_that_can_be_drawn_has_examples() -> None:
    assert set(examples()) == {f"R-{number}" for number in range(1, 37)} - {"R-2"}
    for number in set(BUILDING) - {26}:  # an empty level cannot be written
        assert [example.kept for example in examples()[f"R-{number}"]] == [True, False]


@pytest.mark.parametrize("rule", sorted(examples()))
def test_the_examples_on_the_sheet_are_true(rule: str) -> None:
    number = int(rule.removeprefix("R-"))
    for example in examples()[rule]:
        ledger = judge(example.tower, words())
        if example.points is None:
            assert (number not in ledger.violations) == example.kept
        else:
            assert ledger.points[number] == example.points != 0


@pytest.mark.parametrize(
    ("rule", "text", "readings", "said"),
    [
        (1, "D2RB / O2HY / R2RY", {}, "build at least 4 levels, 3 so far"),
        (1, "", {}, "build at least 4 levels, 0 so far"),
        (1, "D2RB", {}, "build at least 4 levels, 1 so far"),
        (1, "D2RB / O2HY / R2RY / T2RB", {}, ""),
        (1, f"A5RY R3HY W4RY{FOUR}", {}, ""),
        (1, f"A5RY R3HY #Y{FOUR}", {}, ""),
        (1, f"A5RY A3HY A4RY{FOUR}", {}, ""),  # equal letters: B-11
        (1, f"A5RY W4RY R3HY{FOUR}", {}, "level 1: W stands left of R"),
        (1, f"A5RY W4RY #Y #Y R3HY{FOUR}", {}, "level 1: W stands left of R"),
        (1, f"Z5RY M4RY A3HY{FOUR}", {}, "level 1: Z stands left of M; level 1: M stands left of A"),
        *((1, level + FOUR, {}, "") for level in ("#Y A5RY R3HY", "A5RY #Y R3HY", "#Y A5RY #Y R3HY #Y")),
        (4, "A5RY R3HY #Y / D2RB #B", {}, ""),
        (4, "A5RY R3HB", {}, "level 1 has more than one colour: yellow and blue"),
        (4, "D2RB / A5RY #R #B", {}, "level 2 has more than one colour: yellow, red and blue"),
        (4, "A5RY / A5RB / A5RR", {}, ""),
        (5, "A5RY / D4RB / O3HY", {}, ""),
        (5, "A5RY / D5RB", {}, "level 2 weighs 5 tons; it must weigh less than the 5 of level 1"),
        (5, "A5RY / D4RB / O1HY / R2HY", {}, "level 4 weighs 2 tons; it must weigh less than the 1 of level 3"),
        (5, "A2RY A4RY / D2RB D1RB D1RB D1RB", {}, ""),  # more cards, but lighter
        (5, "A5RY", {}, ""),
        (5, "A5HY / Q5TB-1", {}, ""),
        (5, "A5HY / Q4TB+1", {}, None),
        (6, "A5HY J5HY / Q4TB+1", {}, None),
        (6, "A5HY J5HY / Q4TB", {}, ""),
        (8, "Q1TB-1 Z5TB+1", {}, ""),
        (8, "Q1TB-1", {"zero": False}, "level 1: Q cannot be adjusted to 0 tons"),
        (8, "Q2TB-1", {"zero": False}, ""),
        (8, "*=Q0TB-1", {"lightest": 0}, "level 1: Q cannot be adjusted to -1 ton"),
        (8, "*=Q2TB-1", {}, ""),
        (8, "*=Q2TB-1", {"wild_adjusts": False}, None),
        (8, "Q2TB-1 *=Q2TB", {"wild_adjusts": False}, ""),
        (9, "A5RY B3RY #Y #Y", {}, ""),
        (9, "A5RY #Y #Y", {}, "level 1 has more windows than bricks: 2 to 1"),
        (9, "A5RY / #B", {}, "level 2 has more windows than bricks: 1 to 0"),
        (11, "A5RY R3HY / D4RB", {}, ""),
        (11, "A5RY R3HY / D4RB #B", {}, f"levels 1 and 2 {HAVE_TWO}"),
        (11, "A5RY #Y / D4RB / E3RB #B / O1RY R1RY", {}, f"levels 1, 3 and 4 {HAVE_TWO}"),
        (11, "A5RY R3HY / (D4RB+#B)=E4TB", {}, ""),  # two cards, one piece
        (16, f"{SIX} #Y #Y / D2RB", {}, ""),
        (16, f"{SIX} / D2RB / O1HY", {}, "there are 7 yellow bricks; 6 is the most"),
        (16, f"{SIX} / *=O1HY", {}, None),
        (16, f"{SIX} / (O1HY+A5RY)=#Y", {}, ""),
        (17, "A5RY R3HY / D2RB", {}, ""),
        (17, "A5RY / D2RB", {}, "one level must weigh a multiple of 4 tons, such as 4, 8 or 12"),
        (17, "A5RY R3HY / D4RB", {}, f"levels 1 and 2 both {WEIGH_FOUR}"),
        (17, "A5RY R3HY W4RY / A5RB R3HB / D4RY", {}, f"levels 1, 2 and 3 all {WEIGH_FOUR}"),
        (17, "A4RY / Q1RB-1", {}, ""),
        (17, "A5RY / Q1RB-1", {}, None),
        (21, "E4TB E2HB N5RB / E3RY", {}, ""),
        (21, "D2RB / E4TB E2HB #B E5RB", {}, "level 2: E stands there 3 times; twice is the most"),
        (21, "E4TB E2HB *=E5RB", {}, None),
        (23, "E4TB A2RB / S2RY", {}, ""),
        (23, "A5RY / S1RY / T1RY", {}, ""),
        (23, "E4TB / A2RB S2RB / T5RY", {}, NO_EAST),
        (23, "E4TB / A2RB *=S2RB / T5RY", {}, NO_EAST),
        (24, "A5RY / D4RB T3HB", {}, ""),
        (24, "A5RY / D4RB #B / T3HB", {}, NO_CONSONANTS),  # one brick is not enough
        *((24, f"D4RB T3HB {vowel}1TB", {}, NO_CONSONANTS) for vowel in "AEIOUY"),
        (24, "E5RY / D4RB T3HB #B", {}, ""),
        (24, "E5RY / D4RB *=U3HB", {}, NO_CONSONANTS),
        (27, "A5RY B5RY C5RY #Y #Y #Y", {}, ""),
        (27, "A5RY B5RY C5RY D5RY #Y #Y #Y", {}, "level 1 has 7 pieces; 6 is the most"),
        (27, "A5RY B5RY C5RY #Y #Y (A5RY+B5RY)=#Y", {}, ""),
        (31, "*=A5RY / (A5RY+#B)=#B", {}, ""),
        (31, "*=A5RY / *=#B", {}, "there are 2 natural wildcards; one is the most"),
        (31, "(A5RY+#B)=A5RY / (A5RY+#B)=#B", {}, "there are 2 unnatural wildcards; one is the most"),
        (31, "*=A1RY", {}, ""),
        (31, "*=A5RY", {}, ""),
        (31, "*=A6RY", {}, "level 1: a wildcard weighs 1 to 5 tons, not 6"),
        (31, "*=A9RY", {"heaviest": 9}, ""),
        (31, "*=A0RY", {}, None),
        (31, "*=A0RY", {"lightest": 0}, ""),
        (31, "D2RB / *=#Y", {"wild_window": False}, "level 2: a wildcard cannot be a window here"),
        (31, "D2RB #B", {"wild_window": False}, ""),
        (35, "A5RB / D4RB E4TB", {}, "level 2: D stands next to E"),
        (35, "D4RB #B E4TB", {}, ""),
        (35, "D4RB D4TB", {}, ""),
        (35, "D4RB F4TB", {}, ""),
        (35, "D4RB / E4TB", {}, ""),
        (35, "A4RB Z4TB", {}, ""),
        (35, "E4TB D4RB", {}, "level 1: E stands next to D"),
        (35, "A4RB B4TB C4TB", {}, "level 1: A stands next to B; level 1: B stands next to C"),
    ],
)
def test_what_a_building_rule_says(rule: int, text: str, readings: dict[str, Any], said: str | None) -> None:
    """``said`` None: the rule is broken, whatever the sentence."""
    found = broken(text, rule, **readings)
    assert found if said is None else "; ".join(found) == said


@pytest.mark.parametrize(
    ("rule", "text", "places"),
    [
        (1, "D2RB / A5RY W4RY #Y R3HY", [(), ((1, 1), (1, 3))]),  # too few levels: no place
        (4, "A5RY R3HB S3HY", [((0, 1),)]),  # the pieces that are few
        (5, "A5RY / D4RB / O5HY", [((2, None), (1, None))]),
        (8, "D2RB / J2TB Y3TB-1", [((1, 1),)]),
        (9, "D2RB / #Y A5RY #Y #Y", [((1, 0), (1, 2), (1, 3))]),
        (11, "A5RY #Y / D4RB / E3RB #B", [((0, None), (2, None))]),
        (16, "A5RY A5RY A5RY #Y / D4RB / A5RY A5RY A5RY A5RY", [SEVEN]),
        (17, "A5RY R3HY / D3RB / D4RB", [((0, None), (2, None))]),
        (21, "D2RB / E4TB E2HB #B E5RB", [((1, 0), (1, 1), (1, 3))]),
        (23, "E4TB D2RB / A2RB S2RB / T5RY", [((0, 0), (1, 0), (1, 1), (2, 0))]),
        (26, "A5RY / ", [((1, None),)]),
        (27, "D2RB / A5RY B5RY C5RY D5RY #Y #Y #Y", [((1, None),)]),
        (31, "*=A5RY / D2RB *=#B", [((0, 0), (1, 1))]),
        (31, "(A5RY+#B)=A5RY / D2RB (A5RY+#B)=#B", [((0, 0), (1, 1))]),
        (31, "D2RB #B *=A6RY", [((0, 2),)]),
        (35, "A5RB / #B D4RB E4TB", [((1, 1), (1, 2))]),
    ],
)
def test_a_breach_names_its_places(rule: int, text: str, places: list[tuple[tuple[int, int | None], ...]]) -> None:
    made = (*tower(text.removesuffix(" / ")), *[()] * text.endswith(" / "))
    assert [breach.places for breach in judge_known_words(made, FoundWords()).breaches if breach.rule == rule] == places


@pytest.mark.parametrize(
    ("total", "refused"),
    [
        *((4, False), (5, True), (6, False), (14, False), (15, True), (16, False)),
        *((49, False), (50, True), (59, True), (60, False), (105, True), (150, True)),
    ],
)
def test_rule_6_no_digit_5(total: int, refused: bool) -> None:
    text = " ".join(["A5RY"] * (total // 5) + ([f"B{total % 5}RY"] if total % 5 else []))
    said = broken(text, 6)
    assert said == ((f"the tower weighs {total} tons; the number must have no 5",) if refused else ())


@pytest.mark.parametrize("letter", "JQXZ")
def test_rule_8_rare_letters_give_way(letter: str) -> None:
    for adjust in ("", "-1", "+1"):
        assert not broken(f"{letter}3TB{adjust}", 8)


def test_rule_8_other_letters_do_not() -> None:
    assert broken("A3TB+1", 8) == ("level 1: A cannot be adjusted; only J, Q, X and Z can",)
    assert broken("D2RB / J2TB #B Y3TB-1", 8) == ("level 2: Y cannot be adjusted; only J, Q, X and Z can",)
    window = ((Piece("red", adjust=1),),)
    assert judge_known_words(window, FoundWords()).violations[8] == (
        "level 1: a window cannot be adjusted; only J, Q, X and Z can",
    )


def test_rule_8_by_one_ton_only() -> None:
    level = tower("Q3TB+1")[0]
    two = ((replace(level[0], adjust=2),),)
    assert judge_known_words(two, FoundWords()).violations[8] == (
        "level 1: Q is adjusted by 2 tons; only one is allowed",
    )


def test_rule_26_no_empty_level() -> None:
    assert judge_known_words((tower("A5RY")[0], ()), FoundWords()).violations[26] == (
        "level 2 is empty; a level has one piece or more",
    )
    assert not broken("A5RY / D4RB", 26)


def test_rule_31_what_an_unnatural_one_is_made_of() -> None:
    assert not broken("(#R+#B)=A5RY", 31)
    of_wild = ((Piece("red", made_of=("*", "A5RY")),),)
    assert "not of the natural wildcard" in judge_known_words(of_wild, FoundWords()).violations[31][0]
    of_three = ((Piece("red", made_of=("#R", "#R", "A5RY")),),)
    assert judge_known_words(of_three, FoundWords()).violations[31] == (
        "level 1: an unnatural wildcard is made of two cards",
    )


@pytest.mark.parametrize(
    ("rule", "text", "readings", "gives"),
    [
        (3, "A5HY / Q5TB-1", {}, 0),
        (3, "A4HY / Q5TB-1", {}, 1),
        (3, "A4HY / Q4TB+1", {}, 0),
        (12, "A1RY / B3RB / D1RY", {}, 3),
        (12, "A1RY / B2RB / D1RY", {}, 0),
        (12, "A1RY / Q1RB+1 / D1RY", {}, 0),
        (13, "A2RY #Y (A5RY+#B)=#Y", {}, 1),
        (13, "A2RY #Y (A5RY+#B)=#Y", {"stack_cards": 2}, 2),
        (14, "A2RY #Y / D3RB", {}, 6),
        (14, "A2RY #Y / D3RB / E1RY", {}, 0),
        (14, "A2RY #Y / (A5RY+#B)=D3RB", {}, 6),
        (15, "T2RY / A3RB / C1RY", {}, 4),  # CAT from the top down
        (15, "N2RY / E3RB / D1RY", {}, 4),
        (15, "D2RY / E3RB / N1RY", {}, 0),
        (15, "O2RY / T3RB", {}, 0),  # two letters are too few
        (15, "T2RY #Y / A3RB T3RB / C1RY #Y / #B C1RY", {}, 4),  # windows passed over
        (15, "X1RY / T2RY / A3RB / C1RY", {}, 0),  # a letter left over
        (15, "T2RY T2RY / A3RB A3RB / C1RY C1RY", {}, 8),
        (15, "T2RY T2RY / A3RB A3RB / C1RY C1RY", {"repeated": "once"}, 4),
        (15, "O2RY T3RY / D3RB / D1RY O1RY / D1RR R2RR", {"gaps": "break"}, 0),
        (15, "O2RY T3RY / D3RB / D1RY O1RY / D1RR R2RR", {}, 4),
        (15, "O2RY T3RY / D3RB O1RB / D1RY R1RY / D1RR", {"gaps": "break"}, 4),  # only above: no matter
        (15, "T2RY / #B A3RB / C1RY", {}, 0),
        (15, "T2RY / #B A3RB / C1RY", {"windows": "close-up"}, 4),
        (18, "A2RY", {}, 0),
        (18, "A2RY #Y / J2RB Q2RB X2RB Z2RB Z2RB", {}, 14),
        (18, "*=Q2RB", {}, 2),
        (18, "*=Q2RB", {"wild_rare": False}, 0),
        (18, "(A5RY+#B)=#B", {"wild_rare": False}, 4),
        (20, "A1RY / B1RB", {}, 0),
        (20, "A1RY / A1RB B1RB B1RB", {}, 2),
        (20, "A1RY / A1RB / *=A1RB", {}, 4),
        (20, "#Y", {}, 0),
        (20, "", {}, 0),
        (22, "T1RY O1RY W1RY E1RY R1RY", {}, 6),
        (22, "T1RY O1RY W1RY E1RY", {}, 0),
        (22, "T1RY O1RY W1RY E1RY / *=R1RY", {}, 6),
        (25, "A1RR #R / B1HB", {}, 2),
        (25, "A1RR #R / B1TB", {}, 0),
        (28, "A1TR E1TR I1HR O1HR U1HR Y1HR B1HR #R", {}, 6),
        (28, "A1TR / B1RB", {}, 0),
        (29, "A1HB / E1HY #R", {}, 2),
        (29, "A1HB / E1TR", {}, 0),
        (30, "A1HB C1HB E1HB #B #B", {}, 3),
        (30, "A1HB C1HB E1HB / *=G1HB", {}, 0),
        (30, "", {}, 3),
        (33, "(A5RY+#B)=#B", {}, 24),
        (33, "(A5RY+#B)=#B", {"stack_cards": 2}, 22),
        (33, "*=#B", {"stack_cards": 2}, 24),
        *((34, in_levels(run), {}, points) for run, points in RUNS.items()),
        *((34, in_levels(run + run), {}, points) for run, points in RUNS.items()),
        (34, in_levels("ABCDEFG" + "MNOPQRSTU"), {}, 9),
        (34, in_levels("ABCDEFG" + "MNOPQRSTU"), {"runs": "each"}, 16),
        (34, in_levels("XYZABCD"), {}, 0),
        (36, "A1HB", {}, -4),
        (36, "A1HB #B", {}, 0),
        (36, "A1HB *=#B", {}, 0),
    ],
)
def test_what_a_scoring_rule_gives(rule: int, text: str, readings: dict[str, Any], gives: int) -> None:
    assert points(text, rule, **readings) == gives


def test_rule_2_an_illegal_tower_has_no_score() -> None:
    ledger = judge(tower("A5RY"), words())
    assert not ledger.legal and ledger.score is None and ledger.raw_total == sum(ledger.points.values()) != 0


@pytest.mark.parametrize(("rule", "tons", "shape"), [(3, 5, "T"), (7, 4, "R"), (10, 3, "H")])
def test_rules_3_7_10_shapes(rule: int, tons: int, shape: str) -> None:
    assert points(f"A1{shape}Y #Y / B2{shape}B", rule) == 2
    assert points(f"A1{shape}Y #Y / B{tons}{shape}B", rule) == 0
    other = "H" if shape == "T" else "T"
    assert points(f"A1{other}Y / B2{other}B", rule) == 0


@pytest.mark.parametrize(
    ("text", "gives"), [("A2RY", 0), ("A2RY #Y", 1), ("A2RY #Y #Y", 1), ("A2RY / *=#Y / D3RB #B", 2)]
)
def test_rule_13_half_the_cards(text: str, gives: int) -> None:
    assert points(text, 13) == gives and points(text + " / D1RB", 13) == 0


@pytest.mark.parametrize(
    ("letters", "word", "gives"),
    [
        ("BMX", "", 0),
        ("AD", "AD", 2),
        ("TOWERS", "TOWERS", 6),
        ("TOWERED", "TOWERED", 7),
        ("DANEWORT", "DANEWORT", 10),
        ("ABANDONED", "ABANDONED", 12),
        ("ABANDONING", "ABANDONING", 14),
        ("ABANDONMENT", "ABANDONMENT", 15),
    ],
)
def test_rule_19_longest_word(letters: str, word: str, gives: int) -> None:
    text = " ".join(f"{letter}1RB" for letter in letters)
    listed = judge(tower(text), LONG)
    assert (listed.words.longest, listed.points[19]) == (word, gives)


def test_rule_19_letters_only_as_often_as_they_stand_there() -> None:
    one_d, two_ds = "D1RB E1RB N1RB O1RB R1RB T1RB", "D1RB E1RB N1RB O1RB R1RB T1RB D1HB"
    assert judge(tower(one_d), words()).words.longest == "RODENT"
    assert judge(tower(two_ds), words()).words.longest == "TRODDEN"


def test_rule_32_floors() -> None:
    level = "A1HB A1HB #B"
    assert [points(" / ".join([level] * floors), 32) for floors in range(1, 9)] == [0, 0, 2, 6, 12, 20, 20, 20]
    assert [points(" / ".join([level] * n), 32, high_floors="go-on") for n in (6, 7, 8)] == [20, 30, 42]


@pytest.mark.parametrize(("cards", "gives"), [(12, 2), (13, 0), (14, -2), (1, 24), (20, -14)])
def test_rule_33_thirteen_cards(cards: int, gives: int) -> None:
    assert points(" / ".join(["#B"] * cards), 33) == gives


def test_the_worked_tower_line_by_line() -> None:
    ledger = judge(tower(WORKED), words())
    given = {12: 5, 13: 7, 14: 15, 18: 24, 19: 10, 20: 2, 22: 6, 29: 3, 32: 7, 33: -4}
    assert {rule: worth for rule, worth in ledger.points.items() if worth} == given
    assert (ledger.legal, ledger.score, ledger.words.longest, ledger.words.columns) == (True, 75, "DANEWORT", ())
