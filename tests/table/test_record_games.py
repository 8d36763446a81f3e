"""Games for records: the marks and medals of tasks beside a house, once it is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.record_kit import counted, seat
from towergames import registry
from towergames.core.feat import Mark
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.table.kept_tasks import KeptTasks
from towergames.table.record_games import RecordGames

DAY = "2026-11-28"


def games_in(monkeypatch: pytest.MonkeyPatch, *games: CountedGame) -> None:
    monkeypatch.setattr(FactsCache, "games", lambda _: list(games))


def tower(points: int, attempt: int = 1) -> CountedGame:
    """A tower of Ann at today's task of Brick Tower, of ten cards."""
    return counted(seat("Ann", points, 1, cards=(10, "10 of 16")), game="bricks", day=DAY, attempt=attempt)


def test_a_house_that_becomes_known_gives_marks_and_a_medal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games_in(monkeypatch, tower(60), tower(70, attempt=2), counted(seat("Ann", 9, 1), game="bricks"))
    cache = FactsCache(tmp_path / "saves", tmp_path)
    found = RecordGames(cache)
    assert found.games == cache.games() and found.medal_saves() == {}
    daily = registry.get("bricks").daily
    assert daily is not None
    KeptTasks(tmp_path).keep_house("bricks", daily, DAY, 80)
    found = RecordGames(cache)
    first, second, other = found.games
    assert first.facts.seats[0].marks["share"] == Mark(75, "60 of 80", 4)
    assert "share" not in second.facts.seats[0].marks and other == cache.games()[2]
    assert found.medal_saves() == {first.save: "silver"}


def test_a_task_without_a_house_has_its_medal_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = counted(seat("Ann", 30, 1), seat("Tess", 10, 2, "normal"), game="takethat", day=DAY, attempt=1)
    lost = counted(seat("Ann", 1, 2), seat("Tess", 40, 1, "normal"), game="takethat", day=DAY, attempt=1)
    none = counted(seat("Ann", 30, 1), game="null", day=DAY, attempt=1)
    games_in(monkeypatch, won, lost, none)
    found = RecordGames(FactsCache(tmp_path / "saves", tmp_path))
    assert found.medal_saves() == {won.save: "gold"}
    assert found.games == [won, lost, none]
