"""A view of the board that a person chose is shown again: in the next game and in the next window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.game_kit import Play, header, playing
from towergames import registry
from towergames.board.camera_controls import SWITCH
from towergames.session.app_state import Memory

pytestmark = pytest.mark.usefixtures("every_game")

LARGE = (160, 50)
SEATS = "Ann,Hal:easy"
KEYS = [entry.key for entry in registry.ENTRIES]
CHOOSING = [
    entry.key
    for entry in registry.ENTRIES
    if any(spec.id == f"{entry.key}.{SWITCH}" for spec in entry.board.spec.specs)
]
"""The games whose board has more than one view."""


def shown(play: Play) -> str:
    """The name of the view on the screen, '' on a board with one view only."""
    viewpoint = play.game.session.memory.viewpoint
    return "" if viewpoint is None else viewpoint.view_name


def at(tmp_path: Path, key: str) -> Any:
    return playing(tmp_path, SEATS, game=key, seed=5, size=LARGE, first=1)


@pytest.mark.parametrize("key", CHOOSING)
async def test_the_chosen_view_is_shown_in_the_next_game_and_in_the_next_window(tmp_path: Path, key: str) -> None:
    async with at(tmp_path, key) as play:
        first, table = shown(play), play.table
        await play.press("semicolon")
        chosen = shown(play)
        assert chosen not in ("", first)
        assert Memory.load(tmp_path / "config").view(key) == chosen
        play.app.tables.begin_game(header(SEATS, key, 6, first=1))
        await play.until(lambda: play.table is not table)
        await play.pilot.pause()
        assert shown(play) == chosen
    async with at(tmp_path, key) as play:
        assert shown(play) == chosen
        await play.press("semicolon")
        assert shown(play) == first
    async with at(tmp_path, key) as play:
        assert shown(play) == first


@pytest.mark.parametrize("key", KEYS)
async def test_only_views_that_can_be_changed_have_a_name(tmp_path: Path, key: str) -> None:
    async with at(tmp_path, key) as play:
        assert bool(shown(play)) == (key in CHOOSING)
