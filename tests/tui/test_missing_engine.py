"""A game whose engine is not here: its card says so, its table and its lesson are not opened, its saves are watched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.games.leaning.canned import CannedTable
from tests.tui.desktop import do, running, settled, text
from towergames import registry
from towergames.games.leaning import needs
from towergames.games.leaning.game import GAME
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.screens.game import GameScreen
from towergames.tui.screens.menu import MenuScreen

WHY = "The physics engine is not installed."


@pytest.fixture(autouse=True)
def without_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry("leaning")])
    monkeypatch.setattr(needs, "missing", lambda: WHY)


async def test_the_card_says_why_and_neither_game_nor_lesson_is_opened() -> None:
    async with running((120, 40)) as (app, pilot):
        shown = " ".join(text(app).replace("│", " ").replace("▌", " ").split())
        assert "Leaning Towers" in shown and "cannot be played here, only watched." in shown
        assert "physics engine is not installed" in shown
        for command in ("menu.new leaning", "menu.learn leaning"):
            await do(app, pilot, command)
            await settled(app, pilot)
            assert isinstance(app.screen, MenuScreen)
            assert "cannot be played" in text(app)


async def test_a_save_of_it_opens_to_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "_table", CannedTable)
    monkeypatch.setattr(needs, "missing", lambda: "")
    header = new_header(GAME, [SeatSetup("Ann"), SeatSetup("Bob")], {"foundation": "ready"}, 4)
    Store(Path(os.environ["TOWERGAMES_SAVES"])).begin(header, "elsewhere").close()
    monkeypatch.setattr(needs, "missing", lambda: WHY)
    async with running((120, 40)) as (app, pilot):
        app.open_save("elsewhere")
        await settled(app, pilot)
        assert isinstance(app.screen, GameScreen) and app.screen.session.table.read_only
        assert "read only" in text(app)
