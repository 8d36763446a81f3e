"""Every rule that refuses something: accepted and refused, by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.words.making import GAME, board, do, rule, run, state, with_words
from towergames.core.contract import IllegalAction, OptionError
from towergames.games.words.model import MOST_EXCHANGES, Exchange, Pass, Play, full_bag

CAT = with_words(("d5", "CAT", False))


def at_e5(tiles: str) -> str:
    return f"play e5 across {tiles}"


# --- set-up -----------------------------------------------------------------------------------------


def test_r2_a_hundred_tiles_or_sixty_four() -> None:
    assert len(full_bag(10)) == 100
    assert len(full_bag(8)) == 64
    counts = {tile: full_bag(10).count(tile) for tile in "JQVXZKWYBFGHPCDLMNRTUSAIOE"}
    assert all(counts[t] == 1 for t in "JQVXZ")
    assert all(counts[t] == 2 for t in "KWY")
    assert all(counts[t] == 3 for t in "BFGHP")
    assert counts["C"] == 4
    assert all(counts[t] == 5 for t in "DLMNRTU")
    assert counts["S"] == 6
    assert all(counts[t] == 7 for t in "AIO")
    assert counts["E"] == 8
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


# --- playing ----------------------------------------------------------------------------------------


def test_r5_a_move_is_one_of_five_kinds_made_of_squares_and_tiles() -> None:
    s = state()
    for junk in (
        None,
        5,
        "pass",
        Play(0, 0, False, ""),
        Play(-1, 0, False, "AT"),
        Play(0, 9, False, "AT"),
        Play(0, 0, False, ".AT"),
        Play(0, 0, True, "A"),
        Play(0, 0, False, "at"),
        Exchange("QU"),
        Exchange("?"),
        Play(4, 4, 1, "AT"),
        Play(4, 4, False, ("A", "T")),
    ):
        assert [r.rule for r in GAME.judge(s, junk).refusals] == ["R-5"]
        with pytest.raises(IllegalAction):
            GAME.apply(s, junk)
    assert GAME.judge(s, Pass()).legal


def test_r6_tiles_come_from_the_rack() -> None:
    s = state(racks=("CATDOGS", "AEINRST"))
    assert rule(s, at_e5("CAT")) == ""
    assert rule(s, at_e5("MOOD")) == "R-6"
    assert rule(s, at_e5("TOOT")) == "R-6"
    assert rule(s, "exchange S") == ""
    assert rule(s, "exchange Z") == "R-6"


def test_u5_the_first_word_covers_a_centre_square_and_has_two_tiles() -> None:
    s = state(racks=("CATDOGS", "AEINRST"))
    for fine in ("play c5 across CAT", "play e3 down CAT", "play f6 down AT", "play e6 across AT"):
        assert rule(s, fine) == ""
    for far in ("play b5 across CAT", "play g5 across AT", "play d3 down CAT", "play e7 down CAT"):
        assert rule(s, far) == "U-5"
    assert rule(s, "play e5 across A") == "U-5"


def test_u5_the_duty_moves_on_when_the_first_player_passes_or_exchanges() -> None:
    for text in ("pass", "exchange A"):
        s = run(state(), text)
        assert s.active == 1
        assert rule(s, "play a1 across TEN") == "U-5"


def test_u6_one_line_without_gaps() -> None:
    s = state(CAT, racks=("SSROEAA", "AEINRST"))
    assert rule(s, "play c5 across S...S") == ""  # round CAT: SCATS
    assert rule(s, "play c5 across S....S") == "U-6"
    assert rule(s, "play g5 across R.E") == "U-6"


def test_u6_a_play_touches_what_stands() -> None:
    s = state(CAT, racks=("DOGSRAT", "AEINRST"))
    assert rule(s, "play a1 across DOG") == "U-6"
    assert rule(s, "play g6 across AT") == "U-6"  # a corner is no contact
    assert rule(s, "play d6 down RAT") == "U-7"  # beside it, so the words count
    assert rule(s, "play e6 down T") == ""  # A over T


def test_u7_the_word_along_and_every_word_across_must_be_in_the_list() -> None:
    s = state(CAT, racks=("SRETDOG", "AEINRST"))
    assert rule(s, "play g5 across RT") == "U-7"  # CATRT
    assert rule(s, "play f5 across R") == ""  # CAR
    assert rule(s, "play f6 across OE") == "U-7"  # TO is a word, OE is none
    assert rule(s, "play f6 down OE") == ""  # TOE
    assert "CATRT" in GAME.judge(s, GAME.parse("play g5 across RT", s)).refusals[0].text


def test_u7_a_single_tile_can_change_two_words() -> None:
    s = state(with_words(("e5", "CAT", False), ("g5", "TO", True)), racks=("NAEINRS", "AEINRST"))
    assert s.board[46] == "T"
    assert rule(s, "play g5 across N") == "U-7"  # CAN is not in the list, NO is
    s = state(with_words(("e5", "BAT", False), ("g5", "TO", True)), racks=("DAEINRS", "AEINRST"))
    assert rule(s, "play g5 across D") == "U-7"  # BAD, DO
    s = state(with_words(("e5", "MAD", False), ("g5", "DO", True)), racks=("TNEINRS", "AEINRST"))
    assert rule(s, "play g5 across T") == "U-7"  # MAT
    s = state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "AEINRST"))
    told = do(s, "play g5 across T").events[0]
    assert told.data["words"] == ["CAT", "TO"]
    assert told.data["points"] == 4 + 3


def test_u20_a_word_has_two_tiles() -> None:
    s = state(racks=("QAEINRS", "AEINRST"))
    assert rule(s, at_e5("QUA")) == ""
    lonely = state(with_words(("e5", "C", False)), racks=("KAEINRS", "AEINRST"))
    assert rule(lonely, "play e5 across K") == "U-20"


# --- stacking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [3, 4, 5])
def test_u19_a_full_stack_cannot_be_covered(height: int) -> None:
    low, full = ("X" * (height - 2) + "M", "X" * (height - 1) + "M")
    for stack, expected in ((low, ""), (full, "U-19")):
        stacks = board(". . . . .", ".", ".", ".", f". . {stack} O O D")
        assert (
            rule(state(stacks, racks=("WAEINRS", "AEINRST"), height=height, bag="AB"), "play c5 across W") == expected
        )


def test_r14_a_letter_does_not_cover_itself() -> None:
    s = state(with_words(("c5", "QIT", False)), racks=("QINAEST", "AEINRST"))
    assert GAME.judge(s, Play(4, 3, False, "I")).refusals[0].rule == "R-14"
    assert GAME.judge(s, Play(4, 2, False, "Q")).refusals[0].rule == "R-14"  # U-8: no Qu on the Qu
    cat = state(CAT, racks=("BINAEST", "AEINRST"))
    assert rule(cat, "play d5 across B") == ""


def test_r13_the_form_of_a_play_has_one_tile_for_each_square() -> None:
    s = state(CAT, racks=("BRINAES", "AEINRST"))
    after = do(s, "play d5 across B").state
    assert [len(stack) for stack in after.board[43:46]] == [2, 1, 1]


def test_u2_one_tile_of_an_old_word_stays_uncovered() -> None:
    s = state(CAT, racks=("DOGBRNA", "AEINRST"))
    assert rule(s, "play d5 across DOG") == "U-2"
    assert rule(s, "play d5 across B") == ""
    assert rule(state(CAT, racks=("DOGBRNA", "AEINRST"), cover=False), "play d5 across DOG") == ""


@pytest.mark.parametrize("place", ["h5 across", "e8 down"])
def test_u2_a_word_at_the_edge_is_covered_as_any_other(place: str) -> None:
    square, direction = place.split()
    s = state(with_words((square, "CAT", direction == "down")), racks=("DOGBRNA", "AEINRST"))
    assert rule(s, f"play {place} DOG") == "U-2"


def test_u2_looks_at_every_old_word_of_the_line() -> None:
    stacks = with_words(("c5", "AT", False), ("f5", "ON", False))
    s = state(stacks, racks=("TONESDG", "AEINRST"))
    # TO over AT, then N, then nothing: AT is covered as a whole
    assert rule(s, "play c5 across TONES") == "U-2"
    assert rule(s, "play e5 across T") == "U-7"


def test_u3_just_an_s_is_no_play() -> None:
    s = state(CAT, racks=("SRETDOG", "AEINRST"))
    assert rule(s, "play g5 across S") == "U-3"
    assert rule(state(CAT, racks=("SRETDOG", "AEINRST"), plural=False), "play g5 across S") == ""
    assert rule(s, "play c5 across S") == ""  # SCAT: in front it is no plural
    both = state(CAT, racks=("SSETDOG", "AEINRST"))
    assert rule(both, "play c5 across S...S") == ""  # SCATS grows at both ends


def test_u3_the_s_may_begin_or_lengthen_another_word() -> None:
    s = state(CAT, racks=("SETDOGA", "AEINRST"))
    assert rule(s, "play g5 down SET") == ""  # SET down, CATS across
    short = state(with_words(("d5", "CAT", False), ("g4", "A", True)), racks=("SETDOGA", "AEINRST"))
    assert rule(short, "play g5 across S") == ""  # also AS, a word of two tiles


def test_u3_one_s_at_the_end_of_two_words_is_still_just_an_s() -> None:
    stacks = with_words(("d5", "CAT", False), ("g2", "DOG", True))
    s = state(stacks, racks=("SETDOGA", "AEINRST"))
    refusal = GAME.judge(s, GAME.parse("play g5 across S", s)).refusals[0]
    assert refusal.rule == "U-3"
    assert refusal.text == "CATS and DOGS only add an S, which is not allowed; lay another tile with it."
    assert rule(state(stacks, racks=("SETDOGA", "AEINRST"), plural=False), "play g5 across S") == ""


def test_u3_an_s_after_an_s_or_on_a_stack_makes_no_plural() -> None:
    bas = state(with_words(("d5", "BAS", False)), racks=("SETDOGA", "AEINRST"))
    assert rule(bas, "play g5 across S") == ""
    cart = state(with_words(("d5", "CART", False)), racks=("SETDOGA", "AEINRST"))
    assert rule(cart, "play g5 across S") == "U-7"  # CARS is not in this list
    ton = state(with_words(("d5", "TOE", False)), racks=("SETDOGA", "AEINRST"))
    assert rule(replace(ton, board=with_words(("d5", "NETT", False))), "play g5 across S") == ""  # NETS on a stack


# --- turns ------------------------------------------------------------------------------------------


def test_u13_an_exchange_needs_a_tile_in_the_bag() -> None:
    assert rule(state(CAT, bag="A"), "exchange A") == ""
    assert rule(state(CAT, bag=""), "exchange A") == "U-13"


def test_u21_exchanges_are_bounded() -> None:
    s = state(CAT)
    assert rule(replace(s, exchanges=(MOST_EXCHANGES - 1, 0)), "exchange A") == ""
    assert rule(replace(s, exchanges=(MOST_EXCHANGES, 0)), "exchange A") == "U-21"


def test_r25_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    s = GAME.new(2, {})
    assert GAME.judge(s, Pass()).refusals[0].rule == "R-10"
    assert GAME.judge(replace(s, phase="order"), Pass()).refusals[0].rule == "R-3"
    assert GAME.judge(replace(s, phase="deal"), Pass()).refusals[0].rule == "R-4"
    assert GAME.judge(replace(state(), phase="over"), Pass()).refusals[0].rule == "R-25"


def test_every_refusal_and_score_line_cites_a_rule_of_the_sheet() -> None:
    import re
    from pathlib import Path

    import towergames.games.words as package

    ids = set(GAME.rule_sheet.ids)
    assert {f"U-{n}" for n in range(1, 21)} <= ids
    for path in Path(package.__file__).parent.glob("*.py"):
        cited = set(re.findall(r"\b[RU]-\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= ids, (path.name, cited - ids)
    assert all(option.rule in ids for option in GAME.info.options)
