"""A processor that the physics engine cannot use: the program lives, and says which games cannot be played and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import PROGRAM, ROOT
from tests.physics.test_availability import NO_AVX
from tests.pty.terminal import Terminal

REASON = "needs instructions that the processor of this machine lacks"


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A path on which a stand-in for the engine comes first, which ends as the real one does without AVX."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "mujoco.py").write_text(NO_AVX)
    return os.pathsep.join((str(tmp_path / "modules"), str(ROOT)))


def test_the_menu_lives_and_names_the_games_that_cannot_be_played(tmp_path: Path, path: str) -> None:
    with Terminal([], tmp_path, (120, 40), {"PYTHONPATH": path}, PROGRAM) as term:
        term.wait_for(lambda text: text.count("Cannot be played") == 2, 60.0)
        term.send(":learn konexi\r")
        term.wait_for("The physics engine")
        assert REASON in " ".join(term.text.replace("│", " ").replace("▌", " ").split())
        term.send("q")
        assert term.wait_end() == 0
        assert term.on_main_screen


def test_doctor_says_it_and_a_game_is_refused(tmp_path: Path, path: str) -> None:
    env = os.environ | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *PROGRAM, *arguments]
        return subprocess.run(
            command, env=env, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    told = run("doctor")
    assert told.returncode == 0 and told.stdout.count(REASON) == 2
    refused = run("play", "leaning", "--seat", "Ann", "--seat", "Bob", "--plain")
    assert refused.returncode == 2 and REASON in refused.stderr
