"""Plain mode and the doctor on a real pseudo-terminal."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.plain.helpers import header_of, script_of
from towergames.table.save_file import load_file

if os.name == "posix":
    from tests.pty.terminal import Terminal

pytestmark = [pytest.mark.pty, pytest.mark.skipif(os.name != "posix", reason="needs a POSIX pseudo-terminal")]


def test_plain_mode_on_a_terminal_sends_no_escape_codes(tmp_path: Path) -> None:
    move = script_of(header_of("Ann", "Bob", first=1))[0][1]
    play = ("play", "takethat", "--seat", "Ann", "--seat", "Bob", "--option", "first=1", "--seed", "7", "--name", "x")
    with Terminal((*play, "--plain"), tmp_path) as terminal:
        terminal.wait_for("Ann, press Enter.")
        terminal.send("enter")
        terminal.wait_for("Ann>")
        terminal.send(move, "enter")
        terminal.wait_for("starts tower")
        terminal.send("quit", "enter")
        assert terminal.wait_end() == 0
        assert b"\x1b" not in terminal.raw and b"\b" not in terminal.raw
    assert len(load_file(tmp_path / "saves" / "x.jsonl").history.plays) == 2


def test_hanging_up_ends_plain_mode_with_its_code(tmp_path: Path) -> None:
    with Terminal(("play", "takethat", "--seat", "Ann", "--seat", "bot:easy", "--plain"), tmp_path) as terminal:
        terminal.wait_for("Ann>")
        terminal.signal(signal.SIGHUP)
        assert terminal.wait_end() == 128 + signal.SIGHUP
        assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize(
    ("width", "told", "kinds", "drawn"),
    [
        (b"\x1b[5;2R", b"width of box glyphs: 1", b"\x1b_Gi=31;OK\x1b\\\x1b[6;17;8t\x1b[?62;4c", b"Kitty"),
        (b"\x1b[5;3R", b"Box glyphs are two cells wide here", b"\x1b_Gi=31;EBADF:c\x1b\\\x1b[?62;4;22c", b"Sixel"),
        (b"", b"width of box glyphs: not measured", b"", b"no answer"),
        (b"\x1b[;R", b"width of box glyphs: not measured", b"\x1b[?62;22c", b"neither Kitty nor Sixel"),
        (b"q" * 40, b"width of box glyphs: not measured", b"", b"no answer"),
    ],
)
def test_the_doctor_asks_how_wide_glyphs_are_and_for_pictures_and_never_waits_for_long(
    tmp_path: Path, width: bytes, told: bytes, kinds: bytes, drawn: bytes
) -> None:
    env = dict.fromkeys(("TERM_PROGRAM", "TMUX", "STY"), "")
    with Terminal(["doctor"], tmp_path, env=env, answers={b"\x1b[6n": width, b"\x1b[c": kinds}) as terminal:
        assert terminal.wait_end() == 0
        assert told in terminal.raw
        assert b"pictures in pixels: " + drawn in terminal.raw


def test_the_doctor_asks_nothing_of_a_dumb_terminal(tmp_path: Path) -> None:
    with Terminal(["doctor"], tmp_path, env={"TERM": "dumb"}) as terminal:
        assert terminal.wait_end() == 0
        assert b"\x1b" not in terminal.raw and b"width of box glyphs: not measured" in terminal.raw
