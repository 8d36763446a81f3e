"""The guide of a lesson on the game screen: what a lesson has of the table's commands, looking back, coming again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lively.game import GATE
from tests.tui.desktop import do, running
from tests.tui.frames import frame, until
from tests.tui.key_clashes import clashes
from tests.tui.lesson_kit import learning, lesson_of, teaches
from towergames import registry
from towergames.registry import Entry
from towergames.session.app_state import Memory
from towergames.session.lesson import LessonPlay, LessonTable
from towergames.table.records import SeatSetup
from towergames.tui.keymap import PRESETS, load_keymap
from towergames.tui.screens.game.guide import CANNOT_SHOW, COMES_BACK, OFF, Guide
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.learn import LearnScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.widgets.canvas import CanvasView

GAMES = [entry.key for entry in registry.ENTRIES if entry.tutorial is not None]


def finished(key: str) -> LessonTable:
    """A lesson whose steps are all done."""
    entry = registry.get(key)
    assert entry.tutorial is not None
    return LessonTable(LessonPlay(entry, entry.tutorial, len(entry.tutorial.lessons)))


@pytest.mark.usefixtures("every_game", "remembered_releases")
@pytest.mark.parametrize("key", GAMES)
async def test_a_lesson_has_keys_of_its_own_and_no_command_that_would_spoil_it(key: str) -> None:
    async with running(settle=False, motion="none") as (app, pilot):
        await do(app, pilot, f"menu.learn {key}")
        learned = lesson_of(app)
        commands = learned.screen.commands()
        ids = {command.id for command in commands}
        assert not ids & OFF and {"lesson.show", "lesson.before", "lesson.again", "history.back", "rule"} <= ids
        lasting = [command for command in commands if command.group != "now" and not command.board]
        for preset in PRESETS:
            letters = learned.screen.session.board.spec.letters
            keymap = load_keymap(preset, Path("none.toml"), tuple, letters_typed=letters)
            assert clashes(lasting, keymap) == [], preset
        assert app.table is None and app.store.names() == []


async def test_undo_is_no_command_of_a_lesson_which_goes_back_step_by_step() -> None:
    async with learning("takethat", "lesson.show", motion="none") as (_, pilot, learned):
        learned.screen.typed("undo")
        await pilot.pause()
        assert learned.step == 1 and "undo" in learned.answer
        await pilot.press("u", "ctrl+z")
        assert learned.step == 1
        await pilot.press("f7")
        assert learned.step == 0 and learned.play.table.moves == learned.screen.session.table.moves


async def test_an_earlier_position_of_a_lesson_is_looked_at_and_left_with_esc() -> None:
    async with learning("takethat", "lesson.show", motion="none") as (app, pilot, learned):
        assert learned.guide.spot() and "Step 2 of 8" in frame(app)
        await pilot.press("left_square_bracket")
        assert "Looking back" in learned.text() and "Esc  Back to now" in frame(app) and not learned.guide.spot()
        await pilot.press("escape")
        assert "Step 2 of 8" in frame(app) and teaches(app) and learned.guide.spot()
        await do(app, pilot, "history.back", "lesson.show")
        assert learned.step == 2 and learned.screen.session.past is None


async def test_a_move_against_the_rules_names_the_rule_and_a_click_on_it_opens_the_rule() -> None:
    async with learning("takethat", motion="none") as (app, pilot, learned):
        learned.screen.typed("claim A 1")
        await pilot.pause()
        rule = learned.screen.session.message.rule
        assert rule and f"{rule}" in learned.text() and learned.step == 0
        view = learned.screen.query_one("#guide", CanvasView)
        spot = next(spot for spot in view.picture.spots if spot.key == "message")
        await pilot.click(view, offset=(spot.x + 2, spot.y))
        await pilot.pause()
        assert not teaches(app) and rule in frame(app)


async def test_a_step_that_the_guide_cannot_play_is_left_to_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LessonPlay, "skip", lambda _: False)
    async with learning("takethat", "lesson.show", motion="none") as (app, _, learned):
        assert learned.step == 0 and CANNOT_SHOW in frame(app)


async def test_no_clock_runs_in_a_lesson() -> None:
    async with learning("takethat", motion="none") as (_app, _pilot, learned):
        session = learned.screen.session
        assert not session.clock_runs and session.table.clock.control is None
        session.incomplete = False
        assert session.clock_runs


async def test_the_menu_key_leaves_at_once_and_the_step_is_remembered() -> None:
    async with running(settle=False, motion="none") as (app, pilot):
        await do(app, pilot, "menu.learn takethat", "lesson.show", "lesson.show", "menu")
        assert isinstance(app.screen, MenuScreen) and app.memory.lesson("takethat")[0] == 2


async def test_progress_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Memory, "remember_lesson", full)
    async with running(settle=False, motion="none") as (app, pilot):
        await do(app, pilot, "menu.learn takethat", "lesson.show", "menu")
        assert any("The lesson will start again from step 1." in note.message for note in app._notifications)


def plays(app: Any, *, branched: bool) -> bool:
    """Whether a saved game of one person against a bot has begun."""
    table = app.table
    begun = table is not None and len(table.names) == 2 and len(table.humans) == 1 and bool(app.store.names())
    return begun and (table.header.branch is not None) == branched


@pytest.mark.parametrize("way", ["a click", "a key"])
@pytest.mark.parametrize(
    ("label", "key", "reached"),
    [
        ("Another lesson", "2", lambda app: isinstance(app.screen, LearnScreen)),
        ("Play it now", "enter", lambda app: plays(app, branched=False)),
        ("Play on from here", "1", lambda app: plays(app, branched=True)),
    ],
)
async def test_what_follows_the_last_step_is_a_click_or_a_key_away(
    label: str, key: str, reached: Callable[[Any], bool], way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guide, "SETTLE", 0.0)
    async with running(settle=False, motion="none") as (app, pilot):
        app.push_screen(GameScreen(finished("takethat")))
        await until(pilot, lambda: teaches(app) and "Well done" in frame(app))
        assert lesson_of(app).screen.why_not("choose") == "The lesson is over. Enter starts a game."
        assert "The lesson is over." in lesson_of(app).screen.why_not("lesson.show")
        bar = lesson_of(app).screen.zone("actions")
        spot = next(spot for spot in bar.picture.spots if spot.title == label)
        await (pilot.press(key) if way == "a key" else pilot.click(bar, offset=(spot.x + 1, spot.y)))
        await until(pilot, lambda: reached(app))
        assert not teaches(app) and app.memory.lesson("takethat")[0]


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize(("remembered", "size"), [(False, "mini"), (True, "standard")])
async def test_the_first_game_after_a_lesson_has_options_of_its_own(
    remembered: bool, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guide, "SETTLE", 0.0)
    async with running(settle=False, motion="none") as (app, pilot):
        if remembered:
            app.memory.remember_table("bricks", (SeatSetup("Ann"), SeatSetup("Pip", "beginner")), {"size": "standard"})
        app.push_screen(GameScreen(finished("bricks")))
        await until(pilot, lambda: teaches(app) and "Well done" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: not teaches(app) and plays(app, branched=False))
        header = app.table.header
        assert [seat.bot for seat in header.seats] == ["", "beginner"] and header.options["size"] == size


async def test_a_slow_lesson_is_taken_up_in_a_thread(lively_game: Entry) -> None:
    tutorial = lively_game.tutorial
    assert tutorial is not None
    async with running(settle=False, motion="none") as (app, pilot):
        GATE.open.clear()
        app.push_screen(GameScreen(LessonTable(LessonPlay(lively_game, tutorial), 1, ["take 3"])))
        await until(pilot, GATE.rolling.is_set)
        await pilot.pause()
        learned = lesson_of(app)
        assert COMES_BACK in " ".join(learned.text().split()) and learned.step == 0
        assert not learned.chips() and learned.screen.why_not("lesson.show")
        GATE.open.set()
        await until(pilot, lambda: learned.step == 1 and not learned.settling)
        await pilot.pause()
        assert "Step 2 of" in learned.text()


async def test_a_slow_lesson_that_cannot_be_taken_up_begins_anew_and_says_why(lively_game: Entry) -> None:
    tutorial = lively_game.tutorial
    assert tutorial is not None
    async with running(settle=False, motion="none") as (app, pilot):
        GATE.fault = ImportError("there is no wheel")
        app.push_screen(GameScreen(LessonTable(LessonPlay(lively_game, tutorial), 1, ["take 3"])))
        await until(pilot, lambda: "there is no wheel" in frame(app))
        learned = lesson_of(app)
        assert learned.step == 0 and "Step 1 of" in learned.text() and not learned.settling


async def test_beside_the_log_a_step_to_read_says_so_in_the_action_bar() -> None:
    async with learning("words", *["lesson.show"] * 3, size=(120, 40), motion="none") as (app, _, learned):
        assert learned.play.reading and "▌ Read this step" in frame(app)
        assert "Your turn" not in frame(app)
