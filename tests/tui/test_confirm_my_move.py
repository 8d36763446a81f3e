"""The setting *Confirm my move*: who cannot take a move back is asked before it, in every game and in plain mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.plain.helpers import converse, flat, header_of
from tests.tui.desktop import do, running
from tests.tui.frames import settled
from tests.tui.game_kit import Play, playing
from towergames import registry
from towergames.board.protocol import AnyContext
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.core.options import Scalar
from towergames.games.bricks.model import Submit
from towergames.games.leaning.model import GiveUp as LeaningGiveUp
from towergames.games.words.model import Pass
from towergames.run_request import RunRequest
from towergames.session.controller import PendingConfirmation
from towergames.session.help import GivenHint
from towergames.settings import load
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.store import Store
from towergames.tui.screens.game.screen import GameScreen


@asynccontextmanager
async def at_turn(folder: Path, key: str, **flags: Scalar) -> AsyncIterator[Play]:
    """Ann's turn in a game against a bot."""
    level = registry.get(key).levels[0].name
    async with playing(folder, f"Ann,Hal:{level}", game=key, flags=flags) as play:
        await play.until(lambda: play.game.session.bare().may_act)
        await settled(play.app, play.pilot)
        yield play


def final_move(table: Table) -> Any:
    """A move that cannot be taken back; None where every move can."""
    samples = (table.sample(Dice(number, table.moves, "confirm")) for number in range(100))
    return next((move for move in (*table.legal(), *samples) if table.is_final(move)), None)


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("key", ["bricks", "konexi", "leaning", "words", "takethat"])
async def test_a_move_is_asked_about_once_and_made_by_the_second_enter(tmp_path: Path, key: str) -> None:
    async with at_turn(tmp_path, key, confirm=True) as play:
        table, screen, controller = play.table, play.game, play.game.board_input.controller
        while (action := final_move(table)) is None:
            screen.typed_other(table.game.notate(table.legal()[0]))  # which is made at once
            await settled(play.app, play.pilot)
        typed, before = table.game.notate(action), table.moves
        screen.typed_other(typed)
        await play.pilot.pause()
        assert table.moves == before and controller.asking
        assert "Do it" in play.text and "Go back" in play.text and "Press Enter to" in play.said
        await play.press("escape")
        assert table.moves == before and not controller.asking
        screen.typed_other(typed)
        await play.pilot.pause()
        await play.press("enter")
        await play.until(lambda: table.moves > before)
        assert table.history.plays[before].notation == typed


async def test_the_question_names_the_move_and_a_second_offer_of_it_makes_it(tmp_path: Path) -> None:
    async with at_turn(tmp_path, "words", confirm=True) as play:
        table, screen, before = play.table, play.game, play.table.moves
        samples = dict.fromkeys(table.game.notate(table.sample(Dice(number, 0, "two"))) for number in range(9))
        first, second = [move for move in samples if move.startswith("play")][:2]
        screen.typed_other(first)
        await play.pilot.pause()
        assert f'Your move: "{first}". Press Enter to make it, Esc to go back.' in play.said
        screen.typed_other(second)
        await play.pilot.pause()
        assert f'Your move: "{second}".' in play.said and table.moves == before
        screen.typed_other(second)
        await play.until(lambda: table.moves > before)
        assert table.history.plays[before].notation == second


async def test_a_move_that_can_be_taken_back_is_made_at_once(tmp_path: Path) -> None:
    async with at_turn(tmp_path, "takethat", confirm=True) as play:
        table, before = play.table, play.table.moves
        free = next(move for move in table.legal() if not table.is_final(move))
        play.game.typed_other(table.game.notate(free))
        await play.until(lambda: table.moves > before)
        assert table.undo_offer(0).free


ANSWERS = {"words": ("accept", "challenge"), "leaning": ("accept",)}
"""The answers of each game, as they are written."""


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("key", ANSWERS)
def test_no_second_question_is_asked_about_an_answer(key: str) -> None:
    """The play of another person, or a piece that slipped, has asked already. A challenge says what it risks."""
    board = registry.get(key).board
    assert {answer.__name__.lower() for answer in board.spec.answers} == set(ANSWERS[key])
    asked = PendingConfirmation()
    asked.asks_before = lambda _: True
    context = cast("AnyContext", SimpleNamespace(view=SimpleNamespace(pending=None)))
    for answer in board.spec.answers:
        assert asked.question(board, context, answer()) is None


@pytest.mark.usefixtures("every_game")
def test_a_move_is_final_when_the_turn_passes_chance_decides_or_something_is_shown() -> None:
    for key, final in (("takethat", False), ("words", True), ("konexi", True)):
        table = Table(History(registry.get(key).game, header_of("Ann", "Bob", game=key)))
        table.advance()
        turn = table.turn
        assert isinstance(turn, Decide)
        move = table.sample(Dice(7, table.moves, "final"))
        assert table.is_final(move) is final
        table.submit(turn.seat, move)
        assert table.undo_offer(turn.seat).free is not final


async def test_a_touched_screen_names_its_button_in_place_of_keys(tmp_path: Path) -> None:
    async with at_turn(tmp_path, "words", confirm=True) as play:
        play.app.touched = True
        move = play.table.game.notate(final_move(play.table))
        play.game.typed_other(move)
        await play.pilot.pause()
        assert f'Your move: "{move}". Tap Do it to make it.' in play.said


async def test_a_command_of_the_table_switches_it_and_it_is_off_at_first(tmp_path: Path) -> None:
    async with at_turn(tmp_path, "words") as play:
        asked = play.game.board_input.controller.asked
        move = final_move(play.table)
        assert not asked.asks_before(move)
        await do(play.app, play.pilot, "moves.confirm")
        assert asked.asks_before(move) and "You are asked before moves that you cannot take back." in play.said
        assert load(str(tmp_path / "config")).flag("confirm")
        await do(play.app, play.pilot, "moves.confirm")
        assert not asked.asks_before(move) and "Your moves are made at once." in play.said


async def test_no_lesson_asks() -> None:
    async with running(confirm=True) as (app, pilot):
        await do(app, pilot, "menu.learn takethat")
        await settled(app, pilot)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        table = screen.session.table
        assert not screen.board_input.controller.asked.asks_before(table.legal()[0])


def test_plain_mode_asks_too(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", game="words")
    table = Store(tmp_path).begin(header, "probe")
    first = len(table.history.plays)
    move = table.game.notate(final_move(table))
    table.close()
    lines = ["", move, "no", move, "yes", "quit"]
    code, out = converse(lines, RunRequest("play", tmp_path, header=header, save="game", flags={"confirm": True}))
    assert code == 0
    assert f'Your move: "{move}". Type yes to make it, or no.' in flat(out)
    assert [play.notation for play in load_file(tmp_path / "game.jsonl").history.plays[first:]][:1] == [move]


def test_plain_mode_asks_nothing_where_the_setting_is_off(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", game="words")
    table = Store(tmp_path).begin(header, "probe")
    first = len(table.history.plays)
    move = table.game.notate(final_move(table))
    table.close()
    _, out = converse(["", move, "quit"], RunRequest("play", tmp_path, header=header, save="game"))
    assert "Your move:" not in flat(out)
    assert [play.notation for play in load_file(tmp_path / "game.jsonl").history.plays[first:]][:1] == [move]


ASKED_FIRST = {"words": Pass(), "bricks": Submit(), "leaning": LeaningGiveUp("")}
"""Moves that a board asks about."""


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("key", list(ASKED_FIRST))
@pytest.mark.parametrize("confirm", [False, True])
async def test_a_board_does_not_ask_about_the_move_that_a_hint_advises(tmp_path: Path, key: str, confirm: bool) -> None:
    async with at_turn(tmp_path, key, confirm=confirm) as play:
        board_input, action = play.game.board_input, ASKED_FIRST[key]
        made: list[object] = []
        board_input.legal = lambda _: True  # type: ignore[method-assign]
        board_input.submit = made.append  # type: ignore[method-assign]
        play.game.session.table.is_final = lambda _: True  # type: ignore[method-assign]
        board_input.controller.offer(action)
        assert board_input.controller.asking and not made, "nobody advised it"
        board_input.controller.decline()
        play.game.hints._show(GivenHint(action, "a move"))
        board_input.controller.offer(action)
        assert board_input.controller.asking is confirm and made == ([] if confirm else [action])
