"""Brick Tower's search on the screen: what it finds in play and at the end, and the medals that it decides."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.games.bricks.screen.test_workshop import typed
from tests.tui.game_kit import Play, opened, playing
from towergames.board.protocol import UNDECIDED
from towergames.core.bot import Clock
from towergames.core.contract import Over
from towergames.games.bricks.board import BricksBoard
from towergames.games.bricks.board.analysis import STEPS_OF_THE_DAY, BricksAnalysis
from towergames.games.bricks.deal import daily_code, deal, quick_tower
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import read_tower, write_tower
from towergames.games.bricks.solver import solution
from towergames.lexicon import load
from towergames.session.help import HELP_COSTS_MEDAL
from towergames.tui.screens.game.end_card import EndCard

pytestmark = pytest.mark.usefixtures("every_game")
PUZZLE = "M-G2XEW"
MINE = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
"""47 points."""
GOOD = "I5RY #Y O4HY T4TY / G2HB #B H5RB / N4HR Q1RR+1 / #R (F4TB+W3TY)=#R O2RR S2HR *=X1HR-1 / O2RB"
"""75 points."""
LESS = "O4HY T4TY W3TY #Y *=#Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
"""49 points."""
DAY = "2026-11-22"
"""A Sunday, whose task has 34 cards."""
SEARCH = BricksAnalysis.search
"""As it is, before fixtures hush it."""


@cache
def tower_of_the_day(enough: int) -> str:
    """The first tower of the day's cards that scores so much."""
    found = quick_tower(deal(daily_code(DAY, "standard")), enough)
    assert found is not None
    return write_tower(found)


@cache
def points(tower: str) -> int:
    score = judge(read_tower(tower), load("standard")).score
    assert score is not None
    return score


class Solver:
    """Stands in for the solver: finds the given towers once ``go`` is set, and ends with the clock at the latest."""

    def __init__(self) -> None:
        self.finds: list[str] = []
        self.go = Event()
        self.go.set()
        self.clocks: list[Clock] = []
        self.waits = False
        """Whether the next search goes on after the last find, until it is stopped."""

    def __call__(self, *_: Any, clock: Clock, on_improvement: Callable[[Any], None], **__: Any) -> Any:
        self.clocks.append(clock)
        waits = self.waits
        found = solution.Solution(None, None, 0.0, 0, 200, "it is loose", False)
        for seconds, tower in enumerate(self.finds, start=1):
            while not self.go.wait(0.01) and not clock.over(0):
                pass
            if clock.over(0):
                break
            found = solution.Solution(read_tower(tower), points(tower), float(seconds), 1, 200, "it is loose", False)
            on_improvement(found)
        while waits and not clock.over(0):
            time.sleep(0.01)
        return found


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    made = Solver()
    monkeypatch.setattr(BricksAnalysis, "search", SEARCH)
    monkeypatch.setattr("towergames.games.bricks.solver.solve", made)
    monkeypatch.setattr(BricksBoard, "tip", lambda *_: None)  # the hint key searches at once
    return made


async def hand_in(play: Play, tower: str = MINE) -> None:
    await typed(play, f"build {tower}")
    await play.press("dollar_sign", "enter")
    await play.until(lambda: isinstance(play.table.turn, Over))


async def found(play: Play, tower: str) -> None:
    """The hint key searches until it has found a tower, and is ended."""
    await play.press("f4")
    await play.until(lambda: f"{points(tower)} points" in play.read)
    await play.press("escape")
    await play.until(lambda: not play.game.search.active)


BRONZE = "Best tower known: 75 points; bronze from 38, silver from 53, gold from 68. Ann: bronze."


async def test_handing_in_while_a_hint_search_runs_loses_nothing(tmp_path: Path, solver: Solver) -> None:
    solver.finds, solver.waits = [GOOD], True
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE) as play:
        await typed(play, f"build {MINE}")
        await play.press("f4")
        await play.until(lambda: "75 points" in play.read)
        solver.finds, solver.waits = [LESS], False
        await play.press("dollar_sign", "enter")
        await play.until(lambda: BRONZE in play.read and "(best known 75)" in play.read)
        assert len(solver.clocks) == 2 and solver.clocks[0].over(0)
        await play.press("b")
        await play.until(lambda: "Best known: 75" in play.read)


async def test_no_medal_is_given_while_the_search_runs_and_none_is_withdrawn(tmp_path: Path, solver: Solver) -> None:
    solver.finds = [MINE, LESS, GOOD]
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE) as play:
        solver.go.clear()
        await hand_in(play)
        await play.until(lambda: "Searching for " in play.read and "best so far 47." in play.read)
        assert UNDECIDED in play.read, "said as the board says it"
        assert "gold" not in play.text and "bronze" not in play.text and "best known" not in play.text
        solver.go.set()
        await play.until(lambda: BRONZE in play.read)
        solver.finds = [GOOD, "I5RY #Y O4HY T4TY / G2HB #B H5RB / N4HR Q1RR+1 / #R (F4TB+W3TY)=#R S2HR *=X1HR-1 / O2RB"]
        await play.press("escape", "f4")
        await play.until(lambda: not play.game.search.active and len(solver.clocks) == 2)
        assert "Best tower known: 75 points; bronze from 38" in play.read


async def test_while_the_search_runs_a_names_the_key_that_compares(
    tmp_path: Path, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EndCard, "SETTLE", 0.0)
    solver.finds = [GOOD]
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE) as play:
        solver.go.clear()
        await hand_in(play)
        await play.until(lambda: "best so far 47." in play.read)
        await play.press("a")
        said = [notice.message for notice in play.app._notifications]
        solver.go.set()
        assert "Press b to compare your result with the best one." in said


async def hand_in_after_the_beat(play: Play) -> None:
    """Hand MINE in once the beat of the first legal tower is over."""
    await typed(play, f"build {MINE}")
    await play.until(lambda: "All 16 rules kept" in play.text and "Your turn" in play.text)
    await play.press("dollar_sign", "enter")
    await play.until(lambda: isinstance(play.table.turn, Over))


async def test_a_medal_comes_down_on_the_tower_when_the_search_ends(tmp_path: Path, solver: Solver) -> None:
    solver.finds = [LESS]
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE, flags={"motion": "full"}) as play:
        await hand_in_after_the_beat(play)
        await play.until(lambda: " GOLD " in play.text)
        await play.until(lambda: "Ann: gold." in play.read and " GOLD " not in play.text)


async def test_help_takes_the_beat_of_the_medal(tmp_path: Path, solver: Solver) -> None:
    solver.finds = [MINE]
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE, flags={"motion": "full"}) as play:
        await found(play, MINE)
        await hand_in_after_the_beat(play)
        await play.until(lambda: "Ann: gold" in play.read)
        card = play.app.screen
        assert isinstance(card, EndCard) and card.beat is None


async def test_an_opened_game_keeps_its_medal_without_another_search(tmp_path: Path, solver: Solver) -> None:
    solver.finds = [LESS]
    told = f"Best tower known: {points(LESS)} points; "
    async with playing(tmp_path, "Ann", game="bricks", puzzle=PUZZLE) as play:
        await hand_in(play)
        await play.until(lambda: told in play.read and "Ann: gold." in play.read)
        play.table.close()
    solver.finds = [GOOD]
    async with opened(tmp_path, "bricks-ann") as play:
        await play.until(lambda: told in play.read and "Ann: gold." in play.read)
        assert len(solver.clocks) == 1 and not play.table.read_only
        await play.press("escape", "f4")
        await play.until(lambda: "Best known: 75" in play.read)
        assert told in play.read and "Ann: gold." in play.read
        play.table.close()
    async with opened(tmp_path, "bricks-ann") as play:
        await play.until(lambda: told in play.read and "Ann: gold." in play.read)


async def test_the_puzzle_of_a_day_is_measured_by_a_search_of_so_many_steps(tmp_path: Path, solver: Solver) -> None:
    mine = tower_of_the_day(10)
    solver.finds, solver.waits = [mine], True
    async with playing(tmp_path, "Ann", game="bricks", puzzle=DAY) as play:
        await hand_in(play, mine)
        await play.until(lambda: f"best so far {points(mine)}." in play.read)
        assert solver.clocks[-1].iterations == STEPS_OF_THE_DAY
        await play.press("escape", "escape")
        await play.until(lambda: "there are no medals yet" in play.read)
        assert "gold" not in play.text
        solver.waits = False
        await play.press("f4")
        await play.until(lambda: f"The day's search: {points(mine)} points; " in play.read)
        assert "Ann: gold." in play.read
        await play.press("enter")
        mark = f"{points(mine)} of {points(mine)}"
        await play.until(lambda: f"22 November, first try: {mark}, gold." in play.read)
        card = play.app.screen
        assert isinstance(card, EndCard) and card.share_line().endswith(f"{mark} gold late"), (
            "the line to share has the search's points as the house"
        )
        await play.press("g")
        await play.until(lambda: not isinstance(play.table.turn, Over))
        await hand_in(play, mine)
        await play.until(lambda: f"22 November, attempt 2: {mark}. The first attempt counts." in play.read)
        told = f"Ann's attempt 2 at the daily puzzle. The first attempt scored {points(mine)}, the best {points(mine)}."
        await play.until(lambda: told in play.read)
        assert [clock.iterations for clock in solver.clocks] == [STEPS_OF_THE_DAY] * 3, "no house searches beside it"


async def test_what_was_found_in_play_does_not_measure_the_puzzle_of_a_day(tmp_path: Path, solver: Solver) -> None:
    better, less = tower_of_the_day(60), tower_of_the_day(10)
    solver.finds, solver.waits = [better], True
    async with playing(tmp_path, "Ann", game="bricks", puzzle=DAY) as play:
        await play.press("f4")
        await play.until(lambda: HELP_COSTS_MEDAL in play.read)
        await found(play, better)
        solver.finds, solver.waits = [less], False
        await hand_in(play, better)
        await play.until(lambda: f"The day's search: {points(less)} points; " in play.read)
        assert "Ann: gold, and better than the search." in play.read
