"""The clock on the game screen: what is shown, the move at zero in the games, a pause, and the row of the form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.steady_clock import Watch
from tests.tui.desktop import do, running
from tests.tui.frames import frame
from tests.tui.game_kit import Play, _shown, header
from towergames import registry
from towergames.run_request import RunRequest
from towergames.session import commands
from towergames.table import clock
from towergames.tui.dialogs import AskScreen
from towergames.tui.screens.game.side_panes import Status, TimeShown, draw_status
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.setup_form import CLOCK, SetupForm

pytestmark = pytest.mark.usefixtures("null_game")


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=made.monotonic))
    return made


@asynccontextmanager
async def timed(
    tmp_path: Path, seats: str, typed: str, game: str = "null", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Play]:
    start = replace(header(seats, game, first=1), clock=typed)
    async with _shown(tmp_path, RunRequest("play", tmp_path / "saves", header=start), size) as play:
        yield play


async def test_everyone_sees_all_clocks_and_the_running_one_is_marked(tmp_path: Path, watch: Watch) -> None:
    async with timed(tmp_path, "Ann,Hal:random", "1+5", size=(120, 40)) as play:
        await play.until(lambda: play.game.clock.left is not None)
        assert "1:00 left" in play.text.splitlines()[0]
        assert "Clock: 1 min + 5 s. At zero the first possible move is made." in play.said, "before anything happens"
        watch.now += 20
        play.game.clock.tick()
        await play.pilot.pause()
        assert "0:40 left" in play.text.splitlines()[0], "one person needs no name"
        assert any("Ann" in row and " 0:40 " in row for row in play.text.splitlines()[1:])


def row(*times: TimeShown, width: int, paused: bool = False) -> str:
    status = Status("Take That Towers", "Round 12", ("Deck 41", "Discard 6"), times=times, paused=paused)
    return draw_status(status, width).canvas.text().strip("\n")


def test_the_clocks_have_names_else_numbers_else_only_the_running_one_is_shown() -> None:
    def shown(seat: int, name: str, *, runs: bool = False, short: bool = False) -> TimeShown:
        return TimeShown(seat, name, "4:32", runs, short, alone=False)

    two = shown(0, "Ann", runs=True), shown(1, "Bob")
    assert row(*two, width=80).rstrip().endswith("Deck 41 · Discard 6  >Ann 4:32 Bob 4:32")
    four = (*two, shown(2, "Cleopatra the 7th"), shown(3, "Dan"))
    assert "Round 12" in row(*four, width=70) and ">1 4:32 2 4:32 3 4:32 4 4:32" in row(*four, width=70)
    assert row(*four, width=60).rstrip().endswith(" >1 4:32 2 4:32 3 4:32 4 4:32"), "the round has no room"
    assert row(*four, width=50).rstrip().endswith(" >4:32") and "3 4:32" not in row(*four, width=50)
    assert row(*four, width=26).rstrip().endswith("Towers")
    assert "! Ann 4:32" in row(shown(0, "Ann", runs=True, short=True), width=80)
    assert "clock paused Ann 4:32" in row(shown(0, "Ann"), width=80, paused=True)


async def test_at_zero_the_rest_of_the_turn_is_made_and_the_next_one_begins(tmp_path: Path, watch: Watch) -> None:
    async with timed(tmp_path, "Ann,Gus:easy", "1+30", "takethat") as play:
        await play.until(lambda: play.game.clock.left is not None)
        watch.now += 31
        play.game.clock.tick()
        assert "30 seconds left. At zero the floors that you must still build" in play.said
        watch.now += 30
        play.game.clock.tick()
        await play.until(lambda: any(one.by == 1 for one in play.table.history.plays))
        made = [one.notation.split()[0] for one in play.table.history.plays if one.by == 0]
        assert made[:3] == ["build", "build", "end"]
        told = [line.text for line in play.table.log(0)]
        assert told.count("Time is up for Ann") == 1


async def test_a_move_at_zero_that_is_not_made_is_tried_once_a_second(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(tmp_path, "Ann,Hal:random", "1+0") as play:
        await play.until(lambda: play.game.clock.left is not None)
        tried: list[object] = []
        monkeypatch.setattr(play.game.flow, "time_over", tried.append)
        watch.now += 61
        for _ in range(5):
            play.game.clock.update()
            await play.pilot.pause()
        assert len(tried) == 1
        play.game.clock.tick()
        await play.pilot.pause()
        assert len(tried) == 2


async def test_the_clock_is_paused_and_goes_on(tmp_path: Path, watch: Watch) -> None:
    async with timed(tmp_path, "Ann,Hal:random", "1+0") as play:
        await play.until(lambda: play.game.clock.left is not None)
        play.game.typed("clock")
        await play.pilot.pause()
        await play.until(lambda: "clock paused" in play.text)
        assert "The clock is paused." in play.said and play.game.clock.left is None
        watch.now += 100
        play.game.typed("clock")
        await play.pilot.pause()
        await play.until(lambda: play.game.clock.left == 60)
        assert "The clock goes on." in play.said
        refused = commands.Refused("The disk is full.")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(commands, "pause_clock", lambda _: refused)
            play.game.clock.pause()
        assert "The disk is full." in play.said


async def test_without_a_clock_it_cannot_be_paused(tmp_path: Path) -> None:
    start = header("Ann,Hal:random", first=1)
    async with _shown(tmp_path, RunRequest("play", tmp_path / "saves", header=start), (80, 24)) as play:
        play.game.typed("clock")
        await play.pilot.pause()
        await play.until(lambda: "This game has no clock." in play.said)


# --- the form -------------------------------------------------------------------------------------------


def test_the_form_has_a_clock_that_is_unset_by_default() -> None:
    form = SetupForm.begin(registry.get("takethat"), None)
    begun = form.header()
    assert begun is not None and not begun.clock
    form.turn_clock(2)
    assert form.clock == "10+10" and form.clock_effect() == "10 minutes each, and 10 seconds more after each turn"
    form.turn_clock(-3)
    assert form.clock == "60s"
    assert form.clock_error("7") and not form.clock_error("7+3")
    form.take_clock("7+3")
    assert form.clock_values()[-1] == ("7+3", True)
    begun = form.header()
    assert begun is not None and begun.clock == "7+3"
    form.take_clock("none")
    assert form.clock_values()[0] == ("None", True) and form.clock_effect() == "nobody's time is counted"


async def test_the_row_of_the_clock_is_turned_and_typed() -> None:
    async with running(size=(120, 40)) as (app, pilot):
        await do(app, pilot, "menu.new")
        screen = app.screen
        assert isinstance(screen, NewGameScreen) and screen.form is not None
        screen.show(CLOCK)
        await pilot.press("right")
        assert screen.form.clock == "5+5" and "At zero" in frame(app)
        screen.run_command("newgame.edit")
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)
        await pilot.press(*["backspace"] * 5, *"9s", "enter")
        await pilot.pause()
        assert screen.form.clock == "9s" and "9 seconds for each turn" in frame(app)
