from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.physics import jobs
from tests.physics.kit import FOUNDATION, pieces, read_tower
from towergames.physics.releasing import release
from towergames.physics.settling import settle
from towergames.physics.table_top import TableTop, Velocity
from towergames.physics.worker import Cancelled, Worker, WorkerLost, WorkFailed

ROOT = Path(__file__).resolve().parents[2]
LONG = 60.0


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as made:
        yield made


def gone(alive: Callable[[], bool], within: float = 10.0) -> bool:
    """Whether a process ends, and is waited for, in time."""
    end = time.monotonic() + within
    while alive() and time.monotonic() < end:
        time.sleep(0.05)
    return not alive()


def ours(pid: int) -> bool:
    """Whether a process of that number is a living child of this one."""
    return any(child.pid == pid for child in multiprocessing.active_children())


def anywhere(pid: int) -> bool:
    """Whether there is a process of that number at all (POSIX)."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_a_release_in_the_worker_is_the_release_here(worker: Worker) -> None:
    tower = read_tower(FOUNDATION)
    shove = {"P1": Velocity((3, 1, 0), (0.5, 0, 0))}
    there = worker.start(release, pieces(tower.sizes), tower.placed(), shove).result(LONG)
    here = settle(TableTop(pieces(tower.sizes), tower.placed()), velocities=shove)
    assert there == here
    assert not worker.in_process


def test_one_process_does_many_jobs_in_turn(worker: Worker) -> None:
    waiting = [worker.start(jobs.where) for _ in range(5)]
    assert {job.result(LONG) for job in waiting} == {worker.pid}
    assert worker.pid != os.getpid()


def test_news_arrive_while_the_job_goes_on(worker: Worker) -> None:
    heard: list[int] = []
    assert worker.start(jobs.count, 4, told=heard.append).result(LONG) == 4
    assert heard == [0, 1, 2, 3]


def test_a_failing_job_says_why_and_the_next_one_works(worker: Worker) -> None:
    pid = worker.start(jobs.where).result(LONG)
    with pytest.raises(WorkFailed, match="ValueError: no such piece") as caught:
        worker.start(jobs.fail, "no such piece").result(LONG)
    assert "jobs.py" in caught.value.details
    with pytest.raises(WorkFailed, match="cannot be sent"):
        worker.start(jobs.give_back_a_lock).result(LONG)
    with pytest.raises(WorkFailed, match="cannot be sent"):
        worker.start(jobs.fail, threading.Lock()).result(LONG)
    assert worker.start(jobs.where).result(LONG) == pid


def test_nothing_that_a_job_prints_reaches_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker() as made:
        assert made.start(jobs.shout).result(LONG) == "done"
    assert capfd.readouterr() == ("", "")


def test_a_job_whose_process_dies_is_done_by_a_new_one(worker: Worker, tmp_path: Path) -> None:
    pid = worker.start(jobs.where).result(LONG)
    job = worker.start(jobs.die_once, str(tmp_path / "died"))
    fresh = job.result(LONG)
    assert fresh not in (pid, os.getpid())
    assert worker.start(jobs.where).result(LONG) == fresh


def test_a_job_that_kills_every_process_is_given_up_and_the_worker_lives(worker: Worker) -> None:
    with pytest.raises(WorkerLost, match="twice"):
        worker.start(jobs.die).result(LONG)
    assert worker.start(jobs.where).result(LONG) == worker.pid


def test_a_cancelled_job_stops_and_frees_the_process(worker: Worker) -> None:
    pid = worker.start(jobs.where).result(LONG)
    started = threading.Event()
    job = worker.start(jobs.until_cancelled, told=lambda _: started.set())
    assert started.wait(LONG)
    job.cancel()
    with pytest.raises(Cancelled):
        job.result(0)
    assert worker.start(jobs.where).result(LONG) == pid


def test_a_job_that_does_not_listen_is_ended_with_its_process(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.physics.worker.STUBBORN", 0.1)
    pid = worker.start(jobs.where).result(LONG)
    started = threading.Event()
    job = worker.start(jobs.deaf, told=lambda _: started.set())
    assert started.wait(LONG)
    job.cancel()
    time.sleep(0.2)
    assert worker.start(jobs.where).result(LONG) not in (pid, os.getpid())
    assert gone(lambda: ours(pid))


def test_closing_ends_the_process_and_whatever_waits() -> None:
    worker = Worker()
    pid = worker.start(jobs.where).result(LONG)
    job = worker.start(jobs.deaf)
    worker.close()
    worker.close()
    with pytest.raises(Cancelled):
        job.result(0)
    assert gone(lambda: ours(pid))
    with pytest.raises(RuntimeError, match="closed"):
        worker.start(jobs.where)


def test_without_processes_jobs_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no processes here")

    monkeypatch.setattr("towergames.physics.worker._Link", refuse)
    with Worker() as worker:
        assert worker.start(jobs.where).result(LONG) == os.getpid()
        assert worker.in_process
        heard: list[int] = []
        assert worker.start(jobs.count, 3, told=heard.append).result(LONG) == 3
        assert heard == [0, 1, 2]
        with pytest.raises(WorkFailed, match="ValueError: broken"):
            worker.start(jobs.fail, "broken").result(LONG)
        job = worker.start(jobs.until_cancelled)
        job.cancel()
        with pytest.raises(Cancelled):
            job.result(LONG)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("how", ["leave", "kill"])
def test_no_process_outlives_the_game(how: str) -> None:
    code = (
        "import sys, time\nfrom towergames.physics.worker import Worker\nfrom tests.physics import jobs\n"
        "if __name__ == '__main__':\n"
        "    w = Worker()\n    print(w.start(jobs.where).result(60), flush=True)\n"
        "    w.start(jobs.deaf)\n    time.sleep(0.2)\n" + ("    time.sleep(60)\n" if how == "kill" else "")
    )
    game = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert game.stdout is not None
    pid = int(game.stdout.readline())
    if how == "kill":
        game.send_signal(signal.SIGKILL)
    game.wait(LONG)
    game.stdout.close()
    assert gone(lambda: anywhere(pid), 20)
