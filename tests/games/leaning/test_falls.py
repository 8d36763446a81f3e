"""Slip, Break, Wreck and Bump: at every number of pieces, with holds, rebuilding, and what is left standing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.leaning.making import (
    GAME,
    HERE,
    SHIFT_UM,
    THERE,
    clear,
    decides,
    do,
    is_over,
    lands,
    letting_go,
    lines,
    many,
    place,
    put,
    rests,
    rule,
    settle,
    state,
)
from tests.games.leaning.promises import conserved
from towergames.core.contract import Step
from towergames.core.dice import Dice
from towergames.games.leaning import model
from towergames.games.leaning.layout import disturbed
from towergames.games.leaning.model import GiveUp, Keep, Nudge, RestingPiece, State
from towergames.games.leaning.moves import wreck_warning


def broken(count: int = 2, lying: bool = True, **options):
    """Player 1 has broken a structure of eight pieces; ``count`` of them are to be put back."""
    s = state(*many(4), *[(n, "large", 1, 0) for n in range(7, 11)], **options)
    felled = tuple(range(3, 3 + count))
    step = place(s, "medium", **({"lying": felled} if lying else {"disturbs": felled}))
    return clear(step.state)


@pytest.mark.parametrize(
    ("shift", "turn", "phase"),
    [(0, 0, "turn"), (3_000, 5_000, "turn"), (3_001, 0, "slip"), (0, 5_001, "slip")],
)
def test_l16_creep_is_no_slip_and_more_is_one(shift: int, turn: int, phase: str) -> None:
    s = place(state(), shift=shift, turn=turn).state
    assert s.phase == phase
    conserved(s)


@pytest.mark.parametrize(("shift", "turn", "count"), [(3_000, 5_000, 0), (3_001, 0, 1), (0, 5_001, 1)])
def test_l16_creep_is_no_disturbance_and_more_is_one(shift: int, turn: int, count: int) -> None:
    s = state(*many(2))
    assert (
        len(disturbed(s.layout, model.TableSettled((RestingPiece(3, THERE, 2, shift, turn),), s.layout.touches)))
        == count
    )


def test_l16_a_piece_that_lost_all_it_rested_on_is_disturbed() -> None:
    s = state((3, "small", 1, 1), (4, "small", 1, 1), touches=[(1, 3), (2, 4), (3, 4)])
    going = letting_go(s)
    kept = lands(going, lost=[(1, 3)])
    assert disturbed(s.layout, kept) == (), "P3 still leans on P4"
    gone = lands(going, lost=[(1, 3), (3, 4)], also=[(2, 3)])
    assert disturbed(s.layout, gone) == (3,)
    assert disturbed(replace(s.layout, touches=()), model.TableSettled((), ())) == (), "nothing was there to be lost"


def test_r17_a_slip_costs_nothing_and_is_tried_again_with_the_same_piece() -> None:
    step = place(state(), "medium", corners=4)
    assert step.scores == ()
    assert decides(step.state) == (0, "slip")
    again = place(step.state, "medium", corners=1)
    assert lines(again) == {"R-22": 1, "R-24": 1}
    assert [one.id for one in again.state.layout.pieces] == [1, 2, 3]
    assert again.state.hands[0] == (5, 4, 5)


def test_r17_a_slipped_piece_is_lost_after_the_last_try_without_a_penalty() -> None:
    s = state()
    before = s.layout
    for attempt in (1, 2, 3):
        step = place(s, "large", corners=3, shift=SHIFT_UM)
        s = step.state
        conserved(s)
        assert step.scores == ()
        assert s.phase == ("slip" if attempt < 3 else "turn")
    assert s.gone[0] == (0, 0, 1)
    assert s.layout == before
    assert s.last_size == "", "it was never placed (L-7)"
    assert decides(s) == (1, "turn")


@pytest.mark.parametrize("tries", [1, 2, 3, 5])
def test_l14_the_number_of_tries_is_an_option(tries: int) -> None:
    s = state(tries=tries)
    for attempt in range(1, tries + 1):
        s = place(s, "large", corners=3).state
        assert (s.phase == "slip") == (attempt < tries)


def test_l14_a_slipped_piece_may_stay_where_it_is_legal_even_after_the_last_try() -> None:
    s = place(state(tries=1), "medium", corners=0, touches=(2,), shift=SHIFT_UM).state
    assert decides(s) == (0, "slip")
    assert rule(s, model.Place("medium", False, 1, HERE)) == "L-14"
    assert GAME.judge(s, model.Accept()).preview == do(s, model.Accept()).scores
    held = place(state(tries=1, held=(0, 1, 0)), "medium", corners=0, touches=(2,), shift=SHIFT_UM, held=True).state
    assert GAME.judge(held, model.Accept()).preview == do(held, model.Accept()).scores
    step = do(s, model.Accept())
    assert lines(step) == {"R-22": 1, "R-23": 1}
    assert not step.reveals, "the player may take the decision back"
    illegal = place(state(), "medium", corners=3).state
    assert rule(illegal, model.Accept()) == "L-1"
    for contacts, refused in (("both", "L-4"), ("placed", "")):
        full = state((3, "small", 1, 0), touches=[(1, 3)], contacts=contacts)
        assert rule(place(full, "medium", touches=(3,), shift=SHIFT_UM).state, model.Accept()) == refused


def test_l14_the_slipped_piece_cannot_be_traded_but_given_up() -> None:
    s = place(state(), "medium", corners=3).state
    assert rule(s, model.Place("large", False, 1, HERE)) == "L-14"
    assert rule(s, model.Place("medium", True, 1, HERE)) == "L-14"
    assert rule(s, GiveUp("medium")) == "L-14"
    step = do(s, GiveUp())
    assert step.scores == ()
    assert step.state.gone[0] == (0, 1, 0)
    assert step.events[-1].text == "{0} loses the medium piece"
    held = place(state(held=(0, 1, 0)), "medium", corners=0, held=True, shift=SHIFT_UM).state
    assert lines(do(held, GiveUp())) == {"R-27": -2}
    assert do(held, GiveUp()).events[-1].text == "{0} loses the medium piece: -2 points"
    assert GAME.judge(held, GiveUp()).preview == do(held, GiveUp()).scores


def test_l14_everything_else_is_as_before_the_try() -> None:
    s = state(*many(2))
    going = letting_go(s)
    crept = lands(going, corners=3, others=[RestingPiece(3, THERE, 2, 3_000, 0)])
    slipped = settle(going, crept).state
    assert slipped.layout != s.layout
    assert letting_go(slipped).layout == s.layout
    assert do(slipped, GiveUp()).state.layout == s.layout


@pytest.mark.parametrize("three", ["wreck", "break"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7])
def test_l15_one_or_two_others_are_a_break_and_three_a_wreck(count: int, three: str) -> None:
    s = state(*many(4), *[(n, "large", 1, 0) for n in range(7, 11)], three=three)
    step = place(s, "medium", disturbs=range(3, 3 + count))
    wreck = count > (3 if three == "break" else 2)
    assert step.state.out[0] == wreck
    if count == 0:
        assert step.state.points[0] == 2
    elif wreck:
        assert lines(step) == {"R-29": -1}
    else:
        assert lines(step) == {"R-28": -2 * count}
        assert step.state.broken == tuple(range(3, 3 + count))
    conserved(step.state)


def test_r18_a_break_loses_the_piece_and_all_held_ones() -> None:
    s = state(*many(4), held=(2, 0, 1))
    step = place(s, "small", corners=0, held=True, disturbs=(3,))
    assert lines(step) == {"R-28": -2, "R-27": -6}
    after = clear(step.state)
    assert after.held[0] == (0, 0, 0)
    assert after.gone[0] == (2, 0, 1)
    assert decides(after) == (0, "rebuild")
    conserved(after)


def test_l17_every_disturbed_piece_goes_back_into_a_legal_pose_without_points() -> None:
    s = broken(2)
    assert s.broken == (3, 4)
    assert rule(s, model.Rebuild(5, HERE)) == "L-17"
    first = put(s, 4, corners=0, touches=(1,))
    assert first.scores == ()
    assert first.state.broken == (3,)
    last = put(first.state, 3, corners=2, touches=(2,))
    assert last.scores == ()
    assert decides(last.state) == (1, "turn")
    level = {one.id: one.level for one in last.state.layout.pieces}
    assert (level[4], level[3]) == (1, 0)
    conserved(last.state)


def test_l17_sizes_do_not_matter_when_rebuilding() -> None:
    s = replace(broken(1), last_size="small")
    assert rule(s, model.Rebuild(3, HERE)) == ""
    assert put(s, 3, corners=2).state.last_size == "small"


def test_l17_a_piece_that_lies_legally_may_be_left() -> None:
    assert rule(broken(1, lying=True), Keep(3)) == "L-1"
    s = broken(2, lying=False)
    assert rule(s, Keep(5)) == "L-17"
    s = do(do(s, Keep(3)).state, Keep(4)).state
    assert decides(s) == (1, "turn")


def test_l17_declining_is_a_wreck() -> None:
    s = broken(2)
    before = s.points[0]
    step = do(s, model.Decline())
    assert lines(step) == {"R-29": -1}
    assert step.scores == GAME.judge(s, model.Decline()).preview
    assert step.state.out == (True, False)
    assert step.state.points[0] == before - 1
    after = clear(step.state)
    assert [one.id for one in after.layout.pieces] == [1, 2, 5, 6, 7, 8, 9, 10]
    conserved(after)


def test_l17_disturbing_another_piece_while_rebuilding_is_a_wreck() -> None:
    step = put(broken(1), 3, disturbs=(8,))
    assert lines(step) == {"R-29": -1}
    assert step.state.out[0]
    touched = put(broken(2), 3, corners=2, touches=(2,), disturbs=(4,))
    assert touched.scores == (), "a piece that waits to be put back may be pushed about"


def test_l17_tries_are_counted_for_each_piece_whatever_is_tried_in_between() -> None:
    s = broken(2)
    for piece in (3, 4, 3, 4):
        step = put(s, piece, corners=3)
        assert (step.state.phase, step.scores) == ("rebuild", ())
        s = step.state
    assert s.failed == (3, 4, 3, 4)
    assert lines(put(s, 3, corners=3)) == {"R-29": -1}, "the third try of P3"
    s = put(s, 3, corners=2).state
    assert (s.phase, s.broken) == ("rebuild", (4,)), "its third try is good, and P4 has one left"
    assert lines(put(s, 4, corners=3)) == {"R-29": -1}
    done = put(s, 4, corners=2).state
    assert (decides(done), done.failed) == ((1, "turn"), ())


def test_l17_a_piece_kept_on_one_that_still_lies_there_is_on_the_level_above_it() -> None:
    """P4 stood on P3, which stood high; both fell, P3 to the table with P4 on it."""
    s = state(*many(8), (11, "large", 1, 3), (12, "large", 1, 4), touches=((1, 11), (11, 12)))
    fell = [RestingPiece(11, THERE, 2, SHIFT_UM, 0), RestingPiece(12, THERE, 0, SHIFT_UM, 0)]
    s = clear(place(s, "medium", others=fell).state)
    level = {one.id: one.level for one in s.layout.pieces}
    assert (s.broken, level[11], level[12]) == ((11, 12), 0, 1), "shown on the levels where they lie"
    s = do(s, Keep(12)).state
    s = do(s, Keep(11)).state
    level = {one.id: one.level for one in s.layout.pieces}
    assert (level[11], level[12]) == (0, 1), "in whatever order they are kept"


def test_l17_a_piece_pushed_while_another_is_put_back_is_on_the_level_where_it_lies_then() -> None:
    s = state(*many(8), (11, "large", 1, 1), (12, "large", 1, 1), touches=((1, 11), (2, 12)))
    s = clear(place(s, "medium", disturbs=(11, 12)).state)
    s = put(s, 11, corners=0, others=[RestingPiece(12, THERE, 2, SHIFT_UM, 0)]).state
    level = {one.id: one.level for one in s.layout.pieces}
    assert (level[11], level[12]) == (1, 0)


def test_l17_by_option_everything_is_put_back_as_it_stood() -> None:
    s = state(*many(4), *[(n, "large", 1, 0) for n in range(7, 11)], rebuild="restore")
    after = clear(place(s, "medium", lying=(3, 4)).state)
    assert rule(after, Keep(3)) == "L-17"
    assert rule(after, model.Rebuild(3, HERE)) == "L-17"
    assert rule(broken(2), model.Restore()) == "L-17"
    step = do(after, model.Restore())
    assert step.scores == ()
    assert step.state.layout == s.layout
    assert decides(step.state) == (1, "turn")
    assert do(after, model.Decline()).state.out[0]


def test_l17_a_piece_of_the_foundation_goes_back_onto_the_table() -> None:
    s = clear(place(state(*many(4)), "medium", lying=(2,)).state)
    assert s.broken == (2,)
    assert put(s, 2, corners=0, touches=(1,)).state.phase == "rebuild"
    assert decides(put(s, 2, corners=2, touches=(1,)).state) == (1, "turn")


def test_l29_what_moves_when_the_piece_is_taken_off_is_put_back_too() -> None:
    step = place(state(*many(6)), "medium", lying=(3,))
    assert step.state.clearing == (9,)
    off = settle(step.state, rests(step.state, (5, SHIFT_UM)))
    after = off.state
    assert (after.broken, after.tries, off.scores) == ((3, 5), 0, ())
    assert after.points[0] == -2, "nobody pays for it"


def test_l29_after_a_wreck_what_falls_when_pieces_leave_leaves_too() -> None:
    step = place(state(*many(8)), "medium", lying=(3, 4, 5))
    assert step.state.clearing == (3, 4, 5, 11)
    s = settle(step.state, rests(step.state, lying=(6,))).state
    assert s.clearing == (6,)
    points = s.points
    s = clear(s)
    assert s.points == points
    assert [one.id for one in s.layout.pieces] == [1, 2, 7, 8, 9, 10]
    assert s.gone == ((0, 1, 0), (4, 0, 0))
    conserved(s)


def test_r19_a_wreck_ejects_from_the_game_and_the_others_play_on() -> None:
    step = place(state(*many(8), seats=3), "medium", lying=(3, 4, 5))
    s = clear(step.state)
    assert s.out == (True, False, False)
    assert decides(s) == (2, "turn")
    s = do(s, "hold medium").state
    s = do(s, "hold medium").state
    assert decides(s) == (2, "turn"), "the ejected is passed over"


def test_l19_half_of_the_pieces_must_stand() -> None:
    s = state(*many(6))  # eight with the Foundation
    half = place(s, "medium", lying=(3, 4, 5, 6))
    assert half.state.phase == "clear"
    more = place(s, "medium", lying=(3, 4, 5, 6, 7))
    assert is_over(more.state)
    assert more.state.ending == "the structure is wrecked"


def test_l19_what_falls_while_pieces_leave_counts_against_the_same_number() -> None:
    s = state(*many(8))  # ten with the Foundation
    first = place(s, "medium", lying=(3, 4, 5)).state  # seven are left: four of those would be half of them
    assert clear(settle(first, rests(first, lying=(6, 7))).state).phase == "turn", "five of ten"
    more = settle(first, rests(first, lying=(6, 7, 8))).state
    assert is_over(more), "four of ten, though more than half of the seven"
    once = settle(first, rests(first, lying=(6, 7))).state
    assert is_over(settle(once, rests(once, lying=(8,))).state), "in three steps as well"


def test_l19_after_a_bump_and_after_a_rebuild_too() -> None:
    hit = bumped(-1, lying=(3, 4, 5)).state
    assert is_over(settle(hit, rests(hit, lying=(6, 7, 8))).state)
    on = settle(hit, rests(hit, lying=(6,))).state
    assert (clear(on).phase, clear(on).stood) == ("turn", None)
    left = do(broken(2), model.Decline()).state  # ten on the table, two lie
    assert is_over(settle(left, rests(left, lying=(5, 6, 7, 8))).state)
    assert decides(clear(settle(left, rests(left, lying=(5, 6, 7))).state)) == (1, "turn")


def test_l19_the_foundation_must_be_undisturbed() -> None:
    assert is_over(place(state(*many(8)), "medium", disturbs=(1, 3, 4)).state)
    assert not is_over(place(state(*many(8)), "medium", disturbs=(5, 3, 4)).state)


def test_l19_disturbed_pieces_that_stand_legally_stay_and_owners_keep_points() -> None:
    s = replace(state(*many(8)), points=(4, 9))
    step = place(s, "medium", disturbs=(3, 4), lying=(5,))
    after = clear(step.state)
    assert [one.id for one in after.layout.pieces] == [1, 2, 3, 4, 6, 7, 8, 9, 10]
    assert after.points == (3, 9)


@pytest.mark.parametrize(("contacts", "taken_off"), [("both", (3, 11)), ("placed", (11,))])
def test_l19_a_disturbed_piece_leaves_where_it_touches_one_that_is_full(contacts: str, taken_off) -> None:
    """P4 is small and touches P5 already."""
    s = state(*many(8), touches=[(3, 4), (4, 5)], contacts=contacts)
    assert place(s, "medium", disturbs=(3, 6, 7)).state.clearing == taken_off


def test_l9_what_a_wreck_moved_down_to_the_table_is_on_level_0_there() -> None:
    s = state(*many(8), (11, "large", 1, 2), (12, "large", 1, 3), touches=((11, 12),))
    fell = [RestingPiece(number, THERE, corners, SHIFT_UM, 0) for number, corners in ((11, 2), (12, 0), (3, 3))]
    after = clear(place(s, "medium", others=fell).state)
    level = {one.id: one.level for one in after.layout.pieces}
    assert (level[11], level[12]) == (0, 1), "before the fall they were on levels 2 and 3"


RESTING = state(*many(2), (11, "large", 1, 0), (12, "large", 1, 1), touches=((11, 12),))


@pytest.mark.parametrize(
    ("made", "seen"),
    [
        (place(state(*many(2)), "medium", shift=20_000, touches=(), disturbs=(3,)), "The medium piece slid off P1"),
        (place(state(*many(2)), "medium", shift=20_000, turn=80_000, disturbs=(3,)), "The medium piece tipped over"),
        (place(state(*many(2)), "medium", shift=11_400, disturbs=(3,)), "The medium piece slid 12 mm"),
        (place(state(*many(2)), "medium", disturbs=(3,)), "The medium piece stayed, but P3 moved 9 mm, 3 allowed"),
        (
            place(state(*many(2)), "medium", others=[RestingPiece(3, THERE, 2, 100, 5_900)]),
            "The medium piece stayed, but P3 turned 6 degrees, 5 allowed",
        ),
        (
            place(RESTING, "medium", lost=((11, 12),)),
            "The medium piece stayed, but P12 lost its support",
        ),
        (place(state(*many(4)), "medium", lying=(3, 4, 5)), "The medium piece stayed, but P3 moved 9 mm, 3 allowed"),
        (place(state(*many(2)), "medium"), ""),
        (put(broken(2), 3, disturbs=(7,)), "The small piece stayed, but P7 moved 9 mm, 3 allowed"),
    ],
)
def test_a_fall_says_first_what_the_eye_sees(made: Step[State], seen: str) -> None:
    assert [event.text for event in made.events if event.kind == "settle"] == [seen]


def test_l20_one_player_left_goes_on_or_ends_the_game() -> None:
    on = clear(place(state(*many(8)), "medium", lying=(3, 4, 5)).state)
    assert decides(on) == (1, "turn")
    assert decides(do(on, "hold medium").state) == (1, "turn")
    ended = place(state(*many(8), alone="end"), "medium", lying=(3, 4, 5)).state
    assert is_over(clear(ended))
    assert GAME.turn(clear(ended)).ranking == ((1,), (0,))


@pytest.mark.parametrize(
    ("made", "warning"),
    [
        (state(), ""),
        (state(*many(1)), "few pieces stand: a Wreck ends the game"),
        (state(*many(2)), "few pieces stand: a Wreck ends the game"),
        (state(*many(2), three="break"), "few pieces stand: a Wreck ends the game"),
        (state(*many(3)), ""),
        (state(*many(8), alone="end"), "2 players: a Wreck ends the game"),
        (state(*many(8), alone="end", seats=3), ""),
        (replace(state(*many(8)), out=(False, True)), "1 player: a Wreck ends the game"),
    ],
)
def test_l19_l20_a_turn_in_which_any_wreck_ends_the_game_says_so(made: State, warning: str) -> None:
    assert wreck_warning(made) == warning
    assert (warning in GAME.status(GAME.view(made, 0))) == bool(warning)


def test_l20_the_last_player_can_wreck_too_and_then_the_game_is_over() -> None:
    s = clear(place(state(*many(10)), "medium", lying=(3, 4, 5)).state)
    s = clear(place(s, "medium", lying=(6, 7, 8)).state)
    assert s.out == (True, True)
    assert is_over(s)
    assert s.ending == "everybody has been ejected"
    conserved(s)


def test_l31_the_ejected_pay_for_held_pieces_but_not_for_those_in_hand() -> None:
    s = state(*many(8), held=(0, 0, 2), passing="free", seats=3)
    step = place(s, "large", corners=0, held=True, lying=(3, 4, 5))
    assert lines(step) == {"R-29": -1, "R-27": -4}
    s = clear(step.state)
    step = do(do(s, "pass").state, "pass")
    assert [(line.seat, line.rule) for line in step.scores] == [(1, "R-30"), (2, "R-30")]
    assert sorted(seat for group in GAME.turn(step.state).ranking for seat in group) == [0, 1, 2]


def bumped(by: int, *felled: int, lying: tuple[int, ...] = (), **options):
    """The table bumped by report in player 1's turn at ten pieces."""
    s = state(*many(8), bump="nudge", seats=3, **options)
    if by == s.active:  # as in games by rules 1
        s = replace(s, terms=replace(s.terms, bump="nudge"))
    going = do(s, Nudge(by)).state
    assert GAME.turn(going).kind == "bump"
    return settle(going, rests(going, *((n, SHIFT_UM) for n in felled), lying=lying))


def test_r20_a_player_who_bumps_is_charged_as_for_a_wreck() -> None:
    step = bumped(1, 3, 4, 5, 6)
    assert lines(step) == {"R-29": -8}
    assert step.scores[0].note.startswith("Bump with")
    told = next(event for event in step.events if event.kind == "bump")
    assert (told.text, told.seat) == ("{1} bumps the table: P3, P4, P5 and P6 moved", 1)
    assert step.state.bumper == model.NOBODY
    assert step.events[-1].text == "Wreck: the table was bumped. {1} is out of this game, -8 points"
    assert (step.state.out, step.state.clearing) == ((False, True, False), ())
    assert decides(step.state) == (0, "turn"), "the turn that was interrupted goes on"


def test_l21_an_outsider_or_an_ejected_player_pays_nothing() -> None:
    step = bumped(-1, lying=(3, 4, 5, 6))
    assert step.scores == ()
    assert next(event.seat for event in step.events if event.kind == "bump") is None
    assert clear(step.state).out == (False, False, False)
    assert decides(clear(step.state)) == (0, "turn")
    going = do(replace(state(*many(8), bump="nudge", seats=3), out=(False, False, True)), Nudge(2)).state
    assert settle(going, rests(going, *((n, SHIFT_UM) for n in (3, 4, 5, 6)))).scores == ()


@pytest.mark.parametrize("three", ["wreck", "break"])
def test_l21_a_bump_of_exactly_three_pieces_is_no_wreck_since_none_was_placed(three: str) -> None:
    assert bumped(1, 3, 4, 5, three=three).scores == ()
    assert lines(bumped(1, 3, 4, 5, 6, three=three)) == {"R-29": -8}


def test_l21_a_small_bump_costs_nothing_but_what_fell_leaves() -> None:
    step = bumped(1, lying=(3, 4))
    assert step.scores == ()
    after = clear(step.state)
    assert [one.id for one in after.layout.pieces] == [1, 2, 5, 6, 7, 8, 9, 10]
    assert settle(step.state, rests(step.state)).reveals
    assert bumped(1).state.phase == "turn"


def test_l22_a_bump_that_moves_something_and_a_wreck_break_a_row_of_skips() -> None:
    s = replace(state(*many(8), bump="nudge", seats=3), idle=1)
    assert place(s, "medium", lying=(3, 4, 5)).state.idle == 0
    going = do(s, Nudge(1)).state
    assert [settle(going, rests(going, *felled)).state.idle for felled in ((), ((3, SHIFT_UM),))] == [1, 0]


def test_l21_a_bump_that_takes_the_foundation_ends_the_game() -> None:
    assert is_over(bumped(-1, 1).state)


def test_l21_by_rules_1_a_player_who_bumps_in_the_own_turn_loses_it() -> None:
    assert rule(state(bump="nudge"), Nudge(0)) == "L-21"
    step = bumped(0, 3, 4, 5, 6)
    assert step.state.out[0]
    assert decides(step.state) == (2, "turn")


@pytest.mark.parametrize(("bump", "possible"), [("table", {-2, -1}), ("players", {-2, 1, 2})])
def test_l21_a_bump_by_chance_comes_now_and_then_after_a_placement(bump: str, possible: set[int]) -> None:
    s = place(state(bump=bump, seats=3)).state
    assert s.phase == "fate"
    seen = {GAME.resolve(s, GAME.turn(s), Dice(n)).by for n in range(300)}
    assert seen == possible
    for by in possible:
        after = settle(s, model.Fate(by)).state
        assert after.phase == ("turn" if by == -2 else "bump")
        if by != -2:
            assert decides(settle(after, rests(after)).state) == (2, "turn")
    assert not settle(s, model.Fate(-2)).reveals
    for by in {-1, 0, 1, 2, 3} - possible:
        with pytest.raises(ValueError, match="bump"):
            settle(s, model.Fate(by))


def test_l21_a_bump_by_chance_comes_after_a_rebuild_too() -> None:
    assert put(broken(1, bump="table"), 3, corners=2).state.phase == "fate"
    assert do(broken(1, bump="table", rebuild="restore"), model.Restore()).state.phase == "fate"
    assert do(broken(1, lying=False, bump="table"), Keep(3)).state.phase == "fate"


def test_r32_nobody_bumps_a_game_that_the_last_piece_has_ended() -> None:
    s = replace(state(bump="players"), hands=((0, 1, 0), (0, 0, 0)))
    assert is_over(place(s, "medium").state)


def test_l32_bumps_are_reported_once_a_turn() -> None:
    s = bumped(1).state
    assert rule(s, Nudge(1)) == "L-32"
    s = do(s, "hold small").state
    assert rule(s, Nudge(-1)) == ""
    going = do(replace(s, nudges=model.MOST_NUDGES - 1), Nudge(-1)).state
    s = do(settle(going, rests(going)).state, "hold small").state
    assert (s.nudges, rule(s, Nudge(-1))) == (model.MOST_NUDGES, "L-32"), "nor more often than so in a game"


def test_an_outcome_that_cannot_follow_is_refused() -> None:
    s = letting_go(state(*many(2)))
    good = lands(s)
    own = good.rests[0]
    bad = {
        "another kind": model.First(0),
        "no piece in hand": replace(good, rests=()),
        "a stranger": replace(good, rests=(own, RestingPiece(9, HERE, 0, 0, 0))),
        "twice": replace(good, rests=(own, own)),
        "six corners": replace(good, rests=(own._replace(corners=6),)),
        "back in time": replace(good, rests=(own._replace(shift=-1),)),
        "no quaternion": replace(good, rests=(own._replace(pose=HERE._replace(w=5)),)),
        "off to the moon": replace(good, rests=(own._replace(pose=HERE._replace(x=10**9)),)),
        "touches itself": replace(good, touches=((5, 5),)),
        "touches a stranger": replace(good, touches=((1, 9),)),
        "out of order": replace(good, touches=((1, 5), (1, 2))),
        "far points": replace(good, near=(model.Near(1, 2, 9_000),)),
        "own point": replace(good, near=(model.Near(1, 1, 900),)),
        "points twice": replace(good, near=(model.Near(1, 2, 900), model.Near(1, 2, 800))),
        "long trace": replace(good, trace="A" * 6_001),
        "foreign trace": replace(good, trace="\x1b[2J"),
        "engine": replace(good, engine="\x07"),
        "tremor": replace(good, tremor=(10**8,)),
    }
    for name, outcome in bad.items():
        with pytest.raises(ValueError, match=r"."):
            settle(s, outcome)
            pytest.fail(name)
    assert settle(s, good).state.phase == "turn"
    with pytest.raises(ValueError, match="no such outcome can come here"):
        settle(state(), good)
    with pytest.raises(ValueError, match="player"):
        GAME.apply_outcome(GAME.new(2, {}), model.First(2))
