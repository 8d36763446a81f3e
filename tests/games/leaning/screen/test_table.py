"""Leaning Towers on the screen: a piece is placed with two keys, the mouse aims and turns, nothing ever waits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from tests.combinations import THOROUGH
from tests.tui.game_kit import Play, playing
from towergames import physics, registry
from towergames.games.leaning import forecast
from towergames.games.leaning.board import hand_work
from towergames.session.session import Message

pytestmark = pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())

TRIALS = 2
"""Falls simulated here for each place, by each of the two hands."""
PATIENCE_SECONDS = 40.0
"""Time for what takes one or two seconds on an idle machine."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, remembered_releases: None) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry("leaning")])
    monkeypatch.setattr(forecast, "FALL_TRIALS", TRIALS)
    monkeypatch.setattr(forecast, "ROUGH_TRIALS", TRIALS)
    monkeypatch.setattr(forecast, "SCREEN_TRIALS", 2 * TRIALS)
    monkeypatch.setattr(hand_work, "FULL_TRIALS", 2)
    monkeypatch.setattr(hand_work, "MOST_FULL_TRIALS", 4)
    if not THOROUGH:
        monkeypatch.setattr(hand_work, "IDEAS_PER_SEARCH", hand_work.IDEAS_BEFORE_SHOWING)
        monkeypatch.setattr(hand_work, "EXTRA_SECONDS", 0.0)


def idle(play: Play) -> bool:
    """Whether the hand has come to rest and the player can decide."""
    pointer = play.game.session.memory.ui
    return bool(play.game.session.context().may_act) and not pointer.busy and not pointer.pending


async def at_rest(play: Play) -> None:
    await play.until(lambda: idle(play), PATIENCE_SECONDS)


@asynccontextmanager
async def founded(path: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Play]:
    """A game in which the Foundation stands and the first player is to move."""
    options: dict[str, Any] = {"first": 1, "foundation": "ready", "tremor": "steady"}
    async with playing(path, "Ann,Bob", game="leaning", size=size, **options) as play:
        await at_rest(play)
        yield play


async def test_two_keys_place_a_piece_with_an_idea(tmp_path: Path) -> None:
    async with founded(tmp_path, (80, 24)) as play:
        await play.press("enter")
        await play.until(lambda: play.game.session.memory.ui.ideas, PATIENCE_SECONDS)
        await at_rest(play)
        assert "it on P" in play.text and " falls" in play.text and "point" in play.text
        await play.pilot.resize_terminal(120, 40)
        await play.pilot.pause()
        assert "it on P" in play.text and " falls" in play.text and "point" in play.text
        moves = play.table.moves
        await play.press("enter")
        await play.until(lambda: play.table.moves > moves, PATIENCE_SECONDS)
        await play.until(lambda: len(play.table.history.state.layout.pieces) == 3, PATIENCE_SECONDS)


async def test_a_small_letter_says_which_chip_its_capital_is(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", game="leaning", first=1) as play:
        await play.until(lambda: "Let the table start" in play.text, PATIENCE_SECONDS)
        await play.press("y")
        await play.until(lambda: play.said.endswith("Y, with Shift: Let the table start."))


async def test_while_enter_reads_a_rule_nothing_else_is_promised_for_it(tmp_path: Path) -> None:
    async with founded(tmp_path, (80, 24)) as play:
        play.game.tell(Message("The last piece was large. Use small or medium.", "bad", "L-7"))
        play.game.repaint()
        await play.until(lambda: play.said == "The last piece was large. Use small or medium. L-7")
        assert "It may touch" not in play.text
        await play.press("left")
        await play.until(lambda: "It may touch" in play.text)


async def test_the_mouse_aims_turns_and_presses(tmp_path: Path) -> None:
    async with founded(tmp_path) as play:
        session = play.game.session
        board = play.game.query_one("#board", Widget)
        spots = {spot.key: spot for spot in play.game.board.picture.spots}
        piece = spots["piece:P1"]
        await play.pilot.click(board, offset=(piece.x + piece.width // 2, piece.y + piece.height // 2))
        await play.until(lambda: session.memory.ui.target in (1, 2))
        yaw = session.memory.viewpoint.camera.yaw
        await play.pilot.mouse_down(board, offset=(20, 20))
        await play.pilot.hover(board, offset=(30, 20))
        await play.pilot.mouse_up(board, offset=(30, 20))
        await play.until(lambda: session.memory.viewpoint.camera.yaw != yaw)
        spots = play.game.zone("actions").picture.spots
        hold = next(spot for spot in spots if spot.key == "control:leaning.act-hold")
        await play.pilot.click("#actions", offset=(hold.x + 1, hold.y))
        await play.until(lambda: any(any(held) for held in play.table.history.state.held))


async def test_the_places_are_tried_out_in_the_background(tmp_path: Path) -> None:
    async with founded(tmp_path) as play:
        session = play.game.session
        await play.press("enter")
        await play.until(lambda: len(session.memory.ui.ideas) > 1, PATIENCE_SECONDS)
        await at_rest(play)
        assert not play.game.board_input.works.active, "nobody waits for it"
        await play.press("n")
        await play.until(lambda: session.memory.ui.idea == 1 and not session.memory.ui.busy, PATIENCE_SECONDS)
        await play.until(lambda: all(one.forecast.word for one in session.memory.ui.ideas), PATIENCE_SECONDS)
        await play.until(lambda: session.memory.ui.shown.forecast.fulls.releases >= 4, PATIENCE_SECONDS)
        assert "so far" not in play.text and " falls" in play.text


async def test_the_mouse_on_a_piece_tells_what_it_can_still_take(tmp_path: Path) -> None:
    async with founded(tmp_path) as play:
        await play.pilot.pause()
        piece = next(spot for spot in play.game.board.picture.spots if spot.key == "piece:P1")
        await play.pilot.hover("#board", offset=(piece.x + 1, piece.y))
        await play.until(lambda: "P1, large, neutral, room for 2 contacts." in play.text)
        await play.pilot.hover("#hand", offset=(0, 0))
        await play.until(lambda: "room for 2 contacts." not in play.text)
