"""Processes that work for the program import no module from the current folder."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from towergames.arena.games import Series
from towergames.arena.workers import LocalWorkers, play
from towergames.core.bot import Clock
from towergames.core.processes import safe_path
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.solver import solve
from towergames.lexicon import load


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder holds a module with the name of one that every process needs; the file that it writes."""
    written = tmp_path / "imported"
    (tmp_path / "pickle.py").write_text(f"open({str(written)!r}, 'w').close()")
    monkeypatch.chdir(tmp_path)
    return written


def test_workers_of_the_arena_import_nothing_from_the_current_folder(foreign: Path) -> None:
    plan = Series.begin("takethat", ["random", "random"], 9)
    with closing(LocalWorkers(1)) as workers:
        assert [row["number"] for rows in play([plan.task(0)], workers) for row in rows] == [0]
    assert not foreign.exists()


def test_workers_of_the_solver_import_nothing_from_the_current_folder(foreign: Path) -> None:
    assert solve(deal(code_of("six", 3)), load("standard"), clock=Clock(1), searches=1).score > 0
    assert not foreign.exists()


@pytest.mark.parametrize("before", [None, "1"])
def test_the_environment_is_as_before_afterwards(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if before is None:
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    with safe_path():
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ.get("PYTHONSAFEPATH") == before
