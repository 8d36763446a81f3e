"""The arena: fair seats, honest intervals, and the same games wherever they are played."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from operator import itemgetter
from typing import Any

import pytest

from towergames.arena import workers as workers_module
from towergames.arena.games import TIMES, GameRow, GameTask, Schedule, Series, wilson
from towergames.arena.ladder import Ladder, LadderError
from towergames.arena.workers import Cluster, LocalWorkers, Workers, WorkersError, play
from towergames.core.options import OptionError

SERIES = Series.begin("takethat", ["easy", "random"], 9)


def played(plan: Schedule, games: int, workers: Workers | None = None) -> list[GameRow]:
    """The rows in the order of their numbers; every number once."""
    rows = sorted(
        (row for batch in play(map(plan.task, range(games)), workers) for row in batch), key=itemgetter("number")
    )
    assert [row["number"] for row in rows] == list(range(games))
    return rows


def without_times(rows: Sequence[GameRow]) -> list[dict[str, Any]]:
    """The rows without what depends on the machine."""
    return [{key: value for key, value in row.items() if key not in TIMES} for row in rows]


@pytest.fixture(scope="module")
def bare() -> list[dict[str, Any]]:
    """Forty games as this process plays them."""
    return without_times(played(SERIES, 40))


@pytest.fixture
def two() -> Iterator[LocalWorkers]:
    with closing(LocalWorkers(2)) as workers:
        yield workers
    assert not multiprocessing.active_children()


def test_everybody_sits_everywhere_with_the_same_deal() -> None:
    rows = played(replace(SERIES, seed=5), 6)
    assert [(row["seed"], row["levels"]) for row in rows] == [
        (seed, levels) for seed in (5, 6, 7) for levels in (["easy", "random"], ["random", "easy"])
    ]
    four = played(Series.begin("takethat", ["easy", "random", "random", "random"], 1), 4)
    assert sorted(row["levels"].index("easy") for row in four) == [0, 1, 2, 3]
    assert {row["seed"] for row in four} == {1}


def test_every_pair_of_a_ladder_plays_both_ways_with_the_seed_of_the_round() -> None:
    ladder = Ladder.begin("takethat", ["random", "easy", "normal"], 5)
    assert ladder.round == 6
    tasks = [ladder.task(number) for number in range(12)]
    pairs = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert [(task.seed, task.places) for task in tasks] == [(seed, places) for seed in (5, 6) for places in pairs]
    for levels in (["easy"], ["easy", "easy"], []):
        with pytest.raises(LadderError, match="at least two levels"):
            Ladder.begin("takethat", levels, 5)


@pytest.mark.usefixtures("slow_processes")
def test_two_processes_play_the_same_games(bare: list[dict[str, Any]], two: LocalWorkers) -> None:
    assert without_times(played(SERIES, 40, two)) == bare


def test_games_of_a_killed_process_are_played_again(bare: list[dict[str, Any]], two: LocalWorkers) -> None:
    rows: list[GameRow] = []
    killed = 0
    for batch in play(map(SERIES.task, range(40)), two):
        rows += batch
        if killed < 2:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
            killed += 1
    assert killed == 2 and without_times(sorted(rows, key=itemgetter("number"))) == bare


class Broken(Executor):
    """An executor whose worker dies in every game."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


class Threads:
    """Workers of another kind."""

    def __init__(self, executor: Executor) -> None:
        self.executor, self.count, self.renewed = executor, 2, 0

    def renew(self) -> None:
        self.renewed += 1

    def close(self) -> None:
        self.executor.shutdown()


def test_a_game_that_kills_every_worker_is_given_up() -> None:
    workers = Threads(Broken())
    with pytest.raises(WorkersError, match="workers died 6 times while game 0 was under way"):
        played(SERIES, 4, workers)
    assert workers.renewed == workers_module.MAX_ATTEMPTS


def test_any_executor_will_do(bare: list[dict[str, Any]]) -> None:
    with closing(Threads(ThreadPoolExecutor(2))) as threads:
        assert without_times(played(SERIES, 10, threads)) == bare[:10]


def test_workers_of_another_version_are_refused() -> None:
    with (
        closing(Threads(ThreadPoolExecutor(1))) as threads,
        pytest.raises(WorkersError, match=r"a worker has version .* of towergames, not 0"),
    ):
        list(play([replace(SERIES.task(0), version="0")], threads))


def _no_package(_: Sequence[GameTask]) -> list[GameRow]:
    raise ModuleNotFoundError("No module named 'towergames'")


def test_workers_without_the_program_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "play_batch", _no_package)
    with (
        closing(Threads(ThreadPoolExecutor(1))) as threads,
        pytest.raises(WorkersError, match="Install the same towergames on every worker"),
    ):
        played(SERIES, 1, threads)


def test_a_cluster_needs_its_library_and_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as context:
        context.setitem(__import__("sys").modules, "distributed", None)
        with pytest.raises(WorkersError, match="pip install distributed"):
            Cluster("tcp://127.0.0.1:1")


def test_the_report_is_json_and_adds_up() -> None:
    series = Series.begin("takethat", ["random", "random", "random"], 3, {"deck": "weighted"})
    rows = played(series, 7)
    said = json.loads(json.dumps(series.report(rows, 1.0).as_json()))
    assert said["games"] == 7 and len(said["standings"]) == 3
    assert sum(standing["wins"] for standing in said["standings"]) == 7
    assert sum(standing["moves"] for standing in said["standings"]) == said["moves"]
    for standing in said["standings"]:
        assert standing["low"] <= standing["share"] <= standing["high"]
    json.dumps(rows)


def test_nonsense_is_refused_before_anything_is_played() -> None:
    with pytest.raises(KeyError, match="Games: bricks"):
        Series.begin("chess", ["easy", "easy"], 1)
    with pytest.raises(KeyError, match="Levels: random, easy"):
        Series.begin("takethat", ["easy", "genius"], 1)
    with pytest.raises(OptionError):
        Series.begin("takethat", ["easy"], 1)
    with pytest.raises(OptionError):
        Series.begin("takethat", ["easy", "easy"], 1, {"deck": "huge"})


def test_wilson_intervals_match_known_values() -> None:
    assert [round(bound, 3) for bound in wilson(50, 100)] == [0.404, 0.596]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == 1.0
