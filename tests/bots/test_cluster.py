"""Games on a Dask cluster. Needs the extra: ``uv run --extra cluster pytest tests/bots/test_cluster.py``."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.bots.test_arena import SERIES, played, without_times
from tests.forked import ROOT
from towergames.arena.workers import Cluster, WorkersError, play
from towergames.cli.main import main

distributed = pytest.importorskip("distributed")
yaml = pytest.importorskip("yaml")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes of one thread each."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found:
        yield found


def test_two_workers_play_the_same_games(cluster: Any) -> None:
    with closing(Cluster(cluster.scheduler_address)) as workers:
        assert workers.count == 2
        assert without_times(played(SERIES, 40, workers)) == without_times(played(SERIES, 40))


def test_games_of_a_killed_worker_are_played_again(cluster: Any) -> None:
    rows, killed = [], False
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        first = next(iter(client.run(os.getpid).values()))
    with closing(Cluster(cluster.scheduler_address)) as workers:
        for batch in play(map(SERIES.task, range(40)), workers):
            rows += batch
            if not killed:
                os.kill(first, signal.SIGKILL)
                killed = True
    rows.sort(key=lambda row: row["number"])
    assert without_times(rows) == without_times(played(SERIES, 40))


def test_the_command_plays_there(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["simulate", "takethat", "--games", "6", "--seat", "bot:easy", "--seat", "bot:random", "--seed", "5"]
    assert main([*call, "--cluster", cluster.scheduler_address]) == 0
    assert "6 games from seed 5" in capsys.readouterr().out


def test_docs_dask_changes_settings_that_dask_has() -> None:
    def leaves(tree: Any, *path: str) -> dict[tuple[str, ...], Any]:
        if not isinstance(tree, dict):
            return {path: tree}
        return {key: value for name, part in tree.items() for key, value in leaves(part, *path, name).items()}

    files = (Path(distributed.__file__).with_name("distributed.yaml"), ROOT / "docs" / "makers" / "dask.yaml")
    theirs, ours = (leaves(yaml.safe_load(path.read_text(encoding="utf-8"))) for path in files)
    assert ours
    assert ours.keys() <= theirs.keys()
    assert all(theirs[key] != value for key, value in ours.items())


def test_no_scheduler_and_no_workers_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.arena.workers.CONNECT_TIMEOUT", 1.0)
    with pytest.raises(WorkersError, match=r"no Dask scheduler answers at tcp://127.0.0.1:1"):
        Cluster("tcp://127.0.0.1:1")
    with pytest.raises(WorkersError, match="no Dask scheduler answers"):
        Cluster("nonsense://x")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty,
        pytest.raises(WorkersError, match="Start one with: dask worker tcp://"),
    ):
        Cluster(empty.scheduler_address)
