"""Plain mode and the doctor on a real pseudo-terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.combinations import first
from tests.plain.helpers import header_of, script_of
from towergames.table.store import load_file

pytestmark = [pytest.mark.pty, pytest.mark.skipif(os.name != "posix", reason="needs a POSIX pseudo-terminal")]

PROGRAM = [sys.executable, "-m", "towergames"]
QUESTION = b"\x1b[6n"


class Terminal:
    """A program on a pseudo-terminal, and everything that it wrote."""

    def __init__(self, *arguments: str, term: str = "xterm-256color") -> None:
        import pty

        self.mine, theirs = pty.openpty()
        environment = os.environ | {"TERM": term}
        self.child = subprocess.Popen(
            [*PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.seen = b""

    def read(self, until: bytes = b"", seconds: float = 30.0) -> bytes:
        """Read until some bytes were seen, or the program has ended."""
        end = time.monotonic() + seconds
        while not (until and until in self.seen) and time.monotonic() < end:
            ready, _, _ = select.select([self.mine], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self.mine, 65536)
                except OSError:
                    break
                if not data:
                    break
                self.seen += data
            elif self.child.poll() is not None:
                break
        assert not until or until in self.seen, self.seen[-2000:]
        return self.seen

    def type(self, text: str) -> None:
        os.write(self.mine, text.encode())

    def end(self) -> int:
        try:
            self.read()
            return self.child.wait(30)
        finally:
            self.child.kill()
            os.close(self.mine)


def test_plain_mode_on_a_terminal_sends_no_escape_codes(tmp_path: Path) -> None:
    move = script_of(header_of("Ann", "Bob", first=1))[0][1]
    terminal = Terminal(
        *("--saves", str(tmp_path), "play", "takethat", "--seat", "Ann", "--seat", "Bob", "--option", "first=1"),
        *("--seed", "7", "--name", "x", "--plain"),
    )
    terminal.read(b"Ann, press Enter.")
    terminal.type("\n")
    terminal.read(b"Ann>")
    terminal.type(f"{move}\n")
    terminal.read(b"starts tower")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.seen and b"\b" not in terminal.seen
    assert len(load_file(tmp_path / "x.jsonl").history.plays) == 2


def test_a_dumb_terminal_gets_the_plain_menu() -> None:
    terminal = Terminal(term="dumb")
    terminal.read(b"Menu>")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.seen


def test_hanging_up_ends_plain_mode_with_its_code(tmp_path: Path) -> None:
    terminal = Terminal("--saves", str(tmp_path), "play", "takethat", "--seat", "Ann", "--seat", "bot:easy", "--plain")
    terminal.read(b"Ann>")
    terminal.child.send_signal(signal.SIGHUP)
    assert terminal.end() == 128 + signal.SIGHUP
    assert b"Traceback" not in terminal.seen


@pytest.mark.parametrize(
    ("answer", "told"),
    first(
        3,
        [
            (b"\x1b[5;2R", b"width of box glyphs: 1"),
            (b"\x1b[5;3R", b"two cells wide here"),
            (b"", b"width of box glyphs: not measured"),
            (b"\x1b[;R", b"width of box glyphs: not measured"),
            (b"q" * 40, b"width of box glyphs: not measured"),
        ],
    ),
)
def test_the_doctor_measures_box_glyphs_and_never_waits_for_long(answer: bytes, told: bytes) -> None:
    terminal = Terminal("doctor")
    terminal.read(QUESTION)
    if answer:
        os.write(terminal.mine, answer)
    assert terminal.end() == 0
    assert told in terminal.seen


def test_the_doctor_asks_nothing_of_a_dumb_terminal() -> None:
    terminal = Terminal("doctor", term="dumb")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.seen and b"width of box glyphs: not measured" in terminal.seen


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"\x1b_Gi=31;OK\x1b\\\x1b[6;17;8t\x1b[?62;4c", b"pictures in pixels: Kitty"),
        (b"\x1b_Gi=31;EBADF:c\x1b\\\x1b[?62;4;22c", b"pictures in pixels: Sixel"),
        (b"\x1b[?62;22c", b"pictures in pixels: neither Kitty nor Sixel"),
        (b"", b"pictures in pixels: no answer"),
    ],
)
def test_the_doctor_tells_which_pictures_the_terminal_draws(monkeypatch, answer: bytes, told: bytes) -> None:
    for name in ("TERM_PROGRAM", "TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    terminal = Terminal("doctor")
    terminal.read(QUESTION)
    os.write(terminal.mine, b"\x1b[5;2R")
    terminal.read(b"\x1b[c")
    if answer:
        os.write(terminal.mine, answer)
    assert terminal.end() == 0
    assert told in terminal.seen and b"width of box glyphs: 1" in terminal.seen
