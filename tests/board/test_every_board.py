"""Boards of games: their keys, their examples, and any use of them at any moment and in any room."""

from __future__ import annotations

import re
from itertools import product
from string import ascii_lowercase
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.pictures import sound
from tests.board.player import Player
from tests.board.tables import played, seen
from tests.combinations import sample
from tests.forked import ROOT
from towergames import registry
from towergames.board.protocol import PastDecision
from towergames.games.bricks.board.examples import FINE_PRINT
from towergames.games.takethat.board.examples import SHOTS as TAKETHAT_SHOTS
from towergames.games.words.board.examples import SHOTS as WORDS_SHOTS
from towergames.session.analysis import finding_of, judge_at
from towergames.session.context import context_at
from towergames.session.ui_memory import UiMemory
from towergames.table.game_review import decision_before
from towergames.table.save_file import load_file
from towergames.tui.commands import APP
from towergames.tui.keymap import PRESETS, KeyMap
from towergames.tui.screens.game.commands import COMMANDS as SCREEN

GAMES: dict[str, tuple[range, int, list[dict[str, Any]]]] = {
    "bricks": (
        range(1, 4),
        60,
        [{}, {"mode": "duel"}, {"discovery": True}, {"longest": "typed", "size": "mini"}, {"ledger": "blind"}],
    ),
    "takethat": (
        range(2, 5),
        60,
        [{}, {"due": "chosen"}, {"towers": 5, "height": 7}, {"open": True}, {"own_tucks": True}],
    ),
    "words": (range(1, 5), 40, [{}, {"checking": "challenge"}, {"board": 8, "height": 3}, {"open": True}]),
}
"""Numbers of players, the most moves, and options."""
each_game = pytest.mark.parametrize("key", GAMES)

KEYS = ("left", "right", "up", "down", "next", "previous", "back", "nonsense", *"123456789", *ascii_lowercase)
STRANGE = (
    *("", "x", "nonsense", "slot:", "slot:Z", "slot:99", "storey:A99", "storey:A0", "storey:Ax", "hand:", "hand:x"),
    *("hand:OFFICE:x", "hand:NOISE:9", "piece:9.9", "piece:x", "new:", "card:", "rule:99", "wish:letter", "draft:z"),
    *("seat:9", "cell:k5", "cell:a11", "cell:", "cell:?1", "hand:8"),
)
"""Spots of no picture."""


@each_game
def test_controls_have_keys_that_nothing_else_has(key: str) -> None:
    spec = registry.get(key).board.spec
    keys = [name for one in spec.specs for name in one.keys]
    assert len(keys) == len(set(keys))
    assert not spec.letters or not [name for name in keys if len(name) == 1 and name.isalpha()]
    if key == "words":
        return  # its board takes Enter and Space over; a test of its screen looks for clashes
    for preset, changed in PRESETS.items():
        keymap = KeyMap({} if spec.letters else changed, letters_typed=spec.letters)
        taken = {name for one in (*APP, *SCREEN) for name in keymap.keys_of(one)}
        assert set(keys) & taken == set(), preset


@pytest.mark.parametrize(
    ("key", "drawn"),
    [
        ("bricks", {*FINE_PRINT, *(f"R-{number}" for number in range(1, 37))}),
        ("takethat", {*TAKETHAT_SHOTS}),
        ("words", {*WORDS_SHOTS}),
    ],
)
def test_examples_are_of_the_rule_sheet_and_can_be_drawn(key: str, drawn: set[str]) -> None:
    board, sheet = registry.get(key).board, registry.get(key).game.rule_sheet
    found = {rule: c for rule in sheet.ids if (c := board.example(rule.lower())) is not None}
    assert set(found) == drawn and board.example("nonsense") is None
    for c in found.values():
        least = board.sizes(len(c.names), c.view).board
        for size in (least, (66, max(12, least[1])), (76, 30), (120, 20)):
            sound(board.draw(c, "board", size), *size, shaded=key == "bricks")


def spots(p: Player) -> list[str]:
    """The spots of a picture as small as it may be."""
    sizes = p.board.sizes(len(p.context.names), p.context.view)
    pictures = (p.picture("board", sizes.board), p.picture("hand", (sizes.board[0], sizes.hand)))
    return [spot.key for picture in pictures for spot in picture.spots]


@each_game
@settings(max_examples=sample(15, 400))
@given(data=st.data())
def test_keys_controls_and_clicks_are_answered_and_submit_only_what_was_promised(key: str, data: st.DataObject) -> None:
    seats, plies, options = GAMES[key]
    game, board = registry.get(key).game, registry.get(key).board
    chosen = data.draw(st.tuples(st.sampled_from(seats), st.integers(0, plies), st.integers(0, 4)))
    state, _ = played(game, *chosen, **data.draw(st.sampled_from(options)))
    viewer = data.draw(st.sampled_from([None, -1, *range(state.seats)]))
    p = Player(board, seen(game, state, seat=viewer))
    for _ in range(data.draw(st.integers(0, 40))):
        draft, main = p.draft, p.main
        way = data.draw(st.sampled_from(["key", "click", "press"] if p.controls else ["key", "click"]))
        if way == "click":
            done = data.draw(st.sampled_from([*spots(p), *STRANGE]))
        else:
            done = data.draw(st.sampled_from(list(KEYS if way == "key" else p.controls)))
        getattr(p, way)(done)
        if p.submitted is not None:
            assert p.context.may_act and game.parse(game.notate(p.submitted), state) == p.submitted
            by_main = main is not None and done == main.spec.id
            assert way == "click" or (p.submitted == draft if by_main else way == "press")
            assert key == "words" or game.judge(state, p.submitted).legal, "words may be played unchecked"
        p.see(p.context)
        assert board.adapt(p.context, new=False) == p.ui
        for control in p.controls.values():
            assert 0 < len(control.label) <= 32
            assert control.blocked is None or not control.blocked.rule or game.rule_sheet.find(control.blocked.rule)
        told = board.describe(p.context)
        assert isinstance(told.hint, str) and isinstance(told.task, str)


@pytest.mark.parametrize("key", ["takethat", "words", "bricks", "konexi", "leaning"])
@pytest.mark.parametrize("zone", ["board", "hand"])
def test_no_room_is_too_small_to_draw_in(key: str, zone: Literal["board", "hand"]) -> None:
    """A zone may still be as small as before while the window has grown again."""
    history = load_file(ROOT / "saves" / f"example-{key}.jsonl").history
    board = registry.get(key).board
    bare = context_at(history, 0, len(history.plays) // 2, marks=())
    for size in product((1, 2, 3, 4, 5, 6, 7, 8, 12, 19, 30), (1, 2, 4, 9)):
        memory = UiMemory(board)
        memory.set_room(size)
        canvas = board.draw(memory.at(bare, 0), zone, size).canvas
        assert (canvas.width, canvas.height) == size


COORDINATES = re.compile(r"\b[a-j]\d{1,2}\b|\bplace \d|agrees")
"""Names of squares, numbers of places, and an answer that says nothing."""


@pytest.mark.parametrize("key", ["bricks", "konexi", "leaning", "takethat", "words"])
def test_what_was_best_is_said_without_coordinates_and_shown_as_a_ghost(key: str) -> None:
    history = load_file(ROOT / "saves" / f"example-{key}.jsonl").history
    board, shown = registry.get(key).board, 0
    decisions = [n for n in range(1, len(history.plays) + 1) if decision_before(history, n) == n]
    for decision in decisions[:: max(1, len(decisions) // sample(6, 12))]:
        past = PastDecision(None, history.plays[decision - 1].move, "hard", 0, ())
        finding = finding_of(history, decision, past)
        assert finding.sentences and not COORDINATES.search(" ".join(finding.sentences))
        assert finding.key == ("best", decision)
        if finding.context is None:
            continue
        memory = UiMemory(board)
        ghost = memory.at(finding.context, 1, judge_at(history, decision), finding.ui)
        plain = UiMemory(board).at(finding.context, 1)
        size = board.sizes(len(history.header.names), ghost.view).board
        shown += board.draw(ghost, "board", size).canvas.text() != board.draw(plain, "board", size).canvas.text()
    assert shown
