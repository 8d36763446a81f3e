"""The hand over a real table: verbs, ideas, settle previews, and placements that stand. Needs the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.games.leaning.board.hands import Hand, begun, resolved
from towergames import physics
from towergames.board.danger import Danger
from towergames.core.bot import Clock
from towergames.games.leaning.board import BOARD, hand_motions, hand_work, position
from towergames.games.leaning.board.hand_work import grip_of
from towergames.games.leaning.board.ui_state import FREE
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import Hold, LayFoundation, Layout, Place, Ready, Rebuild, State
from towergames.physics.geometry import Pose, angle_between, dot, length, sub

pytestmark = pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())

VERBS = (
    "lower", "raise", "over", "lean", "ease", "rest", "turn-left", "turn-right", "tip-away", "tip-near",
    "roll-left", "roll-right", "key:left", "key:right", "key:up", "key:down",
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def few_ideas() -> Iterator[None]:
    """Ideas are looked for until there are some, however long that takes, and not for better ones.

    Only the place that leads is tried out to its end.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hand_work, "IDEAS_PER_SEARCH", 2)
        patch.setattr(hand_work, "SEARCH_SECONDS", 60.0)
        for name in ("EXTRA_SECONDS", "SCREEN_SECONDS"):
            patch.setattr(hand_work, name, 0.0)
        yield


@pytest.fixture(scope="module")
def table() -> State:
    """A Foundation that stands, and one piece leaning on it."""
    player = Hand(begun())
    for _ in range(4):
        player.do("enter", "enter")
        player.plays()
        if player.has_event("place"):
            return player.state
    raise AssertionError("four ideas failed")


def overlap(player: Hand) -> float:
    """The depth (cm) of the piece in hand in other bodies."""
    from towergames.games.leaning.board.hand_motions import _hand

    hand = _hand(grip_of(player.context))
    return hand.table.overlap(hand.me)


def test_enter_offers_different_legal_ideas_and_enter_again_places_a_piece_there(table: State) -> None:
    player = Hand(table).do("enter")
    assert player.ui.grips and player.ui.ideas and player.ui.ideas[0].forecast.good
    actions = []
    for _ in player.ui.ideas:
        actions.append(player.draft)
        assert isinstance(actions[-1], Place) and GAME.judge(table, actions[-1]).legal and overlap(player) < 0.02
        player.do("idea")
    assert len(set(actions)) == len(actions) > 1
    last = player.draft
    assert isinstance(last, Place) and player.do("enter").submitted == last


def test_no_verb_pushes_the_piece_into_anything_and_each_can_be_taken_back(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter")
    assert player.ui.control == FREE and len(player.ui.trail) == 0
    for verb in VERBS * 2:
        before = player.ui
        player.do(verb)
        here = player.ui
        assert overlap(player) < 0.02, verb
        assert here.aim is not None and not here.pending and not here.busy
        assert here.ghost == (Pose.read(here.pose.recorded()),), "exactly what the journal will keep"
        if here.ghost != before.ghost:
            player.do("hand-back")
            assert player.ui.ghost == before.ghost and player.ui.aim == before.aim, verb
            player.do(verb)
            assert player.ui.ghost == here.ghost, verb


def test_arrows_move_as_the_player_looks_and_typed_verbs_as_far_as_told(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter", "raise", "raise", "raise", "raise", "raise", "raise")
    start = player.ui.pose
    player.do("key:right")
    right = player.camera.axes[0]
    moved = sub(player.ui.pose.place, start.place)
    assert moved == pytest.approx((right[0] * 0.25, right[1] * 0.25, 0.0), abs=1e-3)
    player.do("hand-back")
    for words, apart in (("left 30", 3.0), ("away 4", 0.4), ("lift 15", 1.5)):
        before = player.ui.pose
        player.do(words)
        assert length(sub(player.ui.pose.place, before.place)) == pytest.approx(apart, abs=1e-3), words
    for words in ("turn 40", "tip 40", "roll -40"):
        before = player.ui.pose
        player.do(words)
        assert angle_between(before.turn, player.ui.pose.turn) == pytest.approx(0.698, abs=1e-3), words


def test_tipping_is_away_from_the_player_and_rolling_to_the_right(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter", *["raise"] * 6)
    right, _, backward = player.camera.axes
    point = (0.0, 0.0, 1.0)
    for words, way in (("tip 20", (-backward[0], -backward[1], 0.0)), ("roll 20", right)):
        before = player.ui.pose
        player.do(words)
        after = player.ui.pose
        leaned = sub(sub(after.point(point), after.place), sub(before.point(point), before.place))
        assert dot(leaned, way) > 0.1, words


def test_the_mouse_drags_the_piece_until_it_meets_something(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter", *["raise"] * 6)
    start = player.ui.pose
    for _ in range(4):
        player.drag("hand:0", 2, 0).finish()
    moved = sub(player.ui.pose.place, start.place)
    assert dot(moved, player.camera.axes[0]) == pytest.approx(length(moved)) and length(moved) > 1.0
    assert len(player.ui.trail) >= 1 and player.ui.aim is not None
    player.do("lower")
    for cells in ((-30, 0), (0, -30), (30, 0), (0, 30)):
        player.drag("hand:0", *cells).finish()
        assert overlap(player) < 0.02 and not player.ui.pending


def test_what_is_only_balanced_feels_as_if_it_falls(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter", "raise")
    player.do("left 10")
    player.do("lower")
    assert player.ui.aim is not None and player.ui.aim.corners == 2 and not player.ui.aim.touches
    assert player.ui.preview is not None and player.ui.preview.words == "falls"
    assert BOARD.describe(player.context).danger == Danger(others=False)
    assert player.work is not None and player.work.idle
    player.answer(player.work.run(Clock()))
    assert player.ui.preview.felled == () and BOARD.describe(player.context).danger == Danger(others=False)
    player.do("raise")
    assert player.ui.preview is None, "there is nothing to feel in the air"
    player.do("act-let-go")
    assert player.rule == "L-27"


def test_a_release_that_moves_other_pieces_is_known_in_the_hand(table: State) -> None:
    player = Hand(table)
    player.click("piece:P1")
    player.do("control", "key:3", "enter", "over", *["raise"] * 4)
    felled = hand_motions.felled(hand_work.grip_of(player.context))
    assert felled and set(felled) <= {one.id for one in table.layout.pieces}
    player.do("lower")
    assert player.work is not None and player.ui.preview is not None
    player.answer(felled)
    assert BOARD.describe(player.context).danger == Danger(others=True)


def test_leaning_goes_towards_the_target_or_says_what_is_wrong(table: State) -> None:
    player = Hand(table)
    player.click("piece:P1")
    player.do("control", "key:1", "enter", "lean")
    met = player.ui.aim
    assert met is not None
    assert met.touches or "move it nearer" in player.ui.said or "turn it" in player.ui.said
    player.do("stand on base")
    player.do("over")
    player.do("lean")
    assert "stands flat" in player.ui.said or "move it aside" in player.ui.said


def test_a_foundation_is_found_built_or_set_up() -> None:
    fresh = resolved(GAME.new(2, {"first": 1, "tremor": "steady"}))
    player = Hand(fresh)
    assert "prop each other" in player.hint
    player.do("enter")
    action = player.draft
    assert isinstance(action, LayFoundation) and GAME.judge(fresh, action).legal
    player.do("key:back", "control", "key:2", "enter")
    assert player.ui.sizes == ("medium",) and player.draft is None
    player.do("lean")
    tipped = player.ui.pose
    player.do("enter")
    assert player.ui.sizes == ("medium", "medium") and player.ui.which == 1
    assert isinstance(player.draft, LayFoundation)
    assert player.ui.preview is not None
    player.do("other", "key:left")
    assert player.ui.which == 0 and player.ui.pose != tipped
    player.do("act-ready")
    assert player.submitted == Ready()


def test_after_a_break_the_first_idea_is_where_the_piece_stood(table: State) -> None:
    piece = table.layout.pieces[-1]
    away = replace(piece, pose=piece.pose._replace(x=150_000, y=150_000))
    lying = Layout((*table.layout.pieces[:-1], away), table.layout.touches[:1])
    made = replace(table, phase="rebuild", layout=lying, broken=(piece.id,), stood=table.layout)
    player = Hand(made).do("enter")
    assert player.ui.ideas[0].words == "where it stood before"
    action = player.draft
    assert isinstance(action, Rebuild) and action.pose == piece.pose and GAME.judge(made, action).legal
    by_hand = Hand(made).do("control", "enter")
    assert by_hand.ui.pose == Pose.read(piece.pose), "and there the hand begins"
    player.do("enter")
    player.plays()
    assert player.has_event("rebuilt"), "a piece put back where it stood stands"


def test_held_pieces_go_on_top(table: State) -> None:
    player = Hand(table)
    player.plays(Hold("small"))
    player.plays(Hold("small"))
    player.do("enter")
    for idea in player.ui.ideas:
        assert idea.aim.corners == 0
    action = player.draft
    assert isinstance(action, Place) and action.held


def test_a_slipped_piece_is_taken_again_and_other_ideas_come(table: State) -> None:
    player = Hand(table)
    size = position.placeable(player.context)[0]
    player.do(f"take {size}")
    first = player.ui.ideas[0]
    hand = replace(table, phase="slip", before=table.layout, tries=1)
    assert isinstance(player.draft, Place)
    step = GAME.apply(table, player.draft)
    last = table.layout.pieces[-1]
    lying = replace(last, id=table.next_piece, size=size, pose=last.pose._replace(x=150_000, y=150_000))
    lies = replace(table.layout, pieces=(*table.layout.pieces, lying))
    slipped = replace(hand, layout=lies, in_hand=step.state.in_hand, hands=step.state.hands)
    again = Hand(slipped).do("enter")
    assert again.ui.sizes == (size,) and first.pose not in [idea.pose for idea in again.ui.ideas]
    again.do("key:1" if size != "small" else "key:2")
    assert again.rule == "L-14"


@pytest.mark.parametrize("typed", [False, True])
def test_a_blind_release_is_confirmed_and_says_nothing_of_what_it_touches(table: State, typed: bool) -> None:
    player = Hand(table).do("control", "key:1", "enter", "raise")
    player.type("drop") if typed else player.do("act-drop")
    action = player.submitted
    assert isinstance(action, Place) and action.aim is None
    asked = BOARD.confirmation(player.context, action)
    assert asked is not None and asked.deed == "drop it"


def test_refusals_are_told_while_the_hand_moves(table: State) -> None:
    player = Hand(table).do("control", "key:1", "enter")
    player.do("near 60")
    player.do("stand on base")
    player.do("lower")
    verdict = GAME.judge(table, player.draft)
    assert verdict.refusals[0].rule == "L-1"
    assert "(L-1)" in player.out()


def test_no_control_waits_for_physics(table: State, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Hand(table).do("control", "key:1", "enter")
    monkeypatch.setattr(hand_motions, "ProbeTable", lambda *_: pytest.fail("the engine is for threads"))
    for control in player.controls.values():
        if control.blocked is None and control.effect is not None:
            control.effect()


def test_a_hand_stays_where_it_is_when_the_table_is_unchanged(table: State) -> None:
    player = Hand(table).do("control", "enter")
    assert find(position.base(player.context), table.next_piece) is None
    assert BOARD.adapt(player.context, new=False) is player.ui
