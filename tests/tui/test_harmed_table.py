"""An open table on the screen whose file is cut or whose folder goes: what is said, and the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.faults import Disk
from tests.plain.test_harmed_table import HARM, KEPT, LOST, Captured, Harm, cut
from tests.table.windows import follow, move_on
from tests.tui.test_windows import begun, joined, quick_answers
from towergames.exit_codes import NOT_WRITTEN, OUR_FAULT
from towergames.table import file_watcher, shared_journal
from towergames.table.save_file import load_file
from towergames.table.store import Store

__all__ = ["quick_answers"]
pytestmark = pytest.mark.usefixtures("null_game")

TOLD = f"T{LOST[1:]}."


@HARM
@pytest.mark.parametrize(("full", "code"), [(False, 0), (False, 143), (True, 0), (True, 129)])
async def test_who_leaves_is_told_where_the_table_is_kept_or_that_it_is_not(
    tmp_path: Path, capsys: Captured, disk: Disk, harm: Harm, full: bool, code: int
) -> None:
    other = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1) as play:
        state = play.table.history.state
        harm(other.journal.path)
        if full:
            disk.fill()
        play.app.stop(code) if code else play.app.program.do_quit()
        await play.pilot.pause(0.2)
    assert play.app.return_code == play.app.leaving == (NOT_WRITTEN if full else code)
    told = " ".join(capsys.readouterr().err.split())
    assert told == (TOLD if full else KEPT)
    if not full:
        assert load_file(tmp_path / "saves" / "game-conflict.jsonl").history.state == state


async def test_on_the_way_to_the_menu_it_is_told_too_and_not_forgotten(tmp_path: Path, disk: Disk) -> None:
    other = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1) as play:
        disk.fill()
        cut(other.journal.path)
        play.app.to_menu()
        await play.until(lambda: TOLD in play.notices)
        play.app.program.do_quit()
        await play.pilot.pause(0.2)
    assert play.app.return_code == NOT_WRITTEN


async def test_a_crash_tells_where_the_table_is_kept(tmp_path: Path) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    other, printed = begun(tmp_path, "Ann,Bob"), []  # type: ignore[var-annotated]
    with pytest.raises(ZeroDivisionError):
        async with joined(tmp_path, 1) as play:
            app: Any = play.app
            app._print_error_renderables = lambda: printed.extend(app._exit_renderables)
            cut(other.journal.path)
            play.game.call_later(fail)
            await play.pilot.pause(0.2)
    assert app.return_code == OUR_FAULT
    assert f"{KEPT} Saved as game-conflict." in str(printed[0])


async def test_stray_lines_and_a_long_doubt_are_told_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.1)
    monkeypatch.setattr(shared_journal, "LONG_DOUBT", 0.3)
    other = begun(tmp_path, "Ann")
    path = other.journal.path
    other.close()
    async with joined(tmp_path, 0) as play:
        await play.until(lambda: play.table.keeps)
        moves = play.table.moves
        with path.open("ab") as file:
            file.write(b"mine\n")
        await play.until(lambda: "Another program has written into the file of game." in play.notices)
        await play.until(lambda: not play.table.saved.unsaved_reason)
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: play.table.moves > moves)
        data = path.read_bytes()
        cut(path)
        await play.until(lambda: KEPT in play.notices)
        assert "! game.jsonl cannot be read: record 2 is damaged" in play.text
        path.write_bytes(data)
        await play.until(lambda: not play.table.saved.unsaved_reason)
    assert load_file(path).damage is None


async def test_a_window_whose_seat_another_has_taken_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "POLL_SECONDS", 0.01)
    other = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1) as play:
        with monkeypatch.context() as patched:
            patched.setattr("towergames.table.seats.Seats.look_after", lambda _: False)
            (tmp_path / "saves" / ".game.jsonl.seat-2").unlink()
            second = Store(tmp_path / "saves").join("game", (1,))
        await play.until(lambda: "Another window has taken the seat of Bob." in play.notices)
        assert play.table.here == ()
        assert play.game.session.viewer is None
        before = play.table.moves
        move_on(other, second)
        await play.until(lambda: play.table.moves > before)
        follow(other, second)
