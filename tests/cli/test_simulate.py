"""Bots against bots: rows as they come, what a minute allows, and a stop that keeps what was played."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from towergames.arena.games import TIMES
from towergames.cli import arena

SEATS = ("--seat", "bot:easy", "--seat", "bot:random")
LONG = ["simulate", "takethat", "--games", "100000", *SEATS, "--seed", "5"]
STOPPED = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="process groups of Linux")


def stops(*numbers: signal.Signals) -> pytest.MarkDecorator:
    """Every signal, with one worker and with two; the everyday run has each signal once."""
    pairs = [(number, workers) for number in numbers for workers in ("1", "2")]
    params = [
        pytest.param(number, workers, id=f"{number.name}-{workers}", marks=[pytest.mark.long] * (at % 4 in (1, 2)))
        for at, (number, workers) in enumerate(pairs)
    ]
    return pytest.mark.parametrize(("number", "workers"), params)


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_every_game_is_a_line_and_the_last_line_counts_them(run: Run) -> None:
    call = ("simulate", "takethat", "--games", "6", *SEATS, "--seed", "5")
    code, out, err = run(*call, "--json")
    *rows, report = lines_of(out)
    assert (code, err) == (0, "") and len(rows) == report["games"] == report["planned"] == 6
    assert [row["seed"] for row in rows] == [5, 5, 6, 6, 7, 7]
    assert sum(s["wins"] for s in report["standings"]) == pytest.approx(6)
    again = lines_of(run(*call, "--json")[1])[-1]
    assert [s["wins"] for s in again["standings"]] == [s["wins"] for s in report["standings"]]
    text = run(*call)[1]
    assert "95% interval " in text and "easy" in text and "6 games from seed 5" in text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_without_a_number_as_many_are_played_as_the_time_allows(
    run: Run, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setattr(arena, "SECONDS", 0.4)
    code, out, err = run("simulate", "takethat", *SEATS, "--json", "--workers", workers)
    *rows, report = lines_of(out)
    assert code == 0 and len(rows) == report["games"] == report["planned"]
    assert len(rows) % 2 == 0 or len(rows) == 1, "both ways of sitting come equally often"
    assert f"{len(rows)} games, as many as fit into a minute. --games N plays another number." in err or len(rows) == 1


def test_what_a_minute_allows_is_counted_in_whole_arrangements(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept:
        rows: dict[int, None]

    def numbers(seconds_a_game: float, arrangements: int) -> int:
        now, kept = 0.0, Kept()
        kept.rows = {}
        with monkeypatch.context() as context:
            context.setattr(arena.time, "monotonic", lambda: now)
            for number in arena._as_time_allows(arrangements, kept):  # type: ignore[arg-type]
                kept.rows[number] = None
                now += seconds_a_game
        return len(kept.rows)

    assert numbers(1.0, 2) == 60
    assert numbers(1.0, 7) == 56
    assert numbers(50.0, 24) == 2  # the second begins within the minute
    assert numbers(500.0, 2) == 1


def test_where_nobody_sees_a_bar_lines_tell_how_far_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "SECONDS_BETWEEN_REPORTS", 0.0)
    _, _, err = run("simulate", "takethat", "--games", "3", "--workers", "1", *SEATS)
    assert err.splitlines() == ["1 of 3 games", "2 of 3 games", "3 of 3 games"]


def _heed_interrupts() -> None:
    # A test run started in the background has SIGINT ignored, and its children inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def started(*arguments: str, **more: Any) -> Any:
    """The program in a process group of its own, which is gone at the end."""
    child = subprocess.Popen(
        [sys.executable, "-m", "towergames", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        bufsize=0,  # readline would keep rows back from communicate
        start_new_session=True,
        preexec_fn=_heed_interrupts,
        **{"stderr": subprocess.PIPE, **more},
    )
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.stdout.close()
        child.wait()


@STOPPED
@stops(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
def test_a_stop_keeps_what_was_played_and_says_so(number: signal.Signals, workers: str) -> None:
    with started(*LONG, "--workers", workers, "--json") as child:
        first = [child.stdout.readline() for _ in range(3)]  # they come while it runs
        assert child.poll() is None
        if number == signal.SIGINT:
            os.killpg(child.pid, number)  # as a terminal does
        else:
            child.send_signal(number)
        rest, told = child.communicate(timeout=60)  # ends when no worker holds the pipes any more
    *rows, report = lines_of((b"".join(first) + rest).decode())
    assert child.returncode == 128 + number
    assert len(rows) == report["games"] >= 3 and report["planned"] == 100_000
    assert told.decode().startswith(
        f"Stopped by {number.name} after {len(rows)} games of 100,000. The result counts these games"
    )


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def heeds(pid: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    (caught,) = re.findall(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(caught, 16) >> number - 1 & 1)


def has_engine(pid: int) -> bool:
    """Whether a process has loaded the physics engine."""
    return "mujoco" in Path(f"/proc/{pid}/maps").read_text()


@STOPPED
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stop_in_the_first_game_has_nothing_to_count(workers: str) -> None:
    leaning = ("simulate", "leaning", "--games", "5", "--seat", "bot:hard", "--seat", "bot:hard", "--json")
    with started(*leaning, "--workers", workers) as child:
        until = time.monotonic() + 60
        while not (heeds(child.pid, signal.SIGTERM) and any(map(has_engine, [child.pid, *children_of(child.pid)]))):
            assert time.monotonic() < until, "no game began"
            time.sleep(0.02)
        child.send_signal(signal.SIGTERM)
        out, told = child.communicate(timeout=60)
    assert child.returncode == 143 and told == b"Stopped by SIGTERM in the first game.\n" and out == b""


@STOPPED
@pytest.mark.pty
@pytest.mark.parametrize("flags", [(), ("--ascii",)])
def test_a_terminal_gets_a_bar_with_the_time_left(flags: tuple[str, ...]) -> None:
    mine, theirs = os.openpty()
    seen = b""
    try:
        with started(*flags, *LONG, "--json", stderr=theirs, env=os.environ | {"TERM": "xterm"}) as child:
            os.close(theirs)
            until = time.monotonic() + 60
            while b"of 100000" not in seen and time.monotonic() < until:
                if select.select([mine], [], [], 0.2)[0]:
                    seen += os.read(mine, 4096)
                if select.select([child.stdout], [], [], 0)[0]:
                    assert json.loads(child.stdout.readline())["seed"] >= 5, "the rows go elsewhere"
    finally:
        os.close(mine)
    assert b"of 100000" in seen and b"games," in seen and b" left" in seen
    assert not flags or seen.isascii()


def games_in(path: Path) -> list[int]:
    """The numbers of the games in a file of results, whole lines only."""
    return [json.loads(line)["number"] for line in path.read_bytes().split(b"\n")[1:-1]]


def await_games(path: Path, least: int) -> None:
    until = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") <= least:
        assert time.monotonic() < until, "no games came"
        time.sleep(0.02)


def played(out: str) -> list[dict[str, Any]]:
    """The games of a run with --json, without what depends on the machine."""
    return [{key: value for key, value in row.items() if key not in TIMES} for row in lines_of(out)[:-1]]


@STOPPED
@stops(signal.SIGTERM, signal.SIGKILL, signal.SIGINT)
def test_a_stopped_client_goes_on_where_it_was(run: Run, tmp_path: Path, number: signal.Signals, workers: str) -> None:
    path = tmp_path / "games.jsonl"
    with started(*LONG, "--workers", workers, "--results", str(path), stderr=subprocess.DEVNULL) as child:
        await_games(path, 8)
        child.send_signal(number)
        child.communicate(timeout=60)  # ends when no worker holds the pipes any more
    before = games_in(path)
    assert len(before) >= 8
    games = max(before) + 5
    call = ["simulate", "takethat", "--games", str(games), *SEATS, "--workers", "2", "--json"]
    code, out, err = run(*call, "--results", str(path))  # the seed comes from the file
    after = games_in(path)
    assert code == 0 and f"{len(before)} games of " in err and "will not be played again" in err
    assert after[: len(before)] == before and sorted(after) == list(range(games))
    assert played(out) == played(run(*call, "--seed", "5")[1]) and len(played(out)) == games


@STOPPED
def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with started(*LONG, "--games", "60", "--workers", "2", "--results", str(path)) as child:
        await_games(path, 10)
        workers = [pid for pid in children_of(child.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        out, told = child.communicate(timeout=100)
    assert child.returncode == 0 and b"60 games from seed 5" in out and b"Traceback" not in told
    assert sorted(games_in(path)) == list(range(60))
