"""Every board at every size, under any keys and clicks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.playing import Case, Moment, cases, trace
from towergames.boards.desk import Reply, Scene
from towergames.boards.protocol import Picture
from towergames.core.contract import Decide, Over, Verdict, visible
from towergames.core.text import cell_width

SHARED = ("move.left", "move.right", "move.up", "move.down", "choose", "back", "zone.next", "zone.previous")
DIGITS = tuple(f"digit.{n}" for n in range(1, 10))

SMALLEST_SCREEN = (80, 24)
CHROME_ROWS = 4  # status line, message, log and footer, at the very least

CASES = pytest.mark.parametrize("case", cases(2), ids=str)


def _scene(case: Case, state: Any, looker: int | None, moment: Moment | None = None, ascii_only: bool = False) -> Scene:
    turn = case.game.turn(state)
    may = isinstance(turn, Decide) and turn.seat == looker
    marks = tuple(e for e in moment.step.events if visible(e, looker)) if moment else ()
    names = ("塔塔塔塔塔塔塔塔", "Ann", "Балтазар Фёдор.", "m" * 16)[: case.seats]
    return Scene(case.game, case.game.view(state, looker), turn, looker, names, may, marks, ascii_only=ascii_only)


def _scenes(case: Case, some: int = 3) -> Iterator[Scene]:
    game = trace(case)
    for moment in game.some(some):
        assert isinstance(moment.turn, Decide)
        others = (moment.turn.seat + 1) % case.seats
        for looker in (moment.turn.seat, others, None):
            yield _scene(case, moment.step.state, looker, moment)
            yield _scene(case, moment.state, looker, moment, ascii_only=True)
    yield _scene(case, game.last, None)
    yield _scene(case, game.last, 0)
    yield _scene(case, case.game.new(case.seats, dict(case.options)), 0)


def _check(picture: Picture, width: int, height: int) -> None:
    canvas = picture.canvas
    assert (canvas.width, canvas.height) == (width, height)
    for y in range(height):
        assert cell_width(canvas.row(y)) == width
        assert sum(cell_width(run.text) for run in canvas.runs(y)) == width
        assert canvas.row(y).isprintable()
    assert canvas.text(ascii_only=True).isascii()
    keys = [spot.key for spot in picture.spots]
    assert len(set(keys)) == len(keys)
    for spot in picture.spots:
        assert spot.width > 0 < spot.height
        assert 0 <= spot.x <= spot.x + spot.width <= width
        assert 0 <= spot.y <= spot.y + spot.height <= height
    if picture.cursor:
        assert 0 <= picture.cursor[0] < width
        assert 0 <= picture.cursor[1] < height


@CASES
def test_boards_and_hands_fill_exactly_the_space_they_are_given(case: Case) -> None:
    desk = case.entry.desk
    for scene in _scenes(case):
        columns, rows, hand = desk.size(case.seats, scene.view)
        assert columns <= SMALLEST_SCREEN[0]
        assert rows + hand + CHROME_ROWS <= SMALLEST_SCREEN[1]
        pointer = desk.start(scene)
        for width, height in ((columns, rows), (80, max(rows, 24 - CHROME_ROWS - hand)), (120, 30), (200, 60)):
            if height >= rows and width >= columns:
                _check(desk.board(scene, pointer, width, height), width, height)
                _check(desk.hand(scene, pointer, width, max(hand, height // 5)), width, max(hand, height // 5))


@CASES
def test_a_board_says_in_words_what_it_shows(case: Case) -> None:
    desk = case.entry.desk
    for scene in _scenes(case):
        said = (*desk.speak(scene), *desk.speak_hand(scene), desk.hover(scene, desk.start(scene)))
        assert desk.speak(scene)
        assert all(line.isprintable() for line in said)


@CASES
def test_any_keys_and_clicks_give_an_answer(case: Case) -> None:
    desk = case.entry.desk
    commands = (*SHARED, *DIGITS, *(command.id for command in desk.commands))
    dice = random.Random(1)
    for scene in _scenes(case, 2):
        pointer = desk.start(scene)
        columns, rows, hand = desk.size(case.seats, scene.view)
        for _ in range(40):
            spots = [s.key for s in desk.board(scene, pointer, columns, rows).spots]
            spots += [s.key for s in desk.hand(scene, pointer, columns, hand).spots]
            if spots and dice.random() < 0.4:
                reply = desk.click(scene, pointer, dice.choice(spots))
            else:
                command = dice.choice(commands)
                assert isinstance(desk.enabled(scene, pointer, command), str)
                reply = desk.do(scene, pointer, command)
            assert isinstance(reply, Reply)
            pointer = desk.keep(scene, reply.pointer)
            for action in (reply.submit, desk.draft(scene, pointer)):
                if action is not None and not isinstance(scene.turn, Over):
                    state = next(m.state for m in trace(case).decisions)
                    assert isinstance(case.game.judge(state, action), Verdict)
                    assert case.game.parse(case.game.notate(action), state) == action


@CASES
def test_every_event_has_beats_that_are_short_and_positive(case: Case) -> None:
    desk = case.entry.desk
    for moment in trace(case).some(6):
        for event in moment.step.events:
            scene = _scene(case, moment.state, None, moment)
            beats = desk.beats(scene, event)
            assert all(0 < seconds <= 2 for seconds in beats)
            assert bool(beats) <= (event.kind in desk.animated)
            for frame in range(len(beats)):
                playing = Scene(case.game, scene.view, scene.turn, None, scene.names, playing=(event,), frame=frame)
                columns, rows, _ = desk.size(case.seats, scene.view)
                _check(desk.board(playing, desk.start(playing), columns, rows), columns, rows)


def test_commands_are_named_once_and_belong_to_their_game() -> None:
    for case in cases(1):
        commands = case.entry.desk.commands
        for facts in ([c.id for c in commands], [c.typed for c in commands if c.typed]):
            assert len(set(facts)) == len(facts)
        for command in commands:
            assert command.id.startswith(f"{case.entry.key}.")
            assert command.title
            assert command.help


def test_examples_in_the_rules_browser_can_be_drawn() -> None:
    for case in cases(1):
        desk = case.entry.desk
        for rule in case.game.rule_sheet.ids:
            scene = desk.example(rule)
            if scene is not None:
                columns, rows, _ = desk.size(len(scene.names), scene.view)
                _check(desk.board(scene, desk.start(scene), columns, rows), columns, rows)
