"""The save file of one game: append-only, one fsync a record; its lines are never changed."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from towergames.core.text import clean, reason_of
from towergames.table.errors import ReadOnly, SaveError, only_look
from towergames.table.lock import ELSEWHERE, Lock, take_lock
from towergames.table.records import (
    MAX_FILE,
    MAX_RECORDS,
    RECORD,
    Header,
    LineError,
    NewerFormatError,
    Record,
    read_header,
    seal,
    unseal,
)
from towergames.table.storage import SUFFIX, Handle, OsStorage, Storage, free_name

UNFINISHED = "the last line was not finished"
ZEROS = "zero bytes, as a power cut can leave them"
TOO_LARGE = f"it is larger than {MAX_FILE // 1024 // 1024} MiB, the limit"
_BLANK_LINES = re.compile(rb"[\r\n]*\n")

CLOSED = "it has been closed"


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a journal: the record number where it breaks, the reason, and the number of good bytes before it."""

    record: int
    reason: str
    good_bytes: int


@dataclass(frozen=True, slots=True)
class Contents:
    """A journal as read: the good prefix and its bytes, and the damage after it, if any."""

    header: Header
    records: tuple[Record, ...]
    ends: tuple[int, ...]  # byte offset after the header and after each record
    last_sum: str
    good: bytes = b""
    damage: Damage | None = None

    def holds(self, records: int, last_sum: str) -> bool:
        """Whether the journal begins with ``records`` records, the last of which has this sum."""
        if records >= len(self.records):
            return records == len(self.records) and self.last_sum == last_sum
        return self.records[records].prev == last_sum


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
    """The contents of a journal's bytes. Raises SaveError when not even the header is good.

    More bytes than a save may have are damage from the record on that goes beyond.
    """
    header, last_sum, at = parse_header(data, name)
    records: list[Record] = []
    ends = [at]
    damage = None
    while (at := past_blank_lines(data, at)) < len(data):
        try:
            record, last_sum, at = next_record(data, at, len(records) + 1, last_sum, longest)
        except LineError as error:
            damage = Damage(len(records) + 1, str(error), ends[-1])
            break
        records.append(record)
        ends.append(at)
    if len(data) > MAX_FILE and (damage is None or damage.reason == UNFINISHED):
        damage = Damage(len(records) + 1, TOO_LARGE, ends[-1])
    good = data if damage is None else data[: ends[-1]]
    return Contents(header, tuple(records), tuple(ends), last_sum, good, damage)


def parse_header(data: bytes, name: str = "journal") -> tuple[Header, str, int]:
    """The header in the first line of a journal, the sum of that line, and the offset after it. Raises SaveError."""
    at = past_blank_lines(data, 0)
    end = data.find(b"\n", at)
    after = len(data) if end < 0 else end + 1
    try:
        header, total = read_header(_line(data, at, len(data) if end < 0 else end).removeprefix(codecs.BOM_UTF8))
    except NewerFormatError as error:
        raise SaveError(f"{name} {error}") from None
    except LineError as error:
        why = str(error)
    else:
        return header, total, after
    if len(data) > MAX_FILE:
        raise SaveError(f"{name} is no towergames save, and {TOO_LARGE}")
    if not data.strip(b"\0"):
        why = f"it holds only {ZEROS}" if data else "it is empty"
    elif end < 0:
        why = "it has no complete first line"
    raise SaveError(f"{name} is not a towergames save: {why}")


def past_blank_lines(data: bytes, at: int) -> int:
    """The offset after the blank lines that stand there. A text editor may leave them: they are no record."""
    found = _BLANK_LINES.match(data, at)
    return found.end() if found is not None else at


def _line(data: bytes, at: int, end: int) -> bytes:
    """A line without its end. A program that copied the file may have made CRLF of it: the sum covers neither."""
    return data[at:end].removesuffix(b"\r")


def next_record(data: bytes, at: int, n: int, prev: str, longest: int) -> tuple[Record, str, int]:
    """Record ``n`` in the line at an offset, its sum, and the offset after it. Raises LineError.

    The last line may lack its newline; its sum says whether it is whole.
    """
    newline = data.find(b"\n", at)
    end = len(data) if newline < 0 else newline
    if data.find(b"\0", at, end) >= 0:
        raise LineError(f"the line holds {ZEROS}")
    if n > longest:
        raise LineError(f"there are more than {longest} records")
    try:
        record, total = unseal(_line(data, at, end), RECORD)
    except LineError:
        if newline < 0:
            raise LineError(UNFINISHED) from None
        raise
    if record.prev != prev:
        raise LineError("the line does not follow the one before it")
    if record.n != n:
        raise LineError(f"record {record.n} stands where record {n} belongs")
    return record, total, min(end + 1, len(data))


def in_format(contents: Contents, format: int) -> bytes:
    """The bytes of a journal with the same records in another format. Raises LineError."""
    line, total = seal(replace(contents.header, format=format))
    lines = [line]
    for record in contents.records:
        line, total = seal(replace(record, prev=total))
        lines.append(line)
    return b"".join(lines)


class Journal:
    """A journal open for appending, or read-only if another program holds the lock.

    ``trouble`` is '', or the reason why the last records are not on the disk yet; they are kept and tried again.
    ``obstacle`` is the reason why nothing can be added here, '' if records can be added. ``news`` are sentences that
    the players have not seen yet. A file that was removed or replaced, or into which another program has written, is
    left alone: then the whole game is written under another name, and ``path`` changes.
    """

    def __init__(
        self,
        path: Path,
        contents: Contents,
        handle: Handle | None,
        lock: Lock | None,
        obstacle: str = "",
        storage: Storage | None = None,
    ) -> None:
        self.path = path
        self.header = contents.header
        self.trouble = ""
        self.obstacle = obstacle
        self.news: list[str] = []
        self.closed = False
        self._storage = storage or OsStorage()
        self._handle = handle
        self._lock = lock
        self._count = len(contents.records)
        self._last_sum = contents.last_sum
        self._data = bytearray(contents.good)
        self._pending: list[bytes] = []
        self._tried = b""  # what a failed write of ours may have left after the data, in part
        if handle is not None and lock is not None and lock.lacking:
            self.news.append(
                f"Files cannot be locked in this folder: {lock.lacking}. Open this game in one window only."
            )

    @classmethod
    def create(cls, path: Path, header: Header, storage: Storage | None = None) -> Journal:
        """Begin a new journal; the file must not exist. Raises SaveError (``exists`` true when that is why)."""
        storage = storage or OsStorage()
        try:
            line, total = seal(header)
            handle, lock = _make(path, storage)
        except (OSError, ValueError) as error:
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
        cls, path: Path, contents: Contents, lock: Lock | None, why: str = "", storage: Storage | None = None
    ) -> Journal:
        """Open an undamaged journal for appending; read-only when that cannot be (see ``obstacle``).

        The lock was taken before the contents were read; None is one that another program holds. ``why`` is empty, or
        says why nothing may be added.
        """
        why = ELSEWHERE if lock is None else why
        if contents.damage is not None:
            why = why or f"it is damaged at record {contents.damage.record}"
        handle = None
        if not why:
            try:
                handle = (storage or OsStorage()).open_append(path, create=False)
            except OSError as error:  # a read-only folder or file can still be looked at
                why = f"it may not be written ({reason_of(error)})"
        if handle is None and lock is not None:
            lock.free()
        return cls(path, contents, handle, lock, why, storage)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be added here."""
        return self._handle is None

    @property
    def watched(self) -> bool:
        """Whether nothing could ever be added here."""
        return self.read_only and self.obstacle != CLOSED and not self.trouble

    @property
    def records(self) -> int:
        """How many records were taken (on the disk or still pending)."""
        return self._count

    @property
    def kept_as(self) -> str:
        """The name of the save that holds everything that was taken."""
        return self.path.stem

    @property
    def saved(self) -> bool:
        """Whether every record is on the disk."""
        return not self._pending and not self.trouble

    @property
    def half_full(self) -> bool:
        """Whether the file is at half its cap: enough for any game to end, too much for taking back ever more."""
        return len(self._data) + sum(map(len, self._pending)) > MAX_FILE // 2

    def append(self, by: int | str, kind: str, body: dict[str, Any], state: str) -> bool:
        """Take a record and put it on the disk; True when it is there for good. Raises ReadOnly.

        When the disk refuses, the record is kept, ``trouble`` says why, and the next append tries again.
        """
        if self.read_only:
            raise ReadOnly(only_look(self.obstacle))
        try:
            line, total = seal(Record(self._count + 1, by, kind, body, state, self._last_sum))
        except LineError as error:
            self.obstacle = f"record {self._count + 1} cannot be saved: {error}"
            self.trouble = f"{self.path.name}: {self.obstacle}"
            self._let_go()
            return False
        self._pending.append(line if self._pending else self._after_newline(line))
        self._count += 1
        self._last_sum = total
        return self.flush()

    def _after_newline(self, line: bytes) -> bytes:
        """A line as it has to follow what is there, where the last newline may be missing."""
        return b"\n" + line if self._data and not self._data.endswith(b"\n") else line

    def flush(self) -> bool:
        """Try to put all pending records on the disk. Return whether every record is there."""
        return self._write() if self._pending else self.saved

    def _write(self) -> bool:
        """Put what is pending on the disk; where the file there is no longer ours, the whole game into another."""
        if self._handle is None:
            return not self._pending
        new = b"".join(self._pending)
        try:
            strange = self._strange(new)
            if new and not strange:
                self._tried = new
                self._handle.write(new)
                self._handle.sync()
                strange = self._strange(new, written=True)
            if strange:
                self._begin_anew(bytes(self._data + new))
                self.news.append(f"{strange}. The game goes on and is saved as {self.path.stem}.")
        except OSError as error:
            if new:
                self.trouble = f"{self.path.name} cannot be written: {reason_of(error)}"
            return not new
        self._data += new
        self._tried = b""
        self._pending.clear()
        self.trouble = ""
        return True

    def _strange(self, new: bytes, *, written: bool = False) -> str:
        """The reason why the file is no longer ours, '' if it ends where it should.

        ``new`` is about to be written, or has just been ``written``. Only the rest of our own failed write is cut off,
        never bytes of another program. Raises OSError.
        """
        assert self._handle is not None
        name, known = self.path.stem, len(self._data)
        try:
            size = self._handle.size()
        except FileNotFoundError:
            return f"The file of {name} was removed or replaced"
        if size == known + (len(new) if written else 0) or (size > known and not new):
            return ""
        if size > known and self._tried and not written:
            rest = self._storage.read(self.path, MAX_FILE + 1)[known:]
            if self._tried.startswith(rest):
                self._handle.truncate(known)
                return ""
        return f"Another program changed {name}"

    def _begin_anew(self, data: bytes) -> None:
        """Go on in another file that holds all of the data. Raises OSError, and changes nothing then."""
        folder, old = self.path.parent, self.path.stem
        folder.mkdir(exist_ok=True)
        path = folder / f"{free_name(folder, old, but=old)}{SUFFIX}"
        handle, lock = _make(path, self._storage)
        try:
            handle.write(data)
            handle.sync()
        except OSError:
            with suppress(OSError):
                handle.close()
            with suppress(OSError):
                self._storage.remove(path)
            lock.free()
            raise
        with suppress(OSError):
            self._storage.sync_folder(folder)
        self._let_go()
        self._handle, self._lock, self.path = handle, lock, path

    def close(self) -> bool:
        """Put pending records on the disk if possible, and release the save. Return whether every record is saved."""
        if self.closed:
            return self.saved
        self._write()
        if self._handle is not None and not self._data:
            # Not even the first line could be written, and an empty file would only be listed as damaged.
            with suppress(OSError):
                if self._handle.size() <= len(self._tried):
                    self._handle.close()  # Windows removes no open file
                    self._handle = None
                    self._storage.remove(self.path)
        self._let_go()
        self.obstacle = self.obstacle or CLOSED
        self.closed = True
        return self.saved

    def _let_go(self) -> None:
        if self._handle is not None:
            with suppress(OSError):  # everything that matters was synced before
                self._handle.close()
            self._handle = None
        if self._lock is not None:
            self._lock.free()
            self._lock = None


def _make(path: Path, storage: Storage) -> tuple[Handle, Lock]:
    """A new file and its lock. Raises OSError: FileExistsError also when only another program holds the lock."""
    lock = take_lock(path)
    if lock is None:
        raise FileExistsError(ELSEWHERE)
    try:
        return storage.open_append(path, create=True), lock
    except BaseException:
        lock.free()
        raise
