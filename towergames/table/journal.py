"""The save file of one game: append-only, one fsync a record, never rewritten."""

from __future__ import annotations

import codecs
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from towergames.core.text import clean, reason_of
from towergames.table.errors import ReadOnly, SaveError
from towergames.table.intake import read_header
from towergames.table.lock import ELSEWHERE, free_lock, take_lock
from towergames.table.records import MAX_FILE, MAX_RECORDS, Header, LineError, Record, seal, unseal
from towergames.table.storage import Handle, OsStorage, Storage


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a journal: the record number where it breaks, why, and how many bytes before it are good."""

    record: int
    reason: str
    good_bytes: int


@dataclass(frozen=True, slots=True)
class Contents:
    """A journal as read: the good prefix, where that ends, and the damage after it, if any."""

    header: Header
    records: tuple[Record, ...]
    ends: tuple[int, ...]  # byte offset after the header and after each record
    last_sum: str
    damage: Damage | None = None


def read_journal(path: Path, storage: Storage | None = None, longest: int = MAX_RECORDS) -> Contents:
    """Read and check a journal's chain. Raises SaveError when not even the header is good.

    ``longest`` caps the number of records. Damage further on is reported, not raised.
    """
    name = clean(path.name, 80)
    try:
        data = (storage or OsStorage()).read(path, MAX_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise SaveError(f"{name} cannot be read: {reason_of(error)}") from None
    return parse_journal(data, name, longest)


def parse_journal(data: bytes, name: str = "journal", longest: int = MAX_RECORDS) -> Contents:
    """The contents of a journal's bytes. Raises SaveError when not even the header is good."""
    if len(data) > MAX_FILE:
        raise SaveError(f"{name} is larger than {MAX_FILE // 1024 // 1024} MiB and is not opened")
    end = data.find(b"\n")
    try:
        if end < 0:
            raise LineError("it has no complete first line")
        header, last_sum = read_header(_line(data, 0, end).removeprefix(codecs.BOM_UTF8))
    except LineError as error:
        raise SaveError(f"{name} is not a towergames save: {error}") from None
    records: list[Record] = []
    ends = [end + 1]
    damage = None
    while ends[-1] < len(data):
        try:
            record, last_sum, after = _next_record(data, ends[-1], len(records) + 1, last_sum, longest)
        except LineError as error:
            damage = Damage(len(records) + 1, str(error), ends[-1])
            break
        records.append(record)
        ends.append(after)
    return Contents(header, tuple(records), tuple(ends), last_sum, damage)


def _line(data: bytes, at: int, end: int) -> bytes:
    """A line without its end. A program that copied the file may have made CRLF of it: the sum covers neither."""
    return data[at:end].removesuffix(b"\r")


def _next_record(data: bytes, at: int, n: int, prev: str, longest: int) -> tuple[Record, str, int]:
    end = data.find(b"\n", at)
    if end < 0:
        raise LineError("the last line was not finished")
    if n > longest:
        raise LineError(f"there are more than {longest} records")
    record, total = unseal(_line(data, at, end), Record)
    if record.prev != prev:
        raise LineError("the line does not follow the one before it")
    if record.n != n:
        raise LineError(f"record {record.n} stands where record {n} belongs")
    return record, total, end + 1


class Journal:
    """A journal open for appending (or, with the lock held elsewhere, only for looking).

    ``trouble`` is empty, or says why the last records are not on the disk yet; they are kept and tried again.
    ``obstacle`` says why nothing can be added here, empty while something can.
    """

    def __init__(
        self,
        path: Path,
        contents: Contents,
        handle: Handle | None,
        lock: FileLock | None,
        obstacle: str = "",
        storage: Storage | None = None,
    ) -> None:
        self.path = path
        self.header = contents.header
        self.trouble = ""
        self.obstacle = obstacle
        self.closed = False
        self._storage = storage or OsStorage()
        self._handle = handle
        self._lock = lock
        self._count = len(contents.records)
        self._last_sum = contents.last_sum
        self._size = contents.ends[-1]
        self._pending: list[bytes] = []
        self._torn = 0  # how many bytes a failed write of ours may have left after _size

    @classmethod
    def create(cls, path: Path, header: Header, storage: Storage | None = None) -> Journal:
        """Begin a new journal; the file must not exist. Raises SaveError (``exists`` true when that is why)."""
        storage = storage or OsStorage()
        try:
            line, total = seal(header)
        except LineError as error:
            raise SaveError(f"{path.name} cannot be created: {error}") from None
        lock, why = take_lock(path)
        if why == ELSEWHERE:
            raise SaveError(f"{path.name} cannot be created: {why}", exists=True)
        try:
            handle = storage.open_append(path, create=True)
        except (OSError, ValueError) as error:
            free_lock(lock)
            exists = isinstance(error, FileExistsError)
            raise SaveError(f"{path.name} cannot be created: {reason_of(error)}", exists=exists) from None
        journal = cls(path, Contents(header, (), (0,), total), handle, lock, storage=storage)
        journal._pending.append(line)
        journal.flush()
        with suppress(OSError):  # the file itself is safe; some file systems cannot sync a folder
            storage.sync_folder(path.parent)
        return journal

    @classmethod
    def open(
        cls,
        path: Path,
        contents: Contents,
        storage: Storage | None = None,
        lock: FileLock | None = None,
        why: str = "",
    ) -> Journal:
        """Open an undamaged journal for appending; read-only when that cannot be (see ``obstacle``).

        Whoever reads the contents should hold the lock already and hand it over as ``lock``, or say in ``why`` that it
        was not to be had; otherwise it is taken here, and bytes added in between are noticed at the first append.
        """
        if lock is None and not why:
            lock, why = take_lock(path)
        if contents.damage is not None:
            why = why or f"it is damaged at record {contents.damage.record}"
        if lock is None or why:
            free_lock(lock)
            return cls(path, contents, None, None, why, storage)
        try:
            handle = (storage or OsStorage()).open_append(path, create=False)
        except OSError as error:  # a read-only folder or file can still be looked at
            free_lock(lock)
            return cls(path, contents, None, None, f"it may not be written ({reason_of(error)})", storage)
        return cls(path, contents, handle, lock, storage=storage)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be added here."""
        return self._handle is None

    @property
    def records(self) -> int:
        """How many records were taken (on the disk or still pending)."""
        return self._count

    @property
    def saved(self) -> bool:
        """Whether every record taken is on the disk."""
        return not self._pending

    @property
    def half_full(self) -> bool:
        """Whether the file is at half its cap: enough for any game to end, too much for taking back ever more."""
        return self._size + sum(map(len, self._pending)) > MAX_FILE // 2

    def append(self, by: int | str, kind: str, body: dict[str, Any], state: str) -> bool:
        """Take a record and put it on the disk; True when it is there for good. Raises ReadOnly.

        When the disk refuses, the record is kept, ``trouble`` says why, and the next append tries again.
        """
        if self.read_only:
            raise ReadOnly(f"{self.path.stem} can only be looked at: {self.obstacle}")
        try:
            line, total = seal(Record(self._count + 1, by, kind, body, state, self._last_sum))
        except LineError as error:
            self._give_up(f"record {self._count + 1} cannot be saved: {error}")
            return False
        self._pending.append(line)
        self._count += 1
        self._last_sum = total
        return self.flush()

    def flush(self) -> bool:
        """Try to put all pending records on the disk; True when none is pending any more."""
        if self._handle is None or not self._pending:
            return not self._pending
        data = b"".join(self._pending)
        try:
            size = self._handle.size()
            if size != self._size:
                # Only what our own failed write left behind may be cut, never bytes of somebody who ignores the lock.
                if not self._size < size <= self._size + self._torn:
                    self._give_up("another program has written into it")
                    return False
                self._handle.truncate(self._size)
            self._torn = len(data)
            self._handle.write(data)
            self._handle.sync()
        except OSError as error:
            self.trouble = f"{self.path.name} could not be written: {reason_of(error)}"
            return False
        self._size += len(data)
        self._torn = 0
        self._pending.clear()
        self.trouble = ""
        return True

    def _give_up(self, why: str) -> None:
        self.obstacle = why
        self.trouble = f"{self.path.name}: {why}; this window only looks from now on"
        self._let_go()

    def close(self) -> bool:
        """Put pending records on the disk if possible and let the save go; whether everything taken is saved."""
        if self.closed:
            return self.saved
        self.flush()
        wanted = self._handle is not None and self._size == 0 and not self.saved
        self._let_go()
        if wanted:  # not even the header could be written: an empty file would only be listed as damaged
            with suppress(OSError):
                self._storage.remove(self.path)
        self.obstacle = self.obstacle or "it has been closed"
        free_lock(self._lock)
        self._lock = None
        self.closed = True
        return self.saved

    def _let_go(self) -> None:
        if self._handle is not None:
            with suppress(OSError):  # everything that matters was synced before
                self._handle.close()
            self._handle = None
