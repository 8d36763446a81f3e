"""The screen of a review of turns: the list, both turns, and the way to try one again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest

from tests.games.takethat.test_review import finished
from tests.reviews import judge_once
from tests.tui.desktop import SIZES
from tests.tui.frames import frame, until
from tests.tui.library_kit import showing
from towergames.core.review import TurnReview
from towergames.games.takethat.review import TURNS
from towergames.table.facts import plays_of
from towergames.table.history import History
from towergames.table.task_end import task_head
from towergames.table.turn_review import ReviewOfTurns, review_turns
from towergames.table.turn_try import MOST_TRIES, TurnTry
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.screens import turn_review
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.game.turn_tries import TryCard
from towergames.tui.screens.turn_review import TurnReviewScreen, TurnsTable, draw_turns


@pytest.fixture(scope="module")
def history() -> History:
    return finished("casual", 8)


@pytest.fixture(autouse=True)
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_once(monkeypatch)


@pytest.fixture
def review(history: History) -> ReviewOfTurns:
    *_, (_, _, found) = review_turns(history, 0)
    assert found is not None and len(found.costly) == 2
    return found


async def judged(pilot: Any, screen: TurnReviewScreen) -> None:
    await until(pilot, lambda: screen.found is not None, 60)
    await pilot.pause()


@pytest.mark.parametrize("size", [*SIZES, (160, 50), (70, 18)])
def test_a_page_says_what_was_made_and_what_was_best(
    history: History, review: ReviewOfTurns, size: tuple[int, int]
) -> None:
    for at, turn in enumerate(review.shown):
        picture = draw_turns(TurnsTable("Towers", "Ann", review.measure, history, review), at, *size)
        text = picture.canvas.text()
        assert f"chance to win {turn.after} in 100, before {turn.before}, at best {turn.best}" in text
        assert turn.made[:30] in text and len(picture.spots) == len(review.shown)
        boards = turn in review.costly and size in ((120, 40), (160, 50))
        assert ("as advised" in text) is boards
        assert ("as it was played" in text) is (boards and size[0] == 160)


def test_the_cost_of_a_turn_is_red(history: History, review: ReviewOfTurns) -> None:
    canvas = draw_turns(TurnsTable("Towers", "Ann", review.measure, history, review), 0, 80, 24).canvas
    rows = canvas.text().splitlines()
    for cost in (f"-{turn.lost}" for turn in review.costly):
        row = next(number for number, text in enumerate(rows) if text.rstrip().endswith(cost))
        assert canvas.ink(rows[row].rindex(cost), row).fg == "bad"


@pytest.mark.parametrize("size", SIZES)
def test_the_games_of_a_bot_stand_below_the_measure(
    history: History, review: ReviewOfTurns, size: tuple[int, int]
) -> None:
    story = "With your cards Hard won by 13 at best and lost by 17 at worst, in 5 games."
    table = TurnsTable("Towers", "Ann", review.measure, history, review, story=story)
    rows = draw_turns(table, 0, *size).canvas.text().splitlines()
    assert rows[2].strip() == story and rows[1].strip() == review.measure


async def test_the_review_of_a_task_tells_of_the_games_of_a_bot(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_review, "task_story", lambda *_: "A story.")
    monkeypatch.setattr(turn_review, "review_turns", lambda *_: iter(()))  # the turns would take long
    screen = TurnReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await until(pilot, lambda: "A story." in frame(app), 60)


async def test_keys_go_through_the_turns_and_back_to_the_replay(history: History, tmp_path: Path) -> None:
    screen = TurnReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await judged(pilot, screen)
        assert screen.found is not None
        await pilot.press("down", "tab")
        assert screen.seat == 0, "one person played"
        marked = screen.found.shown[screen.at]
        assert marked == screen.found.costly[0], "praise comes first"
        with patch.object(screen, "dismiss") as dismiss:
            await pilot.press("enter")
        assert dismiss.call_args.args == (marked.first,)
        shown: list[int] = []
        screen._show = shown.append
        await pilot.press("enter")
        assert shown == [marked.first] and app.screen is screen, "no replay lies below this review"


async def test_a_turn_is_tried_again_on_a_table_that_is_kept_nowhere(history: History, tmp_path: Path) -> None:
    screen = TurnReviewScreen(history)
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
        game = app.screen
        assert isinstance(game, GameScreen)
        await until(pilot, lambda: game.flow is not None and game.is_current, 20)
        assert "Try 1 of 3" in frame(app).splitlines()[0], "the top of the table says so"
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog), 20)
        await until(pilot, lambda: turn.made[:30] in frame(app), 20)
        await pilot.press("p")
        await until(pilot, lambda: app.screen is game, 20)
        await pilot.press("escape", "r")
        await until(pilot, lambda: isinstance(app.screen, TurnReviewScreen), 20)


async def test_three_tries_are_compared_and_then_the_better_way_is_on_the_board(
    history: History, tmp_path: Path
) -> None:
    screen = TurnReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await judged(pilot, screen)
        assert screen.found is not None
        await pilot.press("down")
        turn = screen.found.costly[0]
        await pilot.press("t")
        for number in range(1, MOST_TRIES + 2):
            await until(pilot, lambda: isinstance(app.screen, GameScreen), 20)
            game, table = app.screen, app.table
            assert isinstance(game, GameScreen) and isinstance(table, TurnTry) and table.number == number
            await until(pilot, lambda game=game: game.flow is not None and game.is_current, 20)
            if table.shows_way:
                await until(pilot, lambda game=game: "Enter plays it." in game.session.message.text, 20)
            for move in turn.moves:
                table.submit(0, table.game.parse(move, table.history.state))
            game.flow.go_on()
            await until(pilot, lambda: isinstance(app.screen, TryCard), 20)
            await until(pilot, lambda: "This try:" in frame(app), 60)
            shown = frame(app)
            assert ("w Hard's way" in shown) is (number == MOST_TRIES)
            assert ("t Try again" in shown) is (number < MOST_TRIES)
            assert "A try is not saved and counts nowhere." in shown
            await pilot.press("t" if number < MOST_TRIES else "w" if number == MOST_TRIES else "r")
        await until(pilot, lambda: isinstance(app.screen, TurnReviewScreen), 20)
        assert not list(tmp_path.rglob("*.jsonl"))


async def test_all_turns_are_listed_and_compared_on_demand(history: History, tmp_path: Path) -> None:
    first = TURNS.turns(plays_of(history), 0)[0]
    made = TurnReview(0, 1, first.start, first.stop - 1, 0, 2, 2, "You placed a piece.", "", (), "Praise.", points=2)
    found = ReviewOfTurns(0, "points", "Measured.", (made,), made, ())
    asked = TurnReview(0, 2, 10, 11, 2, 3, 6, "You placed another.", "Hard would.", (), "It looked steady.")
    with (
        patch.object(turn_review, "review_turns", lambda *_: iter([(1, 1, found)])),
        patch.object(turn_review, "judged_turn", lambda _history, span: replace(asked, first=span.start)),
    ):
        screen = TurnReviewScreen(history)
        async with showing(screen, tmp_path) as (app, pilot):
            await judged(pilot, screen)
            assert len(screen.rows) == 1
            assert "compared already" in screen.why_not("turns.judge")
            await pilot.press("l", "end")
            await pilot.pause()
            assert len(screen.rows) > 5 and screen.at == len(screen.rows) - 1
            assert "not compared yet" in frame(app)
            assert screen.rows[-1].words, "the lines of the log"
            assert screen.why_not("turns.try") == "Compare the turn first."
            await pilot.press("c")
            await until(pilot, lambda: "It looked steady." in frame(app), 20)
            assert screen.rows[-1].turn is not None and screen.rows[-2].turn is None
            await pilot.press("l")
            await pilot.pause()
            assert len(screen.rows) == 1


async def test_keys_pressed_while_turns_are_compared_say_how_far_that_is(history: History, tmp_path: Path) -> None:
    end = Event()

    def waits(*_: object) -> Iterator[tuple[int, int, None]]:
        yield 3, 6, None
        end.wait(60)

    with patch.object(turn_review, "review_turns", waits):
        screen = TurnReviewScreen(history)
        async with showing(screen, tmp_path) as (_, pilot):
            await until(pilot, lambda: screen.progress == "3 of 6 steps done", 20)
            for command in ("turns.open", "turns.try", "turns.judge", "turns.all"):
                assert screen.why_not(command) == "3 of 6 steps done"
            end.set()


async def test_a_fault_of_the_reviewer_is_said(history: History, tmp_path: Path) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no worlds")

    with patch.object(turn_review, "review_turns", fails):
        screen = TurnReviewScreen(history)
        async with showing(screen, tmp_path) as (app, pilot):
            await until(pilot, lambda: screen.progress.startswith("Stopped"), 20)
            await pilot.pause()
            assert "Stopped: no worlds" in frame(app)
