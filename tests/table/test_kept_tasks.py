"""Houses and signs of tasks are computed once, and the file that keeps them may be lost, wrong or read-only."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.plain.helpers import header_of
from tests.table.test_daybook import ALONE, HOUSE, RIVAL
from towergames import registry
from towergames.core.daily import Retelling
from towergames.table.kept_tasks import MOST_KEPT, KeptTasks
from towergames.table.match import Table
from towergames.table.save_file import begin_history

DAY = "2026-11-27"


def test_a_house_is_computed_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def count(day: str) -> int:
        asked.append(day)
        return 110

    daily = replace(HOUSE, house=count)
    kept = KeptTasks(tmp_path)
    assert kept.house("words", daily, DAY) is None and kept.house("words", None, DAY) is None
    assert kept.find_house("words", daily, DAY) == kept.find_house("words", daily, DAY) == 110
    assert KeptTasks(tmp_path).house("words", daily, DAY) == 110 and asked == [DAY]
    assert KeptTasks(tmp_path).find_house("words", replace(daily, version=2), DAY) == 110 and asked == [DAY, DAY]
    assert kept.find_house("konexi", ALONE, DAY) is None, "a task without a house"


def test_the_signs_of_a_game_are_drawn_once(tmp_path: Path) -> None:
    table = Table(begin_history(header_of("Ann", game="words", deal=DAY)))
    table.advance()
    daily = registry.get("words").daily
    assert daily is not None
    kept = KeptTasks(tmp_path)
    assert kept.signs(table.header.identity) is None
    assert kept.find_signs(table.history, daily) == ""
    table.submit(0, next(iter(table.game.choices(table.history.state))))
    assert kept.find_signs(table.history, daily) == "", "a finished game does not change"
    assert KeptTasks(tmp_path / "other").find_signs(table.history, daily) == "█"


def test_the_games_of_a_bot_are_played_once_and_go_on_after_a_stop(tmp_path: Path) -> None:
    asked: list[int] = []

    def play(day: str, number: int) -> int:
        assert day == DAY
        asked.append(number)
        return (13, -17, 4)[number]

    daily = replace(RIVAL, retelling=Retelling("hard", 3, "cards", play))
    kept = KeptTasks(tmp_path)
    assert kept.retold("takethat", daily, DAY, lambda: len(asked) == 1) == (13,)
    assert KeptTasks(tmp_path).retold("takethat", daily, DAY) == (13, -17, 4) and asked == [0, 1, 2]
    assert KeptTasks(tmp_path).retold("takethat", daily, DAY) == (13, -17, 4) and asked == [0, 1, 2]
    assert kept.retold("takethat", RIVAL, DAY) == (), "a task of which nothing is retold"
    kept.path.write_text(json.dumps({"retold": {f"takethat 1 {DAY}": "much"}}))
    assert KeptTasks(tmp_path).retold("takethat", daily, DAY) == (13, -17, 4)


def test_a_bot_that_fails_has_no_games(tmp_path: Path) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("a fault")

    daily = replace(RIVAL, retelling=Retelling("hard", 3, "cards", fail))
    assert KeptTasks(tmp_path).retold("takethat", daily, DAY) == ()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"houses": 3}', '{"houses": {"words 1 2026-11-27": true}}', "[" * 9999]
)
def test_a_file_that_makes_no_sense_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    kept = KeptTasks(tmp_path)
    kept.path.write_text(text)
    assert kept.house("words", HOUSE, DAY) is None and kept.signs("1") is None
    assert kept.find_house("words", HOUSE, DAY) == 110 == KeptTasks(tmp_path).house("words", HOUSE, DAY)


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = KeptTasks(tmp_path / "file")
    assert kept.find_house("words", HOUSE, DAY) == kept.house("words", HOUSE, DAY) == 110


def test_the_oldest_go_first(tmp_path: Path) -> None:
    kept = KeptTasks(tmp_path)
    kept.path.write_text(json.dumps({"houses": {f"words 1 {number}": number for number in range(MOST_KEPT)}}))
    kept.keep_house("words", HOUSE, DAY, 5)
    assert kept.house("words", HOUSE, "0") is None and kept.house("words", HOUSE, "1") == 1
    assert kept.house("words", HOUSE, DAY) == 5


def test_a_house_or_signs_that_fail_are_none(tmp_path: Path) -> None:
    def fails(_: object) -> Any:
        raise RuntimeError("no engine")

    daily, kept = replace(HOUSE, house=fails, signs=fails), KeptTasks(tmp_path)
    table = Table(begin_history(header_of("Ann", game="words", deal=DAY)))
    assert kept.find_house("words", daily, DAY) is None and kept.find_signs(table.history, daily) == ""
    assert not kept.path.exists()
