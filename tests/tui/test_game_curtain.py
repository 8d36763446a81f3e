"""Between people who hide their hands: nothing of a hand is in any frame until its owner has opened the curtain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.frames import frame
from tests.tui.game_kit import Play, playing
from towergames.board.protocol import Description
from towergames.registry import Entry
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.screens.game import handover as curtain_module
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen

pytestmark = pytest.mark.usefixtures("null_game")

TOKEN = "Your secret is"


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch, every_frame: None) -> Iterator[list[str]]:
    """Every frame that is sent to the terminal, as text, and every single update."""
    seen: list[str] = []
    display = TowerApp._display

    def spy(self: TowerApp, screen: Any, renderable: Any) -> None:
        if self._running and screen is self.screen and screen.is_mounted:
            seen.append(frame(self))
        display(self, screen, renderable)

    monkeypatch.setattr(TowerApp, "_display", spy)
    yield seen


async def hand_over(play: Play) -> None:
    await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
    await play.pilot.pause()


async def test_no_frame_from_commit_to_opening_holds_a_secret(tmp_path: Path, frames: list[str]) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        await hand_over(play)
        assert TOKEN not in "".join(frames) and "1 I am Ann" in play.text and "PIN" not in play.text
        await play.press("2", "enter")  # not Ann's keys
        assert isinstance(play.app.screen, CurtainScreen)
        await play.press("1")
        assert TOKEN in play.text
        play.game.typed("save")  # a dialog is open when the turn ends
        await play.pilot.pause()
        assert len(play.app.screen_stack) == 3
        frames.clear()
        play.game.flow.act(play.table.parse("take 2"))
        await hand_over(play)
        await play.press("question_mark", "escape", "ctrl+p", "escape")
        await play.pilot.resize_terminal(100, 30)
        await play.pilot.resize_terminal(40, 12)
        await play.pilot.resize_terminal(90, 30)
        assert isinstance(play.app.screen, CurtainScreen)
        assert frames and TOKEN not in "".join(frames)
        assert "You" not in "".join(frames).replace("Your game", "")
        assert TOKEN not in play.app.export_screenshot() and play.game.exportable().journal is None
        await play.press("2")
        assert TOKEN in play.text and play.game.session.viewer == 1


async def test_scoring_at_the_hand_over_is_shown_publicly(tmp_path: Path, frames: list[str]) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1, flags={"motion": "full"}) as play:
        await play.press("1")
        play.game.typed("take 2")
        frames.clear()
        await play.pilot.pause()
        await hand_over(play)
        assert TOKEN not in "".join(frames)
        await play.press("2")
        play.game.typed("take 3")  # leaves 7
        await hand_over(play)
        await play.press("1")
        play.game.typed("take 2")  # leaves 5: a die is rolled, which is animated
        frames.clear()
        play.game.repaint()
        await play.pilot.pause()
        assert any("Skip" in f for f in frames) or isinstance(play.app.screen, CurtainScreen)
        await hand_over(play)
        assert TOKEN not in "".join(frames)


async def test_what_came_of_a_move_is_read_before_the_hand_over(
    tmp_path: Path, null_game: Entry, monkeypatch: pytest.MonkeyPatch, frames: list[str]
) -> None:
    told = Description(news="The last piece was cracked.")
    monkeypatch.setattr(type(null_game.board), "describe", lambda *_: told)
    async with playing(tmp_path, "Ann,Bob,Hal:easy", first=1) as play:
        await play.press("1")
        play.game.typed("take 2")
        frames.clear()
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        await play.pilot.pause(0.3)
        assert "The last piece was cracked." in play.text and TOKEN not in "".join(frames)
        await play.press("enter")
        await hand_over(play)
        await play.press("2")
        play.game.typed("take 1")  # a bot is next, and then Ann
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        moves = play.table.moves
        await play.pilot.pause(0.3)
        assert play.table.moves == moves
        await play.press("escape")
        await hand_over(play)
        assert play.table.moves > moves


async def test_what_came_of_a_move_stays_where_no_hand_over_follows(
    tmp_path: Path, null_game: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Description(news="The last piece was cracked.")
    monkeypatch.setattr(type(null_game.board), "describe", lambda *_: told)
    monkeypatch.setattr(type(null_game.game), "info", replace(null_game.game.info, hidden=False))
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        play.game.typed("take 2")
        await play.pilot.pause()
        assert play.game.session.decider == 1 and play.game.session.context().may_act
        assert "The last piece was cracked." in play.text


async def test_a_pin_is_chosen_twice_and_then_asked_for(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1, flags={"curtain": "pin"}) as play:
        await hand_over(play)
        assert "Choose a PIN" in play.text
        await play.press(*"1234", *"1235")
        assert "The two PINs differ" in play.text
        await play.press(*"1234", *"1234")
        assert isinstance(play.app.screen, GameScreen)
        await play.press("v")
        assert isinstance(play.app.screen, CurtainScreen) and "type your PIN" in play.text and "1234" not in play.text
        play.app.screen.typed("open")  # type: ignore[attr-defined]
        await play.press(*"9999")
        assert "Wrong PIN" in play.text
        await play.press(*"1234")
        assert isinstance(play.app.screen, GameScreen) and TOKEN in play.text


async def test_hold_wants_two_presses_a_second_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1, flags={"curtain": "hold"}) as play:
        await hand_over(play)
        await play.press("enter", "enter")
        assert isinstance(play.app.screen, CurtainScreen) and "Too fast" in play.text
        monkeypatch.setattr(curtain_module, "HOLD_LEAST", 0.0)
        await play.press("enter")
        assert isinstance(play.app.screen, GameScreen)


async def test_the_hand_is_hidden_by_key_and_after_idle_minutes(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        assert play.game.why_not("hand.hide")
        await play.press("1")
        play.game.session.touched -= 5 * 60
        play.game.handover._woken()
        await hand_over(play)
        await play.pilot.click("#curtain", offset=(40, 11))
        await play.pilot.pause()
        assert isinstance(play.app.screen, GameScreen) and TOKEN in play.text
