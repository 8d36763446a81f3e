"""Keys and clicks on Take That Towers: every move can be made either way, and nothing is lost or raised."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.boards.tables import played, scene_of, table
from towergames.boards.desk import Reply, Scene
from towergames.boards.takethat import DESK
from towergames.boards.takethat.pointer import BOARD, END, HAND, Pointer
from towergames.core.contract import Decide
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext, State, View

SHARED = (
    "move.left",
    "move.right",
    "move.up",
    "move.down",
    "choose",
    "back",
    "zone.next",
    "zone.previous",
    *(f"digit.{n}" for n in range(1, 10)),
)
OWN = tuple(command.id for command in DESK.commands)
TAKEN = {*"hjklupqxitwvfr?:[]/", *"123456789", "enter", "space", "escape", "tab"}


def press(scene: Scene[View], pointer: Pointer, *commands: str) -> Reply[Action]:
    """Press keys one after the other; only the last may submit."""
    reply: Reply[Action] = Reply(pointer)
    for i, command in enumerate(commands):
        reply = DESK.do(scene, reply.pointer, command)
        assert reply.submit is None or i == len(commands) - 1, (command, reply)
    return reply


def keys_for(scene: Scene[View], pointer: Pointer, action: Action) -> Reply[Action]:
    """Make a move with cursor keys alone, from the start of the decision."""
    if isinstance(action, EndTurn):
        return press(scene, pointer, "takethat.end")
    if not isinstance(action, ScoreNext):
        card = action.floor if isinstance(action, Build) else action.card
        pointer = press(scene, pointer, f"digit.{(scene.view.hands[scene.seat or 0] or ()).index(card) + 1}").pointer
    for _ in range(10):
        if pointer.slot == action.slot:
            break
        pointer = press(scene, pointer, "move.right").pointer
    if isinstance(action, Claim):
        for _ in range(20):
            step = action.storey - pointer.storey
            if not step:
                break
            pointer = press(scene, pointer, "move.up" if step > 0 else "move.down").pointer
    assert DESK.draft(scene, pointer) == action
    return press(scene, pointer, "choose")


def clicks_for(scene: Scene[View], pointer: Pointer, action: Action, board_first: bool) -> Reply[Action]:
    """Make a move with the mouse alone."""
    if isinstance(action, EndTurn):
        return DESK.click(scene, pointer, "end")
    letter = "ABCDE"[action.slot]
    place = f"storey:{letter}{action.storey + 1}" if isinstance(action, Claim) else f"slot:{letter}"
    if isinstance(action, ScoreNext):
        order = [place, place]
    else:
        card = f"hand:{action.floor if isinstance(action, Build) else action.card}"
        order = [place, card, card] if board_first else [card, place, place]
    reply: Reply[Action] = Reply(pointer)
    for spot in order:
        reply = DESK.click(scene, reply.pointer, spot)
        if reply.submit is not None:
            return reply
    return reply


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 8, 15, 22, 30, 44])
@pytest.mark.parametrize("options", [{}, {"due": "chosen", "height": 5}, {"towers": 5, "open": True}])
def test_every_legal_move_can_be_made_with_keys_and_with_the_mouse(plies: int, options: dict[str, object]) -> None:
    for seed in range(3):
        state, _ = played(3, plies, seed, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        scene = scene_of(state)
        for action in GAME.choices(state):
            start = DESK.start(scene)
            assert keys_for(scene, start, action).submit == action
            assert clicks_for(scene, start, action, board_first=False).submit == action
            assert clicks_for(scene, start, action, board_first=True).submit == action


def test_scoring_order_is_chosen_with_arrows_and_enter() -> None:
    scene = table(("SPIRE:1 LOBBY:2", "OFFICE", "SPIRE LOBBY:1"), phase="order", seats=3)
    pointer = DESK.start(scene)
    assert (pointer.zone, pointer.slot) == (BOARD, 0)
    assert press(scene, pointer, "choose").submit == ScoreNext(0)
    assert press(scene, pointer, "takethat.next", "choose").submit == ScoreNext(2)
    assert DESK.enabled(scene, pointer, "takethat.score") == ""
    assert DESK.enabled(scene, pointer, "takethat.end")


def test_board_first_then_card() -> None:
    scene = table(("LOBBY:2", "OFFICE", ""), seats=3)
    pointer = press(scene, DESK.start(scene), "zone.next", "move.right", "choose").pointer
    assert pointer.placed and pointer.zone == HAND
    pointer = press(scene, pointer, "digit.2").pointer
    assert DESK.draft(scene, pointer) == Build("LOBBY", 1)
    assert press(scene, pointer, "choose").submit == Build("LOBBY", 1)


def test_escape_goes_back_one_level_and_then_does_nothing() -> None:
    scene = table(("LOBBY:2", "OFFICE", ""), seats=3)
    pointer = DESK.start(scene)
    held = press(scene, pointer, "digit.2").pointer
    back = press(scene, held, "back").pointer
    assert (back.zone, back.held, back.card) == (HAND, "", 1)
    reply = DESK.do(scene, back, "back")
    assert reply.pointer == back and reply.say == "" and reply.submit is None


def test_a_refused_move_keeps_the_card_in_hand_and_goes_to_the_judge() -> None:
    scene = table(("LOBBY:2", "OFFICE", ""), seats=3, built=(1,))
    held = press(scene, DESK.start(scene), "digit.1").pointer
    assert held.slot != 1
    on_built = press(scene, replace(held, slot=0), "move.right").pointer
    reply = DESK.do(scene, on_built, "choose")
    assert reply.submit == Build("OFFICE", 1)
    assert reply.pointer == on_built and "already" in DESK.hover(scene, on_built)


def test_picking_starts_where_the_card_can_go() -> None:
    scene = table(("LOBBY:2 OFFICE", "OFFICE:1 NOISE:3", ""), seats=3, phase="claim", built=(0, 1))
    pointer = press(scene, DESK.start(scene), "digit.1").pointer
    assert (pointer.zone, pointer.slot, pointer.storey) == (BOARD, 0, 0)
    assert press(scene, pointer, "choose").submit == Claim(0, 0, "OFFICE")
    full = table(("LOBBY:2", "", ""), seats=3, phase="claim", built=(0, 1))
    reply = DESK.do(full, DESK.start(full), "digit.1")
    assert reply.say and reply.rule == "R-11" and reply.submit is None


def test_nothing_left_to_claim_starts_on_end_turn() -> None:
    scene = table(("LOBBY:2", "", ""), seats=3, phase="claim", built=(0, 1))
    pointer = DESK.start(scene)
    assert pointer.zone == END and DESK.draft(scene, pointer) == EndTurn()
    assert press(scene, pointer, "choose").submit == EndTurn()


def test_commands_say_why_they_cannot_be_used() -> None:
    building = table(("LOBBY:2", "", ""), seats=3)
    pointer = DESK.start(building)
    assert "2 more floors" in DESK.enabled(building, pointer, "takethat.end")
    assert "2 more floors" in DESK.enabled(building, pointer, "takethat.claim")
    assert DESK.enabled(building, pointer, "takethat.build") == ""
    reply = DESK.do(building, pointer, "takethat.end")
    assert reply.submit is None and reply.say and reply.rule
    waiting = replace(building, may_act=False, turn=Decide(1, "build"))
    assert "Balthasar's turn" in DESK.enabled(waiting, pointer, "takethat.build")
    assert "Balthasar" in DESK.do(waiting, pointer, "choose").say
    assert DESK.enabled(building, pointer, "digit.9") and not DESK.enabled(building, pointer, "digit.4")


def test_refusal_rules_exist() -> None:
    sheet = GAME.rule_sheet
    for rule in ("R-6", "R-7", "R-10", "R-11", "R-14", "T-1"):
        assert sheet.find(rule)


def test_keys_do_not_clash_and_names_are_plain() -> None:
    keys = [key for command in DESK.commands for key in command.keys]
    assert len(keys) == len(set(keys)) and not TAKEN & set(keys)
    assert all(len(key) == 1 and key.isascii() for key in keys)
    assert all(command.id.startswith("takethat.") and command.help for command in DESK.commands)
    typed = [command.typed for command in DESK.commands]
    assert len(typed) == len(set(typed))


def test_the_pointer_survives_undo_and_redo() -> None:
    state, _ = played(3, 12)
    while GAME.turn(state) != Decide(state.active, "build"):
        state = GAME.apply(state, next(iter(GAME.choices(state)))).state
    before = scene_of(state)
    held = press(before, DESK.start(before), "digit.2").pointer
    reply = DESK.do(before, held, "choose")
    assert reply.submit is not None
    after = scene_of(GAME.apply(state, reply.submit).state)
    kept = DESK.keep(after, reply.pointer)
    assert kept.held == "" and kept.zone == HAND
    again = DESK.keep(before, kept)
    assert again.held == "" and DESK.draft(before, again) is None
    assert DESK.keep(before, held) == held
    other = scene_of(GAME.apply(state, reply.submit).state, seat=(state.active + 1) % 3)
    assert DESK.keep(other, held).held == ""


def test_the_mouse_picks_up_and_puts_down() -> None:
    scene = table(("LOBBY:2", "OFFICE", ""), ("OFFICE", "OFFICE", "SUITE"), seats=3)
    start = DESK.start(scene)
    second = DESK.click(scene, start, "hand:OFFICE:2").pointer
    assert second.held == "OFFICE" and second.card == 1
    assert DESK.click(scene, second, "hand:OFFICE:2").pointer.held == ""
    moved = DESK.click(scene, second, "slot:C")
    assert moved.submit is None and moved.pointer.slot == 2
    assert DESK.click(scene, moved.pointer, "slot:C").submit == Build("OFFICE", 2)
    assert "3 cards" in DESK.click(scene, start, "deck").say or "41 cards" in DESK.click(scene, start, "deck").say
    assert "2 LOBBY" in DESK.click(scene, start, "discard").say
    assert "2 LOBBY" in DESK.do(scene, start, "takethat.discard").say


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    scene = table(("LOBBY:2", "OFFICE", ""), seats=3, phase="claim", built=(0, 1))
    pointer = DESK.start(scene)
    keys = {spot.key for spot in DESK.board(scene, pointer, 80, 13).spots}
    keys |= {spot.key for spot in DESK.hand(scene, pointer, 80, 4).spots}
    assert {"slot:A", "slot:C", "storey:A1", "hand:OFFICE", "end", "deck", "discard"} <= keys


# --- anything at all ---------------------------------------------------------------------------------


def states() -> st.SearchStrategy[State]:
    return st.builds(
        lambda seats, plies, seed, options: played(seats, plies, seed, **options)[0],
        st.integers(2, 4),
        st.integers(0, 60),
        st.integers(0, 9),
        st.sampled_from([{}, {"due": "chosen"}, {"towers": 5, "height": 7}, {"open": True}, {"own_tucks": True}]),
    )


SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(states(), st.sampled_from([None, -1, 0, 1]), st.lists(st.sampled_from([*SHARED, *OWN, "nonsense"]), max_size=30))
def test_random_keys_never_raise_and_submit_only_what_was_drafted(
    state: State, seat: int | None, commands: list[str]
) -> None:
    scene = scene_of(state, seat=seat)
    pointer = DESK.start(scene)
    for command in commands:
        drafted = DESK.draft(scene, pointer)
        reason = DESK.enabled(scene, pointer, command)
        reply = DESK.do(scene, pointer, command)
        if reply.submit is not None:
            assert scene.may_act and isinstance(reply.submit, Action)
            assert command == "takethat.end" or reply.submit == drafted
            assert GAME.parse(GAME.notate(reply.submit), state) == reply.submit
        if reason and command in OWN:
            assert reply.submit is None
        pointer = reply.pointer if reply.submit is None else DESK.keep(scene, reply.pointer)
        assert DESK.keep(scene, pointer) == pointer
        assert isinstance(DESK.hover(scene, pointer), str)
    DESK.board(scene, pointer, 80, 13)
    DESK.hand(scene, pointer, 80, 4)


@SLOW
@given(states(), st.data())
def test_random_clicks_never_raise(state: State, data: st.DataObject) -> None:
    scene = scene_of(state)
    pointer = DESK.start(scene)
    odd = ["", "x", "slot:", "slot:Z", "storey:A99", "storey:A0", "storey:Ax", "hand:", "hand:OFFICE:x", "hand:NOISE:9"]
    for _ in range(12):
        spots = [s.key for s in (*DESK.board(scene, pointer, 80, 13).spots, *DESK.hand(scene, pointer, 80, 4).spots)]
        reply = DESK.click(scene, pointer, data.draw(st.sampled_from([*spots, *odd])))
        assert reply.submit is None or isinstance(reply.submit, Action)
        pointer = reply.pointer if reply.submit is None else DESK.keep(scene, reply.pointer)
        assert DESK.keep(scene, pointer) == pointer


def test_a_whole_game_can_be_played_by_pressing_keys() -> None:
    from towergames.core.dice import Dice

    dice, (state, _) = Dice(5), played(2, 0, 7)
    pointer: Pointer | None = None
    for _ in range(6000):
        if not isinstance(GAME.turn(state), Decide):
            return
        scene = scene_of(state)
        pointer = DESK.start(scene) if pointer is None else DESK.keep(scene, pointer)
        reply = DESK.do(scene, pointer, dice.choice([*SHARED, *OWN]))
        pointer = reply.pointer
        if reply.submit is not None and GAME.judge(state, reply.submit).legal:
            state = GAME.apply(state, reply.submit).state
    raise AssertionError("the game did not end")
