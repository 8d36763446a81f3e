"""The screen of a day's task: its heading, and a card at the end whose Enter begins no second attempt."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.desktop import SIZES, running
from tests.tui.frames import frame, until
from towergames import registry
from towergames.table import local_date
from towergames.table.agenda import tasks
from towergames.table.never_before import NeverBefore, News
from towergames.table.store import Store
from towergames.table.today import task_header, task_kind
from towergames.tui.app import TowerApp
from towergames.tui.screens.game import end_card
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen

pytestmark = pytest.mark.usefixtures("every_game")
DAY = "2026-11-27"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat(f"{DAY} 18:18"))
    monkeypatch.setattr(EndCard, "SETTLE", 0.0)


async def play_words(app: TowerApp, pilot: Pilot[Any]) -> None:
    """Go on with the task of Stacked Words after one word, and end it with a pass."""
    table = app.store.begin(task_header(registry.get("words"), "Ann"))
    table.submit(0, next(iter(table.game.choices(table.history.state))))
    table.close()
    assert app.tables.open_save(table.name)
    await until(pilot, lambda: isinstance(app.screen, GameScreen))
    await pilot.press("colon", *"pass", "enter")
    await until(pilot, lambda: "Enter to pass" in " ".join(frame(app).split()))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, EndCard))


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_the_heading_tells_the_day_and_the_attempt(size: tuple[int, int]) -> None:
    async with running(size) as (app, pilot):
        assert app.tables.begin_game(task_header(registry.get("words"), "Ann"))
        await until(pilot, lambda: "Today, 27 November · first try" in frame(app).splitlines()[0])


async def test_enter_after_a_task_plays_the_next_one_and_c_copies_its_line() -> None:
    async with running((120, 40)) as (app, pilot):
        copied: list[str] = []
        app.copy_to_clipboard = copied.append  # type: ignore[method-assign]
        await play_words(app, pilot)
        await until(pilot, lambda: "of 98" in frame(app) and "Next: Brick Tower, 16 cards." in frame(app))
        page = " ".join(frame(app).split())
        assert "1 of 5 today." in page and "first try: " in page and "Try again" in page
        await pilot.press("c")
        assert len(copied) == 1 and copied[0].startswith("towergames 27 Nov Words █ ")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert app.table is not None and app.table.header.game == "bricks" and task_kind(app.table.header) == "task"
    names = Store(Path(os.environ["TOWERGAMES_SAVES"])).names()
    assert len(names) == 2


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_result_and_medals_stand_on_the_card_beside_much_news(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tuple(News("Record", f"highest word: {number} points, round 3 (was {number - 1})") for number in range(3))
    news = (NeverBefore("Ann", lines, rating="1205 -> 1235", rung="Next: Gus, Easy."),)
    monkeypatch.setattr("towergames.tui.screens.game.end_card.never_before_at", lambda *_: news)
    async with running(size) as (app, pilot):
        await play_words(app, pilot)
        await until(pilot, lambda: "of 98" in frame(app) and "highest word: 2" in frame(app))
        page = " ".join(frame(app).split())
        assert "first try: " in page and "Bronze from 49, silver 69, gold 89." in page


async def test_help_is_told_in_the_heading_as_soon_as_it_is_used() -> None:
    async with running((80, 24)) as (app, pilot):
        assert app.tables.begin_game(task_header(registry.get("words"), "Ann"))
        await until(pilot, lambda: "first try" in frame(app).splitlines()[0])
        assert "with help" not in frame(app)
        await pilot.press("f4")
        await until(pilot, lambda: "A task with help gets no medal." in " ".join(frame(app).split()))
        assert "with help" not in frame(app).splitlines()[0], "the medal can still be saved"
        await pilot.press("f4")
        await until(pilot, lambda: "first try · with help" in frame(app).splitlines()[0])


async def test_enter_after_the_last_task_leads_to_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    only = [(entry, daily) for entry, daily in tasks() if entry.key == "words"]
    monkeypatch.setattr("towergames.table.agenda.tasks", lambda: only)
    async with running() as (app, pilot):
        await play_words(app, pilot)
        await until(pilot, lambda: "1 of 1 today. New tasks come tomorrow." in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
    assert len(Store(Path(os.environ["TOWERGAMES_SAVES"])).names()) == 1


async def test_a_task_is_tried_again_only_when_that_is_asked_for() -> None:
    async with running((120, 40)) as (app, pilot):
        await play_words(app, pilot)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.table is not None)
        await until(pilot, lambda: "attempt 2" in frame(app).splitlines()[0])


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_the_card_tells_of_the_games_of_a_bot(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    story = "With your cards Hard won by 13 at best and lost by 17 at worst, in 5 games."
    monkeypatch.setattr(end_card, "task_story", lambda *_: story)
    async with running(size) as (app, pilot):
        await play_words(app, pilot)
        await until(pilot, lambda: "With your cards Hard won by 13" in frame(app))
