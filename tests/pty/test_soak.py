"""Hours at one table: rematch after rematch, memory stays where it was (R17)."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import pytest

from tests.pty.rematches import after_each_game, bots_at_a_table

WARM = 10
"""Rematches after which every cache is full."""
MOST = 1.2
"""So much of what the first game left may be in memory at the end."""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
@pytest.mark.parametrize(
    ("game", "bot", "rematches"),
    [
        ("takethat", "normal", 150),
        ("words", "easy", 150),
        ("bricks", "easy", 150),
        ("leaning", "easy", 40),
        ("konexi", "easy", 60),
    ],
)
def test_rematches_do_not_grow(tmp_path: Path, game: str, bot: str, rematches: int) -> None:
    with bots_at_a_table(game, bot, tmp_path) as term:
        began, used = time.monotonic(), list(islice(after_each_game(term), rematches + 1))
        shown = ", ".join(f"{used[n]:.1f}" for n in range(0, rematches + 1, max(1, rematches // 5)))
        print(f"{game}: {rematches} rematches in {time.monotonic() - began:.0f} s, megabytes: {shown}")
    assert used[-1] - used[WARM] < 20
    assert used[-1] < MOST * used[0]
