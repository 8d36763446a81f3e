"""Nothing that a restless player does ends the program or stops it: seconds every day, hours behind ``-m long``."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.pty import monkey
from tests.pty.gestures import GAMES
from tests.pty.monkey import Fault, Run, Tally, live, read, session, written

SEED = int(os.environ.get("TOWERGAMES_MONKEY_SEED", "29"))
HOURS = float(os.environ.get("TOWERGAMES_MONKEY_HOURS", "2"))
SHOWS = "import sys, time, signal; print('\\x1b[?1049h', flush=True); "


@pytest.mark.parametrize("seed", range(SEED, SEED + 2))
def test_a_restless_player_neither_ends_nor_stops_the_program(tmp_path: Path, seed: int) -> None:
    session(seed, tmp_path, 1.5, Tally())


@pytest.mark.long
def test_hours_of_a_restless_player(tmp_path: Path) -> None:
    failed, tally = monkey.hours(HOURS, SEED, tmp_path)
    print(tally)
    assert not failed, [path.read_text() for path in tmp_path.glob("*.txt")]
    assert HOURS < 0.5 or all(tally.screens[game] for game in GAMES), "so long a time reaches every game"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (SHOWS + "sys.exit(70)", "ended with 70"),
        (SHOWS + "time.sleep(0.5); sys.exit(1)", "ended with 1"),
        (SHOWS + "time.sleep(0.2); signal.raise_signal(signal.SIGILL)", "ended with -4"),
        (SHOWS + "print('Traceback (most recent call last)', flush=True); time.sleep(9)", "on the terminal"),
        (SHOWS + "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(99)", "does not end after 'SIGTERM'"),
        (SHOWS + "import tty; tty.setraw(0); time.sleep(99)", "does not end after '\\x11'"),
        ("import time; time.sleep(99)", "shows nothing"),
    ],
)
def test_the_player_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, told: str) -> None:
    monkeypatch.setattr(monkey, "PATIENCE", 0.6)
    run = Run([], (80, 24), end="SIGTERM" if "SIGTERM" in told else "\x11")
    with pytest.raises(Fault) as fault:
        live(run, tmp_path, Random(1), 1.0, Tally(), program=("-c", program))
    assert told in str(fault.value)


def test_the_player_notices_that_a_change_of_the_size_is_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monkey, "PATIENCE", 0.6)
    monkeypatch.setattr(monkey, "PROBED", 1)
    run = Run([], (80, 24))
    with pytest.raises(Fault, match="draws nothing after a change of the size"):
        live(run, tmp_path, Random(1), 60.0, Tally(), program=("-c", SHOWS + "import os\nwhile os.read(0, 99): pass"))


def test_a_failure_can_be_done_again_from_what_was_written(tmp_path: Path) -> None:
    run = Run(["play", "takethat"], (191, 66), "kitty", "SIGTERM", {"TOWERGAMES_MOTION": "none"})
    session_of = Tally()
    live(run, tmp_path, Random(3), 1.0, session_of)
    assert run.strokes
    assert list(read(written(3, [run]))) == [run]
    monkey.again(written(3, [run]), tmp_path / "again")
