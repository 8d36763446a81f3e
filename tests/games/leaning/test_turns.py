"""Setting up, whose turn it is, holding, skipping, and how games end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.leaning.making import (
    GAME,
    HERE,
    SHIFT_UM,
    THERE,
    decides,
    do,
    is_over,
    lines,
    many,
    place,
    rule,
    settle,
    state,
)
from tests.games.leaning.promises import conserved
from towergames.core.dice import Dice
from towergames.core.options import OptionError
from towergames.games.leaning import model
from towergames.games.leaning.model import Aim, GiveUp, Hold, Pass, Place, Skip

TWO = ((1, 2),)


def founded(corners: tuple[int, int] = (2, 2), touches=TWO, near=(), size: str = "medium", **options):
    """The first player's two pieces let go and come to rest."""
    s = GAME.new(2, {"first": 1, **options})
    going = do(s, model.LayFoundation(size, HERE, "large", THERE)).state
    rests = tuple(model.RestingPiece(n, HERE, corner, SHIFT_UM, 0) for n, corner in zip((1, 2), corners, strict=True))
    return settle(going, model.TableSettled(rests, touches, near))


@pytest.mark.parametrize("seats", range(2, 11))
def test_r2_each_of_two_to_ten_players_has_five_of_each_size(seats: int) -> None:
    s = GAME.new(seats, {})
    assert s.hands == ((5, 5, 5),) * seats
    conserved(s)


@pytest.mark.parametrize("seats", [0, 1, 11, True, "2"])
def test_r2_nobody_else_can_play(seats) -> None:
    with pytest.raises(OptionError):
        GAME.new(seats, {})


def test_r3_the_first_player_is_drawn_or_chosen_and_builds_the_foundation() -> None:
    s = GAME.new(3, {})
    assert GAME.turn(s).kind == "order"
    assert {GAME.resolve(s, GAME.turn(s), Dice(n)).seat for n in range(40)} == {0, 1, 2}
    assert decides(settle(s, model.First(1)).state) == (1, "found")
    assert decides(GAME.new(3, {"first": 3})) == (2, "found")
    with pytest.raises(OptionError, match="first=3 is not possible with 2 players"):
        GAME.new(2, {"first": 3})


def test_l2_the_foundation_is_two_legal_pieces_that_prop_each_other() -> None:
    good = founded()
    assert good.scores == ()
    assert decides(good.state) == (0, "turn")
    assert good.state.layout.touches == TWO
    conserved(good.state)
    for bad in (
        founded(corners=(3, 2)),
        founded(corners=(2, 4)),
        founded(corners=(0, 2)),
        founded(touches=()),
        founded(near=(model.Near(1, 2, 1_000),)),
    ):
        assert decides(bad.state) == (0, "found")
        assert bad.state.layout.pieces == ()
        assert (bad.state.tries, bad.scores) == (1, ())


def test_l2_medium_or_large_and_mixed() -> None:
    s = GAME.new(2, {"first": 1})
    for size in ("medium", "large"):
        for other in ("medium", "large"):
            assert rule(s, model.LayFoundation(size, HERE, other, THERE)) == ""
        assert rule(s, model.LayFoundation(size, HERE, "small", THERE)) == "L-2"
    assert rule(s, Place("small", False, 0, HERE)) == "R-3"


def test_l2_each_foundation_piece_has_used_one_contact() -> None:
    s = founded().state  # P1 is medium: one more may touch it
    s = place(s, "small", corners=1, touches=(1,)).state
    assert rule(s, Place("large", False, 1, HERE, Aim(1, (1,)))) == "L-4"
    assert rule(s, Place("large", False, 1, HERE, Aim(1, (2,)))) == ""


def test_l30_the_table_can_set_the_foundation_up_and_must_after_twelve_tries() -> None:
    s = GAME.new(2, {"first": 1})
    going = do(s, model.Ready()).state
    assert GAME.turn(going).kind == "release"
    legal = model.TableSettled((model.RestingPiece(1, HERE, 2, 0, 0), model.RestingPiece(2, THERE, 1, 0, 0)), TWO)
    assert decides(settle(going, legal).state) == (0, "turn")
    with pytest.raises(ValueError, match="Foundation"):
        settle(going, replace(legal, touches=()))
    tired = replace(s, tries=model.FOUNDATION_TRIES)
    assert rule(tired, model.LayFoundation("large", HERE, "large", THERE)) == "L-30"
    assert rule(tired, model.Ready()) == ""
    ready = GAME.new(2, {"first": 1, "foundation": "ready"})
    assert GAME.turn(ready).kind == "release"
    assert settle(GAME.new(2, {"foundation": "ready"}), model.First(1)).state.in_hand.kind == "ready"


def test_r4_the_first_player_may_pass_once_for_free() -> None:
    s = founded().state
    assert rule(s, Pass()) == ""
    step = do(s, Pass())
    assert (decides(step.state), step.scores, step.state.idle) == ((1, "turn"), (), 0)
    assert rule(step.state, Pass()) == "L-23"


def test_l3_no_later_pass_is_free() -> None:
    s = place(founded(size="large").state, "small", touches=(2,)).state
    for size, touched in (("large", 1), ("small", 1), ("medium", 2)):
        assert rule(s, Pass()) == "L-23"
        s = place(s, size, touches=(touched,)).state


@pytest.mark.parametrize("seats", range(2, 11))
def test_r5_turns_go_counter_clockwise(seats: int) -> None:
    s = state(seats=seats, first=2)
    order = []
    for _ in range(seats + 1):
        order.append(s.active)
        s = do(s, Hold("large")).state
    assert order == [(1 - n) % seats for n in range(seats + 1)]


def test_l24_the_ejected_and_those_without_pieces_are_passed_over() -> None:
    s = state(seats=5, first=1)
    s = replace(s, out=(False, False, False, False, True), hands=(*s.hands[:3], (0, 0, 0), s.hands[4]))
    assert do(s, Hold("small")).state.active == 2
    holding = replace(s, held=((0, 0, 0),) * 3 + ((0, 1, 0), (0, 0, 0)))
    assert do(holding, Hold("small")).state.active == 3, "a held piece is a piece"


def test_rounds_count_how_often_the_turn_has_gone_round() -> None:
    s = state(seats=3, first=2)
    rounds = []
    for _ in range(7):
        rounds.append(GAME.round(s))
        s = do(s, Hold("large")).state
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


def test_r9_the_size_must_differ_from_the_last_placement() -> None:
    assert [rule(state(), Place(size, False, 1, HERE)) for size in ("small", "medium", "large")] == ["", "", ""]
    s = place(state(), "medium").state
    assert rule(s, Place("medium", False, 1, HERE)) == "L-7"
    assert rule(s, Place("small", False, 1, HERE)) == ""


def test_l7_lost_pieces_do_not_count_as_the_last_size() -> None:
    s = place(state(), "medium").state
    lost = do(place(s, "large", corners=4).state, GiveUp()).state
    assert lost.last_size == "medium"
    assert rule(lost, Place("large", False, 1, HERE)) == ""
    broken = place(s, "large", disturbs=(3,)).state
    assert broken.last_size == "medium"


def test_r14_holding_is_the_whole_turn_and_open_to_all() -> None:
    step = do(state(), Hold("large"))
    assert step.scores == ()
    assert step.state.held[0] == (0, 0, 1)
    assert step.state.hands[0] == (5, 5, 4)
    assert decides(step.state) == (1, "turn")
    assert GAME.view(step.state, 1).held[0] == (0, 0, 1)
    empty = replace(state(), hands=((0, 5, 5), (5, 5, 5)))
    assert rule(empty, Hold("small")) == "R-14"


def test_r15_the_held_piece_must_be_placed_or_another_one_held() -> None:
    s = state(held=(0, 0, 1))
    assert rule(s, Place("small", False, 1, HERE)) == "L-11"
    assert rule(s, Skip()) == "L-13"
    assert rule(s, Place("large", True, 1, HERE)) == ""
    assert rule(s, Hold("small")) == ""
    assert rule(s, Place("small", True, 1, HERE)) == "R-14"
    assert rule(s, GiveUp("large")) == ""
    assert rule(s, GiveUp("small")) == "L-13"


def test_l11_several_held_pieces_go_one_a_turn_before_ordinary_ones() -> None:
    s = state(held=(1, 0, 1), passing="free")
    s = place(s, "large", corners=0, held=True).state
    s = do(s, Pass()).state
    assert rule(s, Place("medium", False, 1, HERE)) == "L-11"
    s = place(s, "small", corners=0, touches=(2,), held=True).state
    s = do(s, Pass()).state
    assert rule(s, Place("medium", False, 1, HERE)) == ""


def test_r16_a_held_piece_stays_off_the_table_and_may_touch_more() -> None:
    s = state((3, "large", 1, 0), held=(1, 0, 0))
    assert rule(s, Place("small", True, 1, HERE, Aim(1, (1,)))) == "L-12"
    assert rule(s, Place("small", True, 1, HERE, Aim(0, (1, 2, 3)))) == ""
    landed = place(s, "small", corners=1, touches=(1,), held=True)
    assert (landed.state.phase, landed.scores) == ("slip", ())


def test_l26_holding_does_not_make_room_on_a_full_piece() -> None:
    s = state((3, "small", 1, 0), touches=[(1, 3)], held=(0, 1, 0))
    full = Aim(0, (1, 3))
    assert rule(s, Place("medium", True, 3, HERE, full)) == "L-26"
    assert place(s, "medium", corners=0, touches=(1, 3), held=True).state.phase == "slip"


def test_l23_the_table_looks_for_a_move_before_a_skip_counts() -> None:
    asked = do(state(), Skip()).state
    assert (GAME.turn(asked).kind, do(state(), Skip()).scores) == ("search", ())
    known = settle(asked, model.PlaceFound(True))
    assert decides(known.state) == (0, "turn")
    assert rule(known.state, Skip()) == "L-23"
    assert rule(known.state, Hold("small")) == ""
    none = settle(asked, model.PlaceFound(False))
    assert decides(none.state) == (1, "turn")
    told = [[event.text for event in step.events] for step in (do(state(), Skip()), known, none)]
    assert told[0] == [""], "nothing is known before the table has looked"
    assert told[1:] == [
        ["{0} can still place a piece, so the turn goes on"],
        ["{0} skips: the table finds no place either"],
    ]
    assert (none.scores, none.state.idle) == ((), 1)
    assert rule(state(passing="free"), Skip()) == "L-23"
    assert rule(state(passing="free"), Pass()) == ""


def test_r21_the_game_is_closed_when_all_have_skipped_in_a_row() -> None:
    s = state(seats=3)
    for _ in range(3):
        assert not is_over(s)
        s = settle(do(s, Skip()).state, model.PlaceFound(False)).state
    assert is_over(s)
    assert s.points == (-15, -15, -15)


def test_l22_anything_but_a_skip_begins_the_row_anew() -> None:
    s = settle(do(state(), Skip()).state, model.PlaceFound(False)).state
    for step in (do(s, Hold("small")), place(s), place(s, disturbs=(1,)), do(place(s, corners=4).state, GiveUp())):
        assert step.state.idle == 0


def test_l32_a_player_skips_so_many_turns_and_no_more() -> None:
    s = replace(state(), skips=(model.MOST_SKIPS - 1, 0))
    assert rule(s, Skip()) == ""
    assert rule(replace(s, skips=(model.MOST_SKIPS, 0)), Skip()) == "L-32"
    assert rule(replace(s, skips=(model.MOST_SKIPS, 0)), Hold("small")) == ""
    skipping = settle(do(s, Skip()).state, model.PlaceFound(False)).state
    assert skipping.skips == (model.MOST_SKIPS, 0)
    assert rule(do(skipping, Hold("small")).state, Skip()) == "L-32"


def test_r32_the_game_ends_when_all_pieces_are_used() -> None:
    s = replace(state(), hands=((1, 0, 0), (0, 0, 0)), gone=((4, 5, 5), (5, 5, 5)))
    step = place(s, "small")
    assert is_over(step.state)
    assert step.state.ending == "all pieces are used"
    assert lines(step) == {"R-22": 1, "R-24": 1}
    assert rule(step.state, Hold("small")) == "R-32"
    held = do(s, Hold("small")).state
    assert decides(held) == (0, "turn"), "a held piece is not used yet"
    assert lines(do(held, GiveUp("small"))) == {"R-27": -2}


def test_r1_the_most_points_win_and_the_ejected_are_ranked_too() -> None:
    over = replace(state(seats=4), phase="over", points=(3, -2, 7, 3), out=(False, False, True, False))
    assert GAME.turn(over).ranking == ((2,), (0, 3), (1,))


def test_l25_equal_scores_share_the_place() -> None:
    over = replace(state(seats=3), phase="over", points=(-1, -1, -5))
    assert GAME.turn(over).ranking == ((0, 1), (2,))
    assert "share" in GAME.turn(over).reason


def test_r33_scores_of_a_game_go_into_a_series_with_wreck_penalties() -> None:
    step = place(replace(state(*many(3)), points=(0, 4)), "medium", disturbs=(1, 3, 4))
    assert is_over(step.state)
    assert GAME.totals(step.state) == (-1, 4)
    assert GAME.info.starter_option == "first"


def test_whoever_has_no_pieces_left_waits_while_the_others_play_on() -> None:
    s = replace(state(seats=3), hands=((1, 0, 0), (5, 5, 5), (5, 5, 5)))
    s = place(s, "small").state
    seen = []
    for _ in range(4):
        seen.append(s.active)
        s = do(s, Hold("large")).state
    assert seen == [2, 1, 2, 1]
