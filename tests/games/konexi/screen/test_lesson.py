"""Konexi's lesson as somebody new plays it: by keys alone, at both sizes, with every text whole."""

from __future__ import annotations

from typing import Any

import pytest

from tests.combinations import long
from tests.games.konexi.canned import replace_physics
from tests.games.konexi.test_tutorial import Paper
from tests.tui.desktop import do, running
from tests.tui.frames import frame
from tests.tui.lesson_kit import Lesson, lesson_of
from tests.tui.test_guides import KEYS
from towergames.tui.app import TowerApp
from towergames.tui.widgets.keybar import KeyBar

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
    replace_physics(monkeypatch, Paper())


async def pressed(learned: Lesson, pilot: Any, keys: tuple[str, ...]) -> None:
    """Press keys, and wait until the letters rest and everything has been shown."""
    await pilot.press(*keys)
    await learned.rest(pilot)


def enter_is_told(app: TowerApp, learned: Lesson, step: int) -> None:
    """What Enter does stands once in the bar and, where a letter or a word is due, in the guide."""
    assert learned.step == step, frame(app)
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
        await do(app, pilot, "menu.learn konexi")
        learned = lesson_of(app)
        for step, keys in enumerate(KEYS["konexi"]):
            enter_is_told(app, learned, step)
            slip, told = SLIPS.get(step, ((), ""))
            if slip:
                await pressed(learned, pilot, slip)
                assert learned.step == step and told in learned.answer
                shown = frame(app).replace("│", "\n").split()
                assert all(word in shown for word in learned.answer.split()), frame(app)
                assert "at 0 0" not in learned.answer and ". (" not in learned.answer
                if learned.memory.ui.word:
                    await pilot.press("escape")
            await pressed(learned, pilot, keys)
        assert learned.play.finished and "Well done" in frame(app)
