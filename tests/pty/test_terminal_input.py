"""What a terminal sends in the midst of a game: nothing of it ends the game, and only keys play a move."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from textual import constants

from tests.pty.terminal import Terminal
from tests.pty.test_survival import begin, moves_saved, open_curtain
from towergames.tui.terminal import escape_wait

OSC = b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07"
STRANGE = {
    "Latin-1": b"\xe9",
    "an old mouse report right of column 95": b"\x1b[M \xc1\xa2",
    "a key that is released": b"\x1b[105;1:3u",
    "a key out of range": b"\x1b[1114112u\x1b[55296;5u\x1b[97:-1;2u",
    "a late answer": OSC,
    "late answers": b"\x1bP1$r1;2 q\x1b\\\x1b]4;1;rgb:1/1/1\x1b\\\x1b_Gi=9;x1\x1b\\\x1b^1\x1b\\\x1b[?997;1n",
    "an answer as long as this": b"\x1b[" + b"1;" * 3000 + b"x",
}


def game(home: Path) -> Terminal:
    """Ann's first turn, in which 1, 2 and Enter build."""
    term = begin(home)
    open_curtain(term)
    term.wait_idle()
    return term


def write_slowly(term: Terminal, data: bytes, seconds: float) -> float:
    """Write byte by byte, so many seconds apart; the longest pause that it became."""
    longest = 0.0
    for at in range(len(data)):
        began = time.monotonic()
        os.write(term.fd, data[at : at + 1])
        time.sleep(seconds)
        longest = max(longest, time.monotonic() - began)
    return longest


def test_what_is_no_key_neither_ends_a_game_nor_plays_a_move(tmp_path: Path) -> None:
    with game(tmp_path) as term:
        os.write(term.fd, b"\xe9a")  # Latin-1, in which only the "a" is a key here
        term.wait_for("A  Show again")
        term.wait_idle()
        before, shown = moves_saved(tmp_path), term.text
        for name, data in STRANGE.items():
            os.write(term.fd, data)
            assert term.pump(0.3), name
            term.wait_idle()
            assert (moves_saved(tmp_path), term.text) == (before, shown), name
        write_slowly(term, OSC, 0.02)
        term.wait_idle()
        assert (moves_saved(tmp_path), term.text) == (before, shown)
        term.send("enter")
        term.wait_for("Build on another tower")
    assert len(moves_saved(tmp_path)) == len(before) + 1


@pytest.mark.parametrize("begun", [b"\x1b]11;rgb:", b"\x1b[200~1"])
def test_the_keyboard_comes_back_after_a_sequence_that_never_ends(tmp_path: Path, begun: bytes) -> None:
    with game(tmp_path) as term:
        os.write(term.fd, begun)
        term.pump(2.2)
        time.sleep(2.2)
        term.send("enter")
        term.wait_for("Build on another tower")


def test_an_arrow_key_over_a_slow_line_is_an_arrow_key(tmp_path: Path) -> None:
    for _ in range(10):
        with Terminal([], tmp_path) as term:
            term.wait_for("Quit")
            term.send(":")
            term.wait_for("command")
            term.send("xqz")
            term.wait_for("xqz")
            longest = write_slowly(term, b"\x1b[D", 0.11)
            term.send("k")
            if longest > 0.14:  # a busy machine: the line was slower than it should have been
                continue
            term.wait_for("xqkz")
            term.send("escape")
            term.wait_for(lambda text: "xq" not in text)
            return
    raise AssertionError("the machine is too busy to send a key over a slow line")


def test_the_wait_after_esc_is_longer_over_ssh_and_what_escdelay_says() -> None:
    assert 0.08 < escape_wait({}) < escape_wait({"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}) <= 0.3
    assert escape_wait({"ESCDELAY": "40", "SSH_CONNECTION": "1"}) == constants.ESCAPE_DELAY
