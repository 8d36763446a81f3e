"""The thread that looks at the file of an open table, so that the screen need not wait for the disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.table.windows import follow, three
from towergames.core.contract import Nature
from towergames.table import file_watcher, shared_journal
from towergames.table.errors import SaveError
from towergames.table.file_watcher import FileWatcher
from towergames.table.seats import AWAY, GONE, HERE
from towergames.table.shared import SharedTable

pytest.importorskip("fcntl")


@contextmanager
def watched(table: SharedTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[FileWatcher]:
    monkeypatch.setattr(file_watcher, "POLL_SECONDS", 0.002)
    watch = FileWatcher(table)
    try:
        yield watch
    finally:
        watch.stop()


def soon(said: Callable[[], bool]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + 20
    while not said():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_it_tells_when_to_follow_and_takes_over_from_a_keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path, first=2)
    with watched(tables[2], monkeypatch) as watch:
        soon(lambda: watch.people == {0: HERE, 1: HERE})
        soon(lambda: not watch.take_change())
        tables[1].submit(1, tables[1].parse("swap"))
        soon(watch.take_change)
        tables[2].follow()
        soon(lambda: not watch.take_change())
        watch.away = True
        soon(lambda: tables[1].presence(2) == AWAY)
        tables[0].close()
        soon(lambda: watch.people == {0: GONE, 1: HERE})
        soon(lambda: tables[2].keeps)
        soon(watch.take_change)
        assert isinstance(tables[2].turn, Nature), "the keeper is to follow, since Nature has to decide"
        tables[2].follow()
        assert not isinstance(tables[2].turn, Nature)


def test_nothing_is_begun_while_the_disk_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watcher, "STALL_SECONDS", 0.01)
    tables, answers, look = three(tmp_path, first=1), Event(), shared_journal.stamp_of
    follow(*tables)

    def slow(path: Path) -> Any:
        answers.wait(20)
        return look(path)

    with monkeypatch.context() as patched, watched(tables[0], monkeypatch) as watch:
        patched.setattr(shared_journal, "stamp_of", slow)
        tables[0].stalled = lambda: watch.stalled
        soon(lambda: watch.stalled)
        with pytest.raises(SaveError, match=r"^nothing was saved: the disk does not answer. Try again$"):
            tables[0].submit(0, tables[0].legal()[0])
        answers.set()
        soon(lambda: not watch.stalled)
        tables[0].submit(0, tables[0].legal()[0])
    assert tables[0].history.plays[-1].by == 0
