"""Games whose engine is not here: their cards say so, table and lesson are not opened, saves are watched."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.games.konexi.canned import CannedPhysics
from tests.games.leaning.canned import CannedTable
from tests.tui.desktop import do, running
from tests.tui.frames import frame, settled, until
from towergames import registry
from towergames.games.konexi import requirements as konexi_requirements
from towergames.games.konexi.game import GAME as KONEXI
from towergames.games.leaning import requirements as leaning_requirements
from towergames.games.leaning.game import GAME as LEANING
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen

WHY = "The physics engine is not installed."
REQUIREMENTS = (leaning_requirements, konexi_requirements)


@pytest.fixture(autouse=True)
def without_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    more = [registry.Entry(key) for key in ("leaning", "konexi")]
    monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, *more])
    for requirements in REQUIREMENTS:
        monkeypatch.setattr(requirements, "unavailable_reason", lambda: WHY)


@pytest.mark.parametrize(("key", "title"), [("leaning", "Leaning Towers"), ("konexi", "Konexi")])
async def test_the_card_says_why_and_neither_game_nor_lesson_is_opened(key: str, title: str) -> None:
    async with running((120, 40)) as (app, pilot):
        shown = " ".join(frame(app).replace("│", " ").replace("▌", " ").split())
        assert title in shown and "Cannot be played here" in shown
        for command in (f"menu.new {key}", f"menu.learn {key}"):
            await do(app, pilot, command)
            await settled(app, pilot)
            assert isinstance(app.screen, MenuScreen)
            said = " ".join(frame(app).split())
            assert "cannot be played" in said and "physics engine" in said


@pytest.mark.parametrize("key", ["konexi", "leaning"])
async def test_keys_are_about_the_game_under_the_cursor_also_where_it_cannot_be_played(key: str) -> None:
    async with running((120, 40)) as (app, pilot):
        app.screen.gallery.at = key  # type: ignore[attr-defined]
        await do(app, pilot, "menu.new")
        assert isinstance(app.screen, MenuScreen) and "cannot be played" in " ".join(frame(app).split())
        await do(app, pilot, "menu.rules")
        await until(pilot, lambda: f"{registry.get(key).game.info.title}  rules" in frame(app))


async def test_nobody_waits_for_the_trial_of_the_engine_to_set_up_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    known = threading.Event()

    def missing() -> str:
        assert threading.current_thread() is not threading.main_thread()
        known.wait(30)
        return WHY

    for requirements in REQUIREMENTS:
        monkeypatch.setattr(requirements, "unavailable_reason", missing)
    async with running((120, 40), settle=False) as (app, pilot):
        app.screen.run_command("menu.new", "takethat")  # type: ignore[attr-defined]
        await until(pilot, lambda: "New game: Take That Towers" in frame(app))
        assert not [card for card in app.screen._cards if card.why]  # type: ignore[attr-defined]
        known.set()
        await until(pilot, lambda: len([card for card in app.screen._cards if card.why]) == 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "options"), [(LEANING, {"foundation": "ready"}), (KONEXI, {"first": 1})], ids=["leaning", "konexi"]
)
async def test_a_save_of_it_opens_to_be_looked_at(
    game: Any, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LEANING, "_table", CannedTable)
    monkeypatch.setattr(KONEXI, "_physics", CannedPhysics)
    for requirements in REQUIREMENTS:
        monkeypatch.setattr(requirements, "unavailable_reason", lambda: "")
    header = new_header(game, [SeatSetup("Ann"), SeatSetup("Bob")], options, 4)
    Store(Path(os.environ["TOWERGAMES_SAVES"])).begin(header, "elsewhere").close()
    for requirements in REQUIREMENTS:
        monkeypatch.setattr(requirements, "unavailable_reason", lambda: WHY)
    async with running((120, 40)) as (app, pilot):
        app.tables.open_save("elsewhere")
        await settled(app, pilot)
        assert isinstance(app.screen, GameScreen) and app.screen.session.table.read_only
        assert frame(app).split("\n")[0].endswith("[view only]")
        assert f"! You can only look at this game: t{WHY[1:]}" in frame(app)
