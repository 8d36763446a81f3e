"""The program without a terminal, for tests of screens: start it, reach a screen, read what it shows."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.games.words.kit import words_save
from tests.tui.frames import settled
from towergames import registry
from towergames.core.options import Scalar
from towergames.run_request import RunRequest
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import new_header
from towergames.tui.app import TowerApp

SIZES = ((80, 24), (120, 40))


@asynccontextmanager
async def running(
    size: tuple[int, int] = (80, 24), *, settle: bool = True, home: Path | None = None, **flags: Scalar
) -> AsyncIterator[tuple[TowerApp, Pilot[Any]]]:
    """The app on the menu; ``settle`` waits for what the menu looks up."""
    home = home or Path(os.environ["TOWERGAMES_SAVES"]).parent
    app = TowerApp(RunRequest("menu", home / "saves", config=home / "config", flags=flags))
    async with app.run_test(size=size, notifications=True) as pilot:
        if settle:
            await settled(app, pilot)
        yield app, pilot


async def do(app: TowerApp, pilot: Pilot[Any], *commands: str) -> None:
    """Run commands of whatever screen is up (quicker than keys)."""
    for command in commands:
        name, _, argument = command.partition(" ")
        app.screen.run_command(name, argument)  # type: ignore[attr-defined]
        await pilot.pause()


def a_header(seed: int = 7) -> Header:
    """A game of two people."""
    return new_header(registry.get("takethat").game, [SeatSetup("Ann"), SeatSetup("Bob")], {"first": 1}, seed)


Reach = Callable[[TowerApp, Pilot[Any]], Any]


def after(*commands: str) -> Reach:
    """Reach a screen by commands from the menu."""

    async def reach(app: TowerApp, pilot: Pilot[Any]) -> None:
        await do(app, pilot, *commands)
        await settled(app, pilot)

    return reach


async def _game(app: TowerApp, pilot: Pilot[Any]) -> None:
    assert app.tables.begin_game(a_header())
    await settled(app, pilot)


async def _replay(app: TowerApp, pilot: Pilot[Any]) -> None:
    table = app.store.begin(a_header(), "watched")
    table.submit(0, table.legal()[0])
    table.close()
    app.tables.open_replay(app.store.path("watched"))
    await settled(app, pilot)


async def _confirm(app: TowerApp, pilot: Pilot[Any]) -> None:
    from towergames.tui.dialogs import ConfirmDialog

    app.push_screen(ConfirmDialog("Delete the save ann-bob?", "Delete", "Keep it"))
    await pilot.pause()


MINE: dict[str, Reach] = {
    "menu": after(),
    "newgame": after("menu.new takethat"),
    "newgame-words": after("menu.new words"),
    "wordlist": after("menu.new words", "page.last", *["move.up"] * 5, "newgame.edit"),
    "newgame-name": after("menu.new takethat", "page.first", "move.down", "newgame.edit"),
    "settings": after("menu.settings"),
    "help": after("help"),
    "palette": after("menu.new takethat", "palette"),
    "jump": after("jump"),
    "line": after("type"),
    "learn": after("menu.learn"),
    "tutorial": after("menu.learn takethat", "lesson.next"),
    "confirm": _confirm,
}
"""Screens with goldens of this folder."""


async def _review(app: TowerApp, pilot: Pilot[Any]) -> None:
    app.tables.open_replay(app.store.path(words_save(app.store, "over")))
    await pilot.pause()
    await do(app, pilot, "replay.review")
    await settled(app, pilot)


async def _pad(app: TowerApp, pilot: Pilot[Any]) -> None:
    await _replay(app, pilot)
    await do(app, pilot, "replay.pad")
    await settled(app, pilot)


OTHERS: dict[str, Reach] = {
    "lookup": after("menu.lookup mood"),
    "review": _review,
    "game": _game,
    "replay": _replay,
    "saves": after("menu.load"),
    "records": after("menu.records"),
    "pad": _pad,
    "rules": after("menu.new takethat", "page.first", *["move.down"] * 3, "newgame.rule"),
}
"""Screens that have tests of their own elsewhere, and take part in what holds for all."""

ALL: dict[str, Reach] = {**MINE, **OTHERS}
