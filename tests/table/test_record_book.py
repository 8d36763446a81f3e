"""The record book of a person: best marks of games that count, those with help beside them."""

from __future__ import annotations

from datetime import date

import pytest

from tests.table.record_kit import FEATS, against, counted, feats, seat
from towergames.core.feat import Mark
from towergames.table.record_book import games_of, name_of, people_of, record_saves, records_of
from towergames.table.title_lines import TitleLines, title_lines

pytestmark = pytest.mark.usefixtures(feats.__name__)


def shown(games: list[object], person: str = "Ann") -> dict[str, tuple[str, str, str]]:
    """By title: the value, what it was, and the value with help."""
    found = {}
    for record in records_of("null", games_of(games, person)):  # type: ignore[arg-type]
        if record.best is not None or record.helped is not None:
            best = (record.shown(record.best.mark), record.best.text) if record.best else ("", "")
            found[record.line.title] = (*best, record.shown(record.helped.mark) if record.helped else "")
    return found


def test_the_book_has_the_best_mark_of_each_line_of_equal_ones_the_first() -> None:
    games = [
        against(9, 5, turn=(20, "CAT"), points=9, rounds=7),
        against(9, 5, turn=(20, "DOG"), points=9, rounds=6),
        against(4, 5, turn=(12, "EEL"), points=4, steal=3),
    ]
    assert shown(games) == {
        "Best turn": ("20", "CAT", ""),
        "Best game": ("9", "against Gus", ""),
        "Biggest steal": ("+3", "against Gus", ""),
        "Fewest rounds": ("6", "against Gus", ""),
    }
    book = records_of("null", games_of(games, "Ann"))
    assert book[0].best is not None and book[0].best.game.save == games[0].save and book[0].best.mark.play == 4
    assert [record.line for record in records_of("null", [])] == list(FEATS.records), "empty lines are there too"


def test_a_mark_with_help_stands_beside_a_record_only_where_it_is_better() -> None:
    games = [
        against(9, 5, turn=29, rounds=6),
        against(9, 5, turn=39, rounds=8, help=2),
        against(9, 5, steal=4, turn=30, help=1),
    ]
    book = shown(games)
    assert book["Best turn"] == ("29", "against Gus", "39")
    assert book["Fewest rounds"][2] == "" and book["Biggest steal"] == ("", "", "+4")


def test_house_rules_and_other_games_and_people_are_left_out() -> None:
    games = [
        counted(seat("Ann", 9, 1, turn=99), seat("Ben", 1, 2), usual=False),
        counted(seat("Ann", 9, 1, turn=98), seat("Ben", 1, 2), game="words"),
        counted(seat("Ben", 9, 1, turn=97), seat("Cleo", 1, 2)),
        counted(seat("ANN", 9, 1, turn=20), seat("Ben", 1, 2), seat("Tess", 0, 3, "normal")),
    ]
    assert shown(games) == {"Best turn": ("20", "against Ben and Tess", "")}


def test_people_are_known_by_the_name_of_their_last_game() -> None:
    games = [against(1, 2), counted(seat("ANN", 1, 2), seat("Ben", 2, 1)), counted(seat("Cleo", 3, 1))]
    assert people_of(games) == ["Cleo", "ANN", "Ben"]
    assert [one.save for one in games_of(games, "ann")] == [games[0].save, games[1].save]


def test_a_game_knows_its_day_and_company() -> None:
    (alone,) = games_of([counted(seat("Ann", 3, 1, turn=3))], "Ann")
    assert alone.company == "alone" and alone.date is not None and alone.date.year == 2026
    (record, *_) = records_of("null", [alone])
    assert record.best is not None and record.best.text == "alone"
    assert alone._replace(facts=alone.facts._replace(created="")).date is None
    assert alone._replace(facts=alone.facts._replace(created="2026-11-28T12:00:00Z")).date == date(2026, 11, 28)
    assert name_of(seat("Robot", 1, 1, "strange")) == "Robot" and name_of(seat("Robot", 1, 1, "hard")) == "Odo"


def test_the_title_has_the_newest_record_and_the_score_against_the_last_rival() -> None:
    games = [
        against(9, 5, turn=29, steal=4),
        against(3, 5, "normal", turn=12, steal=5),
        against(3, 5, "normal", turn=40, help=1),
        against(3, 4, "normal", turn=1),
        counted(seat("Ann", 5, 1, turn=9), game="bricks"),
        counted(seat("Ann", 5, 1), seat("Ben", 4, 2), game="words"),
    ]
    assert title_lines(games, "Ann") == {
        "null": TitleLines("Biggest steal +5", "Tess leads 2 to 0"),
        "bricks": TitleLines("Best turn 9", ""),
        "words": TitleLines("", "You lead Ben 1 to 0"),
    }
    assert title_lines(games, "ben") == {"words": TitleLines("", "Ann leads 1 to 0")}
    assert title_lines([], "Ann") == {}


def test_a_mark_is_a_plain_triple() -> None:
    assert Mark(3) == (3, "", 0)


def test_the_saves_that_hold_a_record_of_somebody() -> None:
    games = [
        against(9, 5, turn=29),
        against(9, 5, turn=20),
        against(9, 5, turn=40, help=1),
        counted(seat("Ben", 9, 1, steal=3), seat("Ann", 1, 2, rounds=9), game="words"),
    ]
    assert record_saves(games) == {games[0].save, games[3].save}


def test_the_value_of_a_line_is_that_of_the_best_or_of_the_best_with_help() -> None:
    games = [against(9, 5, turn=29), against(9, 5, steal=4, help=1)]
    turn, points, steal, _ = records_of("null", games_of(games, "Ann"))
    assert (turn.value_text, points.value_text, steal.value_text) == ("29", "-", "+4")
