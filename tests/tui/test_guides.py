"""All five guides as a newcomer follows them: what is highlighted is taken, what a step names as a key is the key."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.combinations import combined, long
from tests.games.konexi.test_tutorial import Paper
from tests.tui.desktop import do
from tests.tui.frames import frame, until
from tests.tui.lesson_kit import Lesson, learning, lesson_of, teaches
from towergames import physics
from towergames.games.konexi import requirements
from towergames.games.konexi.game import GAME as KONEXI
from towergames.session.lesson import LessonPlay, LessonTable
from towergames.session.session import Message
from towergames.tui.app import TowerApp
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.widgets.action_bar import Chip
from towergames.tui.widgets.canvas import CanvasView

Keys = tuple[str, ...]
NO_ENGINE = physics.unavailable_reason()
LEANING = pytest.param("leaning", marks=pytest.mark.skipif(bool(NO_ENGINE), reason=NO_ENGINE), id="leaning")
GAMES = ("bricks", "konexi", LEANING, "words", "takethat")
SIZES = ((80, 24), *long((120, 40)))
PATIENCE = 40.0

KEYS: dict[str, tuple[Keys, ...]] = {
    "bricks": (
        ("enter",),
        ("x", "x", "enter", "enter"),
        ("a", "enter", "enter"),
        ("t", "enter", "enter"),
        ("enter",),
        ("tab", "right", "right", "enter", "enter"),
        ("equals_sign", "enter", "enter"),
        ("left", "left", "plus"),
        ("left", "left", "minus"),
        ("dollar_sign", "enter"),
    ),
    "konexi": (
        ("enter",),
        ("a", "enter"),
        ("n", "n", "enter"),
        ("l", "a", "p", "enter"),
        ("n", "n", "enter"),
        ("p", "l", "a", "c", "e", "enter"),
        ("right", "left", "enter", "enter"),
        ("enter",),
    ),
    "leaning": (
        ("enter",),
        ("enter",),
        ("enter",),
        ("2", "H"),
        ("enter",),
        ("enter",),
        ("enter",),
        ("enter", "enter"),
        ("enter",),
    ),
    "words": (
        ("enter",),
        ("b", "e", "x", "backspace", "n", "d", "enter"),
        ("t", "enter"),
        ("enter",),
        ("equals_sign", "x", "enter"),
        ("asterisk", "enter"),
        ("right", "up", "space", "m", "i", "n", "i", "s", "enter"),
        ("space", "space", "f", "o", "n", "t", "s", "enter"),
        ("enter",),
    ),
    "takethat": (("enter",), ("right", "left", "enter"), ("enter",), ("e",), *[("enter",)] * 4, ("e",)),
}
"""What the sentences of each step say to press."""

NAMED = re.compile(
    r"\b(Enter|Tab|Left|Right|Space|Backspace)\b|(?<!\w)([=*+$/@-]|[a-zA-Z](?= (?:finds|goes|ends|holds)))"
)
SPELLED = {"=": "equals_sign", "*": "asterisk", "+": "plus", "$": "dollar_sign", "-": "minus", "/": "slash"}
OPTIONAL = {"@", "Right", "Left", "Space", "$"}
"""Keys that are named for later, or as another way."""


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch, every_game: None, remembered_releases: None) -> None:
    """In Konexi the letters stand, but for the one that Tess dares."""
    paper = Paper()
    monkeypatch.setattr(KONEXI, "_physics", lambda: paper)
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "")


async def show(app: TowerApp, pilot: Any, learned: Lesson, steps: int) -> None:
    """Let the guide do so many steps, then wait until everything lies still."""
    for _ in range(steps):
        await learned.rest(pilot)
        await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
    await learned.rest(pilot)


@asynccontextmanager
async def leaning(steps: int) -> AsyncIterator[tuple[TowerApp, Any, Lesson]]:
    """The lesson of Leaning Towers after so many steps; skips the test where its engine is not."""
    if NO_ENGINE:
        pytest.skip(NO_ENGINE)
    async with learning("leaning", motion="none") as (app, pilot, learned):
        await show(app, pilot, learned, steps)
        yield app, pilot, learned


def highlighted(learned: Lesson) -> Chip | None:
    """The chip that stands out."""
    lit = [chip for chip in learned.chips() if chip.main and not chip.why]
    assert len(lit) <= 1
    return lit[0] if lit else None


async def follow(learned: Lesson, pilot: Any) -> int:
    """Press what is highlighted until the step ends or nothing is; how often."""
    step = learned.step
    for count in range(6):
        chip = highlighted(learned)
        if chip is None:
            return count
        if learned.screen.board_input.controller.asking:
            learned.screen.run_command("confirm")
        else:
            learned.screen.run_command(chip.spot.partition(":")[2])
        await learned.rest(pilot)
        assert not learned.refusal, (chip, learned.answer)
        if learned.step != step:
            return count + 1
    raise AssertionError(f"{learned.play.lesson}: what is highlighted leads nowhere")


@combined(key=KEYS, size=((80, 24), (100, 30), (120, 40)))
async def test_what_is_highlighted_is_taken(key: str, size: tuple[int, int]) -> None:
    """Every step, at its beginning and after other keys than those it names; a place that is pointed at, too."""
    if key == "leaning" and NO_ENGINE:
        pytest.skip(NO_ENGINE)
    async with learning(key, size=size, motion="none") as (app, pilot, learned):
        pressed = 0
        for step in range(len(learned.play.tutorial.lessons)):
            await learned.rest(pilot)
            lesson = learned.play.lesson
            assert learned.step == step and lesson is not None
            for zone in ("board", "hand"):
                view = learned.screen.zone(zone)
                if lesson.accept and lesson.point_at in [spot.key for spot in view.spots]:
                    view.post_message(CanvasView.SpotClicked(view, lesson.point_at))
                    await pilot.pause()
                    await learned.rest(pilot)
                    assert not learned.refusal, (lesson.title, learned.answer)
            if learned.step == step:
                pressed += bool(await follow(learned, pilot))
            if learned.step == step:
                await do(app, pilot, "lesson.show")
                await learned.rest(pilot)
        assert learned.play.finished and pressed


@pytest.mark.parametrize("key", ["bricks", "konexi", "words", "takethat"])
async def test_what_is_highlighted_after_other_keys_is_taken_too(key: str) -> None:
    async with learning(key, motion="none") as (app, pilot, learned):
        judged = 0
        for step in range(len(learned.play.tutorial.lessons)):
            await learned.rest(pilot)
            for pressed in ("left", "n", "up", "1", "x", "right", "tab", "2", "down", "n"):
                await pilot.press(pressed)
                lit, c = highlighted(learned), learned.screen.session.context()
                if lit is not None and c.draft is not None and not learned.play.reading:
                    assert learned.play.wrong(c.draft) is None or lit.key != "Enter", (pressed, lit)
                    judged += 1
                if learned.step != step:
                    break
            else:
                await do(app, pilot, "lesson.show")
        assert judged


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", GAMES)
async def test_the_keys_that_a_step_names_end_it(key: str, size: tuple[int, int]) -> None:
    async with learning(key, size=size, motion="none") as (app, pilot, learned):
        assert len(KEYS[key]) == len(learned.play.tutorial.lessons)
        for step, keys in enumerate(KEYS[key]):
            await learned.rest(pilot)
            lesson = learned.play.lesson
            assert learned.step == step and lesson is not None, frame(app)
            shown = " ".join(frame(app).replace("│", "\n").split())
            assert all(word in shown for word in f"{lesson.say} {lesson.keys}".split()), (lesson.title, frame(app))
            assert all(word in " ".join(learned.text().split()) for word in f"{lesson.say} {lesson.keys}".split())
            how = learned.screen.session.board.describe(learned.screen.session.context()).how
            if not learned.play.reading:
                assert all(word in learned.text() for word in how.split()), (lesson.title, frame(app))
            named = {word or sign for word, sign in NAMED.findall(lesson.keys)} - OPTIONAL
            assert {SPELLED.get(name, name if name == "H" else name.lower()) for name in named} <= set(keys), (
                lesson.keys
            )
            for pressed in keys:
                assert learned.step == step and not learned.refusal, (lesson.title, pressed, learned.answer)
                await pilot.press(pressed)
            await until(pilot, lambda: learned.step > step or learned.refusal, PATIENCE)  # noqa: B023
            assert learned.step == step + 1, (lesson.title, learned.answer)
        assert learned.play.finished


@pytest.mark.parametrize("key", ["bricks", "takethat", *long("konexi"), *long("words")])
async def test_a_step_begins_the_same_however_it_was_reached(key: str) -> None:
    """By its keys, shown by the guide, or taken up where it was left."""
    begins = []
    for way in ("keys", "shown", "resumed"):
        seen = []
        async with learning(key, motion="none") as (app, pilot, learned):
            for step, keys in enumerate(KEYS[key]):
                if way == "resumed":
                    again = LessonPlay(learned.play.entry, learned.play.tutorial)
                    app.push_screen(GameScreen(LessonTable(again, step)))
                    await until(pilot, lambda: teaches(app) and lesson_of(app).step == step)  # noqa: B023
                    await pilot.pause()
                    learned = lesson_of(app)
                await learned.rest(pilot)
                seen.append(learned.memory.ui)
                if way == "keys":
                    await pilot.press(*keys)
                elif way == "shown":
                    await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
            begins.append(seen)
    assert begins[0] == begins[1] == begins[2]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_the_first_picture_of_konexi_has_the_circle_and_the_die(size: tuple[int, int]) -> None:
    async with learning("konexi", size=size) as (app, _, _learned):
        assert re.search(r"[\[│] +4 +[\]│]", frame(app)) and "26 letters left" in frame(app), frame(app)


async def test_a_wreck_is_told_at_once_and_a_game_that_is_over_is_not_played_on() -> None:
    async with leaning(8) as (app, pilot, learned):
        assert learned.step == 8 and "Wreck:" in frame(app), frame(app)
        await do(app, pilot, "lesson.next")
        await learned.rest(pilot)
        assert learned.play.finished and "Wreck:" not in frame(app), frame(app)
        assert "Enter Play it now" in frame(app) and "Play on from here" not in frame(app)


async def test_choosing_the_size_that_a_step_asks_for_warns_of_nothing() -> None:
    async with leaning(3) as (app, pilot, learned):
        await pilot.press("2")
        assert not learned.answer and highlighted(learned) is not None, frame(app)
        assert highlighted(learned).label == "Hold medium"  # type: ignore[union-attr]


async def test_while_something_is_shown_no_key_is_said_to_go_on() -> None:
    """A key only ends what is shown then; the step that is read next comes after it."""
    async with learning("words", motion="full") as (app, pilot, learned):
        for _ in range(3):
            await learned.rest(pilot)
            await do(app, pilot, "lesson.show")
        await until(pilot, lambda: learned.play.reading and learned.screen.stage.beat is not None, PATIENCE)
        learned.screen.repaint()
        await pilot.pause()
        assert "Any key Skip" in frame(app) and "goes on" not in frame(app), frame(app)
        await learned.rest(pilot)
        assert "F5 or Enter goes on" in frame(app)


async def test_what_informs_is_no_warning() -> None:
    async with learning("words", motion="none") as (app, pilot, learned):
        await learned.rest(pilot)
        learned.screen.tell(Message("The list has 118,028 words."))
        await pilot.pause()
        assert "! The list" not in frame(app) and "The list has" in frame(app)
        learned.screen.tell(Message("That is no word.", "bad"))
        await pilot.pause()
        assert "! That is no word." in frame(app)


async def test_the_piece_in_the_hand_is_seen_on_a_small_screen() -> None:
    async with leaning(0) as (app, pilot, learned):
        seen = []
        while (lesson := learned.play.lesson) is not None:
            await learned.rest(pilot)
            if any(move.startswith("place") for move in lesson.ready):
                view = learned.screen.zone("board")
                assert view.picture.at is not None
                cells = [view.picture.at(x, y) for x in range(view.size.width) for y in range(view.size.height)]
                seen.append(sum(cell.startswith("hand:") for cell in cells))
            step = learned.step
            await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
            await until(pilot, lambda: learned.step > step, PATIENCE)  # noqa: B023
        assert len(seen) == 4 and min(seen) >= 8, seen


async def test_dropping_a_piece_as_asked_breaks_no_rule_in_the_picture() -> None:
    async with leaning(7) as (app, _, learned):
        assert learned.step == 7 and "Enter Drop it" in frame(app)
        assert "touches nothing. Lower it" not in frame(app), frame(app)
