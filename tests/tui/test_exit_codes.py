"""Why the program ends decides its exit code, whatever fails on screens that are half gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.css.query import NoMatches

from tests.tui.game_kit import Play, header, playing
from towergames.exit_codes import NOT_WRITTEN, OUR_FAULT
from towergames.run_request import RunRequest
from towergames.tui.app import TowerApp

pytestmark = pytest.mark.usefixtures("null_game")


async def test_a_fault_while_the_program_ends_keeps_its_code(tmp_path: Path) -> None:
    printed: list[Any] = []
    with pytest.raises(NoMatches):  # a test still hears of it
        async with playing(tmp_path, "Ann", first=1) as play:
            app = play.app
            app._print_error_renderables = lambda: printed.extend(app._exit_renderables)  # type: ignore[method-assign]

            def fail() -> None:
                app.stop(143)
                raise NoMatches("the card is gone")

            play.game.call_later(fail)
            await play.pilot.pause(0.2)
    assert app.return_code == app.leaving == 143
    assert not printed


async def test_the_first_reason_to_end_decides_the_code(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=1) as play:
        play.app.stop(143)
        play.app.leave(0)
        await play.pilot.pause()
    assert play.app.return_code == 143 and play.app.closed.is_set()


async def test_a_signal_before_the_start_opens_no_game(tmp_path: Path) -> None:
    app = TowerApp(RunRequest("play", tmp_path / "saves", header=header("Ann"), config=tmp_path / "config"))
    app.stop(129)
    await app.run_async(headless=True)
    assert app.return_code == 129
    assert not list(tmp_path.rglob("*.jsonl"))


class Interrupted(Event):
    """An event at which a signal arrives while it is being set, which its lock does not allow twice."""

    def __init__(self, arrives: Callable[[], None]) -> None:
        super().__init__()
        self._arrives = arrives
        self._setting = False

    def set(self) -> None:
        assert not self._setting, "this thread waits for itself"
        self._setting = True
        self._arrives()
        super().set()
        self._setting = False


@pytest.mark.parametrize("end", [lambda app: app.stop(129), lambda app: app.leave(129)], ids=["signal", "key"])
async def test_a_signal_at_any_moment_of_the_end_lets_it_go_on(tmp_path: Path, end: Callable[[TowerApp], None]) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        play.app.asked = Interrupted(lambda: play.app.stop(143))
        end(play.app)
        await play.pilot.pause(0.2)
    assert play.app.return_code == play.app.leaving == 129
    assert play.app.asked.is_set() and play.app.closed.is_set()


def lose(play: Play) -> None:
    """A move that the disk refuses for good."""
    journal = play.table.journal
    assert journal is not None
    journal._pending.append(b"lost")
    journal.trouble = "game.jsonl cannot be written: no space left"
    journal._write = lambda: False  # type: ignore[method-assign]


@pytest.mark.parametrize("end", [("ctrl+q", "l"), ("ctrl+c", "l"), ("m", "l", "ctrl+q"), (129,), (130,), (143,)])
async def test_moves_that_could_not_be_saved_are_told_by_the_code(tmp_path: Path, end: tuple[str | int, ...]) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        lose(play)
        for step in end:
            if isinstance(step, int):
                play.app.stop(step)
            else:
                await play.press(step)
            await play.pilot.pause(0.2)
    assert play.app.return_code == play.app.leaving == NOT_WRITTEN
    assert play.app.lost.endswith("no space left.")


@pytest.mark.parametrize("lost", [False, True])
async def test_a_crash_tells_whether_moves_are_lost_and_prints_no_values(tmp_path: Path, lost: bool) -> None:
    def fail() -> None:
        secret = "ELEVATOR"
        raise ZeroDivisionError(secret)

    printed: list[Any] = []
    with pytest.raises(ZeroDivisionError):
        async with playing(tmp_path, "Ann", first=1) as play:
            app = play.app
            app._print_error_renderables = lambda: printed.extend(app._exit_renderables)  # type: ignore[method-assign]
            if lost:
                lose(play)
            play.game.call_later(fail)
            await play.pilot.pause(0.2)
    assert app.return_code == app.leaving == (NOT_WRITTEN if lost else OUR_FAULT)
    told = "".join(map(str, printed))
    assert "fault in the program: ZeroDivisionError." in told and "ELEVATOR" not in told
    assert ("Not every move of" in told) == lost and ("Saved as " in told) != lost
    assert app.table is not None and app.table.journal is not None and app.table.journal.closed
