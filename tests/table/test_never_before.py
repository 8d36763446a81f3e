"""The end of a game: what is new in the records, at most three lines; else how near it came."""

from __future__ import annotations

import pytest

from tests.table.record_kit import against, counted, feats, seat
from towergames.core.feat import Achievement
from towergames.table.facts import Facts
from towergames.table.facts_cache import CountedGame
from towergames.table.never_before import NeverBefore, _as_clause, change_text, never_before, never_before_at

pytestmark = pytest.mark.usefixtures(feats.__name__)


def told(*games: CountedGame, person: str = "Ann") -> NeverBefore:
    """What the last of the games says."""
    return never_before(games[-1], games, person, medal_of)


def medal_of(facts: Facts) -> str:
    return {7: "bronze", 9: "gold"}.get(facts.seats[0].points, "")


def news(*games: CountedGame) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in told(*games).news]


def test_a_record_says_what_it_was_before() -> None:
    games = [against(3, 5, turn=12), against(3, 5, turn=(18, "tower B, round 5"))]
    assert news(*games) == [("Record", "best turn 18, tower B, round 5 (was 12)")]
    assert told(*games).near == ""


def test_a_first_mark_breaks_no_record_and_a_worse_one_says_how_near_it_was() -> None:
    assert news(against(3, 5, turn=12)) == [] and told(against(3, 5, turn=12)).near == ""
    games = [against(3, 5, turn=39, steal=20, rounds=6), against(3, 5, turn=29, steal=-2, rounds=7, points=3)]
    assert told(*games).near == "Fewest rounds 7; your best is 6."
    assert told(*games[:1], against(3, 5, turn=38, steal=1)).near == "Best turn 38; your best is 39."
    assert told(games[0], against(3, 5, turn=39)).near == "Best turn 39, as much as your best."
    assert told(games[0], against(3, 5, steal=2)).near == "Biggest steal +2; your best is +20."


def test_achievements_come_first_the_rare_ones_before_the_others() -> None:
    games = [against(3, 5, turn=12, steal=1), against(3, 5, turn=31, qu=1, rounds=5, steal=2)]
    assert news(*games) == [
        ("Achievement", "Brisk: you win within 5 rounds"),
        ("Achievement", "Thirty: one turn scores 30 points or more"),
        ("Achievement", "Mind your Qu: you play a word with Qu"),
    ]
    assert [one.grade for one in told(*games).news] == ["rare", "good", "first"]
    assert news(*games, against(3, 5, turn=31, qu=1)) == [], "each is met once"


def test_of_several_records_the_one_that_grew_most_comes_first() -> None:
    games = [against(3, 5, turn=20, steal=1, rounds=10), against(3, 5, turn=21, steal=3, rounds=9)]
    assert news(*games) == [
        ("Record", "biggest steal +3 (was +1)"),
        ("Record", "fewest rounds 9 (was 10)"),
        ("Record", "best turn 21 (was 20)"),
    ]


def test_a_rival_is_beaten_for_the_first_time_twice_and_more_often_than_not() -> None:
    lost, won = against(3, 5), against(6, 5)
    assert ("Rival", "first win against Gus, 1 to 1") in news(lost, won)
    assert ("Rival", "Gus beaten twice: this rung stays lit") in news(lost, won, against(6, 5))
    assert news(won) == [("Rival", "you lead Gus 1 to 0")]
    ben = [counted(seat("Ann", 1, rank), seat("Ben", 1, 3 - rank)) for rank in (2, 1, 1)]
    assert news(*ben[:2]) == [("Rival", "first win against Ben, 1 to 1")]
    assert news(*ben) == [("Rival", "you lead Ben 2 to 1")]
    assert news(*ben, counted(seat("Ann", 1, 1), seat("Ben", 1, 2))) == []


def test_a_medal_is_news_the_first_time() -> None:
    def day(number: int, points: int, attempt: int = 1) -> CountedGame:
        return counted(seat("Ann", points, 1), day=f"2026-11-{number}", attempt=attempt)

    assert news(day(20, 7)) == [("Medal", "your first bronze medal at today's task")]
    assert news(day(20, 7), day(21, 7)) == []
    assert news(day(20, 7), day(21, 9)) == [("Medal", "your first gold medal at today's task")]
    assert news(day(21, 9, 2)) == [] and news(day(21, 3)) == []


def test_a_game_with_help_sets_nothing() -> None:
    games = [against(3, 5, turn=12), against(9, 5, turn=40, help=1)]
    found = told(*games)
    assert found.news == () and found.near == "" and found.rung == "Next: Gus, Easy."
    assert told(against(6, 5)).rung == "Next: Gus, Easy; one more win lights this rung."


def test_the_rating_and_the_next_rung_are_named() -> None:
    games = [against(6, 5) for _ in range(6)]
    assert told(*games[:4]).rating == "", "no rating before five games"
    assert told(*games[:5]).rating == "1073"
    assert told(*games).rating == "1073 → 1086 ▲13"
    assert told(*games).rung == "Next: Tess, Normal."
    assert told(*games, counted(seat("Ann", 1, 2), seat("Ben", 2, 1))).rung == "", "no level was at the table"
    assert told(*games, counted(seat("Ann", 1, 2), seat("Ben", 2, 1))).rating == ""
    top = [against(6, 5, "hard") for _ in range(2)]
    assert told(*top).rung == ""


def test_without_a_judge_of_medals_there_are_none() -> None:
    game = counted(seat("Ann", 9, 1), day="2026-11-20", attempt=1)
    assert never_before(game, [], "Ann").news == ()


def test_a_copy_of_the_game_is_not_compared_with_it() -> None:
    game = against(3, 5, turn=12)
    assert told(game._replace(save="copy"), game).near == ""


def test_the_names_of_floors_keep_their_capitals() -> None:
    told = [_as_clause(Achievement("", "", "good", text)) for text in ("A tower.", "LANDLORD takes.", "One turn.")]
    assert told == ["a tower", "LANDLORD takes", "one turn"]


def test_each_person_at_the_table_hears_of_the_own_news() -> None:
    first = counted(seat("Ann", 4, 1, turn=20), seat("Ben", 2, 2))
    last = counted(seat("Ann", 3, 2, turn=25), seat("Ben", 9, 1))
    ann, ben = never_before_at(last, [first], (0, 1))
    assert (ann.person, ann.news[0].text) == ("Ann", "best turn 25 (was 20)")
    assert (ben.person, ben.news[0].text) == ("Ben", "first win against Ann, 1 to 1")
    assert never_before_at(first, [], (1,)) == (), "nothing to say"


def test_an_equal_rating_says_so() -> None:
    assert change_text(0) == "="
