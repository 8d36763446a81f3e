"""Keys, controls and clicks in the workshop: every step can be made either way, and nothing is lost or raised."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.board.player import Player
from tests.combinations import sample
from tests.games.bricks.board.tables import WORKED, after, begun, bench, built, placed, played, player, seen, settled
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.games.bricks import model
from towergames.games.bricks.board import BOARD
from towergames.games.bricks.board.better_steps import richest, towards_first_tower
from towergames.games.bricks.board.ui_state import card_at_cursor, cards_shown
from towergames.games.bricks.construction import cards_left, insert
from towergames.games.bricks.deal import code_of, quick_tower
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import judge_known_words
from towergames.games.bricks.model import Action, State
from towergames.games.bricks.moves import draft_ledger
from towergames.games.bricks.pieces import WILD, Piece, Tower, card_piece, read_piece, read_tower, write_tower
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.rules import FoundWords
from towergames.games.bricks.solver import Solution
from towergames.games.bricks.text import card_name, step_instruction, step_words

assert BOARD.analysis is not None and BOARD.confirmation is not None
ANALYSIS, CONFIRMATION = BOARD.analysis, BOARD.confirmation
DRAFT_CONTROLS = {
    model.Submit: "bricks.submit",
    model.Clear: "bricks.clear",
    model.UseDraft: "bricks.new",
    model.CopyDraft: "bricks.copy",
    model.DropDraft: "bricks.drop",
}


def card_of(p: Player) -> str:
    return card_at_cursor(p.context)


def at(p: Player, goal: tuple[int, int]) -> Player:
    """The cursor taken to a place of the tower with arrow keys alone."""
    for _ in range(40):
        if p.ui.goal == goal:
            return p
        level, place = p.ui.goal
        order, wanted = (level, place == 0), (goal[0], goal[1] == 0)
        if order != wanted:
            p.key("up" if order < wanted else "down")
        else:
            p.key("right" if place < goal[1] else "left")
    raise AssertionError((p.ui.goal, goal))


def in_zone(p: Player, zone: str) -> Player:
    while p.ui.zone != zone:
        p.key("next")
    return p


def in_tower(p: Player, goal: tuple[int, int]) -> Player:
    return at(in_zone(p, "tower"), goal)


def on_card(p: Player, code: str) -> Player:
    in_zone(p, "cards")
    for _ in range(200):
        if card_of(p) == code:
            return p
        p.key("right")
    raise AssertionError(code)


def wished(p: Player, face: str) -> Player:
    piece = read_piece(face)
    for field in ("shape", "colour"):
        value = getattr(piece, field) or "window"
        for _ in range(5):
            if p.ui.wildcard.field != field:
                p.key("down")
        for _ in range(5):
            if getattr(p.ui.wildcard, field) != value:
                p.key("right")
        if field == "shape" and piece.letter:
            p.key(piece.letter.lower(), str(piece.weight))
    assert p.ui.wildcard.piece.face == face
    return p


def keys_for(state: State, action: Action) -> Player:
    """Make a step with the keyboard alone, from the start of the decision."""
    p = player(state)
    match action:
        case model.Pick(card):
            return on_card(p, card).key("enter")
        case model.Place(piece, level, place):
            made = read_piece(piece)
            on_card(p, made.cards[0])
            if len(made.made_of) == 2:
                on_card(p.press("bricks.stack"), made.made_of[1])
            p.key("enter")
            if made.made_of:
                wished(p, made.face).key("enter")
            return at(p, (level, place)).key("enter")
        case model.Take(level, place):
            return in_tower(p, (level, place)).press("bricks.take")
        case model.Move(level, place, to_level, to_place):
            return at(in_tower(p, (level, place)).key("enter"), (to_level, to_place)).key("enter")
        case model.Swap(level, place, other_level, other_place):
            there = other_place - (other_level == level and other_place > place)
            return at(in_tower(p, (level, place)).key("enter"), (other_level, there)).press("bricks.swap")
        case model.Shift(level, up):
            return in_tower(p, (level, 1)).press("bricks.raise" if up else "bricks.lower")
        case model.Adjust(level, place, by):
            return in_tower(p, (level, place)).press("bricks.heavier" if by > 0 else "bricks.lighter")
        case model.Declare(level, place, face):
            return wished(in_tower(p, (level, place)).press("bricks.declare"), face).key("enter")
        case model.Ask(rule):
            return placed(p.press("bricks.ask"), rule=rule).key("enter")
        case _:
            return p.press(DRAFT_CONTROLS[type(action)])


def clicks_for(state: State, action: Action) -> Player:
    """Make a step with the mouse alone; a two-card wildcard is begun with its key."""
    p = player(state)
    clicks: list[str]
    match action:
        case model.Pick(card):
            clicks = [f"card:{card}"] * 2
        case model.Place(piece, level, place):
            made = read_piece(piece)
            clicks = [f"card:{code}" for code in made.cards]
            if made.made_of:
                values = {"shape": made.shape or "window", "colour": made.colour}
                if made.letter:
                    values |= {"letter": made.letter, "weight": str(made.weight)}
                clicks += [*(f"wish:{name}:{value}" for name, value in values.items()), "control:bricks.pick"]
            if len(made.made_of) == 2:
                placed(p, bar=0).press("bricks.stack")
            clicks.append(_goal(p, level, place))
        case model.Move(level, place, to_level, to_place):
            clicks = [f"piece:{level}.{place}", _goal(p, to_level, to_place, (level, place))]
        case _:
            clicks = [f"control:{DRAFT_CONTROLS[type(action)]}"]
    for spot in clicks:
        p.click(spot)
        keys = [s.key for s in p.picture("board", (120, 30)).spots]
        assert len(keys) == len(set(keys))
    return p


def _goal(p: Player, level: int, place: int, lifted: tuple[int, int] = (0, 0)) -> str:
    own = p.context.view.benches[p.context.seat or 0]
    if place == 0:
        return f"new:{level}"
    size = len(own.draft[level - 1]) - (lifted[0] == level)
    return f"slot:{level}" if place > size else f"piece:{level}.{place}"


def choose_card(p: Player, code: str) -> Player:
    return placed(p, zone="cards", card=cards_shown(p.context).index(code)).key("enter")


STANDING = ("build " + WORKED,)
WILDCARDS = (f"build {WORKED}", "place *=Q4HR 1.1", "place J2TY 5.2", "place Q4HR 0+")

STEPS = (
    (STANDING, model.Place("G3HY", 1, 2)),
    (STANDING, model.Place("G3HY", 1, 6)),
    (STANDING, model.Place("G3HY", 3, 0)),
    (STANDING, model.Place("G3HY", 5, 0)),
    (STANDING, model.Place("G3HY", 0, 0)),
    (STANDING, model.Place("*=E1TB", 2, 1)),
    (STANDING, model.Place("*=#Y", 5, 2)),
    (STANDING, model.Place("(B1TB+P5TR)=Z3HY", 1, 4)),
    ((), model.Place("A5RY", 0, 0)),
    (STANDING, model.Move(1, 1, 1, 3)),
    (STANDING, model.Move(1, 5, 1, 1)),
    (STANDING, model.Move(5, 1, 2, 1)),
    (STANDING, model.Move(2, 1, 0, 0)),
    (STANDING, model.Move(2, 1, 3, 0)),
    (STANDING, model.Move(5, 1, 4, 3)),
    (STANDING, model.Swap(1, 1, 1, 3)),
    (STANDING, model.Swap(2, 2, 4, 1)),
    (STANDING, model.Take(3, 2)),
    (STANDING, model.Take(5, 1)),
    (STANDING, model.Shift(2, True)),
    (STANDING, model.Shift(5, False)),
    (WILDCARDS, model.Declare(2, 1, "A2RB")),
    (WILDCARDS, model.Declare(2, 1, "#Y")),
    (WILDCARDS, model.Adjust(1, 1, 1)),
    (WILDCARDS, model.Adjust(6, 2, -1)),
    (STANDING, model.Clear()),
    (STANDING, model.UseDraft("b")),
    (STANDING, model.CopyDraft("b")),
    ((*STANDING, "copy b"), model.DropDraft("b")),
    (STANDING, model.Submit()),
)
each_step = pytest.mark.parametrize(
    ("lines", "action"), STEPS, ids=lambda value: "" if isinstance(value, tuple) else GAME.notate(value)
)


@each_step
def test_every_kind_of_step_can_be_made_with_keys_and_with_the_mouse(lines: tuple[str, ...], action: Action) -> None:
    state = built(*lines)
    assert GAME.judge(state, action).legal and keys_for(state, action).submitted == action
    if isinstance(action, (model.Place, model.Move, *DRAFT_CONTROLS)):
        assert clicks_for(state, action).submitted == action


@each_step
def test_suggested_steps_are_laid_out_so_that_enter_does_them(lines: tuple[str, ...], action: Action) -> None:
    p = bench(*lines)
    laid = BOARD.advise(p.context, action).ui
    assert laid is not None
    p.see(replace(p.context, ui=laid))
    assert p.ui == laid and p.draft == action
    assert BOARD.describe(p.context).hint and p.main is not None and p.main.effect is not None
    assert not p.main.label.partition(" ")[0].endswith("s"), "a button is an instruction: Take, Copy, Go"
    assert p.key("enter").submitted == action


def test_a_whole_tower_and_a_card_are_laid_out_too() -> None:
    p = bench()
    p.see(replace(p.context, ui=BOARD.advise(p.context, model.Build(WORKED)).ui))
    assert "75" in p.picture().canvas.text() and p.main is not None and p.main.label.startswith("Build this tower: ")
    assert p.key("enter").submitted == model.Build(WORKED) and p.key("back").ui.suggested is None
    duel = player(begun(2, mode="duel", puzzle="S-Y2FN9", first=1))
    card = duel.context.view.pool[20]
    duel.see(replace(duel.context, ui=BOARD.advise(duel.context, model.Pick(card)).ui))
    assert duel.key("enter").submitted == model.Pick(card)


def test_what_is_listed_can_be_made_with_keys() -> None:
    for seats, plies, options in ((1, 0, {}), (1, 9, {}), (2, 4, {"mode": "duel"}), (2, 20, {"size": "mini"})):
        state, _ = played(seats, plies, 3, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        for action in [a for a in GAME.choices(state) if not isinstance(a, model.Build)][::97]:
            assert keys_for(state, action).submitted == action


def test_a_card_goes_where_it_belongs_and_the_cursor_comes_back() -> None:
    state = built(*STANDING)
    p = player(state).key("g", "enter")
    assert (p.ui.held, p.ui.zone, p.ui.goal) == ("G3HY", "tower", (1, 2))
    after(state, at(p, (5, 1)).key("enter"))
    assert p.ui.held == "" and (p.ui.zone, p.ui.goal) == ("cards", (5, 1))
    assert "G3HY" not in cards_shown(p.context)


def test_an_empty_place_looks_for_its_card() -> None:
    state = built(*STANDING)
    p = in_tower(player(state), (1, 6)).key("enter")
    assert p.ui.aim and p.ui.zone == "cards" and "Which card" in p.said
    assert p.key("g").draft == model.Place("G3HY", 1, 6)
    after(state, p.key("enter"))
    assert (p.ui.zone, p.ui.goal, p.ui.aim) == ("tower", (1, 7), False)
    p.key("enter").press("bricks.declare")
    assert p.draft == model.Place("*=#Y", 1, 7) and p.key("back").ui.aim


def test_the_cursor_follows_a_piece_and_a_level() -> None:
    state = built(*STANDING)
    for action, goal in (
        (model.Move(5, 1, 2, 1), (2, 1)),
        (model.Move(5, 1, 0, 0), (1, 1)),
        (model.Move(2, 1, 3, 0), (4, 1)),
        (model.Shift(2, True), (3, 1)),
        (model.Shift(4, False), (3, 1)),
    ):
        p = keys_for(state, action)
        tower = after(state, p).benches[0].draft
        assert p.ui.goal == goal and p.ui.lifted is None and goal[0] <= len(tower)


def test_putting_a_piece_back_where_it_was_is_no_step() -> None:
    p = in_tower(bench(*STANDING), (3, 2)).key("enter")
    assert p.ui.lifted == (3, 2) and p.draft is None
    p.key("enter")
    assert p.submitted is None and p.ui.lifted is None
    p.click("piece:3.2").click("here")
    assert p.submitted is None and p.ui.lifted is None


def test_undo_and_redo_let_go_of_what_was_held() -> None:
    p = bench(*STANDING).key("g", "enter")
    held = p.ui
    p.see(p.context)
    assert p.ui == held
    p.see(seen(built()))
    assert p.ui.held == ""


def test_a_refused_step_keeps_what_is_in_hand() -> None:
    p = bench(*STANDING).key("g", "enter", "enter")
    assert p.submitted is not None
    p.see(p.context)  # nothing was done: the steps are as many as before
    assert p.ui.held == "G3HY" and p.ui.zone == "tower"


def test_adjusting_is_refused_with_its_rule() -> None:
    state = built(*WILDCARDS)
    p = in_tower(player(state), (1, 1)).press("bricks.heavier")
    state = after(state, p)
    p.press("bricks.heavier")
    assert p.submitted is None and p.rule == "R-8" and "already weighs 1 ton more" in p.said
    after(state, p.press("bricks.lighter"))
    assert p.press("bricks.lighter").submitted == model.Adjust(1, 1, -1)
    p = bench(*WILDCARDS)
    assert in_tower(p, (3, 1)).press("bricks.heavier").rule == "R-8" and p.submitted is None
    assert placed(p, zone="cards", goal=(0, 0)).press("bricks.heavier").rule == "R-8"


def test_wildcards_are_refused_with_their_rules() -> None:
    used_up = bench(*STANDING, "place *=E1TB 0+")
    p = in_tower(used_up, (2, 1)).press("bricks.declare")
    assert p.rule == "B-1" and "not a wildcard" in p.said
    p = on_card(placed(bench(*STANDING), bar=0).press("bricks.stack"), WILD).key("enter")
    assert p.rule == "B-3" and p.ui.pairing
    for rule in ("B-1", "B-3", "R-8"):
        assert GAME.rule_sheet.find(rule)


def test_declaring_takes_the_wildcard_of_the_hand_when_the_cursor_is_on_another_piece() -> None:
    p = in_tower(bench(*STANDING), (1, 1)).press("bricks.declare")
    assert p.ui.wildcard is not None and p.ui.wildcard.field == "shape" and "What shall the wildcard be?" in p.said


def test_declaring_previews_and_offers_what_the_readings_allow() -> None:
    p = in_tower(bench(*WILDCARDS), (2, 1)).press("bricks.declare")
    assert p.ui.wildcard.piece.face == "Q4HR" and p.draft is None
    assert p.key("e").draft == model.Declare(2, 1, "E4HR") and p.key("back").ui.wildcard is None
    strict = bench(*STANDING, wild_window=False, heaviest=9, lightest=0)
    on_card(strict, WILD).key("enter")
    keys = {spot.key for spot in strict.picture("hand", (80, 5)).spots}
    assert {"wish:weight:0", "wish:weight:9", "wish:letter:Z"} <= keys and "wish:shape:window" not in keys
    usual = bench(*STANDING).press("bricks.stack")
    assert usual.ui.pairing and len(usual.ui.pair) == 1


def test_escape_goes_back_one_level_and_then_does_nothing() -> None:
    p = placed(bench(*STANDING), card=0).press("bricks.stack").key("enter")
    assert p.ui.wildcard is not None and len(p.ui.pair) == 2
    p.key("back")
    assert p.ui.wildcard is None and len(p.ui.pair) == 1 and p.ui.pairing
    p.press("bricks.leave")
    assert p.ui.pair == () and p.ui.pairing
    assert not p.key("back").ui.busy and "bricks.leave" not in p.controls
    p = in_zone(bench(*STANDING).key("5"), "ledger")
    assert p.key("back").ui.zone == "tower" and p.key("back").ui.filters == frozenset()
    clear = p.ui
    assert p.key("back").ui == clear and p.said == "" and p.submitted is None


def test_cards_are_sorted_filtered_and_found() -> None:
    p = player(begun(puzzle="S-Y2FN9"))
    left = cards_left((), p.context.view.materials)
    orders = set()
    for _ in range(4):
        codes = cards_shown(p.context)
        assert sorted(codes) == sorted(left.elements()) and codes[-1] == WILD
        orders.add(codes)
        p.press("bricks.sort")
    assert len(orders) == 4 and p.ui.order == "colour"
    first, second = (p.key("e").ui.card for _ in range(2))
    assert card_of(p)[0] == "E" and first != second
    reached = set()
    for key in ("down",) * 3 + ("left",) * 40:
        reached.add(p.key(key).ui.card)
    assert reached == set(range(34))
    assert placed(p, card=0).key("up").ui.bar == 0 and p.key("down").ui.bar == -1
    assert p.press("bricks.filter").ui.bar == 0 and p.main is not None and p.main.label == "Show only red cards"
    assert p.key("enter").ui.filters == frozenset({"red"})
    assert all(code[-1] == "R" or code == WILD for code in cards_shown(p.context))
    p.click("filter:blue").key("3")
    assert all(code == WILD or (code[-1] in "RB" and code[1] == "3") for code in cards_shown(p.context))
    placed(p, filters=frozenset()).click("filter:window")
    assert "no Q" in p.key("q").said


def test_without_a_card_left_nothing_asks_for_filters_that_are_not_there() -> None:
    p = player(begun(puzzle="S-Y2FN9"))
    p.see(replace(p.context, view=replace(p.context.view, materials=())))
    assert cards_shown(p.context) == ()
    assert BOARD.describe(p.context).hint == "All cards are in the tower."
    assert "All cards are in the tower. Take a piece back, or hand in." in p.key("enter").said


def test_filters_work_while_cards_are_drafted() -> None:
    p = player(begun(2, mode="duel", puzzle="S-Y2FN9", first=1)).press("bricks.filter").key("enter")
    assert p.ui.filters == frozenset({"red"}) and p.submitted is None


def test_equal_cards_are_told_apart_by_the_mouse() -> None:
    p = bench(puzzle="#R #R #R A5RY B4RB C3RB")
    spots = [spot.key for spot in p.picture("hand", (80, 5)).spots]
    assert {"card:#R", "card:#R~2", "card:#R~3"} <= set(spots)
    assert p.click("card:#R~2").ui.held == "#R"


def test_drafts_are_begun_copied_switched_compared_and_dropped() -> None:
    state = built(*STANDING)
    p = player(state).press("bricks.copy")
    state = after(state, p)
    assert [draft.name for draft in state.benches[0].drafts] == ["a", "b"]
    assert p.press("bricks.compare").ui.compare == "a"
    assert p.press("bricks.compare").ui.compare == ""
    assert p.press("bricks.compare").key("back").ui.compare == ""
    assert p.press("bricks.draft").submitted == model.UseDraft("a")
    assert p.click("draft:a").submitted == model.UseDraft("a")
    assert p.press("bricks.drop").submitted == model.DropDraft("b")
    p.press("bricks.compare").click("draft:b")
    assert p.submitted is None and p.ui.compare == "" and p.ui.zone == "tower"
    one = bench(*STANDING)
    for control in ("bricks.drop", "bricks.compare", "bricks.draft"):
        assert "only draft" in one.press(control).said and one.controls[control].place == "list"
    nine = bench(*STANDING, *(f"copy d{n}" for n in range(8)))
    assert "9 drafts" in nine.press("bricks.new").said
    assert "nothing to clear" in bench().press("bricks.clear").said


@pytest.mark.parametrize(
    ("steps", "options", "fact"),
    [
        (STANDING, {}, "All rules kept, 75 points."),
        ((), {}, "An empty tower scores nothing."),
        ((), {"ledger": "blind"}, "An empty tower scores nothing."),
        (
            ("build A5RY",),
            {},
            'The tower breaks "4 levels A to Z" and 3 more rules, so it would score nothing.',
        ),
        (("build A5RY",), {"discovery": True}, 'The tower breaks "4 levels A to Z", so it would score nothing.'),
        (STANDING, {"ledger": "blind"}, "The score is shown when all towers are handed in."),
    ],
)
def test_handing_in_is_confirmed(steps: tuple[str, ...], options: dict[str, Any], fact: str) -> None:
    p = bench(*steps, **options)
    asked = CONFIRMATION(p.context, model.Submit())
    assert asked is not None and (asked.fact, asked.deed) == (fact, "hand it in")
    assert CONFIRMATION(p.context, model.UseDraft("b")) is None


def test_the_longest_word_is_typed_where_it_must_be() -> None:
    p = bench(*STANDING, longest="typed").press("bricks.submit")
    assert p.submitted is None and p.ui.word == "" and p.key("enter").submitted == model.Submit("")
    p.key("w")
    assert p.press("main").submitted is None and p.rule == "B-14"
    p.key(*"arnedx")
    assert p.press("bricks.take").ui.word == "WARNED"
    assert p.main is not None and p.main.label == "Hand in with WARNED"
    assert p.key("enter").submitted == model.Submit("WARNED")
    assert p.press("bricks.leave").ui.word is None


def test_at_zero_the_draft_is_handed_in_with_the_word_that_is_typed() -> None:
    complete = BOARD.complete
    assert complete is not None
    assert complete(bench(*STANDING).context, model.Submit()) == model.Submit()
    asked = bench(*STANDING, longest="typed").press("bricks.submit").key(*"war")
    assert complete(asked.context, model.Submit()) == model.Submit("WAR")
    assert complete(asked.context, model.Pick("A5RY")) == model.Pick("A5RY")


def test_rules_are_asked_for_in_discovery_only() -> None:
    assert "open" in bench(*STANDING).press("bricks.ask").said
    state = built(discovery=True)
    p = player(state).press("bricks.ask")
    assert p.ui.zone == "ledger" and p.draft == model.Ask(p.ui.rule)
    asked = p.key("enter").submitted
    assert isinstance(asked, model.Ask) and GAME.judge(state, asked).legal


def test_lines_of_the_ledger_open_their_rule() -> None:
    p = bench(*STANDING, "raise 1").click("rule:5")
    assert p.rule == "" and p.key("enter").rule == "R-5" and "weighs 12 tons" in p.said
    assert p.click("rule:5").rule == "R-5" and p.key("down").ui.rule == 6
    assert p.key("up", "right").ui.rule not in (5, 6) and p.key("left").ui.rule == 5
    for rule in range(1, 37):
        assert placed(p, rule=rule).key("enter").rule == f"R-{rule}" and p.said and GAME.rule_sheet.find(p.rule)


def test_typed_questions_are_answered() -> None:
    p = bench(*STANDING, "copy b", "take 5.1")
    assert p.line("ledger 14").lines[0].startswith("Different sizes (14): +12, sizes 5 3 4 2.")
    assert len(p.line("ledger").lines) == 36 and "1 to 36" in p.line("ledger xx").lines[0]
    assert p.line("ledger pair").lines[0].startswith("One pair only (11): kept.")
    compared = "Draft b: all rules kept, 68 points. Draft a: all rules kept, 75 points."
    assert p.line("compare a").lines[0] == compared
    assert "Compare with a." in p.line("compare z").lines[0]
    assert bench().line("compare b").lines[0].startswith("You have only this draft")
    assert p.line("fly 3").lines == ()
    shut = player(built(*STANDING, seats=2, first=1), seat=None)
    for question in ("ledger", "compare b"):
        assert shut.line(question).lines == ("No tower is shown now. Ask again when you build.",)


def test_a_duel_takes_cards_from_the_table() -> None:
    state = begun(2, mode="duel", puzzle="S-Y2FN9", first=1)
    p = player(state).key("j")
    action = p.draft
    assert isinstance(action, model.Pick) and action.card[0] == "J"
    assert p.main is not None and p.main.label == f"Take {card_name(action.card)}"
    assert p.key("enter").submitted == action
    assert player(state, seat=1).main is None
    assert set(p.controls) == {"bricks.pick", "bricks.sort", "bricks.filter"}
    assert all(
        "First take cards" in spec.when or spec.id == "bricks.sheet"
        for spec in BOARD.spec.specs
        if spec.keys and spec.id not in p.controls
    )
    spots = placed(p, bar=-1).click(f"card:{action.card}")
    assert spots.submitted == action, "the second click on a card takes it"


def test_who_waits_can_look_but_not_build() -> None:
    state = built(*STANDING, "submit", seats=2, first=1)
    p = player(state, seat=0)
    assert not p.context.may_act and p.draft is None
    assert not {"bricks.take", "bricks.submit", "bricks.raise", "bricks.declare"} & set(p.controls)
    assert placed(p, zone="ledger", rule=14).key("enter").rule == "R-14"
    assert player(state, seat=None).ui.zone == "tower"


def test_labels_say_what_is_done_in_32_characters() -> None:
    for lines, action in STEPS:
        p = bench(*lines)
        p.see(replace(p.context, ui=BOARD.advise(p.context, action).ui))
        assert p.main is not None
        for control in (p.main, *bench(*lines).controls.values()):
            assert control.label and len(control.label) <= 32, control.label
    p = bench(*STANDING)
    assert p.key("s").main.label == "Pick up red S"  # type: ignore[union-attr]
    assert p.key("enter").main.label == "Put S on level 6: 1 rule to go"  # type: ignore[union-attr]
    assert in_tower(bench(*STANDING), (2, 1)).controls["bricks.raise"].label == "Level 2 up"


def test_the_first_help_is_one_step_on_the_board_and_never_to_hand_in() -> None:
    state = built(*STANDING, "raise 1")
    p = player(state)
    first, second = (BOARD.tip(p.context, given) for given in range(2))
    assert first is not None and second is not None and BOARD.tip(p.context, 2) is None
    assert first.text == "Move level 1 up: all rules kept, 75 points." and first.action == model.Shift(1, True)
    p.see(replace(p.context, ui=BOARD.advise(p.context, first.action).ui))
    assert p.picture("board", (80, 15)).cursor is not None and p.key("enter").submitted == first.action
    assert second.text.startswith("Lighter upwards (5) is broken: level 2 weighs 12 tons")
    assert second.action is None
    assert BOARD.tip(player(built(*STANDING), seat=None).context, 0) is None


KNOWN = json.loads((Path(__file__).parents[1] / "best_known.json").read_text(encoding="ascii"))


@pytest.mark.parametrize("code", ["M-9C8NX", *sorted(KNOWN)[::12]])
def test_help_builds_a_good_legal_tower_step_by_step(code: str) -> None:
    state = begun(puzzle=code)
    promised: set[int | None] = set()
    for _ in range(60):
        p = player(state)
        tip = BOARD.tip(p.context, 0)
        assert tip is not None
        if tip.action is None:
            break
        if "part of a legal tower" in tip.text:
            promised.add(tip.points)
        assert not isinstance(tip.action, model.Submit) and "hand" not in tip.text.lower()
        assert "+0 points" not in tip.text and not re.search(r"-\d+ points? once", tip.text)
        p.see(replace(p.context, ui=BOARD.advise(p.context, tip.action).ui))
        assert p.key("enter").submitted == tip.action
        state = GAME.apply(state, tip.action).state
    assert tip.text == "No single step makes the tower better. A search may find a better tower."
    score = draft_ledger(state, state.benches[0].draft).score
    assert score is not None and score > 0.5 * KNOWN.get(code, {"score": 0})["score"]
    assert len(promised) == 1 and score >= max(promised, key=lambda points: points or 0)  # type: ignore[operator]


def test_where_no_step_mends_a_tower_help_has_another_whole_one() -> None:
    state = built("build E5TY / O4HB / H2HY / #B N1TB", puzzle=code_of("mini", 1110))
    tip = BOARD.tip(player(state).context, 0)
    assert tip is not None and isinstance(tip.action, model.Build)
    assert tip.text == f"No single step mends this tower. Another one keeps all rules: {tip.points} points."
    state = GAME.apply(state, tip.action).state
    assert draft_ledger(state, state.benches[0].draft).score == tip.points


def test_an_exchange_is_one_step_of_help_with_the_names_of_both_pieces() -> None:
    def told(tower: str) -> str:
        return step_words(model.Build(tower), read_tower(WORKED))

    assert told(WORKED.replace("E4TB N5RB", "B1TB E4TB")) == "puts blue B for blue N on level 2"
    assert told("R3RY" + WORKED[4:].replace("/ R3RY", "/ A5RY")) == "swaps yellow A and yellow R"
    for other in (WORKED, "A5RY", "no tower", WORKED.replace("N5RB", "B1TB").replace("O5HY", "G3HY")):
        assert told(other) == "builds a whole tower"
    state = built("build " + WORKED.replace("E4TB N5RB", "B1TB E4TB"))
    p = player(state)
    p.see(replace(p.context, ui=BOARD.advise(p.context, model.Build(WORKED)).ui))
    assert BOARD.describe(p.context).hint.startswith("The hint puts blue N for blue B on level 2: ")
    assert p.key("enter").submitted == model.Build(WORKED)


def test_a_legal_tower_and_hidden_rules_have_no_first_tower() -> None:
    assert towards_first_tower(bench(f"build {WORKED}").context) is None
    assert towards_first_tower(bench(discovery=True).context) is None
    assert towards_first_tower(bench(puzzle="A5RY A4RY A3RY A2RY A1RY #Y").context) is None


def thrown(seed: int, count: int) -> State:
    """A tower of so many cards, each put by lot into a level of its colour or on a level of its own."""
    draw, state = random.Random(seed), built()
    for code in draw.sample([code for code in state.materials if code != "*"], count):
        piece, tower = card_piece(code), state.benches[0].draft
        own = [n for n, row in enumerate(tower, 1) if row[0].colour == piece.colour and len(row) < 6]
        level = draw.choice([*own, *own, -draw.randint(0, len(tower)) - 1])
        goal = (level, draw.randint(1, len(tower[level - 1]) + 1)) if level > 0 else (-level - 1, 0)
        state = GAME.apply(state, model.Place(code, *goal)).state
    return state


NO_WINDOW_LEFT = "A5RY R3HY W4RY / E4TB N5RB / D4RB T3HB / O5HY / R3RY"
HELPED: tuple[Callable[[], State], ...] = (
    built,
    lambda: built("build A5RY R3HY"),
    lambda: built("build X4RB R1RB", puzzle="M-268KF"),
    lambda: built(f"build {NO_WINDOW_LEFT}", puzzle=NO_WINDOW_LEFT.replace(" /", "") + " B1TB"),
    lambda: built(*STANDING),
    lambda: built(*STANDING, "raise 1"),
    *(partial(thrown, count, count) for count in (3, 8, 14, 20)),
)


@pytest.mark.parametrize("made", HELPED)
def test_points_are_named_only_where_a_step_that_is_named_too_brings_them(made: Callable[[], State]) -> None:
    state = made()
    p = player(state)
    tip = BOARD.tip(p.context, 1)
    before = draft_ledger(state, state.benches[0].draft)
    steps = richest(p.context, 2)
    assert (tip is None) == (before.legal and not steps)  # then a search is due
    assert tip is None or tip.text.startswith("More points: ") == before.legal
    told = " ".join(BOARD.read_out(p.context).board)
    for tried in steps:
        assert GAME.judge(state, tried.step).legal
        then = draft_ledger(state, GAME.apply(state, tried.step).state.benches[0].draft)
        assert then.raw_total - before.raw_total == tried.more > 0
        assert set(then.violations) <= set(before.violations)
        if before.legal:
            assert tip is not None
            assert f"{step_instruction(tried.step, state.benches[0].draft)}, +{tried.more} point" in tip.text
        assert f"{GAME.notate(tried.step)}, +{tried.more} point" in told
        for rule, points in tried.gains[:2]:
            assert then.points[rule] - before.points[rule] == points > 0
            assert f"{RULE_NAMES[rule]} +{points}" in told


@pytest.mark.parametrize(
    ("tower", "code", "level", "goal"),
    [
        ("", "A5RY", 0, (0, 0)),  # there is no level yet
        ("A5RY", "R3HY", 1, (1, 2)),  # the level of its colour has room
        ("E4TB", "A5RY", 1, (0, 0)),  # 5 tons belong below 4 tons
        ("A5RY / E4TB", "I2RR", 1, (2, 0)),  # 2 tons belong on top of 4
        ("A5RY R3HY / I2RR", "E4TB", 2, (1, 0)),  # 4 tons belong between 8 and 2
        ("E4TB N5RB #B / B1TB", "T3HB", 2, (2, 2)),  # no place is better than the level under the cursor
    ],
)
def test_the_first_place_offered_for_a_card(tower: str, code: str, level: int, goal: tuple[int, int]) -> None:
    p = placed(bench(*([f"build {tower}"] if tower else [])), goal=(level, 1) if level else (0, 0))
    assert (choose_card(p, code).ui.held, p.ui.goal) == (code, goal)


def least_broken(tower: Tower, piece: Piece, goal: tuple[int, int]) -> tuple[bool, int]:
    """Whether the tower is illegal with the piece there, and how many breaches of rules are new."""
    before, then = (
        Counter(breach.rule for breach in judge_known_words(shown, FoundWords()).breaches)
        for shown in (tower, insert(tower, piece, *goal))
    )
    return bool(then), (then - before).total()


@pytest.mark.parametrize("count", [2, 5, 9, 14, 20])
def test_the_first_place_offered_breaks_no_rule_more_than_necessary(count: int) -> None:
    for seed in range(1, sample(2, 7)):
        state = thrown(seed, count)
        start, tower = player(state).context, state.benches[0].draft
        for level in range(len(tower) + 1):
            there = replace(start, ui=replace(start.ui, goal=(level, 1) if level else (0, 0)))
            for code in sorted(set(cards_left(tower, state.materials)) - {"*"})[::3]:
                piece, p = card_piece(code), choose_card(Player(BOARD, there), code)
                assert p.ui.held == code
                own = [n for n, row in enumerate(tower, 1) if row[0].colour == piece.colour and len(row) < 6]
                places = [(n, place) for n in own for place in range(1, len(tower[n - 1]) + 2)]
                places += [(n, 0) for n in range(len(tower) + 1)]
                assert least_broken(tower, piece, p.ui.goal) == min(least_broken(tower, piece, at) for at in places)


def test_a_card_that_makes_the_tower_legal_is_offered_there() -> None:
    state = built(*STANDING, "take 5.1")
    for level in range(1, 5):
        p = choose_card(placed(player(state), goal=(level, 1)), "R3RY")
        legal = GAME.apply(state, model.Place(p.ui.held, *p.ui.goal)).state
        assert draft_ledger(legal, legal.benches[0].draft).legal


def test_where_the_ledger_is_closed_the_first_place_tells_nothing_of_it() -> None:
    assert choose_card(bench("build A5RY / E4TB", ledger="blind"), "Q4HR").ui.goal == (2, 0)


def test_the_search_for_the_puzzle_of_a_day_finds_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.games.bricks.board.analysis.STEPS_OF_THE_DAY", 5)
    over = player(built("submit", puzzle="2026-11-21", size="mini"), day="2026-11-21").context
    monkeypatch.setattr("towergames.games.bricks.board.analysis.SEARCHES_OF_THE_DAY", 0)
    known = ANALYSIS.search(over, Clock(iterations=10), lambda _: None).action
    assert isinstance(known, model.Build)
    monkeypatch.setattr("towergames.games.bricks.board.analysis.SEARCHES_OF_THE_DAY", 2)
    found = []
    for tip in ("", "slow"):
        clock = ANALYSIS.budget(over, 0.001)
        assert clock.iterations == 5
        tell: Callable[[Any], None] = (lambda _: time.sleep(0.05)) if tip else (lambda _: None)
        found.append(ANALYSIS.search(over, clock, tell, [known]))
    assert found[0] == found[1] and found[0].action is not None
    assert ANALYSIS.budget(replace(over, measure=known), 1.0).iterations is None, "once decided, more may be searched"
    assert ANALYSIS.budget(replace(over, day=""), 1.0).iterations is None
    report = ANALYSIS.report(replace(over, measure=found[0].action))
    assert f"The day's search: {found[0].points} points; " in " ".join(report.honours)
    assert ANALYSIS.report(over).honours == () and ANALYSIS.report(over).share


def test_the_end_is_reported_only_where_it_means_something() -> None:
    p = bench(*STANDING)
    report = ANALYSIS.report(replace(p.context, measure=model.Build(WORKED)))
    assert report.honours == report.comparison == () and report.share == ""
    assert BOARD.describe(p.context).news == ""


def test_a_duel_is_measured_by_a_tower_of_the_players_own_cards() -> None:
    state, _ = played(2, 400, mode="duel", size="mini", first=1)
    mine, other = (player(state, seat=seat).context for seat in (1, 0))
    card = next(card for card in mine.view.cards_of(1) if card_piece(card).letter)
    assert card not in other.view.cards_of(0), "each card is dealt once"
    assert isinstance(mine.turn, Over)
    measure = model.Build(card)
    assert card in ANALYSIS.report(replace(mine, measure=measure)).comparison[1]
    report = ANALYSIS.report(replace(other, measure=measure))
    assert report.honours == report.comparison == ()


def test_the_hand_in_is_compared_level_by_level_with_what_would_have_scored_most() -> None:
    over = player(built("place S1HR 0+", "submit")).context
    report = ANALYSIS.report(replace(over, measure=model.Build(WORKED)))
    told = report.comparison
    levels = [line for line in told if line.startswith(("The best: Level", "Ann: Level", "Ann: No level"))]
    assert len(levels) % 2 == 0 and levels[-1] == "Ann: Level 1, red, 1 ton: S1HR."
    assert report.missed == (
        "Windows & JQXZ: 24 in the best tower (6 windows, 0 JQXZ), 0 in Ann's (0 windows, 0 JQXZ).",
        "Different sizes: 15 in the best tower (sizes 5 3 4 2 1), 3 in Ann's (sizes 1).",
        "Longest word: 10 in the best tower (NARROWED), 0 in Ann's (no word).",
    )
    assert set(report.missed) <= set(told)
    assert report.missed[0] in BOARD.draw(replace(over, measure=model.Build(WORKED)), "hand", (120, 5)).canvas.text()


def test_a_legal_tower_below_bronze_stands_and_a_broken_one_has_no_medal() -> None:
    best = model.Build(WORKED)
    thin = "I2RR P5TR / G3HY R3HY #Y / W4RY / T3HB / B1TB"
    over = player(built(f"build {thin}", "submit")).context
    points = over.view.points[0]
    assert 0 < points < 38
    said = f"Ann: it stands, and bronze is {38 - points} points away."
    assert ANALYSIS.report(replace(over, measure=best)).honours[1] == said
    broken = player(built("build A5RY", "submit")).context
    assert ANALYSIS.report(replace(broken, measure=best)).honours[1] == "Ann: no medal."


def test_a_medal_stands_beside_the_name_of_the_tower_once_it_is_known() -> None:
    over = player(built(f"build {WORKED}", "submit")).context

    def title(**changes: Any) -> str:
        return BOARD.draw(replace(over, **changes), "board", (80, 15)).canvas.row(0).rstrip()

    assert title().endswith("Ann: 75") and title(measure=model.Build(WORKED)).endswith("Ann: 75, gold")
    assert title(measure=model.Build(WORKED), counts=False).endswith("Ann: 75")


def test_help_tells_nothing_of_rules_that_are_not_known() -> None:
    p = bench("build A5RY R3HY / E4TB N5RB #B #B #B", discovery=True)
    own = p.context.view.benches[0]
    for told in range(2):
        tip = BOARD.tip(p.context, told)
        assert tip is not None
        for number in {*range(1, 37)} - {1, 2, 4, 5, 9, 26, 27, *own.known}:
            assert RULE_NAMES[number] not in tip.text


def test_what_stays_for_the_next_decision() -> None:
    p = bench(*STANDING).press("bricks.sort").key("5", "enter")
    held = p.ui
    assert held.held
    p.see(p.context, new=True)
    assert p.ui.held == "" and (p.ui.order, p.ui.filters) == (held.order, held.filters)
    p.see(replace(seen(built(*STANDING, seats=2, first=1), seat=None), ui=held))
    assert not p.ui.busy


def test_controls_are_typed_and_have_a_plain_key_beside_any_ctrl_key() -> None:
    for spec in BOARD.spec.specs:
        assert spec.typed and spec.when
        assert not spec.keys or not all(key.startswith("ctrl") for key in spec.keys)


def test_typed_names_of_controls_are_no_steps() -> None:
    """A typed step goes before a control of the same first word."""
    steps = ("place", "take", "move", "swap", "raise", "lower", "declare", "stack", "adjust", "clear", "draft", "copy")
    for spec in BOARD.spec.specs:
        assert spec.typed[0] not in (*steps, "drop", "build", "ask", "submit", "pick")


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    state = built(*STANDING, "copy b", "draft a")
    p = placed(player(state), zone="tower")
    keys = {spot.key for spot in (*p.picture("board", (80, 15)).spots, *p.picture("hand", (80, 5)).spots)}
    assert {"level:1", "piece:1.1", "slot:5", "new:0", "new:5", "card:G3HY", "draft:a", "draft:b"} <= keys
    assert {"control:bricks.sort", "control:bricks.filter", "rule:33", "rule:4"} <= keys
    for line in ("raise 5", "take 1.9", "move 1.1 2.9"):
        refusal = GAME.judge(state, GAME.parse(line, state)).refusals[0]
        assert not refusal.at or refusal.at in keys


def test_the_word_list_is_read_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("towergames.games.bricks.board.position.warm", lambda _: done.append("words"))
    assert BOARD.background is not None
    BOARD.background.prepare(bench(*STANDING).context)
    assert done == ["words"]


def test_while_cards_are_drafted_help_names_a_card_and_nothing_is_searched_for() -> None:
    p = player(begun(2, mode="duel", size="mini", puzzle="random", first=1))
    for given_tips in (0, 1, 5):
        tip = BOARD.tip(p.context, given_tips)
        assert tip is not None and isinstance(tip.action, model.Pick) and card_name(tip.action.card) in tip.text
        assert tip.action.card in p.context.view.pool


@pytest.mark.parametrize("day", ["2026-11-21", ""])
def test_the_search_of_a_duel_begins_with_the_towers_handed_in(monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    """Drafted cards are nobody's puzzle of a day, whatever the day was whose cards were drafted."""
    state, dice = begun(2, mode="duel", first=1, puzzle=day or "random"), Dice(1)
    while isinstance(GAME.turn(state), Decide):
        step: model.Action = model.Submit()
        made = quick_tower(state.cards_of(state.active), 0) if state.phase == "build" else None
        if state.phase == "pick":
            step = GAME.choices(state).sample(dice)
        elif made is not None and not state.benches[state.active].draft:
            step = model.Build(write_tower(made))
        state = settled(GAME.apply(state, step).state)

    def solve(*_: Any, **__: Any) -> Solution:
        return Solution((), None, 0.1, 1, 200, "it is loose", False)

    monkeypatch.setattr("towergames.games.bricks.solver.solve", solve)
    assert any(state.points)
    for seat, points in enumerate(state.points):
        c = replace(player(state, seat=seat).context, day=day)
        assert ANALYSIS.budget(c, 9.0).iterations is None
        told: list[Any] = []
        best = ANALYSIS.search(c, Clock(iterations=1), told.append)
        if points:
            assert told[0].points == best.points == points
            honours = ANALYSIS.report(replace(c, measure=best.action)).honours
            assert honours[0].startswith(f"Best tower known: {points} points")


@pytest.mark.parametrize(
    ("best", "said"),
    [
        (None, "Yours has 75, enough for gold so far: it is worth handing in."),
        (83, "Yours has 75, enough for gold so far: it is worth handing in."),
        (84, "Yours has 75, enough for silver so far."),
        (150, "Yours has 75, enough for bronze so far."),
        (151, "no tower has more than 200."),
    ],
)
def test_a_search_says_which_medal_the_builders_tower_takes_but_nothing_below_bronze(
    monkeypatch: pytest.MonkeyPatch, best: int | None, said: str
) -> None:
    def solve(*_: Any, **__: Any) -> Solution:
        return Solution(read_tower(WORKED) if best else None, best, 0.1, 1, 200, "it is loose", False)

    monkeypatch.setattr("towergames.games.bricks.solver.solve", solve)
    c = bench(*STANDING).context
    assert ANALYSIS.search(c, Clock(iterations=1), lambda _: None).text.endswith(said)
    assert "Yours" not in ANALYSIS.search(replace(c, counts=False), Clock(iterations=1), lambda _: None).text
    assert "Yours" not in ANALYSIS.search(bench().context, Clock(iterations=1), lambda _: None).text


def test_the_line_gives_the_reason_why_a_rule_would_be_broken_and_else_why_one_is() -> None:
    line = BOARD.describe(bench("build A5RY").context).hint
    assert line.endswith("3 rules to go. Build at least 4 levels, 2 so far."), line
    p = bench(*STANDING)
    p.key("s")
    line = BOARD.describe(p.context).hint
    assert "breaks " in line and line.count(".") == 2 and not line.endswith("to go."), line


def test_a_step_that_keeps_no_rule_gives_the_reason_of_one_that_is_left() -> None:
    p = bench("build A5RY / Q4HR")
    tip = BOARD.tip(p.context, 0)
    assert tip is not None and "Build at least 4 levels, 3 so far." in tip.text
    assert " 0 points" not in tip.text and "+0" not in tip.text


@pytest.mark.parametrize("size", [(80, 5), (120, 13), (160, 13)])
def test_no_card_moves_under_the_mouse(size: tuple[int, int]) -> None:
    state = begun(puzzle="S-Y2FN9")
    p = player(state)
    before = {spot.key: (spot.x, spot.y) for spot in p.picture("hand", size).spots if spot.key.startswith("card:")}
    assert len(before) == 34
    for card in ("card:H3TR", "card:M3RB", "card:#Y"):
        p.click(card)
        held = {spot.key: (spot.x, spot.y) for spot in p.picture("hand", size).spots if spot.key.startswith("card:")}
        p.click("new:0")
        state = after(state, p)
        gone = set(before) - {spot.key for spot in p.picture("hand", size).spots}
        assert card in gone and card not in held
        for now in (held, {spot.key: (spot.x, spot.y) for spot in p.picture("hand", size).spots}):
            assert all(before[key] == place for key, place in now.items() if key.startswith("card:"))


def test_a_click_on_a_card_turns_no_page() -> None:
    p = player(begun(4, mode="duel", puzzle="S-Y2FN9", first=1))
    pages = set()
    for _ in range(12):
        spots = [spot for spot in p.picture("hand", (80, 5)).spots if spot.key.startswith("card:")]
        pages.add(tuple(spot.key for spot in spots))
        for spot in spots:
            assert [s.key for s in p.click(spot.key).picture("hand", (80, 5)).spots[2:]] == [s.key for s in spots]
        p.key("down")
    assert len(pages) > 1


def test_a_typed_card_is_taken_in_hand_and_cards_are_completed_by_name() -> None:
    p = bench(*STANDING)
    assert p.line("yellow J").ui.held == "J2TY" and p.line("QR").ui.held == "Q4HR"
    assert p.line("red window").ui.held == "#R" and p.line("wildcard").ui.wildcard is not None
    assert "B1TB or C2RB" in p.line("blue brick").said
    assert p.line("yellow Q").lines == () and "G3HY" not in p.line("g").ui.held
    offered = BOARD.typed_in_words(p.context)
    assert {"place yellow G on level 1", "place red window as a new level 6", "place wildcard on level 5"} <= set(
        offered
    )
    for line in offered:
        assert GAME.judge(built(*STANDING), GAME.parse(line, built(*STANDING))).legal, line
    drafting = player(begun(2, mode="duel", puzzle="S-Y2FN9", first=1)).context
    picks = BOARD.typed_in_words(drafting)
    assert "pick yellow hexagon E" in picks and len(picks) == len(set(drafting.view.pool))
    assert not BOARD.typed_in_words(player(built(*STANDING), seat=None).context)


@pytest.mark.parametrize("closing", ["bricks.sheet", "back"])
@pytest.mark.parametrize("zone", ["cards", "tower"])
def test_the_score_sheet_closes_where_it_was_opened(zone: str, closing: str) -> None:
    p = in_zone(bench(*STANDING), zone).press("bricks.sheet")
    assert p.ui.zone == "ledger" and p.controls["bricks.sheet"].label == "Close the score sheet"
    p.key(closing) if closing == "back" else p.press(closing)
    assert p.ui.zone == zone
