"""The hand over the tower: what keys, clicks and typed words do, and what is said where they cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.boards.konexi_hands import Player, begun, scene_of
from tests.games.konexi.making import built, rule_tower, saying, state
from towergames.boards.konexi import DESK, acting, commands, handling, placing, situation
from towergames.boards.konexi.layout import plan
from towergames.boards.konexi.pointer import ACTS, CIRCLE, SIDE, SPACE, TOWER, Pointer
from towergames.core.contract import Nature, Verdict
from towergames.core.dice import Dice
from towergames.games.konexi.lattice import Spot, joints, tower_of
from towergames.games.konexi.model import (
    ANY,
    Arrange,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    State,
    Token,
    Word,
)
from towergames.games.konexi.turns import places_of
from towergames.tui.catalogue import contexts
from towergames.tui.keymap import LETTERS, PRESETS, KeyMap, clashes

ARROWS = ("move.left", "move.right", "move.up", "move.down")


def adding(**options: Any) -> State:
    """A letter has to be added to the example's tower: M or A."""
    left = "ABDFGHIJKMNOPQSTVWXYZ"
    made = state(rule_tower(), circle=left, gap=left.index("M"), **options)
    assert situation.offers(scene_of(made)) == "KM"
    return made


def choosing(face: int = ANY, **options: Any) -> State:
    """The token has to be moved."""
    return replace(state(rule_tower(), phase="token", **options), face=face)


# --- which letter -------------------------------------------------------------------------------------


def test_two_letters_are_on_offer_and_arrows_digits_and_letter_keys_choose() -> None:
    player = Player(adding())
    assert (player.pointer.zone, player.pointer.letter) == (CIRCLE, "K")
    assert "Enter takes K" in player.line and "M" in player.line
    player.do("move.right")
    assert player.pointer.letter == "M" and player.pointer.zone == CIRCLE
    player.do("choose")
    assert player.pointer.zone == TOWER and not player.submitted
    player.do("digit.1")
    assert player.pointer.letter == "K" and player.pointer.zone == TOWER
    player.letters("m")
    assert player.pointer.letter == "M"
    player.do("other")
    assert player.pointer.letter == "K"
    player.do("back")
    assert player.pointer.zone == CIRCLE


def test_keys_of_the_hand_choose_their_letters_while_one_is_chosen() -> None:
    player = Player(state(rule_tower(), circle="FH", gap=1))
    assert player.pointer.letter == "F" and player.why_not("help-here") == "H is on offer: take a letter first."
    assert player.why_not("turn") == "" and player.why_not("letter-h") == ""
    player.letters("h")
    assert (player.pointer.letter, player.pointer.zone) == ("H", TOWER) and player.why_not("help-here") == ""


def test_a_letter_that_is_not_on_offer_is_refused_with_its_rule() -> None:
    player = Player(adding())
    player.letters("r")
    assert player.last == "R is in the tower already; take K or M." and player.rules == ["R-8"]
    player.letters("z")
    assert player.last == "Z is not beside the token; take K or M."
    player.do("digit.3")
    assert player.last == "There are two letters to take."


def test_a_single_letter_is_in_hand_at_once() -> None:
    player = Player(state(rule_tower(), circle="M"))
    assert (player.pointer.zone, player.pointer.letter) == (TOWER, "M")
    player.do("other")
    assert player.last == "There is only M to take."


# --- where it goes ------------------------------------------------------------------------------------


def test_tab_goes_through_every_legal_place_from_left_to_right() -> None:
    player = Player(adding())
    player.do("choose")
    spots = places_of(player.state, "K")
    seen = []
    for _ in spots:
        assert isinstance(player.pointer.at, Spot)
        seen.append(player.pointer.at)
        player.do("zone.next")
    assert sorted(seen) == sorted(spots) and player.pointer.at == seen[0]
    at = spots.index(seen[0])
    player.do("zone.previous")
    assert player.pointer.at == spots[at - 1]
    assert [spot.x for spot in spots] == sorted(spot.x for spot in spots)


@pytest.mark.parametrize("arrow", ARROWS)
def test_arrows_lead_there_and_end_with_a_word(arrow: str) -> None:
    player = Player(adding())
    player.do("choose")
    axis, sign = {"move.left": (0, -1), "move.right": (0, 1), "move.up": (1, 1), "move.down": (1, -1)}[arrow]
    for _ in range(100):
        before = player.pointer.at
        assert before is not None
        player.do(arrow)
        assert player.pointer.at is not None
        if player.pointer.at == before:
            break
        assert sign * (placing.middle(player.pointer.at)[axis] - placing.middle(before)[axis]) > 0
        assert player.pointer.at in places_of(player.state, "K")
    assert player.last.startswith("K can go no farther")


def test_turning_and_flipping_keep_to_legal_places() -> None:
    player = Player(adding())
    player.do("choose")
    for name in ("turn", "turn-back", "flip") * 3:
        before = player.pointer.at
        player.do(name)
        now = player.pointer.at
        assert before is not None and now in places_of(player.state, "K")
        assert now is not None and (now.turn, now.flip) != (before.turn, before.flip)
        assert now.flip == (before.flip ^ (name == "flip"))


def test_letters_are_not_turned_over_where_the_game_says_so() -> None:
    player = Player(adding(flip=False))
    player.do("choose", "flip")
    assert player.rules == ["K-19"]
    assert "flip" not in acting.acts(player.scene, player.pointer)
    assert not any(spot.flip for spot in situation.places(player.scene, player.pointer))


def test_the_base_has_poses_only() -> None:
    player = Player(state(circle="AB", gap=1))
    player.do("choose")
    spots = situation.places(player.scene, player.pointer)
    assert len(spots) > 1 and {(spot.x, spot.y) for spot in spots} == {(0, 0)}
    player.do("zone.next")
    first = player.pointer.at
    player.do("turn")
    assert player.pointer.at in spots and player.pointer.at != first
    player.do("choose")
    assert first is not None and isinstance(player.submitted[-1], Place)


def test_enter_lets_go_where_the_letter_is() -> None:
    player = Player(adding())
    player.do("choose", "zone.next")
    spot = player.pointer.at
    assert spot is not None
    assert DESK.draft(player.scene, player.pointer) == Place(*spot)
    player.do("choose")
    assert player.submitted == [Place(*spot)]


def test_nobody_lets_go_while_the_letter_is_being_chosen() -> None:
    player = Player(adding())
    assert DESK.draft(player.scene, player.pointer) is None


# --- the mouse ----------------------------------------------------------------------------------------


def free_joint(made: State, letter: str) -> tuple[str, set[Spot]]:
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
    player = Player(adding())
    player.click("offer:K")
    spot, good = free_joint(player.state, "K")
    seen = set()
    for _ in good:
        player.click(spot)
        assert player.pointer.at is not None
        seen.add(player.pointer.at)
    assert seen == good


def test_a_click_beside_the_tower_goes_there_or_says_why_not() -> None:
    player = Player(adding())
    player.click("offer:K")
    spot = places_of(player.state, "K")[0]
    player.click(f"cell:{spot.cells[0][0]},{spot.cells[0][1]}")
    assert player.pointer.at is not None and spot.cells[0] in player.pointer.at.cells
    at = player.pointer.at
    player.click("cell:60,40")
    assert player.rules[-1] == "R-13" and "not be notched" in player.last
    assert player.pointer.tried is not None and player.pointer.at == at
    player.do("back")
    assert player.pointer.tried is None
    player.click("cell:-40,0")
    assert player.rules[-1] == "R-12" and "table" in player.last


def test_the_ghost_is_let_go_of_by_a_second_click() -> None:
    player = Player(adding())
    player.click("offer:M", "ghost")
    assert not player.submitted and "once more" in player.last
    player.click("ghost")
    assert player.submitted == [Place(*player.pointer.at)] if player.pointer.at else False


def test_a_letter_of_the_tower_takes_the_letter_in_hand_onto_it() -> None:
    player = Player(adding())
    player.click("offer:M", "letter:R")
    assert player.pointer.at is not None
    assert "R" in {joint.other for joint in joints(tower_of(player.state.tower), player.pointer.at)}


@pytest.mark.parametrize(
    "spot",
    [
        "nothing",
        "cell:1",
        "cell:a,b",
        "joint:1,2,9",
        "joint:x",
        "circle:99",
        "gap:x",
        "word:5",
        "act:x",
        "view:x",
        "look:x",
        "letter:?",
        "offer:?",
        "table",
    ],
)
def test_a_click_on_nothing_does_nothing(spot: str) -> None:
    for made in (adding(), choosing(), saying(), begun(first="birthday"), begun(circle="arranged")):
        player = Player(made)
        player.click(spot)
        assert not player.submitted


# --- help ---------------------------------------------------------------------------------------------


def test_what_counts_as_help_is_told_only_as_help() -> None:
    """K-9: whether a place would bear the letter is not told freely; whether a typed word counts is."""
    player = Player(adding())
    notes = {player.game.judge(player.state, Place(*spot)).note for spot in places_of(player.state, "K")}
    margins = [situation.balance_here(player.scene, spot) for spot in places_of(player.state, "K")]
    assert min(margins) <= 0, "some would tip"
    assert all(note.endswith(tuple("RCULE")) for note in notes)
    assert player.game.judge(saying(), Word("RULE")).legal and not player.game.judge(saying(), Word("CLUE")).legal
    rule = player.game.rule_sheet.find("K-9")
    assert rule is not None and "that is free" in rule.text
    assert any("freely" in meaning for _, meaning in DESK.legend())


@pytest.mark.parametrize("made", [adding(), saying(), choosing()], ids=["place", "word", "token"])
def test_what_enter_does_is_in_the_first_row_beside_a_low_board(made: State) -> None:
    """There the line under the hand is 34 columns wide, and the judge's words may leave it one row."""
    player = Player(made)
    if situation.phase(player.scene) == "place":
        player.do("choose")
    if situation.phase(player.scene) == "word":
        player.letters("rule")
    enter, _, _ = player.line.partition(".")
    assert enter.startswith("Enter") and len(enter) < 34


def test_words_of_a_place_are_shown_as_help_that_is_counted_once() -> None:
    spots = built("RCUL", ("RU", "UL", "RC"))
    player = Player(state(spots, circle="EK", gap=1))
    assert "makes" not in player.line
    player.do("choose", "help-here")
    assert player.helped == ["hint"] and player.pointer.hint
    lines = set()
    for _ in range(len(places_of(player.state, "E"))):
        player.do("zone.next")
        lines.add(player.line)
    assert any("makes CRUEL, LUCRE" in line for line in lines)
    assert all("mm inside the foot" in line or "mm beside the foot" in line for line in lines)
    player.do("digit.2")
    assert "makes no word" in player.line
    player.do("help-here")
    assert not player.pointer.hint and "makes" not in player.line
    player.do("help-here")
    assert player.helped == ["hint"]


def test_tips_on_words_come_in_instalments() -> None:
    scene = scene_of(saying())
    tips = [DESK.tip(scene, told) for told in range(4)]
    assert tips[0] is not None and "the longest has 5 letters" in tips[0].text and tips[0].action is None
    assert tips[1] is not None and tips[1].text == "The longest word begins with C and ends with L."
    assert tips[2] is not None and tips[2].action == Word("CRUEL")
    assert tips[3] is None
    assert DESK.tip(scene_of(adding()), 0) is None
    none = DESK.tip(scene_of(saying("C")), 0)
    assert none is not None and none.action in (Done(), None)


@pytest.mark.parametrize(
    ("made", "action"),
    [
        (adding(), Place(*places_of(adding(), "M")[3])),
        (adding(), GiveUp()),
        (saying(), Word("RULE")),
        (saying(), Done()),
        (choosing(), Token(4)),
    ],
)
def test_a_hint_is_laid_out_so_that_enter_does_it(made: State, action: Any) -> None:
    player = Player(made)
    laid = DESK.suggest(player.scene, player.pointer, action)
    assert laid is not None
    player.pointer = laid
    assert DESK.draft(player.scene, player.pointer) == action
    player.do("choose")
    assert player.submitted == [action]


def test_what_a_bot_considers_is_seen_by_others() -> None:
    made = adding()
    scene = scene_of(made, 1)
    place = Place(*places_of(made, "M")[3])
    shown = DESK.shown(scene, DESK.start(scene), place)
    assert shown is not None and shown.at == place.spot
    assert DESK.shown(scene, DESK.start(scene), "thinking") is None


# --- the word -----------------------------------------------------------------------------------------


def test_a_word_is_typed_erased_and_said() -> None:
    player = Player(saying())
    assert player.line == "Type a word with E; = if none."
    player.letters("rulx")
    assert player.pointer.word == "RUL" and player.last == "X is not in the tower."
    player.letters("u")
    assert player.last == "U is in the word already, and there is only one."
    player.do("erase")
    assert player.pointer.word == "RU"
    player.letters("le")
    assert player.line == "Enter says RULE; Bksp erases."
    player.do("choose")
    assert player.submitted == [Word("RULE")]


def test_the_mouse_spells_as_well() -> None:
    player = Player(saying())
    player.click("letter:R", "letter:U", "letter:C", "letter:L", "letter:E")
    assert player.pointer.word == "RUCLE"
    player.click("letter:C")
    assert player.pointer.word == "RULE"
    player.click("word:0")
    assert player.pointer.word == "ULE"
    player.click("act:say")
    assert player.submitted == [Word("ULE")]


def test_arrows_walk_over_the_tower_and_space_adds() -> None:
    player = Player(saying())
    seen = {player.pointer.on}
    for _ in range(6):
        for arrow in ARROWS:
            player.do(arrow)
            seen.add(player.pointer.on)
    assert len(seen) >= 3 and seen <= set("RCULE")
    on = player.pointer.on
    player.do("add")
    assert player.pointer.word == on
    player.do("add")
    assert player.pointer.word == ""


@pytest.mark.parametrize("command", ["choose", "act-done"])
def test_a_turn_ends_without_a_word_once_that_is_confirmed(command: str) -> None:
    player = Player(saying())
    player.do(command)
    assert player.submitted == [Done()]
    asked = DESK.confirmation(player.scene, Done())
    assert asked is not None and (asked.fact, asked.deed) == ("No word is said.", "end the turn")
    player.do("back")
    assert player.pointer.zone == TOWER


def test_where_all_words_score_the_next_one_is_typed_on_an_empty_line() -> None:
    player = Player(saying(scoring="all"))
    assert player.line.endswith("= if none.")
    for word in ("rule", "el"):
        player.letters(word)
        player.do("choose")
        player.plays()
        assert player.pointer.word == ""
    assert player.state.words_said == ("RULE", "EL")
    assert player.line == "Another word with E; = ends the turn."
    assert "done: RULE, EL will score" in " ".join(DESK.speak_hand(player.scene))
    player.do("act-done")
    asked = DESK.confirmation(player.scene, player.submitted[-1])
    assert asked is not None and asked.fact == "No other word is said."
    player.plays()
    assert (player.submitted[-1], player.state.points) == (Done(), (6, 0, 0))


def test_alone_the_table_tells_of_one_tower_and_no_target() -> None:
    assert any("one tower." in line for line in DESK.speak(Player(state(rule_tower(), seats=1)).scene))
    assert any("first to 20 wins." in line for line in DESK.speak(Player(state(rule_tower())).scene))


def test_a_word_of_which_letters_are_missing_is_unfinished_and_not_wrong() -> None:
    player = Player(saying())
    for word, unfinished in (("R", True), ("RU", True), ("RULE", False)):
        player.pointer = replace(player.pointer, word=word)
        verdict = player.game.judge(player.state, Word(word))
        scene = replace(player.scene, verdict=verdict)
        assert DESK.unfinished(scene, player.pointer) == unfinished, word
    assert not DESK.unfinished(replace(player.scene, verdict=Verdict()), player.pointer)


def test_a_refused_word_stays_to_be_mended() -> None:
    player = Player(saying())
    player.letters("clue")
    player.do("choose")
    verdict = player.game.judge(player.state, player.submitted[-1])
    assert [refusal.rule for refusal in verdict.refusals] == ["K-7"]
    assert player.pointer.word == "CLUE"
    player.do("back")
    assert player.pointer.word == ""


def test_words_are_listed_nowhere_while_they_are_to_be_found() -> None:
    """K-9: finding them is the player's job."""
    player = Player(saying())
    scene, pointer = player.scene, player.pointer
    told = [*DESK.speak(scene), *DESK.speak_hand(scene), *DESK.speak_pointer(scene, pointer)]
    told += [
        DESK.hover(scene, pointer),
        DESK.board(scene, pointer, 80, 18).canvas.text(),
        DESK.hand(scene, pointer, 80, 6).canvas.text(),
    ]
    hidden = ("LURE", "RUE", "ULE", "CRUEL", "LUCRE")
    assert [word for word in hidden if any(word in text.upper() for text in told)] == []
    assert player.game.choices(player.state).templates.count("word WORD") == 1


# --- the circle ---------------------------------------------------------------------------------------


def test_any_letter_goes_to_any_gap_by_arrows_letters_and_the_mouse() -> None:
    player = Player(choosing())
    circle = player.state.circle
    player.do("move.right")
    assert player.pointer.gap == 1
    player.do("move.left", "move.left")
    assert player.pointer.gap == len(circle) - 1
    player.letters("d")
    assert circle[player.pointer.gap - 1] == "D"
    player.letters("d")
    assert circle[player.pointer.gap] == "D"
    player.letters("r")
    assert player.last == "R is not in the circle any more."
    player.click("gap:5")
    assert player.pointer.gap == 5 and not player.submitted
    player.click("gap:5")
    assert player.submitted == [Token(5)]
    player.click("circle:7")
    player.do("choose")
    assert player.submitted[-1] == Token(8)


ROOMS = ((44, 22), (44, 16), (78, 30), (78, 12), (60, 9), (44, 12))
"""Boards with the circle all round, and with one or two rows of it at the foot."""


def drawn(player: Player, kind: str, number: int) -> tuple[float, float]:
    """Where a letter of the circle, or the letters beside a gap, are in the picture; up is positive."""
    width, height = player.scene.room
    spots = {s.key: s for s in DESK.board(player.scene, player.pointer, width, height).spots}
    count = sum(key.startswith("circle:") for key in spots)
    near = [spots[f"circle:{(number - back) % count}"] for back in ((0, 1) if kind == "gap" else (0,))]
    return sum(s.x for s in near) / len(near), -sum(s.y for s in near) / len(near)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("kind", ["gap", "circle"])
def test_arrows_lead_where_they_point_and_reach_every_place_of_the_circle(room: tuple[int, int], kind: str) -> None:
    player = Player(choosing() if kind == "gap" else begun(circle="arranged"), room=room)
    count = len(player.state.circle) if kind == "gap" else 26
    round_it = plan(*room).round
    reached, ahead = {0}, [0]
    start = player.pointer
    while ahead:
        here = ahead.pop()
        for arrow, (dx, up) in handling.ARROWS.items():
            player.pointer = replace(start, gap=here) if kind == "gap" else replace(start, slot=here)
            before = drawn(player, kind, here)
            player.do(arrow)
            now = player.pointer.gap if kind == "gap" else player.pointer.slot
            after = drawn(player, kind, now)
            if round_it and now != here:
                assert (after[0] - before[0]) * dx + (after[1] - before[1]) * up > 0, (here, arrow, now)
            if now not in reached:
                reached.add(now)
                ahead.append(now)
    assert reached == set(range(count))


def test_arrows_between_the_letters_on_offer_go_by_where_they_lie() -> None:
    for gap in range(21):
        player = Player(replace(adding(), gap=gap), room=(44, 22))
        good, circle = situation.offers(player.scene), player.state.circle
        places = [drawn(player, "circle", circle.index(letter)) for letter in good]
        right, up = places[1][0] - places[0][0], 2 * (places[1][1] - places[0][1])
        way = ("move.up" if up > 0 else "move.down") if abs(up) > abs(right) else "move.right"
        player.do(way)
        assert (player.pointer.letter, player.pointer.zone) == (good[1], CIRCLE), (gap, way)


def test_a_letter_picked_up_is_told_of_once() -> None:
    player = Player(begun(circle="arranged"))
    player.do("choose")
    assert "A in hand" in player.line and player.last == ""


def test_a_number_leaves_only_its_gaps() -> None:
    player = Player(choosing(4, direction="either"))
    gaps = {player.pointer.gap}
    for _ in range(4):
        player.do("move.right")
        gaps.add(player.pointer.gap)
    assert gaps == {4, len(player.state.circle) - 4}
    player.click("gap:7")
    assert player.rules == ["K-5"] and "The roll brings the token" in player.last


def test_the_circle_is_laid_by_hand() -> None:
    player = Player(begun(circle="arranged"))
    player.do("choose", "move.right", "move.right", "choose")
    assert player.pointer.circle.startswith("BCAD") and player.pointer.held == -1
    player.do("move.left", "move.left", "choose", "move.left", "choose")
    assert player.pointer.circle.startswith("ZCAD") and player.pointer.circle.endswith("YB"), "A to the left of the end"
    player.do("choose", "move.right", "choose")
    assert player.pointer.circle.startswith("BCAD") and player.pointer.circle.endswith("YZ")
    player.letters("z")
    assert player.pointer.slot == 25
    player.do("token-here")
    assert player.pointer.gap == 25
    player.click("circle:0", "circle:2", "gap:3")
    assert player.pointer.circle.startswith("CABD") and player.pointer.gap == 3
    player.do("act-lay")
    laid = player.submitted[-1]
    assert isinstance(laid, Arrange) and (laid.letters[:4], laid.gap) == ("CABD", 3)
    player.do("act-mix")
    assert player.submitted[-1] == Mix()
    player.plays()
    assert player.state.circle and situation.phase(player.scene) in ("place", "token")


def test_whose_birthday_comes_next_is_said() -> None:
    player = Player(begun(first="birthday"))
    assert "Ann has the next birthday" in player.line
    player.do("move.right", "choose")
    assert player.submitted == [Begin(1)]
    player.do("digit.3")
    assert player.submitted[-1] == Begin(2)
    player.do("digit.7")
    assert player.last == "There is no player 7."
    player.click("act:begin-1")
    assert player.submitted[-1] == Begin(0)


# --- what costs something -------------------------------------------------------------------------------


def test_giving_up_is_confirmed() -> None:
    player = Player(adding())
    player.do("act-give-up")
    assert player.submitted == [GiveUp()]
    asked = DESK.confirmation(player.scene, GiveUp())
    assert asked is not None and "counts as a fall" in asked.fact


def test_a_bump_is_reported_by_keys_and_mouse_where_the_game_has_it() -> None:
    player = Player(adding(bump="nudge"))
    player.do("act-bump", "move.right", "choose")
    assert player.submitted == [Nudge(1)]
    assert (player.pointer.zone, player.pointer.act) == (TOWER, "")
    player.do("act-bump", "back", "back")
    assert player.pointer.zone == TOWER
    player.click("act:bump", "act:nudge-3")
    assert player.submitted[-1] == Nudge(2)
    other = Player(adding())
    assert other.why_not("act-bump") == "Bumps are not reported in this game."


def test_without_any_place_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situation, "places_of", lambda *_: ())
    player = Player(adding())
    assert player.pointer.at is None and "give up (K-22)" in player.line
    player.do("choose")
    assert player.rules == ["K-22"]
    player.pointer = replace(player.pointer, zone=TOWER)
    player.do("choose")
    assert (player.pointer.zone, player.pointer.act) == (ACTS, "give-up")


@pytest.mark.parametrize("looker", [1, None])
def test_others_only_look(looker: int | None) -> None:
    made = adding()
    scene = scene_of(made, looker)
    pointer = DESK.start(scene)
    assert DESK.hover(scene, pointer).startswith("It is Ann's turn.")
    for command in commands.COMMANDS:
        reply = DESK.do(scene, pointer, command.id)
        assert reply.submit is None
        if command.looking:
            assert DESK.enabled(scene, pointer, command.id) == ""
    for shared in (*ARROWS, "choose", "back", "zone.next", "digit.1"):
        assert DESK.do(scene, pointer, shared).submit is None


# --- looking ------------------------------------------------------------------------------------------


def test_both_views_are_walked_and_come_along_to_the_next_decision() -> None:
    player = Player(adding())
    player.do("nearer", "orbit-right")
    assert (player.pointer.zoom, player.pointer.pan) == (1, (-2, 0))
    player.do("view")
    assert player.pointer.view == SPACE
    camera = player.pointer.camera
    player.do("orbit-left", "nearer")
    assert player.pointer.camera != camera and player.pointer.look == ""
    player.do("look")
    assert player.pointer.look == "front"
    player.do("names")
    player.click("offer:M", "ghost", "ghost")
    player.plays()
    assert (player.pointer.view, player.pointer.look, player.pointer.labels) == (SPACE, "front", False)
    player.click("view:side")
    assert (player.pointer.view, player.pointer.zoom) == (SIDE, 1)
    player.do("whole")
    assert (player.pointer.zoom, player.pointer.pan) == (0, (0, 0))
    dragged = DESK.drag(player.scene, player.pointer, 4, 2, "table")
    assert dragged.pan == (2, -2)
    assert DESK.wheel(player.scene, player.pointer, -1).zoom == 1


def test_another_decision_empties_the_hand() -> None:
    player = Player(adding())
    player.do("choose", "zone.next", "help-here")
    other = DESK.keep(scene_of(saying()), player.pointer)
    assert (other.letter, other.at, other.hint, other.word) == ("", None, False, "")
    assert DESK.keep(player.scene, player.pointer) is player.pointer


# --- typed --------------------------------------------------------------------------------------------


def test_the_hand_is_led_by_words() -> None:
    player = Player(adding())
    spots = places_of(player.state, "M")
    assert player.type("hold m 3") and player.pointer.at == spots[2]
    assert "In hand: M at place 3: " in DESK.speak_pointer(player.scene, player.pointer)[0]
    assert player.type("next") and player.pointer.at == spots[3]
    assert player.type("before") and player.type("go up") and player.type("turn") and player.type("flip")
    assert player.type("let go") and isinstance(player.submitted[-1], Place)
    assert player.type("put 1") and player.submitted[-1] == Place(*spots[0])
    assert player.type("put k 2") and player.submitted[-1] == Place(*places_of(player.state, "K")[1])
    assert player.type("put m 9999") and player.last == f"M has {len(spots)} places, 1 to {len(spots)}."
    assert player.type("hold z") and player.rules[-1] == "R-8"
    assert player.type("put m x") and player.last.startswith("Which place?")
    assert player.type("help-here") and player.helped == ["hint"]
    assert player.type("other-view") and player.pointer.view == SPACE
    for other in ("place M at 1 2", "quit", "help", "word RULE", "undo", "try 3", ""):
        assert not player.type(other)


def test_words_are_said_and_turns_ended_by_words() -> None:
    player = Player(saying())
    assert player.type("say rule") and player.submitted == [Word("RULE")]
    assert player.type("no word") and player.submitted[-1] == Done()
    assert not player.type("done") and not player.type("word rule")


def test_the_token_is_put_after_a_letter_by_words() -> None:
    player = Player(choosing())
    assert not player.type("token after b")
    assert player.type("token after r") and "not in the circle any more" in player.last


# --- in words -----------------------------------------------------------------------------------------


def test_the_shape_of_the_tower_is_told() -> None:
    made = adding()
    said = DESK.speak(scene_of(made))
    whole = "\n".join(said)
    assert "5 letters in the tower" in whole and "cm high" in whole and "The base is R." in whole
    assert any(line.startswith("R: ") and "the base" in line for line in said)
    assert any(line.startswith("E: ") and "notched to L" in line for line in said)
    assert "In the circle, clockwise from it: M N O" in whole and "between K and M" in whole
    assert "Points: Ann 0, Balthasar 0, Zoe 0; first to 20 wins." in whole


def test_a_tower_that_leans_is_said_to() -> None:
    made = adding()
    moved = [rest.pose._replace(x=rest.pose.x + 4000 * (n > 0)) for n, rest in enumerate(made.rests)]
    bent = tuple(rest._replace(pose=pose) for rest, pose in zip(made.rests, moved, strict=True))
    assert "mm right" in "\n".join(DESK.speak(scene_of(replace(made, rests=bent))))
    crooked = tuple(rest._replace(bend=2500 * (n > 0)) for n, rest in enumerate(made.rests))
    assert "bent by 2.5 degrees" in "\n".join(DESK.speak(scene_of(replace(made, rests=crooked))))


def test_places_are_listed_by_number_and_by_letter() -> None:
    made = adding()
    scene = scene_of(made)
    spots = places_of(made, "M")
    told = DESK.answer(scene, "places", "m on u")
    number, _, rest = told[1].partition(": ")
    on = spots[int(number) - 1]
    assert "U" in {joint.other for joint in joints(tower_of(made.tower), on)} and placing.posed(on) in rest
    assert len(told) - 1 == sum("U" in {j.other for j in joints(tower_of(made.tower), spot)} for spot in spots)
    assert DESK.answer(scene, "places", "")[0].startswith("K has")
    assert DESK.answer(scene, "places", "z") == ("Z is not on offer; take K or M.",)
    assert DESK.answer(scene, "places", "m under u")[0].startswith("Type: places")
    assert DESK.answer(scene_of(saying()), "places", "") == ("No letter is placed now.",)
    assert DESK.answer(scene, "letter", "e")[0].startswith("E: ")
    assert DESK.answer(scene, "letter", "z") == ("Z is not in the tower.",)
    assert DESK.answer(scene, "letter", "")[0].startswith("Which letter?")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (adding(), "On offer: K ("),
        (adding(bump="nudge"), "nudge PLAYER"),
        (saying(), "A word needs E and 2 letters or more"),
        (choosing(), "token after A"),
        (begun(circle="arranged"), "circle ABCDEF"),
        (begun(first="birthday"), "1 Ann, 2 Balthasar, 3 Zoe"),
    ],
)
def test_every_decision_says_how_it_is_typed(made: State, told: str) -> None:
    assert told in "\n".join(DESK.speak_hand(scene_of(made)))
    assert DESK.speak_hand(scene_of(made, 1)) == ("It is Ann's turn.",)


def test_the_looker_hears_of_the_fall_at_once() -> None:
    player = Player(adding(), of=1)
    step = player.game.apply(player.state, Place(*places_of(player.state, "M")[0]))
    turn = player.game.turn(step.state)
    assert isinstance(turn, Nature)
    fell = player.game.settle(step.state, player.game.resolve(step.state, turn, Dice(3)))
    said = DESK.news(player.scene, tuple(fell.events))
    assert said and "Ann has nothing to pay" in said
    stood = Player(adding())
    after = stood.game.settle(step.state, stood.game.resolve(step.state, turn, Dice(3)))
    assert DESK.news(stood.scene, tuple(after.events)) == "Ann's M stands."
    assert DESK.news(stood.scene, ()) == ""


# --- keys ---------------------------------------------------------------------------------------------


def test_no_key_is_anybody_elses() -> None:
    keymap = KeyMap(PRESETS[LETTERS], letters_typed=True)
    own = {command.id for command in commands.COMMANDS}
    for together in contexts(letters_typed=True):
        if own <= {command.id for command in together}:
            told = clashes([c for c in together if c.group != "now"], keymap)
            assert [line for line in told if "konexi" in line] == []
    for preset in PRESETS:
        for together in contexts():
            if own & {command.id for command in together}:
                told = clashes(together, KeyMap(PRESETS[preset]))
                assert [line for line in told if "konexi" in line] == []


def test_letter_keys_are_letters_whenever_a_word_is_asked_for() -> None:
    """U25: whatever sits on a letter cannot be used while words are typed."""
    player = Player(saying())
    lettered = [c for c in commands.COMMANDS if any(len(k) == 1 and k.isalpha() for k in c.keys)]
    for command in lettered:
        why = DESK.enabled(player.scene, player.pointer, command.id)
        assert bool(why) == (not command.id.startswith(commands.LETTER)), command.id


def test_the_pointer_begins_with_the_whole_tower() -> None:
    pointer: Pointer = DESK.start(scene_of(adding()))
    assert (pointer.view, pointer.zoom, pointer.pan, pointer.hint) == (SIDE, 0, (0, 0), False)


def test_no_typed_word_is_anybody_elses() -> None:
    own = {command.id for command in commands.COMMANDS}
    for together in (*contexts(letters_typed=True), *contexts()):
        if own & {command.id for command in together}:
            words = [command.typed for command in together if command.typed]
            assert sorted({word for word in words if words.count(word) > 1}) == []


def test_the_picture_goes_along_with_the_letter_in_hand() -> None:
    player = Player(adding())
    player.do("choose", "orbit-right")
    assert player.pointer.pan != (0, 0)
    player.do("zone.next")
    assert player.pointer.pan == (0, 0)
    player.do("view", "look", *["nearer"] * 25)
    camera = player.pointer.camera
    player.do(*["zone.next"] * 40)
    assert player.pointer.camera != camera


def test_a_new_tower_is_in_sight_as_a_whole() -> None:
    player = Player(adding())
    player.do("nearer", "orbit-up", "act-give-up", "choose")
    player.plays()
    assert not player.state.tower and (player.pointer.zoom, player.pointer.pan) == (0, (0, 0))
