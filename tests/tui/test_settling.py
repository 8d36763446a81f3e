"""A key typed for the last move does not press what comes up after it. The clock is a stand-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desktop import running
from tests.tui.frames import frame, until
from tests.tui.game_kit import playing
from tests.tui.lesson_kit import lesson_of, teaches
from towergames import registry
from towergames.registry import Entry
from towergames.session.lesson import LessonPlay, LessonTable
from towergames.tui import settling
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    clock = Hands()
    monkeypatch.setattr(settling, "monotonic", clock)
    return clock


async def test_enter_does_nothing_in_the_first_half_second_of_the_end_card(
    tmp_path: Path, null_game: Entry, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EndCard, "SETTLE", SETTLE)
    async with playing(tmp_path, "Ann", first=1, heap=1) as play:
        played = play.game
        await play.press("enter", "enter", "enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        for later in (0.0, 0.3, 0.19):
            hands.now += later
            await play.press("enter")
            assert isinstance(play.app.screen, EndCard), later
        hands.now += 0.02
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        assert play.app.screen is not played, "the rematch has begun"


async def test_enter_of_the_last_step_of_a_guide_begins_no_game(hands: Hands) -> None:
    entry = registry.get("takethat")
    assert entry.tutorial is not None
    last = LessonPlay(entry, entry.tutorial, len(entry.tutorial.lessons) - 1)
    async with running((80, 24), settle=False, motion="none") as (app, pilot):
        screen = GameScreen(LessonTable(last))
        app.push_screen(screen)
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("enter", "enter", "enter")
        assert app.screen is screen and lesson_of(app).play.finished and "Enter Play it now" in frame(app)
        hands.now += 0.49
        await pilot.press("1", "enter")
        assert app.screen is screen
        hands.now += 0.02
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and not teaches(app))


SETTLE = 0.5
"""Half a second; the kit of the other tests sets it to none."""
