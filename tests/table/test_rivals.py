"""Rivals of a person: head to head, habits, the ladder of levels, and a rating against fixed ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.table.record_kit import against, counted, feats, seat
from towergames.table.facts_cache import CountedGame
from towergames.table.record_book import games_of
from towergames.table.rivals import (
    ladder_of,
    next_rung,
    ratings_of,
    rivals_of,
    shown_rating,
)

pytestmark = pytest.mark.usefixtures(feats.__name__)


def rivals(*games: CountedGame) -> dict[str, object]:
    return {rival.name: rival for rival in rivals_of("null", games_of(games, "Ann"))}


def test_every_level_with_a_character_is_a_rival_and_people_from_the_second_meeting_on() -> None:
    once = counted(seat("Ann", 1, 2), seat("Ben", 2, 1))
    again = counted(seat("Ann", 1, 2), seat("BEN", 2, 1))
    found = rivals_of("null", games_of([once, against(5, 3), again], "Ann"))
    assert [(one.name, one.level, one.rating, len(one.meetings)) for one in found] == [
        ("Gus", "easy", 1000, 1),
        ("Tess", "normal", 1400, 0),
        ("Odo", "hard", None, 0),
        ("BEN", "", None, 2),
    ]
    assert [one.name for one in rivals_of("null", games_of([once], "Ann"))] == ["Gus", "Tess", "Odo"]


def test_the_person_met_most_comes_first() -> None:
    games = [counted(seat("Ann", 1, 2), seat(name, 2, 1)) for name in ("Ben", "Cleo", "Ben", "Cleo", "Cleo")]
    assert list(rivals(*games))[3:] == ["Cleo", "Ben"]


def test_head_to_head_counts_games_by_the_usual_rules_without_help() -> None:
    games = [against(5, 3), against(3, 5), against(4, 4), against(9, 1, help=1)]
    games.append(counted(seat("Ann", 1, 2), seat("Bot", 9, 1, "easy"), usual=False))
    (gus,) = [one for one in rivals_of("null", games_of(games, "Ann")) if one.name == "Gus"]
    assert (gus.number(1), gus.number(0), gus.number(-1), gus.lead) == (1, 1, 1, 0)
    assert gus.last == "▲▼=" and gus.points == (4.0, 4.0) and len(gus.meetings) == 5
    assert gus.not_met == ""


def test_a_meeting_with_help_is_a_meeting() -> None:
    gus, tess, *_ = rivals_of("null", games_of([against(9, 1, help=1)], "Ann"))
    assert gus.not_met == "You have not met without help yet."
    assert tess.not_met == "You have not met."


def test_the_last_eight_meetings_are_shown_with_the_newest_at_the_right() -> None:
    games = [against(1, 2)] + [against(2, 1) for _ in range(7)] + [against(1, 1)]
    (gus, *_) = rivals_of("null", games_of(games, "Ann"))
    assert gus.last == "▲▲▲▲▲▲▲="
    (_, tess, *_) = rivals_of("null", games_of(games, "Ann"))
    assert tess.points is None and tess.last == ""


def test_of_two_seats_of_one_level_the_better_one_is_the_rival() -> None:
    game = counted(seat("Ann", 5, 2), seat("A", 3, 3, "easy"), seat("B", 9, 1, "easy"))
    (gus, *_) = rivals_of("null", games_of([game], "Ann"))
    assert gus.last == "▼" and gus.meetings[0].rival.points == 9


def test_two_habits_are_told_from_six_games_on() -> None:
    def game(steals: int, mine: int = 0) -> CountedGame:
        return counted(seat("Ann", 1, 2, steals=mine), seat("Bot", 2, 1, "easy", steals=steals, chances=4))

    few = [game(1) for _ in range(5)]
    (gus, *_) = rivals_of("null", games_of(few, "Ann"))
    assert gus.habits("null") == ["Habits show after 6 games."]
    (gus, *_) = rivals_of("null", games_of([*few, game(0)], "Ann"))
    assert gus.habits("null") == ["Gus steals in 5 of 6 games.", "Gus takes 21 of 100 chances."]
    (gus, *_) = rivals_of("null", games_of([*few, game(0, 2)], "Ann"))
    assert gus.habits("null") == ["Gus steals in 5 of 6 games.", "You steal from Gus in 1 of 6 games."]
    without = [counted(seat("Ann", 1, 2), seat("Bot", 2, 1, "easy", steals=1)) for _ in range(6)]
    (gus, *_) = rivals_of("null", games_of(without, "Ann"))
    assert gus.habits("null")[1] == "Gus takes 0 of 100 chances."


def test_two_wins_light_a_rung_and_it_never_goes_dark() -> None:
    games = [against(5, 3), against(5, 3)]
    rungs = ladder_of("null", games_of(games, "Ann"))
    assert [(rung.name, rung.lit) for rung in rungs] == [("Gus", True), ("Tess", False), ("Odo", False)]
    lost = [*games, *(against(1, 9) for _ in range(20))]
    assert ladder_of("null", games_of(lost, "Ann"))[0].lit
    helped = [against(5, 3), against(5, 3, help=1)]
    assert not ladder_of("null", games_of(helped, "Ann"))[0].lit


def test_the_next_rung_is_the_one_above_the_highest_that_is_lit() -> None:
    def after(*bots: str) -> str:
        games = [against(5, 3, bot) for bot in bots for _ in range(2)]
        rung = next_rung(ladder_of("null", games_of(games, "Ann")))
        return rung.name if rung is not None else ""

    assert (after(), after("easy"), after("normal"), after("hard")) == ("Gus", "Tess", "Odo", "")
    assert next_rung([]) is None


def test_a_rating_follows_elo_with_k_32_for_ten_games_then_16() -> None:
    games = games_of([against(5, 3) for _ in range(12)], "Ann")
    rated = ratings_of("null", games)
    assert [one.rating for one in rated[:3]] == [1016, 1031, 1046]
    steps = [later.rating - one.rating for one, later in pairwise(rated)]
    assert steps[8] in (10, 11) and steps[9] == 5, "the eleventh game counts half"
    assert shown_rating(rated[:4]) is None and shown_rating(rated[:5]) == rated[4].rating


def test_a_draw_and_a_loss_change_a_rating_by_the_distance() -> None:
    drawn = ratings_of("null", games_of([against(4, 4, "normal")], "Ann"))
    lost = ratings_of("null", games_of([against(1, 4, "normal")], "Ann"))
    assert (drawn[0].rating, lost[0].rating) == (1013, 997)


def test_games_that_do_not_count_and_rivals_without_a_rating_are_not_rated() -> None:
    games = [
        against(5, 3, help=1),
        against(5, 3, "hard"),
        counted(seat("Ann", 5, 1), seat("Ben", 3, 2)),
        counted(seat("Ann", 5, 1), seat("Bot", 3, 2, "easy"), game="words"),
        counted(seat("Ann", 5, 1), seat("Bot", 3, 2, "easy"), usual=False),
    ]
    assert ratings_of("null", games_of(games, "Ann")) == []


def test_with_more_seats_each_pair_counts_its_part() -> None:
    game = counted(seat("Ann", 9, 1), seat("A", 5, 2, "easy"), seat("Ben", 4, 3), seat("B", 3, 4, "easy"))
    (rated,) = ratings_of("null", games_of([game], "Ann"))
    assert rated.rating == 1000 + round(2 * 32 / 3 * 0.5)
