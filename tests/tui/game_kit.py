"""A game screen in a test: start a game, press keys, read the frame."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tui.frames import frame, until
from towergames import registry
from towergames.core.options import Scalar
from towergames.run_request import RunRequest
from towergames.table.match import Table
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.run import app_of
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.end_view import plan_end
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.game.welcome import WelcomeScreen

EndCard.SETTLE = 0.0


def header(seats: str, game: str = "null", seed: int = 42, **options: Scalar) -> Header:
    """``Ann,Hal:random`` as a header."""
    entry = registry.get(game)
    setups = [SeatSetup(*part.split(":")) for part in seats.split(",")]
    return new_header(
        entry.game, setups, options, seed, levels=[level.name for level in entry.levels], created="2026-01-01T00:00:00Z"
    )


def unwrapped(text: str) -> str:
    """Rows as one running text, without bars and blocks; of a card over the rest, that card only."""
    rows = text.splitlines()
    cards = [row[row.index("┃") + 1 : row.rindex("┃")] for row in rows if row.count("┃") > 1]
    return " ".join(re.sub("[▀-▟│]", " ", "\n".join(cards or rows)).split())


def words_start(card: EndCard, width: int, height: int) -> int:
    """The column of the words of an end card, beside its pictures."""
    return plan_end(width, height - 5, card._position.least, card._position.alone).left


class Play:
    """A running application with a game on the screen."""

    def __init__(self, app: TowerApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def game(self) -> GameScreen:
        """The game screen, even if something lies over it."""
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, GameScreen))

    @property
    def table(self) -> Table:
        return self.game.session.table

    @property
    def text(self) -> str:
        return frame(self.app)

    @property
    def read(self) -> str:
        """The frame as running text: a sentence may go on in the next row, on the end card beside the towers."""
        rows = self.text.splitlines()
        if isinstance(self.app.screen, EndCard):
            left = words_start(self.app.screen, self.app.size.width, self.app.size.height)
            rows[1:-5] = [row[left:] for row in rows[1:-5]]
        return unwrapped("\n".join(rows))

    @property
    def said(self) -> str:
        """The words under the hand as running text."""
        return unwrapped(self.game.zone("lines").picture.canvas.text())

    @property
    def notices(self) -> str:
        """The notices that are shown."""
        return " ".join(notice.message for notice in self.app._notifications)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, what: Any, seconds: float = 30.0) -> None:
        await until(self.pilot, what, seconds)


@asynccontextmanager
async def playing(
    tmp_path: Path,
    seats: str,
    *,
    game: str = "null",
    size: tuple[int, int] = (80, 24),
    flags: Mapping[str, Scalar] | None = None,
    seed: int = 42,
    **options: Scalar,
) -> AsyncIterator[Play]:
    """A new game on the screen."""
    request = RunRequest("play", tmp_path / "saves", header=header(seats, game, seed, **options))
    async with _shown(tmp_path, request, size, flags) as play:
        yield play


@asynccontextmanager
async def opened(
    tmp_path: Path, name: str, size: tuple[int, int] = (80, 24), flags: Mapping[str, Scalar] | None = None
) -> AsyncIterator[Play]:
    """A save on the screen."""
    async with _shown(tmp_path, RunRequest("open", tmp_path / "saves", save=name), size, flags) as play:
        yield play


@asynccontextmanager
async def _shown(
    tmp_path: Path,
    request: RunRequest,
    size: tuple[int, int],
    flags: Mapping[str, Scalar] | None = None,
    *,
    welcome: bool = False,
) -> AsyncIterator[Play]:
    """The game on the screen; ``welcome`` keeps the first screen of a guest over it."""
    settings: dict[str, Scalar] = {"motion": "none", "pace": "instant", "glyphs": "full"} | dict(flags or {})
    app = app_of(replace(request, config=tmp_path / "config", flags=settings))
    async with app.run_test(size=size) as pilot:
        play = Play(app, pilot)
        await pilot.pause()
        await play.until(lambda: any(isinstance(s, GameScreen) for s in app.screen_stack))
        await pilot.pause()
        if not welcome and isinstance(app.screen, WelcomeScreen):
            await pilot.press("enter")
        yield play


def played(tmp_path: Path, seats: str, moves: list[str], **options: Scalar) -> str:
    """A save in which these moves were made; its name."""
    store = Store(tmp_path / "saves")
    table = store.begin(header(seats, **options))
    for move in moves:
        turn = table.turn
        table.submit(turn.seat, table.parse(move))  # type: ignore[union-attr]
    assert table.journal is not None
    table.close()
    return table.journal.path.stem
