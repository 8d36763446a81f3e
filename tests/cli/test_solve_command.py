"""``towergames solve bricks`` from the command line: seeds, codes, documents, mistakes, and being stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import missing, read_tower
from towergames.games.bricks.solver import solution
from towergames.lexicon import load

MINI = code_of("mini", 21)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processes search, and nothing is proven. The cards do not depend on either."""
    monkeypatch.setattr(solution, "MOST_SEARCHES", 0)
    monkeypatch.setattr(solution, "countable", lambda _: False)


def solved(run: Run, *arguments: str, seconds: str = "0.1") -> dict[str, Any]:
    code, out, _ = run("solve", "bricks", *arguments, "--seconds", seconds, "--json")
    assert code == 0
    result: dict[str, Any] = json.loads(out)
    return result


def test_a_seed_names_a_deal_and_the_tower_is_made_of_it(run: Run) -> None:
    result = solved(run, "--seed", "7", seconds="0.5")
    assert result["puzzle"] == code_of("standard", 7)
    assert tuple(result["materials"].split()) == deal(result["puzzle"])
    tower = read_tower(result["tower"])
    assert not missing(tower, deal(result["puzzle"]))
    assert judge(tower, load("standard")).score == result["score"] <= result["bound"]


def test_a_code_or_a_day_names_the_deal(run: Run, alone: None) -> None:
    assert solved(run, "--puzzle", MINI.lower())["materials"] == " ".join(deal(MINI))
    assert solved(run, "--puzzle", "2026-11-21")["puzzle"] == "S-Y2FN9"


def test_a_document_names_cards_and_readings(run: Run, alone: None, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"materials": list(deal(MINI)), "options": {"wild_window": False}}))
    result = solved(run, str(path))
    assert "puzzle" not in result and "=#" not in result["tower"]


def test_people_see_each_better_tower_as_it_is_found(run: Run) -> None:
    for seconds in ("0.5", "10"):  # a busy machine may find nothing in half a second
        code, out, err = run("solve", "bricks", "--puzzle", MINI, "--seconds", seconds)
        if err:
            break
    scores = [int(line.split()[2]) for line in err.splitlines()]
    assert code == 0 and scores and scores == sorted(set(scores))
    assert f"{scores[-1]} points, found after" in out and f"puzzle {MINI}" in out


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("[1,", "not JSON"),
        ("[]", "materials"),
        ('{"materials": ["A5RY", "QQ"]}', "card 2"),
        ('{"materials": ["*", "*"]}', "R-31"),
        ('{"materials": [], "options": {"gaps": "fill"}}', "gaps"),
        ('{"materials": ["A5RY"], "color": 1}', "color"),
    ],
)
def test_documents_that_are_no_materials_are_refused(run: Run, document: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(document)
    code, _, err = run("solve", "bricks", str(path))
    assert code == 2 and told in err
    assert run("solve", "bricks", str(path), "--puzzle", MINI)[0] == 2


def test_cards_without_a_legal_tower_are_told_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "few.json"
    path.write_text('{"materials": ["A5RY", "#B"]}')
    code, out, _ = run("solve", "bricks", str(path))
    assert code == 0 and "There is no legal tower" in out


def _interruptible() -> None:
    # A test run started in the background has SIGINT ignored, and its children inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_ctrl_c_ends_the_search_with_the_best_so_far() -> None:
    command = [sys.executable, "-m", "towergames", "solve", "bricks", "--puzzle", MINI, "--seconds", "600"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen(command, **pipes, text=True, preexec_fn=_interruptible)  # type: ignore[call-overload]
    try:
        assert "points" in child.stderr.readline()  # the search is on
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == 0 and "Stopped" in err and "points, found after" in out
    assert "Traceback" not in err
