"""The save browser: what it lists, sorts and finds, and what can be done with a save without losing one."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens, frame, until
from tests.tui.library_kit import WHEN, fill, showing
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.table.history import History
from towergames.table.journal import Contents
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.save_file import Loaded, SaveInfo
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.table.today import task_header
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.saves import SavesScreen
from towergames.tui.screens.saves_view import SORTS, SaveList, draw_saves, preview_of, state_of

INFO = SaveInfo("a-save", Path("a-save.jsonl"), WHEN, "takethat", ("Ann", "Bob"), ("", "hard"), 9, 2, (3, 4), True)


@pytest.fixture(autouse=True)
def universal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dates are shown in local time; the goldens were made in universal time."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@asynccontextmanager
async def browsing(folder: Path, *, replays: bool = False) -> AsyncIterator[tuple[TowerApp, Pilot[Any], SavesScreen]]:
    """The browser of some saves, once all are read."""
    screen = SavesScreen(replays)
    async with showing(screen, folder, store=fill(folder / "saves")) as (app, pilot):
        await until(pilot, lambda: screen.left == 0)
        yield app, pilot, screen


def test_every_sort_orders_and_every_word_finds() -> None:
    saves = SaveList()
    saves.add(
        [
            INFO,
            replace(INFO, name="b", finished=False, modified=WHEN + 5, moves=50, seats=("Cleo", "Dan")),
            replace(INFO, name="c", problem="damaged at record 3", totals=(90, 1)),
            SaveInfo("d", Path("d"), WHEN - 5, problem="not a save"),
        ]
    )
    first = {}
    for _ in SORTS:
        saves.sort_next()
        title = SORTS[saves.sort][0]
        first[title] = saves.rows()[0].name
    assert first["newest first"] == "b"
    assert first["name"] == "a-save"
    assert first["most moves"] == "b"
    assert first["most points"] == "c"
    assert [state_of(i) for i in saves.rows()].count("broken") == 1
    saves.search("CLEO running")
    assert [i.name for i in saves.rows()] == ["b"]
    saves.search("")
    saves.replays_only = True
    saves.search("")
    assert {i.name for i in saves.rows()} == {"a-save", "c", "d"}


def test_foreign_text_and_five_hundred_saves_fit() -> None:
    odd = ("[red]Eve[/red]", "Bartholomew the 3", "\u5854" * 8, *"ABCDEFG")
    saves = SaveList()
    saves.add(replace(INFO, name=f"{i}-{'x' * 50}", seats=odd, bots=("",) * 10, totals=(123,) * 10) for i in range(500))
    for width, height in ((60, 19), (80, 23), (120, 39), (200, 50)):
        picture, offset = draw_saves(saves, 499, 0, width, height)
        assert offset > 400
        assert "[red]" in picture.canvas.text()


async def test_layout(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        screen._do_page_last()
        screen._do_move_up()
        await until(
            pilot, lambda: screen.info is not None and (screen.info.name, screen.info.modified) in screen.previews
        )
        await pilot.pause()
        await check_goldens(app, pilot, "saves", (*SIZES, (160, 45)))


async def test_delete_asks_with_the_safe_answer_marked_and_can_be_undone(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        screen.typed("search bob-2")
        await pilot.pause()
        assert screen.info is not None
        assert screen.info.name == "takethat-ann-bob-2"
        await pilot.press("d")
        assert isinstance(app.screen, ConfirmDialog)
        await pilot.press("enter")
        assert "takethat-ann-bob-2" in app.store.names(), "Enter is the safe answer"
        await pilot.press("d", "y")
        assert "takethat-ann-bob-2" not in app.store.names()
        await pilot.press("u")
        assert "takethat-ann-bob-2" in app.store.names()
        await pilot.press("escape")
        assert len(screen.saves.rows()) == 5


async def test_a_save_that_holds_a_record_is_marked_and_found(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        await until(pilot, lambda: screen.saves.marks)
        await pilot.pause()
        shown = frame(app)
        held = [name for name, mark in screen.saves.marks.items() if mark == "record"]
        assert held and shown.count("◄ record") == len(held)
        screen.typed("search record")
        await pilot.pause()
        assert {info.name for info in screen.saves.rows()} == set(held)


async def test_deleting_a_finished_game_says_that_its_records_go(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        for state, told in (("finished", True), ("running", False)):
            screen.typed(f"search {state}")
            await pilot.pause()
            await pilot.press("d")
            question = app.screen.query_one("#confirm Static", Static)
            assert ("Its records go with it." in str(question.content)) is told
            await pilot.press("n")


async def test_rename_copy_verify_and_recover(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        screen.marked = "takethat-ann-bob"
        screen.typed("copy Second/../Try")
        screen.typed("rename Best game")
        assert {"best-game", "takethat-ann-bob"} <= set(app.store.names())
        assert screen.marked == "best-game"
        await until(pilot, lambda: screen.left == 0)
        assert screen.run_command("saves.verify")
        screen.marked = "nothing"
        assert not screen.run_command("saves.open")
        screen.marked = "half"
        await pilot.press("enter")
        assert isinstance(app.screen, ConfirmDialog)
        await pilot.press("y")
        await pilot.pause()
        assert app.store.peek("half").problem == ""
        assert any("damaged" in p.name for p in app.store.folder.iterdir()), "the damaged file is kept"


async def test_enter_replays_a_finished_game_and_goes_on_with_another(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, pilot, screen):
        screen.marked = "takethat-ann-bob"
        await pilot.press("enter")
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("escape")
        await until(pilot, lambda: screen.left == 0)
        screen.marked = "takethat-ann-bob-2"
        await pilot.press("enter")
        assert app.table is not None
        assert app.table.moves == 21


async def test_replays_are_finished_games_and_an_empty_folder_says_so(tmp_path: Path) -> None:
    async with browsing(tmp_path, replays=True) as (_app, _pilot, screen):
        assert "takethat-ann-bob-2" not in {info.name for info in screen.saves.rows()}
    empty = SavesScreen()
    async with showing(empty, tmp_path, store=Store(tmp_path / "none")) as (app, pilot):
        await until(pilot, lambda: empty.left == 0)
        assert "No saved games yet. New game starts one." in frame(app)
    assert not (tmp_path / "none").exists(), "looking makes no folder"


@pytest.mark.parametrize("replays", [False, True])
async def test_while_the_list_comes_nothing_says_that_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replays: bool
) -> None:
    store, go_on = fill(tmp_path / "saves"), Event()
    peek = Store.peek

    def slow(self: Store, name: str) -> SaveInfo:
        go_on.wait(30)
        return peek(self, name)

    monkeypatch.setattr(Store, "peek", slow)
    screen = SavesScreen(replays)
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await pilot.press("enter", "r", "d")
        screen.typed("verify")
        await pilot.pause()
        assert screen.why_not("saves.open") == "The saved games are being read."
        told = f"{frame(app)} {' '.join(notice.message for notice in app._notifications)}".lower()
        assert "being read" in told and "no saved game" not in told and "no finished game" not in told
        go_on.set()
        await until(pilot, lambda: screen.left == 0)
        assert screen.why_not("saves.open") == ""


def test_scores_are_written_apart_from_their_signs() -> None:
    for width, score in ((80, "8 : -6"), (60, "8 : -6"), (120, "8 : -6")):
        saves = SaveList()
        saves.add([replace(INFO, totals=(8, -6))])
        assert score in draw_saves(saves, 0, 0, width, 20)[0].canvas.text()
    saves.add([replace(INFO, totals=(128, -16))])
    assert "128:-16" in draw_saves(saves, 0, 0, 60, 20)[0].canvas.text()


@pytest.mark.parametrize(("game", "final"), [("takethat", False), ("words", True)])
def test_the_preview_of_a_finished_game_is_its_end_unless_the_board_was_cleared(game: str, final: bool) -> None:
    entry = registry.get(game)
    header = new_header(entry.game, [SeatSetup("Ann"), SeatSetup("Bob")], {"first": 1}, 5)
    table = Table(History(entry.game, header))
    table.advance()
    number = 0
    while isinstance(table.turn, Decide):
        number += 1
        table.submit(table.turn.seat, entry.game.choices(table.history.state).sample(Dice(5, number, "test")))
    loaded = Loaded(table.history, Contents(header, (), (), ""), None)
    scene = preview_of(INFO, loaded).context
    assert scene is not None
    assert isinstance(scene.turn, Over) is final


def test_the_preview_of_a_task_names_its_day_and_no_house_rules() -> None:
    header = replace(task_header(registry.get("words"), "Ann", "2026-11-26"), attempt=1)
    table = Table(History(registry.get("words").game, header))
    table.advance()
    facts = preview_of(INFO, Loaded(table.history, Contents(header, (), (), ""), None)).facts
    assert "The task of 26 November, first attempt" in facts
    assert not [fact for fact in facts if "House rules" in fact or "puzzle" in fact]
