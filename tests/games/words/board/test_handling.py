"""Keys and clicks on Stacked Words: every move can be made either way, and nothing is lost or raised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.board.player import Player
from tests.combinations import combined, sample
from tests.games.words.board.tables import HIGH, answering, at, drawn, hint, played, player, seen, watching
from tests.games.words.making import state as state_of
from tests.games.words.making import with_words
from towergames.board.canvas import Canvas
from towergames.board.protocol import AnyContext, Style
from towergames.core.contract import Decide, Refusal, Verdict
from towergames.games.words.board import BOARD
from towergames.games.words.board.examples import MOOD, ExamplePosition, context_of
from towergames.games.words.board.ui_state import RACK
from towergames.games.words.game import GAME
from towergames.games.words.grid import square
from towergames.games.words.model import Accept, Action, Challenge, Exchange, Pass, Play, Terms
from towergames.games.words.notation import cells_of
from towergames.lexicon import define, glosses
from towergames.tui.keymap import KeyMap
from towergames.tui.widgets.action_bar import chips_of, draw_chips

EMPTY = ExamplePosition((), rack="AEQNRST")
MIXED = ExamplePosition((MOOD,), rack="AAENQST")
DOUBTED = ExamplePosition((MOOD,), rack="AEQNRST", checking="challenge")
BUTTONS = {Pass: "words.pass", Challenge: "words.challenge", Accept: "words.accept"}


def by_keys(c: AnyContext, action: Action) -> Player:
    """Make a move with the keyboard alone, from the start of the decision."""
    p = player(c)
    if isinstance(action, Exchange):
        return p.press("words.exchange").key(action.tile.lower(), "enter")
    if not isinstance(action, Play):
        return p.press(BUTTONS[type(action)])
    size, board = c.view.terms.size, c.view.board
    first, step = action.row * size + action.col, size if action.down else 1
    word = "".join(board[first + i * step][-1] if t == "." else t for i, t in enumerate(action.tiles))
    at(p, first, word, down=action.down)
    assert p.main is not None and p.main.spec.id == "words.play" and p.draft == action
    return p.key("enter")


def by_mouse(c: AnyContext, action: Action) -> Player:
    p = player(c)
    if isinstance(action, Exchange):
        spot = f"hand:{p.ui.order.index(action.tile) + 1}"
        p.click("control:words.exchange").click(spot)
        return p if p.submitted else p.click(spot)
    if not isinstance(action, Play):
        return p.click(f"control:{BUTTONS[type(action)]}")
    size = c.view.terms.size
    for cell, tile in (cells_of(action, size) or {}).items():
        slot = next(i for i, t in enumerate(p.ui.order) if t == tile and i not in p.ui.out)
        p.click(f"hand:{slot + 1}").click(f"cell:{square(cell, size)}")
    return p.click("control:words.play")


@combined(options=[{}, {"board": 8, "height": 3}, {"checking": "challenge"}, {"cover": False}], plies=[0, 6, 13, 1])
def test_every_legal_move_can_be_made_with_keys_and_with_the_mouse(plies: int, options: dict[str, object]) -> None:
    for seats in (1, 2, 3):
        state, _ = played(seats, plies, 3, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        c = seen(state)
        actions = list(GAME.choices(state))
        for action in actions[:8] + actions[8:-9:17][: sample(3, 12)] + actions[-9:]:
            assert GAME.judge(state, action).legal and by_keys(c, action).submitted == action
            assert by_mouse(c, action).submitted == action


def test_typing_lays_tiles_and_steps_over_what_stands() -> None:
    p = at(player(ExamplePosition((MOOD,), rack="AEQLPRW")), 42, "WOOL")
    assert p.ui.tiles == {42: "W", 45: "L"} and p.ui.cell == 46
    laid = p.ui.laid
    p.key("z")
    assert "no Z" in p.said and p.rule == "" and p.ui.laid == laid
    assert p.key("enter").submitted == Play(4, 2, False, "W..L")


@pytest.mark.parametrize(
    ("word", "tiles"),
    [("QUIT", {43: "Q", 44: "I", 45: "T"}), ("QIT", {43: "Q", 44: "I", 45: "T"}), ("QUU", {43: "Q", 44: "U"})],
)
def test_the_u_after_qu_is_passed_over_once(word: str, tiles: dict[int, str]) -> None:
    assert at(player(replace(EMPTY, rack="AEIQSTU")), 43, word).ui.tiles == tiles


def test_nothing_is_typed_beyond_the_edge() -> None:
    p = at(player(EMPTY), 48, "ST")
    for key in ("a", "1"):
        assert p.key(key).said and p.ui.tiles == {48: "S", 49: "T"}
    assert p.press("words.recall").ui.tiles == {48: "S"}


def test_tiles_that_can_never_lie_there_are_refused_at_once() -> None:
    slot = player(HIGH).ui.order.index("S") + 1
    for cell, key, rule in ((42, "a", "U-19"), (17, f"{slot}", "R-14")):
        p = at(player(HIGH), cell).key(key)
        assert p.said and p.rule == rule and not p.ui.laid and GAME.rule_sheet.find(rule)
    p = at(at(player(HIGH), 80, "AE"), 3).key("r")
    assert p.said and p.rule == "R-8" and len(p.ui.laid) == 2
    p.click("hand:5").press("main")
    assert p.rule == "R-8" and p.ui.held == 4, "the tile stays in hand"
    assert "in hand" in p.press("words.play").said
    assert p.key("back", "next").press("words.play").said == "The cursor is on the rack. Move it to the board."


def test_backspace_recalls_one_and_delete_all_and_space_turns() -> None:
    p = at(player(EMPTY), 42, "EAR", down=True)
    assert p.ui.tiles == {42: "E", 52: "A", 62: "R"}
    assert p.controls["words.turn"].label == "Type across" and not p.press("words.turn").ui.down
    assert p.press("words.recall").ui.tiles == {42: "E", 52: "A"} and p.ui.cell == 62
    assert p.press("words.recall-all").ui.tiles == {} and p.ui.cell == 42
    assert p.press("words.recall").said == p.press("words.recall-all").said == "All your tiles are on the rack."
    assert at(p, 42, "EAR").key("next").ui.zone == RACK and p.key("down").ui.tiles == {}
    assert "words.turn" not in p.controls, "Space picks up the tile under the cursor"


def test_shuffling_always_gives_a_new_order_and_the_choice_stays_for_the_decision() -> None:
    p = player(ExamplePosition((MOOD,), rack="AAAAAAB"))
    for _ in range(30):
        before = p.ui.order
        p.press("words.shuffle")
        assert p.ui.order != before and Counter(p.ui.order) == Counter(before)
    assert BOARD.adapt(p.context, new=False) == p.ui
    tiles = at(p, 32, "BA").ui.tiles
    before = p.ui.order
    assert p.key("next", "up").ui.tiles == tiles and p.ui.order != before
    assert player(ExamplePosition((MOOD,), rack="AAA")).press("words.shuffle").said


def test_digits_lay_tiles_at_the_cursor_and_pick_them_from_the_rack() -> None:
    p = at(player(EMPTY), 44).key("1", "2")
    assert p.ui.tiles == {44: "A", 45: "E"}
    assert "is on the board" in p.key("1").said and "no tile 9" in p.key("9").said
    p = player(EMPTY).key("next", "3")
    assert p.main is not None and p.main.label == "Place Qu at e5"
    assert p.key("enter").ui.tiles == {44: "Q"}
    assert player(EMPTY).key("next", "3", "back").ui.held == -1
    assert player(EMPTY).key("next", "enter", "enter").ui.tiles == {44: "A"}


def test_the_mouse_picks_lays_takes_back_and_turns() -> None:
    assert player(EMPTY).click("hand:4").click("hand:4").ui.held == -1
    p = player(EMPTY).click("hand:4").click("cell:e5")
    assert p.ui.tiles == {44: "N"} and p.ui.cell == 45
    assert p.click("cell:e5").ui.tiles == {} and p.ui.cell == 44, "one click takes a tile back"
    assert p.click("hand:4").click("cell:e5").click("hand:4").ui.tiles == {}
    assert p.click("cell:j10").ui.cell == 99 and p.click("cell:j10").ui.down
    assert p.click("rack").ui.zone == RACK
    for strange in ("cell:k5", "cell:a11", "cell:", "cell:?1", "hand:8", "hand:x", "nonsense", ""):
        before = p.ui
        assert p.click(strange).submitted is None and p.ui == before


def test_exchange_asks_which_tile_and_escape_keeps_it() -> None:
    p = at(player(EMPTY), 44, "AE").press("words.exchange")
    assert p.ui.swapping and p.ui.laid == () and hint(p).startswith("Give A back") and p.draft == Exchange("A")
    assert p.main is not None and p.main.label == "Exchange A"
    assert p.key("right", "right", "enter").submitted == Exchange("Q")
    assert player(EMPTY).press("words.exchange").key("7", "enter").submitted == Exchange("T")
    back = player(EMPTY).press("words.exchange").key("back")
    assert not back.ui.swapping and back.ui.zone == "board" and back.draft is None


@pytest.mark.parametrize("rows", [2, 3])
def test_the_tile_that_is_chosen_shows_its_letter_and_its_number(rows: int) -> None:
    for number, letter in enumerate(EMPTY.rack, start=1):
        p = player(EMPTY).press("words.exchange").key(str(number))
        spot = p.picture("hand", (80, rows)).spots[number - 1]
        face = "".join(row[spot.x : spot.x + spot.width] for row in drawn(p, "hand", (80, rows)).splitlines())
        assert ("Qu" if letter == "Q" else letter) in face and str(number) in face, face


def test_the_exchange_has_a_chip_at_80_by_24_while_a_play_can_be_challenged() -> None:
    for shot in (EMPTY, DOUBTED):
        p = player(shot)
        chips = chips_of(p.controls.values(), KeyMap({}))
        drawn_chips = draw_chips(Canvas(36, 2), 2, 0, 33, 2, chips, Style())
        assert "control:words.exchange" in {spot.key for spot in drawn_chips}


@pytest.mark.parametrize(
    ("view", "rule", "why"),
    [
        ({"bag": 0}, "U-13", "bag is empty"),
        ({"seats": 1, "exchanges": (5,)}, "U-17", "5 exchanges"),
        ({"exchanges": (40, 0)}, "U-21", "40 exchanges"),
        ({"retry": True}, "R-24", "not exchange"),
        ({"seats": 1, "terms": Terms(deal="2026-11-27")}, "U-25", "no exchange"),
    ],
)
def test_an_exchange_that_the_rules_refuse_is_blocked(view: dict[str, Any], rule: str, why: str) -> None:
    p = player(EMPTY, **view).press("words.exchange")
    assert why in p.said and p.rule == rule and not p.ui.swapping
    assert p.controls["words.exchange"].place == "list", "a refused exchange has no chip"


def test_board_and_judge_agree_on_exchanges() -> None:
    for seats, seed in ((1, 1), (2, 2), (3, 3)):
        for plies in range(0, 60, 6):
            state, _ = played(seats, plies, seed, checking="challenge")
            if state.phase == "turn":
                legal = GAME.judge(state, Exchange(state.racks[state.active][:1])).legal
                assert (player(seen(state)).controls["words.exchange"].blocked is None) == legal


def test_the_main_control_says_what_enter_plays_for_how_much_or_why_not() -> None:
    state = state_of(with_words(("d5", "MOOD", False)), ("AENSSTX", "AEINRST"))
    p = player(seen(state)).press("main")
    assert p.said.startswith("Type letters") and p.rule == "R-5" and p.submitted is None
    at(p, 34, "NET", down=True)
    assert p.main is not None and p.main.label.startswith("Play ")

    def judged(action: Action) -> Player:
        ui = BOARD.advise(p.context, action).ui
        return Player(BOARD, replace(p.context, ui=ui, draft=None, verdict=GAME.judge(state, action)))

    best = next(iter(GAME.choices(state)))
    points = sum(score.points for score in GAME.judge(state, best).preview)
    good = judged(best)
    assert good.main is not None and good.main.label.endswith(f" for {points}") and good.key("enter").submitted == best
    wrong = judged(GAME.parse("play d2 down XEST", state)).key("enter")
    assert (wrong.rule, wrong.submitted) == ("U-7", None) and "XEST" in wrong.said and wrong.ui.laid


@pytest.mark.parametrize("text", ["play d2 down NEST", "play d4 down S", "exchange E", "pass"])
def test_every_kind_of_move_is_laid_out_so_that_enter_submits_it(text: str) -> None:
    state = state_of(with_words(("d5", "MOOD", False)), ("AENSSTX", "AEINRST"))
    p, action = player(seen(state)), GAME.parse(text, state)
    laid = Player(BOARD, replace(p.context, ui=BOARD.advise(p.context, action).ui))
    assert laid.draft == action and laid.key("enter").submitted == action
    for missing in ("play d2 down NEEST", "exchange Z"):
        assert BOARD.advise(p.context, GAME.parse(missing, state)).ui is None


@pytest.mark.parametrize("c", [context_of(DOUBTED), answering(MIXED)], ids=["turn", "answer"])
def test_an_advised_challenge_is_prepared_until_another_key(c: AnyContext) -> None:
    p = player(c)
    laid = Player(BOARD, replace(p.context, ui=BOARD.advise(p.context, Challenge()).ui))
    assert laid.draft == Challenge() and laid.main is not None and laid.main.spec.id == "words.challenge"
    assert laid.key("right").draft != Challenge() and laid.main.spec.id != "words.challenge"


def test_passing_and_challenging_are_confirmed() -> None:
    for action in (Pass(), Challenge()):
        p = player(DOUBTED).press(BUTTONS[type(action)])
        assert p.submitted == action and BOARD.confirmation(p.context, action) is not None
    assert BOARD.confirmation(p.context, Accept()) is None
    assert "words.challenge" not in player(ExamplePosition((MOOD,))).controls


def test_answers_begin_on_accept() -> None:
    p = player(answering(MIXED))
    assert p.main is not None and p.main.label == "Let MOOD stand" and p.draft == Accept()
    assert not {"words.pass", "words.play", "words.exchange", "words.turn"} & set(p.controls)
    assert "let it stand" in p.key("a").said and "let it stand" in p.key("1").said
    assert p.key("up", "enter").submitted == Accept()
    assert player(answering(MIXED)).press("words.challenge").submitted == Challenge()


def test_a_refused_play_keeps_its_tiles_and_an_accepted_one_leaves_none() -> None:
    state, _ = played(2, 0, 5, checking="challenge")
    rack = state.racks[state.active]
    far = at(player(seen(state)), 0).key("1", "2", "enter")
    assert far.submitted is not None and not GAME.judge(state, far.submitted).legal
    far.see(seen(state))
    assert far.ui.tiles == {0: rack[0], 1: rack[1]}
    near = at(player(seen(state)), 44).key("1", "2", "enter")
    assert GAME.judge(state, near.submitted).legal
    near.see(seen(GAME.apply(state, near.submitted).state, seat=state.active))
    assert near.ui.laid == ()


def test_escape_goes_back_one_level_and_then_does_nothing() -> None:
    p = at(player(EMPTY), 44, "AE").key("next", "back")
    assert p.ui.zone == "board" and len(p.ui.laid) == 2
    clear = p.key("back").ui
    assert clear.laid == () and p.key("back").ui == clear and not p.said and p.submitted is None


def test_letters_belong_to_the_board_while_a_player_looks_at_a_running_game() -> None:
    c = context_of(EMPTY)
    assert "Bob's turn" in player(replace(c, may_act=False, turn=Decide(1, "turn"))).key("m").said
    over, _ = played(2, 300, 2)
    for idle in (watching(c), seen(over, seat=0)):
        p = player(idle).key("m")
        assert "while the game lasts" in p.said and not p.ui.laid
        assert set(p.controls) == {"words.meaning"} and p.main is None


def test_a_waiting_player_may_shuffle_and_turn_but_not_play() -> None:
    p = player(replace(context_of(MIXED), may_act=False, turn=Decide(1, "turn")))
    assert set(p.controls) == {"words.turn", "words.shuffle", "words.meaning"} and p.draft is None
    assert p.press("words.shuffle").ui.order != "AAENQST" and p.press("words.turn").ui.down


def test_a_hidden_rack_takes_back_what_lay_on_the_board() -> None:
    p = at(player(EMPTY), 44, "AE")
    p.see(replace(watching(p.context), ui=p.ui))
    assert p.ui.laid == () and p.ui.order == ""


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    p = player(HIGH)
    keys = {spot.key for zone, rows in (("board", 12), ("hand", 3)) for spot in p.picture(zone, (80, rows)).spots}
    assert {"cell:a1", "cell:j10", "rack", "hand:7"} <= keys
    state, _ = played(2, 6, 4)
    for action in (Play(0, 0, False, "ZZ"), Play(0, 0, False, state.racks[state.active][0])):
        refusal = GAME.judge(state, action).refusals[0]
        assert not refusal.at or refusal.at in keys


def test_a_new_decision_finds_the_rack_as_it_was_left() -> None:
    p = player(MIXED).press("words.shuffle", "words.shuffle")
    order = p.ui.order
    laid = p.key(order[2].lower()).ui
    p.see(replace(p.context, ui=None), new=True)
    assert p.ui == laid  # nothing has changed: the hand was only hidden
    for view in ({"board": ("",) * 100}, {"retry": True}):
        again = Player(BOARD, replace(p.context, ui=laid))
        again.see(replace(p.context, view=replace(p.context.view, **view), ui=None), new=True)
        fresh = player(replace(p.context, view=again.context.view))
        assert again.ui.order == order and again.ui.laid == () and again.ui.cell == fresh.ui.cell


def test_tiles_drawn_lie_behind_and_what_was_played_is_gone_from_where_it_lay() -> None:
    p = player(EMPTY)
    p = Player(BOARD, replace(p.context, ui=replace(p.ui, order="TSRNQEA")))
    view = replace(p.context.view, racks=("AABENRT", None), board=("X", *("",) * 99))
    p.see(replace(p.context, view=view, ui=None))
    assert p.ui.order == "TRNEAAB"
    p = player(MIXED)
    p = Player(BOARD, replace(p.context, ui=replace(p.ui, order="AEQASNT", laid=((0, 3),))))
    view = replace(p.context.view, racks=("AENQSTX", None), board=("A", *p.context.view.board[1:]))
    p.see(replace(p.context, view=view, ui=None))
    assert p.ui.order == "AEQSNTX"


def test_a_word_that_may_be_challenged_is_not_explained() -> None:
    """Only words have a meaning, so a meaning would tell what the challenge asks."""
    assert define("mood")
    p = player(DOUBTED)
    words = [hint(p), p.press("words.meaning").said, drawn(p, "board", (140, 52))]
    assert not [text for text in words if "feeling" in text or "state" in text] and "may be challenged" in words[0]
    settled = player(DOUBTED, pending=None)
    assert "feeling" in settled.press("words.meaning").said and "feeling" in drawn(settled, "board", (140, 52))
    assert "No word" in at(settled, 0).press("words.meaning").said


def test_definitions_are_read_by_idle_work_and_never_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    book = glosses._load(glosses.wordlists_folder())
    read: list[object] = []
    monkeypatch.setattr("towergames.games.words.board.controls.definitions_read", lambda: bool(read))
    monkeypatch.setattr("towergames.games.words.board.definitions_read", lambda: bool(read))
    monkeypatch.setattr("towergames.games.words.board.text.definitions_read", lambda: bool(read))
    assert book and "characteristic" not in drawn(player(MIXED), "board", (140, 52))
    p = player(MIXED).press("words.meaning")
    assert "being read" in p.said and p.work is not None and p.work.idle
    read.append(1)
    assert p.finish().said.startswith("mood: noun, ") and p.work is None
    read.clear()
    p = player(MIXED).key("right")
    assert p.work is not None and p.work.idle and player(MIXED).key("up").work is None
    read.append(1)
    before = p.ui
    assert p.finish().ui == before and "characteristic" in drawn(p, "board", (140, 52))


def test_verdicts_say_whether_more_tiles_may_cure_it() -> None:
    p = at(player(replace(MIXED, rack="AEQNRST")), 34, "S", down=True)
    for rule, pending in (("U-6", True), ("U-2", False)):
        c = replace(p.context, verdict=Verdict((Refusal(rule, "No."),)))
        assert BOARD.describe(c).pending is pending


def test_the_panel_asks_for_letters_only_where_they_can_be_typed() -> None:
    context = player(EMPTY).context
    assert "Type letters" in Player(BOARD, context).picture("board", (80, 22)).canvas.text()
    watched = replace(context, seat=None)
    assert "Type letters" not in Player(BOARD, watched).picture("board", (80, 22)).canvas.text()
    unchecked = replace(context.view.terms, checking="challenge")
    text = player(EMPTY, terms=unchecked).picture("board", (80, 22)).canvas.text()
    assert "Type letters" in text and "meaning" not in text
