"""The review of a finished game: reached from the replay and the end card, and leading back to any move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.words.kit import words_save
from tests.reviews import judge_once
from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens, frame, until
from tests.tui.game_kit import opened
from tests.tui.library_kit import played, showing
from towergames.core.review import MoveReview, TurnReview
from towergames.games.words.review import WordsReview
from towergames.session.analysis import NOT_JUDGED, ReviewAnalysis, review_finding
from towergames.table.game_review import ReviewedPlay, decision_before, tallies
from towergames.table.history import History
from towergames.table.save_file import load_file
from towergames.table.store import Store
from towergames.table.turn_review import ReviewOfTurns
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.review import ReviewScreen, ReviewTable, draw_review
from towergames.tui.screens.turn_review import TurnReviewScreen, TurnsTable, draw_turns


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    store = Store(tmp_path_factory.mktemp("saves"))
    return load_file(store.path(words_save(store, "over"))).history


async def judged(pilot: Any, screen: ReviewScreen) -> None:
    await until(pilot, lambda: screen.done == len(screen.history.plays), 20)
    await pilot.pause()


async def test_looks(history: History, tmp_path: Path) -> None:
    screen = ReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await judged(pilot, screen)
        await pilot.press("s", "down")
        await check_goldens(app, pilot, "review", SIZES)


async def test_order_and_player_keep_the_marked_move(history: History, tmp_path: Path) -> None:
    screen = ReviewScreen(history)
    async with showing(screen, tmp_path) as (_, pilot):
        await judged(pilot, screen)
        plays = [j.play for j in screen.table.rows]
        assert plays == sorted(plays)
        await pilot.press("s")
        missed = [j.finding.missed for j in screen.table.rows]
        assert missed == sorted(missed, reverse=True) and missed[0] > 0
        marked = screen.table.rows[screen.at].play
        await pilot.press("s")
        assert screen.table.rows[screen.at].play == marked
        screen.run_command("review.player", "bob")
        assert {j.seat for j in screen.table.rows} == {1}
        assert screen.table.rows[screen.at].play == marked, "the most missed was Bob's"
        await pilot.press("tab", "tab")
        assert {j.seat for j in screen.table.rows} == {0}
        screen.run_command("review.player", "nobody")
        assert {j.seat for j in screen.table.rows} == {0, 1}


async def test_from_the_replay_and_back_to_the_move(history: History, tmp_path: Path) -> None:
    replay = ReplayScreen(history)
    async with showing(replay, tmp_path) as (app, pilot):
        replay.seek(20)
        await pilot.press("r")
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await judged(pilot, screen)
        assert screen.table.rows[screen.at].play >= 20, "the mark is on the move that was shown"
        await pilot.press("s")
        worst = screen.table.rows[0]
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is replay and replay.model.at == worst.play
        await until(pilot, lambda: f"Before move {replay.model.move_of(worst.play)}" in frame(app))


async def test_the_mouse_marks_opens_and_picks_a_player(history: History, tmp_path: Path) -> None:
    screen = ReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await judged(pilot, screen)
        spots = {spot.key: spot for spot in screen.query_one("#review").spots}  # type: ignore[attr-defined]
        await pilot.click("#review", offset=(10, spots["seat:1"].y))
        assert screen.seat == 1
        await pilot.click("#review", offset=(10, spots["row:3"].y))
        assert screen.at == 3
        await pilot.click("#review", offset=(10, spots["row:3"].y))
        await pilot.pause()
        assert app.screen is not screen


async def test_from_the_end_card_to_the_review_and_into_the_replay(tmp_path: Path) -> None:
    name = words_save(Store(tmp_path / "saves"), "over")
    async with opened(tmp_path, name) as play:
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        assert "r  Review" in play.text and "^L  Menu" in play.text
        await play.press("r")
        await play.until(lambda: isinstance(play.app.screen, ReviewScreen))
        screen = play.app.screen
        assert isinstance(screen, ReviewScreen)
        await judged(play.pilot, screen)
        await play.press("down", "enter")
        await play.until(lambda: isinstance(play.app.screen, ReplayScreen))
        replay = play.app.screen
        assert isinstance(replay, ReplayScreen)
        await play.until(lambda: replay.model.at == screen.table.rows[1].play)
        await play.press("escape")
        await play.until(lambda: play.app.screen is screen)
        await play.press("escape")
        await play.until(lambda: isinstance(play.app.screen, EndCard))


async def test_the_end_card_comes_back_after_what_it_leads_to_and_from_the_open_table(tmp_path: Path) -> None:
    name = words_save(Store(tmp_path / "saves"), "over")
    async with opened(tmp_path, name) as play:
        for key in ("r", "p", "w"):
            await play.until(lambda: isinstance(play.app.screen, EndCard))
            await play.pilot.pause(EndCard.SETTLE)
            await play.press(key)
            await play.until(lambda: play.app.screen is not play.game and not isinstance(play.app.screen, EndCard))
            await play.pilot.pause()
            await play.press("escape")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.pilot.pause(EndCard.SETTLE)
        await play.press("b")
        await play.until(lambda: play.app.screen is play.game)
        await play.pilot.pause()
        assert "The game is over" in play.text and play.game.why_not("result") == ""
        assert "Enter Result" in play.text and "shuffle" not in play.text.splitlines()[-1]
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))


async def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    running = load_file(store.path(words_save(store, "on", most=4))).history
    async with showing(ReplayScreen(running), tmp_path) as (app, _):
        assert "when the game is over" in app.screen.why_not("replay.review")  # type: ignore[attr-defined]


async def test_a_game_without_a_reviewer_has_no_review_but_its_bot(tmp_path: Path) -> None:
    async with showing(ReplayScreen(played(seats=3)), tmp_path) as (app, _):
        assert "have no review" in app.screen.why_not("replay.review")  # type: ignore[attr-defined]
        assert app.screen.why_not("replay.analyse") == ""  # type: ignore[attr-defined]


async def test_a_reviewers_fault_is_told(history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("no light")

    monkeypatch.setattr(WordsReview, "find", fail)
    screen = ReviewScreen(history)
    async with showing(screen, tmp_path) as (app, pilot):
        await until(pilot, lambda: "Stopped: no light" in frame(app))
    told: list[int] = []
    critic = ReviewAnalysis(history, lambda function, given: function(given), told.append)
    critic.want(3)
    critic._task._thread.join(5)  # type: ignore[union-attr]
    assert "no light" in critic.failed and told[-1] == 0


def test_a_decision_that_nothing_is_compared_with_says_so(history: History) -> None:
    play = next(n for n in range(1, len(history.plays) + 1) if decision_before(history, n) == n)
    assert review_finding(history, play, None).sentences == (NOT_JUDGED,)
    nothing = ReviewedPlay(play, 0, "pass", MoveReview("", "no play", 0, 0))
    assert review_finding(history, play, nothing).sentences == ("There was no play.",)


def test_four_long_names_fit_any_size() -> None:
    finding = MoveReview("play a1 across X", "X" * 60, 99, 1, prize=True, note="n" * 200)
    rows = tuple(ReviewedPlay(n, n % 4, "play j10 across ABCDEFGHIJ", finding) for n in range(1, 80))
    sheet = ReviewTable(
        "Stacked Words", "", None, "m" * 200, "bonus", ("W" * 24,) * 4, tallies(4, rows), rows, (tuple(range(80)),) * 4
    )
    for width, height in ((70, 17), (80, 23), (120, 39), (200, 59)):
        picture, _ = draw_review(sheet, 40, 0, width, height)
        lines = picture.canvas.text().splitlines()
        assert len(lines) <= height and max(map(len, lines)) <= width
        assert any(">   41" in line for line in lines), "the marked row is in sight"
        assert any("bonus!" in line for line in lines)


async def test_the_turns_of_a_game_are_reviewed_and_lead_into_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_once(monkeypatch, worlds=6)
    async with showing(ReplayScreen(played()), tmp_path) as (app, pilot):
        app.screen.run_command("replay.review")  # type: ignore[attr-defined]
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TurnReviewScreen)
        await until(pilot, lambda: screen.found is not None, 60)
        await pilot.press("down")
        text = frame(app)
        assert "after" in text and "at best" in text and "Hard's estimate" in text
        await pilot.press("tab")
        assert screen.seat == 1
        await until(pilot, lambda: screen.found is not None, 60)
        first = screen.found.shown[0].first  # type: ignore[union-attr]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen) and app.screen.model.at == first


async def test_the_review_of_turns_leads_to_every_move_and_on_into_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_once(monkeypatch, worlds=1)
    store = Store(tmp_path / "saves")
    usual = load_file(store.path(words_save(store, "usual", board=10))).history
    async with showing(ReplayScreen(usual), tmp_path) as (app, pilot):
        app.screen.run_command("replay.review")  # type: ignore[attr-defined]
        await pilot.pause()
        turns = app.screen
        assert isinstance(turns, TurnReviewScreen)
        await until(pilot, lambda: turns.found is not None, 60)
        await pilot.press("tab")
        await until(pilot, lambda: turns.found is not None and turns.seat == 1, 60)
        await pilot.press("down")
        assert turns.found is not None and turns.found.costly[0].candidates[0].move in frame(app)
        await pilot.press("a")
        await pilot.pause()
        moves = app.screen
        assert isinstance(moves, ReviewScreen)
        await judged(pilot, moves)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is turns
        await pilot.press("a")
        await pilot.pause()
        moves = app.screen
        assert isinstance(moves, ReviewScreen)
        await judged(pilot, moves)
        await pilot.press("down")
        play = moves.table.rows[moves.at].play
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen) and app.screen.model.at == play


async def test_a_game_that_reviews_turns_only_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_once(monkeypatch, worlds=6)
    async with showing(TurnReviewScreen(played()), tmp_path) as (app, _):
        assert "reviews turns only" in app.screen.why_not("turns.every")  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(70, 18), (80, 24), (120, 40), (160, 50)])
def test_the_review_of_turns_fits_any_size(size: tuple[int, int]) -> None:
    own = [(number, play.notation) for number, play in enumerate(played().plays, start=1) if play.by == 0]
    turns = tuple(
        TurnReview(
            0, n, first, first, 50, 60 - 12 * n, 60, "You built." * 9, "Hard would." * 9, (move,), "{1} came first." * 9
        )
        for n, (first, move) in enumerate(own[:4])
    )
    found = ReviewOfTurns(0, "chance", "Made up.", turns, turns[0], turns[1:])
    for review in (found, replace(found, costly=()), None):
        table = TurnsTable("Take That Towers", "Ann", "Made up.", played(), review)
        lines = draw_turns(table, 1, *size).canvas.text().splitlines()
        assert len(lines) <= size[1] and max(map(len, lines)) <= size[0]
