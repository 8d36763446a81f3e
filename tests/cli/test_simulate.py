"""Bots against bots: rows as they come, what a minute allows, and a stop that keeps what was played."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import pytest

from tests.bots.test_arena import without_times
from tests.cli.conftest import Run
from tests.combinations import combined
from tests.forked import start
from towergames.cli import arena

SEATS = ("--seat", "bot:easy", "--seat", "bot:random")
LONG = ["simulate", "takethat", "--games", "100000", *SEATS, "--seed", "5"]
STOPPED = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="process groups of Linux")


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_every_game_is_a_line_and_the_last_line_counts_them(run: Run) -> None:
    call = ("simulate", "takethat", "--games", "6", *SEATS, "--seed", "5")
    code, out, err = run(*call, "--json")
    *rows, report = lines_of(out)
    assert (code, err) == (0, "") and len(rows) == report["games"] == report["planned"] == 6
    assert [row["seed"] for row in rows] == [5, 5, 6, 6, 7, 7]
    assert sum(s["wins"] for s in report["standings"]) == pytest.approx(6)
    again = lines_of(run(*call, "--json", "--workers", "1")[1])[-1]
    assert [s["wins"] for s in again["standings"]] == [s["wins"] for s in report["standings"]]
    text = run(*call, "--workers", "1")[1]
    assert "95% interval " in text and "easy" in text and "6 games from seed 5" in text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_without_a_number_the_time_decides_how_many(run: Run, monkeypatch: pytest.MonkeyPatch, workers: str) -> None:
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


@dataclass
class Started:
    """The program in a process group of its own, its standard output in a pipe."""

    child: Any
    stdout: IO[bytes]
    talk: IO[bytes]

    @property
    def pid(self) -> int:
        """Its number, and that of its group."""
        return self.child.pid  # type: ignore[no-any-return]

    def end(self) -> tuple[int, bytes, bytes]:
        """Wait until no worker holds the pipe any more: the exit code, and what came on both streams."""
        rest = b""
        while True:
            assert select.select([self.stdout], [], [], 60)[0], "it does not end"
            if not (data := self.stdout.read(1 << 16)):
                break
            rest += data
        code = self.child.wait(60)
        self.talk.seek(0)
        return code, rest, self.talk.read()


@contextlib.contextmanager
def started(*arguments: str, error: int | None = None, **env: str) -> Iterator[Started]:
    """Start it; ``error`` is the file of its standard error. It and its workers are gone at the end."""
    reading, writing = os.pipe()
    with open(reading, "rb", 0) as out, TemporaryFile() as talk, open(os.devnull, "rb") as nothing:
        streams = (nothing.fileno(), writing, talk.fileno() if error is None else error)
        child = start(arguments, streams, os.environ | env, Path.cwd())
        os.close(writing)
        try:
            yield Started(child, out, talk)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()


@STOPPED
@combined(number=(signal.SIGINT, signal.SIGTERM, signal.SIGHUP), workers=("1", "2"))
def test_a_stop_keeps_what_was_played_and_says_so(number: signal.Signals, workers: str) -> None:
    with started(*LONG, "--workers", workers, "--json") as program:
        first = [program.stdout.readline() for _ in range(3)]  # they come while it runs
        assert program.child.poll() is None
        if number == signal.SIGINT:
            os.killpg(program.pid, number)  # as a terminal does
        else:
            os.kill(program.pid, number)
        code, rest, told = program.end()
    *rows, report = lines_of((b"".join(first) + rest).decode())
    assert code == 128 + number
    assert len(rows) == report["games"] >= 3 and report["planned"] == 100_000
    last = told.decode().splitlines()[-1]  # on a slow machine lines of progress stand before it
    assert last == f"Stopped by {number.name} after {len(rows)} games of 100,000. The result counts these games."


def children_of(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def heeds(pid: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    (caught,) = re.findall(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(caught, 16) >> number - 1 & 1)


def has_engine(pid: int) -> bool:
    return "mujoco" in Path(f"/proc/{pid}/maps").read_text()


@STOPPED
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stop_in_the_first_game_has_nothing_to_count(workers: str) -> None:
    leaning = ("simulate", "leaning", "--games", "5", "--seat", "bot:hard", "--seat", "bot:hard", "--json")
    with started(*leaning, "--workers", workers) as program:
        until = time.monotonic() + 60
        pid = program.pid
        while not (heeds(pid, signal.SIGTERM) and any(map(has_engine, [pid, *children_of(pid)]))):
            assert time.monotonic() < until, "no game began"
            time.sleep(0.02)
        os.kill(program.pid, signal.SIGTERM)
        code, out, told = program.end()
    assert code == 143 and told == b"Stopped by SIGTERM in the first game.\n" and out == b""


@STOPPED
@pytest.mark.pty
@pytest.mark.parametrize("flags", [(), ("--ascii",)])
def test_a_terminal_gets_a_bar_with_the_time_left(flags: tuple[str, ...]) -> None:
    mine, theirs = os.openpty()
    seen = b""
    try:
        with started(*flags, *LONG, "--json", error=theirs, TERM="xterm") as program:
            os.close(theirs)
            until = time.monotonic() + 60
            while b"of 100000" not in seen and time.monotonic() < until:
                if select.select([mine], [], [], 0.2)[0]:
                    seen += os.read(mine, 4096)
                if select.select([program.stdout], [], [], 0)[0]:
                    assert json.loads(program.stdout.readline())["seed"] >= 5, "the rows go elsewhere"
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


def games_of(out: str) -> list[dict[str, Any]]:
    """The games of a run with --json, without what depends on the machine."""
    return without_times(lines_of(out)[:-1])


@STOPPED
@combined(number=(signal.SIGTERM, signal.SIGKILL, signal.SIGINT), workers=("1", "2"))
def test_a_stopped_client_goes_on_where_it_was(run: Run, tmp_path: Path, number: signal.Signals, workers: str) -> None:
    path = tmp_path / "games.jsonl"
    with started(*LONG, "--workers", workers, "--results", str(path)) as program:
        await_games(path, 8)
        os.kill(program.pid, number)
        program.end()
    before = games_in(path)
    assert len(before) >= 8
    games = max(before) + 5
    call = ["simulate", "takethat", "--games", str(games), *SEATS, "--json"]
    others = "1" if workers == "2" else "2"
    code, out, err = run(*call, "--workers", others, "--results", str(path))  # the seed comes from the file
    after = games_in(path)
    assert code == 0 and f"{len(before)} games of " in err and "will not be played again" in err
    assert after[: len(before)] == before and sorted(after) == list(range(games))
    alone = run(*call, "--workers", "1", "--seed", "5")[1]
    assert games_of(out) == games_of(alone) and len(games_of(out)) == games


@STOPPED
def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with started(*LONG, "--games", "60", "--workers", "2", "--results", str(path)) as program:
        await_games(path, 10)
        children = children_of(program.pid)
        workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        code, out, told = program.end()
    assert code == 0 and b"60 games from seed 5" in out and b"Traceback" not in told
    assert sorted(games_in(path)) == list(range(60))
