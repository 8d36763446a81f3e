"""The settings screen: every setting with default, effect and source; searched, changed, written and seen at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.desktop import do, running
from tests.tui.frames import frame
from towergames.board.palette import resolve
from towergames.settings import FILE_NAME, KEYS_NAME, SETTINGS
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.widgets.canvas import CanvasView


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
        assert "Keys: Menu" in page and "F1" in page and "menu.new" not in page.split("F1 is both")[0]
        assert "F1 is both Help and New game." in page
        await do(app, pilot, "settings.search claim a floor")
        assert "Keys: Take That Towers" in frame(app)
