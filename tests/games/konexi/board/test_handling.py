"""The hand over the tower: what controls, keys, clicks and typed words do, and what is said where they cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.board.player import Player
from tests.combinations import combined
from tests.games.konexi.board.tables import RULES, adding, begun, choosing, played, seen
from tests.games.konexi.canned import game
from tests.games.konexi.making import built, rule_tower, saying, state
from towergames.core.contract import Nature, Verdict
from towergames.core.dice import Dice
from towergames.games.konexi.board import BOARD, ui_state
from towergames.games.konexi.board.camera import SIDE, SPACE
from towergames.games.konexi.board.input import ARROWS
from towergames.games.konexi.board.picture import TRACK_BESIDE, layout
from towergames.games.konexi.board.text import place_number
from towergames.games.konexi.board.ui_state import balance_here, middle
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import (
    Arrange,
    Begin,
    EndTurn,
    GiveUp,
    Mix,
    Nudge,
    Place,
    SayWord,
    State,
    Token,
)
from towergames.games.konexi.rules import beside, offered, places_of
from towergames.games.konexi.tower import PlacedLetter, joints, tower_of
from towergames.session.animation import points_of
from towergames.tui.catalogue import contexts

PHASES = {
    "place": adding(),
    "word": saying(),
    "token": choosing(),
    "birthday": begun(first="birthday"),
    "arrange": begun(circle="arranged"),
}
"""A table in every phase in which a player decides."""


def hint(player: Player) -> str:
    """The line under the hand."""
    return BOARD.describe(player.context).hint


def label(player: Player) -> str:
    """The label of Enter."""
    assert player.main is not None
    return player.main.label


def do(player: Player, *names: str) -> Player:
    """Press controls by the ends of their ids."""
    return player.press(*(f"konexi.{name}" for name in names))


@pytest.mark.parametrize("viewer", [1, None])
def test_others_only_look(viewer: int | None) -> None:
    player = seen(adding(), viewer)
    assert hint(player).startswith("It is Ann's turn.") and not player.controls
    for name in (*ARROWS, "back", "next", "previous", "1", "a"):
        assert player.key(name).submitted is None
    assert player.key("1").said == player.key("a").said == "It is Ann's turn."
    assert player.key("right").ui.on in "RCULE" and hint(player).startswith(f"{player.ui.on}: ")
    for spec in BOARD.spec.specs:
        assert not spec.camera or BOARD.camera.why_not(player.context, spec.id) == ""


def test_two_letters_are_on_offer_and_arrows_digits_letter_keys_and_the_control_choose() -> None:
    player = seen(adding())
    assert (player.ui.choosing, player.ui.letter, label(player)) == (True, "K", "Take K")
    assert "K fits in" in hint(player) and "M in" in hint(player)
    assert player.key("right").ui.letter == "M" and player.ui.choosing
    assert player.key("enter").submitted is None and not player.ui.choosing
    assert label(player) == "Let go of M" and player.controls["konexi.other"].label == "Take K instead"
    player.key("1")
    assert (player.ui.letter, player.ui.choosing) == ("K", False)
    assert player.key("m").ui.letter == "M"
    assert do(player, "other").ui.letter == "K"
    assert player.key("back").ui.choosing


def test_keys_of_the_hand_choose_their_letters_while_one_is_chosen() -> None:
    player = seen(state(rule_tower(), circle="FH", gap=1))
    assert player.ui.letter == "F"
    assert {"konexi.flip", "konexi.help-here"}.isdisjoint(player.controls) and "konexi.turn" in player.controls
    player.key("h")
    assert (player.ui.letter, player.ui.choosing) == ("H", False) and "konexi.help-here" in player.controls


def test_a_letter_that_is_not_on_offer_is_refused_with_its_rule() -> None:
    player = seen(adding())
    assert player.key("r").said == "R is already in the tower. Take K or M." and player.rule == "R-8"
    assert player.key("z").said == "Z is not beside the token. Take K or M."
    assert player.key("3").said == "Only K and M can be taken."


def test_a_single_letter_is_in_hand_at_once() -> None:
    player = seen(state(rule_tower(), circle="M"))
    assert (player.ui.choosing, player.ui.letter) == (False, "M") and "konexi.other" not in player.controls
    assert player.key("back").ui.choosing is False
    assert player.key("2").said == "Only M can be taken."


def test_tab_goes_through_every_legal_place_from_left_to_right() -> None:
    player, spots = seen(adding()).key("enter"), places_of(adding(), "K")
    walked = []
    for _ in range(len(spots)):
        walked.append(player.ui.at)
        player.key("next")
    assert sorted(walked) == sorted(spots) and player.ui.at == walked[0]
    assert player.key("previous").ui.at == spots[spots.index(walked[0]) - 1]
    assert do(player, "before").ui.at == spots[spots.index(walked[0]) - 2]
    assert [spot.x for spot in spots] == sorted(spot.x for spot in spots)


def test_n_walks_the_places_of_one_letter_and_another_key_goes_to_the_next_letter() -> None:
    player, spots = seen(adding()).key("enter"), places_of(adding(), "K")
    tower = tower_of(player.context.view.tower)
    walked, letters = [], []
    for _ in tower.letters:
        at = player.ui.at
        assert at is not None
        letter = ui_state.carrier(player.context, at)
        assert letter == joints(tower, at)[0].other
        here = ui_state.places_on(player.context, letter)
        letters.append(letter)
        hand = BOARD.draw(player.context, "hand", (36, 13)).canvas.text()
        assert place_number(here, at).removesuffix(" places") in hand, "9th of 10 places on L, or the only one"
        for _ in here:
            walked.append(player.ui.at)
            player.press("konexi.next")
        assert player.ui.at == at, "and round again"
        player.press("konexi.next-letter")
        if ui_state.carrier(player.context, player.ui.at) == letters[0]:
            break
    assert sorted(walked) == sorted(spots), "the letters together have all places"
    assert len(letters) > 2 and len(set(letters)) == len(letters)
    order = [name for name in tower.letters if name in letters]
    start = order.index(letters[0])
    assert letters == order[start:] + order[:start]


def test_a_letter_that_fits_on_one_letter_or_in_one_place_is_told_so() -> None:
    base = seen(state(circle="K")).key("enter")
    assert "konexi.next-letter" not in base.controls and base.press("konexi.next").said == ""
    assert ui_state.step_letter(base.context).say == "No letter stands yet."
    alone = seen(state((PlacedLetter("H", 0, False, 0, 0),), circle="D"))
    assert alone.press("konexi.next-letter").said == "D has places on H only."
    for letter in ALPHABET:
        player = seen(state(rule_tower(), circle=letter)) if letter not in "RCULE" else None
        single = [on for on in "RCULE" if player is not None and len(ui_state.places_on(player.context, on)) == 1]
        if player is not None and single:
            while ui_state.carrier(player.context, player.ui.at) != single[0]:
                player.press("konexi.next-letter")
            at = player.ui.at
            told = f"{letter} has one place on {single[0]}. l goes to the next letter."
            assert player.press("konexi.next").said == told and player.ui.at == at
            return
    raise AssertionError("every letter has several places everywhere")


@pytest.mark.parametrize("arrow", ARROWS)
def test_arrows_lead_there_and_end_with_a_word(arrow: str) -> None:
    player = seen(adding()).key("enter")
    dx, up = ARROWS[arrow]
    for _ in range(100):
        before = middle(player.ui.at)
        player.key(arrow)
        now = middle(player.ui.at)
        if now == before:
            break
        assert (now[0] - before[0]) * dx + (now[1] - before[1]) * up > 0
        assert player.ui.at in places_of(adding(), "K")
    assert player.said.startswith("No place further")


def test_turning_and_flipping_keep_to_legal_places() -> None:
    player = seen(adding()).key("enter")
    for name in ("turn", "turn-back", "flip") * 3:
        before = player.ui.at
        now = do(player, name).ui.at
        assert now in places_of(adding(), "K") and (now.turn, now.flip) != (before.turn, before.flip)
        assert now.flip == (before.flip ^ (name == "flip"))


def test_letters_are_not_turned_over_where_the_game_says_so() -> None:
    player = seen(adding(flip=False)).key("enter")
    assert do(player, "flip").rule == "K-19" and player.controls["konexi.flip"].place == "list"
    assert not any(spot.flip for spot in ui_state.places(player.context))


def test_the_base_has_poses_only() -> None:
    player = seen(state(circle="AB", gap=1)).key("enter")
    spots = ui_state.places(player.context)
    assert len(spots) > 1 and {(spot.x, spot.y) for spot in spots} == {(0, 0)}
    first = player.key("next").ui.at
    assert do(player, "turn").ui.at in spots and player.ui.at != first
    assert isinstance(player.key("enter").submitted, Place)


def test_enter_lets_go_where_the_letter_is_and_not_while_it_is_being_chosen() -> None:
    player = seen(adding())
    assert player.draft is None
    spot = player.key("enter", "next").ui.at
    assert player.draft == Place(*spot)
    assert player.key("enter").submitted == Place(*spot)


def free_joint(made: State, letter: str) -> tuple[str, set[PlacedLetter]]:
    """A connector of the tower on which the letter fits, as a spot's key, and the places that use it."""
    tower = tower_of(made.tower)
    for x, y, side in tower.connectors:
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
        there = (x + dx, y + dy, (side + 2) % 4)
        good = {s for s in places_of(made, letter) if there in {(j.x, j.y, j.side) for j in joints(tower, s)}}
        if len(good) > 1:
            return f"joint:{x},{y},{side}", good
    raise AssertionError("it fits nowhere")


def test_a_click_on_a_socket_goes_through_the_places_that_use_it() -> None:
    player = seen(adding()).click("offer:K")
    spot, good = free_joint(adding(), "K")
    assert {player.click(spot).ui.at for _ in good} == good


def test_a_click_beside_the_tower_goes_there_or_says_why_not() -> None:
    player = seen(adding()).click("offer:K")
    cell = places_of(adding(), "K")[0].cells[0]
    at = player.click(f"cell:{cell[0]},{cell[1]}").ui.at
    assert cell in at.cells
    player.click("cell:60,40")
    assert player.rule == "R-13" and "only rest there" in player.said
    assert player.ui.tried is not None and player.ui.at == at
    assert player.draft is None and player.key("enter").rule == "R-13", "Enter lets go of nothing that is not shown"
    assert hint(player) == "K cannot go there. Esc goes back."
    assert player.key("back").ui.tried is None and player.draft == Place(*at)
    assert player.click("cell:-40,0").rule == "R-12" and "table" in player.said


def test_the_ghost_is_let_go_of_by_a_second_click() -> None:
    player = seen(adding()).click("offer:M").click("ghost")
    assert player.submitted is None and "once more" in player.said
    assert player.key("next").click("ghost").submitted is None, "it has moved"
    assert player.click("ghost").submitted == Place(*player.ui.at)


def test_a_letter_of_the_tower_takes_the_letter_in_hand_onto_it() -> None:
    player = seen(adding()).click("offer:M").click("letter:R")
    assert "R" in {joint.other for joint in joints(tower_of(adding().tower), player.ui.at)}


NOWHERE = (
    *("nothing", "table", "cell:1", "cell:a,b", "joint:1,2,9", "joint:x", "circle:99", "gap:x", "word:5"),
    *("player:9", "player:x", "view:x", "letter:?", "offer:?"),
)


@pytest.mark.parametrize("spot", NOWHERE)
def test_a_click_on_nothing_does_nothing(spot: str) -> None:
    for made in PHASES.values():
        assert seen(made).click(spot).submitted is None


def test_what_counts_as_help_is_told_only_as_help() -> None:
    """K-9: the balance of a place is shown only as help; whether a typed word counts is shown freely."""
    notes = {RULES.judge(adding(), Place(*spot)).note for spot in places_of(adding(), "K")}
    margins = [balance_here(RULES.view(adding(), 0), spot) for spot in places_of(adding(), "K")]
    assert min(margins) <= 0, "some would tip"
    assert all(note.endswith(tuple("RCULE")) for note in notes)
    assert RULES.judge(saying(), SayWord("RULE")).legal and not RULES.judge(saying(), SayWord("CLUE")).legal
    rule = RULES.rule_sheet.find("K-9")
    assert rule is not None and "That is free" in rule.text
    assert any("free, it is no help" in meaning for _, meaning in BOARD.spec.legend)


@pytest.mark.parametrize("phase", PHASES)
def test_every_decision_has_a_task_and_short_labels(phase: str) -> None:
    """Beside a low board the first sentence of the hint has 34 columns."""
    player = seen(PHASES[phase])
    told = BOARD.describe(player.context)
    assert told.task.split()[0] in {"Say", "Set", "Put", "Take", "Choose"}
    assert [state for _, state in told.steps].count("now") == (phase in ("place", "word", "token"))
    assert len(told.hint.partition(".")[0]) < 34 and len(told.task) < 33
    chips = [one for one in BOARD.controls(player.context) if one.place in ("main", "bar")]
    assert chips[0].place == "main" and all(len(one.label) <= 24 for one in chips)


def test_words_of_a_place_are_shown_as_help_that_is_counted_once() -> None:
    made = state(built("RCUL", ("RU", "UL", "RC")), circle="EK", gap=1)
    player = seen(made)
    assert "makes" not in hint(player)
    assert do(player.key("enter"), "help-here").help == "hint" and player.ui.hint
    lines = {hint(player.key("next")) for _ in places_of(made, "E")}
    assert any("makes CRUEL, LUCRE" in line for line in lines)
    assert all("mm inside the foot" in line or "mm beside the foot" in line for line in lines)
    assert "makes no word" in hint(player.key("2"))
    assert player.controls["konexi.help-here"].label == "Hide words"
    assert not do(player, "help-here").ui.hint and "makes" not in hint(player)
    assert do(player, "help-here").help == "" and player.ui.hint


def test_tips_on_words_come_in_instalments() -> None:
    c = seen(saying()).context
    tips = [BOARD.tip(c, given) for given in range(4)]
    assert tips[0] is not None and "The longest has 5 letters" in tips[0].text and tips[0].action is None
    assert tips[1] is not None and tips[1].text == "The longest word starts with C and ends with L."
    assert tips[2] is not None and tips[2].action == SayWord("CRUEL")
    assert tips[3] is None
    assert BOARD.tip(seen(adding()).context, 0) is None
    none = BOARD.tip(seen(saying("C")).context, 0)
    assert none is not None and none.action in (EndTurn(), None)


@pytest.mark.parametrize(
    ("made", "action"),
    [
        (adding(), Place(*places_of(adding(), "M")[3])),
        (saying(), SayWord("RULE")),
        (saying(), EndTurn()),
        (choosing(), Token(4)),
    ],
)
def test_a_hint_is_laid_out_so_that_enter_does_it(made: State, action: Any) -> None:
    player = seen(made)
    laid = BOARD.advise(player.context, action).ui
    assert laid is not None
    player.see(replace(player.context, ui=laid))
    assert player.key("enter").submitted == action


def test_advice_names_the_letters_beside_the_gap_for_the_token() -> None:
    context = seen(choosing()).context
    left, right = beside(context.view.circle, 4)
    assert BOARD.advise(context, Token(4)).text == f"put the token between {left} and {right}"


def test_advice_to_give_up_is_laid_out_where_no_letter_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BOARD.advise(seen(adding()).context, GiveUp()).ui is None
    monkeypatch.setattr(ui_state, "places_of", lambda *_: ())
    player = seen(adding())
    player.see(replace(player.context, ui=BOARD.advise(player.context, GiveUp()).ui))
    assert player.draft == player.key("enter").submitted == GiveUp()


def test_what_a_bot_considers_is_seen_by_others() -> None:
    place = Place(*places_of(adding(), "M")[3])
    c = seen(adding(), 1).context
    shown = BOARD.background.show_idea(c, place)
    assert shown is not None and shown.at == place.spot
    assert BOARD.background.show_idea(c, "thinking") is None
    assert BOARD.camera.follow(replace(c, ui=shown), c.viewpoint) == c.viewpoint, "the camera stays"


def test_a_word_is_typed_erased_and_said() -> None:
    player = seen(saying())
    assert hint(player) == "Type a word. E is joined to L." and label(player) == "End the turn"
    assert player.key(*"rulx").ui.word == "RUL" and player.said == "X is not in the tower. Use letters that stand."
    assert player.key("u").said == "There is only one U, and the word has it."
    assert do(player, "erase").ui.word == "RU"
    assert hint(player.key(*"le")) == "Bksp takes a letter out." and label(player) == "Say RULE for 4"
    assert player.key("enter").submitted == SayWord("RULE")
    assert do(player, "act-clear").ui.word == ""
    assert do(player, "erase").said == "No letter is typed yet. Type a word."


def test_the_mouse_spells_as_well() -> None:
    player = seen(saying())
    for letter in "RUCLE":
        player.click(f"letter:{letter}")
    assert player.ui.word == "RUCLE"
    assert player.click("letter:C").ui.word == "RULE"
    assert player.click("word:0").ui.word == "ULE"
    assert player.click("control:konexi.say").submitted == SayWord("ULE")


def test_arrows_walk_over_the_tower_and_space_adds() -> None:
    player = seen(saying())
    walked = {player.key(arrow).ui.on for _ in range(6) for arrow in ARROWS}
    assert len(walked) >= 3 and walked <= set("RCULE")
    on = player.ui.on
    assert do(player, "add").ui.word == on and player.controls["konexi.add"].label == f"Take {on} out"
    assert do(player, "add").ui.word == ""


@pytest.mark.parametrize("name", ["main", "konexi.act-done"])
def test_a_turn_ends_without_a_word_once_that_is_confirmed(name: str) -> None:
    player = seen(saying())
    assert player.press(name).submitted == EndTurn()
    asked = BOARD.confirmation(player.context, EndTurn())
    assert asked is not None and (asked.fact, asked.deed) == ("You say no word.", "end the turn")


def test_where_all_words_score_the_next_one_is_typed_on_an_empty_line() -> None:
    made = saying(scoring="all")
    player = seen(made)
    assert hint(player).startswith("Type a word.")
    for word in ("rule", "el"):
        made = played(player.key(*word, "enter"), made)
        assert player.ui.word == ""
    assert made.words_said == ("RULE", "EL")
    assert hint(player) == "Type a word. E is joined to L." and label(player) == "End the turn"
    assert "done: RULE, EL will score" in " ".join(BOARD.read_out(player.context).hand)
    do(player, "act-done")
    asked = BOARD.confirmation(player.context, player.submitted)
    assert asked is not None and asked.fact == "You say no other word."
    assert player.submitted == EndTurn() and played(player, made).points == (6, 0, 0)


def test_the_points_of_a_word_fly_when_it_is_said() -> None:
    said = RULES.apply(saying(), SayWord("RULE")).events[0]
    assert said.seat is not None and points_of(said) == {said.seat: 4}


def test_a_word_of_which_letters_are_missing_is_unfinished_and_not_wrong() -> None:
    player = seen(saying())
    for letter, pending in zip("RULE", (True, True, True, False), strict=True):
        player.key(letter.lower())
        c = replace(player.context, verdict=RULES.judge(saying(), player.draft))
        assert BOARD.describe(c).pending == pending, player.ui.word
        assert BOARD.controls(c)[0].label == f"Say {player.ui.word}{'' if pending else ' for 4'}"
    assert not BOARD.describe(replace(player.context, verdict=Verdict())).pending


def test_a_refused_word_stays_to_be_mended() -> None:
    player = seen(saying()).key(*"clue", "enter")
    assert [refusal.rule for refusal in RULES.judge(saying(), player.submitted).refusals] == ["K-7"]
    assert player.ui.word == "CLUE" and player.key("back").ui.word == ""


def test_words_are_listed_nowhere_while_they_are_to_be_found() -> None:
    """K-9: finding them is the player's job."""
    player = seen(saying())
    said = BOARD.read_out(player.context)
    told = [*said.board, *said.hand, *said.prepared, hint(player), *(one.label for one in player.controls.values())]
    told += [player.picture("board", (80, 18)).canvas.text(), player.picture("hand", (80, 6)).canvas.text()]
    hidden = ("LURE", "RUE", "ULE", "CRUEL", "LUCRE")
    assert [word for word in hidden if any(word in text.upper() for text in told)] == []
    assert RULES.choices(saying()).templates.count("word WORD") == 1


def test_any_letter_goes_to_any_gap_by_arrows_letters_and_the_mouse() -> None:
    player, circle = seen(choosing()), choosing().circle
    assert player.key("right").ui.gap == 1
    assert player.key("left", "left").ui.gap == len(circle) - 1
    assert circle[player.key("d").ui.gap - 1] == "D"
    assert circle[player.key("d").ui.gap] == "D"
    assert player.key("r").said == "R is already in the tower. Choose a letter of the circle."
    assert player.click("gap:5").ui.gap == 5 and player.submitted is None
    assert label(player) == f"Put it between {circle[4]} and {circle[5]}"
    assert player.click("gap:5").submitted == Token(5)
    assert player.click("circle:7").key("enter").submitted == Token(8)


ROOMS = ((44, 22), (44, 16), (78, 30), (78, 12), (60, 9), (44, 12))
"""Boards with the circle in the hand beside them, at their right, and in a row at the foot."""


def drawn(player: Player, kind: str, number: int) -> tuple[float, float]:
    """The place of a letter of the circle, or of the letters beside a gap, in the picture; up is positive."""
    zone = ("hand", (36, 13)) if player.context.room[0] < TRACK_BESIDE else ("board", player.context.room)
    spots = {s.key: s for s in player.picture(*zone).spots}
    count = sum(key.startswith("circle:") for key in spots)
    near = [spots[f"circle:{(number - back) % count}"] for back in ((0, 1) if kind == "gap" else (0,))]
    return sum(s.x for s in near) / len(near), -sum(s.y for s in near) / len(near)


@combined(room=ROOMS, kind=["gap", "slot"])
def test_arrows_lead_where_they_point_and_reach_every_place_of_the_circle(room: tuple[int, int], kind: str) -> None:
    player = seen(choosing() if kind == "gap" else begun(circle="arranged"), room=room)
    count = len(choosing().circle) if kind == "gap" else 26
    reached, ahead = {0}, [0]
    start = player.context
    while ahead:
        here = ahead.pop()
        for arrow, (dx, up) in ARROWS.items():
            player.see(replace(start, ui=replace(start.ui, **{kind: here})))
            before = drawn(player, kind, here)
            now = getattr(player.key(arrow).ui, kind)
            after = drawn(player, kind, now)
            if not layout(*room).foot and now != here:
                assert (after[0] - before[0]) * dx + (after[1] - before[1]) * up > 0, (here, arrow, now)
            if now not in reached:
                reached.add(now)
                ahead.append(now)
    assert reached == set(range(count))


def test_arrows_between_the_letters_on_offer_go_by_where_they_lie() -> None:
    for gap in range(21):
        made = replace(adding(), gap=gap)
        player, good, circle = seen(made, room=(44, 22)), offered(made), made.circle
        places = [drawn(player, "slot", circle.index(letter)) for letter in good]
        right, up = places[1][0] - places[0][0], 2 * (places[1][1] - places[0][1])
        way = "right"
        if abs(up) > abs(right):
            way = "up" if up > 0 else "down"
        player.key(way)
        assert (player.ui.letter, player.ui.choosing) == (good[1], True), (gap, way)


def test_a_number_leaves_only_its_gaps() -> None:
    player, count = seen(choosing(4, direction="either")), len(choosing().circle)
    assert {player.ui.gap, *(player.key("right").ui.gap for _ in range(4))} == {4, count - 4}
    assert player.click("gap:7").rule == "K-5" and "Die 4: the token goes" in player.said


def test_the_circle_is_laid_by_hand() -> None:
    made = begun(circle="arranged")
    player = seen(made)
    assert label(player) == "Pick up A"
    player.key("enter")
    assert "move A along" in hint(player) and player.said == "" and label(player) == "Put A down"
    player.key("right", "right", "enter")
    assert player.ui.circle.startswith("BCAD") and player.ui.held == -1
    player.key("left", "left", "enter", "left", "enter")
    assert player.ui.circle.startswith("ZCAD") and player.ui.circle.endswith("YB"), "B to the left of the end"
    player.key("enter", "right", "enter")
    assert player.ui.circle.startswith("BCAD") and player.ui.circle.endswith("YZ")
    assert player.key("z").ui.slot == 25
    assert do(player, "token-here").ui.gap == 25
    player.click("circle:0").click("circle:2").click("gap:3")
    assert player.ui.circle.startswith("CABD") and player.ui.gap == 3
    laid = do(player, "act-lay").submitted
    assert isinstance(laid, Arrange) and (laid.letters[:4], laid.gap) == ("CABD", 3)
    assert do(player, "act-mix").submitted == Mix()
    assert played(player, made).circle and player.context.phase in ("place", "token")


def test_whose_birthday_comes_next_is_said() -> None:
    player = seen(begun(first="birthday"))
    assert "Ann starts" in hint(player) and label(player) == "Ann starts"
    assert player.key("right", "enter").submitted == Begin(1)
    assert player.key("3").submitted == Begin(2)
    assert player.key("7").said == "There is no player 7. Choose 1 to 3."
    assert player.click("player:1").submitted == Begin(0)
    for width in (36, 120):
        names = {s.key for s in player.picture("hand", (width, 12)).spots}
        assert names >= {"player:1", "player:2", "player:3"}


def test_giving_up_is_confirmed() -> None:
    player = do(seen(adding()), "act-give-up")
    assert player.submitted == GiveUp()
    asked = BOARD.confirmation(player.context, GiveUp())
    told = "Giving up counts as a fall: it costs nothing at 0 points and ends the round."
    assert asked is not None and asked.fact == told


@pytest.mark.parametrize("made", [adding(bump="nudge"), saying(bump="nudge")], ids=["place", "word"])
def test_a_bump_is_reported_by_keys_and_mouse_where_the_game_has_it(made: State) -> None:
    player = do(seen(made), "act-bump")
    assert "Who bumped the tower?" in player.said and label(player) == "Balthasar bumped it"
    assert "Balthasar loses points and the round ends" in hint(player) and player.draft == Nudge(1)
    assert player.key("right").draft == Nudge(2)
    assert player.key("right").draft == Nudge(1), "not the player whose turn it is"
    assert player.key("left").key("enter").submitted == Nudge(2)
    assert player.key("3").submitted == Nudge(2)
    assert player.click("player:2").submitted == Nudge(1)
    assert player.key("back").ui.who == -1 and label(player) in ("Take K", "End the turn")
    assert "konexi.act-bump" not in seen(adding()).controls
    refused = do(seen(state(circle="AB", gap=1, bump="nudge")), "act-bump")
    assert (refused.said, refused.rule) == ("There is no tower to bump yet.", "K-12")


def test_without_any_place_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui_state, "places_of", lambda *_: ())
    player = seen(adding())
    assert player.ui.at is None and "No place for K" in hint(player)
    assert player.key("enter").rule == "K-22" and do(player, "next").rule == do(player, "turn").rule == "K-22"
    alone = seen(state(rule_tower(), circle="M"))
    assert label(alone) == "Give up" and alone.key("enter").submitted == GiveUp()


def test_both_views_are_walked_and_come_along_to_the_next_decision() -> None:
    made = adding()
    player = seen(made).look("konexi.nearer").look("konexi.orbit-right")
    at = player.context.viewpoint
    assert (at.view, at.zoom, at.pan) == (SIDE, 1, (-2, 0))
    at = player.look("konexi.view").context.viewpoint
    assert at.view == SPACE
    moved = player.look("konexi.orbit-left").look("konexi.nearer").context.viewpoint
    assert moved.camera != at.camera and moved.look == ""
    assert player.look("konexi.look").context.viewpoint.look == "front"
    player.look("konexi.names").click("offer:M").click("ghost").click("ghost")
    played(player, made)
    at = player.context.viewpoint
    assert (at.view, at.look, at.labels) == (SPACE, "front", False)
    at = player.click("view:side").context.viewpoint
    assert (at.view, at.zoom) == (SIDE, 1)
    at = player.look("konexi.whole").context.viewpoint
    assert (at.zoom, at.pan) == (0, (0, 0))
    assert player.drag("table", 4, 2).context.viewpoint.pan == (2, -2)
    assert player.wheel(-1).context.viewpoint.zoom == 1
    turned = player.click("view:3d").context.viewpoint.camera
    assert player.drag("table", 4, 2).context.viewpoint.camera != turned
    assert player.click("view:x").context.viewpoint.view == SPACE


def test_another_decision_empties_the_hand() -> None:
    player = do(seen(adding()).key("enter", "next"), "help-here")
    c = player.context
    assert BOARD.adapt(c, False) is c.ui
    other = BOARD.adapt(replace(seen(saying()).context, ui=c.ui), False)
    assert (other.letter, other.at, other.hint, other.word) == ("", None, False, "")
    assert BOARD.adapt(c, True).hint is False


def test_the_picture_goes_along_with_the_letter_in_hand() -> None:
    player = seen(adding()).key("enter").look("konexi.orbit-right")
    assert player.context.viewpoint.pan != (0, 0)
    assert player.key("next").context.viewpoint.pan == (0, 0)
    for spec in ("view", "look", *["nearer"] * 25):
        player.look(f"konexi.{spec}")
    camera = player.context.viewpoint.camera
    assert player.key(*["next"] * 40).context.viewpoint.camera != camera


def test_a_new_tower_is_in_sight_as_a_whole() -> None:
    player = seen(adding())
    at = player.context.viewpoint
    assert (at.view, at.zoom, at.pan) == (SIDE, 0, (0, 0))
    do(player.look("konexi.nearer").look("konexi.orbit-up"), "act-give-up")
    assert not played(player, adding()).tower
    assert (player.context.viewpoint.zoom, player.context.viewpoint.pan) == (0, (0, 0))


def test_the_hand_is_led_by_words() -> None:
    player, spots = seen(adding()), places_of(adding(), "M")
    assert player.line("hold m 3").ui.at == spots[2]
    assert "In hand: M at place 3: " in BOARD.read_out(player.context).prepared[0]
    assert player.line("next").ui.at == spots[3]
    for words in ("before", "go up", "turn", "flip", "turn-back"):
        before = player.ui
        assert player.line(words).ui != before, words
    assert isinstance(player.line("let go").submitted, Place)
    assert player.line("put 1").submitted == Place(*spots[0])
    assert player.line("put k 2").submitted == Place(*places_of(adding(), "K")[1])
    assert player.line("put m 9999").said == f"There is no place 9999. M has places 1 to {len(spots)}."
    assert player.line("hold z").rule == "R-8"
    assert player.line("put m x").said.startswith("Which place?")
    assert player.line("help-here").help == "hint"
    before = player.ui
    for other in ("place M at 1 2", "quit", "help", "word RULE", "undo", "try 3", ""):
        assert player.line(other).ui is before and not player.said


def test_words_are_said_turns_ended_and_the_token_put_by_words() -> None:
    player = seen(saying())
    assert player.line("say rule").submitted == SayWord("RULE")
    assert player.line("no word").submitted == EndTurn()
    assert player.line("done").submitted is player.line("word rule").submitted is None
    player = seen(choosing())
    assert player.line("token after b").said == ""
    assert "already in the tower" in player.line("token after r").said


def test_the_shape_of_the_tower_is_told() -> None:
    said = BOARD.read_out(seen(adding()).context).board
    whole = "\n".join(said)
    assert "5 letters in the tower" in whole and "cm high" in whole and "The base is R." in whole
    assert any(line.startswith("R: ") and "the base" in line for line in said)
    assert any(line.startswith("E: ") and "joined to L" in line for line in said)
    assert "In the circle, clockwise from it: M N O" in whole and "between K and M" in whole
    assert "Points: Ann 0, Balthasar 0, Zoë 0; first to 20 wins." in whole
    alone = BOARD.read_out(seen(state(rule_tower(), seats=1)).context).board
    assert any("one tower." in line for line in alone)


def test_a_tower_that_leans_is_said_to() -> None:
    made = adding()
    moved = [rest.pose._replace(x=rest.pose.x + 4000 * (n > 0)) for n, rest in enumerate(made.rests)]
    bent = tuple(rest._replace(pose=pose) for rest, pose in zip(made.rests, moved, strict=True))
    assert "mm right" in "\n".join(BOARD.read_out(seen(replace(made, rests=bent)).context).board)
    crooked = tuple(rest._replace(bend=2500 * (n > 0)) for n, rest in enumerate(made.rests))
    assert "bent by 2.5 degrees" in "\n".join(BOARD.read_out(seen(replace(made, rests=crooked)).context).board)


def test_places_are_listed_by_number_and_by_letter() -> None:
    player, spots, tower = seen(adding()), places_of(adding(), "M"), tower_of(adding().tower)
    on_u = [n for n, spot in enumerate(spots, 1) if "U" in {j.other for j in joints(tower, spot)}]
    told = player.line("places m on u").lines
    assert [int(line.partition(":")[0]) for line in told[1:]] == on_u
    for words, answer in (
        ("places", "K has"),
        ("places z", "Z is not beside the token. Take K or M."),
        ("places m under u", "Type: places"),
        ("letter e", "E: "),
        ("letter z", "Z is not in the tower."),
        ("letter", "Which letter?"),
    ):
        assert player.line(words).lines[0].startswith(answer), words
    assert seen(saying()).line("places").lines == ("No letter is added now.",)
    assert seen(adding(), 1).line("places").lines[0].startswith("K has"), "others may ask as well"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (adding(), "Beside the token: K ("),
        (adding(bump="nudge"), "nudge PLAYER"),
        (saying(), "A word needs E and at least 2 letters"),
        (choosing(), "token after A"),
        (PHASES["arrange"], "circle ABCDEF"),
        (PHASES["birthday"], "1 Ann, 2 Balthasar, 3 Zoë"),
    ],
)
def test_every_decision_says_how_it_is_typed(made: State, told: str) -> None:
    player = seen(made)
    assert told in "\n".join(BOARD.read_out(player.context).hand) and BOARD.describe(player.context).task
    assert BOARD.read_out(seen(made, 1).context).hand == ("It is Ann's turn.",)


def test_the_viewer_reads_of_the_fall_at_once() -> None:
    step = RULES.apply(adding(), Place(*places_of(adding(), "M")[0]))
    turn = RULES.turn(step.state)
    assert isinstance(turn, Nature)
    for rules, told in ((game(1), "Ann has no points to lose"), (RULES, "M stands.")):
        events = rules.apply_outcome(step.state, rules.resolve(step.state, turn, Dice(3))).events
        assert told in BOARD.describe(seen(adding(), marks=tuple(events)).context).news
    assert BOARD.describe(seen(adding()).context).news == ""


def test_no_typed_word_is_anything_elses() -> None:
    for together in (*contexts(letters_typed=True), *contexts(letters_typed=False)):
        words = [command.typed for command in together if command.typed]
        assert sorted({word for word in words if words.count(word) > 1}) == []


def test_letter_keys_are_letters_whenever_a_word_is_asked_for() -> None:
    """No control that can be used then sits on a letter."""
    for phase in ("word", "token", "arrange"):
        keys = [key for control in seen(PHASES[phase]).controls.values() for key in control.spec.keys]
        assert not [key for key in keys if len(key) == 1], phase
