"""Konexi's lesson as somebody new plays it: by keys alone, at both sizes, with every text whole."""

from __future__ import annotations

from typing import Any

import pytest

from tests.combinations import long
from tests.games.konexi.test_tutorial import Paper
from tests.tui.desktop import do, running
from tests.tui.frames import frame
from tests.tui.lesson_kit import Lesson, lesson_of
from towergames.games.konexi import needs
from towergames.games.konexi.game import GAME
from towergames.tui.app import TowerApp
from towergames.tui.widgets.keybar import KeyBar

KEYS: tuple[tuple[str, ...], ...] = (
    ("enter",),
    ("a", "enter"),
    ("n", "n", "enter"),
    ("l", "a", "p", "enter"),
    ("n", "n", "enter"),
    ("p", "l", "a", "c", "e", "enter"),
    ("i", "enter"),
    ("enter",),
)
"""The learner's keys in each step: the first move is the second key after the menu."""
SLIPS: dict[int, tuple[tuple[str, ...], str]] = {
    1: (("right", "enter"), "Put the token between A and F."),
    2: (("enter",), "Put A at place 17, upright on P."),
    3: (("a", "p", "l", "enter"), "is not in the word list. Make a word of 3 letters"),
    4: (("enter",), "Put E at place 30, right of A."),
    5: (("e", "a", "enter"), "Make a word of 5 letters: PLACE"),
}
"""Step -> wrong keys first, and the answer to them."""


@pytest.fixture(autouse=True)
def on_paper(monkeypatch: pytest.MonkeyPatch, every_game: None) -> None:
    """Let every letter stand, except the one that Tess dares."""
    paper = Paper()
    monkeypatch.setattr(GAME, "_physics", lambda: paper)
    monkeypatch.setattr(needs, "missing", lambda: "")


async def lesson(app: TowerApp, pilot: Any) -> Lesson:
    await do(app, pilot, "menu.learn konexi")
    return lesson_of(app)


async def pressed(learned: Lesson, pilot: Any, keys: tuple[str, ...]) -> None:
    """Press keys, and wait until the letters rest and everything has been shown."""
    await pilot.press(*keys)
    await learned.rest(pilot)


def plain(app: TowerApp) -> str:
    return " ".join(frame(app).replace("│", "\n").split())


def all_is_told(app: TowerApp, learned: Lesson, step: int) -> None:
    """The whole text of the step, and what Enter and Tab do."""
    now, shown = learned.play.lesson, plain(app)
    assert learned.step == step and now is not None, frame(app)
    assert all(word in shown for word in f"{now.say} {now.keys}".split()), (now.title, frame(app))
    keys_shown = {command for _, command, *_ in learned.screen.query_one(KeyBar).places()}
    bar = learned.screen.zone("actions").picture.canvas.text()
    assert bar.count(" Enter ") == 1 and "choose" not in keys_shown, frame(app)
    if step in (0, 2):
        assert "Enter lets go" in learned.text()
    if step == 3:
        assert "Enter says it" in learned.text()


@pytest.mark.parametrize("size", [(80, 24), *long((120, 40))])
async def test_the_lesson_is_played_by_keys_alone_and_every_slip_is_answered(size: tuple[int, int]) -> None:
    async with running(size, settle=False) as (app, pilot):
        learned = await lesson(app, pilot)
        for step, keys in enumerate(KEYS):
            all_is_told(app, learned, step)
            slip, told = SLIPS.get(step, ((), ""))
            if slip:
                await pressed(learned, pilot, slip)
                assert learned.step == step and told in learned.answer
                shown = plain(app)
                assert all(word in shown for word in learned.answer.split()), frame(app)
                assert "at 0 0" not in learned.answer and ". (" not in learned.answer
                if learned.memory.ui.word:
                    await pilot.press("escape")
            await pressed(learned, pilot, keys)
        assert learned.play.finished and "Well done" in frame(app)


async def test_the_lesson_is_told_on_a_large_screen() -> None:
    async with running((120, 40), settle=False) as (app, pilot):
        learned = await lesson(app, pilot)
        for step, keys in enumerate(KEYS):
            all_is_told(app, learned, step)
            await pressed(learned, pilot, keys)
