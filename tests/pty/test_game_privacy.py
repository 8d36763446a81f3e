"""The bytes themselves: from a player's last key to the opening of the curtain no card of anybody is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pty.terminal import Terminal
from towergames.games.takethat.model import FLOORS

pytestmark = pytest.mark.pty


def test_no_byte_between_commit_and_opening_names_a_hidden_card(tmp_path: Path) -> None:
    args = ["play", "takethat", "--seat", "Ann", "--seat", "Bob", "--seed", "42", "--option", "first=1"]
    env = {"TEXTUAL_ANIMATIONS": "none"}
    with Terminal(args, tmp_path, (100, 30), env) as terminal:
        terminal.wait_for("1 I am Ann")
        assert not _names(terminal, 0)
        terminal.send("1")
        terminal.wait_for("Build the first floor")
        terminal.send("1", "enter", "1", "enter")
        terminal.wait_for("Claim, or end")
        standing = _names(terminal, 0, on_screen="Starts tower")
        terminal.wait_idle()  # her screen is painted once more soon after
        start = len(terminal.raw)
        terminal.send("e")
        terminal.wait_for("2 I am Bob")
        terminal.send("?")
        terminal.wait_for("Help")
        terminal.send("escape")
        terminal.resize(80, 24)
        terminal.wait_for("2 I am Bob")
        assert not _names(terminal, start) - standing
        terminal.send("2")
        terminal.wait_for("Your turn, Bob")
        terminal.wait_for("Next tower")  # the log is painted after the status line
        assert _names(terminal, start) - standing


def _names(terminal: Terminal, start: int, on_screen: str = "") -> set[str]:
    """The floors named in the bytes since ``start``, or in the lines of the screen that hold ``on_screen``."""
    text = bytes(terminal.raw[start:]).decode(errors="replace")
    if on_screen:
        text = "\n".join(line for line in terminal.text.split("\n") if on_screen in line)
    return {floor for floor in FLOORS if floor in text}
