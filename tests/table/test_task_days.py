"""The last days of one game's task: first attempts, the newest first, with signs and medals, and the days kept."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.table.record_kit import counted, seat
from towergames import registry
from towergames.plain.record_lines import record_lines, records_data
from towergames.table import local_date
from towergames.table.facts_cache import CountedGame
from towergames.table.kept_tasks import KeptTasks
from towergames.table.record_book import games_of
from towergames.table.record_page import PersonRecords, person_records
from towergames.table.task_days import task_days

TODAY = date(2026, 11, 27)


def tower(day: str, points: int, attempt: int = 1, *, late: bool = False) -> CountedGame:
    """A tower of Ann at the task of a day."""
    game = counted(seat("Ann", points, 1), game="bricks", day=day, attempt=attempt)
    return game._replace(facts=game.facts._replace(late=late))


def kept_in(folder: Path, *games: CountedGame) -> KeptTasks:
    """The houses of the days of some games, 80 points each, and the signs of the first game."""
    kept, daily = KeptTasks(folder), registry.get("bricks").daily
    assert daily is not None
    for game in games:
        kept.keep_house("bricks", daily, game.facts.day, 80)
    kept._keep("signs", games[0].facts.id, "▆▅▃")
    return kept


def test_first_attempts_stand_the_newest_first_and_late_ones_nowhere(tmp_path: Path) -> None:
    games = [tower("2026-11-26", 60), tower("2026-11-27", 70), tower("2026-11-27", 80, 2)]
    games += [tower("2026-11-25", 80, late=True), tower("2026-11-01", 40)]
    kept = kept_in(tmp_path, *games)
    found = task_days(games_of(games, "Ann"), "Ann", kept, TODAY)
    assert {"bricks", "konexi", "leaning", "words", "takethat"} <= set(found)
    bricks = found["bricks"]
    assert [day.text for day in bricks.days] == [
        "27 Nov 70 of 80 silver",
        "26 Nov ▆▅▃ 60 of 80 silver",
        "1 Nov 40 of 80 bronze",
    ]
    assert [day.short for day in bricks.days][1] == "26 Nov 60 of 80 silver"
    assert not bricks.open and bricks.kept_text == "2 of 14 days"
    assert found["words"].open and found["words"].kept_text == "0 of 14 days"


def records(folder: Path, *games: CountedGame) -> PersonRecords:
    kept = kept_in(folder, *games)
    return person_records("Ann", games_of(games, "Ann"), kept=kept)


def test_the_command_line_tells_the_last_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "today", lambda: TODAY)
    before = tower("2026-11-26", 60)
    lines = record_lines(records(tmp_path, before), "bricks")
    assert "  Today's task: not played. Before: 26 Nov 60 of 80 silver. Kept: 1 of 14 days." in lines
    found = records(tmp_path, before, tower("2026-11-27", 70))
    assert "  Today's task: 70 of 80 silver. Before: 26 Nov 60 of 80 silver. Kept: 2 of 14 days." in record_lines(found)
    (game,) = records_data(found, "bricks")["games"]
    assert [(task["day"], task["score"], task["house"], task["medal"], task["signs"]) for task in game["tasks"]] == [
        ("2026-11-27", 70, 80, "silver", ""),
        ("2026-11-26", 60, 80, "silver", "▆▅▃"),
    ]
    assert game["tasks"][0]["save"] and game["tasks"][0]["mark"] == "silver"
