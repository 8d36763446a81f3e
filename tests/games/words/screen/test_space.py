"""The board in 3D on the game screen: keys and clicks change to it, and it is remembered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.game_kit import Play, playing
from tests.tui.library_kit import showing
from towergames.games.words.board.camera import FLAT, SPACE, viewpoint_of
from towergames.session.app_state import Memory
from towergames.tui.screens.replay import ReplayScreen

SAVE = Path(__file__).parents[4] / "saves" / "example-words.jsonl"
LARGE, SMALL = (160, 50), (80, 24)
TOLD = "This window has room for the board in 3D"


def view(play: Play) -> str:
    return viewpoint_of(play.game.session.context()).view


def message(play: Play) -> str:
    return str(play.game.session.message.text)


def at(tmp_path: Path, size: tuple[int, int], **more: Any) -> Any:
    return playing(tmp_path, "Ann,Hal:easy", game="words", seed=5, size=size, first=1, **more)


async def test_a_first_game_in_a_large_window_says_once_that_3d_is_there(tmp_path: Path) -> None:
    async with at(tmp_path, LARGE) as play:
        await play.pilot.pause()
        assert message(play) == f"{TOLD}. ; shows it." and view(play) == FLAT
        await play.press("right")
        assert message(play) == ""
    async with at(tmp_path, LARGE) as play:
        await play.pilot.pause()
        assert TOLD not in message(play)


async def test_a_small_window_says_nothing_and_the_key_says_why(tmp_path: Path) -> None:
    async with at(tmp_path, SMALL) as play:
        await play.pilot.pause()
        assert TOLD not in message(play)
        await play.press(";")
        assert message(play) == "The board in 3D needs a larger window." and view(play) == FLAT


async def test_the_chosen_view_is_remembered_from_game_to_game(tmp_path: Path) -> None:
    async with at(tmp_path, LARGE) as play:
        await play.press(";")
        assert view(play) == SPACE
    async with at(tmp_path, LARGE) as play:
        assert view(play) == SPACE and not message(play)
        await play.press("q", "a")
        assert play.game.session.memory.ui.laid, "letters are typed as on the flat board"
        play.game.board_input.click("view:flat")
        assert view(play) == FLAT
    async with at(tmp_path, LARGE) as play:
        assert view(play) == FLAT


async def test_the_view_in_3d_comes_back_when_the_window_grows_again(tmp_path: Path) -> None:
    async with at(tmp_path, LARGE) as play:
        await play.press(";")
        room = play.game.session.memory.room
        await play.pilot.resize_terminal(*SMALL)
        await play.pilot.pause()
        assert play.game.session.memory.room != room and view(play) == SPACE
        assert play.game.why_not("words.look") == "The board in 3D needs a larger window."
        await play.pilot.resize_terminal(*LARGE)
        await play.pilot.pause()
        assert play.game.session.memory.room == room and not play.game.why_not("words.look")


@pytest.mark.parametrize("chosen, shown", [("", SPACE), (FLAT, FLAT), (SPACE, SPACE)])
async def test_a_replay_begins_in_3d_unless_the_flat_board_was_chosen(tmp_path: Path, chosen: str, shown: str) -> None:
    if chosen:
        Memory.load(tmp_path / "config").remember_view("words", chosen)
    screen = ReplayScreen.from_file(SAVE)
    async with showing(screen, tmp_path, size=LARGE) as (_, pilot):
        await pilot.pause()
        assert viewpoint_of(screen.shown()).view == shown
        await pilot.press(";")
        remembered = Memory.load(tmp_path / "config").view("words")
        assert remembered == viewpoint_of(screen.shown()).view != shown
