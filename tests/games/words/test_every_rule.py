"""The rules sheet from its first rule to its last: each has a test with its name, and what refuses also lets pass."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.words.making import (
    GAME,
    Ruling,
    board,
    decides,
    do,
    is_over,
    points,
    rule,
    run,
    settle,
    state,
    with_words,
)
from towergames import lexicon
from towergames.games.words.model import MOST_EXCHANGES, SOLO_EXCHANGES, Pass, full_bag

CAT = with_words(("d5", "CAT", False))
LONE = with_words(("e5", "C", False))
FULL = board(".", ".", ".", ".", ". . . XXXXC A T")  # a stack of five under C
PAIR = ("CATDOGS", "AEINRST")


def on_cat(rack: str, **options):
    return state(CAT, racks=(rack, "AEINRST"), **options)


def open_play(checking: str = "challenge"):
    """Seat 1 is to move, seat 0 has just laid TARDY, which the list does not have."""
    return do(state(racks=("TARDYON", "OEINRST"), checking=checking), "play e5 across TARDY").state


def taken_back():
    """Seat 0 had to take TARDY back and is to move again."""
    return settle(do(open_play(), "challenge").state)


BOTH_WAYS = [
    # what a rule lets pass, and what it refuses with that id
    ("R-5", (state(), "pass"), (state(), "play j10 down AT")),
    ("R-6", (state(racks=PAIR), "play e5 across CAT"), (state(racks=PAIR), "play e5 across MOOD")),
    ("U-5", (state(racks=PAIR), "play e5 across CAT"), (state(racks=PAIR), "play a1 across CAT")),
    ("U-6", (on_cat("DOGTONE"), "play f6 down ON"), (on_cat("DOGTONE"), "play f7 down ON")),
    ("U-7", (on_cat("SRETDOG"), "play f5 across R"), (on_cat("SRETDOG"), "play f5 across D")),
    ("U-20", (state(racks=("QAEINRS", "A")), "play e5 across QUA"), (state(LONE), "play e5 R")),
    ("U-19", (on_cat("BRETDOG"), "play d5 B"), (state(FULL, racks=("BRETDOG", "A"), bag=""), "play d5 B")),
    ("R-14", (on_cat("BCETDOG"), "play d5 B"), (on_cat("BCETDOG"), "play d5 C")),
    ("U-2", (on_cat("DOGBRNA"), "play d5 B"), (on_cat("DOGBRNA"), "play d5 across DOG")),
    ("U-2", (on_cat("DOGBRNA", cover=False), "play d5 across DOG"), (on_cat("DOGBRNA"), "play d5 across DOG")),
    ("U-3", (on_cat("SETDOGA"), "play g5 down SET"), (on_cat("SETDOGA"), "play g5 S")),
    ("U-3", (on_cat("SETDOGA", plural=False), "play g5 S"), (on_cat("SETDOGA"), "play g5 S")),
    ("U-13", (state(CAT, bag="B"), "exchange A"), (state(CAT, bag=""), "exchange A")),
    ("U-13", (state(CAT, bag="B"), "exchange A"), (replace(open_play(), bag="ABCDE"), "exchange E")),
    (
        "U-17",
        (replace(on_cat("SETDOGA"), seats=1, racks=("ADEGOST",), exchanges=(SOLO_EXCHANGES - 1,)), "exchange A"),
        (replace(on_cat("SETDOGA"), seats=1, racks=("ADEGOST",), exchanges=(SOLO_EXCHANGES,)), "exchange A"),
    ),
    (
        "U-21",
        (replace(state(CAT), exchanges=(MOST_EXCHANGES - 1, MOST_EXCHANGES)), "exchange A"),
        (replace(state(CAT), exchanges=(MOST_EXCHANGES, 0)), "exchange A"),
    ),
    ("U-12", (open_play(), "challenge"), (state(CAT), "challenge")),
    ("U-12", (open_play("loser-loses-turn"), "challenge"), (state(CAT, checking="challenge"), "challenge")),
    ("U-12", (open_play(), "pass"), (open_play(), "accept")),
    ("R-24", (taken_back(), "pass"), (taken_back(), "exchange A")),
    ("R-25", (state(), "pass"), (run(state(), "pass", "pass"), "pass")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cited", "passes", "refused"), BOTH_WAYS, ids=[f"{r}-{i}" for i, (r, *_) in enumerate(BOTH_WAYS)]
)
def test_a_rule_lets_pass_what_it_should_and_refuses_the_rest(cited: str, passes, refused) -> None:
    assert rule(*passes) == ""
    assert rule(*refused) == cited


def test_every_rule_that_the_judge_can_cite_stands_in_the_table_above() -> None:
    import towergames.games.words.rules as rules

    source = Path(rules.__file__).read_text(encoding="utf-8")
    cited = set(re.findall(r'efus(?:al|e)\(\s*"([RU]-\d+)"', source))
    assert cited == {r for r, *_ in BOTH_WAYS}


def test_every_rule_of_the_sheet_has_a_test_with_its_name() -> None:
    named: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            named |= {f"{kind.upper()}-{number}" for kind, number in re.findall(r"_([ru])(\d+)(?=_)", name)}
    assert set(GAME.rule_sheet.ids) <= named, sorted(set(GAME.rule_sheet.ids) - named)


# --- rules that have no test of their own elsewhere ---------------------------------------------------


def test_r1_the_most_points_win_and_stacking_changes_words() -> None:
    s = do(on_cat("BTAIDOG"), "play d5 B").state
    assert "".join(stack[-1] for stack in s.board[43:46]) == "BAT"
    over = replace(run(state(CAT), "pass", "pass"), points=(3, 2))
    assert GAME.turn(over).ranking[0] == (0,)


def test_u1_the_small_board_is_eight_by_eight_with_the_hundred_scaled_down() -> None:
    s = GAME.new(2, {"board": 8})
    assert (s.terms.size, len(s.board)) == (8, 64)
    assert (GAME.new(2, {}).terms.size, len(GAME.new(2, {}).board)) == (10, 100)
    for tile in set(full_bag(10)):
        assert 1 <= full_bag(8).count(tile) <= full_bag(10).count(tile)


def test_r7_the_first_word_covers_one_of_the_four_centre_squares() -> None:
    s = state(racks=("ATDOGSC", "AEINRST"))
    fine = {
        f"{column}{row}"
        for column in "abcdefghij"
        for row in range(1, 11)
        if rule(s, f"play {column}{row} down AT") == ""
    }
    assert fine == {"e4", "f4", "e5", "f5", "e6", "f6"}


def test_r8_all_tiles_of_a_turn_lie_in_one_line_without_a_gap() -> None:
    s = on_cat("SSROEAA")
    assert rule(s, "play c5 across S...S") == ""
    assert rule(s, "play c5 across S....S") == "U-6"


def test_r9_a_later_play_joins_or_changes_a_word() -> None:
    s = on_cat("BONEDOG")
    assert rule(s, "play f6 across ON") == ""  # beside it
    assert rule(s, "play d5 B") == ""  # on it
    assert rule(s, "play a1 across ON") == "U-6"
    assert rule(s, "play g6 across ON") == "U-6"  # a corner is no contact


def test_r10_u18_words_are_those_of_the_list_in_any_case_and_names_are_not_in_it() -> None:
    s = state(racks=PAIR)
    assert GAME.parse("play e5 across cat", s) == GAME.parse("PLAY E5 ACROSS CAT", s)
    assert rule(s, "play e5 across cat") == ""
    assert do(s, "play e5 across cat").events[0].data["words"] == ["CAT"]
    for name in ("standard", "common", "wide"):
        words = lexicon.load(name).words
        assert {"MOOD", "QUIT"} <= words
        assert not words & {"LONDON", "ENGLAND", "MICHAEL", "ETC", "KB", "NASA", "ING"}
        assert all(word.isascii() and word.isalpha() and word.isupper() for word in words)


def test_r11_words_are_read_to_the_right_and_downwards_only() -> None:
    s = state(racks=PAIR)
    for direction in ("across", "down"):
        assert rule(s, f"play e5 {direction} CAT") == ""
        assert rule(s, f"play e5 {direction} TAC") == "U-7"
    crossing = on_cat("ONEDOGA")
    assert rule(crossing, "play f6 down ON") == ""  # TON down from the T
    assert rule(crossing, "play f3 down NO") == ""  # NOT down to it
    assert rule(crossing, "play f4 N") == "U-7"  # NT


def test_r12_a_tile_lies_on_the_board_or_on_a_stack_and_the_top_one_is_read() -> None:
    s = on_cat("BRETDOG")
    after = run(s, "play d5 B", "pass")
    assert after.board[43] == "CB"
    assert "BAD is" in GAME.judge(after, GAME.parse("play f5 D", after)).refusals[0].text


def test_r15_a_letter_of_a_changed_word_stays_uncovered() -> None:
    assert rule(on_cat("DOGBRNA"), "play d5 across DOG") == "U-2"
    assert rule(on_cat("DOGBRNA", cover=False), "play d5 across DOG") == ""
    assert rule(on_cat("BRDOGNA"), "play d5 across B.R") == "U-7"  # BAR is not in the list; A would stay


def test_r16_just_an_s_is_no_play() -> None:
    assert rule(on_cat("SETDOGA"), "play g5 S") == "U-3"
    assert rule(on_cat("SETDOGA", plural=False), "play g5 S") == ""


def test_r19_the_qu_tile_in_a_flat_word_brings_two() -> None:
    assert points(state(racks=("QITAEES", "A")), "play e5 across QUIT") == 3 * 2 + 2
    s = state(with_words(("d5", "QIT", False)), racks=("DSAEINR", "A"))
    assert points(s, "play f5 D") == 4  # QUID on a stack


def test_r20_seven_tiles_bring_twenty() -> None:
    assert points(state(racks=("AEINRST", "A")), "play b5 across STAINER") == 14 + 20
    assert points(state(racks=("AEINRST", "A")), "play e5 across SET") == 6


def test_r22_an_exchange_is_the_whole_turn_and_scores_nothing() -> None:
    s = run(state(CAT), "exchange A")
    assert decides(s) == (1, "turn")
    assert s.points == (0, 0)
    assert len(s.racks[0]) == 7


def test_r26_each_tile_left_costs_five() -> None:
    assert run(state(CAT, racks=("AE", "AEINRST")), "pass", "pass").points == (-10, -35)


def test_r28_alone_five_exchanges_are_free_and_all_else_is_as_ever() -> None:
    s = state(racks=("CATDOGS",))
    assert rule(s, "play e5 across CAT") == ""
    s = run(s, "exchange D")
    assert decides(s) == (0, "turn")
    assert not is_over(s)
    assert s.exchanges == (1,)


def test_u23_the_timer_is_kept_by_the_screen_and_passing_is_always_possible() -> None:
    assert GAME.new(2, {}).terms.timer == 0
    s = state(CAT, timer=30)
    assert s.terms.timer == 30
    assert GAME.judge(s, Pass()).legal
    assert list(GAME.choices(s)) == list(GAME.choices(state(CAT)))


# --- prompts ------------------------------------------------------------------------------------------


def test_prompts_name_only_what_can_be_done() -> None:
    usual = ("play SQUARE across|down WORD", "exchange LETTER", "pass")
    assert GAME.choices(state(CAT)).templates == usual
    assert GAME.choices(state(CAT, bag="")).templates == (usual[0], "pass")
    assert GAME.choices(open_play()).templates == (*usual, "challenge")
    assert GAME.choices(taken_back()).templates == (usual[0], "pass")
    asked = do(state(racks=("TARDYON", "A", "E"), checking="challenge"), "play e5 across TARDY").state
    assert GAME.choices(asked).templates == ("accept", "challenge")


@pytest.mark.parametrize(
    ("s", "text", "said"),
    [
        (state(racks=PAIR), "play e5 across TOOT", "Your rack has no other O and no other T."),
        (state(racks=PAIR), "play e5 across ZOO", "Your rack has no other O and no Z."),
        (state(CAT, bag=""), "exchange A", "The bag is empty, so nothing can be exchanged."),
        (
            replace(open_play(), bag="ABCDE"),
            "exchange E",
            "The last player will draw the rest of the bag, so nothing can be exchanged.",
        ),
        (on_cat("SRETDOG"), "play g5 across RT", "CATRT is not in the word list."),
        (state(), "play j10 down AT", "Those tiles do not fit on the board there."),
    ],
)
def test_refusals_say_what_is_wrong(s, text: str, said: str) -> None:
    assert GAME.judge(s, GAME.parse(text, s)).refusals[0].text == said


@pytest.mark.parametrize(
    ("s", "text", "note"),
    [
        (state(racks=PAIR), "play e5 across CAT", "6 points: CAT, flat, 2 a tile"),
        (on_cat("BRETDOG"), "play d5 B", "4 points: BAT, stacked, 1 a tile"),
        (state(racks=("QITAEES", "A")), "play e5 across QUIT", "8 points: QUIT, flat, 2 a tile and 2 for Qu"),
        (
            state(racks=("AEINRST", "A")),
            "play b5 across STAINER",
            "34 points: STAINER, flat, 2 a tile, all seven tiles 20",
        ),
        (on_cat("ONEDOGA"), "play f6 across ON", "8 points: ON 4 (flat), TO 4 (flat)"),
        (
            state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "A")),
            "play g5 T",
            "7 points: CAT 4 (stacked), TO 3 (stacked)",
        ),
    ],
)
def test_a_preview_tells_the_points_first_and_then_how_they_come(s, text: str, note: str) -> None:
    assert GAME.judge(s, GAME.parse(text, s)).note == note


def test_notes_on_the_pad_stay_short() -> None:
    asked = do(open_play(), "challenge").state
    step = GAME.settle(asked, Ruling(("TARDY",)))
    assert [line.note for line in step.scores] == ["TARDY taken back"]
    many = do(on_cat("SETDOGA", checking="challenge"), "play g5 down SET").state
    step = GAME.settle(do(many, "challenge").state, Ruling(("SET", "CATS")))
    assert [line.note for line in step.scores] == ["SET and 1 more taken back"]
