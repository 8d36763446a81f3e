"""Every board at every size, under any keys, controls, clicks and drags."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tests.board.pictures import GLYPHS, known, sound
from tests.board.player import Player
from tests.combinations import THOROUGH, sample
from tests.conformance.playing import ENTRIES, Case, Moment, each_case, trace
from towergames.board.protocol import AnyContext, Context, KeyInput, PointerInput, Result, Style
from towergames.core.contract import Decide, Over, Verdict, visible
from towergames.core.text import cell_width
from towergames.session.ui_memory import plain_look

KEYS = ("left", "right", "up", "down", "next", "previous", "back", *(str(n) for n in range(1, 10)))

SMALLEST_SCREEN = (80, 24)
CHROME_ROWS = 5  # status line, action bar, message, log and footer, at the very least
WIDEST_LABEL = 32

CASES = each_case(2)


def _context(case: Case, state: Any, viewer: int | None, moment: Moment | None = None, ascii_only: bool = False) -> Any:
    turn = case.game.turn(state)
    may = isinstance(turn, Decide) and turn.seat == viewer
    marks = tuple(e for e in moment.step.events if visible(e, viewer)) if moment else ()
    names = ("塔塔塔塔塔塔塔塔", "[bold]W[/]", "Балтазар Фёдор.", "m" * 16)[: case.seats]
    c: AnyContext = Context(
        *(case.game, case.game.view(state, viewer), turn, viewer, names, None),
        may_act=may,
        marks=marks,
        style=Style(ascii_only),
        room=SMALLEST_SCREEN,
    )
    return plain_look(case.entry.board, c)


@lru_cache(maxsize=2)
def _contexts(case: Case, some: int = 3) -> tuple[AnyContext, ...]:
    """Some moments of a game as several viewers see them; the tests of a case come one after the other."""
    return tuple(_made_contexts(case, some))


def _made_contexts(case: Case, some: int) -> Iterator[AnyContext]:
    game = trace(case)
    for number, moment in enumerate(game.some(some)):
        others = ((moment.turn.seat + 1) % case.seats, None)
        for viewer in (moment.turn.seat, *(others if THOROUGH else others[number % 2 :][:1])):
            yield _context(case, moment.step.state, viewer, moment)
            yield _context(case, moment.state, viewer, moment, ascii_only=True)
    yield _context(case, game.last, None)
    yield _context(case, game.last, 0)
    yield _context(case, case.game.new(case.seats, dict(case.options)), 0)


@CASES
def test_boards_and_hands_fill_exactly_the_space_they_are_given(case: Case) -> None:
    board = case.entry.board
    for number, c in enumerate(_contexts(case)):
        sizes = board.sizes(case.seats, c.view)
        (columns, rows), hand = sizes.board, sizes.hand
        assert columns <= SMALLEST_SCREEN[0]
        assert rows + hand + CHROME_ROWS <= SMALLEST_SCREEN[1]
        larger = ((80, max(rows, 24 - CHROME_ROWS - hand)), (120, 30), (200, 60))
        for width, height in ((columns, rows), *(larger if THOROUGH else (larger[number % 3],))):
            if height >= rows and width >= columns:
                sound(board.draw(c, "board", (width, height)), width, height, glyphs=None)
                tall = max(hand, height // 5)
                sound(board.draw(c, "hand", (width, tall)), width, tall, glyphs=None)


@CASES
def test_a_board_says_in_words_what_it_shows(case: Case) -> None:
    board = case.entry.board
    for c in _contexts(case):
        told, line = board.read_out(c), board.describe(c)
        assert told.board
        assert all(text.isprintable() for text in (*told.board, *told.hand, *told.prepared, line.hint, line.how))


@CASES
def test_controls_are_specs_one_is_main_and_no_key_has_two_meanings(case: Case) -> None:
    board = case.entry.board
    specs = set(board.spec.specs)
    for c in _contexts(case):
        controls = board.controls(c)
        assert len({control.spec.id for control in controls}) == len(controls)
        assert sum(control.place == "main" for control in controls) <= 1
        keys: dict[str, str] = {}
        for control in controls:
            assert control.spec in specs and not control.spec.camera
            assert control.label and control.label.isprintable() and cell_width(control.label) <= WIDEST_LABEL
            for key in control.spec.keys if control.blocked is None else ():
                assert keys.setdefault(key, control.spec.id) == control.spec.id, key
        assert c.may_act or not any(control.place == "main" and control.blocked is None for control in controls)


@CASES
def test_any_input_gives_an_answer(case: Case) -> None:
    board = case.entry.board
    dice = random.Random(1)
    for c in _contexts(case, 2):
        player = Player(board, c)
        sizes = board.sizes(case.seats, c.view)
        for _ in range(40):
            now = player.context
            kind, spots = dice.random(), list[str]()
            if kind < 0.4:
                spots = [s.key for s in player.picture("board", sizes.board).spots]
                spots += [s.key for s in player.picture("hand", (sizes.board[0], sizes.hand)).spots]
            controls = [one for one in player.controls.values() if one.effect is not None and one.blocked is None]
            result: Result[Any, Any] | None
            if spots:
                drag = dice.choice(((0, 0), (1, 0), (0, -1)))
                result = board.input(now, PointerInput(dice.choice(spots), *drag))
            elif controls and kind < 0.7:
                effect = dice.choice(controls).effect
                result = effect()
            else:
                result = board.input(now, KeyInput(dice.choice(KEYS)))
            assert result is None or isinstance(result, Result)
            player.take(result)
            player.submitted = None
            for action in (result.submit if result else None, player.draft):
                if action is not None and not isinstance(c.turn, Over):
                    state = next(m.state for m in trace(case).decisions)
                    assert isinstance(case.game.judge(state, action), Verdict)
                    assert case.game.parse(case.game.notate(action), state) == action


@CASES
def test_every_event_has_frames_that_are_short_and_positive(case: Case) -> None:
    board = case.entry.board
    for moment in trace(case).some(6):
        for event in moment.step.events:
            c = _context(case, moment.state, None, moment)
            seconds = board.frames(c, event)
            assert all(0 < each <= 2 for each in seconds)
            assert bool(seconds) <= (event.kind in board.spec.animated)
            for frame in range(len(seconds)):
                playing = replace(c, marks=(), playing=(event,), frame=frame)
                size = board.sizes(case.seats, c.view).board
                sound(board.draw(playing, "board", size), *size, glyphs=None)


def test_specs_are_named_once_and_belong_to_their_game() -> None:
    for entry in ENTRIES:
        specs = entry.board.spec.specs
        words = [word for spec in specs for word in spec.typed]
        for facts in ([spec.id for spec in specs], words):
            assert len(set(facts)) == len(facts)
        for spec in specs:
            assert spec.id.startswith(f"{entry.key}.")
            assert spec.title
            assert spec.help


def test_examples_in_the_rules_browser_can_be_drawn() -> None:
    for entry in ENTRIES:
        board = entry.board
        examples = [c for rule in entry.game.rule_sheet.ids if (c := board.example(rule)) is not None]
        for c in examples[: sample(5, 99)]:  # the tests of a board draw all of them
            size = board.sizes(len(c.names), c.view).board
            sound(board.draw(plain_look(board, c), "board", size), *size, glyphs=None)


def test_the_legend_explains_each_sign_in_few_cells_and_known_colours() -> None:
    for entry in ENTRIES:
        for sign, meaning in entry.board.spec.legend:
            shown = "".join(run.text for run in sign)
            assert 0 < cell_width(shown) <= 8 and set(shown) <= GLYPHS
            assert all(known(role, shaded=True) for run in sign for role in (run.ink.fg, run.ink.bg))
            assert 0 < len(meaning) <= 100 and (meaning[0].islower() or not meaning[0].isalpha())
