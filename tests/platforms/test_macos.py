"""What macOS does otherwise, played on this system."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from towergames.table.storage import OsStorage

fcntl = pytest.importorskip("fcntl")


@pytest.fixture
def hasty_disk() -> None:
    """The disk is real here."""


@pytest.mark.parametrize("known", [True, False])
def test_a_record_leaves_the_memory_of_the_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    done: list[int | str] = []

    def control(descriptor: int, command: int) -> int:
        if not known:
            raise OSError(errno.ENOTSUP, "a network folder")
        done.append(command)
        return 0

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr("os.fsync", lambda descriptor: done.append("fsync"))
    handle = OsStorage().open_append(tmp_path / "game.jsonl", create=True)
    handle.sync()
    handle.close()
    assert done == ([51] if known else ["fsync"])
