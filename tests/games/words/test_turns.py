"""The beginning, refills, exchanges, passes and the three ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.words.making import GAME, decides, do, is_over, run, settle, small_list, state, with_words
from towergames.core.contract import Nature, NotationError, Over
from towergames.core.dice import Dice
from towergames.core.text import count
from towergames.games.words.model import Draw, Look, OrderDraw, Racks, Swap, WordList, full_bag

CAT = with_words(("d5", "CAT", False))


def begun(seats: int = 2, **options):
    """A game whose word list lies on the table."""
    s = GAME.new(seats, options)
    return GAME.apply_outcome(s, WordList("small", small_list().sha256, len(small_list()))).state


def test_the_word_list_is_recorded_by_name_and_hash() -> None:
    s = GAME.new(2, {"words": "common"})
    outcome = GAME.resolve(s, Nature("words"), Dice(1))
    assert outcome.id == "common" and len(outcome.sha256) == 64
    after = GAME.apply_outcome(s, outcome).state
    assert (after.list_id, after.list_sha256) == ("common", outcome.sha256)
    assert GAME.status(GAME.view(after, None)) == ("100 tiles in the bag", "Common word list")


@pytest.mark.parametrize(
    "outcome",
    [
        *(WordList(name, "0" * 64, 5) for name in ("", "a b", "{9}")),
        *(WordList("x", sha256, 5) for sha256 in ("0" * 63, "Z" * 64)),
        WordList("x", "0" * 64, 0),
        Look(True),
    ],
)
def test_a_word_list_that_cannot_be_is_refused(outcome) -> None:
    with pytest.raises(ValueError):
        GAME.apply_outcome(GAME.new(2, {}), outcome)


def test_r3_the_tile_nearest_to_a_begins_and_u4_ties_draw_again() -> None:
    s = begun(3)
    assert GAME.turn(s) == Nature("order")
    after = GAME.apply_outcome(s, OrderDraw((("C", "B", "Q"),))).state
    assert (after.first, after.active, len(after.bag)) == (1, 1, 100)
    tied = GAME.apply_outcome(s, OrderDraw((("B", "E", "B"), ("Q", "", "P")))).state
    assert tied.first == 2  # Qu counts as Q
    lines = (("B", "E", "B"), ("B", "E", ""), ("J", "J", "K"), ("A", "B"), ("AB", "C", "D"))
    for wrong in ((), *((line,) for line in lines), (("A", "B", "C"), ("A", "B", "C"))):
        with pytest.raises(ValueError):
            GAME.apply_outcome(s, OrderDraw(wrong))


def test_r3_an_option_names_the_first_player_and_nobody_draws() -> None:
    s = begun(3, first=2)
    assert GAME.turn(s) == Nature("deal") and decides(settle(s)) == (1, "turn")


def test_r4_everybody_gets_seven_tiles() -> None:
    s = settle(begun(4))
    assert [len(rack) for rack in s.racks] == [7] * 4 and len(s.bag) == 72
    t = begun(2, first=1)
    for wrong in (("AEINRST",), *((rack, "AEINRST") for rack in ("AEINRS", "JJAEINR", "TSRNIEA"))):
        with pytest.raises(ValueError):
            GAME.apply_outcome(t, Racks(wrong))


def test_r5_the_rack_is_refilled_after_a_play_as_far_as_the_bag_allows() -> None:
    s = state(racks=("CATDOGS", "AEINRST"))
    step = do(s, "play e5 across CAT")
    assert GAME.turn(step.state) == Nature("draw")
    after = GAME.apply_outcome(step.state, Draw("XYZ"))
    assert after.state.racks[0] == "DGOSXYZ" and after.reveals
    assert decides(after.state) == (1, "turn")
    short = do(state(racks=("CATDOGS", "AEINRST"), bag="B"), "play e5 across CAT").state
    assert GAME.apply_outcome(short, Draw("B")).state.bag == ""
    for wrong in (Draw(""), Draw("BB"), Draw("C")):
        with pytest.raises(ValueError):
            GAME.apply_outcome(short, wrong)


def test_r22_u13_an_exchange_draws_first_and_gives_back_then() -> None:
    s = state(CAT, bag="Z")
    step = do(s, "exchange A")
    assert GAME.turn(step.state) == Nature("exchange")
    with pytest.raises(ValueError):
        GAME.apply_outcome(step.state, Swap("A"))  # it cannot come back at once
    after = GAME.apply_outcome(step.state, Swap("Z")).state
    assert after.racks[0] == "EINRSTZ" and after.bag == "A"
    assert decides(after) == (1, "turn") and after.points == (0, 0)


def test_u13_an_exchange_breaks_a_row_of_passes() -> None:
    s = run(state(CAT), "pass", "exchange A", "pass")
    assert not is_over(s) and is_over(run(s, "pass"))


def test_r23_a_play_breaks_a_row_of_passes() -> None:
    s = run(state(racks=("A", "CAT")), "pass", "play e5 across CAT")
    assert s.passes == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r25_the_game_ends_when_all_pass_in_a_row(seats: int) -> None:
    s = state(CAT, racks=("AEINRST",) * seats, bag="B")
    for _ in range(seats):
        assert not is_over(s)
        s = run(s, "pass")
    assert is_over(s) and s.points == (-35,) * seats and "passed" in s.ending


def test_u15_going_out_ends_the_game_at_once() -> None:
    s = state(racks=("CAT", "EI"), bag="")
    step = do(s, "play e5 across CAT")
    assert is_over(step.state) and step.state.points == (6, -10)
    assert [(line.seat, line.points, line.rule) for line in step.scores] == [(0, 6, "R-17"), (1, -10, "R-26")]
    more = do(state(racks=("CAT", "EI"), bag="B"), "play e5 across CAT")
    assert not is_over(more.state)


def test_u14_with_an_empty_bag_the_game_ends_when_nobody_can_make_a_word() -> None:
    stuck = state(racks=("CATV", "VW"), bag="")
    step = do(stuck, "play e5 across CAT")
    assert GAME.turn(step.state) == Nature("look")
    assert GAME.resolve(step.state, Nature("look"), Dice(1)) == Look(False)
    over = GAME.apply_outcome(step.state, Look(False)).state
    assert is_over(over) and "nobody can make a word" in over.ending and over.points == (6 - 5, -10)
    fine = do(state(racks=("CATV", "SW"), bag=""), "play e5 across CAT").state
    assert GAME.resolve(fine, Nature("look"), Dice(1)) == Look(True)  # SCAT
    after = GAME.apply_outcome(fine, Look(True)).state
    assert decides(after) == (1, "turn")
    assert decides(do(after, "pass").state) == (0, "turn")  # nothing changed, so nobody looks again
    with_tiles_left = do(state(racks=("CATV", "VW"), bag="B"), "play e5 across CAT").state
    assert GAME.turn(GAME.apply_outcome(with_tiles_left, Draw("B")).state) == Nature("look")  # this draw emptied it


@pytest.mark.parametrize(("penalty", "lost"), [(5, 35), (1, 7), (0, 0)])
def test_r26_u11_leftovers_cost_once(penalty: int, lost: int) -> None:
    s = run(state(CAT, penalty=penalty), "pass", "pass")
    assert s.points == (-lost, -lost)


def test_r27_the_most_points_win_and_u16_ties_are_shared() -> None:
    over = replace(run(state(CAT), "pass", "pass"), points=(10, 20))
    assert GAME.turn(over).ranking == ((1,), (0,))
    tied = GAME.turn(replace(over, points=(20, 20)))
    assert isinstance(tied, Over) and tied.ranking == ((0, 1),)
    assert tied.reason.endswith("share the win")


def test_u16_by_option_fewer_tiles_left_stand_first() -> None:
    over = run(state(CAT, racks=("AEINRST", "AE"), bag="", ties="fewer-tiles", penalty=0), "pass", "pass")
    assert GAME.turn(replace(over, points=(20, 20))) == Over(((1,), (0,)), "20 points and fewer tiles left")


def test_r28_u17_alone_there_are_five_exchanges_and_they_cost_nothing() -> None:
    s = state(CAT, racks=("AEINRST",))
    for left in range(5, 0, -1):
        assert count(left, "exchange") + " left" in GAME.status(GAME.view(s, 0))
        tile = s.racks[0][0]
        s = run(s, f"exchange {'QU' if tile == 'Q' else tile}")
        assert not is_over(s)
    assert s.points == (0,)
    assert GAME.judge(s, GAME.parse(f"exchange {s.racks[0][0]}", s)).refusals[0].rule == "U-17"


def test_u17_alone_the_game_ends_when_no_word_and_no_exchange_is_left() -> None:
    s = replace(state(racks=("CATVVWW",), bag="VW"), exchanges=(5,))
    step = do(s, "play e5 across CAT")
    drawn = GAME.apply_outcome(step.state, Draw("VW")).state
    assert GAME.turn(drawn) == Nature("look") and is_over(settle(drawn))
    early = replace(s, exchanges=(4,), bag="VWWZ")
    drawn = GAME.apply_outcome(do(early, "play e5 across CAT").state, Draw("VWW")).state
    assert decides(drawn) == (0, "turn")


def test_u17_alone_a_pass_ends_the_game_and_all_tiles_used_is_the_other_end() -> None:
    assert is_over(run(state(CAT, racks=("AEINRST",)), "pass"))
    out = do(state(racks=("CAT",), bag=""), "play e5 across CAT").state
    assert is_over(out) and out.points == (6,) and GAME.turn(out).ranking == ((0,),)


def test_alone_nobody_challenges() -> None:
    assert GAME.new(1, {"checking": "challenge"}).terms.checking == "auto-check"


def test_u1_the_small_board_has_its_own_tiles_and_centre() -> None:
    s = begun(2, board=8, first=1)
    assert len(s.board) == 64 and s.bag == full_bag(8)
    s = replace(settle(s), racks=("AEINRST", "AEINRST"))
    assert GAME.judge(s, GAME.parse("play d4 across EARN", s)).legal
    assert GAME.judge(s, GAME.parse("play f4 across TEN", s)).refusals[0].rule == "U-5"
    assert GAME.judge(s, GAME.parse("play h4 across TEN", s)).refusals[0].rule == "R-5"
    for beyond in ("i4", "a9", "a0"):
        with pytest.raises(NotationError, match="a1 to h8"):
            GAME.parse(f"play {beyond} across TEN", s)
