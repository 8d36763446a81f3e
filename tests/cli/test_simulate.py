"""Bots against bots: rows as they come, what a minute allows, and a stop that keeps what was played."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.cli.conftest import Run
from towergames.cli import simulate

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
    again = lines_of(run(*call, "--json")[1])[-1]
    assert [s["wins"] for s in again["standings"]] == [s["wins"] for s in report["standings"]]
    text = run(*call)[1]
    assert "95% interval " in text and "easy" in text and "6 games from seed 5" in text


def test_without_a_number_as_many_are_played_as_the_time_allows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MEASURED", 0.05)
    monkeypatch.setattr(simulate, "affordable", lambda ended, jobs, arrangements: len(ended) + arrangements)
    code, out, err = run("simulate", "takethat", *SEATS, "--json")
    *rows, report = lines_of(out)
    assert code == 0 and len(rows) == report["games"] == report["planned"] > 2
    assert f"{len(rows)} games, as many as fit into a minute. --games N plays another number." in err


def test_what_a_minute_allows_is_counted_in_whole_arrangements() -> None:
    assert simulate.affordable([9.0, 10.0, 11.0], 1, 2) == 60
    assert simulate.affordable([9.0, 10.0, 11.0], 2, 7) == 119
    assert simulate.affordable([50.0], 1, 24) == 1
    assert simulate.affordable([500.0], 1, 2) == 1


def test_where_nobody_sees_a_bar_lines_tell_how_far_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "SECONDS_BETWEEN_REPORTS", 0.0)
    _, _, err = run("simulate", "takethat", "--games", "3", *SEATS)
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
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_stop_keeps_what_was_played_and_says_so(number: signal.Signals, jobs: str) -> None:
    with started(*LONG, "--jobs", jobs, "--json") as child:
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


@STOPPED
def test_a_stop_in_the_first_game_has_nothing_to_count() -> None:
    leaning = ("simulate", "leaning", "--games", "5", "--seat", "bot:hard", "--seat", "bot:hard", "--json")
    with started(*leaning) as child:
        time.sleep(4)
        child.send_signal(signal.SIGTERM)
        out, told = child.communicate(timeout=60)
    if child.returncode == -signal.SIGTERM:
        pytest.skip("the machine was too slow to come to the first game")
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
