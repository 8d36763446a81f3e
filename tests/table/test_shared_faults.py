"""R3 at an open table: the disk refuses at call n of its whole life, for every n, and other programs harm the file.

What a window was told to be saved is in the file or in a copy beside it, or whoever left was told that it is not.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import sample
from tests.table.helpers import append, null_header
from tests.table.sharing import opened
from tests.table.test_faults import FaultyDisk
from towergames.core.contract import Decide
from towergames.session.text import lost
from towergames.table import lock, seats, shared, shared_journal
from towergames.table.errors import SaveError, TableError
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable, Slow, Writing
from towergames.table.store import Store

pytest.importorskip("fcntl")

ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES, errno.ENOLCK]
MOST = 1000
Acknowledged = set[tuple[int, str]]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No doubt waits, and the answer of the disk is waited for also on a busy machine."""
    for name in ("REPLACED_AFTER_SECONDS", "LONG_DOUBT"):
        monkeypatch.setattr(shared_journal, name, 0.0)
    for name in ("LOCK_TIMEOUT", "LAST_PATIENCE"):
        monkeypatch.setattr(shared_journal, name, 0.02)
    monkeypatch.setattr(seats, "_TRIES", 2)
    monkeypatch.setattr(shared, "WRITE_TIMEOUT", 30.0)
    monkeypatch.setattr(shared, "LEAVE_TIMEOUT", 30.0)


class Life:
    """An open table from its beginning to its end, on a disk that may refuse and under the hands of other programs."""

    def __init__(self, folder: Path, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.disk = folder, disk
        self.path, self.away = folder / "game.jsonl", folder.with_name(f"{folder.name}-away")
        self.tables: list[SharedTable] = []
        self.acknowledged: Acknowledged = set()
        self.told = False
        """Whether somebody who left was told that something is lost."""
        look, take = shared_journal.stamp_of, lock._lock

        def stamp(path: Path) -> Any:
            disk.call()
            return look(path)

        def locked(descriptor: int, **how: Any) -> None:
            disk.call()
            take(descriptor, **how)

        monkeypatch.setattr(shared_journal, "stamp_of", stamp)
        monkeypatch.setattr(lock, "_lock", locked)

    def attempt(self, deed: Callable[[], object]) -> None:
        """What cannot be done is refused in words, and tried again by no one here."""
        try:
            deed()
        except TableError as error:
            assert str(error)

    def join(self, *seats: int) -> None:
        def sit() -> None:
            table = Store(self.folder, self.disk).join("game", seats)
            self.watch(table)

        self.attempt(sit)

    def watch(self, table: SharedTable) -> None:
        """Note what this window is told to be saved."""
        answered = table._answered

        def safe(writing: Writing) -> bool:
            done = answered(writing)
            if done:
                self.acknowledged.add((table.history.records, digest(table.history.state)))
            return done

        table._answered = safe  # type: ignore[method-assign]
        self.tables.append(table)

    def look(self, times: int = 3) -> None:
        for _ in range(times):
            for table in self.tables:
                self.attempt(table.follow)

    def move(self) -> None:
        """Let whoever is on turn make a move, where that is possible."""
        self.look(2)
        for table in self.tables:
            turn = table.turn
            if isinstance(turn, Decide) and turn.seat in table.here:
                self.attempt(lambda table=table, turn=turn: table.submit(turn.seat, table.legal()[0]))  # type: ignore[misc]
                self.attempt(table.flush)  # on a busy machine the record may be on its way
                break
        self.look(2)

    def leave(self, table: SharedTable) -> None:
        self.tables.remove(table)
        kept = table.close()
        assert kept == (not lost(table.saved)), "one decision: what is told, and the exit code"
        self.told |= not kept

    def harm(self, how: Callable[[Path], object]) -> None:
        """Another program harms the file; the windows have seen what stood there."""
        self.look()
        if self.path.exists():
            how(self.path)
        self.look()

    def live(self) -> bool:
        try:
            first = Store(self.folder, self.disk).begin(opened(null_header("", "", "", heap=40, first=1)), "game")
        except TableError:
            return False
        assert isinstance(first, SharedTable)
        self.watch(first)
        self.join(1)
        self.join(2)
        self.move()
        self.attempt(lambda: self.tables[0].say(self.tables[0].actor(None), "hello"))
        self.attempt(lambda: self.tables[0].ask_undo(0, (1, 2)))
        self.look()
        self.move()
        self.harm(_stray_line)
        self.move()
        self.harm(Path.unlink)
        self.move()
        self.move()
        self.harm(_cut_a_line)
        self.move()
        if self.path.exists():
            whole = self.path.read_bytes()
            self.harm(_cut_in_half)
            self.path.write_bytes(whole)
        self.move()
        self.harm(lambda path: path.parent.rename(self.away))
        self.move()
        self.leave(self.tables[0])
        self.join(0)
        self.move()
        self.harm(_cut_in_half)
        while self.tables:
            self.leave(self.tables[0])
        return True

    def lost(self) -> Acknowledged:
        """What was said to be saved and is nowhere."""
        found: Acknowledged = set()
        for path in (*self.folder.glob("*.jsonl*"), *self.away.glob("*.jsonl*")):
            try:
                found |= {(record.n, record.state) for record in load_file(path).contents.records}
            except SaveError:
                continue
        return self.acknowledged - found


def _stray_line(path: Path) -> None:
    append(path, b"a line of another program\n")


def _cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _cut_a_line(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def lives(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int, first: int, last: int) -> Life:
    with monkeypatch.context() as patched:
        life = Life(folder, FaultyDisk(code, first, last), patched)
        begun = life.live()
        life.disk.last = 0
    assert begun or not life.acknowledged
    for name in Store(folder).names():
        info = Store(folder).peek(name)
        if info.game:
            table = Store(folder).join(name, (0, 1, 2))
            before = table.history.records
            with suppress(Slow):
                table.submit(table.turn.seat, table.legal()[0])  # type: ignore[union-attr]
            assert table.flush()
            assert table.history.records > before
            assert table.close()
    return life


def test_a_life_without_faults_goes_on_through_all_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    life = lives(tmp_path / "saves", monkeypatch, 0, 0, 0)
    assert 100 < life.disk.calls < MOST
    assert len(life.acknowledged) > 10
    assert not life.lost()
    assert not life.told
    assert sorted(path.name for path in life.folder.glob("*conflict*")) == ["game-conflict.jsonl"]


@pytest.mark.parametrize("length", [1, 4])
def test_a_passing_fault_at_any_call_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    for number, n in enumerate(range(length, MOST, sample(23, 1))):
        code = ERRORS[number % 4]
        life = lives(tmp_path / str(n), monkeypatch, code, n, n + length - 1)
        assert not life.lost(), (n, errno.errorcode[code])
        if life.disk.calls < n:
            return
    raise AssertionError("not every call was tried")


def test_a_lasting_fault_costs_nothing_that_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, n in enumerate(range(1, MOST, sample(53, 1))):
        code = ERRORS[number % 4]
        life = lives(tmp_path / str(n), monkeypatch, code, n, 10**9)
        assert life.told or not life.lost(), (n, errno.errorcode[code])
        if life.disk.calls < n:
            return
    raise AssertionError("not every call was tried")
