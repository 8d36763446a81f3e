"""Ratings of levels, and when their order is certain."""

from __future__ import annotations

import random

import pytest

from towergames.arena.games import GameRow
from towergames.arena.ladder import MIN_ROUNDS, Ladder, LadderError, Ratings, chart

LADDER = Ladder.begin("takethat", ["random", "easy", "normal"], 1)


def row(number: int, first_wins: bool | None) -> GameRow:
    """A game as it would be kept; None is a draw."""
    task = LADDER.task(number)
    ranking = [[0, 1]] if first_wins is None else [[0], [1]] if first_wins else [[1], [0]]
    return {
        "number": number,
        "entrants": list(task.places),
        "points": [1, 1],
        "winners": ranking[0],
        "ranking": ranking,
        "moves_by_seat": [1, 1],
        "seconds_by_seat": [0.0, 0.0],
        "slowest_by_seat": [0.0, 0.0],
    }


def rated(rounds: int, shares: dict[tuple[int, int], float]) -> Ratings:
    """Ratings after rounds in which the higher level of a pair wins with these chances."""
    luck, ratings = random.Random(1), Ratings(LADDER)
    for number in range(rounds * LADDER.round):
        first, second = LADDER.task(number).places
        chance = shares[min(first, second), max(first, second)]
        ratings.add(row(number, (luck.random() < chance) == (first > second)))
    return ratings


def test_the_better_level_gets_the_higher_rating_and_a_clear_order_is_certain() -> None:
    ratings = rated(60, {(0, 1): 0.9, (0, 2): 0.97, (1, 2): 0.8})
    assert [rung.standing.level for rung in ratings.rungs] == ["normal", "easy", "random"]
    assert ratings.certain and ratings.unsure == []
    for better, worse in zip(ratings.rungs, ratings.rungs[1:], strict=False):
        assert better.low < better.rating < better.high and better.low > worse.high


def test_an_order_is_never_certain_before_ten_whole_rounds() -> None:
    always = dict.fromkeys(((0, 1), (0, 2), (1, 2)), 1.0)
    assert not rated(MIN_ROUNDS - 1, always).certain
    longer = rated(60, always)
    assert longer.certain
    longer.add(row(60 * LADDER.round, True))
    assert not longer.certain


def test_equal_levels_are_named_as_unsure() -> None:
    ratings = rated(30, {(0, 1): 0.5, (0, 2): 1.0, (1, 2): 1.0})
    assert not ratings.certain
    assert [set(pair) for pair in ratings.unsure] == [{"random", "easy"}]
    draws = Ratings(LADDER)
    for number in range(LADDER.round):
        draws.add(row(number, None))
    assert len(draws.unsure) == 2


def test_a_ladder_that_was_stopped_after_one_game_has_the_levels_that_have_not_played() -> None:
    ratings = Ratings(LADDER)
    ratings.add(row(0, True))
    waiting = [rung.standing for rung in ratings.rungs if not rung.standing.games]
    assert [(one.share, one.mean_points, one.low, one.high) for one in waiting] == [(0.0, 0.0, 0.0, 1.0)]


@pytest.mark.parametrize("rounds", [1, 12])
def test_the_chart_has_a_line_for_each_level_on_one_scale(rounds: int) -> None:
    ratings = rated(rounds, {(0, 1): 0.9, (0, 2): 0.97, (1, 2): 0.8})
    *lines, scale = chart(ratings.rungs, 40)
    assert [line.split()[0] for line in lines] == [rung.standing.level for rung in ratings.rungs]
    assert all(line.count("|") == 2 and line.count("o ") + line.count("-o-") == 1 for line in lines)
    assert len({len(line) for line in (scale, lines[0])}) == 1 and max(map(len, lines)) == len(scale) == 8 + 40


def test_without_the_library_the_command_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    with pytest.raises(LadderError, match="pip install openskill"):
        Ratings(LADDER)
