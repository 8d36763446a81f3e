"""What the game screen says and asks of the save: no locks, a full disk, a file that are called away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import Disk, refuse_locks
from tests.tui.game_kit import opened, played, playing
from towergames.exit_codes import NOT_WRITTEN
from towergames.table.save_file import load_file
from towergames.tui.dialogs import ChoiceDialog, LossDialog
from towergames.tui.screens.game.handover import CurtainScreen

pytestmark = pytest.mark.usefixtures("null_game")


async def test_where_files_cannot_be_locked_it_is_said_at_the_beginning_and_when_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_locks(monkeypatch)
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        assert "Files cannot be locked in this folder" in play.read
        await play.press("enter")
        assert not isinstance(play.app.screen, ChoiceDialog)
    async with opened(tmp_path, "null-ann-bob") as play:
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        assert "Files cannot be locked in this folder" in play.read
        await play.press("enter")
        assert not play.table.read_only


async def test_a_save_that_is_removed_is_written_anew_and_the_player_told(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        (tmp_path / "saves" / "null-ann.jsonl").unlink()
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        assert "The game goes on and is saved as null-ann-2." in play.read
        await play.press("enter", "enter")
        assert play.game.is_current
        (tmp_path / "saves" / "null-ann-2.jsonl").unlink()
        moves, said = play.table.moves, list[str]()
        play.app.say = lambda text, **more: said.append(text)  # type: ignore[method-assign]
        await play.press("m")
        assert said == [
            "The file of null-ann-2 was removed or replaced. The game goes on and is saved as null-ann-2-2.",
            "Saved as null-ann-2-2.",
        ]
    assert len(load_file(tmp_path / "saves" / "null-ann-2-2.jsonl").history.plays) == moves


async def test_a_damaged_save_says_that_it_was_recovered(tmp_path: Path) -> None:
    name = played(tmp_path, "Ann", ["take 1", "take 2"], first=1)
    path = tmp_path / "saves" / f"{name}.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    async with opened(tmp_path, name) as play:
        await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
        assert f"The damaged file is kept as {name}.jsonl.damaged." in play.read


async def test_every_way_out_asks_while_moves_are_not_saved(tmp_path: Path, disk: Disk) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        disk.fill()
        await play.press("enter")
        assert "! NOT SAVED: null-ann.jsonl cannot be written: No space left on device.\n" in play.text, "not cut"
        assert "not saved" in play.text.split("\n")[0]
        for way in (("question_mark", "ctrl+q"), ("m",), ("ctrl+q",)):
            await play.press(*way)
            assert isinstance(play.app.screen, LossDialog) and "If you leave now, they are lost" in play.text
            await play.press("ctrl+q")
            assert isinstance(play.app.screen, LossDialog), "asked once"
            await play.press("enter")
            if play.app.screen is not play.game:
                await play.press("escape")
        play.game.typed("save other")
        await play.pilot.pause()
        await play.press("r")
        assert "The last moves are not saved, so the name stays: null-ann.jsonl cannot be written" in play.said
        await play.press("escape")
        assert "^L opens the menu, ^Q quits. Not every move of null-ann is saved" in play.said
        disk.full = False
        await play.press("ctrl+q")
        await play.pilot.pause()
    assert len(load_file(tmp_path / "saves" / "null-ann.jsonl").history.plays) == 2


async def test_the_curtain_asks_too(tmp_path: Path, disk: Disk) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        play.app.screen.run_command("curtain.open")  # type: ignore[attr-defined]
        await play.pilot.pause()
        disk.fill()
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
        await play.press("m")
        assert isinstance(play.app.screen, LossDialog)


async def test_a_signal_on_a_full_disk_says_what_is_lost(
    tmp_path: Path, disk: Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        disk.fill()
        await play.press("enter")
        play.app.leave(143)
    assert play.app.return_code == NOT_WRITTEN
    told = " ".join(capsys.readouterr().err.split())
    assert told == "Not every move of null-ann is saved: null-ann.jsonl cannot be written: No space left on device."
