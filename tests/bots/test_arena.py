"""The arena: fair seats, the same games again, and honest intervals."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from towergames.arena import Row, simulate, wilson
from towergames.core.contract import OptionError

TIMES = ("seconds_by_seat", "slowest_by_seat")


def without_times(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    """The rows without what depends on the machine."""
    return [{key: value for key, value in row.items() if key not in TIMES} for row in rows]


def test_everybody_sits_everywhere_with_the_same_deal() -> None:
    report = simulate("takethat", ["easy", "random"], games=6, seed=5)
    assert [(row["seed"], row["levels"]) for row in report.rows] == [
        (seed, levels) for seed in (5, 6, 7) for levels in (["easy", "random"], ["random", "easy"])
    ]
    four = simulate("takethat", ["easy", "random", "random", "random"], games=4, seed=1)
    assert sorted(row["levels"].index("easy") for row in four.rows) == [0, 1, 2, 3]
    assert {row["seed"] for row in four.rows} == {1}


def test_the_same_call_gives_the_same_games_however_it_is_run() -> None:
    heard: list[Row] = []
    one = simulate("takethat", ["easy", "random"], games=4, seed=9, on_row=heard.append)
    two = simulate("takethat", ["easy", "random"], games=4, seed=9, jobs=2)
    with ThreadPoolExecutor(2) as threads:
        three = simulate("takethat", ["easy", "random"], games=4, seed=9, executor=threads)
    assert without_times(one.rows) == without_times(two.rows) == without_times(three.rows)
    assert tuple(heard) == one.rows


def test_the_report_is_json_and_adds_up() -> None:
    report = simulate("takethat", ["random", "random", "random"], games=7, seed=3, options={"deck": "weighted"})
    said = json.loads(json.dumps(report.as_json()))
    assert said["games"] == 7 and len(said["standings"]) == 3
    assert sum(standing["wins"] for standing in said["standings"]) == 7
    assert sum(standing["moves"] for standing in said["standings"]) == said["moves"]
    for standing in said["standings"]:
        assert standing["low"] <= standing["share"] <= standing["high"]
    json.dumps(report.rows)


def test_nonsense_is_refused_before_anything_is_played() -> None:
    with pytest.raises(KeyError, match="Games: bricks, konexi"):
        simulate("chess", ["easy", "easy"], 1, 1)
    with pytest.raises(KeyError, match="Levels: random, easy"):
        simulate("takethat", ["easy", "genius"], 1, 1)
    with pytest.raises(OptionError):
        simulate("takethat", ["easy"], 1, 1)
    with pytest.raises(OptionError):
        simulate("takethat", ["easy", "easy"], 1, 1, options={"deck": "huge"})
    with pytest.raises(ValueError, match="at least 1"):
        simulate("takethat", ["easy", "easy"], 0, 1)


def test_wilson_intervals_match_known_values() -> None:
    assert [round(bound, 3) for bound in wilson(50, 100)] == [0.404, 0.596]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == 1.0
