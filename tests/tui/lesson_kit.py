"""A lesson on the screen, for tests: its guide, its step, its answer, and a wait until everything was shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

from tests.tui.desktop import do, running
from tests.tui.frames import until
from towergames.session.lesson import LessonPlay
from towergames.session.ui_memory import UiMemory
from towergames.tui.app import TowerApp
from towergames.tui.screens.game.guide import Guide
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.widgets.action_bar import Chip, command_chips
from towergames.tui.widgets.canvas import CanvasView


@dataclass(frozen=True)
class Lesson:
    """The game screen of a lesson."""

    screen: GameScreen
    guide: Guide

    @property
    def play(self) -> LessonPlay:
        return self.guide.play

    @property
    def step(self) -> int:
        return self.guide.play.step

    @property
    def memory(self) -> UiMemory:
        return self.screen.session.memory

    @property
    def settling(self) -> bool:
        """Whether something is worked out, and nothing can be done meanwhile."""
        return self.screen.settling.active

    @property
    def answer(self) -> str:
        return self.screen.session.message.text

    @property
    def refusal(self) -> str:
        """What was refused; a question is none."""
        asking, message = self.screen.board_input.controller.asking, self.screen.session.message
        return message.text if message.tone in ("warn", "bad") and not asking else ""

    def chips(self) -> list[Chip]:
        return [*command_chips(self.guide.contextual(), self.screen.keymap), *self.guide.chips()]

    def text(self) -> str:
        """The text of the guide as it stands on the screen."""
        return str(self.screen.query_one("#guide", CanvasView).picture.canvas.text())

    async def rest(self, pilot: Any, seconds: float = 40.0) -> None:
        """Wait until everything lies still, and skip what is shown."""
        await until(pilot, lambda: not self.settling and not self.screen.board_input.works.active, seconds)
        await until(pilot, self._skipped)
        await pilot.pause()

    def _skipped(self) -> bool:
        # A fall heeds no key at first, and the fallen pieces want a second one.
        self.screen.stage.skip()
        return self.screen.stage.beat is None


@asynccontextmanager
async def learning(
    key: str, *commands: str, size: tuple[int, int] = (80, 24), **flags: str
) -> AsyncIterator[tuple[TowerApp, Pilot[Any], Lesson]]:
    """The program with the lesson of a game, after these commands."""
    async with running(size, settle=False, **flags) as (app, pilot):
        await do(app, pilot, f"menu.learn {key}", *commands)
        yield app, pilot, lesson_of(app)


def teaches(app: Any) -> bool:
    """Whether a lesson is on the screen."""
    return isinstance(app.screen, GameScreen) and app.screen.guide is not None


def lesson_of(app: Any) -> Lesson:
    """The lesson that is on the screen."""
    screen = app.screen
    assert isinstance(screen, GameScreen) and screen.guide is not None, screen
    return Lesson(screen, screen.guide)
