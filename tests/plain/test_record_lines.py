"""Records as sentences: the book, rivals, ladder, achievements, and the news after a game."""

from __future__ import annotations

import pytest

from tests.table.record_kit import against, counted, feats, seat
from towergames import registry
from towergames.plain.record_lines import never_before_lines, record_lines, records_data
from towergames.table.facts_cache import CountedGame
from towergames.table.never_before import NeverBefore, News
from towergames.table.record_book import games_of
from towergames.table.record_page import PersonRecords, person_records

pytestmark = pytest.mark.usefixtures(feats.__name__, "null_game")


def records(*games: CountedGame, since: str = "") -> PersonRecords:
    return person_records("Ann", games_of(games, "Ann"), since=since)


def test_the_page_of_a_game_in_sentences() -> None:
    games = [
        against(9, 5, turn=(29, "CAT"), rounds=7),
        against(9, 5, turn=39, help=1),
        against(5, 5, steal=2),
        against(3, 8, turn=4),
        counted(seat("Ann", 5, 1, qu=1)),
    ]
    days = [f"{game.date:%Y-%m-%d}" for game in games_of(games, "Ann") if game.date]
    assert record_lines(records(*games), "null") == [
        "Ann: 5 finished games. Records count games without help.",
        "",
        "Null, 5 finished games.",
        f"  Best turn: 29, CAT, with Gus, {days[0]}; with help 39, with Gus, {days[1]}.",
        "  Best game: not yet.",
        f"  Biggest steal: +2, with Gus, {days[2]}.",
        f"  Fewest rounds: 7, with Gus, {days[0]}.",
        "  Gus, Easy: won 1, lost 1, drawn 1. Last games: won, drawn, lost.",
        "  No level is beaten twice without help yet. Next: Gus, Easy.",
        "  Achievements, 1 of 3:",
        f"    Mind your Qu (first evening): You play a word with Qu. Met on {days[4]}.",
        "    Thirty (good play): One turn scores 30 points or more. Open. Met once, with help.",
        "    Brisk (rare): You win within 5 rounds. Open, best 7 of 5.",
    ]


def test_all_games_end_with_the_achievements_for_all() -> None:
    lines = record_lines(records(*(against(9, 5) for _ in range(6))))
    assert "Null, 6 finished games, rating 1086." in lines
    assert "  Beaten twice without help: Gus. Next: Tess, Normal." in lines
    count = 3 * len(registry.keys()) + 5
    at = lines.index(f"Achievements of all games, 0 of {count} in all:")
    assert lines[at + 1] == "  Five tables (first evening): You finish a game at five different tables. Open, 1 of 5."
    assert record_lines(records()) == []
    assert record_lines(records(against(9, 5)), "words")[-1] == "No finished game of Stacked Words yet."
    assert record_lines(records(against(9, 5), since="2030-01-01T00:00:00Z")) == []


def test_a_game_without_a_date_and_one_at_the_top_of_the_ladder() -> None:
    won = [against(9, 5, "hard", qu=1) for _ in range(2)]
    won = [game._replace(facts=game.facts._replace(created="")) for game in won]
    lines = record_lines(records(*won), "null")
    assert "  Beaten twice without help: Odo." in lines
    assert any(line.endswith("You play a word with Qu. Met.") for line in lines)
    assert records(*won).page("null").tonight == ""
    with pytest.raises(KeyError):
        records(*won).page("chess")


def test_tonight_names_the_next_level_and_the_last_games_against_it() -> None:
    def tonight(*games: CountedGame) -> str:
        return records(*games).page("null").tonight

    assert tonight() == "Tonight: Gus, Easy. You have not met."
    assert tonight(against(9, 5, help=1)) == "Tonight: Gus, Easy. You have not met without help yet."
    assert tonight(against(9, 5)) == "Tonight: Gus, Easy. You have met once."
    assert tonight(against(1, 5), against(9, 5)) == "Tonight: Gus, Easy. You have won 1 of the last 2."
    assert records(against(9, 5)).page("null").rival("Zoe") is None


def test_the_data_have_what_the_sentences_say() -> None:
    data = records_data(records(against(9, 5, turn=(29, "CAT"), qu=1)), "null")
    (game,) = data["games"]
    best = game["records"][0]["best"]
    assert (best["value"], best["text"], best["move"], best["with"]) == (29, "CAT", 4, ["easy bot"])
    assert game["records"][1]["best"] is None
    assert game["rivals"][0]["won"] == 1 and game["rivals"][0]["points"] == [9.0, 5.0]
    assert game["ladder"][0] == {"name": "Gus", "level": "easy", "wins": 1, "lit": False}
    assert [one["met"] for one in game["achievements"]] == [True, False, False]
    assert len(data["achievements"]) == 5 and data["finished"] == 1


def test_news_after_a_game_name_the_person_where_several_played() -> None:
    ann = NeverBefore("Ann", (News("Record", "best turn 31 (was 29)"),), "", "1205 → 1235 ▲30", "Next: Ivo, Club.")
    ben = NeverBefore("Ben", (), "Best turn 29; your best is 39.")
    assert never_before_lines([ann]) == [
        "New: Record, best turn 31 (was 29).",
        "Rating 1205 to 1235, up 30.",
        "Next: Ivo, Club.",
    ]
    assert never_before_lines([ann, ben]) == [
        "Ann, new: Record, best turn 31 (was 29).",
        "Ann, rating 1205 to 1235, up 30.",
        "Next: Ivo, Club.",
        "Ben: Best turn 29; your best is 39.",
    ]
