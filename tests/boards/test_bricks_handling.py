"""Keys and clicks in the workshop: every step can be made either way, and nothing is lost or raised."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.boards.bricks_tables import WORKED, after, begun, built, played, press, seen, typed
from towergames.boards.bricks import DESK, sorting
from towergames.boards.bricks.commands import DEEDS, LETTERS
from towergames.boards.bricks.pointer import ACTS, CARDS, LEDGER, TOWER, Pointer
from towergames.boards.desk import Reply, Scene
from towergames.core.bot import Clock
from towergames.core.contract import Decide
from towergames.games.bricks.construction import cards_left, insert
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import settle
from towergames.games.bricks.model import (
    Action,
    Adjust,
    Ask,
    Build,
    Clear,
    CopyDraft,
    Declare,
    DropDraft,
    Move,
    Pick,
    Place,
    Shift,
    State,
    Submit,
    Swap,
    Take,
    UseDraft,
    View,
)
from towergames.games.bricks.moves import ledger_for
from towergames.games.bricks.pieces import WILD, Piece, Tower, card_piece, read_piece
from towergames.games.bricks.words import Found
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


def at(scene: Scene[View], pointer: Pointer, goal: tuple[int, int]) -> Pointer:
    """The cursor taken to a place of the tower with arrow keys alone."""
    for _ in range(40):
        if pointer.goal == goal:
            return pointer
        level, place = pointer.goal
        order = (level, place == 0)
        wanted = (goal[0], goal[1] == 0)
        if order != wanted:
            pointer = press(scene, pointer, "move.up" if order < wanted else "move.down").pointer
        else:
            pointer = press(scene, pointer, "move.right" if place < goal[1] else "move.left").pointer
    raise AssertionError((pointer.goal, goal))


def in_tower(scene: Scene[View], goal: tuple[int, int]) -> Pointer:
    """A fresh cursor on a place of the tower."""
    pointer = DESK.start(scene)
    while pointer.zone != TOWER:
        pointer = press(scene, pointer, "zone.next").pointer
    return at(scene, pointer, goal)


def on_card(scene: Scene[View], pointer: Pointer, code: str) -> Pointer:
    """The cursor on a card, with arrow keys alone."""
    while pointer.zone != CARDS:
        pointer = press(scene, pointer, "zone.next").pointer
    for _ in range(200):
        if sorting.at_cursor(scene, pointer) == code:
            return pointer
        pointer = press(scene, pointer, "move.right").pointer
    raise AssertionError(code)


def wished(scene: Scene[View], pointer: Pointer, face: str) -> Pointer:
    """A wildcard declared with the keyboard."""
    piece = read_piece(face)
    for field in ("shape", "colour"):
        value = getattr(piece, field) or "window"
        for _ in range(5):
            if pointer.wish is not None and pointer.wish.field == field:
                break
            pointer = press(scene, pointer, "move.down").pointer
        for _ in range(5):
            if pointer.wish is not None and getattr(pointer.wish, field) == value:
                break
            pointer = press(scene, pointer, "move.right").pointer
        if field == "shape" and piece.letter:
            pointer = press(scene, pointer, f"bricks.letter.{piece.letter.lower()}", f"digit.{piece.weight}").pointer
    assert pointer.wish is not None and pointer.wish.face == face
    return pointer


def keys_for(scene: Scene[View], action: Action) -> Reply[Action]:
    """Make a step with the keyboard alone, from the start of the decision."""
    start = DESK.start(scene)
    match action:
        case Pick(card):
            return press(scene, on_card(scene, start, card), "choose")
        case Place(piece, level, place):
            made = read_piece(piece)
            if not made.made_of:
                held = press(scene, on_card(scene, start, piece), "choose").pointer
            else:
                if made.made_of == (WILD,):
                    asked = press(scene, on_card(scene, start, WILD), "choose").pointer
                else:
                    one = press(scene, on_card(scene, start, made.made_of[0]), "bricks.stack").pointer
                    asked = press(scene, on_card(scene, one, made.made_of[1]), "choose").pointer
                held = press(scene, wished(scene, asked, made.face), "choose").pointer
            return press(scene, at(scene, held, (level, place)), "choose")
        case Take(level, place):
            return press(scene, in_tower(scene, (level, place)), "bricks.take")
        case Move(level, place, to_level, to_place):
            lifted = press(scene, in_tower(scene, (level, place)), "choose").pointer
            return press(scene, at(scene, lifted, (to_level, to_place)), "choose")
        case Swap(level, place, other_level, other_place):
            lifted = press(scene, in_tower(scene, (level, place)), "choose").pointer
            there = other_place - (other_level == level and other_place > place)
            return press(scene, at(scene, lifted, (other_level, there)), "bricks.swap")
        case Shift(level, up):
            return press(scene, in_tower(scene, (level, 1)), "bricks.raise" if up else "bricks.lower")
        case Adjust(level, place, by):
            return press(scene, in_tower(scene, (level, place)), "bricks.heavier" if by > 0 else "bricks.lighter")
        case Declare(level, place, face):
            asked = press(scene, in_tower(scene, (level, place)), "bricks.declare").pointer
            return press(scene, wished(scene, asked, face), "choose")
        case Submit():
            return press(scene, start, "bricks.submit")
        case Ask(rule):
            there = press(scene, start, "bricks.ask").pointer
            return press(scene, replace(there, rule=rule), "choose")
        case _:
            command = {Clear: "clear", UseDraft: "new", CopyDraft: "copy", DropDraft: "drop"}[type(action)]
            return press(scene, start, f"bricks.{command}")


def clicks_for(scene: Scene[View], action: Action) -> Reply[Action]:
    """Make a step with the mouse alone."""
    clicks: list[str]
    match action:
        case Pick(card):
            clicks = [f"card:{card}"] * 2
        case Place(piece, level, place):
            made = read_piece(piece)
            clicks = [f"card:{code}" for code in made.cards]
            if made.made_of:
                fields = {"shape": made.shape or "window", "letter": made.letter, "weight": str(made.weight)}
                fields["colour"] = made.colour
                clicks += [
                    f"wish:{name}:{value}"
                    for name, value in fields.items()
                    if made.letter or name in ("shape", "colour")
                ]
                clicks.append("wish:ok")
            clicks.append(_goal(scene, level, place))
        case Move(level, place, to_level, to_place):
            clicks = [f"piece:{level}.{place}", _goal(scene, to_level, to_place, (level, place))]
        case Submit():
            clicks = ["act:submit"]
        case Clear():
            clicks = ["act:clear"]
        case UseDraft():
            clicks = ["act:new"]
        case CopyDraft():
            clicks = ["act:copy"]
        case _:
            clicks = ["act:drop"]
    start = DESK.start(scene)
    if isinstance(action, Place) and len(read_piece(action.piece).made_of) == 2:
        start = press(scene, replace(start, bar=0), "bricks.stack").pointer
    reply: Reply[Action] = Reply(start)
    for spot in clicks:
        reply = DESK.click(scene, reply.pointer, spot)
        if reply.submit is not None:
            break
        keys = [s.key for s in DESK.board(scene, reply.pointer, 120, 30).spots]
        assert len(keys) == len(set(keys))
    return reply


def _goal(scene: Scene[View], level: int, place: int, lifted: tuple[int, int] = (0, 0)) -> str:
    own = scene.view.benches[scene.seat or 0]
    assert own is not None
    if place == 0:
        return f"new:{level}"
    size = len(own.draft[level - 1]) - (lifted[0] == level)
    return f"slot:{level}" if place > size else f"piece:{level}.{place}"


# --- every step by keys and by mouse ----------------------------------------------------------------

STANDING = ("build " + WORKED,)
WILDCARDS = (f"build {WORKED}", "place *=Q4HR 1.1", "place J2TY 5.2", "place Q4HR 0+")

STEPS = (
    (STANDING, Place("G3HY", 1, 2)),
    (STANDING, Place("G3HY", 1, 6)),
    (STANDING, Place("G3HY", 3, 0)),
    (STANDING, Place("G3HY", 5, 0)),
    (STANDING, Place("G3HY", 0, 0)),
    (STANDING, Place("*=E1TB", 2, 1)),
    (STANDING, Place("*=#Y", 5, 2)),
    (STANDING, Place("(B1TB+P5TR)=Z3HY", 1, 4)),
    ((), Place("A5RY", 0, 0)),
    (STANDING, Move(1, 1, 1, 3)),
    (STANDING, Move(1, 5, 1, 1)),
    (STANDING, Move(5, 1, 2, 1)),
    (STANDING, Move(2, 1, 0, 0)),
    (STANDING, Move(2, 1, 3, 0)),
    (STANDING, Move(5, 1, 4, 3)),
    (STANDING, Swap(1, 1, 1, 3)),
    (STANDING, Swap(2, 2, 4, 1)),
    (STANDING, Take(3, 2)),
    (STANDING, Take(5, 1)),
    (STANDING, Shift(2, True)),
    (STANDING, Shift(5, False)),
    (WILDCARDS, Declare(2, 1, "A2RB")),
    (WILDCARDS, Declare(2, 1, "#Y")),
    (WILDCARDS, Adjust(1, 1, 1)),
    (WILDCARDS, Adjust(6, 2, -1)),
    (STANDING, Clear()),
    (STANDING, UseDraft("b")),
    (STANDING, CopyDraft("b")),
    ((*STANDING, "copy b"), DropDraft("b")),
    (STANDING, Submit()),
)


@pytest.mark.parametrize(
    ("lines", "action"), STEPS, ids=lambda value: "" if isinstance(value, tuple) else GAME.notate(value)
)
def test_every_kind_of_step_can_be_made_with_keys_and_with_the_mouse(lines: tuple[str, ...], action: Action) -> None:
    state = built(*lines)
    scene = seen(state)
    assert GAME.judge(state, action).legal
    assert keys_for(scene, action).submit == action
    if isinstance(action, (Place, Move, Submit, Clear, UseDraft, CopyDraft, DropDraft)):
        assert clicks_for(scene, action).submit == action


def test_what_is_listed_can_be_made_with_keys() -> None:
    for seats, plies, options in ((1, 0, {}), (1, 9, {}), (2, 4, {"mode": "duel"}), (2, 20, {"size": "mini"})):
        state, _ = played(seats, plies, 3, **options)
        if not isinstance(GAME.turn(state), Decide):
            continue
        scene = seen(state)
        for action in [a for a in GAME.choices(state) if not isinstance(a, Build)][::97]:
            assert keys_for(scene, action).submit == action


# --- building --------------------------------------------------------------------------------------


def test_a_card_goes_where_it_belongs_and_the_cursor_comes_back() -> None:
    state = built(*STANDING)
    scene = seen(state)
    held = press(scene, typed(scene, DESK.start(scene), "G"), "choose").pointer
    assert (held.held, held.zone, held.goal) == ("G3HY", TOWER, (1, 2))
    placed = press(scene, at(scene, held, (5, 1)), "choose")
    state, scene, pointer = after(state, placed)
    assert pointer.held == "" and (pointer.zone, pointer.goal) == (CARDS, (5, 1))
    assert "G3HY" not in sorting.shown(scene, pointer)


def test_an_empty_place_looks_for_its_card() -> None:
    state = built(*STANDING)
    scene = seen(state)
    aiming = press(scene, in_tower(scene, (1, 6)), "choose")
    assert aiming.pointer.aim and aiming.pointer.zone == CARDS and "Which card" in aiming.say
    card = typed(scene, aiming.pointer, "G")
    assert DESK.draft(scene, card) == Place("G3HY", 1, 6)
    state, scene, pointer = after(state, press(scene, card, "choose"))
    assert (pointer.zone, pointer.goal, pointer.aim) == (TOWER, (1, 7), False)
    wild = press(scene, press(scene, pointer, "choose").pointer, "bricks.declare").pointer
    assert wild.wish is not None and DESK.draft(scene, wild) == Place("*=#Y", 1, 7)
    assert press(scene, wild, "back").pointer.aim


def test_the_cursor_follows_a_piece_and_a_level() -> None:
    state = built(*STANDING)
    for action, goal in (
        (Move(5, 1, 2, 1), (2, 1)),
        (Move(5, 1, 0, 0), (1, 1)),
        (Move(2, 1, 3, 0), (4, 1)),
        (Shift(2, True), (3, 1)),
        (Shift(4, False), (3, 1)),
    ):
        _, scene, pointer = after(state, keys_for(seen(state), action))
        tower = scene.view.benches[0].draft  # type: ignore[union-attr]
        assert pointer.goal == goal and pointer.lifted is None and goal[0] <= len(tower)


def test_putting_a_piece_back_where_it_was_is_no_step() -> None:
    scene = seen(built(*STANDING))
    lifted = press(scene, in_tower(scene, (3, 2)), "choose").pointer
    assert lifted.lifted == (3, 2) and DESK.draft(scene, lifted) is None
    reply = press(scene, lifted, "choose")
    assert reply.submit is None and reply.pointer.lifted is None
    clicked = DESK.click(scene, DESK.click(scene, DESK.start(scene), "piece:3.2").pointer, "here")
    assert clicked.submit is None and clicked.pointer.lifted is None


def test_undo_and_redo_let_go_of_what_was_held() -> None:
    state = built(*STANDING)
    scene = seen(state)
    held = press(scene, typed(scene, DESK.start(scene), "G"), "choose").pointer
    before = seen(built())
    assert DESK.keep(before, held).held == "" and DESK.keep(scene, held) == held


def test_a_refused_step_keeps_what_is_in_hand() -> None:
    state = built(*STANDING)
    scene = seen(state)
    reply = press(scene, typed(scene, DESK.start(scene), "G"), "choose", "choose")
    assert reply.submit is not None
    kept = DESK.keep(scene, reply.pointer)  # nothing was done: the steps are as many as before
    assert kept.held == "G3HY" and kept.zone == TOWER


def test_adjusting_is_refused_with_its_rule() -> None:
    state = built(*WILDCARDS)
    scene = seen(state)
    plus = press(scene, in_tower(scene, (1, 1)), "bricks.heavier")
    state, scene, pointer = after(state, plus)
    again = press(scene, pointer, "bricks.heavier")
    assert again.submit is None and again.rule == "R-8" and "most" in again.say
    _, scene, pointer = after(state, press(scene, pointer, "bricks.lighter"))
    assert press(scene, pointer, "bricks.lighter").submit == Adjust(1, 1, -1)
    other = press(scene, in_tower(scene, (3, 1)), "bricks.heavier")
    assert other.submit is not None and GAME.judge(state, other.submit).refusals[0].rule == "R-8"
    assert press(scene, replace(pointer, zone=CARDS, goal=(0, 0)), "bricks.heavier").rule == "R-8"


def test_wildcards_are_refused_with_their_rules() -> None:
    scene = seen(built(*STANDING))
    plain = press(scene, in_tower(scene, (1, 1)), "bricks.declare")
    assert plain.rule == "B-1" and "no wildcard" in plain.say
    pairing = press(scene, replace(DESK.start(scene), bar=0), "bricks.stack").pointer
    natural = press(scene, on_card(scene, pairing, WILD), "choose")
    assert natural.rule == "B-3" and natural.pointer.pairing
    for rule in ("B-1", "B-3", "R-8"):
        assert GAME.rule_sheet.find(rule)


def test_declaring_previews_and_offers_what_the_readings_allow() -> None:
    state = built(*WILDCARDS)
    scene = seen(state)
    asked = press(scene, in_tower(scene, (2, 1)), "bricks.declare").pointer
    assert asked.wish is not None and asked.wish.face == "Q4HR" and DESK.draft(scene, asked) is None
    changed = typed(scene, asked, "E")
    assert DESK.draft(scene, changed) == Declare(2, 1, "E4HR")
    assert press(scene, changed, "back").pointer.wish is None
    strict = seen(built(*STANDING, wild_window=False, heaviest=9, lightest=0))
    wish = press(strict, on_card(strict, DESK.start(strict), WILD), "choose").pointer
    keys = {spot.key for spot in DESK.hand(strict, wish, 80, 5).spots}
    assert {"wish:weight:0", "wish:weight:9", "wish:letter:Z", "wish:ok"} <= keys and "wish:shape:window" not in keys
    usual = press(scene, replace(DESK.start(scene), zone=CARDS), "bricks.stack").pointer
    assert usual.pairing and len(usual.pair) == 1


def test_escape_goes_back_one_level_and_then_does_nothing() -> None:
    scene = seen(built(*STANDING))
    pairing = press(scene, replace(DESK.start(scene), card=0), "bricks.stack").pointer
    asked = press(scene, pairing, "choose").pointer
    assert asked.wish is not None and len(asked.pair) == 2
    one = press(scene, asked, "back").pointer
    assert one.wish is None and len(one.pair) == 1 and one.pairing
    none = press(scene, one, "back").pointer
    assert none.pair == () and none.pairing
    assert not press(scene, none, "back").pointer.busy
    filtered = press(scene, DESK.start(scene), "digit.5", "zone.next", "zone.next").pointer
    assert filtered.zone == ACTS
    tower = press(scene, filtered, "back").pointer
    clear = press(scene, tower, "back").pointer
    assert tower.zone == TOWER and clear.filters == frozenset()
    reply = DESK.do(scene, clear, "back")
    assert reply.pointer == clear and reply.say == "" and reply.submit is None


# --- cards, drafts, handing in ----------------------------------------------------------------------


def test_cards_are_sorted_filtered_and_found() -> None:
    scene = seen(begun(puzzle="S-Y2FN9"))
    pointer = DESK.start(scene)
    left = cards_left((), scene.view.materials)
    orders = set()
    for _ in range(4):
        codes = sorting.shown(scene, pointer)
        assert sorted(codes) == sorted(left.elements()) and codes[-1] == WILD
        orders.add(codes)
        pointer = press(scene, pointer, "bricks.sort").pointer
    assert len(orders) == 4 and pointer.order == "colour"
    red = DESK.click(scene, pointer, "filter:red").pointer
    assert all(code[-1] == "R" or code == WILD for code in sorting.shown(scene, red))
    both = press(scene, DESK.click(scene, red, "filter:blue").pointer, "digit.3").pointer
    assert all(code == WILD or (code[-1] in "RB" and code[1] == "3") for code in sorting.shown(scene, both))
    bar = press(scene, pointer, "bricks.filter").pointer
    assert bar.bar == 0 and press(scene, bar, "choose").pointer.filters == frozenset({"red"})
    assert press(scene, bar, "move.down").pointer.bar == -1
    assert press(scene, pointer, "move.up").pointer.bar == 0
    found = typed(scene, pointer, "E")
    again = typed(scene, found, "E")
    assert sorting.at_cursor(scene, found)[0] == sorting.at_cursor(scene, again)[0] == "E" and found.card != again.card
    nothing = press(scene, DESK.click(scene, pointer, "filter:window").pointer, "bricks.letter.q")
    assert "no Q" in nothing.say
    reached = set()
    here = pointer
    for command in ("move.down",) * 3 + ("move.left",) * 40:
        here = press(scene, here, command).pointer
        reached.add(here.card)
    assert reached == set(range(34))


def test_equal_cards_are_told_apart_by_the_mouse() -> None:
    scene = seen(built(puzzle="#R #R #R A5RY B4RB C3RB"))
    spots = [spot.key for spot in DESK.hand(scene, DESK.start(scene), 80, 5).spots]
    assert {"card:#R", "card:#R~2", "card:#R~3"} <= set(spots)
    assert DESK.click(scene, DESK.start(scene), "card:#R~2").pointer.held == "#R"


def test_drafts_are_begun_copied_switched_compared_and_dropped() -> None:
    state = built(*STANDING)
    state, scene, pointer = after(state, press(seen(state), DESK.start(seen(state)), "bricks.copy"))
    assert [draft.name for draft in state.benches[0].drafts] == ["a", "b"]
    compared = press(scene, pointer, "bricks.compare").pointer
    assert compared.compare == "a" and press(scene, compared, "bricks.compare").pointer.compare == ""
    assert press(scene, compared, "back").pointer.compare == ""
    assert press(scene, pointer, "bricks.draft").submit == UseDraft("a")
    assert DESK.click(scene, pointer, "act:draft:a").submit == UseDraft("a")
    assert press(scene, replace(pointer, zone=ACTS, act="new"), "digit.1").submit == UseDraft("a")
    assert press(scene, pointer, "bricks.drop").submit == DropDraft("b")
    one = seen(built(*STANDING))
    for command in ("bricks.drop", "bricks.compare", "bricks.draft"):
        assert "only this draft" in DESK.enabled(one, DESK.start(one), command)
    nine = seen(built(*STANDING, *(f"copy d{n}" for n in range(8))))
    assert "Nine drafts" in DESK.enabled(nine, DESK.start(nine), "bricks.new")


@pytest.mark.parametrize(
    ("steps", "options", "fact"),
    [
        (STANDING, {}, "The tower stands, with 75 points."),
        ((), {}, "The tower is empty: it scores nothing."),
        ((), {"ledger": "blind"}, "The tower is empty: it scores nothing."),
        (("build A5RY",), {}, "The tower breaks rules 1, 6, 17 and 24: it scores nothing."),
        (("build A5RY",), {"discovery": True}, "The tower breaks rule 1: it scores nothing."),
        (STANDING, {"ledger": "blind"}, "The tower is judged when all towers are shown."),
    ],
)
def test_handing_in_is_confirmed(steps: tuple[str, ...], options: dict[str, Any], fact: str) -> None:
    scene = seen(built(*steps, **options))
    asked = DESK.confirmation(scene, Submit())
    assert asked is not None and (asked.fact, asked.deed) == (fact, "hand it in")
    assert DESK.confirmation(scene, UseDraft("b")) is None


def test_the_longest_word_is_typed_where_it_must_be() -> None:
    scene = seen(built(*STANDING, longest="typed"))
    asked = press(scene, DESK.start(scene), "bricks.submit")
    assert asked.submit is None and asked.pointer.word == ""
    word = typed(scene, asked.pointer, "WARNEDX")
    assert press(scene, word, "bricks.take").pointer.word == "WARNED"
    assert press(scene, press(scene, word, "bricks.take").pointer, "choose").submit == Submit("WARNED")
    assert press(scene, word, "back").pointer.word is None
    assert DESK.click(scene, word, "word:back").pointer.word is None
    empty = press(scene, asked.pointer, "choose").submit
    assert empty == Submit("")


def test_the_time_for_building_and_what_is_done_at_its_end() -> None:
    scene = seen(built(*STANDING))
    assert DESK.limit(scene, DESK.start(scene)) is None
    timed = seen(built(*STANDING, timer=10))
    limit = DESK.limit(timed, DESK.start(timed))
    assert limit is not None and (limit.seconds, limit.action) == (600, Submit())
    later = seen(built(*STANDING, "take 1.1", timer=10))
    found = DESK.limit(later, DESK.start(later))
    assert found is not None and found.turn == limit.turn
    assert DESK.limit(replace(timed, may_act=False), DESK.start(timed)) is None
    asked = seen(built(*STANDING, timer=10, longest="typed"))
    word = typed(asked, press(asked, DESK.start(asked), "bricks.submit").pointer, "WAR")
    over = DESK.limit(asked, word)
    assert over is not None and over.action == Submit("WAR")


def test_rules_are_asked_for_in_discovery_only() -> None:
    scene = seen(built(*STANDING))
    assert "known" in DESK.enabled(scene, DESK.start(scene), "bricks.ask")
    state = built(discovery=True)
    scene = seen(state)
    there = press(scene, DESK.start(scene), "bricks.ask")
    assert there.pointer.zone == LEDGER and DESK.draft(scene, there.pointer) == Ask(there.pointer.rule)
    asked = press(scene, there.pointer, "choose").submit
    assert isinstance(asked, Ask) and GAME.judge(state, asked).legal


def test_lines_of_the_ledger_open_their_rule() -> None:
    scene = seen(built(*STANDING, "raise 1"))
    line = DESK.click(scene, DESK.start(scene), "rule:5").pointer
    reply = press(scene, line, "choose")
    assert reply.rule == "R-5" and "weighs 12 tons" in reply.say
    assert DESK.click(scene, line, "rule:5").rule == "R-5"
    assert press(scene, line, "move.down").pointer.rule == 6
    other = press(scene, line, "move.right").pointer
    assert other.rule not in (5, 6) and press(scene, other, "move.left").pointer.rule == 5
    for rule in range(1, 37):
        answer = press(scene, replace(line, rule=rule), "choose")
        assert answer.rule == f"R-{rule}" and answer.say and GAME.rule_sheet.find(answer.rule)


def test_a_duel_takes_cards_from_the_table() -> None:
    state = begun(2, mode="duel", puzzle="S-Y2FN9", first=1)
    scene = seen(state)
    card = typed(scene, DESK.start(scene), "J")
    action = DESK.draft(scene, card)
    assert isinstance(action, Pick) and action.card[0] == "J"
    assert press(scene, card, "choose").submit == action
    waiting = seen(state, seat=1)
    assert "Ann's turn" in press(waiting, DESK.start(waiting), "choose").say
    for command in ("bricks.take", "bricks.submit", "bricks.new"):
        assert "drafted first" in DESK.enabled(scene, DESK.start(scene), command)


def test_whoever_waits_can_look_but_not_build() -> None:
    state = built(*STANDING, "submit", seats=2, first=1)
    scene = seen(state, seat=0)
    pointer = DESK.start(scene)
    assert not scene.may_act and DESK.draft(scene, pointer) is None
    for command in ("bricks.take", "bricks.submit", "bricks.raise", "bricks.declare"):
        assert "Balthasar's turn" in DESK.enabled(scene, pointer, command)
        assert press(scene, pointer, command).submit is None
    assert press(scene, replace(pointer, zone=LEDGER, rule=14), "choose").rule == "R-14"
    stranger = seen(state, seat=None)
    assert DESK.start(stranger).zone == TOWER


def test_suggested_steps_are_laid_out_so_that_enter_does_them() -> None:
    for lines, action in STEPS:
        state = built(*lines)
        scene = seen(state)
        laid = DESK.suggest(scene, DESK.start(scene), action)
        if isinstance(action, (Clear, UseDraft, CopyDraft, DropDraft)):
            assert laid is None
            continue
        assert laid is not None and DESK.keep(scene, laid) == laid
        reply = press(scene, laid, "choose")
        assert reply.submit is not None
        made = GAME.apply(state, reply.submit).state
        assert made.benches[0].draft == GAME.apply(state, action).state.benches[0].draft
    scene = seen(built())
    whole = DESK.suggest(scene, DESK.start(scene), Build(WORKED))
    assert whole is not None and press(scene, whole, "choose").submit == Build(WORKED)
    assert press(scene, whole, "back").pointer.suggested == ""
    assert "75" in DESK.board(scene, whole, 80, 15).canvas.text()
    duel = seen(begun(2, mode="duel", puzzle="S-Y2FN9", first=1))
    card = duel.view.pool[20]
    laid = DESK.suggest(duel, DESK.start(duel), Pick(card))
    assert laid is not None and press(duel, laid, "choose").submit == Pick(card)


def test_help_comes_in_steps_what_blocks_where_points_are_left_and_one_better_step() -> None:
    state = built(*STANDING, "raise 1")
    scene = seen(state)
    first, second, third = (DESK.tip(scene, told) for told in range(3))
    assert first is not None and second is not None and third is not None
    assert first.text.startswith("Rule 5 blocks the tower, Lighter upwards: level 2 weighs 12 tons")
    assert (
        second.text.startswith("Points for when the tower stands: place *=#Y 2.1 (rule 15 +8, ")
        and first.action is second.action is None
    )
    assert third.action == Shift(1, True) and "75 points" in third.text
    assert DESK.tip(scene, 3) is None
    laid = DESK.suggest(scene, DESK.start(scene), third.action)
    assert laid is not None
    made = GAME.apply(state, press(scene, laid, "choose").submit).state  # type: ignore[arg-type]
    assert made.benches[0].draft == built(*STANDING).benches[0].draft
    standing = DESK.tip(seen(built(*STANDING)), 0)
    assert standing is not None and standing.text.startswith("No rule blocks")
    assert DESK.tip(seen(built(*STANDING), seat=None), 0) is None
    for plies in range(1, 40, 7):
        some = seen(played(1, plies, 2)[0])
        better = DESK.tip(some, 2)
        if better is not None and better.action is not None:
            assert GAME.judge(played(1, plies, 2)[0], better.action).legal


def thrown(seed: int, count: int) -> State:
    """A tower of so many cards, each put by lot into a level of its colour or on a level of its own."""
    draw, state = random.Random(seed), built()
    for code in draw.sample([code for code in state.materials if code != "*"], count):
        piece, tower = card_piece(code), state.benches[0].draft
        own = [n for n, row in enumerate(tower, 1) if row[0].colour == piece.colour and len(row) < 6]
        level = draw.choice([*own, *own, -draw.randint(0, len(tower)) - 1])
        goal = (level, draw.randint(1, len(tower[level - 1]) + 1)) if level > 0 else (-level - 1, 0)
        state = GAME.apply(state, Place(code, *goal)).state
    return state


NO_WINDOW_LEFT = "A5RY R3HY W4RY / E4TB N5RB / D4RB T3HB / O5HY / R3RY"
STEP_OF_HELP = re.compile(r"(?:: |; )(\w[^();]*) \(((?:rule \d+ \+\d+, )+)in all \+(\d+)\)")


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ("build A5RY R3HY",),
        ("build X4RB R1RB",),
        (f"build {NO_WINDOW_LEFT}",),
        STANDING,
        (*STANDING, "raise 1"),
        *[("thrown", count) for count in (3, 8, 14, 20)],
    ],
)
def test_points_are_named_only_where_a_step_that_is_named_too_brings_them(steps: tuple[Any, ...]) -> None:
    if steps[:1] == ("thrown",):
        state = thrown(steps[1], steps[1])
    elif steps == (f"build {NO_WINDOW_LEFT}",):
        state = built(*steps, puzzle=NO_WINDOW_LEFT.replace(" /", "") + " B1TB")
    else:
        state = built(*steps) if "X4RB" not in str(steps) else built(*steps, puzzle="M-268KF")
    scene = seen(state)
    tip = DESK.tip(scene, 1)
    assert tip is not None and "would" not in tip.text
    before = ledger_for(state, state.benches[0].draft)
    named = STEP_OF_HELP.findall(tip.text)
    legal = "Points are left" if before.legal else "Points for when the tower stands"
    assert tip.text.startswith(f"{legal}: ") if named else tip.text == "No usual step scores more."
    assert all(f"{step} (" in " ".join(DESK.speak(scene)) for step, _, _ in named)
    for step, rules, whole in named:
        action = GAME.parse(step, state)
        assert GAME.judge(state, action).legal
        after = ledger_for(state, GAME.apply(state, action).state.benches[0].draft)
        assert after.raw_total - before.raw_total == int(whole) > 0
        assert set(after.violations) <= set(before.violations)
        for rule, points in re.findall(r"rule (\d+) \+(\d+)", rules):
            assert after.points[int(rule)] - before.points[int(rule)] == int(points) > 0


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
    scene = seen(built(*([f"build {tower}"] if tower else [])))
    start = replace(DESK.start(scene), goal=(level, 1) if level else (0, 0))
    held = press(scene, replace(start, card=sorting.shown(scene, start).index(code)), "choose").pointer
    assert (held.held, held.goal) == (code, goal)


def least_broken(tower: Tower, piece: Piece, goal: tuple[int, int]) -> tuple[bool, int]:
    """Whether the tower is illegal with the piece there, and how many breaches of rules are new."""
    before, after = (
        Counter(breach.rule for breach in settle(shown, Found()).breaches)
        for shown in (tower, insert(tower, piece, *goal))
    )
    return bool(after), (after - before).total()


@pytest.mark.parametrize("count", [2, 5, 9, 14, 20])
def test_the_first_place_offered_breaks_no_rule_more_than_necessary(count: int) -> None:
    for seed in range(1, 7):
        state = thrown(seed, count)
        scene, tower = seen(state), state.benches[0].draft
        for level in range(len(tower) + 1):
            start = replace(DESK.start(scene), goal=(level, 1) if level else (0, 0), zone=CARDS)
            for code in sorted(set(cards_left(tower, state.materials)) - {"*"})[::3]:
                piece = card_piece(code)
                card = replace(start, card=sorting.shown(scene, start).index(code))
                held = press(scene, card, "choose").pointer
                assert held.held == code
                own = [n for n, row in enumerate(tower, 1) if row[0].colour == piece.colour and len(row) < 6]
                places = [(n, place) for n in own for place in range(1, len(tower[n - 1]) + 2)]
                places += [(n, 0) for n in range(len(tower) + 1)]
                assert least_broken(tower, piece, held.goal) == min(least_broken(tower, piece, at) for at in places)


def test_a_card_that_makes_the_tower_legal_is_offered_there() -> None:
    state = built(*STANDING, "take 5.1")
    scene = seen(state)
    for level in range(1, 5):
        start = replace(DESK.start(scene), goal=(level, 1))
        held = press(scene, replace(start, card=sorting.shown(scene, start).index("R3RY")), "choose").pointer
        legal = GAME.apply(state, Place(held.held, *held.goal)).state
        assert ledger_for(legal, legal.benches[0].draft).legal


def test_where_the_ledger_is_closed_the_first_place_tells_nothing_of_it() -> None:
    scene = seen(built("build A5RY / E4TB", ledger="blind"))
    start = DESK.start(scene)
    held = press(scene, replace(start, card=sorting.shown(scene, start).index("Q4HR")), "choose").pointer
    assert held.goal == (2, 0)


def test_the_search_for_the_puzzle_of_a_day_finds_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.boards.bricks.searching.STEPS_OF_THE_DAY", 5)
    monkeypatch.setattr("towergames.games.bricks.solver.prepare", lambda: None)
    over = seen(built("submit", puzzle="2026-11-21", size="mini"), day="2026-11-21")
    known = DESK.search(over, Clock(iterations=25), lambda _: None).action
    assert isinstance(known, Build)
    found = []
    for tip in ("", "slow"):
        clock = DESK.budget(over, 0.001)
        assert clock.iterations == 5
        tell: Callable[[Any], None] = (lambda _: time.sleep(0.05)) if tip else (lambda _: None)
        found.append(DESK.search(over, clock, tell, [known]))
    assert found[0] == found[1] and found[0].action is not None
    assert DESK.budget(replace(over, measure=known), 1.0).iterations is None, (
        "once that is decided anybody may search on"
    )
    assert DESK.budget(replace(over, day=""), 1.0).iterations is None
    told = " ".join(DESK.honours(replace(over, measure=found[0].action)))
    assert f"The day's search: {found[0].points} points; " in told and DESK.honours(over) == ()


def test_help_tells_nothing_of_rules_that_are_not_known() -> None:
    scene = seen(built("build A5RY R3HY / E4TB N5RB #B #B #B", discovery=True))
    own = scene.view.benches[0]
    assert own is not None
    for told in range(3):
        tip = DESK.tip(scene, told)
        assert tip is not None
        for number in {*range(1, 37)} - {1, 2, 4, 5, 9, 26, 27, *own.known}:
            assert f"rule {number} " not in tip.text and f"Rule {number} " not in tip.text


def test_what_is_carried_to_the_next_look() -> None:
    scene = seen(built(*STANDING))
    held = press(scene, press(scene, DESK.start(scene), "bricks.sort", "digit.5").pointer, "choose").pointer
    carried = DESK.carry(scene, held)
    assert carried.held == "" and (carried.order, carried.filters) == (held.order, held.filters)
    shut = seen(built(*STANDING, seats=2, first=1), seat=None)
    assert not DESK.keep(shut, held).busy


# --- keys -------------------------------------------------------------------------------------------


def test_commands_have_keys_that_no_other_command_needs() -> None:
    deeds = [key for command in DEEDS for key in command.keys]
    assert len(deeds) == len(set(deeds))
    assert not [key for key in deeds if len(key) == 1]
    taken = {key for command in (*APP, *SCREEN) for key in PRESETS["word"].get(command.id, command.keys)}
    assert set(deeds) & taken == set()
    assert len({key for command in LETTERS for key in command.keys}) == 52
    assert all(command.id.startswith("bricks.") and command.help and command.typed for command in DESK.commands)
    names = [command.typed for command in DESK.commands]
    assert len(names) == len(set(names))
    assert all([key for key in command.keys if not key.startswith("ctrl")] for command in DEEDS)


def test_typed_names_of_commands_are_no_steps() -> None:
    """A typed step goes before a command of the same first word."""
    steps = ("place", "take", "move", "swap", "raise", "lower", "declare", "stack", "adjust", "clear", "draft", "copy")
    for command in DESK.commands:
        assert command.typed not in (*steps, "drop", "build", "ask", "submit", "pick")


def test_spots_of_refusals_are_spots_of_the_picture() -> None:
    state = built(*STANDING)
    scene = seen(state)
    pointer = DESK.start(scene)
    keys = {spot.key for spot in (*DESK.board(scene, pointer, 80, 15).spots, *DESK.hand(scene, pointer, 80, 5).spots)}
    wanted = {"level:1", "piece:1.1", "slot:5", "new:0", "new:5", "card:G3HY", "sort", "filter:red", "act:submit"}
    assert wanted | {"rule:36", "rule:4", "act:draft:a"} <= keys
    for line in ("raise 5", "take 1.9", "move 1.1 2.9"):
        refusal = GAME.judge(state, GAME.parse(line, state)).refusals[0]
        assert not refusal.at or refusal.at in keys


# --- anything at all --------------------------------------------------------------------------------

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "duel"},
    {"discovery": True},
    {"longest": "typed", "size": "mini"},
    {"ledger": "blind"},
)


def states() -> st.SearchStrategy[State]:
    return st.builds(
        lambda seats, plies, seed, options: played(seats, plies, seed, **options)[0],
        st.integers(1, 3),
        st.integers(0, 60),
        st.integers(0, 3),
        st.sampled_from(OPTIONS),
    )


SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
KEYS = st.sampled_from([*SHARED, *SHARED[:8], *(command.id for command in DEEDS), *OWN, "nonsense"])


@SLOW
@given(states(), st.sampled_from([None, -1, 0, 1]), st.lists(KEYS, max_size=50))
def test_random_keys_never_raise_and_submit_only_what_can_be_typed(
    state: State, seat: int | None, commands: list[str]
) -> None:
    scene = seen(state, seat=None if seat is not None and seat >= state.seats else seat)
    pointer = DESK.start(scene)
    for command in commands:
        drafted = DESK.draft(scene, pointer)
        DESK.enabled(scene, pointer, command)
        reply = DESK.do(scene, pointer, command)
        if reply.submit is not None:
            assert scene.may_act and isinstance(reply.submit, Action)
            assert reply.submit == drafted or command in OWN or command.startswith("digit.")
            assert GAME.parse(GAME.notate(reply.submit), state) == reply.submit
            assert command != "choose" or GAME.judge(state, reply.submit).legal
        pointer = DESK.keep(scene, reply.pointer)
        assert DESK.keep(scene, pointer) == pointer
        assert isinstance(DESK.hover(scene, pointer), str)
        assert DESK.board(scene, pointer, 80, 15).canvas.width == DESK.hand(scene, pointer, 80, 5).canvas.width


@SLOW
@given(states(), st.lists(st.integers(0, 10_000), max_size=40))
def test_random_clicks_never_raise(state: State, picks: list[int]) -> None:
    scene = seen(state)
    pointer = DESK.start(scene)
    for pick in picks:
        spots = [s.key for s in (*DESK.board(scene, pointer, 80, 15).spots, *DESK.hand(scene, pointer, 80, 5).spots)]
        if not spots:
            break
        reply = DESK.click(scene, pointer, spots[pick % len(spots)])
        assert reply.submit is None or isinstance(reply.submit, Action)
        if reply.submit is not None:
            assert scene.may_act and GAME.judge(state, reply.submit).legal
        pointer = DESK.keep(scene, reply.pointer)
    for strange in (
        "piece:9.9",
        "piece:x",
        "slot:99",
        "new:",
        "card:",
        "rule:99",
        "wish:letter",
        "act:fly",
        "seat:9",
        "",
    ):
        assert DESK.click(scene, pointer, strange).submit is None


def test_what_a_screen_prepares_is_the_word_list_then_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("towergames.boards.bricks.bench.warm", lambda _: done.append("words"))
    monkeypatch.setattr("towergames.games.bricks.solver.prepare", lambda: done.append("solver"))
    DESK.prepare(seen(built(*STANDING)))
    assert done == ["words", "solver"]


def test_while_cards_are_drafted_help_names_a_card_and_nothing_is_searched_for() -> None:
    scene = seen(begun(2, mode="duel", size="mini", puzzle="random", first=1))
    for told in (0, 1, 5):
        tip = DESK.tip(scene, told)
        assert tip is not None and isinstance(tip.action, Pick) and tip.action.card in tip.text
        assert tip.action.card in scene.view.pool


def test_the_end_is_shared_and_honoured_only_where_it_means_something() -> None:
    scene = seen(built(*STANDING))
    assert DESK.share(scene) == "" and DESK.honours(scene) == ()
    assert DESK.beside(scene, Build(WORKED)) == () and DESK.news(scene, ()) == ""
