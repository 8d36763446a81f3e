"""Rematch after rematch of two bots in a terminal, and the memory that the program takes. Reads ``/proc``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.forked import PROGRAM
from tests.pty.terminal import Terminal


def megabytes(pid: int) -> float:
    """What the process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def bots_at_a_table(game: str, level: str, home: Path) -> Terminal:
    """A terminal in which two bots play without pauses and animations."""
    args = ["play", game, "--seat", f"Ann=bot:{level}", "--seat", f"Bob=bot:{level}", "--seed", "11"]
    return Terminal(args, home, (100, 30), {"TOWERGAMES_PACE": "instant", "TOWERGAMES_MOTION": "none"}, PROGRAM)


def after_each_game(term: Terminal) -> Iterator[float]:
    """The size after each game in megabytes; a rematch begins when the next one is asked for."""
    while True:
        term.wait_for("Play again", 7200)
        yield megabytes(term.pid)
        while "Play again" in term.text:
            term.pump(1.0)  # the card does not listen at once
            term.send("enter")
            term.pump(0.5)
