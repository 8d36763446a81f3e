"""Where the disk refuses moves, plain mode says so before the first prompt and at the end, and its exit code tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.faults import Disk
from tests.plain.helpers import converse, header_of, play, script_of
from towergames.exit_codes import NOT_WRITTEN
from towergames.run_request import RunRequest
from towergames.table.save_file import load_file

MOVE = script_of(header_of("Ann", "Bob", first=1), 2)[0][1]
HEADER = header_of("Ann", "bot:random", first=1)


@pytest.fixture(autouse=True)
def full(disk: Disk) -> None:
    """Every test begins with a full disk."""
    disk.fill()


def test_a_game_begun_on_a_full_disk_says_so_before_the_first_prompt(tmp_path: Path, disk: Disk) -> None:
    code, text = play(tmp_path, HEADER, ["quit"])
    first = " ".join(text.split("Ann>")[0].split())
    assert "Not saved: test.jsonl cannot be written: No space left on device." in first
    assert "Saved as" not in text and code == NOT_WRITTEN == 74


@pytest.mark.parametrize("last", ["quit", "name"])
def test_leaving_with_unsaved_moves_is_told_and_no_success(
    tmp_path: Path, disk: Disk, capsys: pytest.CaptureFixture[str], last: str
) -> None:
    """Also where the input ends instead."""
    disk.full = False
    play(tmp_path, HEADER, ["quit"])
    disk.fill()
    code, text = converse([MOVE, last], RunRequest("open", tmp_path, save="test"))
    assert code == NOT_WRITTEN and "Not saved: test.jsonl" in " ".join(text.split())
    assert "Saved as" not in text.partition(MOVE)[2] and "on the disk" not in text
    assert "not every move of test is saved: test.jsonl cannot be written" in capsys.readouterr().err


def test_unsaved_moves_are_told_on_the_way_to_the_menu_and_not_forgotten(tmp_path: Path, disk: Disk) -> None:
    code, text = play(tmp_path, HEADER, ["menu", "quit"])
    assert "Not every move of test is saved: test.jsonl" in " ".join(text.split()) and code == NOT_WRITTEN


def test_moves_saved_at_last_are_a_success(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    from towergames.plain.console import Console

    ask = Console.ask

    def freed(console: Any, prompt: str) -> str:
        disk.full = False
        return ask(console, prompt)

    monkeypatch.setattr(Console, "ask", freed)
    code, text = play(tmp_path, HEADER, [MOVE, "quit"])
    assert code == 0 and "All moves are saved again." in text and "Saved as test." in text
    assert load_file(tmp_path / "test.jsonl").history.plays[-1].notation == MOVE
