"""Whole games of people at windows of their own, through pseudo-terminals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.combinations import first
from tests.pty.players import RARE, SHORT, seated, watched

WINDOWS = {2: ("screen", "lines"), 3: ("lines", "screen", "screen"), 4: ("screen", "lines", "screen", "lines")}
GAMES = [("bricks", 2), *((game, windows) for game in SHORT for windows in WINDOWS if (game, windows) != ("bricks", 2))]


@pytest.mark.parametrize(("game", "windows"), first(1, GAMES))
def test_a_whole_game(own_home: Path, game: str, windows: int) -> None:
    options = RARE[game] if windows == 3 else SHORT[game]
    with seated(own_home, game, WINDOWS[windows], *options) as players, watched(own_home, players) as evening:
        evening.play(every_kind=windows == 3)
        print(windows, "windows typed", *sorted(evening.kinds))
