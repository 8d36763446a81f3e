"""What plain mode says of the save is true: where files cannot be locked, on a full disk, and when the file goes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.faults import Disk, refuse_locks
from tests.plain.helpers import converse, header_of, play, script_of
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.signals import Terminated
from towergames.table.save_file import load_file

HEADER = ("Ann", "Bob")


class _Eventful(io.StringIO):
    """Typed lines; something happens before one of them is read."""

    def __init__(self, lines: list[str], at: int, event: object) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.left, self.event = at, event

    def readline(self, *size: int) -> str:  # type: ignore[override]
        self.left -= 1
        if self.left == 0:
            self.event()  # type: ignore[operator]
        return super().readline(*size)


def _spoken(saves: Path, lines: list[str], at: int, event: object) -> tuple[int, str]:
    out = io.StringIO()
    request = RunRequest("play", saves, header=header_of(*HEADER), save="test")
    code = run_plain(request, Console(_Eventful(lines, at, event), out))
    return code, " ".join(out.getvalue().split())


def test_where_files_cannot_be_locked_it_is_said_at_the_beginning_and_when_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_locks(monkeypatch)
    header = header_of(*HEADER)
    lines, _ = script_of(header, stop=6)
    said = [play(tmp_path, header, [*lines[:4], "quit"])[1]]
    said.append(converse([*lines[4:], "quit"], RunRequest("open", tmp_path, save="test"))[1])
    for text in said:
        assert "Files cannot be locked in this folder: No locks available." in " ".join(text.split())
        assert "only look at this game" not in text


def test_a_save_that_is_removed_is_written_anew_and_the_player_told(tmp_path: Path) -> None:
    lines, _ = script_of(header_of(*HEADER), stop=8)
    told = "The file of test was removed or replaced. The game goes on and is saved as test-2."
    for at in (2, len(lines) + 1):  # before a move, and at the very end
        code, text = _spoken(tmp_path, [*lines, "quit"], at, (tmp_path / "test.jsonl").unlink)
        assert code == 0 and told in text and text.endswith("Saved as test-2.")
        assert load_file(tmp_path / "test-2.jsonl").damage is None
        (tmp_path / "test-2.jsonl").unlink()


def test_a_signal_on_a_full_disk_does_not_say_that_all_is_saved(
    tmp_path: Path, disk: Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = script_of(header_of(*HEADER), stop=8)

    def stop() -> None:
        raise Terminated(15)

    def fill_and_stop() -> None:
        disk.fill()
        source.left, source.event = 3, stop

    source = _Eventful([*lines, "quit"], 2, fill_and_stop)
    request = RunRequest("play", tmp_path, header=header_of(*HEADER), save="test")
    assert run_plain(request, Console(source, io.StringIO())) == 74
    told = capsys.readouterr().err
    assert told == (
        "\nStopped. Not every move of test is saved: test.jsonl cannot be written: No space left on device.\n"
    )


def test_a_game_whose_last_moves_are_not_saved_keeps_them_and_its_name(tmp_path: Path, disk: Disk) -> None:
    lines, _ = script_of(header_of(*HEADER), stop=8)
    asked = [*lines[:3], "name other", "name", "menu"]
    _, text = _spoken(tmp_path, asked, 2, disk.fill)
    assert "The last moves are not saved, so the name stays" in text
    assert text.count("Not every move of test is saved: test.jsonl cannot be written") == 1
