"""The rules sheet from its first rule to its last: each has a test with its name, and what refuses also lets pass."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.rule_names import rules_named_beside
from tests.games.words.making import GAME, board, do, rule, run, settle, small_list, state, with_words
from towergames import lexicon
from towergames.core.contract import IllegalAction
from towergames.core.options import OptionError
from towergames.games.words.grid import neighbours
from towergames.games.words.model import (
    MOST_EXCHANGES,
    SOLO_EXCHANGES,
    Accept,
    Challenge,
    Exchange,
    Pass,
    Play,
    Ruling,
    full_bag,
)
from towergames.games.words.rules import list_for_play

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


def at_e5(tiles: str) -> str:
    return f"play e5 across {tiles}"


def crossed(across: str, down: str, tile: str):
    """Two words that meet at g5, where a tile of the rack may be laid."""
    stacks = with_words(("e5", across, False), ("g5", down, True))
    return state(stacks, racks=(f"{tile}AEINRS", "AEINRST"))


def edge(place: str, down: bool):
    return state(with_words((place, "CAT", down)), racks=("DOGBRNA", "AEINRST"))


def two_plurals(**options):
    return state(with_words(("d5", "CAT", False), ("g2", "DOG", True)), racks=("SETDOGA", "AEINRST"), **options)


def stacked(tiles: int, limit: int):
    """MOOD whose M lies on a stack of so many tiles."""
    stacks = board(". . . . .", ".", ".", ".", f". . {'X' * (tiles - 1)}M O O D")
    return state(stacks, racks=("WAEINRS", "AEINRST"), height=limit, bag="AB")


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
    ("U-25", (state(racks=PAIR[:1]), "exchange A"), (state(racks=PAIR[:1], deal="2026-11-27"), "exchange A")),
    ("R-25", (state(), "pass"), (run(state(), "pass", "pass"), "pass")),
]  # fmt: skip


ANSWERS = [
    # (rules and behaviour, the game, what is typed -> the rule that refuses it, "" where it is legal)
    (
        "R-6 tiles come from the rack",
        state(racks=PAIR),
        {at_e5("CAT"): "", at_e5("MOOD"): "R-6", at_e5("TOOT"): "R-6", "exchange S": "", "exchange Z": "R-6"},
    ),
    (
        "U-5 the first word covers a centre square and has two tiles",
        state(racks=PAIR),
        {
            **dict.fromkeys(
                ("play c5 across CAT", "play e3 down CAT", "play f6 down AT", "play e6 across AT"), ""
            ),
            **dict.fromkeys(
                ("play b5 across CAT", "play g5 across AT", "play d3 down CAT", "play e7 down CAT", at_e5("A")), "U-5"
            ),
        },
    ),
    ("U-5 the duty moves on after a pass", run(state(), "pass"), {"play a1 across TEN": "U-5"}),
    ("U-5 the duty moves on after an exchange", run(state(), "exchange A"), {"play a1 across TEN": "U-5"}),
    (
        "R-8 U-6 one line without gaps, round CAT: SCATS",
        on_cat("SSROEAA"),
        {"play c5 across S...S": "", "play c5 across S....S": "U-6", "play g5 across R.E": "U-6"},
    ),
    (
        "U-6 a play touches what stands; a corner is no contact; A may be covered",
        on_cat("DOGSRAT"),
        {
            "play a1 across DOG": "U-6",
            "play g6 across AT": "U-6",
            "play d6 down RAT": "U-7",  # beside it, so the words count
            "play e6 down T": "",
        },
    ),
    ("R-9 a later play joins or changes a word", on_cat("BONEDOG"), {"play f6 across ON": "", "play d5 B": ""}),
    (
        "U-7 the word along and every word across must be in the list",
        on_cat("SRETDOG"),
        {"play g5 across RT": "U-7", "play f5 across R": "", "play f6 across OE": "U-7", "play f6 down OE": ""},
    ),
    (
        "R-11 words are read to the right and downwards only",
        state(racks=PAIR),
        {f"play e5 {way} {word}": rule for way in ("across", "down") for word, rule in (("CAT", ""), ("TAC", "U-7"))},
    ),
    (
        "R-11 words are read through the tile that is laid: TON, NOT, not NT",
        on_cat("ONEDOGA"),
        {"play f6 down ON": "", "play f3 down NO": "", "play f4 N": "U-7"},
    ),
    ("U-7 a single tile changes two words: CAN", crossed("CAT", "TO", "N"), {"play g5 N": "U-7"}),
    ("U-7 a single tile changes two words: BAD", crossed("BAT", "TO", "D"), {"play g5 D": "U-7"}),
    ("U-7 a single tile changes two words: MAT", crossed("MAD", "DO", "T"), {"play g5 T": "U-7"}),
    ("U-20 a word may have the Qu tile", state(racks=("QAEINRS", "AEINRST")), {at_e5("QUA"): ""}),
    ("U-20 a word has two tiles", state(LONE, racks=("KAEINRS", "AEINRST")), {"play e5 across K": "U-20"}),
    (
        "R-14 U-8 a letter does not cover itself, nor Qu a Qu",
        state(with_words(("c5", "QIT", False)), racks=("QINAEST", "AEINRST")),
        {"play d5 I": "R-14", "play c5 QU": "R-14"},
    ),
    (
        "R-15 U-2 one tile of an old word stays uncovered",
        on_cat("DOGBRNA"),
        {"play d5 across DOG": "U-2", "play d5 across B": "", "play d5 across B.R": "U-7"},
    ),
    ("U-2 a word at the right edge", edge("h5", False), {"play h5 across DOG": "U-2"}),
    ("U-2 a word at the lower edge", edge("e8", True), {"play e8 down DOG": "U-2"}),
    (
        "U-2 looks at every old word of the line: TO over AT, then N, then nothing",
        state(with_words(("c5", "AT", False), ("f5", "ON", False)), racks=("TONESDG", "AEINRST")),
        {"play c5 across TONES": "U-2", "play e5 across T": "U-7"},
    ),
    (
        "R-16 U-3 just an S is no play; in front it is no plural, and SCATS grows at both ends",
        on_cat("SSETDOG"),
        {"play g5 across S": "U-3", "play c5 across S": "", "play c5 across S...S": "", "play g5 down SET": ""},
    ),
    (
        "U-3 the S may make another word of two tiles",
        state(with_words(("d5", "CAT", False), ("g4", "A", True)), racks=("SETDOGA", "AEINRST")),
        {"play g5 across S": ""},
    ),
    ("U-3 one S for two words where plurals are allowed", two_plurals(plural=False), {"play g5 across S": ""}),
    (
        "U-3 an S after an S makes no plural",
        state(with_words(("d5", "BAS", False)), racks=("SETDOGA", "AEINRST")),
        {"play g5 across S": ""},
    ),
    (
        "U-3 U-7 an S on a stack: CARS is not in this list",
        state(with_words(("d5", "CART", False)), racks=("SETDOGA", "AEINRST")),
        {"play g5 across S": "U-7"},
    ),
    (
        "U-3 an S on a stack makes no plural: NETS",
        state(with_words(("d5", "NETT", False)), racks=("SETDOGA", "AEINRST")),
        {"play g5 across S": ""},
    ),
    *(
        (f"U-19 a stack of {limit} is full", stacked(tiles, limit), {"play c5 across W": "U-19" * (tiles == limit)})
        for limit in (3, 4, 5)
        for tiles in (limit - 1, limit)
    ),
]  # fmt: skip


@pytest.mark.parametrize(("s", "answers"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
def test_what_each_rule_lets_pass_and_refuses(s, answers: dict[str, str]) -> None:
    assert {text: rule(s, text) for text in answers} == answers


@pytest.mark.parametrize(
    ("cited", "passes", "refused"), BOTH_WAYS, ids=[f"{r}-{i}" for i, (r, *_) in enumerate(BOTH_WAYS)]
)
def test_a_rule_lets_pass_what_it_should_and_refuses_the_rest(cited: str, passes, refused) -> None:
    assert rule(*passes) == "" and rule(*refused) == cited


def test_every_rule_that_the_judge_can_cite_stands_in_the_table_above() -> None:
    import towergames.games.words.rules as rules
    import towergames.games.words.text as text

    source = "".join(Path(module.__file__ or "").read_text(encoding="utf-8") for module in (rules, text))
    cited = set(re.findall(r'(?:Refusal|_used)\(\s*"([RU]-\d+)"', source))
    assert cited == {r for r, *_ in BOTH_WAYS}


def test_every_rule_of_the_sheet_has_a_test_with_its_name() -> None:
    named = rules_named_beside(__file__)
    named |= {cited for cited, *_ in BOTH_WAYS}
    named |= {cited for name, *_ in ANSWERS for cited in re.findall(r"\b[RU]-\d+\b", name)}
    assert set(GAME.rule_sheet.ids) <= named, sorted(set(GAME.rule_sheet.ids) - named)


def test_r2_a_hundred_tiles_or_sixty_four() -> None:
    assert len(full_bag(10)) == 100 and len(full_bag(8)) == 64
    table = {1: "JQVXZ", 2: "KWY", 3: "BFGHP", 4: "C", 5: "DLMNRTU", 6: "S", 7: "AIO", 8: "E"}
    assert {tile: full_bag(10).count(tile) for tile in full_bag(10)} == {
        t: n for n, tiles in table.items() for t in tiles
    }
    assert all(1 <= full_bag(8).count(tile) <= full_bag(10).count(tile) for tile in full_bag(10))
    assert set(full_bag(8)) == set(full_bag(10))


@pytest.mark.parametrize("seats", [0, 5, True, "2"])
def test_one_to_four_players(seats) -> None:
    with pytest.raises(OptionError):
        GAME.new(seats, {})
    assert GAME.new(1, {}).seats == 1


@pytest.mark.parametrize("words", ["wibble", "../x", "x@12", "", "STANDARD"])
def test_u7_the_word_list_is_one_that_is_known(words: str) -> None:
    with pytest.raises(OptionError, match="standard, common, wide"):
        GAME.new(2, {"words": words})
    for fine in ("standard", "common", "wide", "mine@0123456789abcdef"):
        assert GAME.new(2, {"words": fine}).terms.words == fine


def test_r5_a_move_is_one_of_five_kinds_made_of_squares_and_tiles() -> None:
    s = state()
    plays = (0, 0, False, ""), (-1, 0, False, "AT"), (0, 9, False, "AT"), (0, 0, False, ".AT"), (0, 0, True, "A")
    more = (0, 0, False, "at"), (4, 4, 1, "AT"), (4, 4, False, ("A", "T"))
    for junk in (None, 5, "pass", Exchange("QU"), Exchange("?"), *(Play(*given) for given in plays + more)):
        assert [r.rule for r in GAME.judge(s, junk).refusals] == ["R-5"]
        with pytest.raises(IllegalAction):
            GAME.apply(s, junk)
    assert GAME.judge(s, Pass()).legal


@pytest.mark.parametrize(
    ("cell", "near"), [(0, (1, 10)), (9, (8, 19)), (90, (80, 91)), (99, (89, 98)), (44, (34, 43, 45, 54))]
)
def test_u6_a_square_is_beside_those_that_share_an_edge(cell: int, near: tuple[int, ...]) -> None:
    assert neighbours(cell, 10) == near


def test_r13_the_form_of_a_play_has_one_tile_for_each_square() -> None:
    s = state(CAT, racks=("BRINAES", "AEINRST"))
    after = do(s, "play d5 across B").state
    assert [len(stack) for stack in after.board[43:46]] == [2, 1, 1]


def test_u7_a_single_tile_that_changes_two_words_scores_both() -> None:
    told = do(crossed("CAR", "RO", "T"), "play g5 across T").events[0]
    assert told.data["words"] == ["CAT", "TO"] and told.data["points"] == 4 + 3


def test_u3_one_s_at_the_end_of_two_words_is_still_just_an_s() -> None:
    s = two_plurals()
    refusal = GAME.judge(s, GAME.parse("play g5 across S", s)).refusals[0]
    assert refusal.rule == "U-3"
    assert refusal.text == "You cannot only add an S. Make a second word with it."


def test_r25_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    s = GAME.new(2, {})
    assert GAME.judge(s, Pass()).refusals[0].rule == "R-10"
    assert GAME.judge(replace(s, phase="order"), Pass()).refusals[0].rule == "R-3"
    assert GAME.judge(replace(s, phase="deal"), Pass()).refusals[0].rule == "R-4"
    assert GAME.judge(replace(state(), phase="over"), Pass()).refusals[0].rule == "R-25"


def test_every_refusal_and_score_line_cites_a_rule_of_the_sheet() -> None:
    import towergames.games.words as package

    ids = set(GAME.rule_sheet.ids)
    assert {f"U-{n}" for n in range(1, 21)} <= ids
    for path in Path(package.__file__).parent.glob("*.py"):
        cited = set(re.findall(r"\b[RU]-\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= ids, (path.name, cited - ids)
    assert all(option.rule in ids for option in GAME.info.options)


def test_r1_the_most_points_win_and_stacking_changes_words() -> None:
    s = do(on_cat("BTAIDOG"), "play d5 B").state
    assert "".join(stack[-1] for stack in s.board[43:46]) == "BAT"
    over = replace(run(state(CAT), "pass", "pass"), points=(3, 2))
    assert GAME.turn(over).ranking[0] == (0,)


def test_r7_the_first_word_covers_one_of_the_four_centre_squares() -> None:
    s = state(racks=("ATDOGSC", "AEINRST"))
    fine = {
        f"{column}{row}"
        for column in "abcdefghij"
        for row in range(1, 11)
        if rule(s, f"play {column}{row} down AT") == ""
    }
    assert fine == {"e4", "f4", "e5", "f5", "e6", "f6"}


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


def test_u24_a_list_that_is_not_there_is_played_with_the_one_of_its_name_or_the_usual_one() -> None:
    lost = replace(state(), list_sha256="0" * 64)
    assert list_for_play(state()) is small_list()
    assert list_for_play(replace(lost, list_id="common")) is lexicon.load("common")
    assert list_for_play(lost) is lexicon.load("standard")


def test_r12_a_tile_lies_on_the_board_or_on_a_stack_and_the_top_one_is_read() -> None:
    s = on_cat("BRETDOG")
    after = run(s, "play d5 B", "pass")
    assert after.board[43] == "CB"
    assert "BAD is" in GAME.judge(after, GAME.parse("play f5 D", after)).refusals[0].text


def test_u23_the_timer_is_kept_by_the_screen_and_passing_is_always_possible() -> None:
    assert GAME.new(2, {}).terms.timer == 0
    s = state(CAT, timer=30)
    assert s.terms.timer == 30 and GAME.judge(s, Pass()).legal
    assert list(GAME.choices(s)) == list(GAME.choices(state(CAT)))


def test_prompts_name_only_what_can_be_done() -> None:
    usual = ("play SQUARE across|down WORD", "exchange LETTER", "pass")
    assert GAME.choices(state(CAT)).templates == usual
    assert GAME.choices(state(CAT, bag="")).templates == (usual[0], "pass")
    assert GAME.choices(open_play()).templates == (*usual, "challenge")
    assert GAME.choices(taken_back()).templates == (usual[0], "pass")
    asked = do(state(racks=("TARDYON", "A", "E"), checking="challenge"), "play e5 across TARDY").state
    assert GAME.choices(asked).templates == ("accept", "challenge")
    assert list(GAME.choices(asked)) == [Accept(), Challenge()]


@pytest.mark.parametrize(
    ("s", "text", "said"),
    [
        (state(racks=PAIR), "play e5 across TOOT", "Your rack has only one O and only one T."),
        (state(racks=PAIR), "play e5 across ZOO", "Your rack has only one O and no Z."),
        (state(CAT, bag=""), "exchange A", "The bag is empty, so you can only play or pass."),
        (
            replace(open_play(), bag="ABCDE"),
            "exchange E",
            "The last tiles are for another player, so you can only play or pass.",
        ),
        (on_cat("SRETDOG"), "play g5 across RT", "CATRT is not in the word list. Try another word."),
        (state(), "play j10 down AT", "The word runs off the board. Start it elsewhere."),
    ],
)
def test_refusals_say_what_is_wrong(s, text: str, said: str) -> None:
    assert GAME.judge(s, GAME.parse(text, s)).refusals[0].text == said


@pytest.mark.parametrize(
    ("s", "text", "note"),
    [
        (state(racks=PAIR), "play e5 across CAT", "6 points: CAT, 3 tiles x 2"),
        (on_cat("BRETDOG"), "play d5 B", "4 points: BAT, 4 tiles x 1, stacked"),
        (state(racks=("QITAEES", "A")), "play e5 across QUIT", "8 points: QUIT, 3 tiles x 2 + 2 for Qu"),
        (state(racks=("AEINRST", "A")), "play b5 across STAINER", "34 points: STAINER 14 + all 7 tiles 20"),
        (on_cat("ONEDOGA"), "play f6 across ON", "8 points: ON 4 + TO 4"),
        (
            state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "A")),
            "play g5 T",
            "7 points: CAT 4 + TO 3",
        ),
    ],
)
def test_a_preview_tells_the_points_first_and_then_how_they_come(s, text: str, note: str) -> None:
    assert GAME.judge(s, GAME.parse(text, s)).note == note


def test_notes_on_the_pad_stay_short() -> None:
    asked = do(open_play(), "challenge").state
    step = GAME.apply_outcome(asked, Ruling(("TARDY",)))
    assert [line.note for line in step.scores] == ["TARDY taken back"]
    many = do(on_cat("SETDOGA", checking="challenge"), "play g5 down SET").state
    step = GAME.apply_outcome(do(many, "challenge").state, Ruling(("SET", "CATS")))
    assert [line.note for line in step.scores] == ["SET and 1 more taken back"]
