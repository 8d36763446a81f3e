"""The program as a browser shows it: one seat, and no way from there to anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tui.frames import until
from tests.tui.game_kit import Play, _shown
from tests.tui.test_windows import begun
from towergames.run_request import RunRequest
from towergames.settings import OF_WINDOW, SETTINGS
from towergames.table.errors import SaveError
from towergames.table.seats import hashed
from towergames.tui import browser_driver
from towergames.tui.catalogue import all_commands
from towergames.tui.dialogs import AskScreen, Field
from towergames.tui.screens.game import end_card
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.services import SCREENS

pytestmark = pytest.mark.usefixtures("null_game")

OTHERS = set(SCREENS) - browser_driver.SCREENS
ESCAPES = ("menu", "export", "review", "save other")


def request_of(folder: Path) -> RunRequest:
    return RunRequest("join", folder / "saves", save="game", seats=(1,), served=True)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name[0] != "."}


@asynccontextmanager
async def at_table(folder: Path) -> AsyncIterator[Play]:
    """The program of Bob's browser at an open table, whose other window is Ann's."""
    ann = begun(folder, "Ann,Bob")
    async with _shown(folder, request_of(folder), (80, 24)) as play:
        yield play
    ann.close()


async def typed(play: Play, line: str) -> None:
    await play.press("colon", *("space" if key == " " else key for key in line), "enter")
    await play.pilot.pause()


async def test_commands_that_lead_away_are_neither_listed_nor_run(tmp_path: Path) -> None:
    async with at_table(tmp_path) as play:
        before = files(tmp_path)
        listed = {command.id for command in play.game.commands()}
        assert "say" in listed and not listed & browser_driver.WITHHELD
        for line in ESCAPES:
            await typed(play, line)
            await play.press("escape", "escape")
        for command in browser_driver.WITHHELD:
            assert not play.game.run_command(command)
        for key in ("m", "M", "x", "ctrl+e", "ctrl+s", "f5", "percent_sign"):
            await play.press(key)
        assert isinstance(play.app.screen, GameScreen)
        assert files(tmp_path) == before


@pytest.mark.parametrize("name", sorted(OTHERS))
async def test_no_other_screen_opens(tmp_path: Path, name: str) -> None:
    async with at_table(tmp_path) as play:
        play.app.open(name)
        await play.pilot.pause()
        assert isinstance(play.app.screen, GameScreen)
        play.app.tables.open_replay(tmp_path / "saves" / "game.jsonl")
        await play.pilot.pause()
        assert isinstance(play.app.screen, GameScreen)


async def test_esc_says_how_to_leave(tmp_path: Path) -> None:
    async with at_table(tmp_path) as play:
        await play.press("escape", "escape")
        assert "Close this page to leave. The same link opens it again." in play.said
        assert "menu" not in play.said


async def test_settings_hold_for_the_session_and_are_not_written(tmp_path: Path) -> None:
    async with at_table(tmp_path) as play:
        play.app.change_settings({"pace": "short"})
        assert play.app.settings.text("pace") == "short"
        assert {path.name for path in (tmp_path / "config").iterdir()} == {"tables.json"}  # in the server's own folder


async def test_a_guest_changes_the_settings_of_the_window_and_no_file(tmp_path: Path) -> None:
    async with at_table(tmp_path) as play:
        before = files(tmp_path)
        assert play.game.run_command("settings")
        await play.until(lambda: isinstance(play.app.screen, SettingsScreen) and "Settings, kept" in play.text)
        assert "Settings, kept while this page is open" in play.text and str(tmp_path) not in play.text
        listed = {row.key for row in play.app.screen.listing().rows}  # type: ignore[attr-defined]
        assert listed == set(OF_WINDOW) < {option.key for option in SETTINGS}
        await play.press("down", "down", "enter")
        assert play.app.settings.text("pictures") == "cells"
        await play.press("up", "up", "enter")
        assert play.app.palette_theme == "light"
        await play.press("escape")
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        assert files(tmp_path) == before


async def test_after_the_game_there_are_its_result_and_its_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end_card, "ending_of", lambda _: SimpleNamespace(fall_play=1, wreck="", turning_play=0))
    async with at_table(tmp_path) as play:
        card = EndCard(play.table, withheld=play.app.withheld)
        ways_on = {"answer.rematch", "answer.another"}
        assert {command.id for command in card._chips} <= {*ways_on, "answer.board", "answer.pad", "missed"}
        assert card._hint() == "Play again: same players, Ann starts. The game is saved."


async def test_a_browser_leaves_a_table_and_quits_no_program(tmp_path: Path) -> None:
    async with at_table(tmp_path) as play:
        (leave,) = (command for command in play.game.commands() if command.id == "quit")
        assert (leave.title, leave.help) == ("Leave", "Leave the table; the same link opens it again")


async def test_leaving_the_table_ends_the_program(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    async with _shown(tmp_path, request_of(tmp_path), (80, 24)) as play:
        play.app.to_menu()
        await play.pilot.pause()
        assert play.app.leaving == 0
    assert ann.presence(1) == "gone"
    ann.close()


async def test_a_seat_that_is_taken_says_so_and_shows_no_menu(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    app = browser_driver.ServedApp(replace(request_of(tmp_path), seats=(0,), config=tmp_path / "config"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, browser_driver.Doorstep)
        assert "Ann sits at another window already" in str([one.message for one in app._notifications])
    ann.close()


def test_the_saves_of_a_browser_are_its_table(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob").close()
    begun(tmp_path, "Cleo,Dan").close()
    store = browser_driver.OneTable(tmp_path / "saves", "game")
    assert store.names() == ["game"] and [info.name for info in store.open_tables()] == ["game"]
    before = files(tmp_path)
    for do in (store.open, store.delete, store.duplicate, store.join, lambda name: store.rename(name, "x")):
        with pytest.raises(SaveError):
            do("game-2")
    for do in (store.delete, store.duplicate, lambda name: store.rename(name, "x")):
        with pytest.raises(SaveError):
            do("game")
    assert files(tmp_path) == before


def test_every_withheld_command_exists() -> None:
    known = {command.id for command in all_commands()}
    assert {one for one in browser_driver.WITHHELD if not one.startswith("answer.")} <= known


async def test_the_server_is_told_of_each_wrong_pin_and_counts(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    ann.note_pin(1, *hashed("2718"))
    told: list[str] = []
    app = browser_driver.ServedApp(replace(request_of(tmp_path), config=tmp_path / "config"))
    async with app.run_test(size=(80, 24)) as pilot:
        app._driver.tell_wrong_pin = lambda: told.append("wrong")  # type: ignore[union-attr]
        for pin in ("1111", "1112", "2718"):
            await until(pilot, lambda: isinstance(app.screen, AskScreen) and not app.screen.query_one(Field).value)
            await pilot.press(*pin, "enter")
        await until(pilot, lambda: app.table is not None)
    assert told == ["wrong", "wrong"]
    ann.close()
