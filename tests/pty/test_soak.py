"""Hours at one table: rematch after rematch, memory stays where it was (R17)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.forked import PROGRAM
from tests.pty.terminal import Terminal

WARM = 10
"""Rematches after which every cache is full."""
MOST = 1.2
"""So much of what the first game left may be in memory at the end."""


def megabytes(pid: int) -> float:
    """What the process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
@pytest.mark.parametrize(
    ("game", "bot", "rematches"),
    [
        ("takethat", "random", 150),
        ("words", "easy", 150),
        ("bricks", "easy", 150),
        ("leaning", "easy", 40),
        ("konexi", "easy", 60),
    ],
)
def test_rematches_do_not_grow(tmp_path: Path, game: str, bot: str, rematches: int) -> None:
    args = ["play", game, "--seat", f"Ann=bot:{bot}", "--seat", f"Bob=bot:{bot}", "--seed", "7"]
    env = {"TOWERGAMES_PACE": "instant", "TOWERGAMES_MOTION": "none"}
    with Terminal(args, tmp_path, (100, 30), env, PROGRAM) as term:
        used, began = [], time.monotonic()
        for _ in range(rematches + 1):
            term.wait_for("Play again", 600)
            used.append(megabytes(term.pid))
            while "Play again" in term.text:
                term.pump(1.0)  # the card does not listen at once
                term.send("enter")
                term.pump(0.5)
        shown = ", ".join(f"{used[n]:.1f}" for n in range(0, rematches + 1, max(1, rematches // 5)))
        print(f"{game}: {rematches} rematches in {time.monotonic() - began:.0f} s, megabytes: {shown}")
    assert used[-1] - used[WARM] < 20
    assert used[-1] < MOST * used[0]
