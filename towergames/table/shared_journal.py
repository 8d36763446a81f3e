"""The save of a table that is open to several windows: each appends under a lock, and follows what the others append.

The window that holds the lock of the save keeps the table (see :mod:`towergames.table.shared`). A second lock is held
only while a record is written. What is in the file counts: nothing waits here to be written later.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from towergames.core.text import reason_of
from towergames.table.apart import keep_apart
from towergames.table.errors import BusyError, ReadOnly, SaveError, only_look
from towergames.table.journal import CLOSED, Contents, Journal, next_record, parse_journal, past_blank_lines
from towergames.table.lock import Lock, take_lock
from towergames.table.records import MAX_FILE, MAX_RECORDS, Header, LineError, Record, seal
from towergames.table.setup import timestamp
from towergames.table.storage import Handle, OsStorage, Stamp, Storage, keep_aside, share, stamp_of, write_new

LOCK_TIMEOUT = 1.0
"""Seconds for which a person's move waits for other windows to finish writing."""
LAST_PATIENCE = 5.0
"""How long a window that is left waits for another one to finish writing the same copy of the table."""
REPLACED_AFTER_SECONDS = 2.0
"""Seconds after which a file that cannot be followed is no longer taken for one that is being copied."""
LONG_DOUBT = 10.0
"""Seconds after which the windows keep what they know of the table under another name."""


T = TypeVar("T")


def _in_thread(work: Callable[[], T], name: str) -> Future[T]:
    """The answer of work that a thread does."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # it belongs to the one who waits
            answer.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return answer


class Replaced(Exception):  # noqa: N818 - what the table does next is no error
    """The file no longer goes on from what this window has read; ``contents`` is what it holds now."""

    def __init__(self, contents: Contents) -> None:
        super().__init__("the file was replaced")
        self.contents = contents


class SharedJournal(Journal):
    """A journal that several windows append to in turn. Its lock, if this window has it, is that of the keeper.

    ``trouble`` says why the file cannot be followed or written now, empty when all is well.
    """

    def __init__(self, path: Path, contents: Contents, storage: Storage | None = None) -> None:
        storage, handle, obstacle = storage or OsStorage(), None, ""
        try:
            handle = storage.open_append(path, create=False)
        except OSError as error:
            obstacle = f"it may not be written ({reason_of(error)})"
        super().__init__(path, contents, handle, None, obstacle, storage)
        self._keeping = threading.RLock()  # a signal may come inside it
        self._answer: Future[tuple[Record, ...]] | None = None
        """The disk's answer to the last record."""
        self._mending: Future[None] | None = None
        """The disk's answer to the repair of the file."""
        self.rests = False
        """Whether another window is to keep the table, since this program is stopped."""
        self.patience = LOCK_TIMEOUT
        """Seconds for which this window waits for the others to finish writing."""
        self._stamp: Stamp | None = None
        self._doubted: float | None = None
        """Since when the file could not be followed."""
        self._stray = False
        """Whether the file holds all records that are known here, and then lines of another program."""
        self._apart = ""
        """The name under which this window has kept what it knows, while the file cannot be followed."""
        self.unkept = ""
        """The reason why records of this window are neither in the file nor in a copy beside it; '' if they are."""

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
        """Take the keeper's lock if nobody holds it. Return whether this window has it. Any thread may call it."""
        held = self._lock
        if held is not None and held.lost:
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
    def suspended(self, seconds: float) -> Iterator[None]:
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
            if self._writes or self.mends:
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
            self.doubt(f"the file of {self.path.stem} was removed")
            return ()
        except (OSError, LineError) as error:
            why = reason_of(error) if isinstance(error, OSError) else str(error)
            self.doubt(f"{self.path.name} cannot be read: {why}")
            return ()
        if problem:
            self.doubt(f"{self.path.name} cannot be read at record {self._count + 1}: {problem}")
            self._stray = True
        else:
            self._stamp, self._doubted, self._stray, self._apart, self.trouble = stamp, None, False, "", ""
        return records

    def doubt(self, why: str) -> None:
        """Note that the file cannot be followed now. The reason ``why`` is shown if that lasts."""
        now = time.monotonic()
        self._doubted, self._stray = self._doubted or now, False
        if now - self._doubted >= REPLACED_AFTER_SECONDS:
            self.trouble = why

    @property
    def doubted(self) -> bool:
        """Whether the file cannot be followed now. Nothing is written meanwhile."""
        return self._doubted is not None

    def _tail(self, stamp: Stamp) -> bytes:
        """The bytes after the known records. Raises Replaced, OSError, and LineError for a file that is half there."""
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
        done = 0
        while (at := past_blank_lines(tail, done)) < len(tail):
            try:
                record, total, after = next_record(tail, at, self._count + 1, self._last_sum, MAX_RECORDS)
            except LineError as error:
                # The line that is not ended yet may be on its way.
                return tuple(records), "" if tail.find(b"\n", at) < 0 else str(error)
            self._taken(tail[done:after], total)
            records.append(record)
            done = after
        self._data += tail[done:at]
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
        if self.mends:
            raise SaveError(f"nothing was saved: {self._why_doubted()}")
        self._answer = _in_thread(partial(self._put, record, state, self._handle, self.patience), "writing")
        return self._answer

    def _put(self, record: Record, state: str, handle: Handle, patience: float) -> tuple[Record, ...]:
        lock = self._alone(patience)
        try:
            newer = self.newer()
            if newer:
                return newer
            if self._doubted is not None:
                raise SaveError(f"nothing was saved: {self._why_doubted()}")
            # A replaced file has another handle since the reading.
            self._append(record, state, self._handle or handle, lock)
            return ()
        finally:
            lock.free()

    def _why_doubted(self) -> str:
        """Why nothing is written into a file that cannot be followed now."""
        if self._apart:
            return f"the file of {self.path.stem} cannot be used. This table is kept as {self._apart}"
        if self.trouble:
            return f"the file of {self.path.stem} cannot be used now. The table waits"
        return f"the file of {self.path.stem} is being replaced. Try again"

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

    def _append(self, record: Record, state: str, handle: Handle, lock: Lock) -> None:
        """Called under the lock of writing. Raises SaveError, and then it is not known here that the record is there.

        Another program may touch the file, or the lock, at any moment: what is not as it should be after the writing
        was not done, as far as this window knows, and is found by the next look if it was.
        """
        try:
            body = record.by, record.kind, record.body
            line, total = seal(Record(self._count + 1, *body, state, self._last_sum, timestamp()))
        except LineError as error:
            raise SaveError(f"record {self._count + 1} cannot be saved: {error}") from None
        known = len(self._data)
        line = self._after_newline(line)
        try:
            if not self._ends_at(known, handle):
                raise SaveError(f"nothing was saved: {self._why_doubted()}")
            handle.write(line)
            handle.sync()
            whole = handle.size() == known + len(line)
        except OSError as error:
            with suppress(OSError):
                if handle.size() > known and not lock.lost:
                    handle.truncate(known)
            raise SaveError(f"{self.path.name} cannot be written: {reason_of(error)}") from None
        if not whole or lock.lost:
            raise BusyError(f"the file of {self.path.stem} was changed at this moment. Look at the table and try again")
        self._taken(line, total)
        self.trouble = ""

    def _ends_at(self, known: int, handle: Handle) -> bool:
        """Whether the file ends there, after what a killed program left of its last line was cut. Raises OSError."""
        size = handle.size()
        if size <= known or b"\n" in self._storage.read(self.path, MAX_FILE, known):
            return size == known
        handle.truncate(known)
        return True

    # --- other hands at the file --------------------------------------------------------------------------

    @property
    def mends(self) -> bool:
        """Whether a thread puts the file right now: it is neither read nor written here meanwhile."""
        return self._mending is not None and not self._mending.done()

    def put_right(self, seconds: float) -> None:
        """Repair, in a thread, a file that could not be followed for some time.

        The repair is awaited for ``seconds`` seconds; a longer one is answered at a later call. Raises SaveError.
        """
        mending = self._mending
        if mending is None and self._doubted is not None:
            deeds = tuple(self._remedies(time.monotonic() - self._doubted))
            mending = _in_thread(partial(self._mend, deeds), "mending") if deeds else None
        self._mending = mending
        if mending is not None and wait((mending,), seconds).done:
            self._mending = None
            mending.result()

    def _remedies(self, waited: float) -> Iterator[Callable[[], None]]:
        """Remedies for a file that could not be followed for ``waited`` seconds."""
        if waited >= LONG_DOUBT and not self._apart:
            yield self._keep_apart
        # Path.exists raises for a folder that may not be read, up to Python 3.13.
        if self.keeps and waited >= REPLACED_AFTER_SECONDS and not os.path.exists(self.path):  # noqa: PTH110
            yield self._write_again
        elif self.keeps and waited >= REPLACED_AFTER_SECONDS and self._stray:
            yield self._cut_stray_lines

    def _mend(self, deeds: Iterable[Callable[[], None]]) -> None:
        """Do one after the other. Raises SaveError."""
        try:
            for deed in deeds:
                deed()
        except BlockingIOError as error:
            raise BusyError(str(error)) from None
        except OSError as error:
            raise SaveError(f"{self.path.name} cannot be written: {reason_of(error)}") from None

    def _write_again(self) -> None:
        """Put a removed file back, as this window knows it. Raises OSError."""
        with suppress(FileExistsError):
            write_new(self._storage, self.path, bytes(self._data))
            share(self.path)
            told = f"The file of {self.path.stem} was removed while the table was open. It was written again."
            self.news.append(told)

    def _cut_stray_lines(self) -> None:
        """Cut what another program has written behind the records; the file as it was is kept. Raises OSError."""
        lock, handle, known = self._alone(0.0), self._handle, len(self._data)
        try:
            if handle is None or self._storage.read(self.path, known) != self._data:
                return
            aside = keep_aside(self._storage, self.path)
            if handle.size() != stamp_of(aside)[1]:  # the other program goes on writing
                self._storage.remove(aside)
                return
            handle.truncate(known)
            handle.sync()
        finally:
            lock.free()
        told = f"Another program has written into the file of {self.path.stem}. The game goes on."
        self.news.append(f"{told} The file as it was is kept as {aside.name}.")

    def _keep_apart(self, patience: float = 0.0) -> None:
        """Keep what this window knows beside a file that does not hold it. Raises OSError."""
        self._apart = keep_apart(self._storage, self.path, bytes(self._data), patience).stem
        self.news.append(f"The file of {self.path.stem} cannot be used. This table is kept as {self._apart}.")

    @property
    def kept_as(self) -> str:
        """The name of the save that holds everything that is known here."""
        return self._apart or super().kept_as

    def adopt(self, contents: Contents) -> None:
        """Continue with the contents of the file. Records that only this window has are kept under another name.

        Raises OSError and adopts nothing then.
        """
        self._reopen()
        if not contents.holds(self._count, self._last_sum):
            told = f"The file of {self.path.stem} was replaced from elsewhere, by one that differs from this table."
            if not self.read_only:
                copy = keep_apart(self._storage, self.path, bytes(self._data), LOCK_TIMEOUT)
                told += f" This table is kept as {copy.stem}."
            self.news.append(f"{told} The game goes on from the file. Check its last moves.")
        if contents.header != self.header:
            self.give_up("its file now holds another game")
            return
        self._data, self._count, self._last_sum = bytearray(contents.good), len(contents.records), contents.last_sum
        self._stamp = None

    def close(self, *, look: bool = True) -> bool:
        """Poll the file once more and release the save.

        Return whether its file, or a copy beside it, holds every record of this window.
        """
        if not self.closed:
            if look and not self.read_only and not self._writes:
                self._look_last()
            self._let_go()
            self.obstacle = self.obstacle or CLOSED
            self.closed = True
        return not self.unkept

    @property
    def _writes(self) -> bool:
        """Whether the disk's answer to the last record is outstanding."""
        return self._answer is not None and not self._answer.done()

    def _look_last(self) -> None:
        """Keep what is known here beside a file that does not hold it."""
        why = f"the file of {self.path.stem} cannot be used, and no copy of this table can be made"
        if self._mending is not None and not wait((self._mending,), LAST_PATIENCE).done:
            self.unkept = f"{why}: the disk does not answer"
            return
        try:
            self.newer()
            apart = self.doubted
        except Replaced as replaced:
            apart = not replaced.contents.holds(self._count, self._last_sum)
        if not apart:
            return
        try:
            self._keep_apart(LAST_PATIENCE)
        except OSError as error:
            self.unkept = f"{why}: {reason_of(error)}"

    def give_up(self, why: str) -> None:
        """Neither follow nor write any more."""
        self.obstacle, self.closed = why, True
        self._let_go()
