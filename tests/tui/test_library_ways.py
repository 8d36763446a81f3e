"""The library screens obey what every screen obeys: each command by key, word, mouse and palette; sizes; glyphs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.frames import frame
from tests.tui.library_kit import fill, played, showing
from towergames.tui.command_screen import TowerScreen
from towergames.tui.keymap import PRESETS, KeyMap, clashes
from towergames.tui.screens.command_search import PaletteScreen
from towergames.tui.screens.replay.screen import ReplayScreen
from towergames.tui.screens.rules import RulesScreen
from towergames.tui.screens.saves.screen import SavesScreen
from towergames.tui.screens.score_pad import PadScreen
from towergames.tui.screens.statistics import StatisticsScreen
from towergames.tui.widgets.keybar import KeyBar

SCREENS: dict[str, Callable[[], TowerScreen[Any]]] = {
    "replay": lambda: ReplayScreen(played()),
    "saves": SavesScreen,
    "statistics": StatisticsScreen,
    "rules": lambda: RulesScreen("takethat", "LOBBY"),
    "pad": lambda: PadScreen(played()),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_sizes_glyphs_and_every_command_in_every_way(name: str, tmp_path: Path) -> None:
    screen = SCREENS[name]()
    async with showing(screen, tmp_path, store=fill(tmp_path / "saves")) as (app, pilot):
        odd = {ch for ch in frame(app) if ch != "\n" and not ch.isascii() and not "\u2500" <= ch <= "\u259f"}
        assert odd == set()
        need = screen.minimum()
        assert need[0] <= 80 and need[1] <= 24
        for size in ((30, 8), need, (200, 60)):
            await pilot.resize_terminal(*size)
            assert ("needs" in frame(app)) == (size == (30, 8)), size
        commands = screen.commands()
        for preset in PRESETS:
            assert clashes(commands, KeyMap(PRESETS[preset])) == []
        words = [command.typed for command in commands if command.typed]
        assert len(set(words)) == len(words)
        for command in commands:
            assert screen.handler(command.id) is not None, command.id
            assert command.title and command.help and command.typed and app.keymap.keys_of(command), command.id
        footer = [command_id for command_id, *_ in screen.query_one(KeyBar).items]
        assert "palette" in footer
        assert len(footer) <= 8
        assert not any(screen.why_not(command_id) for command_id in footer)
        screen.run_command("palette")
        await pilot.pause()
        assert isinstance(app.screen, PaletteScreen)
