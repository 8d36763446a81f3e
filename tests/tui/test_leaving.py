"""Leaving screens: those between are not taken up again for a moment, and the menu comes where no game is open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual import events
from textual.widgets._toast import Toast

from tests.tui.desktop import do, running
from tests.tui.fixtures import REGISTERED
from tests.tui.frames import frame, settled, until
from tests.tui.game_kit import opened, playing
from tests.tui.lesson_kit import teaches
from tests.tui.mid_games import mid_game
from towergames.run_request import RunRequest
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.review import ReviewScreen
from towergames.tui.screens.saves import SavesScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.screens.turn_review import TurnReviewScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import Gallery

pytestmark = pytest.mark.usefixtures("every_game")
SAVES = Path(__file__).parents[2] / "saves"
WAYS = [(entry.key, "replay" if entry.review is None else "review") for entry in REGISTERED]


@pytest.mark.parametrize(("game", "way"), WAYS)
async def test_a_finished_game_is_played_on_from_its_replay(tmp_path: Path, game: str, way: str) -> None:
    mid_game(game, None, Store(tmp_path / "saves")).close()  # with people: no bot thinks about how to play on
    async with opened(tmp_path, game) as play:
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        if way == "review":
            await play.press("r")
            await play.until(lambda: isinstance(play.app.screen, TurnReviewScreen))
            await play.press("a")
            await play.until(lambda: isinstance(play.app.screen, ReviewScreen) and play.app.screen.judged)
            await play.press("enter")
        else:
            await play.press("w")
        await play.until(lambda: isinstance(play.app.screen, ReplayScreen))
        await play.press("5", "b")
        await play.until(lambda: play.app.table is not None and play.app.table.header.branch is not None)
        await play.pilot.pause()
        kinds = [type(screen) for screen in play.app.screen_stack]
        assert kinds[:2] == [MenuScreen, GameScreen] and kinds.count(GameScreen) == 1


async def test_screens_between_are_not_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(SavesScreen, "reload", lambda self: read.append("saves"))
    (tmp_path / "saves").mkdir()
    shutil.copy(SAVES / "example-takethat.jsonl", tmp_path / "saves" / "old.jsonl")
    async with running(home=tmp_path) as (app, pilot):
        app.push_screen(SavesScreen())
        await pilot.pause()
        app.screen.left = 0  # type: ignore[attr-defined]
        app.tables.open_replay(tmp_path / "saves" / "old.jsonl")
        await pilot.pause()
        assert read == ["saves"]
        await pilot.press("5", "b")
        await settled(app, pilot)
        assert [type(screen) for screen in app.screen_stack][:2] == [MenuScreen, GameScreen]
        assert read == ["saves"]


async def test_a_game_that_was_left_does_not_go_on(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", game="takethat", first=2, flags={"pace": "step"}) as play:
        game = play.game
        await play.until(lambda: game.session.activity.stepping)
        assert game.is_open
        play.app.to_menu()
        await play.pilot.pause()
        assert not game.is_open
        game.bots.go()
        assert game.bots.thinking is None


async def test_the_menu_is_made_when_a_game_opened_at_once_is_left(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", game="takethat") as play:
        assert not play.app.screen_stack[0].query(Gallery)
        play.app.to_menu()
        await play.until(lambda: "Continue Take That Towers" in play.text)


async def test_where_no_game_can_be_opened_the_menu_is_shown_with_the_reason(tmp_path: Path) -> None:
    app = TowerApp(RunRequest("open", tmp_path / "saves", save="lost", config=tmp_path / "config"))
    async with app.run_test() as pilot:
        await until(pilot, lambda: "Stacked" in frame(app))
        assert [n for n in app._notifications if "lost" in n.message]
        await pilot.press("1")
        await until(pilot, lambda: teaches(app) or isinstance(app.screen, NewGameScreen))


async def test_nothing_that_a_screen_has_begun_comes_back_to_it_once_it_is_left() -> None:
    ran: list[str] = []
    async with running() as (app, pilot):
        await pilot.press("s")
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        ways = {
            "timer": lambda: screen.set_timer(0.05, lambda: ran.append("timer")),
            "interval": lambda: screen.set_interval(0.05, lambda: ran.append("interval")),
            "later": lambda: screen.call_later(ran.append, "later"),
            "refresh": lambda: screen.call_after_refresh(ran.append, "refresh"),
            "soon": lambda: screen.soon(ran.append, "soon"),
        }
        for begin in ways.values():
            begin()
        await until(pilot, lambda: set(ran) == set(ways))
        for begin in ways.values():
            begin()
        app.pop_screen()
        ran.clear()
        await pilot.pause(0.2)
        assert ran == []
        assert screen.is_left


async def test_a_board_that_was_left_does_not_keep_the_mouse() -> None:
    """A button that went down just before the screen was left: its board takes the mouse only afterwards."""
    async with running() as (app, pilot):
        await do(app, pilot, "menu.learn takethat")
        board = app.screen.query_one("#board", CanvasView)
        await do(app, pilot, "menu")
        await settled(app, pilot)
        assert isinstance(app.screen, MenuScreen)
        board.capture_mouse()
        gallery = app.screen.query_one(Gallery)
        chip = next(spot for spot in gallery.spots if spot.key == "menu.settings")
        await pilot.click(gallery, offset=(chip.x, chip.y))
        await settled(app, pilot)
        assert isinstance(app.screen, SettingsScreen)


async def test_the_mouse_on_a_notice_that_goes_away_does_nothing() -> None:
    """It goes away between two frames, so that the screen still takes it to be below the mouse."""
    async with running() as (app, pilot):
        app.say("This is a notice.")
        await until(pilot, lambda: bool(app.screen.query(Toast)) and "This is a notice." in frame(app))
        notice = app.screen.query_one(Toast)
        x, y = notice.region.offset
        await notice.remove()
        for kind in (events.MouseDown, events.MouseMove, events.MouseUp):
            app.screen._forward_event(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert app.return_code == 0
