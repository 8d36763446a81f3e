"""The hand over a real table: verbs, ideas, how a piece feels, and placements that stand. Needs the engine."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from tests.boards.leaning_hands import Player, begun, resolved
from towergames import physics
from towergames.boards.leaning import DESK, commands, situation
from towergames.boards.leaning.pointer import FREE
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import Found, Hold, Layout, Place, Ready, Rebuild, State
from towergames.physics.geometry import Pose, angle_between, dot, length, sub

pytestmark = pytest.mark.skipif(bool(physics.available()), reason=physics.available())

VERBS = (
    "lower", "raise", "over", "lean", "ease", "rest", "turn-left", "turn-right", "tip-away", "tip-near",
    "roll-left", "roll-right", "move.left", "move.right", "move.up", "move.down",
)  # fmt: skip


@pytest.fixture(scope="module")
def table() -> State:
    """A Foundation that stands, and one piece leaning on it."""
    player = Player(begun())
    for _ in range(4):
        player.do("choose", "choose")
        player.plays()
        if player.told("place"):
            return player.state
    raise AssertionError("four ideas failed")


def overlap(player: Player) -> float:
    """How deep the piece in hand is in anything (cm)."""
    from towergames.games.leaning.opponent.placement_search import Hand

    pointer = player.pointer
    layout = situation.base(player.scene, pointer)
    number = situation.numbers_of(player.state, pointer.kind, pointer.piece)[pointer.which]
    hand = Hand(layout, number, pointer.sizes[pointer.which], "newspaper")
    hand.put(pointer.pose)
    return hand.table.overlap(hand.me)


def test_enter_and_enter_again_places_a_piece_where_it_stands(table: State) -> None:
    began = time.monotonic()
    player = Player(table)
    player.do("choose")
    assert player.pointer.grips and player.pointer.ideas and player.pointer.feel is not None
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Place) and GAME.judge(table, action).legal
    player.do("choose")
    assert player.submitted == [action]
    assert time.monotonic() - began < 30, "a newcomer has a minute"


def test_every_idea_is_legal_and_differs_from_the_others(table: State) -> None:
    player = Player(table)
    player.do("choose")
    actions = []
    for _ in player.pointer.ideas:
        actions.append(DESK.draft(player.scene, player.pointer))
        assert GAME.judge(table, actions[-1]).legal and overlap(player) < 0.02
        player.do("idea")
    assert len(set(actions)) == len(actions) > 1


def test_no_verb_pushes_the_piece_into_anything_and_each_can_be_taken_back(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose")
    assert player.pointer.control == FREE and len(player.pointer.trail) == 0
    for verb in VERBS * 2:
        before = player.pointer
        player.do(verb)
        here = player.pointer
        assert overlap(player) < 0.02, verb
        assert here.aim is not None and not here.pending and not here.busy
        assert here.ghost == (Pose.read(here.pose.recorded()),), "exactly what the journal will keep"
        if here.ghost != before.ghost:
            player.do("hand-back")
            assert player.pointer.ghost == before.ghost and player.pointer.aim == before.aim, verb
            player.do(verb)
            assert player.pointer.ghost == here.ghost, verb


def test_arrows_move_as_the_player_looks_and_typed_verbs_as_far_as_told(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose", "raise", "raise", "raise", "raise", "raise", "raise")
    start = player.pointer.pose
    player.do("move.right")
    right = player.pointer.camera.axes[0]
    moved = sub(player.pointer.pose.place, start.place)
    assert moved == pytest.approx((right[0] * 0.25, right[1] * 0.25, 0.0), abs=1e-3)
    player.do("hand-back")
    for words, apart in (("left 30", 3.0), ("away 4", 0.4), ("lift 15", 1.5)):
        before = player.pointer.pose
        player.type(words)
        assert length(sub(player.pointer.pose.place, before.place)) == pytest.approx(apart, abs=1e-3), words
    for words in ("turn 40", "tip 40", "roll -40"):
        before = player.pointer.pose
        player.type(words)
        assert angle_between(before.turn, player.pointer.pose.turn) == pytest.approx(0.698, abs=1e-3), words


def test_tipping_is_away_from_the_player_and_rolling_to_the_right(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose", *["raise"] * 6)
    right, _, backward = player.pointer.camera.axes
    point = (0.0, 0.0, 1.0)
    for words, way in (("tip 20", (-backward[0], -backward[1], 0.0)), ("roll 20", right)):
        before = player.pointer.pose
        player.type(words)
        after = player.pointer.pose
        leaned = sub(sub(after.point(point), after.place), sub(before.point(point), before.place))
        assert dot(leaned, way) > 0.1, words


def test_the_mouse_drags_the_piece_until_it_meets_something(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose", *["raise"] * 6)
    start = player.pointer.pose
    for _ in range(4):
        player.take(DESK.drag(player.scene, player.pointer, 2, 0, "hand:0"))
    moved = sub(player.pointer.pose.place, start.place)
    assert dot(moved, player.pointer.camera.axes[0]) == pytest.approx(length(moved)) and length(moved) > 1.0
    assert len(player.pointer.trail) >= 1 and player.pointer.aim is not None
    player.do("lower")
    for cells in ((-30, 0), (0, -30), (30, 0), (0, 30)):
        player.take(DESK.drag(player.scene, player.pointer, *cells, "hand:0"))
        assert overlap(player) < 0.02 and not player.pointer.pending


def test_what_is_only_balanced_feels_as_if_it_falls(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose", "raise")
    player.type("left 10")
    player.do("lower")
    assert player.pointer.aim is not None and player.pointer.aim.corners == 2 and not player.pointer.aim.touches
    assert player.pointer.feel is not None and player.pointer.feel.words == "falls"
    player.do("raise")
    assert player.pointer.feel is None, "there is nothing to feel in the air"
    player.do("act-let-go")
    assert player.rules[-1] == "L-27"


def test_leaning_goes_towards_the_target_or_says_what_is_wrong(table: State) -> None:
    player = Player(table)
    player.click("piece:P1")
    player.do("control", "digit.1", "choose", "lean")
    met = player.pointer.aim
    assert met is not None
    assert met.touches or "move it nearer" in player.pointer.said or "turn it" in player.pointer.said
    player.type("stand on base")
    player.do("over")
    player.do("lean")
    assert "stands flat" in player.pointer.said or "move it aside" in player.pointer.said


def test_a_foundation_is_found_built_or_set_up() -> None:
    fresh = resolved(GAME.new(2, {"first": 1, "tremor": "steady"}))
    player = Player(fresh)
    assert "Foundation" in player.line
    player.do("choose")
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Found) and GAME.judge(fresh, action).legal
    player.do("back", "control", "digit.2", "choose")
    assert player.pointer.sizes == ("medium",) and DESK.draft(player.scene, player.pointer) is None
    player.do("lean")
    tipped = player.pointer.pose
    player.do("choose")
    assert player.pointer.sizes == ("medium", "medium") and player.pointer.which == 1
    assert isinstance(DESK.draft(player.scene, player.pointer), Found)
    assert player.pointer.feel is not None
    player.do("other", "move.left")
    assert player.pointer.which == 0 and player.pointer.pose != tipped
    player.do("act-ready")
    assert player.submitted[-1] == Ready()


def test_after_a_break_the_first_idea_is_where_the_piece_stood(table: State) -> None:
    piece = table.layout.pieces[-1]
    away = replace(piece, pose=piece.pose._replace(x=150_000, y=150_000))
    lying = Layout((*table.layout.pieces[:-1], away), table.layout.touches[:1])
    made = replace(table, phase="rebuild", layout=lying, broken=(piece.id,), stood=table.layout)
    player = Player(made)
    player.do("choose")
    assert player.pointer.ideas[0].words.startswith("as it stood before")
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Rebuild) and action.pose == piece.pose and GAME.judge(made, action).legal
    by_hand = Player(made)
    by_hand.do("control", "choose")
    assert by_hand.pointer.pose == Pose.read(piece.pose), "and there the hand begins"
    player.do("choose")
    player.plays()
    assert player.told("rebuilt"), "a piece put back where it stood stands"


def test_held_pieces_go_on_top(table: State) -> None:
    player = Player(table)
    player.plays(Hold("small"))
    player.plays(Hold("small"))
    player.do("choose")
    for idea in player.pointer.ideas:
        assert idea.aim.corners == 0
    action = DESK.draft(player.scene, player.pointer)
    assert isinstance(action, Place) and action.held


def test_a_slipped_piece_is_taken_again_and_other_ideas_come(table: State) -> None:
    player = Player(table)
    size = situation.placeable(player.scene)[0]
    player.type(f"take {size}")
    first = player.pointer.ideas[0]
    hand = replace(table, phase="slip", before=table.layout, tries=1)
    assert isinstance(DESK.draft(player.scene, player.pointer), Place)
    step = GAME.apply(table, DESK.draft(player.scene, player.pointer))
    slipped = replace(hand, in_hand=step.state.in_hand, hands=step.state.hands)
    again = Player(slipped)
    again.do("choose")
    assert again.pointer.sizes == (size,) and first.pose not in [idea.pose for idea in again.pointer.ideas]
    again.do("digit.1" if size != "small" else "digit.2")
    assert again.rules[-1] == "L-14"


@pytest.mark.parametrize("typed", [False, True])
def test_a_blind_release_is_confirmed_and_says_nothing_of_what_it_touches(table: State, typed: bool) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose", "raise")
    player.type("drop") if typed else player.do("act-drop")
    action = player.submitted[-1]
    assert isinstance(action, Place) and action.aim is None
    asked = DESK.confirmation(player.scene, action)
    assert asked is not None and asked.deed == "let go blindly"


def test_refusals_are_told_while_the_hand_moves(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose")
    player.type("near 60")
    player.type("stand on base")
    player.do("lower")
    verdict = GAME.judge(table, DESK.draft(player.scene, player.pointer))
    assert verdict.refusals[0].rule == "L-1"
    assert any("(L-1)" in line for line in DESK.speak_pointer(player.scene, player.pointer))


def test_nothing_in_do_waits_for_physics(table: State) -> None:
    player = Player(table)
    player.do("control", "digit.1", "choose")
    for command in commands.HANDLING:
        began = time.perf_counter()
        DESK.do(player.scene, player.pointer, command.id)
        assert time.perf_counter() - began < 0.05, command.id


def test_a_hand_stays_where_it_is_when_the_table_is_unchanged(table: State) -> None:
    player = Player(table)
    player.do("control", "choose")
    assert find(situation.base(player.scene, player.pointer), table.next_piece) is None
    assert DESK.keep(player.scene, player.pointer) is player.pointer
