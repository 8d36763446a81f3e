"""The settings screen: every setting with default, effect and source; searched, changed, written and seen at once."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.tui.desktop import do, running
from tests.tui.frames import frame, shown
from towergames.board.palette import resolve
from towergames.settings import FILE_NAME, KEYS_NAME, SETTINGS
from towergames.tui.app import TowerApp
from towergames.tui.screens.key_dialog import KeyDialog
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.rows import RowsView


def config() -> Path:
    return Path(os.environ["TOWERGAMES_CONFIG"])


def sample_colour(app) -> str:
    strip = app.screen.query_one("#settings-sample", CanvasView).render_line(0)
    return next(s.style.color.name for s in strip if "█" in s.text or "#" in s.text)


async def test_every_setting_has_default_effect_and_source() -> None:
    async with running((120, 40), settle=False, pace="step") as (app, pilot):
        await do(app, pilot, "menu.settings")
        page = frame(app)
        for option in SETTINGS:
            assert option.title in page
        pace = next(row for row in page.splitlines() if "Bot pace" in row)
        assert "Step" in pace and "wait for a key" in pace and "from the command line" in pace and "default" not in pace
        assert str(app.settings.path)[:20] in page


async def test_a_change_is_written_at_once_and_seen_at_once() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.settings")
        assert not config().exists()
        assert sample_colour(app) == resolve("dark", "p1")
        await pilot.press("right")
        assert (config() / FILE_NAME).read_text(encoding="utf-8").endswith('theme = "light"\n')
        assert app.theme == "tower-light" and sample_colour(app) == resolve("light", "p1")
        await do(app, pilot, "settings.default")
        assert app.theme == "tower-dark"


async def test_the_terminal_theme_sends_only_the_sixteen_colours() -> None:
    async with running(theme="terminal") as (app, pilot):
        await do(app, pilot, "menu.settings")
        styles = [s.style for strip in app.screen._compositor.render_strips() for s in strip if s.style]
        colours = {c for style in styles for c in (style.color, style.bgcolor) if c is not None}
        assert {c.name for c in colours if c.triplet is not None or (c.number or 0) > 15} == set()


async def test_no_color_leaves_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(theme="terminal") as (app, _):
        styles = [s.style for strip in app.screen._compositor.render_strips() for s in strip if s.style]
        assert {c.name for s in styles for c in (s.color, s.bgcolor) if c is not None and not c.is_default} == set()
        assert "[Enter] Play with a guide <" in frame(app)


async def test_search_leaves_what_contains_the_word() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.settings")
        await pilot.press("slash", "c", "u", "r", "t")
        assert isinstance(app.screen, SettingsScreen)
        assert [r.key for r in app.screen.listing().rows if r.kind == "item"][:1] == ["curtain"]
        await pilot.press("escape")
        assert len(app.screen.listing().rows) > 30
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


async def test_keys_are_listed_with_clashes() -> None:
    config().mkdir(parents=True)
    (config() / KEYS_NAME).write_text('"menu.new" = "f1"\n', encoding="utf-8")
    async with running((120, 40), settle=False) as (app, pilot):
        await do(app, pilot, "menu.settings", "settings.search new game")
        page = frame(app)
        assert "Keys: Menu" in page and "changed" in page
        assert "! keys.toml line 1: F1 is both New game and Help" in page
        await do(app, pilot, "settings.search claim a floor")
        assert "Keys: Take That Towers" in frame(app)


async def at_command(app: TowerApp, pilot: Any, name: str) -> RowsView:
    """The settings with the cursor on the line of a command."""
    await do(app, pilot, "menu.settings")
    assert isinstance(app.screen, SettingsScreen)
    app.screen.listing().go(f"key:{name}")
    return app.screen.listing()


def written() -> dict[str, Any]:
    return tomllib.loads((config() / KEYS_NAME).read_text(encoding="utf-8"))


async def test_a_key_that_quits_the_program_does_not_quit_it_here() -> None:
    async with running(settle=False) as (app, pilot):
        await at_command(app, pilot, "hint")
        await pilot.press("enter", "ctrl+c")
        assert isinstance(app.screen, KeyDialog) and "! ^C quits the program everywhere else." in frame(app)
        await pilot.press("enter")
        assert isinstance(app.screen, KeyDialog) and "Press the new key first." in frame(app)
        await pilot.press("ctrl+q", "escape")
        assert not isinstance(app.screen, KeyDialog) and app.return_code is None


async def test_a_key_is_changed_and_restored_and_the_old_ones_stay_beside_it() -> None:
    async with running(settle=False) as (app, pilot):
        await at_command(app, pilot, "hint")
        await pilot.press("enter")
        assert isinstance(app.screen, KeyDialog) and "Hint: F4 i" in frame(app)
        await pilot.press("enter")
        assert isinstance(app.screen, KeyDialog) and not (config() / KEYS_NAME).exists(), "no key was pressed yet"
        await pilot.press("H")
        assert "H is free." in frame(app)
        await pilot.press("enter")
        assert written() == {"hint": ["H", "f4", "i"]}
        row = app.screen.listing().current
        assert (row.value, row.badge) == ("H F4 i", "changed")
        await pilot.press("d")
        assert written() == {} and app.screen.listing().current.value == "F4 i"
        await pilot.press("d")
        assert "The keys of Hint are not changed." in frame(app)


async def test_a_clash_is_said_and_the_other_command_loses_the_key() -> None:
    async with running(settle=False) as (app, pilot):
        await at_command(app, pilot, "hint")
        await pilot.press("enter", "f6")
        assert "F6 would no longer be a key of Undo turn." in " ".join(frame(app).replace("│", " ").split())
        await pilot.press("f7")
        assert "F7 would no longer be a key of Hide hand" in frame(app) and "F6 would" not in frame(app), (
            "another key replaces it"
        )
        await pilot.press("f6", "enter")
        assert written() == {"hint": ["f6", "f4", "i"], "turn.reset": ["t"]}
        assert app.keymap.notices == app.letters_keymap.notices == ()


async def test_a_key_that_is_put_back_returns_to_the_command_that_lost_it() -> None:
    async with running(settle=False) as (app, pilot):
        rows = await at_command(app, pilot, "turn.reset")
        await pilot.press("enter", "H", "enter")
        rows.go("key:hint")
        await pilot.press("enter", "f6", "enter", "enter", "f8", "enter")
        assert written() == {"hint": ["f8", "f6", "f4", "i"], "turn.reset": ["H", "t"], "pad": ["p"]}
        await pilot.press("d")
        assert written() == {"turn.reset": ["H", "f6", "t"]}, "Score has its keys back, and Undo turn its F6"


async def test_a_search_puts_the_cursor_on_its_first_line() -> None:
    async with running(settle=False) as (app, pilot):
        rows = await at_command(app, pilot, "takethat.score")
        await do(app, pilot, "settings.search score")
        assert rows.key == "key:pad" and "Show the log" in frame(app)


async def test_a_key_that_is_not_everywhere_says_where_and_esc_changes_nothing() -> None:
    async with running(settle=False) as (app, pilot):
        await at_command(app, pilot, "hint")
        await pilot.press("enter", "f12")
        page = " ".join(frame(app).replace("│", " ").split())
        assert "F12 would no longer be a key of Last moves." in page and "F12 is kept by browsers." in page
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen) and not (config() / KEYS_NAME).exists()


async def test_a_letter_takes_nothing_from_commands_that_are_never_on_its_screen() -> None:
    async with running(settle=False) as (app, pilot):
        await at_command(app, pilot, "menu.settings")
        await pilot.press("enter", "v")
        assert "v is free." in frame(app), "The replay has v too, but not in the menu"


async def test_keys_are_found_by_key_and_changed_by_mouse() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.settings", "settings.search f4")
        listing = app.screen.listing()
        assert [row.key for row in listing.rows if row.kind == "item"] == ["key:hint"]
        await pilot.click(RowsView, offset=(10, 1))
        assert isinstance(app.screen, KeyDialog)
        await pilot.press("X")
        y = next(i for i, row in enumerate(shown(app)) if "Enter Take it" in row)
        await pilot.click(offset=(shown(app)[y].index("Take it"), y))
        assert written() == {"hint": ["X", "f4", "i"]}


async def test_a_file_of_keys_that_cannot_be_changed_stays_as_it_is_and_is_told() -> None:
    config().mkdir(parents=True)
    (config() / KEYS_NAME).write_text("hint = [", encoding="utf-8")
    async with running((120, 40), settle=False) as (app, pilot):
        await at_command(app, pilot, "hint")
        await pilot.press("enter", "Q", "enter")
        assert any("it has a mistake" in n.message and "The keys stay" in n.message for n in app._notifications)
        assert (config() / KEYS_NAME).read_text(encoding="utf-8") == "hint = ["
