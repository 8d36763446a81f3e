"""The fixtures of all tests of screens, here and in ``tests/games/KEY/screen``."""

from __future__ import annotations

from tests.tui.fixtures import (  # noqa: F401 - pytest finds them by their names
    every_frame,
    every_game,
    fresh_moment,
    pinned_games,
    prompt_pilot,
    quiet_solver,
    remembered_releases,
    shared_rules,
)
