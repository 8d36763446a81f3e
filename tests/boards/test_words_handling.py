"""Keys and clicks on Stacked Words: every move can be made either way, and nothing is lost or raised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.boards.words_tables import HIGH, answering, at, played, press, seen, typed
from towergames.boards.desk import Reply, Scene
from towergames.boards.words import DESK, meanings
from towergames.boards.words.commands import DEEDS, LETTERS
from towergames.boards.words.examples import MOOD, Shot, scene_of
from towergames.boards.words.pointer import ACTS, BOARD, RACK, Pointer
from towergames.core.contract import Decide
from towergames.games.words.board import square
from towergames.games.words.game import GAME
from towergames.games.words.model import Accept, Action, Challenge, Exchange, Pass, Play, State, View
from towergames.games.words.notation import cells_of
from towergames.tui.commands import APP
from towergames.tui.keymap import PRESETS
from towergames.tui.screens.game.commands import COMMANDS as SCREEN

SHARED = (
    *(f"move.{way}" for way in ("left", "right", "up", "down")),
    "choose",
    "back",
    "zone.next",
    "zone.previous",
    *(f"digit.{n}" for n in range(1, 10)),
)
OWN = tuple(command.id for command in DESK.commands)
EMPTY = Shot((), rack="AEQNRST")
MIXED = Shot((MOOD,), rack="AAENQST")


def keys_for(scene: Scene[View], pointer: Pointer, action: Action) -> Reply[Action]:
    """Make a move with the keyboard alone, from the start of the decision."""
    match action:
        case Exchange(tile):
            return press(scene, pointer, "words.exchange", f"words.letter.{tile.lower()}", "choose")
        case Pass():
            return press(scene, pointer, "words.pass")
        case Challenge():
            return press(scene, pointer, "words.challenge")
        case Accept():
            return press(scene, pointer, "choose")
    size = scene.view.terms.size
    pointer = at(scene, pointer, action.row * size + action.col, action.down)
    step = size if action.down else 1
    for i, tile in enumerate(action.tiles):
        standing = scene.view.board[action.row * size + action.col + i * step]
        pointer = typed(scene, pointer, standing[-1] if tile == "." else tile)
    assert DESK.enabled(scene, pointer, "words.play") == "" and DESK.draft(scene, pointer) == action
    return press(scene, pointer, "words.play")


def clicks_for(scene: Scene[View], pointer: Pointer, action: Action) -> Reply[Action]:
    """Make a move with the mouse alone."""
    clicks: list[str] = []
    order = pointer.order
    match action:
        case Exchange(tile):
            spot = f"hand:{order.index(tile) + 1}"
            clicks = ["act:exchange", spot, spot]
        case Play():
            used: list[int] = []
            for cell, tile in (cells_of(action, scene.view.terms.size) or {}).items():
                slot = next(i for i, t in enumerate(order) if t == tile and i not in used)
                used.append(slot)
                clicks += [f"hand:{slot + 1}", f"cell:{square(cell, scene.view.terms.size)}"]
            clicks += ["act:play"]
        case _:
            clicks = [f"act:{GAME.notate(action)}"] * 2
    reply: Reply[Action] = Reply(pointer)
    for spot in clicks:
        reply = DESK.click(scene, reply.pointer, spot)
        if reply.submit is not None:
            break
    return reply


@pytest.mark.parametrize("options", [{}, {"board": 8, "height": 3}, {"checking": "challenge"}, {"cover": False}])
@pytest.mark.parametrize("plies", [0, 1, 6, 13])
def test_every_legal_move_can_be_made_with_keys_and_with_the_mouse(plies: int, options: dict[str, object]) -> None:
    for seats in (1, 2, 3):
        state, _ = played(seats, plies, 3, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        scene = seen(state)
        actions = list(GAME.choices(state))
        for action in actions[:8] + actions[8:-9:17][:12] + actions[-9:]:
            assert GAME.judge(state, action).legal
            assert keys_for(scene, DESK.start(scene), action).submit == action
            assert clicks_for(scene, DESK.start(scene), action).submit == action


def test_typing_lays_tiles_and_steps_over_what_stands() -> None:
    scene = scene_of(Shot((MOOD,), rack="AEQLPRW"))
    pointer = typed(scene, at(scene, DESK.start(scene), 42), "WOOL")
    assert pointer.tiles == {42: "W", 45: "L"} and pointer.cell == 46
    assert press(scene, pointer, "choose").submit == Play(4, 2, False, "W..L")
    missing = press(scene, pointer, "words.letter.z")
    assert "no Z" in missing.say and missing.rule == "" and missing.pointer.laid == pointer.laid


def test_the_u_after_qu_is_passed_over_once() -> None:
    scene = scene_of(EMPTY)
    start = replace(at(scene, DESK.start(scene), 43), order="QUITSEA")
    scene = replace(scene, view=replace(scene.view, racks=("AEIQSTU", None)))
    assert typed(scene, start, "QUIT").tiles == {43: "Q", 44: "I", 45: "T"}
    assert typed(scene, start, "QIT").tiles == {43: "Q", 44: "I", 45: "T"}
    assert typed(scene, start, "QUU").tiles == {43: "Q", 44: "U"}


def test_nothing_is_typed_beyond_the_edge() -> None:
    scene = scene_of(EMPTY)
    pointer = typed(scene, at(scene, DESK.start(scene), 48), "ST")
    reply = press(scene, pointer, "words.letter.a")
    assert reply.say and reply.pointer.tiles == {48: "S", 49: "T"}
    assert press(scene, pointer, "words.recall").pointer.tiles == {48: "S"}
    assert press(scene, pointer, "digit.1").pointer.tiles == pointer.tiles


def test_tiles_that_can_never_lie_there_are_refused_at_once() -> None:
    high = scene_of(HIGH)
    full = press(high, at(high, DESK.start(high), 42), "words.letter.a")
    assert full.rule == "U-19" and not full.pointer.laid
    slot = DESK.start(high).order.index("S") + 1
    same = press(high, at(high, DESK.start(high), 17), f"digit.{slot}")
    assert same.rule == "R-14" and not same.pointer.laid
    line = typed(high, at(high, DESK.start(high), 80), "AE")
    off = press(high, at(high, line, 3), "words.letter.r")
    assert off.rule == "R-8" and off.pointer.tiles == line.tiles
    for reply in (full, same, off):
        assert reply.say and GAME.rule_sheet.find(reply.rule)


def test_backspace_recalls_one_and_delete_all_and_space_turns() -> None:
    scene = scene_of(EMPTY)
    pointer = typed(scene, at(scene, DESK.start(scene), 42, down=True), "EAR")
    assert pointer.tiles == {42: "E", 52: "A", 62: "R"}
    one = press(scene, pointer, "words.recall").pointer
    assert one.tiles == {42: "E", 52: "A"} and one.cell == 62
    assert press(scene, pointer, "words.recall-all").pointer.tiles == {}
    rack = press(scene, pointer, "zone.next").pointer
    assert rack.zone == RACK and press(scene, rack, "move.down").pointer.tiles == {}
    assert press(scene, pointer, "words.turn").pointer.down is False
    assert "taken back" in press(scene, DESK.start(scene), "words.recall").say


def test_shuffling_always_gives_a_new_order_and_the_choice_stays_for_the_decision() -> None:
    scene = scene_of(Shot((MOOD,), rack="AAAAAAB"))
    pointer = DESK.start(scene)
    for _ in range(30):
        shuffled = press(scene, pointer, "words.shuffle").pointer
        assert shuffled.order != pointer.order and Counter(shuffled.order) == Counter(pointer.order)
        pointer = shuffled
    assert DESK.keep(scene, pointer) == pointer
    laid = typed(scene, at(scene, pointer, 32), "BA")
    again = press(scene, laid, "zone.next", "move.up").pointer
    assert again.tiles == laid.tiles and again.order != laid.order
    same = scene_of(Shot((MOOD,), rack="AAA"))
    assert press(same, DESK.start(same), "words.shuffle").say


def test_the_order_of_the_rack_outlives_a_draw() -> None:
    scene = scene_of(EMPTY)
    pointer = replace(DESK.start(scene), order="TSRNQEA")
    drawn = replace(scene, view=replace(scene.view, racks=("AABENRT", None), board=("X", *("",) * 99)))
    assert DESK.keep(drawn, pointer).order == "TRNEAAB"


def test_digits_lay_tiles_at_the_cursor_and_pick_them_from_the_rack() -> None:
    scene = scene_of(EMPTY)
    laid = press(scene, at(scene, DESK.start(scene), 44), "digit.1", "digit.2").pointer
    assert laid.tiles == {44: "A", 45: "E"}
    assert press(scene, laid, "digit.1").say and press(scene, laid, "digit.9").say
    held = press(scene, DESK.start(scene), "zone.next", "digit.3").pointer
    assert held.held == 2 and held.zone == BOARD
    assert press(scene, held, "choose").pointer.tiles == {44: "Q"}
    assert press(scene, held, "back").pointer.held == -1


def test_the_mouse_picks_lays_takes_back_and_turns() -> None:
    scene = scene_of(EMPTY)
    held = DESK.click(scene, DESK.start(scene), "hand:4").pointer
    assert DESK.click(scene, held, "hand:4").pointer.held == -1
    laid = DESK.click(scene, held, "cell:e5").pointer
    assert laid.tiles == {44: "N"} and laid.cell == 45
    on = DESK.click(scene, laid, "cell:e5").pointer
    assert on.cell == 44 and DESK.click(scene, on, "cell:e5").pointer.tiles == {}
    assert DESK.click(scene, laid, "hand:4").pointer.tiles == {}
    there = DESK.click(scene, DESK.start(scene), "cell:j10").pointer
    assert there.cell == 99 and DESK.click(scene, there, "cell:j10").pointer.down
    assert DESK.click(scene, there, "rack").pointer.zone == RACK
    for strange in ("cell:k5", "cell:a11", "cell:", "hand:8", "hand:x", "act:fly", "nonsense", ""):
        assert DESK.click(scene, there, strange).submit is None


def test_exchange_asks_which_tile_and_escape_keeps_it() -> None:
    scene = scene_of(EMPTY)
    asked = press(scene, typed(scene, DESK.start(scene), "AE"), "words.exchange")
    assert asked.pointer.swapping and asked.pointer.laid == () and asked.say
    assert DESK.draft(scene, asked.pointer) == Exchange("A")
    assert press(scene, asked.pointer, "move.right", "move.right", "choose").submit == Exchange("Q")
    assert press(scene, asked.pointer, "digit.7", "choose").submit == Exchange("T")
    back = press(scene, asked.pointer, "back").pointer
    assert not back.swapping and back.zone == BOARD
    empty = replace(scene, view=replace(scene.view, bag=0))
    assert "bag is empty" in DESK.enabled(empty, DESK.start(empty), "words.exchange")
    alone = replace(scene, view=replace(scene.view, seats=1, exchanges=(5,)))
    assert "5 exchanges" in DESK.enabled(alone, DESK.start(alone), "words.exchange")


def test_the_desk_and_the_judge_agree_on_exchanges() -> None:
    for seats, seed in ((1, 1), (2, 2), (3, 3)):
        for plies in range(0, 60, 6):
            state, _ = played(seats, plies, seed, checking="challenge")
            if state.phase == "turn":
                scene = seen(state)
                tile = state.racks[state.active][:1]
                legal = GAME.judge(state, Exchange(tile)).legal
                assert (DESK.enabled(scene, DESK.start(scene), "words.exchange") == "") == legal


def test_passing_and_challenging_are_confirmed() -> None:
    scene = scene_of(Shot((MOOD,), checking="challenge"))
    for command, action in (("words.pass", Pass()), ("words.challenge", Challenge())):
        given = press(scene, DESK.start(scene), command)
        assert given.submit == action and DESK.confirmation(scene, action) is not None
        assert press(scene, given.pointer, "back").pointer.zone == BOARD
    assert DESK.confirmation(scene, Accept()) is None
    checked = scene_of(Shot((MOOD,)))
    assert DESK.enabled(checked, DESK.start(checked), "words.challenge")


def test_answers_begin_on_accept() -> None:
    scene = answering(Shot((MOOD,)))
    pointer = DESK.start(scene)
    assert (pointer.zone, pointer.act) == (ACTS, "accept")
    assert press(scene, pointer, "choose").submit == Accept()
    assert press(scene, pointer, "words.accept").submit == Accept()
    assert press(scene, pointer, "move.down", "choose").submit == Challenge()
    assert "accept or challenge" in press(scene, pointer, "words.letter.a").say
    assert DESK.enabled(scene, pointer, "words.pass") and DESK.enabled(scene, pointer, "words.play")


def test_a_refused_play_keeps_its_tiles_and_an_accepted_one_leaves_none() -> None:
    state, _ = played(2, 0, 5, checking="challenge")
    scene = seen(state)
    rack = state.racks[state.active]
    pointer = DESK.start(scene)
    far = press(scene, at(scene, pointer, 0), "digit.1", "digit.2")
    reply = press(scene, far.pointer, "choose")
    assert reply.submit is not None and not GAME.judge(state, reply.submit).legal
    assert DESK.keep(scene, reply.pointer).tiles == {0: rack[0], 1: rack[1]}
    near = press(scene, at(scene, pointer, 44), "digit.1", "digit.2")
    reply = press(scene, near.pointer, "choose")
    assert reply.submit is not None and GAME.judge(state, reply.submit).legal
    after = seen(GAME.apply(state, reply.submit).state, seat=state.active)
    assert DESK.keep(after, reply.pointer).laid == ()


def test_escape_goes_back_one_level_and_then_does_nothing() -> None:
    scene = scene_of(EMPTY)
    pointer = press(scene, typed(scene, DESK.start(scene), "AE"), "zone.next").pointer
    back = press(scene, pointer, "back").pointer
    assert back.zone == BOARD and len(back.laid) == 2
    clear = press(scene, back, "back").pointer
    reply = DESK.do(scene, clear, "back")
    assert clear.laid == () and reply.pointer == clear and reply.say == "" and reply.submit is None


def test_letters_belong_to_the_board_while_a_player_looks_at_a_running_game() -> None:
    scene = scene_of(EMPTY)
    waiting = replace(scene, may_act=False, turn=Decide(1, "turn"))
    assert DESK.enabled(scene, DESK.start(scene), "words.letter.m") == ""
    assert DESK.enabled(waiting, DESK.start(waiting), "words.letter.m") == ""
    assert "Bob's turn" in press(waiting, DESK.start(waiting), "words.letter.m").say
    watching = replace(scene, seat=None, may_act=False, view=replace(scene.view, racks=(None, None)))
    assert DESK.enabled(watching, DESK.start(watching), "words.letter.m")
    over, _ = played(2, 300, 2)
    assert DESK.enabled(seen(over, seat=0), DESK.start(seen(over, seat=0)), "words.letter.m")


def test_a_hidden_rack_takes_back_what_lay_on_the_board() -> None:
    scene = scene_of(EMPTY)
    laid = typed(scene, DESK.start(scene), "AE")
    shut = replace(scene, seat=None, may_act=False, view=replace(scene.view, racks=(None, None)))
    assert DESK.keep(shut, laid).laid == () and DESK.keep(shut, laid).order == ""


def test_commands_have_keys_that_no_other_command_needs() -> None:
    deeds = [key for command in DEEDS for key in command.keys]
    assert len(deeds) == len(set(deeds))
    assert not [key for key in deeds if len(key) == 1]
    taken = {key for command in (*APP, *SCREEN) for key in PRESETS["word"].get(command.id, command.keys)}
    assert set(deeds) & taken <= {"space", "enter"}
    letters = {key for command in LETTERS for key in command.keys}
    assert len(letters) == 52
    assert all(command.id.startswith("words.") and command.help and command.typed for command in DESK.commands)
    names = [command.typed for command in DESK.commands]
    assert len(names) == len(set(names))


def test_the_keys_of_shared_commands_stay_reachable_under_the_preset_for_words() -> None:
    for command in SCREEN:
        keys = PRESETS["word"].get(command.id, command.keys)
        assert [key for key in keys if len(key) > 1] or command.group == "in words", command.id


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    scene = scene_of(HIGH)
    pointer = DESK.start(scene)
    keys = {spot.key for spot in DESK.board(scene, pointer, 80, 12).spots}
    keys |= {spot.key for spot in DESK.hand(scene, pointer, 80, 3).spots}
    assert {"cell:a1", "cell:j10", "rack", "hand:7", "act:play", "act:exchange", "act:pass", "act:shuffle"} <= keys
    state, _ = played(2, 6, 4)
    for action in (Play(0, 0, False, "ZZ"), Play(0, 0, False, state.racks[state.active][0])):
        refusal = GAME.judge(state, action).refusals[0]
        assert not refusal.at or refusal.at in keys


# --- anything at all ---------------------------------------------------------------------------------


def states() -> st.SearchStrategy[State]:
    return st.builds(
        lambda seats, plies, seed, options: played(seats, plies, seed, **options)[0],
        st.integers(1, 4),
        st.integers(0, 40),
        st.integers(0, 4),
        st.sampled_from([{}, {"checking": "challenge"}, {"board": 8, "height": 3}, {"open": True}]),
    )


SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
KEYS = st.sampled_from([*SHARED, *OWN[:10], *OWN, "nonsense"])


@SLOW
@given(states(), st.sampled_from([None, -1, 0, 1]), st.lists(KEYS, max_size=40))
def test_random_keys_never_raise_and_submit_only_what_was_drafted(
    state: State, seat: int | None, commands: list[str]
) -> None:
    scene = seen(state, seat=None if seat is not None and seat >= state.seats else seat)
    pointer = DESK.start(scene)
    for command in commands:
        drafted = DESK.draft(scene, pointer)
        reason = DESK.enabled(scene, pointer, command)
        reply = DESK.do(scene, pointer, command)
        if reply.submit is not None:
            assert scene.may_act and isinstance(reply.submit, Action)
            assert reply.submit == drafted or command in OWN
            assert GAME.parse(GAME.notate(reply.submit), state) == reply.submit
        if reason and command in OWN[:10]:
            assert reply.submit is None or command == "words.play"
        pointer = reply.pointer if reply.submit is None else DESK.start(scene)
        assert DESK.keep(scene, pointer) == pointer
        assert isinstance(DESK.hover(scene, pointer), str)


@SLOW
@given(states(), st.lists(st.integers(0, 10_000), max_size=30))
def test_random_clicks_never_raise(state: State, picks: list[int]) -> None:
    scene = seen(state)
    pointer = DESK.start(scene)
    for pick in picks:
        spots = [s.key for s in (*DESK.board(scene, pointer, 80, 12).spots, *DESK.hand(scene, pointer, 80, 3).spots)]
        rack = [key for key in spots if not key.startswith("cell:")] or spots
        reply = DESK.click(scene, pointer, rack[pick % len(rack)] if pick % 2 else spots[pick % len(spots)])
        assert reply.submit is None or isinstance(reply.submit, Action)
        pointer = reply.pointer if reply.submit is None else DESK.start(scene)


# --- what is carried over, and time -----------------------------------------------------------------


def test_a_new_decision_finds_the_rack_as_it_was_left() -> None:
    scene = scene_of(MIXED)
    mixed = press(scene, DESK.start(scene), "words.shuffle", "words.shuffle").pointer
    laid = typed(scene, mixed, mixed.order[2])
    assert DESK.carry(scene, laid) == laid  # nothing has changed: the hand was only hidden
    other = replace(scene, view=replace(scene.view, board=scene_of(EMPTY).view.board))
    fresh = DESK.carry(other, laid)
    assert fresh.order == mixed.order and fresh.laid == () and fresh.cell == DESK.start(other).cell
    again = replace(scene, view=replace(scene.view, retry=True))
    assert DESK.carry(again, laid).laid == () and DESK.carry(again, laid).order == mixed.order


def test_what_was_played_is_gone_from_the_place_where_it_lay() -> None:
    scene = scene_of(MIXED)
    pointer = replace(DESK.start(scene), order="AEQASNT", laid=((0, 3),))
    after = replace(scene, view=replace(scene.view, racks=("AENQSTX", None), board=("A", *scene.view.board[1:])))
    assert DESK.keep(after, pointer).order == "AEQSNTX"


def test_the_time_of_a_turn_and_what_is_done_at_its_end() -> None:
    scene = scene_of(EMPTY)
    assert DESK.limit(scene, DESK.start(scene)) is None
    timed = replace(scene, view=replace(scene.view, terms=replace(scene.view.terms, timer=60)))
    limit = DESK.limit(timed, DESK.start(timed))
    assert limit is not None and (limit.seconds, limit.action) == (60, Pass())
    later = replace(timed, view=replace(timed.view, turns=timed.view.turns + 1))
    found = DESK.limit(later, DESK.start(later))
    assert found is not None and found.turn != limit.turn
    assert DESK.limit(replace(timed, may_act=False), DESK.start(timed)) is None
    asked = answering(Shot((MOOD,), rack="AEQNRST"))
    asked = replace(asked, view=replace(asked.view, terms=replace(asked.view.terms, timer=60)))
    answer = DESK.limit(asked, DESK.start(asked))
    assert answer is not None and answer.action == Accept()


def test_a_word_that_may_be_challenged_is_not_explained() -> None:
    """Only words have a meaning, so a meaning would tell what the challenge asks."""
    assert meanings.wait()
    scene = scene_of(Shot((MOOD,), rack="AEQNRST", checking="challenge"))
    pending = scene.view.pending
    assert pending is not None and pending.words == ("MOOD",)
    pointer = at(scene, DESK.start(scene), pending.laid[0].cell)
    words = [DESK.hover(scene, pointer), press(scene, pointer, "words.meaning").say]
    words.append(DESK.board(scene, pointer, 140, 52).canvas.text())
    assert not [text for text in words if "feeling" in text or "state" in text] and "may be challenged" in words[0]
    settled = replace(scene, view=replace(scene.view, pending=None))
    assert "feeling" in press(settled, pointer, "words.meaning").say and "feeling" in DESK.hover(settled, pointer)
