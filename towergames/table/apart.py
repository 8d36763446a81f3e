"""What the windows of an open table know and its file no longer holds: kept beside it as ``NAME-conflict``."""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from pathlib import Path

from towergames.table.lock import take_lock
from towergames.table.storage import SUFFIX, Storage, numbered, obstacle_of, share, write_new

_LONGEST = 50
"""Most letters of a save's name that are used for the name of its copy."""
_WAIT = 0.01


def keep_apart(storage: Storage, save: Path, data: bytes, patience: float) -> Path:
    """Keep the bytes of a table beside its file. Return the path of the copy that holds them. Raises OSError.

    Windows do so one after the other, and one may know more of the game than another: the longest copy is kept.
    Another version of the game in the folder stays, and the copy gets a number. The lock of another window that writes
    the copy is awaited for ``patience`` seconds.
    """
    save.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + patience
    names = numbered(f"{save.stem[:_LONGEST].rstrip('-')}-conflict")
    copy = save.with_name(f"{next(names)}{SUFFIX}")
    while (known := _known(storage, copy, len(data))) != data:
        if known is None or not data.startswith(known):
            copy = save.with_name(f"{next(names)}{SUFFIX}")
        else:  # an earlier moment, or nothing
            _put_alone(storage, copy, data, end)
    return copy


def _known(storage: Storage, copy: Path, length: int) -> bytes | None:
    """The first ``length`` bytes of a copy, b"" if there is no copy yet; None if its name belongs to something else."""
    try:
        return None if obstacle_of(copy) else storage.read(copy, length)
    except FileNotFoundError:
        return b""


def _put_alone(storage: Storage, copy: Path, data: bytes, end: float) -> None:
    """Write the copy, if no other window has made more of it meanwhile. Raises OSError."""
    lock = take_lock(copy, "write", shared=True)
    if lock is None:
        if time.monotonic() > end:
            raise BlockingIOError(errno.EAGAIN, "another window is writing it")
        time.sleep(_WAIT)  # then it is looked at again: it may hold everything by now
        return
    try:
        known = _known(storage, copy, len(data))
        if known is not None and known != data and data.startswith(known):
            _put(storage, copy, data)
    finally:
        lock.free()


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
