"""The hand over the table: what controls, keys, clicks and typed words do, without physics where none is needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.games.leaning.board.hands import Hand, seen
from tests.games.leaning.making import FORECASTS, HERE, layout, state
from towergames.board.protocol import PointerInput, TextInput
from towergames.core.contract import Event, Over
from towergames.games.leaning import live_physics, model
from towergames.games.leaning.board import BOARD, controls, hand_work, input, position, suggestions
from towergames.games.leaning.board.camera import LOOKS, ORBIT
from towergames.games.leaning.board.hand import wrapped
from towergames.games.leaning.board.hand_work import IdeaSearch
from towergames.games.leaning.board.table_zone import score_rows
from towergames.games.leaning.board.ui_state import FOUND, FREE, GUIDED, PLACE, WATCH, Motion
from towergames.games.leaning.evaluation import CandidatePlacement, Idea, SimulatedPlacement
from towergames.games.leaning.forecast import Forecast, Odds
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Aim, GiveUp, Hold, Place, State
from towergames.games.leaning.text import why_placed
from towergames.physics.geometry import Pose, dot, sub
from towergames.session.text import hint

POSE = Pose(1.0, -2.0, 3.0)
ON_P1 = Aim(1, (1,))


def idea(target: int = 1, word: str = "safe", x: float = 1.0) -> Idea:
    aim, words = Aim(1, (target,)), f"leaning on P{target}"
    return Idea("small", Pose(x, -2.0, 3.0), "corner", target, aim, FORECASTS[word], 2, words)


def gripping(made: State, aim: Aim = ON_P1, size: str = "small", **changes: Any) -> Hand:
    """Something in the hand, without physics."""
    return Hand(made).holds(kind=PLACE, size=size, sizes=(size,), ghost=(POSE,), aim=aim, **changes)


def seeking(made: State) -> Hand:
    """A hand that looks for places."""
    player = Hand(made)
    player.press("main")
    return player


def slipped() -> State:
    made = state((3, "medium", 0, 0), touches=((1, 3),))
    hand = model.InHand("place", 3, "medium", target=1, pose=HERE)
    return replace(made, phase="slip", in_hand=hand, before=layout(), tries=1, next_piece=3)


def broken(**options: Any) -> State:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)), **options)
    return replace(made, phase="rebuild", broken=(3, 4), stood=made.layout)


FOUNDING = replace(state(), phase="found", layout=model.Layout(), next_piece=1)


def founding(*ghost: Pose, **changes: Any) -> Hand:
    """One or both pieces of a Foundation in the hand."""
    return Hand(FOUNDING).holds(kind=FOUND, size="large", sizes=("large",) * len(ghost), ghost=ghost, **changes)


@pytest.mark.parametrize(
    ("made", "name", "label", "action"),
    [
        (FOUNDING, "ready", "Let the table start", model.Ready()),
        (state(), "hold", "Hold medium", model.Hold("medium")),
        (replace(state(), free=True), "pass", "Pass", model.Pass()),
        (state(passing="free"), "pass", "Pass", model.Pass()),
        (state(), "skip", "Skip", model.Skip()),
        (state(held=(0, 1, 0)), "give-up", "Give up medium", GiveUp("medium")),
        (state(bump="nudge"), "nudge", "Bump: a bystander", model.Nudge(-1)),
        (state(bump="nudge"), "nudge-2", "Bump: Balthasar", model.Nudge(1)),
        (slipped(), "accept", "Leave it there", model.Accept()),
        (slipped(), "give-up", "Give up", GiveUp()),
        (broken(), "keep", "Leave P3 there", model.Keep(3)),
        (broken(), "decline", "Put nothing back", model.Decline()),
        (broken(rebuild="restore"), "restore", "Put all back", model.Restore()),
    ],
)
def test_every_control_of_the_turn_says_what_it_does_and_submits_it(
    made: State, name: str, label: str, action: Any
) -> None:
    player = Hand(made)
    player.key("2").press(f"leaning.act-{name}")
    assert player.submitted == action and GAME.judge(made, action).legal
    assert Hand(made).holds(size="medium").controls[f"leaning.act-{name}"].label == label


def test_the_player_on_turn_is_not_offered_as_the_one_who_bumped() -> None:
    made = state(bump="nudge", seats=3)
    old = replace(made, terms=replace(made.terms, bump="nudge"))
    offered = [{name for name in Hand(one).controls if name.startswith("leaning.act-nudge")} for one in (made, old)]
    assert offered[0] == {"leaning.act-nudge", "leaning.act-nudge-2", "leaning.act-nudge-3"}
    assert offered[1] - offered[0] == {"leaning.act-nudge-1"}, "by rules 1"


def test_what_cannot_be_done_says_why() -> None:
    when = {spec.id: spec.when for spec in controls.SPECS}
    assert when["leaning.act-accept"] == "No piece has slipped."
    assert when["leaning.act-give-up"] == "Only a slipped or a held piece can be given up."
    assert "Foundation" in when["leaning.act-ready"]
    player = Hand(state())
    assert not {"leaning.act-accept", "leaning.act-give-up", "leaning.act-ready"} & set(player.controls)
    player.press("leaning.act-let-go")
    assert "Your hand is empty" in player.said
    assert BOARD.controls(Hand(state(), viewer=1).context) == ()


def test_a_slipped_piece_that_breaks_a_rule_cannot_be_accepted() -> None:
    made = slipped()
    flat = replace(made.layout.pieces[2], corners=3)
    player = Hand(replace(made, layout=replace(made.layout, pieces=(*made.layout.pieces[:2], flat))))
    player.press("leaning.act-accept")
    assert player.rule == "L-1" and player.submitted is None


@pytest.mark.parametrize(
    ("make", "label"),
    [
        (lambda: Hand(state()), "Show me places"),
        (lambda: Hand(state(held=(0, 1, 0))), "Show me places"),
        (lambda: Hand(state(held=(0, 1, 0))).holds(control=FREE), "Take held medium"),
        (lambda: Hand(FOUNDING), "Show me places"),
        (lambda: Hand(slipped()), "Show me places"),
        (lambda: Hand(broken()), "Show places for P3"),
        (lambda: Hand(broken(rebuild="restore")), "Put all back"),
        (lambda: gripping(state()), "Lean it on P1"),
        (lambda: gripping(state(), Aim(0, (1, 2))), "Put it on P1 and P2"),
        (lambda: founding(POSE), "Take the second piece"),
        (lambda: founding(POSE, POSE), "Let go of both"),
        (
            lambda: Hand(broken()).holds(kind="rebuild", piece=4, sizes=("small",), ghost=(POSE,), aim=ON_P1),
            "Put P4 back",
        ),
        (lambda: Hand(state()).holds(tried=20), "Look further"),
    ],
)
@pytest.mark.parametrize("room", [(44, 22), (79, 24)])
def test_the_main_control_says_what_enter_does_and_nothing_is_cut(
    make: Callable[[], Hand], label: str, room: tuple[int, int]
) -> None:
    player = make()
    assert player.main is not None and player.main.label == label
    c = replace(player.context, room=room)
    assert all(0 < len(control.label) <= 32 for control in BOARD.controls(c))
    assert [control.place for control in BOARD.controls(c)].count("main") == 1
    told = BOARD.describe(c)
    assert told.task and len(told.task) <= 32 and told.steps and told.hint
    for size in ((36, 13), (79, 8)):
        assert "~" not in BOARD.draw(c, "hand", size).canvas.text()


def test_enter_says_which_rule_forbids_to_let_go() -> None:
    player = gripping(state(), Aim(3, (1, 2)))
    player.press("main")
    assert player.rule == "L-1" and player.submitted is None
    assert gripping(state()).press("main").submitted == gripping(state()).draft


def test_digits_choose_a_size_and_say_why_one_cannot_be_placed() -> None:
    player = Hand(state(last="small"))
    player.key("1")
    assert player.rule == "L-7" and player.ui.size == "small"
    player.key("3")
    assert position.chosen_size(player.context) == "large"
    player.key("7")
    assert "1 is small" in player.said


def test_held_pieces_are_taken_first() -> None:
    made = state(held=(0, 1, 0))
    player = Hand(made)
    assert position.placeable(player.context) == ("medium",)
    assert "Held medium" in player.hint
    action = gripping(made, size="medium", held=True).draft
    assert isinstance(action, Place) and action.held


def test_targets_go_round_and_a_click_chooses_one() -> None:
    player = Hand(state((3, "small", 0, 0), touches=((1, 3),))).do("target", "target")
    assert player.ui.target == 2
    player.click("piece:P3")
    assert player.ui.target == 3 and "P3, small, Ann's" in player.said
    player.do("target")
    assert player.ui.target == 0
    player.do("target-back")
    assert player.ui.target == 3
    player.type("target any")
    assert player.ui.target == 0
    player.click("piece:P1").key("back")
    assert player.ui.target == 0 and BOARD.input(player.context, PointerInput("piece:P9")) is None


def test_a_player_who_rebuilds_is_told_that_no_piece_is_placed_before_that_is_done() -> None:
    def offers(made: State, **given: Any) -> Any:
        return position.offers(Hand(made, **given).context)

    told = {(offer.why_not, offer.rule) for offer in offers(broken())}
    assert told == {("Put P3 and P4 back first.", "L-17")}
    assert offers(replace(broken(), broken=(4,)))[0].why_not == "Put P4 back first."
    assert offers(broken(rebuild="restore"))[0].why_not == "Put P3 and P4 back first."
    waiting = offers(broken(), viewer=1)[0]
    assert (waiting.why_not, waiting.rule) == ("It is Ann's turn.", "")


def board_out(made: State) -> str:
    return "\n".join(BOARD.read_out(Hand(made).context).board)


def test_a_piece_let_go_in_vain_has_its_own_tries_and_empties_the_hand() -> None:
    failed = replace(broken(tries=3), failed=(4,))
    player = gripping(broken(tries=3))
    player.see(seen(failed))
    assert not player.ui.grips, "another try is another decision"
    assert "P4 has 2 more tries." in board_out(failed)
    assert "P4 has one more try." in board_out(replace(failed, failed=(4, 4)))
    assert "more tr" not in board_out(broken())


def test_motions_wait_in_line_and_a_held_key_is_one_long_motion() -> None:
    player = gripping(state())
    for _ in range(5):
        player.key("right")
        assert player.work is not None
    (motion,) = player.ui.pending
    right, ahead = input.sideways(player.camera.facing, 5 * 0.25, 0)
    assert motion.amount == pytest.approx((right, ahead, 0.0))
    player.press("leaning.lower")
    assert [motion.verb for motion in player.ui.pending] == ["shift", "lower"]
    assert player.draft is None, "nothing is let go while the hand still moves"
    assert player.press("main").said == "The hand is moving. Wait a moment."


def test_late_and_failed_works_harm_nothing() -> None:
    player = gripping(state())
    player.press("leaning.lower")
    late = player.work
    assert late is not None
    player.press("leaning.lean")
    before = player.ui
    player.take(late.done(player.context, IdeaSearch((idea(),), over=True)))
    assert player.ui == before
    player.press("leaning.lower").fails("The table is gone.")
    assert player.said == "The table is gone." and not player.ui.pending and not player.ui.busy
    player.see(seen(replace(player.state, tries=1)))
    player.take(late.done(player.context, IdeaSearch((idea(),), over=True)))
    assert not player.ui.grips


def test_ideas_come_one_by_one_and_the_first_is_in_the_hand() -> None:
    player = seeking(state())
    assert player.ui.busy and not player.ui.grips
    assert player.press("main").said == "The table is looking for places. Esc stops it."
    narrow, wide = (player.picture("board", size).canvas.text() for size in ((44, 20), (79, 24)))
    assert " looking " in narrow and "looking for" not in narrow
    assert "looking for places" in wide
    player = seeking(state())
    first, second, third = idea(), idea(2, x=2.0), idea(1, "bold", 3.0)
    assert player.news(IdeaSearch((first,), over=False))
    assert player.ui.idea == 0 and player.ui.ghost == (first.pose,) and player.ui.aim == first.aim
    assert player.news(IdeaSearch((first, third, second), over=False))
    assert player.ui.ideas == (first, second, third) and player.ui.idea == 0
    player.press("leaning.idea")
    assert player.ui.idea == 1 and player.ui.pose == second.pose
    action = player.draft
    assert isinstance(action, Place) and action.target == 2 and action.aim == second.aim
    player.press("leaning.idea", "leaning.idea")
    assert "still looking" in player.said
    player.click("idea:0")
    assert player.ui.idea == 0
    player.press("main")
    assert isinstance(player.submitted, Place)


def test_a_player_who_has_seen_all_ideas_is_shown_the_next_one_found() -> None:
    player = seeking(state())
    first, second, third = idea(), idea(2, x=2.0), idea(1, x=3.0)
    player.answer(IdeaSearch((first,), over=True))
    player.press("leaning.idea")
    assert player.work is not None and "more" in player.said
    assert player.news(IdeaSearch((second,), over=False, known=1))
    assert player.ui.idea == 1 and player.ui.pose == second.pose
    player.answer(IdeaSearch((second, third), over=True, known=1))
    assert player.ui.idea == 1 and player.ui.ideas == (first, second, third) and not player.said
    player.press("leaning.idea", "leaning.idea").answer(IdeaSearch((), over=True, known=3))
    assert "No other place" in player.said


def test_places_are_ordered_by_the_points_that_they_bring_on_average() -> None:
    safe, fair, bold = idea(), replace(idea(2, "fair", 2.0), points=3), replace(idea(1, "bold", 3.0), points=5)
    player = seeking(state()).answer(IdeaSearch((bold, safe, fair), over=True))
    assert player.ui.ideas == (fair, safe, bold), "a fall would put the player out"
    assert player.ui.shown == safe, "in the hand is the best of the safe ones"
    unsafe = seeking(state()).answer(IdeaSearch((bold, fair), over=True))
    assert unsafe.ui.shown == fair


def test_a_bold_place_stays_in_the_list_for_more_points_than_any_other_only() -> None:
    safe, poor, rich = idea(), replace(idea(1, "bold", 4.0), points=1), replace(idea(1, "bold", 3.0), points=5)
    assert seeking(state()).answer(IdeaSearch((poor, rich, safe), over=True)).ui.ideas == (safe, rich)
    assert seeking(state()).answer(IdeaSearch((poor,), over=True)).ui.idea == 0, "it is shown where there is no other"


def test_the_place_in_the_hand_keeps_its_row_until_a_key_and_the_others_move() -> None:
    first, fair, safe = idea(1, ""), idea(2, "fair", 2.0), idea(x=3.0)
    player = seeking(state())
    player.news(IdeaSearch((first,), over=False))
    assert player.ui.shown == first
    player.news(IdeaSearch((first, fair), over=False))
    player.news(IdeaSearch((first, fair, safe), over=False))
    assert player.ui.ideas == (first, safe, fair) and player.ui.idea == 0
    player.news(IdeaSearch((replace(first, forecast=FORECASTS["bold"]), fair, safe), over=False))
    assert player.ui.ideas == (first, safe, fair) and player.ui.idea == 0, "never the one in the hand"
    player.press("leaning.idea")
    assert player.ui.ideas == (safe, fair, first) and player.ui.shown == safe


def test_a_place_without_a_word_is_let_go_of_at_the_second_enter() -> None:
    untried = replace(idea(), forecast=Forecast(Odds(good=3), falls=Odds(good=3), roughs=Odds(good=2)))
    player = seeking(state()).answer(IdeaSearch((untried,), over=True))
    player.press("main")
    assert (player.submitted, player.said) == (None, "Not tried out yet: 5 of 20. Enter again lets go.")
    assert player.work is not None and player.work.idle, "its trials go on"
    player.press("main")
    assert isinstance(player.submitted, Place)
    early = seeking(state())
    early.news(IdeaSearch((untried,), over=False))
    early.press("main")
    assert (early.work, early.ui.busy) == (None, "looking for places") and early.said.startswith("Not tried"), (
        "a search goes on"
    )
    tried = seeking(state()).answer(IdeaSearch((idea(),), over=True))
    assert isinstance(tried.press("main").submitted, Place)


def test_trials_go_to_the_place_in_the_hand_then_to_the_others_and_full_ones_to_the_leader() -> None:
    def next_of(*ideas: Idea, shown: int = 0) -> tuple[Idea, bool] | None:
        held = Hand(state()).holds(kind=PLACE, size="small", sizes=("small",), ghost=(POSE,), ideas=ideas, idea=shown)
        return hand_work.next_trials(held.context)

    def full(one: Idea, made: int) -> Idea:
        return replace(one, forecast=replace(one.forecast, fulls=Odds(good=made)))

    best, other, untried = replace(idea(), points=4), idea(2, x=2.0), idea(1, "", 3.0)
    assert next_of(best, other, untried, shown=2) == (untried, False)
    assert next_of(best, other, untried) == (best, True), "the leader, while it has fewer than four"
    assert next_of(full(best, 4), other, untried) == (untried, False)
    assert next_of(full(best, 4), other, shown=1) == (best, True), "up to eight"
    assert next_of(full(best, 8), other, shown=1) == (other, True)
    assert next_of(full(best, 8), full(other, 8), shown=1) is None


def test_the_size_that_h_would_hold_is_the_one_marked() -> None:
    player = Hand(state(last="medium")).key("2")
    assert "Hold one, or use" in player.said
    assert position.chosen_size(player.context) == "medium"
    assert player.controls["leaning.act-hold"].label == "Hold medium"
    assert player.press("main").rule == "L-7", "Enter says why it cannot be placed"


def test_no_two_places_have_the_same_reason() -> None:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)))
    ideas = tuple(idea(target, x=float(x)) for target in (1, 2, 3) for x in range(3))
    why = suggestions.reasons(
        Hand(made).holds(kind=PLACE, ideas=ideas, idea=0, sizes=("small",), ghost=(POSE,)).context
    )
    assert len(set(why)) == len(ideas) and all(why)


def test_the_cost_of_a_fall_grows_with_what_rests_on_the_piece() -> None:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((2, 3), (3, 4)))
    player = Hand(made).holds(kind=PLACE, size="small")
    assert suggestions.fall(player.context, (4,)) == (1, -2, False)
    moved, points, wreck = suggestions.fall(player.context, (2,))
    assert (moved, wreck) == (4, True) and points == sum(made.hands[0]) - 1 - model.FULL
    holding = Hand(replace(made, held=((1, 0, 0), (0, 0, 0)))).holds(kind=PLACE, size="small", held=True)
    assert suggestions.fall(holding.context, (4,)) == (1, -4, False), "a held piece is charged too"


def test_a_search_without_a_place_says_so_once_and_enter_searches_further() -> None:
    player = seeking(state()).answer(IdeaSearch((), over=True, tried=120))
    assert not player.ui.grips
    assert player.hint == "Enter looks further. Or try another size or piece."
    assert player.out().startswith("No place in 120 tries. Type take to look further, or: ")
    for size in ((36, 14), (80, 6), (120, 8)):
        screen = f"{player.picture('hand', size).canvas.text()} {player.hint} {player.said}"
        assert (screen.count("No place"), screen.count("Enter")) == (1, 1)
    typed = Hand(state()).holds(tried=120)
    assert typed.type("take") and typed.work is not None and typed.ui.tried == 120
    player.press("main")
    assert player.ui.busy
    player.answer(IdeaSearch((), over=True, tried=30))
    assert "No place in 150 tries." in player.picture("hand", (80, 6)).canvas.text()
    player.key("3")
    assert not player.ui.fruitless, "another size was not looked for yet"


FULL = state((3, "medium", 0, 0), (4, "medium", 1, 0), touches=[(1, 3), (1, 4), (2, 3), (2, 4)])
"""Every piece touches as many others as it may (L-4)."""


def test_l4_where_every_piece_is_full_nothing_is_looked_for() -> None:
    player = Hand(FULL)
    assert player.hint == "Every piece is full. Hold a piece, or skip."
    assert player.press("main").submitted == Hold("large") and player.work is None, "Enter is a way out"
    holding = Hand(replace(FULL, held=((0, 1, 0), (0, 1, 0))))
    assert holding.hint == "Every piece is full. Hold one more piece, or give one up."
    assert Hand(FULL).holds(control=FREE).press("main").work is not None, "free control may try"
    assert seeking(replace(FULL, terms=replace(FULL.terms, contacts="own"))).work is not None


def test_l4_free_contacts_are_told_of_the_target_and_a_full_target_is_refused() -> None:
    player = Hand(state((3, "small", 0, 0), touches=[(1, 3)]))
    for name, told in (("P1", "room for 1 contact"), ("P2", "room for 2 contacts"), ("P3", "full")):
        player.click(f"piece:{name}")
        assert player.said.startswith(f"Lean on {name}, ") and told in player.said
    refused = "P3 is full: it has 1 contact. Lean on another piece."
    assert player.hint == refused, "nothing is promised for Enter that is refused"
    player.press("main")
    assert (player.said, player.rule) == (refused, "L-4")


def test_more_trials_of_a_place_are_shown_as_they_come() -> None:
    first, second = idea(), idea(2, x=2.0)
    player = seeking(state()).answer(IdeaSearch((first, second), over=True))
    player.holds(preview=None).take(None)
    work = hand_work.trials(player.context)
    assert work is not None and work.idle
    player.work = work
    worse = replace(first, forecast=FORECASTS["fair"])
    assert player.news(worse)
    assert [one.forecast for one in player.ui.ideas] == [worse.forecast, second.forecast] and player.ui.idea == 0
    assert "Place 1, fair, this one: " in player.out() and "about 1 in 12 falls" in player.out()
    assert hand_work.trials(gripping(state()).context) is None, "the hand has moved it"
    player.holds(serial=player.ui.serial + 1)
    player.work = work
    assert not player.news(first), "of what was in the hand before"


def test_trials_that_were_waited_for_are_known_at_their_end() -> None:
    first, second = idea(1, ""), idea(2, "", x=2.0)
    player = seeking(state()).answer(IdeaSearch((first, second), over=True))
    player.press("leaning.idea").take(None)
    player.type("trials")
    safe, fair = replace(first, forecast=FORECASTS["safe"]), replace(second, forecast=FORECASTS["fair"])
    player.answer((fair, safe))
    assert [one.forecast.word for one in player.ui.ideas] == ["safe", "fair"] and player.ui.shown == second
    assert "Place 2, fair, this one: " in player.out()


def test_a_skip_that_would_close_the_game_says_what_that_costs() -> None:
    asked = BOARD.confirmation(Hand(replace(state(), points=(4, 9), idle=1, free=False)).context, model.Skip())
    assert asked is not None and asked.fact == "A skip may end the game and cost you 15 points."
    question = f"{asked.fact} Press Enter to {asked.deed}, Esc to go back."
    assert len(wrapped(question, 33)) <= 3, "the message and the row of the task on a screen of 80x24"
    asked = BOARD.confirmation(Hand(state()).context, model.Skip())
    assert asked is not None and "end the game" not in asked.fact


def test_a_player_without_a_piece_to_place_is_offered_ways_out_first() -> None:
    few = ((1, 0, 0), (5, 5, 5))
    player = Hand(replace(state(), hands=few, last_size="small", free=False))
    assert player.main is not None and player.main.spec is controls.HOLD
    bar = [control.spec for control in player.controls.values() if control.place in ("main", "bar")]
    assert bar[:2] == [controls.HOLD, controls.SKIP], "both stand in the rows of a screen of 80x24"


def test_the_move_because_of_which_a_skip_was_refused_is_in_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    made = replace(state((3, "small", 0, 0), touches=[(1, 3)]), refused=True)
    draft = CandidatePlacement("large", False, "lean", "corner", 2, HERE, Aim(1, (2,)), 2)
    monkeypatch.setattr(
        live_physics, "known_place", lambda state: SimulatedPlacement(draft, Forecast(falls=Odds(good=4, slipped=1)))
    )
    monkeypatch.setattr(hand_work, "IDEAS_PER_SEARCH", 1)
    monkeypatch.setattr(hand_work, "EXTRA_SECONDS", 0.0)
    monkeypatch.setattr("towergames.games.leaning.placement_search.MAX_TRIES", 5)
    player = Hand(made)
    assert player.ui.grips and player.ui.size == "large" and player.ui.ideas[0].forecast.screened == 5
    assert isinstance(player.draft, Place) and player.draft.pose == HERE
    marked = replace(player.context, marks=(Event("move-known", ""),))
    assert "You can still place a piece" in BOARD.describe(marked).news and BOARD.describe(player.context).news == ""
    assert "You can still place a piece against P2, 1 corner: type let go." in board_out(made)
    before = Hand(replace(made, refused=False))
    assert not before.ui.grips
    before.see(seen(made))
    assert before.ui.grips
    player.key("back").press("main").finish()
    assert player.ui.ideas[0].target == 2, "laid down, it is the first place that is found again"


def test_a_foundation_that_does_not_stand_is_told_to_the_player_who_built_it() -> None:
    context = Hand(state()).context
    failed = "The Foundation does not stand. 3 corners touch the table; 2 is the limit."
    assert BOARD.describe(replace(context, marks=(Event("foundation-fails", failed),))).news == failed


def test_take_typed_with_a_piece_in_the_hand_takes_one_anew_and_its_key_lays_it_down() -> None:
    player = gripping(state())
    assert player.type("take") and player.work is not None, "places are looked for"
    laid = gripping(state())
    laid.press("leaning.take")
    assert not laid.ui.grips and laid.work is None


def test_a_save_opened_again_finds_the_move_because_of_which_a_skip_was_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draft = CandidatePlacement("large", False, "lean", "corner", 2, HERE, Aim(1, (2,)), 2)
    known: list[SimulatedPlacement] = []
    monkeypatch.setattr("towergames.games.leaning.placement_search.search_placements", lambda *_, **__: iter(()))
    monkeypatch.setattr(live_physics, "known_place", lambda state: known[0] if known else None)
    found = SimulatedPlacement(draft, Forecast(falls=Odds(good=4, slipped=4)))
    monkeypatch.setattr(live_physics, "find_place", lambda state, over: known.append(found))
    player = Hand(replace(state(), refused=True))
    assert not player.ui.grips
    player.do("key:1", "enter")
    assert player.ui.grips and player.ui.size == "large", "whatever size was looked for"
    known.clear()
    before = Hand(state()).do("enter")
    assert not known and not before.ui.grips


def test_esc_empties_the_hand_and_voids_what_it_was_doing() -> None:
    player = gripping(state())
    player.press("leaning.lean")
    busy = player.ui
    player.key("back")
    assert not player.ui.grips and player.ui.serial > busy.serial and not player.ui.pending
    assert BOARD.input(player.context, TextInput("nonsense")) is None


def test_verbs_need_something_in_the_hand() -> None:
    player = Hand(state())
    for name in ("lower", "lean", "ease", "raise", "turn-left", "tip-near", "roll-right", "rest", "hand-back", "over"):
        assert "Take a piece first" in player.why_not(name), name
    player = gripping(state())
    assert player.why_not("lower") == ""
    assert player.why_not("hand-back") == "The hand has not moved yet."
    assert player.why_not("other") == "Your hand has no second piece."


def test_another_decision_empties_the_hand_and_leaves_the_camera() -> None:
    player = gripping(state())
    player.look("leaning.orbit-left").look("leaning.names")
    before = player.context.viewpoint
    player.see(seen(slipped()))
    after: Any = player.context.viewpoint
    assert not player.ui.grips and after.camera.yaw == before.camera.yaw and after.labels  # type: ignore[union-attr]


def test_the_step_of_the_hand_and_the_control_change() -> None:
    player = Hand(state())
    assert player.ui.step == "normal"
    player.do("step")
    assert player.ui.step == "coarse"
    player.do("step", "step", "control")
    assert player.ui.step == "normal" and player.ui.control == FREE and "Your own hand" in player.said
    player.do("control")
    assert player.ui.control == GUIDED


def test_looking_is_for_everybody_at_any_time() -> None:
    over = replace(state(), phase="over")
    assert isinstance(GAME.turn(over), Over)
    for player in (Hand(state(), 1), Hand(state(), None), Hand(over, 0)):
        for spec in (spec for spec in controls.SPECS if spec.camera):
            before = player.context.viewpoint
            assert BOARD.camera.why_not(player.context, spec.id) == ""
            assert player.look(spec.id).context.viewpoint != before, spec.id
        before_drag = player.camera
        player.drag("", 3, -1)
        assert player.camera != before_drag
        distance = player.camera.distance
        player.wheel(-1)
        assert player.camera.distance < distance


def test_the_camera_pans_by_keys_as_far_as_the_edge_of_the_table() -> None:
    player = Hand(state())
    before = player.camera
    player.look("leaning.pan-right")
    right, up, _ = before.axes
    moved = sub(player.camera.target, before.target)
    assert dot(moved, right) > 0.5 and abs(dot(moved, up)) < 1e-9
    assert player.camera.distance == before.distance
    player.look("leaning.pan-left").look("leaning.pan-up")
    assert dot(sub(player.camera.target, before.target), up) > 0.5
    for name in ["right"] * 60 + ["up"] * 60:
        player.look(f"leaning.pan-{name}")
    x, y, z = player.camera.target
    assert math.hypot(x, y) <= 22.001 and z <= 22
    for _ in range(90):
        player.look("leaning.pan-down")
    assert player.camera.target[2] == 0


@pytest.mark.parametrize("room", [(80, 22), (160, 50), (46, 22)])
def test_what_is_in_the_hand_goes_along_with_the_mouse(room: tuple[int, int]) -> None:
    for cells in ((4, 0), (0, -2), (-3, 1)):
        player = Hand(state(), room=room).holds(kind=PLACE, size="small", sizes=("small",), ghost=(POSE,), aim=ON_P1)
        seen_by = player.camera
        player.drag("hand:0", *cells)
        assert player.work is not None and player.camera == seen_by
        (motion,) = player.ui.pending
        x, y, up = motion.amount
        assert (motion.verb, up) == ("shift", 0.0)
        covered = 2 * score_rows(player.context, *room)
        camera = ORBIT.fitted(seen_by, room[0], 2 * room[1], covered)
        then = camera.project(POSE.moved((x, y, 0.0)).place, room[0], 2 * room[1])
        now = camera.project(POSE.place, room[0], 2 * room[1])
        assert then is not None and now is not None
        assert then[0] - now[0] == pytest.approx(cells[0], abs=0.9)
        assert (then[1] - now[1]) / 2 == pytest.approx(cells[1], abs=0.45)


def test_a_drag_elsewhere_turns_the_table_and_of_what_is_not_ones_own_does_nothing() -> None:
    player = gripping(state())
    before = player.context.viewpoint
    for other in (gripping(state()).holds(kind=WATCH), player):
        kept = other.ui, other.camera
        other.drag("hand:0" if other is not player else "hand:1", 3, 0)
        assert (other.ui, other.camera) == kept
    playing = Hand(state(), playing=(Event("settle", "It falls"),)).holds(
        kind=PLACE, sizes=("small",), ghost=(POSE,), aim=ON_P1
    )
    playing.drag("hand:0", 3, 0)
    assert not playing.ui.pending
    player.drag("piece:P1", 3, 0)
    assert player.context.viewpoint != before and not player.ui.pending


def test_the_other_piece_of_a_foundation_is_taken_by_the_mouse() -> None:
    player, clicked = (founding(POSE, Pose(4.0, -2.0, 3.0), which=1) for _ in range(2))
    player.drag("hand:0", 2, 0)
    assert player.ui.which == 0 and player.ui.pending
    before = player.ui
    player.drag("hand:1", 2, 0)
    assert player.ui == before, "one at a time"
    clicked.click("hand:1")
    assert clicked.ui.which == 1
    clicked.click("hand:0")
    assert clicked.ui.which == 0


def test_arrows_walk_round_the_table_while_the_hand_is_empty() -> None:
    player = Hand(state())
    before = player.camera
    player.key("left", "up")
    assert player.camera.yaw != before.yaw and player.camera.pitch > before.pitch


def test_everything_is_in_view_at_first_and_looks_have_names_and_come_round() -> None:
    player = Hand(state())
    assert player.context.viewpoint.look == "all" and not player.ui.grips  # type: ignore[union-attr]
    shown = []
    for _ in range(5):
        player.look("leaning.look")
        shown.append(player.context.viewpoint.look)  # type: ignore[union-attr]
    assert sorted(shown) == sorted(LOOKS)
    player.click("view:top")
    assert player.context.viewpoint.look == "top"  # type: ignore[union-attr]
    assert player.look("leaning.nearer").look("leaning.whole").context.viewpoint.look == "all"  # type: ignore[union-attr]


PLACED = Place("small", False, 1, HERE, ON_P1)


@pytest.mark.parametrize(
    ("made", "action"),
    [
        (state(), PLACED),
        (state(), model.Hold("large")),
        (state(), model.Skip()),
        (FOUNDING, model.LayFoundation("large", HERE, "medium", HERE)),
        (FOUNDING, model.Ready()),
        (slipped(), Place("medium", False, 1, HERE, ON_P1)),
        (slipped(), model.Accept()),
        (slipped(), GiveUp()),
        (broken(), model.Rebuild(4, HERE, Aim(0, (3,)))),
        (broken(), model.Keep(4)),
        (broken(), model.Decline()),
        (broken(rebuild="restore"), model.Restore()),
        (state(held=(1, 1, 0)), GiveUp("medium")),
    ],
)
def test_a_hint_is_laid_in_the_hand_so_that_enter_does_it(made: State, action: Any) -> None:
    player = Hand(made)
    advice = BOARD.advise(player.context, action)
    assert advice.ui is not None and advice.text and "turn" not in advice.text, "no pose is read to people"
    player.holds(**{name: getattr(advice.ui, name) for name in type(advice.ui).__slots__})
    assert player.draft == action
    assert player.hint
    player.press("main")
    assert player.submitted == action or player.rule, "or a rule forbids it"


def test_a_hint_gives_the_points_of_a_place_and_its_risk_once() -> None:
    advice = BOARD.advise(Hand(state()).context, Place("medium", False, 1, HERE, ON_P1))
    assert advice.beside_ghost == "Medium against P1, 1 corner: 2 points."
    told = hint(advice.text, why_placed(2, "about 1 in 30 falls"), "Enter plays it")
    assert told == "Hint: Medium against P1, 1 corner. 2 points, about 1 in 30 falls. Enter plays it."


def test_what_was_advised_is_forgotten_when_the_hand_does_something_else() -> None:
    for does in (
        lambda p: p.key("back"),
        lambda p: p.key("1"),
        lambda p: p.click("piece:P1"),
        lambda p: p.press("leaning.take"),
    ):
        player = Hand(state()).holds(advised="leaning.act-skip")
        assert player.main is not None and player.main.label == "Skip"
        does(player)
        assert not player.ui.advised


def test_a_thinking_bots_hand_is_seen_by_who_waits_and_by_nobody_else() -> None:
    waiting = Hand(state(), viewer=1)
    ui = BOARD.background.show_idea(waiting.context, idea())
    assert ui is not None and ui.kind == WATCH and ui.ghost == (idea().pose,)
    watching = replace(waiting.context, ui=ui)
    assert "Place shown: touches P1" in BOARD.describe(watching).hint
    assert BOARD.draft(watching) is None
    assert BOARD.background.show_idea(Hand(state()).context, idea()) is None


def test_without_physics_everything_says_why_and_the_rest_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "unavailable_reason", lambda: "There is no engine.")
    player = Hand(state())
    assert "There is no physics engine here" in player.hint
    assert "There is no engine." in player.why_not("take")
    player.press("main")
    assert "There is no engine." in player.said
    assert any("There is no engine." in line for line in BOARD.read_out(player.context).hand)
    player.press("leaning.act-hold")
    assert player.submitted == model.Hold("medium")
    assert "There is no engine." in Hand(FOUNDING).why_not("act-ready")


@pytest.mark.parametrize("again", ["take large", "take l", "take the large piece"])
def test_a_piece_that_is_taken_again_keeps_the_place_that_was_found(again: str) -> None:
    player = gripping(state((3, "small", 0, 0), touches=((1, 3),)))
    player.holds(kind=PLACE, size="large")
    before = player.ui
    assert player.type(again) and player.ui == before and player.work is None
    assert player.said == "That piece is in your hand. Its place is kept."
    assert player.type("take medium") and player.ui.size == "medium", "another size is another piece"


def test_typed_words_are_the_hands_or_nobodys() -> None:
    player = gripping(state((3, "small", 0, 0), touches=((1, 3),)))
    for words in ("", "hold small", "place small at 1 2 3", "turn x", "left 5 6", "stand", "take big large", "score"):
        assert not player.type(words), words
    assert player.type("target p3") and player.ui.target == 3
    assert player.type("target any") and player.ui.target == 0
    assert player.type("target 9") and "P9 is not on the table" in player.said
    assert player.type("idea 2") and "No places yet" in player.said
    assert player.type("stand on head") and "base edge" in player.said
    assert player.type("take lrge") and player.said == '"lrge" is not a size. Did you mean "large"?'
    assert player.type("take huge") and player.said == '"huge" is not a size. Sizes: small, medium or large.'
    assert player.type("free") and player.ui.control == FREE
    assert player.type("step fine") and player.ui.step == "fine"
    assert player.type("let go") and isinstance(player.submitted, Place)
    assert player.type("lay down") and not player.ui.grips
    assert player.type("lean") and "Your hand is empty" in player.said
    assert player.type("turn 10") and "Your hand is empty" in player.said
    assert BOARD.input(Hand(state(), 1).context, TextInput("turn 10")) is None


@pytest.mark.parametrize(
    ("words", "motion"),
    [
        ("turn 30", Motion("turn", (pytest.approx(0.5236, abs=1e-4),))),  # type: ignore[arg-type]
        ("tip -10", Motion("tip", (pytest.approx(-0.1745, abs=1e-4),))),  # type: ignore[arg-type]
        ("lift 12", Motion("raise", (1.2,))),
        ("lower", Motion("lower")),
        ("above", Motion("over")),
    ],
)
def test_typed_verbs_take_millimetres_and_degrees(words: str, motion: Motion) -> None:
    player = gripping(state())
    assert player.type(words) and player.work is not None
    assert player.ui.pending == (motion,)


def test_the_table_in_words_tells_who_touches_whom_and_what_is_loose() -> None:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)), last="small")
    said = board_out(made)
    assert "4 pieces on the table" in said and "It is Ann's turn." in said and "The last piece was small" in said
    assert "P4, small, Balthasar's: level 1" in said and "touches P3, full" in said
    assert "P3, medium, Ann's: level 0" in said and "touches P1 and P4, full" in said
    assert "Pieces with one support: P4." in said
    hand = "\n".join(BOARD.read_out(Hand(made).context).hand)
    assert "May be placed now: medium, large." in hand and "hold" in hand
    assert "P3, medium, slipped: 2 more tries." in board_out(slipped())
    assert "To be put back: P3 and P4." in board_out(broken())


def test_what_is_in_the_hand_is_told_with_points_and_rules() -> None:
    said = gripping(state()).out()
    assert "It would score 2 points: small piece +1 (R-22), one corner on the table +1 (R-24)." in said
    said = gripping(state(), Aim(3, (1, 2))).out()
    assert "Not allowed: 3 corners touch the table" in said and "(L-1)" in said and "(L-4)" in said
    assert "It has two corners on the table, level 0." in gripping(state(), Aim(2)).out()
    air = gripping(state(), Aim(0))
    assert "Touches nothing" in air.hint and BOARD.describe(air.context).pending


def test_a_free_hand_is_warned_that_a_fall_may_end_the_game() -> None:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)))
    player = gripping(made, control=FREE)
    shown = player.picture("hand", (80, 9)).canvas.text()
    assert "A fall here may put you out and end the game" in shown
    assert "A fall here may put you out and end the game: " in player.out()
    player.holds(aim=Aim(1, ()))
    assert "A fall here" not in player.out()
