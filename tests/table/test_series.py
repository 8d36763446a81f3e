"""A series of games to a goal: it carries points along, somebody wins it, and then a new one begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conformance.seating import play_on
from tests.null.entry import NULL
from tests.table.helpers import null_header, null_table
from towergames.core.contract import Over
from towergames.session.introduction import whose_turn
from towergames.session.text import result
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Header, SeriesLink
from towergames.table.setup import champions, games_won, goal, next_of_match, rematch, series_line, standing, wins_line
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.end_view import ending_of


@pytest.fixture(autouse=True)
def with_a_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heap's size is the goal too: 12 points."""
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, goal_option="heap"))


def finished(header: Header) -> Table:
    table = Table(History(NULL.game, header))
    table.advance()
    play_on(table, 100)
    assert isinstance(table.turn, Over)
    return table


def link(*points: int) -> Header:
    return replace(null_header("", ""), series=SeriesLink("series-1", 4, points, (2, 1)))


def test_points_are_carried_to_the_next_game_until_somebody_has_enough() -> None:
    table = finished(null_header("", ""))
    points = table.totals
    assert goal(table.history) == 12 and standing(table.history) == points
    assert series_line(table.history) == f"Match to 12, game 1: Ann {points[0]}, Bob {points[1]}"
    assert champions(table.history) == ()
    following = rematch(table.history, 9)
    assert following.series is not None and (following.series.number, following.series.points) == (2, points)
    assert next_of_match(table.history) == 2
    card = EndCard(table)
    assert card._chips[0].title == "Next game" and card._chips[0].keys == ("enter",)
    assert card._hint().startswith("Next game: game 2 of the match")


def test_whoever_has_most_beyond_the_goal_wins_the_series_and_the_next_one_begins_at_nothing() -> None:
    table = finished(link(30, -8))
    assert champions(table.history) == (0,)
    told = f"Match to 12, game 4: Ann {30 + table.totals[0]}, Bob {-8 + table.totals[1]}. Ann wins the match"
    assert series_line(table.history) == told
    assert f"{told}." in result(table.history)
    assert f"{told}." in ending_of(table.history).remarks
    following = rematch(table.history, 9).series
    assert following is not None and (following.number, following.points) == (1, (0, 0)), "points begin at nothing"
    assert following.wins == games_won(table.history) and next_of_match(table.history) == 0
    assert EndCard(table)._chips[0].title == "Play again"


def test_games_won_are_counted_from_the_second_game_on() -> None:
    first = finished(null_header("", ""))
    (winner,) = first.turn.ranking[0]  # type: ignore[union-attr]
    assert wins_line(first.history) == "" and games_won(first.history)[winner] == 1 == sum(games_won(first.history))
    later = finished(link(0, 0))
    (winner,) = later.turn.ranking[0]  # type: ignore[union-attr]
    won = [2 + (winner == 0), 1 + (winner == 1)]
    told = f"Games won at this table: Ann {won[0]}, Bob {won[1]}"
    assert wins_line(later.history) == told
    assert f"{told}." in result(later.history) and f"{told}." in ending_of(later.history).remarks
    alone = finished(replace(null_header(""), series=SeriesLink("series-1", 2, (9,), (1,))))
    assert wins_line(alone.history) == ""


def test_a_game_that_runs_has_been_won_by_nobody_and_nobody_is_on_turn_at_its_end() -> None:
    running = Table(History(NULL.game, null_header("", "")))
    assert games_won(running.history) == (0, 0)
    ended = finished(null_header("", ""))
    assert whose_turn(ended, lambda _: "here") == ""


def test_the_most_points_may_be_shared_and_a_running_game_decides_nothing() -> None:
    first = finished(null_header("", ""))
    one, two = first.totals
    shared = finished(link(40 - one, 40 - two))
    assert champions(shared.history) == (0, 1) and series_line(shared.history).endswith("Ann and Bob win the match")
    running = Table(History(NULL.game, link(90, 0)))
    running.advance()
    assert champions(running.history) == ()


def test_the_task_of_a_day_is_no_game_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(null_header("", ""))
    assert series_line(table.history) and next_of_match(table.history) == 2
    monkeypatch.setattr(type(NULL.game.info), "day_of", lambda _info, _options: "2026-11-28")
    assert goal(table.history) == 0 and series_line(table.history) == ""
    assert next_of_match(table.history) == 0 and rematch(table.history, 9).series is None
    assert "Match" not in " ".join((*ending_of(table.history).remarks, *result(table.history)))


def test_a_game_without_a_goal_has_a_series_only_when_one_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, goal_option=""))
    assert series_line(null_table("", "").history) == ""
    table = finished(link(100, 0))
    assert series_line(table.history).startswith("Match, game 4: Ann ") and champions(table.history) == ()
    following = rematch(table.history, 9)
    assert following.series is not None and following.series.number == 5
