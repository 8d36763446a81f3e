"""The hand over the table: what keys, clicks and typed words do, without physics where none is needed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from tests.boards.leaning_hands import Player, put, scene_of, shown
from tests.games.leaning.making import HERE, layout, state
from towergames.boards.desk import Reply
from towergames.boards.leaning import DESK, commands, handling, looking, seeking, situation
from towergames.boards.leaning.camera_work import fitted
from towergames.boards.leaning.pointer import ACTS, FOUND, FREE, GUIDED, PLACE, TABLE, WATCH, Motion, Pointer
from towergames.boards.leaning.scores import score_rows
from towergames.boards.protocol import Failure
from towergames.core.contract import Event, Over
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import (
    Accept,
    Aim,
    Decline,
    Found,
    GiveUp,
    Hold,
    InHand,
    Keep,
    Layout,
    Nudge,
    Pass,
    Place,
    Ready,
    Rebuild,
    Restore,
    Skip,
    State,
)
from towergames.games.leaning.opponent import move_search
from towergames.games.leaning.opponent.evaluation import Draft, Odds
from towergames.games.leaning.opponent.suggestions import Idea
from towergames.physics.geometry import Pose, dot, sub
from towergames.tui.commands import APP, MOVES
from towergames.tui.keymap import PRESETS, KeyMap, clashes
from towergames.tui.screens.game.commands import COMMANDS as GAME_COMMANDS
from towergames.tui.screens.replay.screen import COMMANDS as REPLAY

POSE = Pose(1.0, -2.0, 3.0)
ON_P1 = Aim(1, (1,))


def idea(target: int = 1, steady: float = 1.0, x: float = 1.0) -> Idea:
    odds = Odds(good=round(3 * steady), slipped=3 - round(3 * steady))
    return Idea("small", Pose(x, -2.0, 3.0), "corner", target, Aim(1, (target,)), odds, 2, f"leaning on P{target}")


def gripping(player: Player, aim: Aim = ON_P1, size: str = "small") -> Player:
    """Something in the hand, without physics."""
    player.pointer = replace(player.pointer, kind=PLACE, size=size, sizes=(size,), ghost=(POSE,), aim=aim)
    return player


def slipped() -> State:
    made = state((3, "medium", 0, 0), touches=((1, 3),))
    hand = InHand("place", 3, "medium", target=1, pose=HERE)
    return replace(made, phase="slip", in_hand=hand, before=layout(), tries=1, next_piece=3)


def broken(**options: Any) -> State:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)), **options)
    return replace(made, phase="rebuild", broken=(3, 4), stood=made.layout)


# --- buttons ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "act", "action"),
    [
        (replace(state(), phase="found", layout=layout()), "ready", Ready()),
        (state(), "hold", Hold("medium")),
        (replace(state(), free=True), "pass", Pass()),
        (state(passing="free"), "pass", Pass()),
        (state(), "skip", Skip()),
        (state(held=(0, 1, 0)), "give-up", GiveUp("medium")),
        (state(bump="nudge"), "nudge", Nudge(-1)),
        (state(bump="nudge"), "nudge-2", Nudge(1)),
        (slipped(), "accept", Accept()),
        (slipped(), "give-up", GiveUp()),
        (broken(), "keep", Keep(3)),
        (broken(), "decline", Decline()),
        (broken(rebuild="restore"), "restore", Restore()),
    ],
)
def test_every_button_by_key_and_by_click_submits_its_action(made: State, act: str, action: Any) -> None:
    named = act.partition("-")[2].isdigit()  # a player's button has no key of its own
    for press in (lambda p: p.click(f"act:{act}"), *([] if named else [lambda p: p.do(f"act-{act}")])):
        player = Player(made)
        player.do("digit.2")
        press(player)
        if not player.submitted:  # what costs much is asked twice
            assert "Enter" in player.said[-1]
            assert DESK.draft(player.scene, player.pointer) == action
            player.do("choose")
        assert player.submitted == [action]
        assert GAME.judge(made, action).legal


def test_tab_walks_to_the_buttons_and_arrows_among_them() -> None:
    player = Player(state())
    player.do("zone.next")
    assert (player.pointer.zone, player.pointer.act) == (ACTS, "hold") and "Hold medium: " in player.line
    player.do("move.left")
    assert player.pointer.act == "let-go"
    player.do("back")
    assert player.pointer.zone == TABLE
    player.do("back")
    assert player.pointer == DESK.keep(player.scene, player.pointer)


def test_what_cannot_be_pressed_says_why() -> None:
    player = Player(state())
    assert player.why_not("act-accept") == "No piece has slipped."
    assert player.why_not("act-give-up") == "Only a slipped or a held piece can be given up."
    assert "Foundation" in player.why_not("act-ready")
    player.do("act-let-go")
    assert "Nothing is in the hand" in player.said[-1]
    waiting = scene_of(state(), looker=1)
    assert DESK.enabled(waiting, DESK.start(waiting), "leaning.act-hold") == "It is Ann's turn."


def test_a_slipped_piece_that_breaks_a_rule_cannot_be_accepted() -> None:
    made = slipped()
    flat = replace(made, layout=replace(made.layout, pieces=(*made.layout.pieces[:2], _flat(made))))
    player = Player(flat)
    player.do("act-accept")
    assert player.rules == ["L-1"] and not player.submitted


def _flat(made: State) -> Any:
    return replace(made.layout.pieces[2], corners=3)


# --- sizes and targets --------------------------------------------------------------------------------


def test_digits_choose_a_size_and_say_why_one_cannot_be_placed() -> None:
    player = Player(state(last="small"))
    player.do("digit.1")
    assert player.rules == ["L-7"] and player.pointer.size == "small"
    player.do("digit.3")
    assert situation.chosen_size(player.scene, player.pointer) == "large"
    player.do("digit.7")
    assert "1, 2 and 3" in player.said[-1]


def test_held_pieces_are_taken_first() -> None:
    player = Player(state(held=(0, 1, 0)))
    assert situation.placeable(player.scene) == ("medium",)
    assert "held medium" in player.line
    gripping(player, size="medium")
    player.pointer = replace(player.pointer, held=True)
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Place) and action.held


def test_targets_go_round_and_a_click_chooses_one() -> None:
    player = Player(state((3, "small", 0, 0), touches=((1, 3),)))
    player.do("target", "target")
    assert player.pointer.target == 2
    player.click("piece:P3")
    assert player.pointer.target == 3 and "P3, small, Ann's" in player.said[-1]
    player.do("target")
    assert player.pointer.target == 0
    player.do("target-back")
    assert player.pointer.target == 3
    player.click("target:any")
    assert player.pointer.target == 0
    player.click("piece:P1")
    player.do("back")
    assert player.pointer.target == 0


def test_whoever_rebuilds_is_told_that_no_piece_is_placed_before_that_is_done() -> None:
    told = {(offer.why_not, offer.rule) for offer in situation.offers(scene_of(broken()))}
    assert told == {("No piece is placed before P3 and P4 are put back.", "L-17")}
    one = replace(broken(), broken=(4,))
    assert situation.offers(scene_of(one))[0].why_not == "No piece is placed before P4 is put back."
    assert "everything is put back" in situation.offers(scene_of(broken(rebuild="restore")))[0].why_not
    waiting = situation.offers(scene_of(broken(), looker=1))[0]
    assert (waiting.why_not, waiting.rule) == ("It is Ann's turn.", "")


def test_a_piece_let_go_in_vain_has_its_own_tries_and_empties_the_hand() -> None:
    failed = replace(broken(tries=3), failed=(4,))
    player = gripping(Player(broken(tries=3)))
    assert not DESK.keep(scene_of(failed), player.pointer).grips, "another try is another decision"
    assert "P4 has 2 more tries." in DESK.speak(scene_of(failed))
    assert "P4 has one more try." in DESK.speak(scene_of(replace(failed, failed=(4, 4))))
    assert not [line for line in DESK.speak(scene_of(broken())) if "more tr" in line]


# --- the hand -----------------------------------------------------------------------------------------


def test_motions_wait_in_line_and_a_held_key_is_one_long_motion() -> None:
    player = gripping(Player(state()))
    for _ in range(5):
        reply = DESK.do(player.scene, player.pointer, "move.right")
        player.pointer = reply.pointer
        assert reply.work is not None
    assert len(player.pointer.pending) == 1
    right, ahead = handling.sideways(player.pointer.camera.facing, 5 * 0.25, 0)
    assert player.pointer.pending[0].amount == pytest.approx((right, ahead, 0.0))
    player.pointer = DESK.do(player.scene, player.pointer, "leaning.lower").pointer
    assert [motion.verb for motion in player.pointer.pending] == ["shift", "lower"]
    assert DESK.draft(player.scene, player.pointer) is None, "nothing is let go while the hand still moves"


def test_late_and_failed_works_harm_nothing() -> None:
    player = gripping(Player(state()))
    reply = DESK.do(player.scene, player.pointer, "leaning.lower")
    old = seeking.Sought(reply.pointer.serial - 1, (idea(),), over=True)
    assert DESK.worked(player.scene, reply.pointer, old).pointer == reply.pointer
    failed = DESK.worked(player.scene, reply.pointer, Failure("The table is gone."))
    assert failed.say == "The table is gone." and not failed.pointer.pending and not failed.pointer.busy
    other = replace(player.state, tries=1)
    assert not DESK.worked(scene_of(other), reply.pointer, old).pointer.grips


def test_ideas_come_one_by_one_and_the_first_is_in_the_hand() -> None:
    player = Player(state())
    reply = DESK.do(player.scene, player.pointer, "choose")
    here = reply.pointer
    assert here.busy and not here.grips and reply.work is not None
    first, second, weak = idea(), idea(2, x=2.0), idea(1, 0.3, 3.0)
    here = shown(player.scene, here, seeking.Sought(here.serial, (first,), over=False))
    assert here.idea == 0 and here.ghost == (first.pose,) and here.aim == first.aim
    here = shown(player.scene, here, seeking.Sought(here.serial, (first, weak, second), over=False))
    assert here.ideas == (first, second) and here.idea == 0
    player.pointer = DESK.worked(
        player.scene, here, seeking.Sought(here.serial, (first, weak, second), over=True)
    ).pointer
    player.pointer = replace(player.pointer, busy="looks for places")  # no physics in this test
    player.do("idea")
    assert player.pointer.idea == 1 and player.pointer.pose == second.pose
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Place) and action.target == 2 and action.aim == second.aim
    player.do("idea")
    assert "still looking" in player.said[-1]
    player.click("idea:0")
    assert player.pointer.idea == 0
    player.do("choose")
    assert isinstance(player.submitted[-1], Place)


def test_whoever_has_seen_all_ideas_is_shown_the_next_one_found() -> None:
    player = Player(state())
    here = DESK.do(player.scene, player.pointer, "choose").pointer
    first, second, third = idea(), idea(2, x=2.0), idea(1, x=3.0)
    here = DESK.worked(player.scene, here, seeking.Sought(here.serial, (first,), over=True)).pointer
    reply = DESK.do(player.scene, here, "leaning.idea")
    assert reply.work is not None and "more" in reply.say
    here = reply.pointer
    here = shown(player.scene, here, seeking.Sought(here.serial, (second,), over=False, known=1))
    assert here.idea == 1 and here.pose == second.pose
    both = seeking.Sought(here.serial, (second, third), over=True, known=1)
    reply = DESK.worked(player.scene, here, both)
    assert reply.pointer.idea == 1 and reply.pointer.ideas == (first, second, third) and not reply.say
    here = replace(reply.pointer, serial=9)
    assert "No other place" in DESK.worked(player.scene, here, seeking.Sought(9, (), over=True, known=3)).say


def test_ideas_that_stood_seldom_are_shown_only_without_others() -> None:
    player = Player(state())
    here = DESK.do(player.scene, player.pointer, "choose").pointer
    answer = seeking.Sought(here.serial, (idea(1, 0.3),), over=True)
    reply = DESK.worked(player.scene, here, answer)
    assert reply.pointer.idea == 0


def test_a_search_without_a_place_says_so_once_and_enter_searches_further() -> None:
    player = Player(state())
    player.pointer = DESK.do(player.scene, player.pointer, "choose").pointer
    none = DESK.worked(player.scene, player.pointer, seeking.Sought(player.pointer.serial, (), over=True, tried=120))
    assert not none.pointer.grips
    player.pointer = none.pointer
    assert player.line == "Enter searches further; 1 2 3: size, c: target; Tab: hold medium, skip."
    told = DESK.speak_pointer(player.scene, player.pointer)
    assert told[0].startswith("No place in 120 tries. Type take to search further, or: ")
    for width, height in ((36, 14), (80, 6), (120, 8)):
        hand = DESK.hand(player.scene, player.pointer, width, height).canvas.text()
        screen = f"{hand} {player.line} {none.say}"
        assert (screen.count("No place"), screen.count("Enter")) == (1, 1)
    again = DESK.do(player.scene, player.pointer, "choose")
    assert again.work is not None and again.pointer.busy
    typed = DESK.typed(player.scene, player.pointer, "take")
    assert typed is not None and typed.work is not None and typed.pointer.tried == 120
    here = again.pointer
    player.pointer = DESK.worked(player.scene, here, seeking.Sought(here.serial, (), over=True, tried=30)).pointer
    assert "No place in 150 tries." in DESK.hand(player.scene, player.pointer, 80, 6).canvas.text()
    player.do("digit.3")
    assert not player.pointer.fruitless, "another size was not looked for yet"


FULL = state((3, "medium", 0, 0), (4, "medium", 1, 0), touches=[(1, 3), (1, 4), (2, 3), (2, 4)])
"""Every piece touches as many others as it may (L-4)."""


def test_l4_where_every_piece_is_full_nothing_is_looked_for() -> None:
    player = Player(FULL)
    reply = DESK.do(player.scene, player.pointer, "choose")
    assert (reply.say, reply.rule, reply.work) == ("Every piece is full. Hold a piece, or skip.", "L-4", None)
    assert "Enter" not in DESK.hand(player.scene, player.pointer, 80, 15).canvas.text(), "Enter takes no piece"
    holding = Player(put(FULL, held=((0, 1, 0), (0, 1, 0))))
    assert holding.line == DESK.do(holding.scene, holding.pointer, "choose").say
    assert DESK.do(player.scene, replace(player.pointer, control=FREE), "choose").work is not None, (
        "free control may try"
    )
    unlimited = Player(put(FULL, terms=replace(FULL.terms, contacts="own")))
    assert DESK.do(unlimited.scene, unlimited.pointer, "choose").work is not None


def test_l4_free_contacts_are_told_of_the_target_and_a_full_target_is_refused() -> None:
    player = Player(state((3, "small", 0, 0), touches=[(1, 3)]))
    for name, told in (("P1", "room for 1 contact"), ("P2", "room for 2 contacts"), ("P3", "full")):
        player.click(f"piece:{name}")
        assert player.said[-1].startswith(f"Target: {name}, ") and told in player.said[-1]
    refused = "P3 is full: it has 1 contact. Choose another target."
    assert player.line == refused, "nothing is promised for Enter that is refused"
    player.do("choose")
    assert (player.said[-1], player.rules[-1]) == (refused, "L-4")


def test_more_trials_of_the_idea_in_the_hand_are_shown_as_they_come() -> None:
    player = Player(state())
    here = DESK.do(player.scene, player.pointer, "choose").pointer
    first, second = idea(), idea(2, x=2.0)
    here = DESK.worked(player.scene, here, seeking.Sought(here.serial, (first, second), over=True)).pointer
    better = replace(first, odds=Odds(good=6, broken=2))
    here = shown(player.scene, here, seeking.Tried(here.serial, better))
    assert [one.odds for one in here.ideas] == [better.odds, second.odds] and here.idea == 0
    lines = " ".join(DESK.speak_pointer(player.scene, here))
    assert "75% likely to stand, stood in 6 of 8 trials, 2 of 8 broke the structure" in lines
    work = seeking.again(player.scene, here)
    assert work is not None
    assert seeking.again(player.scene, replace(here, idea=-1)) is None, "the hand has moved it"
    enough = shown(player.scene, here, seeking.Tried(here.serial, replace(first, odds=Odds(good=12))))
    assert seeking.again(player.scene, enough) is None
    late = DESK.shown(player.scene, here, seeking.Tried(here.serial - 1, better))
    assert late is None, "of what was in the hand before"


def test_a_skip_that_would_close_the_game_says_what_that_costs() -> None:
    asked = DESK.confirmation(Player(put(state(), points=(4, 9), idle=1, free=False)).scene, Skip())
    assert asked is not None and asked.fact == (
        "If the table finds no move, the game closes: Ann -11 (-15), Balthasar -6 (-15)."
    )
    asked = DESK.confirmation(Player(state()).scene, Skip())
    assert asked is not None and "closes" not in asked.fact


def test_the_move_because_of_which_a_skip_was_refused_is_in_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    made = put(state((3, "small", 0, 0), touches=[(1, 3)]), refused=True)
    draft = Draft("large", False, "lean", "corner", 2, HERE, Aim(1, (2,)), 2)
    monkeypatch.setattr(move_search, "known_place", lambda state: move_search.Found(draft, Odds(good=4, slipped=1)))
    player = Player(made)
    assert player.pointer.grips and player.pointer.size == "large" and player.pointer.ideas[0].odds.releases == 5
    found = DESK.draft(player.scene, player.pointer)
    assert isinstance(found, Place) and found.pose == HERE
    news = DESK.news(player.scene, (Event("move-known", ""),))
    assert "it is in the hand" in news and DESK.news(player.scene, ()) == ""
    assert "The table found a move (one corner down, leaning on P2): let go plays it" in DESK.speak(player.scene)[0]
    before = DESK.start(scene_of(put(made, refused=False)))
    assert not before.grips and DESK.keep(player.scene, before).grips
    player.do("back", "choose")
    assert player.pointer.ideas[0].target == 2, "laid down, it is the first place that is found again"


def test_take_typed_with_a_piece_in_the_hand_takes_one_anew_and_lays_none_down() -> None:
    player = gripping(Player(state()))
    reply = DESK.typed(player.scene, player.pointer, "take")
    assert reply is not None and reply.work is not None, "places are looked for"


def test_a_save_opened_again_finds_the_move_because_of_which_a_skip_was_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draft = Draft("large", False, "lean", "corner", 2, HERE, Aim(1, (2,)), 2)
    known: list[move_search.Found] = []
    monkeypatch.setattr(seeking.suggestions, "seek", lambda *_, **__: iter(()))
    monkeypatch.setattr(move_search, "known_place", lambda state: known[0] if known else None)
    found = move_search.Found(draft, Odds(good=4, slipped=4))
    monkeypatch.setattr(move_search, "find_place", lambda state, over: known.append(found))
    player = Player(put(state(), refused=True))
    assert not player.pointer.grips
    player.do("number.1", "choose")
    assert player.pointer.grips and player.pointer.size == "large", "whatever size was looked for"
    before = Player(state())
    known.clear()
    before.do("choose")
    assert not known and not before.pointer.grips


def test_tab_leads_to_the_first_button_that_can_be_pressed() -> None:
    found = state()
    for made, act in ((put(found, phase="found", layout=Layout(), next_piece=1), "ready"), (found, "hold")):
        player = Player(made)
        player.do("zone.next")
        assert player.pointer.act == act
        assert "Enter presses it" in DESK.how(player.scene, player.pointer)
        player.do("zone.next")
        assert "Tab" in DESK.how(player.scene, player.pointer)
    gripped = gripping(Player(found))
    gripped.do("zone.next")
    assert gripped.pointer.act == "let-go"


def test_esc_empties_the_hand_and_voids_what_it_was_doing() -> None:
    player = gripping(Player(state()))
    busy = DESK.do(player.scene, player.pointer, "leaning.lean").pointer
    player.pointer = busy
    player.do("back")
    assert not player.pointer.grips and player.pointer.serial > busy.serial
    assert not player.pointer.pending


def test_verbs_need_something_in_the_hand() -> None:
    player = Player(state())
    for name in ("lower", "lean", "ease", "raise", "turn-left", "tip-near", "roll-right", "rest", "hand-back", "over"):
        assert "Enter takes a piece" in player.why_not(name), name
    assert gripping(player).why_not("lower") == ""
    assert player.why_not("hand-back") == "The hand has not moved yet."
    assert player.why_not("other") == "There is no second piece in the hand."


def test_another_decision_empties_the_hand_and_leaves_the_camera() -> None:
    player = gripping(Player(state()))
    player.do("orbit-left", "names")
    other = scene_of(slipped())
    kept = DESK.keep(other, player.pointer)
    assert not kept.grips and kept.camera.yaw == player.pointer.camera.yaw and not kept.labels
    assert DESK.looking_on(other, DESK.start(other), player.pointer).camera.yaw == player.pointer.camera.yaw


def test_the_step_of_the_hand_and_the_control_change() -> None:
    player = Player(state())
    assert player.pointer.step == "normal"
    player.do("step")
    assert player.pointer.step == "coarse"
    player.do("step", "step")
    assert player.pointer.step == "normal"
    player.do("control")
    assert player.pointer.control == FREE and "Free" in player.said[-1]
    player.do("control")
    assert player.pointer.control == GUIDED


# --- looking ------------------------------------------------------------------------------------------


def test_looking_is_for_everybody_at_any_time() -> None:
    over = replace(state(), phase="over")
    assert isinstance(GAME.turn(over), Over)
    for scene in (scene_of(state(), 1), scene_of(state(), None), scene_of(over, 0)):
        pointer = DESK.start(scene)
        for command in commands.CAMERA:
            assert command.looking
            assert DESK.enabled(scene, pointer, command.id) == ""
            reply = DESK.do(scene, pointer, command.id)
            assert reply.submit is None and reply.work is None and reply.pointer != pointer
        assert DESK.drag(scene, pointer, 3, -1, "").camera != pointer.camera
        assert DESK.wheel(scene, pointer, -1).camera.distance < pointer.camera.distance
        assert not DESK.rested(scene, DESK.drag(scene, pointer, 3, -1, "")).moving


def test_the_camera_pans_by_keys_as_far_as_the_edge_of_the_table() -> None:
    player = Player(state())
    before = player.pointer.camera
    player.do("pan-right")
    right, up, _ = before.axes
    moved = sub(player.pointer.camera.target, before.target)
    assert dot(moved, right) > 0.5 and abs(dot(moved, up)) < 1e-9
    assert player.pointer.camera.distance == before.distance and player.pointer.view == ""
    player.do("pan-left", "pan-up")
    assert dot(sub(player.pointer.camera.target, before.target), up) > 0.5
    player.do(*["pan-right"] * 60, *["pan-up"] * 60)
    x, y, z = player.pointer.camera.target
    assert math.hypot(x, y) <= 22.001 and z <= 22
    player.do(*["pan-down"] * 90)
    assert player.pointer.camera.target[2] == 0


@pytest.mark.parametrize("room", [(80, 22), (160, 50), (46, 22)])
def test_what_is_in_the_hand_goes_along_with_the_mouse(room: tuple[int, int]) -> None:
    player = gripping(Player(state()))
    scene = replace(player.scene, room=room)
    for cells in ((4, 0), (0, -2), (-3, 1)):
        reply = DESK.drag(scene, player.pointer, *cells, "hand:0")
        assert isinstance(reply, Reply) and reply.work is not None
        assert reply.pointer.camera == player.pointer.camera
        (motion,) = reply.pointer.pending
        x, y, up = motion.amount
        assert (motion.verb, up) == ("shift", 0.0)
        camera = fitted(player.pointer.camera, room[0], 2 * room[1], 2 * score_rows(scene, *room))
        then = camera.project(POSE.moved((x, y, 0.0)).place, room[0], 2 * room[1])
        now = camera.project(POSE.place, room[0], 2 * room[1])
        assert then is not None and now is not None
        assert then[0] - now[0] == pytest.approx(cells[0], abs=0.9)
        assert (then[1] - now[1]) / 2 == pytest.approx(cells[1], abs=0.45)


def test_a_drag_elsewhere_or_of_what_is_not_ones_own_turns_the_table() -> None:
    player = gripping(Player(state()))
    turned = DESK.drag(player.scene, player.pointer, 3, 0, "piece:P1")
    assert isinstance(turned, Pointer) and turned.camera != player.pointer.camera and not turned.pending
    watching = replace(player.pointer, kind=WATCH)
    assert DESK.drag(player.scene, watching, 3, 0, "hand:0") == watching
    assert DESK.drag(player.scene, player.pointer, 3, 0, "hand:1") == player.pointer
    playing = replace(player.scene, playing=(Event("settle", "It falls"),))
    assert DESK.drag(playing, player.pointer, 3, 0, "hand:0") == player.pointer


def test_the_other_piece_of_a_foundation_is_taken_by_the_mouse() -> None:
    made = replace(state(), phase="found", layout=layout())
    player = Player(made)
    two = (POSE, Pose(4.0, -2.0, 3.0))
    player.pointer = replace(player.pointer, kind=FOUND, size="large", sizes=("large", "large"), ghost=two, which=1)
    reply = DESK.drag(player.scene, player.pointer, 2, 0, "hand:0")
    assert isinstance(reply, Reply) and reply.pointer.which == 0 and reply.pointer.pending
    assert DESK.drag(player.scene, reply.pointer, 2, 0, "hand:1") == reply.pointer, "one at a time"
    assert DESK.click(player.scene, player.pointer, "hand:0").pointer.which == 0
    assert DESK.click(player.scene, player.pointer, "hand:1").pointer == player.pointer


def test_arrows_walk_round_the_table_while_the_hand_is_empty() -> None:
    player = Player(state())
    before = player.pointer.camera
    player.do("move.left", "move.up")
    assert player.pointer.camera.yaw != before.yaw and player.pointer.camera.pitch > before.pitch


def test_views_have_names_and_come_round() -> None:
    player = Player(state())
    seen = []
    for _ in range(5):
        player.do("look")
        seen.append(player.pointer.view)
    assert sorted(seen) == sorted(looking.VIEWS)
    player.click("view:top")
    assert player.pointer.view == "top"


# --- hints and thinking bots --------------------------------------------------------------------------

AIM = Aim(1, (1,))
PLACED = Place("small", False, 1, HERE, AIM)


@pytest.mark.parametrize(
    ("made", "action"),
    [
        (state(), PLACED),
        (state(), Hold("large")),
        (state(), Skip()),
        (replace(state(), phase="found"), Found("large", HERE, "medium", HERE)),
        (replace(state(), phase="found"), Ready()),
        (slipped(), Place("medium", False, 1, HERE, AIM)),
        (slipped(), Accept()),
        (slipped(), GiveUp()),
        (broken(), Rebuild(4, HERE, Aim(0, (3,)))),
        (broken(), Keep(4)),
        (broken(), Decline()),
        (broken(rebuild="restore"), Restore()),
        (state(held=(1, 1, 0)), GiveUp("medium")),
    ],
)
def test_a_hint_is_laid_in_the_hand_so_that_enter_does_it(made: State, action: Any) -> None:
    player = Player(made)
    laid = DESK.suggest(player.scene, player.pointer, action)
    assert laid is not None
    player.pointer = laid
    assert DESK.draft(player.scene, player.pointer) == action
    words = DESK.in_words(player.scene, action)
    assert words and "turn" not in words, "no pose is read to people"


def test_a_thinking_bots_hand_is_seen_by_who_waits_and_by_nobody_else() -> None:
    waiting = scene_of(state(), looker=1)
    here = shown(waiting, DESK.start(waiting), idea())
    assert here.kind == WATCH and here.ghost == (idea().pose,)
    assert "The hand considers: touches P1" in DESK.hover(waiting, here)
    assert DESK.draft(waiting, here) is None
    mine = scene_of(state())
    assert DESK.shown(mine, DESK.start(mine), idea()) is None


# --- no physics ---------------------------------------------------------------------------------------


def test_without_physics_everything_says_why_and_the_rest_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situation, "missing", lambda: "There is no engine.")
    player = Player(state())
    assert "There is no physics here" in player.line
    assert "There is no engine." in player.why_not("take")
    player.do("choose")
    assert "There is no engine." in player.said[-1]
    assert any("There is no engine." in line for line in DESK.speak_hand(player.scene))
    player.do("act-hold")
    assert player.submitted == [Hold("medium")]
    founding = Player(replace(state(), phase="found"))
    assert "There is no engine." in founding.why_not("act-ready")


# --- typed words --------------------------------------------------------------------------------------


def test_typed_words_are_the_hands_or_nobodys() -> None:
    player = gripping(Player(state((3, "small", 0, 0), touches=((1, 3),))))
    for words in ("", "hold small", "place small at 1 2 3", "turn x", "left 5 6", "stand", "take huge", "score"):
        assert not player.type(words), words
    assert player.type("target p3") and player.pointer.target == 3
    assert player.type("target any") and player.pointer.target == 0
    assert player.type("target 9") and "no piece P9" in player.said[-1]
    assert player.type("idea 2") and "no idea yet" in player.said[-1]
    assert player.type("stand on head") and "base edge" in player.said[-1]
    assert player.type("free") and player.pointer.control == FREE
    assert player.type("step fine") and player.pointer.step == "fine"
    assert player.type("let go") and isinstance(player.submitted[-1], Place)
    assert player.type("lay down") and not player.pointer.grips
    assert player.type("lean") and "Nothing is in the hand" in player.said[-1]
    assert not DESK.typed(scene_of(state(), 1), player.pointer, "lean")


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
    player = gripping(Player(state()))
    reply = DESK.typed(player.scene, player.pointer, words)
    assert reply is not None and reply.work is not None
    assert reply.pointer.pending == (motion,)


# --- words --------------------------------------------------------------------------------------------


def test_the_table_in_words_tells_who_touches_whom_and_what_is_loose() -> None:
    made = state((3, "medium", 0, 0), (4, "small", 1, 1), touches=((1, 3), (3, 4)), last="small")
    said = "\n".join(DESK.speak(scene_of(made)))
    assert "4 pieces on the table" in said and "Ann decides." in said and "The last piece placed was small" in said
    assert "P4, small, Balthasar's: level 1" in said and "touches P3, full" in said
    assert "P3, medium, Ann's: level 0" in said and "touches P1 and P4, full" in said
    assert "Looks loose (one support): P4." in said
    hand = "\n".join(DESK.speak_hand(scene_of(made)))
    assert "May be placed now: medium, large." in hand and "hold" in hand
    slip = "\n".join(DESK.speak(scene_of(slipped())))
    assert "P3, medium, has slipped; 2 more tries." in slip
    assert "To be put back: P3 and P4." in "\n".join(DESK.speak(scene_of(broken())))


def test_what_is_in_the_hand_is_told_with_points_and_rules() -> None:
    player = gripping(Player(state()))
    said = "\n".join(DESK.speak_pointer(player.scene, player.pointer))
    assert "It would score 2: small piece placed +1 (R-22), one corner on the table +1 (R-24)." in said
    bad = gripping(Player(state()), Aim(3, (1, 2)))
    said = "\n".join(DESK.speak_pointer(bad.scene, bad.pointer))
    assert "Not allowed: 3 corners touch the table" in said and "(L-1)" in said and "(L-4)" in said
    air = gripping(Player(state()), Aim(0))
    assert "Hangs in the air" in air.line and DESK.unfinished(air.scene, air.pointer)


# --- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_is_anybody_elses(preset: str) -> None:
    keymap = KeyMap(PRESETS[preset])
    own = {command.id for command in commands.COMMANDS}
    for others in (GAME_COMMANDS, REPLAY):
        mine = commands.COMMANDS if others is GAME_COMMANDS else commands.CAMERA
        told = clashes((*others, *APP, *(MOVES if others is GAME_COMMANDS else ()), *mine), keymap)
        assert [line for line in told if any(name in line for name in own)] == []


def test_the_pointer_begins_with_everything_in_view() -> None:
    scene = scene_of(state())
    pointer: Pointer = DESK.start(scene)
    assert pointer.view == "all" and not pointer.grips and pointer.zone == TABLE
