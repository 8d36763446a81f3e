"""A table that moves where it is learned, replayed and explained: the same camera, the same slow falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lively.board import DRAWN, Look
from tests.lively.game import GATE
from tests.tui.desktop import do, running
from tests.tui.frames import frame, until
from tests.tui.game_kit import header
from tests.tui.lesson_kit import learning, lesson_of, teaches
from towergames.registry import Entry
from towergames.session.lesson import LessonPlay
from towergames.table.store import Store
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.rules import RulesScreen

pytestmark = pytest.mark.usefixtures("lively_game")

# --- the lesson ---------------------------------------------------------------------------------------


async def test_a_lesson_settles_in_a_thread_and_is_taken_back_at_once() -> None:
    async with learning("lively") as (app, pilot, learned):
        screen = learned.screen
        GATE.open.clear()
        screen.typed("take 3")
        await until(pilot, GATE.rolling.is_set)
        await pilot.pause()
        assert "The pieces are moving" in frame(app) and learned.step == 0
        assert (
            screen.why_not("choose") == screen.why_not("lesson.show") == "The pieces are still moving. Wait a moment."
        )
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: "yaw 1" in frame(app))
        GATE.open.set()
        await until(pilot, lambda: learned.step == 1)
        await pilot.pause()
        assert learned.memory.viewpoint == Look(1) and "The pieces are moving" not in frame(app)
        GATE.open.clear()
        GATE.rolling.clear()
        await do(app, pilot, "lesson.before")
        await until(pilot, lambda: learned.step == 0)
        assert not GATE.rolling.is_set() and learned.play.table.moves == 1


async def test_a_search_in_a_lesson_tells_how_far_it_is_and_esc_ends_it() -> None:
    async with learning("lively") as (app, pilot, learned):
        screen = learned.screen
        GATE.open.clear()
        GATE.share = 0.25
        screen.typed("take 3")
        await until(pilot, lambda: "the table looks for a move, 25%. Esc cancels the move." in frame(app))
        await pilot.press("escape")
        await until(pilot, lambda: "The search was stopped." in frame(app))
        assert app.screen is screen and learned.step == 0 and not learned.settling


async def test_a_fault_in_a_lesson_is_told() -> None:
    async with learning("lively") as (app, pilot, learned):
        GATE.fault = ImportError("there is no wheel")
        await do(app, pilot, "lesson.show")
        await until(pilot, lambda: "there is no wheel" in frame(app))
        assert learned.step == 0 and not learned.settling


async def test_a_lesson_left_while_it_settles_goes_on_where_it_was() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.learn lively")
        lesson_of(app).screen.typed("take 3")
        await until(pilot, lambda: lesson_of(app).step == 1)
        await pilot.pause()
        await pilot.press("escape")
        await do(app, pilot, "menu.learn lively")
        await until(pilot, lambda: teaches(app) and lesson_of(app).step == 1)
        GATE.open.clear()
        lesson_of(app).screen.typed("restart")
        await pilot.press("escape")
        GATE.open.set()
        await pilot.pause(0.05)
        assert not teaches(app)


def test_a_copy_of_a_lesson_is_nobody_elses(lively_game: Entry) -> None:
    tutorial = lively_game.tutorial
    assert tutorial is not None
    play = LessonPlay(lively_game, tutorial)
    twin = play.copy()
    assert twin.typed("take 3").right and twin.step == 1
    assert play.step == 0 and play.table.moves == 1
    twin.back()
    assert twin.step == 0 and twin.table.history.state == play.table.history.state
    assert twin.typed("take 3").right


# --- replays and examples -----------------------------------------------------------------------------


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A whole game with one roll."""
    table = Store(tmp_path / "saves").begin(header("Ann", "lively", first=1, heap=8))
    for pieces in (3, 3, 2):
        table.submit(0, table.parse(f"take {pieces}"))
    assert table.journal is not None and table.history.ended
    table.close()
    return table.journal.path


async def test_a_replay_is_looked_at_from_all_sides(save: Path) -> None:
    GATE.fault = ImportError("a replay never rolls")
    async with running(settle=False) as (app, pilot):
        replay = ReplayScreen.from_file(save)
        await app.push_screen(replay)
        await pilot.press("right", "greater_than_sign", "greater_than_sign")
        await until(pilot, lambda: "yaw 2" in frame(app))
        await until(pilot, lambda: "at rest" in frame(app))
        await pilot.press("right")
        await until(pilot, lambda: replay.model.at == 2 and "yaw 2" in frame(app))
        await pilot.mouse_down("#board", offset=(3, 3))
        await pilot.hover("#board", offset=(6, 3))
        await pilot.mouse_up("#board", offset=(6, 3))
        await until(pilot, lambda: "yaw 5" in frame(app))


async def test_a_replay_plays_the_movement_in_time(save: Path) -> None:
    async with running(settle=False, motion="full") as (app, pilot):
        replay = ReplayScreen.from_file(save)
        await app.push_screen(replay)
        await pilot.pause()
        DRAWN.clear()
        await pilot.press("space")
        await until(pilot, lambda: replay.playback.stage.beat is not None, 6)
        await pilot.press("greater_than_sign")
        assert replay.playback.playing
        await until(pilot, lambda: "yaw 1" in frame(app))
        await until(pilot, lambda: replay.playback.stage.beat is None, 6)
        assert sorted(DRAWN) == DRAWN and DRAWN[-1] == 29


async def test_a_step_forward_in_a_replay_shows_the_movement_once(save: Path) -> None:
    async with running(settle=False, motion="full") as (app, pilot):
        replay = ReplayScreen.from_file(save)
        await app.push_screen(replay)
        await pilot.pause()
        rolled = next(play for play in range(1, replay.model.length + 1) if _falls(replay, play))
        replay.seek(rolled - 1)
        await pilot.press("right")
        assert replay.playback.stage.beat is not None and not replay.playback.playing
        await until(pilot, lambda: replay.playback.stage.beat is None, 6)
        assert replay.model.at == rolled and not replay.playback.playing
        await pilot.press("left", "right")
        assert replay.playback.stage.beat is not None
        await pilot.press("left")
        assert replay.playback.stage.beat is None and replay.model.at == rolled - 1


def _falls(replay: ReplayScreen, play: int) -> bool:
    replay.seek(play)
    return len(replay.model.frames("full")) > 3


async def test_an_example_is_turned_like_a_table() -> None:
    async with running(settle=False, size=(120, 40)) as (app, pilot):
        await app.push_screen(RulesScreen("lively"))
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: "yaw 1" in frame(app))
        page = app.screen.query_one("#rules-page")
        row = next(y for y in range(page.size.height) if "yaw" in page.picture.canvas.row(y))  # type: ignore[attr-defined]
        await pilot.mouse_down(page, offset=(3, row))
        await pilot.hover(page, offset=(6, row))
        await pilot.mouse_up(page, offset=(6, row))
        await until(pilot, lambda: "yaw 4" in frame(app))
