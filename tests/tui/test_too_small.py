"""A terminal that is too small: a card covers the screen, and nothing behind it can be changed unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.desktop import OTHERS, Reach, after, running
from tests.tui.frames import frame, settled
from tests.tui.game_kit import _shown, playing
from tests.tui.test_served import request_of
from tests.tui.test_windows import begun
from towergames.registry import Entry
from towergames.tui.app import TowerApp
from towergames.tui.command_screen import TooSmall, TowerScreen
from towergames.tui.screens.finder import CommandLine, HelpScreen
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.widgets.gallery import Gallery
from towergames.tui.widgets.keybar import KeyBar

SMALL = (28, 7)
KEYS = (*"abcdefghijklnoprstuvwxyz123456789R", "enter", "space", "escape", "backspace", "tab", "shift+tab")
SIGNS = ("left", "right", "up", "down", "pagedown", "home", "end", "delete", "comma", "plus", "minus", "slash", "colon")
OTHER = ("equals_sign", "ctrl+p", "ctrl+o", "ctrl+e", "ctrl+z", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9")
SCREENS: dict[str, Reach] = {
    **{name: way for name, way in OTHERS.items() if name not in ("review", "records")},
    "newgame": after("menu.new takethat"),
    "settings": after("menu.settings"),
    "lesson": after("menu.learn takethat", "lesson.next"),
    "lesson-words": after("menu.learn words", "lesson.next"),
}


async def reach(name: str, app: TowerApp, pilot: Pilot[Any]) -> Any:
    """The screen of that name."""
    await SCREENS[name](app, pilot)
    if isinstance(app.screen, CurtainScreen):
        await pilot.press("1")
        await settled(app, pilot)
    assert isinstance(app.screen, TowerScreen) and not isinstance(app.screen, CurtainScreen)
    return app.screen


def seen(screen: Any) -> Any:
    """All that keys and the mouse could have changed on a screen."""
    parts = (screen, *(getattr(screen, name) for name in ("playback", "judgement") if hasattr(screen, name)))
    facts = [pair for part in parts for pair in vars(part).items()]
    kept = {key: value for key, value in facts if type(value) in (int, float, bool, str, tuple, list)}
    model = getattr(screen, "model", None)
    form = getattr(screen, "form", None)
    session = getattr(screen, "session", None)
    guide = getattr(screen, "guide", None)
    return (
        {key: value for key, value in kept.items() if not key.startswith("_")},
        session.memory.ui if session is not None else None,
        (model.at, model.length) if model is not None else None,
        (form.seats, form.options, form.seed) if form is not None else None,
        (guide.play.step, guide.play.table.moves) if guide is not None else None,
        [field.value for field in screen.query("Field, SearchLine")],
    )


@pytest.mark.parametrize("name", SCREENS)
async def test_behind_the_card_nothing_changes_and_help_the_menu_and_quitting_work(name: str) -> None:
    async with running((90, 30), motion="none") as (app, pilot):
        screen = await reach(name, app, pilot)
        moves = app.table.moves if app.table is not None else 0
        before = seen(screen)
        await pilot.resize_terminal(*SMALL)
        await settled(app, pilot)
        assert screen.query(TooSmall)
        await pilot.press(*KEYS, *SIGNS, *OTHER)
        for at in ((1, 1), (14, 3), (20, 5)):
            await pilot.click(offset=at)
        for kind in (events.MouseScrollDown, events.MouseScrollUp):
            app.post_message(kind(None, 10, 3, 0, 1, 0, False, False, False, 10, 3))
        await settled(app, pilot)
        assert app.screen is screen and (app.table.moves if app.table is not None else 0) == moves
        await pilot.resize_terminal(90, 30)
        await settled(app, pilot)
        assert not screen.query(TooSmall)
        assert seen(screen) == before
        await pilot.resize_terminal(50, 9)
        await settled(app, pilot)
        assert {command.id for command in screen.commands()} <= {"help", "menu", "quit"}
        assert {command_id for command_id, *_ in screen.query_one(KeyBar).items} >= {"quit", "help"}
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen and screen.query(TooSmall)
        await leave(app, pilot)
        assert isinstance(app.screen, MenuScreen) and app.screen.query(TooSmall)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app.return_code == 0


async def leave(app: TowerApp, pilot: Pilot[Any]) -> None:
    """To the menu, by the key that the card's footer names."""
    screen: Any = app.screen
    key = next(key for name, key, _ in screen.query_one(KeyBar).items if name == "menu")
    await pilot.press("ctrl+l" if key == "^L" else key)
    await settled(app, pilot)


async def test_the_card_says_what_can_be_done(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, "Ann", first=1, size=(50, 9)) as play:
        assert "needs 60x" in play.text and "have 50x9" in play.text
        last = play.text.rstrip("\n").split("\n")[-1]
        assert "Menu" in last and "Quit" in last and "Keys" in last
        await play.pilot.click(KeyBar, offset=(last.index("Quit"), 0))
        await play.pilot.pause()
        assert play.app.return_code == 0


async def test_in_a_browser_the_card_says_what_a_phone_can_do(tmp_path: Path, null_game: Entry) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    async with _shown(tmp_path, request_of(tmp_path), (50, 9)) as play:
        assert "Turn the phone, or close its keyboard." in play.text
        assert {command.id for command in play.game.commands()} == {"help", "quit"}
    ann.close()


async def test_what_was_open_before_cannot_play_behind_the_card(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, "Ann", first=1, size=(80, 24)) as play:
        await play.press("colon", *"take 1")
        assert isinstance(play.app.screen, CommandLine)
        moves = play.table.moves
        await play.pilot.resize_terminal(50, 9)
        await play.press("enter")
        await play.pilot.pause()
        assert play.table.moves == moves
        await play.pilot.resize_terminal(80, 24)
        await play.press("ctrl+o")
        await play.pilot.resize_terminal(50, 9)
        await play.pilot.pause()
        assert play.app.screen is play.game


async def test_a_field_takes_its_focus_again() -> None:
    async with running((90, 30)) as (app, pilot):
        await OTHERS["lookup"](app, pilot)
        await pilot.resize_terminal(*SMALL)
        await settled(app, pilot)
        await pilot.press("x", "f1", "escape", "y")
        await pilot.resize_terminal(90, 30)
        await settled(app, pilot)
        await pilot.press("s")
        assert "moods" in frame(app)


async def test_keys_work_at_a_menu_that_is_first_shown_in_a_window_too_small_for_it(
    tmp_path: Path, null_game: Entry
) -> None:
    """The menu below a game is composed only now; the card, which is about to take the focus, stays over it."""
    async with playing(tmp_path, "Ann", first=1, size=(50, 9)) as play:
        await leave(play.app, play.pilot)
        menu = play.app.screen
        assert isinstance(menu, MenuScreen) and menu.query(Gallery)
        assert "needs 60x" in play.text and play.app.focused is menu.query_one(TooSmall)
        await play.pilot.resize_terminal(80, 24)
        await settled(play.app, play.pilot)
        assert not menu.query(TooSmall) and play.app.focused is None
        await play.press("s")
        assert isinstance(play.app.screen, SettingsScreen)
        await play.press("escape", "ctrl+q")
        assert play.app.return_code == 0


async def test_what_is_removed_before_it_was_there_takes_no_keys() -> None:
    async with running((90, 30)) as (app, pilot):
        screen: Any = app.screen
        await pilot.resize_terminal(*SMALL)
        card = TooSmall((60, 20))
        screen.mount(card)
        card.remove()
        card.focus()
        await settled(app, pilot)
        assert app.focused is screen.query_one(TooSmall)
        screen.set_focus(card)
        assert app.focused is screen.query_one(TooSmall)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app.return_code == 0


async def test_a_window_that_is_small_again_at_once_has_a_card_again() -> None:
    async with running(SMALL) as (app, pilot):
        screen: Any = app.screen
        going = screen.query_one(TooSmall)
        going.remove()
        screen.guard_size()
        await settled(app, pilot)
        assert screen.query_one(TooSmall) is not going and app.focused is screen.query_one(TooSmall)
