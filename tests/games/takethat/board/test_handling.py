"""Keys, controls and clicks on Take That Towers: every move can be made either way, and nothing is lost or raised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board.player import Player
from tests.games.takethat.board.tables import played, seen, table
from towergames.board.protocol import TextInput
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.takethat.board import BOARD
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext

KEYS = ("left", "right", "up", "down", "next", "previous", "back", *"123456789")
THREE = ("LOBBY:2", "OFFICE", "")


def by_keys(player: Player, action: Action) -> Action | None:
    """Make a move with keys alone, from the start of the decision."""
    if isinstance(action, EndTurn):
        return player.press("takethat.end").submitted
    if not isinstance(action, ScoreNext):
        card = action.floor if isinstance(action, Build) else action.card
        player.key(str((player.context.view.hands[player.context.seat] or ()).index(card) + 1))
    while player.ui.slot != action.slot:
        player.key("right")
    while isinstance(action, Claim) and player.ui.storey != action.storey:
        player.key("up" if action.storey > player.ui.storey else "down")
    assert player.draft == action
    return player.key("enter").submitted


def by_mouse(player: Player, action: Action, board_first: bool) -> Action | None:
    if isinstance(action, EndTurn):
        return player.click("control:takethat.end").submitted
    letter = "ABCDE"[action.slot]
    place = f"storey:{letter}{action.storey + 1}" if isinstance(action, Claim) else f"slot:{letter}"
    order = [place, place, place]
    if not isinstance(action, ScoreNext):
        card = f"hand:{action.floor if isinstance(action, Build) else action.card}"
        order = [place, card, place, place] if board_first else [card, place, place]
    for spot in order:
        if player.click(spot).submitted is not None:
            break
    return player.submitted


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 8, 15, 22, 30, 44])
@pytest.mark.parametrize("options", [{}, {"due": "chosen", "height": 5}, {"towers": 5, "open": True}])
def test_every_legal_move_can_be_made_with_keys_and_with_the_mouse(plies: int, options: dict[str, object]) -> None:
    for seed in range(3):
        state, _ = played(3, plies, seed, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        for action in GAME.choices(state):
            assert by_keys(seen(state), action) == action
            assert by_mouse(seen(state), action, board_first=False) == action
            assert by_mouse(seen(state), action, board_first=True) == action


def spots(player: Player) -> list[str]:
    pictures = (player.picture("board", (80, 13)), player.picture("hand", (80, 4)))
    return [spot.key for picture in pictures for spot in picture.spots]


def label(player: Player) -> str:
    assert player.main is not None
    return player.main.label


def test_enter_builds_the_chosen_card_on_the_chosen_tower() -> None:
    player = table(THREE, seats=3)
    assert label(player) == "Build OFFICE on B", "card and tower are chosen from the start"
    assert label(player.key("right")) == "Build LOBBY on B"
    assert label(player.press("takethat.next")) == "Build LOBBY on C"
    assert label(player.key("1")) == "Build OFFICE on C"
    assert label(player.press("takethat.card")) == "Build LOBBY on C"
    assert player.key("right", "enter").submitted == Build("LOBBY", 0)
    assert table(THREE, seats=3).press("takethat.build").submitted == Build("OFFICE", 1)


def test_the_cursor_is_first_on_the_best_build() -> None:
    """No SPIRE ends a tower for nothing, and no rival's floor is made worth more, where another card is better."""
    assert label(table(("", "", ""), ("SPIRE", "OFFICE", "LOBBY"))) == "Build OFFICE on A"
    assert label(table(("LOBBY:2 OFFICE:2", "", ""), ("OFFICE", "NOISE"))) == "Build OFFICE on B"
    assert label(table(("", "OFFICE ELEVATOR:1", ""), ("OFFICE", "SPIRE"))) == "Build SPIRE on B"


def test_the_second_floor_starts_on_another_tower() -> None:
    player = table(THREE, seats=3).key("enter")
    player.see(replace(player.context, ui=player.ui, view=replace(player.context.view, built=(0,))))
    assert label(player) == "Build OFFICE on B"


def test_picking_for_a_claim_starts_where_the_card_can_go() -> None:
    player = table(("LOBBY:2 OFFICE", "OFFICE:1 NOISE:3", ""), seats=3, phase="claim", built=(0, 1))
    assert label(player.key("1")) == "Claim floor 1 of A"
    assert player.key("enter").submitted == Claim(0, 0, "OFFICE")


def test_the_cursor_stands_on_the_most_useful_claim() -> None:
    player = table(("INFERNO OFFICE:2", "OFFICE OFFICE LOBBY", ""), ("SPIRE", "SUITE"), seats=3, phase="claim")
    assert label(player) == "Claim floor 2 of B" and player.ui.zone == "hand"
    assert player.draft == Claim(1, 1, "SUITE"), "the SPIRE is worth more in the hand"


def test_where_no_claim_is_useful_enter_ends_the_turn_and_a_floor_can_still_be_chosen() -> None:
    player = table(("NOISE", "", ""), ("SPIRE", "SUITE"), seats=3, phase="claim", built=(0, 1))
    assert label(player) == "End turn, draw 3" and player.draft == EndTurn()
    assert BOARD.describe(player.context).hint == "No vacant floor is useful to you now. You draw 3 cards."
    assert label(player.press("takethat.claim")) == "Claim floor 1 of A"
    for key in ("1", "up", "right"):
        ended = table(("NOISE", "", ""), ("SPIRE", "SUITE"), seats=3, phase="claim", built=(0, 1))
        assert isinstance(ended.key(key).draft, Claim), key


def test_with_an_empty_hand_nothing_is_said_of_vacant_floors() -> None:
    player = table(("NOISE", "", ""), (), seats=3, phase="claim", built=(0, 1))
    assert BOARD.describe(player.context).hint == "You draw 3 cards."


def test_a_hint_raises_the_card_and_marks_the_place_and_enter_plays_it() -> None:
    for phase, action, words in (
        ("build", Build("SPIRE", 1), "Build SPIRE on B"),
        ("claim", Claim(0, 1, "SPIRE"), "Claim floor 2 of A with SPIRE"),
        ("claim", EndTurn(), "End your turn"),
    ):
        player = table(("OFFICE OFFICE", "", ""), ("SUITE", "SPIRE"), seats=3, phase=phase)
        advice = BOARD.advise(player.context, action)
        assert advice.text == words and advice.ui is not None
        player.see(replace(player.context, ui=advice.ui))
        assert player.draft == action
        assert player.key("enter").submitted == action
    order = table(("SPIRE:1 LOBBY:2", "OFFICE", "SPIRE LOBBY:1"), phase="order", seats=3)
    advice = BOARD.advise(order.context, ScoreNext(2))
    order.see(replace(order.context, ui=advice.ui))
    assert order.draft == ScoreNext(2)


def test_scoring_order_is_chosen_with_arrows_and_enter() -> None:
    player = table(("SPIRE:1 LOBBY:2", "OFFICE", "SPIRE LOBBY:1"), phase="order", seats=3)
    assert label(player) == "Score tower A" and player.draft == ScoreNext(0)
    assert player.press("takethat.next").draft == ScoreNext(2)
    assert player.press("takethat.score").submitted == ScoreNext(2)
    refused = player.key("left").key("enter")
    assert refused.submitted is None and (refused.rule, refused.ui.slot) == ("R-14", 1)
    assert "takethat.end" not in player.controls


@pytest.mark.parametrize("hand", [("OFFICE",), ()])
def test_enter_ends_the_turn_where_nothing_can_be_claimed(hand: tuple[str, ...]) -> None:
    player = table(("LOBBY:2", "", ""), hand, seats=3, phase="claim", built=(0, 1))
    assert label(player) == "End turn, draw 3" and player.draft == EndTurn()
    assert player.press("takethat.claim").said.endswith("End your turn.") and player.rule
    assert player.click("slot:A").submitted is player.click("slot:A").submitted is None
    if hand:
        assert (player.key("1").rule, player.submitted) == ("R-11", None)
    assert player.key("enter").submitted == EndTurn()


def test_a_blocked_move_keeps_what_is_chosen_and_says_why() -> None:
    player = table(THREE, seats=3, built=(1,)).key("1")
    assert player.ui.slot != 1
    while player.ui.slot != 1:
        player.key("right")
    before = player.ui
    for _ in range(2):
        player.key("enter")
        assert player.submitted is None and player.ui == before
        assert player.rule == "R-7" and player.said == "You built on B this turn. Build on A or C."


def test_controls_say_why_they_cannot_be_used() -> None:
    building = table(THREE, seats=3)
    for control in ("takethat.end", "takethat.claim"):
        assert building.press(control).said == "Build 2 more floors first." and building.rule == "R-6"
    waiting = table(THREE, seats=3, may_act=False)
    assert set(waiting.controls) == {"takethat.discard"} and waiting.main is None
    assert waiting.press("takethat.discard").lines == ("1 OFFICE", "2 LOBBY")


def test_escape_goes_back_one_level_and_then_means_nothing() -> None:
    for keys in (("2", "back"), ("next", "back")):
        player = table(THREE, seats=3).key(*keys)
        assert player.ui.zone == "hand" and BOARD.input(player.context, TextInput("anything")) is None
        before = player.ui
        assert player.key("back").ui == before and not player.said and player.submitted is None


def test_what_is_prepared_survives_undo_and_redo_for_its_own_seat_alone() -> None:
    state, _ = played(3, 12)
    while GAME.turn(state) != Decide(state.active, "build"):
        state = GAME.apply(state, next(iter(GAME.choices(state)))).state
    player = seen(state).key("2")
    held = player.ui
    after = GAME.apply(state, player.key("enter").submitted).state
    for position in (seen(state), seen(after, seat=None), seen(state)):
        player.see(replace(position.context, ui=held))
        assert player.ui.card == (held.card if position.context.may_act else 0)
    result = player.main.effect() if player.main and player.main.effect else None
    assert result is not None
    for position in (after, state):
        player.see(replace(seen(position).context, ui=result.ui))
        assert player.ui.zone == "hand"


def test_a_click_chooses_and_the_second_click_on_a_tower_builds() -> None:
    player = table(THREE, ("OFFICE", "OFFICE", "SUITE"), seats=3).click("hand:OFFICE:2")
    assert player.ui.card == 1 and player.click("hand:OFFICE:2").ui.card == 1
    assert player.click("slot:C").submitted is None and player.ui.slot == 2
    assert player.click("slot:C").submitted == Build("OFFICE", 2)


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    player = table(THREE, seats=3, phase="claim", built=(0, 1))
    assert {"slot:A", "slot:C", "storey:A1", "hand:OFFICE"} <= set(spots(player))


def test_a_whole_game_can_be_played_by_pressing_keys() -> None:
    dice, (state, _) = Dice(5), played(2, 0, 7)
    player = seen(state)
    for _ in range(6000):
        if not isinstance(GAME.turn(state), Decide):
            return
        what = dice.choice([*KEYS, *player.controls])
        player = player.key(what) if what in KEYS else player.press(what)
        if player.submitted is not None:
            state = GAME.apply(state, player.submitted).state
            player = seen(state)
    raise AssertionError("the game did not end")


def test_every_decision_has_a_task_one_main_chip_and_whole_words() -> None:
    for seed in range(4):
        for plies in range(0, 60, 3):
            state, _ = played(4, plies, seed, due="chosen")
            player = seen(state)
            if not player.context.may_act:
                continue
            mains = [control for control in player.controls.values() if control.place == "main"]
            assert len(mains) == 1 and mains[0].blocked is None, "Enter does something legal from the start"
            told = BOARD.describe(player.context)
            assert told.task and told.hint and len(told.hint) <= 77
            for size in ((80, 13), (78, 26), (140, 40)):
                assert "~" not in player.picture("board", size).canvas.text()
                assert "~" not in player.picture("hand", (size[0], 4)).canvas.text()


def test_what_a_move_changes_stands_under_its_tower() -> None:
    player = table(("OFFICE:1 LOBBY:2", "", ""), ("NOISE",), seats=3)
    assert "+1 > 0" not in player.picture("board", (80, 13)).canvas.text(), "a vacant NOISE does nothing"
    owned = table(("OFFICE:1 LOBBY:2", "", ""), ("OFFICE",), seats=3).picture("board", (80, 13)).canvas.text()
    assert "+2 > +4" in owned and "+1 > +2" in owned
