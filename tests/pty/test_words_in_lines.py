"""Stacked Words in lines on a real terminal: racks leave the screen at every hand-over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pty.terminal import Terminal

pytestmark = pytest.mark.pty

PLAY = ["play", "words", "--seat", "Ann", "--seat", "Bob", "--seed", "7", "--plain", "--option", "checking=challenge"]
"""Bob begins with A C F H H M S."""


def test_a_rack_has_left_the_screen_when_the_next_player_comes(tmp_path: Path) -> None:
    with Terminal(PLAY, tmp_path, (80, 24), {"TERM": "dumb"}) as terminal:
        terminal.wait_for("Hand over to Bob")
        assert "tiles:" not in terminal.text
        _type(terminal, "")
        terminal.wait_for("7 tiles: A C F H H M S")
        _type(terminal, "play e2 down FACH")
        terminal.wait_for("Hand over to Ann")
        assert "tiles:" not in terminal.text and "FACH" in terminal.text
        _type(terminal, "")
        terminal.wait_for("7 tiles: A D E F M O Y")
        _type(terminal, "challenge")
        terminal.wait_for("Type yes")
        _type(terminal, "yes")
        terminal.wait_for("FACH is not in the word list. Bob takes it back: -8")
        terminal.wait_for("Hand over to Bob")
        assert "tiles:" not in terminal.text


def _type(terminal: Terminal, line: str) -> None:
    terminal.send(line, "enter")
