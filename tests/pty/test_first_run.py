"""What a newcomer meets: an empty home, a pipe, a dumb terminal, no colour."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import PROGRAM, ROOT
from tests.pty.terminal import Terminal


def files_in(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_empty_home_shows_the_menu_and_writes_nothing(tmp_path: Path) -> None:
    with Terminal([], tmp_path, program=PROGRAM) as term:
        term.wait_for("Play with a guide")
        assert "Welcome!" in term.text and "Play without a guide" in term.text
        term.send("q")
        assert term.wait_end() == 0
    # Whether the engine runs on this machine may be known by now, and is kept in the cache.
    assert [file for file in files_in(tmp_path) if not file.startswith("cache/towergames/engine-")] == []


def test_the_first_enter_plays_with_a_guide(tmp_path: Path) -> None:
    with Terminal([], tmp_path) as term:
        term.wait_for("Play with a guide")
        term.send("enter")
        term.wait_for("Step 1 of 9")
        term.wait_for("Play COMB for 8")


def test_n_and_enter_start_a_game_without_a_guide(tmp_path: Path) -> None:
    with Terminal([], tmp_path) as term:
        term.wait_for("Play without a guide")
        term.send("n")
        term.wait_for("Ready, Player 1?")
        term.send("enter")
        term.wait_for("Round 1")
        assert [name for name in files_in(tmp_path) if name.endswith(".jsonl")]


@pytest.mark.parametrize("env", [{"TERM": "dumb"}])
def test_a_dumb_terminal_gets_plain_mode_without_escape_codes(tmp_path: Path, env: dict[str, str]) -> None:
    with Terminal([], tmp_path, env=env) as term:
        term.wait_for("Menu>")
        assert b"\x1b" not in term.raw
        term.send("quit\r")
        assert term.wait_end() == 0


def test_a_pipe_gets_the_menu_in_words_and_without_escape_codes(tmp_path: Path) -> None:
    env = {
        "HOME": str(tmp_path),
        "TOWERGAMES_SAVES": str(tmp_path / "saves"),
        "PYTHONPATH": str(ROOT),
        "PATH": "/usr/bin:/bin",
    }
    command = [sys.executable, *PROGRAM]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=env, timeout=60)
    assert done.returncode == 0 and done.stderr == b""
    assert b"1 continue:" in done.stdout and b"\x1b" not in done.stdout


def colours(raw: bytes) -> set[bytes]:
    """SGR parameters that choose a colour other than a grey."""
    found = set()
    for rgb in re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)(?=[;m])", raw):
        if len(set(rgb)) > 1:
            found.add(b";".join(rgb))
    return found


def test_no_color_shows_no_colour(tmp_path: Path) -> None:
    args = ["play", "takethat", "--seat", "Ann", "--seat", "bot:random", "--seed", "7"]
    with Terminal(args, tmp_path, env={"NO_COLOR": "1"}) as term:
        term.wait_for("Round 1")
        assert colours(bytes(term.raw)) == set()
    with Terminal([*args, "--name", "second"], tmp_path) as term:
        term.wait_for("Round 1")
        assert colours(bytes(term.raw))


def test_ascii_sends_seven_bits_only(tmp_path: Path) -> None:
    args = ["--ascii", "play", "takethat", "--seat", "Ann", "--seat", "bot:random", "--seed", "7"]
    with Terminal(args, tmp_path) as term:
        term.wait_for("Round 1")
        term.send("enter", "enter", "?")
        term.pump(0.5)
        assert max(term.raw) < 128
