"""R1 and R11 with real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table import harming

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the trials fork")


def _run(module: str, count: int, seed: int) -> dict[str, int]:
    run = subprocess.run(
        [sys.executable, "-m", module, str(count), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3000,
        check=True,
    )
    return json.loads(run.stdout)


def _killed(count: int, seed: int) -> None:
    found = _run("tests.table.killing", count, seed)
    print(found)
    assert found["lost"] == found["corrupt"] == 0, found
    assert found["acknowledged"] > count, "the children were killed before they did anything"


def test_kills_lose_nothing_that_was_acknowledged() -> None:
    _killed(40, 1)


@pytest.mark.long
def test_two_thousand_kills_lose_nothing_that_was_acknowledged() -> None:
    _killed(2000, 2)


def _raced(count: int, seed: int) -> None:
    found = _run("tests.table.racing", count, seed)
    print(found)
    assert found["lost"] == found["damaged"] == found["crashed"] == found["twice"] == found["locks left"] == 0, found
    assert found["read_only"] > count // 10, "the processes hardly ever met"
    assert found["acknowledged"] > count


def test_two_processes_on_one_save_lose_no_move() -> None:
    _raced(25, 1)


@pytest.mark.long
def test_five_hundred_races_lose_no_move() -> None:
    _raced(500, 2)


def _killed_at_an_open_table(count: int, seed: int) -> None:
    found = _run("tests.table.sharing", count, seed)
    print(found)
    faults = ("lost", "twice", "damaged", "stuck", "not taken over")
    assert not any(found[fault] for fault in faults), found
    assert found["keepers"] > count // 10
    assert found["acknowledged"] > count


def test_windows_of_an_open_table_are_killed_and_no_move_is_lost_or_done_twice() -> None:
    _killed_at_an_open_table(25, 1)


@pytest.mark.long
def test_a_thousand_windows_of_open_tables_are_killed_and_no_move_is_lost_or_done_twice() -> None:
    _killed_at_an_open_table(1000, 2)


def _harmed(count: int, seed: int) -> None:
    found = _run("tests.table.harming", count, seed)
    print(found)
    assert not any(found[fault] for fault in harming.FAULTS), found
    assert found["acknowledged"] > count


def test_windows_of_a_table_whose_file_is_harmed_are_killed_and_no_move_is_lost() -> None:
    _harmed(8, 1)


@pytest.mark.long
def test_five_hundred_windows_of_harmed_tables_are_killed_and_no_move_is_lost() -> None:
    _harmed(500, 2)
