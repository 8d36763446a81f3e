"""Achievements of a person: met, nearly met, met with help; and those for all games."""

from __future__ import annotations

import pytest

from tests.table.record_kit import against, counted, feats, seat
from towergames import registry
from towergames.table.achievements import (
    FIVE_OF_A_DAY,
    FIVE_TABLES,
    GENERAL,
    GIANT_KILLER,
    HONOURS_EVEN,
    RETURN_MATCH,
    Standing,
    achievements_of,
    all_achievements,
    general_achievements,
)
from towergames.table.facts import Facts
from towergames.table.facts_cache import CountedGame
from towergames.table.record_book import games_of

pytestmark = pytest.mark.usefixtures(feats.__name__)


def of_null(*games: CountedGame) -> dict[str, Standing]:
    return {one.achievement.key: one for one in achievements_of("null", games_of(games, "Ann"))}


def general(*games: CountedGame) -> dict[str, Standing]:
    def medal_of(facts: Facts) -> str:
        return "gold" if facts.seats[0].points >= 10 else ""

    return {one.achievement.key: one for one in general_achievements(games_of(games, "Ann"), medal_of)}


def met(standing: Standing) -> str:
    return standing.met.save if standing.met is not None else ""


def test_the_first_game_that_meets_it_has_it() -> None:
    games = [against(5, 3, turn=29), against(5, 3, turn=31), against(5, 3, turn=40)]
    assert met(of_null(*games)["thirty"]) == games[1].save and of_null(*games)["thirty"].near == ""


def test_the_best_game_says_how_near_it_came() -> None:
    found = of_null(against(5, 3, turn=12, rounds=7), against(5, 3, turn=29, rounds=8))
    assert found["thirty"] == Standing(found["thirty"].achievement, "null", None, "best 29 of 30")
    assert found["brisk"].near == "best 7 of 5" and found["qu"].near == ""


def test_with_help_it_stays_open_and_says_so() -> None:
    found = of_null(against(5, 3, turn=31, help=1), against(5, 3, turn=20))
    assert found["thirty"].met is None and found["thirty"].helped and found["thirty"].near == "best 20 of 30"
    house = of_null(counted(seat("Ann", 5, 1, turn=31), seat("Ben", 3, 2), usual=False))
    assert house["thirty"].met is None and not house["thirty"].helped


def test_five_tables_need_five_games() -> None:
    keys = [entry.key for entry in registry.ENTRIES][:5]
    games = [counted(seat("Ann", 1, 1), game=key) for key in keys]
    assert general(*games[:4], games[0])[FIVE_TABLES].near == "4 of 5"
    assert met(general(*games)[FIVE_TABLES]) == games[4].save
    assert general()[FIVE_TABLES].near == ""


def test_a_return_match_follows_a_clear_loss_against_the_level() -> None:
    lost, won = against(10, 12, "normal"), against(13, 12, "normal")
    assert met(general(lost, won)[RETURN_MATCH]) == won.save
    assert general(lost)[RETURN_MATCH].near == "Tess, 2 behind"
    assert general(against(11, 13, "normal"), won)[RETURN_MATCH].met is None, "18 % are less than 20"
    assert general(lost, against(13, 12))[RETURN_MATCH].met is None, "another level"
    assert general(lost, against(11, 12, "normal"), won)[RETURN_MATCH].met is None, "the last game was close"
    assert general(lost, against(13, 12, "normal", help=1))[RETURN_MATCH].met is None
    person = [counted(seat("Ann", 1, 2), seat("Ben", 9, 1)), counted(seat("Ann", 9, 1), seat("Ben", 1, 2))]
    assert general(*person)[RETURN_MATCH] == Standing(general()[RETURN_MATCH].achievement, "", None)


def test_honours_even_is_a_shared_first_place() -> None:
    even = against(4, 4)
    assert met(general(against(5, 3), even)[HONOURS_EVEN]) == even.save
    second = counted(seat("Ben", 5, 1), seat("Ann", 4, 2), seat("Cleo", 4, 2))
    assert met(general(second, counted(seat("Ann", 5, 1)))[HONOURS_EVEN]) == ""


def test_a_giant_killer_beats_the_strongest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    won = against(5, 3, "hard")
    assert met(general(against(5, 3, "normal"), against(3, 5, "hard"), won)[GIANT_KILLER]) == won.save
    monkeypatch.setattr(registry.Entry, "levels", registry.get("null").levels[-1:])
    assert met(general(won)[GIANT_KILLER]) == "", "a single level is no giant"


def test_five_of_a_day_are_medals_at_first_attempts() -> None:
    keys = [entry.key for entry in registry.ENTRIES][:5]
    games = [counted(seat("Ann", 10, 1), game=key, day="2026-11-28", attempt=1) for key in keys]
    assert met(general(*games)[FIVE_OF_A_DAY]) == games[4].save
    assert general(*games[:3])[FIVE_OF_A_DAY].near == "3 of 5"
    late = counted(seat("Ann", 10, 1), game=keys[4], day="2026-11-28", attempt=2)
    other = counted(seat("Ann", 10, 1), game=keys[4], day="2026-11-29", attempt=1)
    poor = counted(seat("Ann", 9, 1), game=keys[4], day="2026-11-28", attempt=1)
    assert general(*games[:4], late, other, poor)[FIVE_OF_A_DAY].near == "4 of 5"


def test_all_achievements_are_those_of_each_game_and_the_general_ones() -> None:
    found = all_achievements(games_of([against(5, 3, qu=1)], "Ann"))
    assert [one.achievement for one in found[-5:]] == list(GENERAL)
    assert len(found) == 3 * len(registry.keys()) + 5
    assert [(one.game, one.achievement.key) for one in found if one.met is not None] == [("null", "qu")]
    assert all(one.condition.endswith(".") for one in GENERAL)
