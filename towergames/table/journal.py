"""The save file of one game: append-only, one fsync a record, never rewritten."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from towergames.table.errors import ReadOnly, SaveError
from towergames.table.records import FORMAT, MAGIC, MAX_FILE, Header, LineError, Record, seal, unseal
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


def read_journal(path: Path, storage: Storage | None = None, longest: int | None = None) -> Contents:
    """Read and check a journal's chain. Raises SaveError when not even the header is good.

    ``longest`` caps the number of records. Damage further on is reported, not raised.
    """
    try:
        data = (storage or OsStorage()).read(path, MAX_FILE + 1)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror or error}") from None
    return parse_journal(data, path.name, longest)


def parse_journal(data: bytes, name: str = "journal", longest: int | None = None) -> Contents:
    """The contents of a journal's bytes. Raises SaveError when not even the header is good."""
    if len(data) > MAX_FILE:
        raise SaveError(f"{name} is larger than {MAX_FILE // 1024 // 1024} MiB and is not opened")
    end = data.find(b"\n")
    try:
        if end < 0:
            raise LineError("it has no complete first line")
        header, last_sum = unseal(data[:end], Header)
        _check_header(header)
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


def _next_record(data: bytes, at: int, n: int, prev: str, longest: int | None) -> tuple[Record, str, int]:
    end = data.find(b"\n", at)
    if end < 0:
        raise LineError("the last line was not finished")
    if longest is not None and n > longest:
        raise LineError(f"there are more than {longest} records, which no game of this kind has")
    record, total = unseal(data[at:end], Record)
    if record.prev != prev:
        raise LineError("the line does not follow the one before it")
    if record.n != n:
        raise LineError(f"record {record.n} stands where record {n} belongs")
    return record, total, end + 1


def _check_header(header: Header) -> None:
    if header.magic != MAGIC:
        raise LineError("its first line names another kind of file")
    if header.format > FORMAT:
        raise LineError(f"it was written by a newer version ({header.app}, format {header.format})")
    if header.format < 1:
        raise LineError(f"format {header.format} never existed")


class Journal:
    """A journal open for appending (or, with the lock held elsewhere, only for looking).

    ``trouble`` is empty, or says why the last records are not on the disk yet; they are kept and tried again.
    """

    def __init__(
        self,
        path: Path,
        contents: Contents,
        handle: Handle | None,
        lock: FileLock | None,
    ) -> None:
        self.path = path
        self.header = contents.header
        self.trouble = ""
        self.closed = False
        self._handle = handle
        self._lock = lock
        self._count = len(contents.records)
        self._last_sum = contents.last_sum
        self._size = contents.ends[-1]
        self._pending: list[bytes] = []

    @classmethod
    def create(cls, path: Path, header: Header, storage: Storage | None = None) -> Journal:
        """Begin a new journal; the file must not exist. Raises SaveError."""
        storage = storage or OsStorage()
        lock = _take_lock(path)
        line, total = seal(header)
        try:
            handle = storage.open_append(path, create=True)
        except OSError as error:
            _free(lock)
            raise SaveError(f"{path.name} cannot be created: {error.strerror or error}") from None
        journal = cls(path, Contents(header, (), (0,), total), handle, lock)
        journal._pending.append(line)
        journal.flush()
        try:
            storage.sync_folder(path.parent)
        except OSError:  # the file itself is safe; some file systems cannot sync a folder
            pass
        return journal

    @classmethod
    def open(cls, path: Path, contents: Contents, storage: Storage | None = None) -> Journal:
        """Open an undamaged journal for appending; read-only when another process holds it. Raises SaveError."""
        lock = _take_lock(path)
        if lock is None or contents.damage is not None:
            _free(lock)
            return cls(path, contents, None, None)
        try:
            handle = (storage or OsStorage()).open_append(path, create=False)
        except OSError:  # a read-only folder or file can still be looked at
            _free(lock)
            return cls(path, contents, None, None)
        return cls(path, contents, handle, lock)

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

    def append(self, by: int | str, kind: str, body: dict[str, Any], state: str) -> bool:
        """Take a record and put it on the disk; True when it is there for good. Raises ReadOnly.

        When the disk refuses, the record is kept, ``trouble`` says why, and the next append tries again.
        """
        if self.read_only:
            raise ReadOnly(f"{self.path.stem} is open in another window or may not be written; this one only looks")
        line, total = seal(Record(self._count + 1, by, kind, body, state, self._last_sum))
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
            if self._handle.size() != self._size:
                # Either our own earlier half-written line, or somebody who ignores the lock. A longer file than
                # ours with foreign bytes must not be cut: only cut what a failed write of ours left behind.
                if not self.trouble:
                    self._give_up("another program has written into it")
                    return False
                self._handle.truncate(self._size)
            self._handle.write(data)
            self._handle.sync()
        except OSError as error:
            self.trouble = f"{self.path.name} could not be written: {error.strerror or error}"
            return False
        self._size += len(data)
        self._pending.clear()
        self.trouble = ""
        return True

    def _give_up(self, why: str) -> None:
        self.trouble = f"{self.path.name}: {why}; this window only looks from now on"
        if self._handle is not None:
            self._handle.close()
        self._handle = None

    def close(self) -> None:
        """Put pending records on the disk if possible and let the save go."""
        if self.closed:
            return
        self.flush()
        if self._handle is not None:
            self._handle.close()
            self._handle = None
        _free(self._lock)
        self._lock = None
        self.closed = True


def _take_lock(path: Path) -> FileLock | None:
    lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except (Timeout, OSError):
        return None
    return lock


def _free(lock: FileLock | None) -> None:
    if lock is not None:
        lock.release()
