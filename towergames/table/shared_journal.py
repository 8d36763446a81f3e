"""The save of a table that is open to several windows: each appends under a lock, and follows what the others append.

The window that holds the lock of the save keeps the table (see :mod:`towergames.table.shared`). A second lock is held
only while a record is written. What is in the file counts: nothing waits here to be written later.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from towergames.core.text import reason_of
from towergames.table.errors import BusyError, ReadOnly, SaveError, only_look
from towergames.table.journal import Contents, Journal, next_record, parse_journal
from towergames.table.lock import Lock, take_lock
from towergames.table.records import MAX_FILE, MAX_RECORDS, Header, LineError, Record, seal
from towergames.table.storage import SUFFIX, Handle, OsStorage, Stamp, Storage, free_name, share, stamp_of

PATIENCE = 1.0
"""How long a person's move waits for the others to finish writing."""
DOUBT = 2.0
"""Seconds after which a file that cannot be followed is no longer taken for one that is being copied."""


class Replaced(Exception):  # noqa: N818 - what the table does next is no error
    """The file no longer goes on from what this window has read; ``contents`` is what it holds now."""

    def __init__(self, contents: Contents) -> None:
        super().__init__("the file was replaced")
        self.contents = contents


class SharedJournal(Journal):
    """A journal that several windows append to in turn. Its lock, if this window has it, is that of the keeper.

    ``trouble`` says why the file cannot be followed or written now, empty when all is well.
    """

    def __init__(self, path: Path, contents: Contents, storage: Storage | None = None, obstacle: str = "") -> None:
        storage = storage or OsStorage()
        handle = None
        if not obstacle:
            try:
                handle = storage.open_append(path, create=False)
            except OSError as error:
                obstacle = f"it may not be written ({reason_of(error)})"
        super().__init__(path, contents, handle, None, obstacle, storage)
        self._keeping = threading.RLock()  # a signal may come inside it
        self._answer: Future[tuple[Record, ...]] | None = None
        """What the disk says to the last record."""
        self.rests = False
        """Whether another window is to keep the table, since this program is stopped."""
        self.patience = PATIENCE
        """Seconds for which this window waits for the others to finish writing."""
        self._stamp: Stamp | None = None
        self._doubted: float | None = None
        """Since when the file could not be followed."""

    @classmethod
    def begin(cls, path: Path, header: Header, storage: Storage | None = None) -> SharedJournal:
        """Begin a new journal; the file must not exist. Raises SaveError, also where files cannot be locked."""
        lock = take_lock(path, "write", shared=True)
        if lock is None or lock.lacking:
            why = lock.lacking if lock is not None else "it is being written"
            raise SaveError(
                f"files cannot be locked in this folder: {why}. Begin the game without --open, or in another folder"
            )
        try:
            first = Journal.create(path, header, storage)
            if not first.close():
                raise SaveError(first.trouble)
            share(path)
            line, total = seal(header)
            return cls(path, Contents(header, (), (len(line),), total, line), storage)
        finally:
            lock.free()

    # --- keeping ------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """Whether this window has the keeper's lock."""
        return self._lock is not None

    def keep(self) -> bool:
        """Take the keeper's lock if nobody holds it; whether this window has it now. Any thread may call it."""
        if self._lock is not None and self._lock.lost:
            self.stop_keeping()
        if self._lock is None and not self.rests and not self.read_only:
            lock = take_lock(self.path, shared=True)
            with self._keeping:
                if lock is None or lock.lacking or self.rests or self.read_only or self._lock is not None:
                    free = lock
                else:
                    self._lock, free = lock, None
            if free is not None:
                free.free()
        return self.keeps

    def stop_keeping(self) -> None:
        """Let another window keep the table."""
        with self._keeping:
            if self._lock is not None:
                self._lock.free()
                self._lock = None

    @contextmanager
    def resting(self, seconds: float) -> Iterator[None]:
        """While open another window may keep the table. A record on its way to the disk is waited for so long."""
        if self._answer is not None:
            wait((self._answer,), seconds)
        with self._keeping:
            self.rests = True
            self.stop_keeping()
        try:
            yield
        finally:
            self.rests = False

    def _let_go(self) -> None:
        with self._keeping:
            if self._answer is not None and not self._answer.done():
                self._handle = None  # the thread still writes with it; it is closed with the program
            super()._let_go()

    # --- reading ------------------------------------------------------------------------------------------

    def changed(self) -> bool:
        """Whether :meth:`newer` has something to do. Any thread may call it."""
        try:
            return stamp_of(self.path) != self._stamp
        except OSError:
            return True

    def newer(self) -> tuple[Record, ...]:
        """The records that were appended since; cheap when there are none.

        Raises Replaced when the file holds something else now. What is only half there is waited for.
        """
        try:
            stamp = stamp_of(self.path)
            if stamp == self._stamp:
                return ()
            records, problem = self._take_in(self._tail(stamp))
        except FileNotFoundError:
            self._doubt(f"the file of {self.path.stem} was removed")
            return ()
        except (OSError, LineError) as error:
            why = reason_of(error) if isinstance(error, OSError) else str(error)
            self._doubt(f"{self.path.name} cannot be read: {why}")
            return ()
        if problem:
            self._doubt(f"{self.path.name} cannot be read at record {self._count + 1}: {problem}")
        else:
            self._stamp, self._doubted, self.trouble = stamp, None, ""
        return records

    def _doubt(self, why: str) -> None:
        now = time.monotonic()
        self._doubted = self._doubted or now
        if now - self._doubted >= DOUBT:
            self.trouble = why

    @property
    def removed(self) -> bool:
        """Whether the file has been away for so long that it will not come back by itself."""
        # Path.exists raises for a folder that may not be read, up to Python 3.13.
        return self._doubted is not None and bool(self.trouble) and not os.path.exists(self.path)  # noqa: PTH110

    def _tail(self, stamp: Stamp) -> bytes:
        """What follows in the file. Raises Replaced, OSError, and LineError for a file that is half there."""
        known = len(self._data)
        if self._stamp is not None and self._stamp[0] == stamp[0] and stamp[1] >= known:
            last = self._data.rfind(b"\n", 0, known - 1) + 1
            data = self._storage.read(self.path, MAX_FILE + 1 - last, last)
            if data.startswith(self._data[last:]):  # else another version was copied over the file
                return data[known - last :]
        whole = self._storage.read(self.path, MAX_FILE + 1)
        if not whole.startswith(self._data):
            try:
                contents = parse_journal(whole, "it")
            except SaveError as error:
                raise LineError(str(error)) from None
            if contents.damage is not None:
                raise LineError(f"record {contents.damage.record} is damaged: {contents.damage.reason}")
            raise Replaced(contents)
        self._reopen()  # the same game in another file: a copy of it was put here
        return whole[known:]

    def _reopen(self) -> None:
        """Write from now on into the file that lies there now. Raises OSError, and changes nothing then."""
        if self._handle is None:
            return
        handle = self._storage.open_append(self.path, create=False)
        with suppress(OSError):
            self._handle.close()
        self._handle = handle

    def _take_in(self, tail: bytes) -> tuple[tuple[Record, ...], str]:
        """The whole lines of what follows, and why the next one cannot follow; empty when there is none."""
        records: list[Record] = []
        at = 0
        while tail.find(b"\n", at) >= 0:
            try:
                record, total, after = next_record(tail, at, self._count + 1, self._last_sum, MAX_RECORDS)
            except LineError as error:
                return tuple(records), str(error)
            self._taken(tail[at:after], total)
            records.append(record)
            at = after
        return tuple(records), ""

    def _taken(self, line: bytes, total: str) -> None:
        self._data += line
        self._count += 1
        self._last_sum = total

    # --- writing ------------------------------------------------------------------------------------------

    def put(self, record: Record, state: str) -> Future[tuple[Record, ...]]:
        """Put a record behind all others, in a thread; ``state`` is the digest after it.

        The answer is empty once the record is on the disk. If the others have appended records before, the answer is
        these, and nothing was written. Raises ReadOnly; the answer raises Replaced, and SaveError when nothing can be
        written now.
        """
        if self._handle is None:
            raise ReadOnly(only_look(self.obstacle))
        answer: Future[tuple[Record, ...]] = Future()
        write = partial(self._put, record, state, self._handle, self.patience)

        def run() -> None:
            try:
                answer.set_result(write())
            except BaseException as error:  # it belongs to the one who waits
                answer.set_exception(error)

        self._answer = answer
        threading.Thread(target=run, name="writing", daemon=True).start()
        return answer

    def _put(self, record: Record, state: str, handle: Handle, patience: float) -> tuple[Record, ...]:
        lock = self._alone(patience)
        try:
            newer = self.newer()
            if newer:
                return newer
            if self._doubted is not None:
                raise SaveError(f"nothing was saved: the file of {self.path.stem} is being replaced. Try again")
            # A replaced file has another handle since the reading.
            self._append(record, state, self._handle or handle)
            return ()
        finally:
            lock.free()

    def _alone(self, patience: float) -> Lock:
        end = time.monotonic() + patience
        while True:
            lock = take_lock(self.path, "write", shared=True)
            if lock is not None and lock.lacking:
                raise SaveError(f"nothing was saved: files cannot be locked in this folder ({lock.lacking})")
            if lock is not None:
                return lock
            if time.monotonic() > end:
                raise BusyError("nothing was saved: another window is writing, and the disk is slow. Try again")
            time.sleep(0.002)

    def _append(self, record: Record, state: str, handle: Handle) -> None:
        """Called under the lock of writing. Raises SaveError, and then nothing was added."""
        try:
            body = record.by, record.kind, record.body
            line, total = seal(Record(self._count + 1, *body, state, self._last_sum))
        except LineError as error:
            raise SaveError(f"record {self._count + 1} cannot be saved: {error}") from None
        known = len(self._data)
        try:
            if handle.size() > known:  # what a killed program left of its last line
                handle.truncate(known)
            handle.write(line)
            handle.sync()
        except OSError as error:
            with suppress(OSError):
                handle.truncate(known)
            raise SaveError(f"{self.path.name} cannot be written: {reason_of(error)}") from None
        self._taken(line, total)
        self.trouble = ""

    # --- other hands at the file --------------------------------------------------------------------------

    def write_again(self) -> None:
        """Put a removed file back, as this window knows it. Raises SaveError."""
        try:
            self._write_whole(self.path)
        except FileExistsError:
            return
        except OSError as error:
            raise SaveError(f"{self.path.name} cannot be written: {reason_of(error)}") from None
        self.news.append(f"The file of {self.path.stem} was removed while the table was open. It was written again.")

    def go_over(self, contents: Contents) -> None:
        """Go on with what the file holds now; what was here and is not there is kept under another name.

        Only the keeper writes that copy. Raises OSError, and nothing is kept or gone over to then.
        """
        self._reopen()
        told = f"The file of {self.path.stem} was replaced from elsewhere, by one that differs from this table."
        if not contents.good.startswith(self._data):
            if self.keeps:
                folder = self.path.parent
                copy = folder / f"{free_name(folder, f'{self.path.stem}-conflict')}{SUFFIX}"
                self._write_whole(copy)
                told += f" This table is kept as {copy.stem}."
            told += " The game goes on from the file. Check its last moves."
            self.news.append(told)
        if contents.header != self.header:
            self.give_up("its file now holds another game")
            return
        self._data, self._count, self._last_sum = bytearray(contents.good), len(contents.records), contents.last_sum
        self._stamp = None

    def _write_whole(self, path: Path) -> None:
        handle = self._storage.open_append(path, create=True)
        try:
            handle.write(bytes(self._data))
            handle.sync()
        except OSError:
            with suppress(OSError):
                self._storage.remove(path)
            raise
        finally:
            with suppress(OSError):
                handle.close()
        share(path)

    def close(self) -> bool:
        """Let the save go."""
        if not self.closed:
            self._let_go()
            self.obstacle = self.obstacle or "it has been closed"
            self.closed = True
        return True

    def give_up(self, why: str) -> None:
        """Neither follow nor write any more."""
        self.obstacle, self.closed = why, True
        self._let_go()
