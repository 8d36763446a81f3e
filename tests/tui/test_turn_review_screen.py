"""The screen of a review of turns: the list, both turns, and the way to try one again."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.games.takethat.test_review import finished
from tests.tui.desktop import SIZES
from tests.tui.frames import frame, until
from tests.tui.library_kit import showing
from towergames.table.task_end import task_head
from towergames.table.turn_review import ReviewOfTurns, review_turns
from towergames.tui.screens import turn_review
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.turn_review import TurnReviewScreen, TurnsTable, draw_turns

HISTORY = finished("casual", 8)


@pytest.fixture(scope="module")
def review() -> ReviewOfTurns:
    *_, (_, _, found) = review_turns(HISTORY, 0)
    assert found is not None and len(found.costly) == 2
    return found


async def judged(pilot: Any, screen: TurnReviewScreen) -> None:
    await until(pilot, lambda: screen.found is not None, 60)
    await pilot.pause()


@pytest.mark.parametrize("size", [*SIZES, (160, 50), (70, 18)])
def test_a_page_says_what_was_made_and_what_was_best(review: ReviewOfTurns, size: tuple[int, int]) -> None:
    for at, turn in enumerate(review.shown):
        picture = draw_turns(TurnsTable("Towers", "Ann", review.measure, HISTORY, review), at, *size)
        text = picture.canvas.text()
        assert f"chance to win {turn.after} in 100, before {turn.before}, at best {turn.best}" in text
        assert turn.made[:30] in text and len(picture.spots) == len(review.shown)
        boards = turn in review.costly and size in ((120, 40), (160, 50))
        assert ("as advised" in text) is boards
        assert ("as it was played" in text) is (boards and size[0] == 160)


def test_the_cost_of_a_turn_is_red(review: ReviewOfTurns) -> None:
    canvas = draw_turns(TurnsTable("Towers", "Ann", review.measure, HISTORY, review), 0, 80, 24).canvas
    rows = canvas.text().splitlines()
    for cost in (f"-{turn.lost}" for turn in review.costly):
        row = next(number for number, text in enumerate(rows) if text.rstrip().endswith(cost))
        assert canvas.ink(rows[row].rindex(cost), row).fg == "bad"


async def test_keys_go_through_the_turns_and_back_to_the_replay(tmp_path: Path) -> None:
    screen = TurnReviewScreen(HISTORY)
    async with showing(screen, tmp_path) as (_, pilot):
        await judged(pilot, screen)
        assert screen.found is not None
        await pilot.press("down", "tab")
        assert screen.seat == 0, "one person played"
        marked = screen.found.shown[screen.at]
        assert marked == screen.found.costly[0], "praise comes first"
        with patch.object(screen, "dismiss") as dismiss:
            await pilot.press("enter")
        assert dismiss.call_args.args == (marked.first,)


async def test_a_turn_is_tried_again_on_a_table_that_is_kept_nowhere(tmp_path: Path) -> None:
    screen = TurnReviewScreen(HISTORY)
    async with showing(screen, tmp_path) as (app, pilot):
        await judged(pilot, screen)
        assert screen.found is not None
        await pilot.press("down")
        turn = screen.found.costly[0]
        saves = sorted(tmp_path.rglob("*.jsonl"))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, GameScreen), 20)
        table = app.table
        assert table is not None and table.journal is None and table.moves == turn.first - 1
        assert sorted(tmp_path.rglob("*.jsonl")) == saves
        assert not table.history.counts and not task_head(table.history), "it is no attempt at a day's task"


async def test_a_fault_of_the_reviewer_is_said(tmp_path: Path) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no worlds")

    with patch.object(turn_review, "review_turns", fails):
        screen = TurnReviewScreen(HISTORY)
        async with showing(screen, tmp_path) as (app, pilot):
            await until(pilot, lambda: screen.progress.startswith("Stopped"), 20)
            await pilot.pause()
            assert "Stopped: no worlds" in frame(app)
