"""Leaning Towers on the screen: a piece is placed with two keys, the mouse aims and turns, nothing ever waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from tests.tui.game_kit import Play, playing
from towergames import physics, registry

pytestmark = pytest.mark.skipif(bool(physics.available()), reason=physics.available())

PATIENCE = 40.0
"""Seconds for what takes one or two on an idle machine."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if all(entry.key != "leaning" for entry in registry.ENTRIES):
        monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry("leaning")])
    yield


def idle(play: Play) -> bool:
    """Whether the hand has come to rest and the player can decide."""
    pointer = play.game.session.pointer
    return bool(play.game.session.scene().may_act) and not pointer.busy and not pointer.pending


async def at_rest(play: Play) -> None:
    await play.until(lambda: idle(play), PATIENCE)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_two_keys_place_a_piece_with_an_idea(tmp_path: Path, size: tuple[int, int]) -> None:
    options: dict[str, Any] = {"first": 1, "foundation": "ready", "tremor": "steady"}
    async with playing(tmp_path, "Ann,Bob", game="leaning", size=size, **options) as play:
        await at_rest(play)
        began = time.monotonic()
        await play.press("enter")
        await play.until(lambda: play.game.session.pointer.ideas, PATIENCE)
        await at_rest(play)
        assert "Enter lets go" in play.text and "point" in play.text
        moves = play.table.moves
        await play.press("enter")
        await play.until(lambda: play.table.moves > moves, PATIENCE)
        assert time.monotonic() - began < 60, "a newcomer has a minute"
        await play.until(lambda: len(play.table.history.state.layout.pieces) == 3, PATIENCE)


async def test_the_hand_is_moved_by_keys_and_goes_back(tmp_path: Path) -> None:
    options: dict[str, Any] = {"first": 1, "foundation": "ready", "tremor": "steady"}
    async with playing(tmp_path, "Ann,Bob", game="leaning", size=(80, 24), **options) as play:
        await at_rest(play)
        await play.press("G", "1")
        await play.press("enter")
        await play.until(lambda: play.game.session.pointer.grips and idle(play), PATIENCE)
        start = play.game.session.pointer.ghost
        await play.press("right", "right", "b", "comma", "d")
        await at_rest(play)
        assert play.game.session.pointer.ghost != start
        while play.game.session.pointer.trail:
            await play.press("backspace")
            await at_rest(play)
        assert play.game.session.pointer.ghost == start
        await play.press("escape")
        assert not play.game.session.pointer.grips and play.table.moves == 1


async def test_the_mouse_aims_turns_and_presses(tmp_path: Path) -> None:
    options: dict[str, Any] = {"first": 1, "foundation": "ready"}
    async with playing(tmp_path, "Ann,Bob", game="leaning", size=(120, 40), **options) as play:
        await at_rest(play)
        session = play.game.session
        board = play.game.query_one("#board", Widget)
        spots = {spot.key: spot for spot in play.game.board.picture.spots}
        piece = spots["piece:P1"]
        await play.pilot.click(board, offset=(piece.x + piece.width // 2, piece.y + piece.height // 2))
        await play.until(lambda: session.pointer.target in (1, 2))
        yaw = session.pointer.camera.yaw
        await play.pilot.mouse_down(board, offset=(20, 20))
        await play.pilot.hover(board, offset=(30, 20))
        await play.pilot.mouse_up(board, offset=(30, 20))
        await play.until(lambda: session.pointer.camera.yaw != yaw)
        hold = next(spot for spot in play.game.zone("hand").picture.spots if spot.key == "act:hold")
        await play.pilot.click("#hand", offset=(hold.x + 1, hold.y))
        await play.until(lambda: any(any(held) for held in play.table.history.state.held))
