"""An open table in plain mode whose file is cut or whose folder goes: what is said, and the exit code."""

from __future__ import annotations

import re
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults import Disk
from tests.plain.helpers import converse
from tests.plain.test_windows import begun
from towergames.exit_codes import NOT_WRITTEN
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.signals import Terminated
from towergames.table import shared_journal
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable

Captured = pytest.CaptureFixture[str]
Harm = Callable[[Path], object]
KEPT = "The file of game cannot be used. This table is kept as game-conflict."
LOST = "the file of game cannot be used, and no copy of this table can be made: No space left on device"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.fixture
def ann(tmp_path: Path) -> SharedTable:
    """An open table on which Bob is to move."""
    table = begun(tmp_path / "saves", "Ann", "Bob")
    table.follow()
    while table.turn.seat != 1:  # type: ignore[union-attr]
        table.submit(0, table.legal()[0])
    return table


class Harming(Console):
    """Somebody harms the file as the first line is asked for."""

    def __init__(self, harm: Callable[[], object], *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.harm: Callable[[], object] | None = harm

    def ask_until(self, prompt: str, look: Callable[[], bool]) -> str | None:
        harm, self.harm = self.harm, None
        if harm is not None:
            harm()
        return super().ask_until(prompt, look)


def bob(folder: Path, harm: Callable[[], object], *lines: str) -> tuple[int, str]:
    import io

    source, out = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    code = run_plain(RunRequest("join", folder, save="game", seats=(1,)), Harming(harm, source, out))
    return code, " ".join(out.getvalue().split())


HARM = pytest.mark.parametrize("harm", [cut, remove_folder])
LEAVING = pytest.mark.parametrize("lines", [("quit",), (), ("menu", "quit")], ids=["quit", "end of input", "menu"])


@HARM
@LEAVING
def test_who_leaves_is_told_where_the_table_is_kept(
    ann: SharedTable, tmp_path: Path, capsys: Captured, harm: Harm, lines: tuple[str, ...]
) -> None:
    path, state = ann.journal.path, ann.history.state
    code, out = bob(tmp_path / "saves", lambda: harm(path), *lines)
    assert code == 0
    assert out.count(KEPT) == 1
    assert ("Saved as game-conflict." in out) == (lines == ("quit",))
    assert capsys.readouterr().err == ""
    assert load_file(path.with_name("game-conflict.jsonl")).history.state == state


@HARM
@LEAVING
def test_where_no_copy_can_be_made_the_exit_code_tells(
    ann: SharedTable, tmp_path: Path, capsys: Captured, disk: Disk, harm: Harm, lines: tuple[str, ...]
) -> None:
    def harmed() -> None:
        harm(ann.journal.path)
        disk.fill()

    code, out = bob(tmp_path / "saves", harmed, *lines)
    assert code == NOT_WRITTEN
    assert "This table is kept" not in out
    assert "Saved as game-conflict." not in out
    assert f"towergames: {LOST}\n" == capsys.readouterr().err
    assert (f"T{LOST[1:]}." in out) == ("menu" in lines)


@HARM
@pytest.mark.parametrize("full", [False, True])
def test_a_signal_says_it_too(
    ann: SharedTable, tmp_path: Path, capsys: Captured, disk: Disk, harm: Harm, full: bool
) -> None:
    def harmed() -> None:
        harm(ann.journal.path)
        if full:
            disk.fill()
        raise Terminated(signal.SIGTERM)

    code, _ = bob(tmp_path / "saves", harmed)
    err = " ".join(capsys.readouterr().err.split())
    if full:
        assert (code, err) == (NOT_WRITTEN, f"Stopped. T{LOST[1:]}.")
    else:
        assert (code, err) == (143, f"Stopped. {KEPT} Saved as game-conflict.")


def test_why_the_table_waits_is_told_with_the_name_of_the_file_as_it_is(
    ann: SharedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    _, out = bob(tmp_path / "saves", lambda: cut(ann.journal.path), "board", "end", "board", "quit")
    assert out.count("The table waits and tries again.") == 1 and "Not saved" not in out
    assert re.search(r" game\.jsonl cannot be read: .*\. The table waits and tries again\.", out)


def test_who_leaves_a_table_in_peace_is_told_its_name(ann: SharedTable, tmp_path: Path) -> None:
    code, out = converse(["quit"], RunRequest("join", tmp_path / "saves", save="game", seats=(1,)))
    assert code == 0
    assert "Saved as game." in " ".join(out.split()).partition("Bob>")[2]
    with suppress(OSError):
        ann.close()
