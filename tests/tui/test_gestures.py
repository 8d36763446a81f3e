"""How far one gesture reaches: nobody who follows a key reads more functions and files than this."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.gestures import GESTURES, gesture

CEILINGS = {
    "Konexi, Tab": (36, 14),
    "Stacked Words, a letter that is not on the rack": (38, 14),
    "Stacked Words, a letter": (42, 15),
}
"""The most functions and files that a gesture runs. No move is among them: it submits, judges, saves and animates."""


@pytest.fixture(autouse=True)
def fresh_moment() -> None:
    """The check of each moment would be counted."""


@pytest.mark.parametrize("name", CEILINGS)
async def test_a_gesture_runs_few_functions_in_few_files(tmp_path: Path, every_game: None, name: str) -> None:
    profile = await gesture(tmp_path, *GESTURES[name])
    functions, files = CEILINGS[name]
    told = "\n".join(profile.functions)
    assert len(profile.functions) <= functions, f"{len(profile.functions)} functions:\n{told}"
    assert len(profile.files) <= files, f"{len(profile.files)} files:\n{told}"
