"""The screens are tested with the same games however many are registered."""

from __future__ import annotations

import asyncio
from time import monotonic, thread_time

import pytest
from textual.pilot import Pilot

from towergames import registry
from towergames.boards.bricks import BricksDesk
from towergames.boards.desk import Tip

REGISTERED = tuple(registry.ENTRIES)

PINNED = ("takethat", "words")
"""The first is the one that menus suggest to newcomers; goldens of shared screens show these two."""


@pytest.fixture(autouse=True)
def pinned_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further game changes no picture here; a test about all games asks for ``every_game``."""
    monkeypatch.setattr(registry, "ENTRIES", [registry.Entry(key) for key in PINNED])


@pytest.fixture(autouse=True)
def quiet_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and after a game nothing is searched for, unless a test says so."""
    monkeypatch.setattr("towergames.games.bricks.solver.prepare", lambda: None)
    monkeypatch.setattr(BricksDesk, "search", lambda *_: Tip("Nothing was searched for."))


LOOK, LOOKS = 0.004, 3
"""Seconds of a sleep in which the screen's thread must not have worked, and so many of them in a row."""


async def _until_idle(least: float = 0.0, most: float = 1.0) -> None:
    """As in Textual, but nearly twice as quick: most of the time of these tests went into sleeps of 0.02 s.

    Threads, such as searches, are not waited for: a test that needs their results waits for what they show.
    """
    end, idle = monotonic() + most, 0
    while idle < LOOKS and monotonic() < end:
        before = thread_time()
        await asyncio.sleep(LOOK)
        idle = idle + 1 if thread_time() - before < LOOK / 20 else 0


@pytest.fixture(autouse=True)
def quick_pilot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and pauses of the pilot take no longer than the screen needs; a new size is laid out 1/120 s later.

    Tests of modules with ``PATIENT`` wait as Textual does.
    """
    if getattr(request.module, "PATIENT", False):
        return
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", _until_idle)
    resize = Pilot.resize_terminal

    async def resized(pilot: Pilot[object], width: int, height: int) -> None:
        await resize(pilot, width, height)
        await pilot.pause(0.03)
        await pilot.pause()

    monkeypatch.setattr(Pilot, "resize_terminal", resized)


@pytest.fixture
def every_game(monkeypatch: pytest.MonkeyPatch, pinned_games: None) -> None:
    """All games that are registered."""
    monkeypatch.setattr(registry, "ENTRIES", list(REGISTERED))
