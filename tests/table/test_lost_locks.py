"""Locks whose files another program removes, and looks at who is there while others look too."""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.faults import refuse_locks
from tests.table.helpers import null_header
from tests.table.sharing import opened
from tests.table.windows import follow, move_on, three
from towergames.table import lock as locking
from towergames.table import seats as seating
from towergames.table.errors import ReadOnly, TableError
from towergames.table.file_watcher import FileWatcher
from towergames.table.lock import state_of, take_lock
from towergames.table.seats import GONE, HERE, free_seats, people
from towergames.table.shared import SharedTable
from towergames.table.store import Store

fcntl = pytest.importorskip("fcntl")


def remove_locks(folder: Path) -> None:
    for entry in folder.glob(".*"):
        entry.unlink()


def test_a_seat_whose_lock_file_was_removed_is_held_on_to(tmp_path: Path) -> None:
    tables = three(tmp_path)
    remove_locks(tmp_path)
    for table in tables:
        assert not table.seats.look_after()
    follow(*tables)
    assert [table.keeps for table in tables] == [True, False, False]
    for seat in range(3):
        with pytest.raises(TableError, match="sits at another window already"):
            Store(tmp_path).join("game", (seat,))
    move_on(*tables)
    for table in tables:
        table.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_window_whose_seat_was_taken_meanwhile_notices_and_watches(tmp_path: Path) -> None:
    tables = three(tmp_path, first=1)
    remove_locks(tmp_path)
    second = Store(tmp_path).join("game", (0,))
    assert (second.here, second.keeps) == ((0,), True)
    with pytest.raises(ReadOnly, match="you watch this table"):
        tables[0].submit(0, tables[0].legal()[0])
    assert tables[0].follow() is not None, "what may be done here has changed"
    assert (tables[0].here, tables[0].keeps) == ((), False)
    assert tables[0].news() == ("Another window has taken the seat of Ann. This window only watches now.",)
    assert not second.seats.look_after()
    move_on(second, *tables[1:])
    tables[0].close()
    assert (second.keeps, second.presence(0)) == (True, HERE)
    assert tables[1].presence(0) == HERE, "the window that left took no other lock with it"


def test_of_two_seats_at_a_window_the_other_stays(store: Store, tmp_path: Path) -> None:
    store.begin(opened(null_header("", "")), "game").close()
    both = store.join("game", (0, 1))
    (tmp_path / ".game.jsonl.seat-1").unlink()
    ann = store.join("game", (0,))
    assert both.seats.look_after()
    both.follow()
    assert (both.here, both.keeps, ann.here) == ((1,), True, (0,))
    assert both.news() == ("Another window has taken the seat of Ann.",)


def test_the_thread_that_looks_notices_too(tmp_path: Path) -> None:
    tables = three(tmp_path)
    watch = FileWatcher(tables[2])
    try:
        remove_locks(tmp_path)
        end = time.monotonic() + 20
        while not (tmp_path / ".game.jsonl.seat-3").exists():
            assert time.monotonic() < end
            time.sleep(0.01)
        assert tables[2].here == (2,)
    finally:
        watch.stop()


def test_without_its_folder_or_without_locks_a_lock_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "saves"
    tables = three(folder)
    away = folder.rename(tmp_path / "away")
    for table in tables:
        assert not table.seats.look_after()
    assert tables[0].journal.keep()
    away.rename(folder)
    assert tables[0].journal.keep()
    remove_locks(folder)
    with monkeypatch.context() as patched:
        refuse_locks(patched)
        assert not tables[0].seats.look_after()
        assert tables[0].here == (0,)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", _refused)
        assert not tables[0].seats.look_after(), "a disk that refuses to answer has taken no lock"
    follow(*tables)
    assert not tables[0].seats.look_after()
    assert (folder / ".game.jsonl.seat-1").exists()


def _refused(*_: Any, **__: Any) -> Any:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_two_looks_at_a_free_seat_at_once_find_no_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.jsonl"
    (tmp_path / ".game.jsonl.seat-1").touch()
    lock, found = locking._lock, []

    def looking(descriptor: int, **how: Any) -> None:
        lock(descriptor, **how)
        if not found:
            found.append(True)
            found.append(state_of(save, "seat-1"))

    monkeypatch.setattr(locking, "_lock", looking)
    assert state_of(save, "seat-1") is None
    assert found == [True, None]


def test_a_seat_whose_window_goes_while_it_is_looked_at_is_free(tmp_path: Path) -> None:
    tables = three(tmp_path)
    path = tables[0].journal.path
    assert free_seats(path, ("", "", "", "easy")) == []
    threading.Timer(0.05, tables[1].seats.leave).start()
    assert free_seats(path, ("", "", "", "easy")) == [1]
    for table in tables:
        table.close()
    assert free_seats(path, ("", "", "easy")) == [0, 1]
    assert people(path, ("", "easy")) == {0: GONE}


def test_joining_is_as_patient_as_a_seat_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another window looks at the seat as it is taken."""
    three(tmp_path)[1].close()
    lock = take_lock(tmp_path / "game.jsonl", "seat-2")
    threading.Timer(0.1, lock.free).start()
    assert Store(tmp_path).join("game", (1,)).here == (1,)
    monkeypatch.setattr(seating, "_TRIES", 1)
    with pytest.raises(TableError, match="sits at another window already"):
        Store(tmp_path).join("game", (1,))


def test_a_table_that_is_left_loses_no_seat(tmp_path: Path) -> None:
    tables: tuple[SharedTable, ...] = three(tmp_path)
    remove_locks(tmp_path)
    second = Store(tmp_path).join("game", (0,))
    assert tables[0].seats.look_after()
    tables[0].close()
    assert tables[0].seats.stand_up() == ()
    assert second.presence(0) == HERE


def test_who_only_looks_at_a_seat_has_not_taken_it(tmp_path: Path) -> None:
    tables = three(tmp_path)
    remove_locks(tmp_path)
    (tmp_path / ".game.jsonl.seat-1").touch()
    looking = os.open(tmp_path / ".game.jsonl.seat-1", os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)
    assert not tables[0].seats.look_after()
    os.close(looking)
    assert not tables[0].seats.look_after()
    with pytest.raises(TableError, match="sits at another window already"):
        Store(tmp_path).join("game", (0,))
