"""What the windows of an open table know and its file no longer holds: kept beside it as ``NAME-conflict``."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towergames.table.lock import take_lock
from towergames.table.storage import SUFFIX, Storage, numbered, obstacle_of, share, write_new

_LONGEST = 50
"""Letters of a save's name that the name of its copy begins with."""
_WAIT = 0.01


def keep_apart(storage: Storage, save: Path, data: bytes, patience: float) -> Path:
    """Keep the bytes of a table beside its file; the copy that holds them. Raises OSError.

    Windows do so one after the other, and one may know more of the game than another: one copy is kept, the longest.
    Another version of the game that lies there stays, and the copy gets a number. Another window that writes the copy
    is waited for so many seconds.
    """
    save.parent.mkdir(parents=True, exist_ok=True)
    for name in numbered(f"{save.stem[:_LONGEST].rstrip('-')}-conflict"):
        copy = save.with_name(f"{name}{SUFFIX}")
        with _alone(copy, patience):
            try:
                if obstacle_of(copy):
                    continue
                known = storage.read(copy, len(data))
            except FileNotFoundError:
                known = b""
            if known == data:
                return copy
            if data.startswith(known):  # an earlier moment, or nothing
                _put(storage, copy, data)
                return copy
    raise AssertionError("the numbers never end")


def _put(storage: Storage, copy: Path, data: bytes) -> None:
    fresh = copy.with_name(f".{copy.name}.new")
    if os.path.lexists(fresh):  # a killed program has left it
        storage.remove(fresh)
    write_new(storage, fresh, data)
    try:
        storage.replace(fresh, copy)
    except OSError:
        with suppress(OSError):
            storage.remove(fresh)
        raise
    with suppress(OSError):  # the file itself is safe; some file systems cannot sync a folder
        storage.sync_folder(copy.parent)
    share(copy)


@contextmanager
def _alone(copy: Path, patience: float) -> Iterator[None]:
    """While open, no other window writes the copy. Raises OSError."""
    end = time.monotonic() + patience
    while (lock := take_lock(copy, "write", shared=True)) is None:
        if time.monotonic() > end:
            raise OSError(errno.EBUSY, "another window is writing it")
        time.sleep(_WAIT)
    try:
        yield
    finally:
        lock.free()
