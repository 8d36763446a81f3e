"""Files from elsewhere, opened only where they are files: a pipe or a device would be waited for without end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """The descriptor of a regular file; a new one may be read and written by its owner alone. Raises OSError."""
    try:
        _demand_regular(path.stat().st_mode)  # before it is opened: opening a device may do something
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    fd = os.open(path, flags | _BINARY | _NONBLOCK, 0o600)
    try:
        _demand_regular(os.fstat(fd).st_mode)  # it may have been changed in between
    except OSError:
        os.close(fd)
        raise
    return fd


def read_regular(path: Path, most: int) -> bytes:
    """The first ``most`` bytes of a regular file. Raises OSError."""
    with os.fdopen(open_regular(path), "rb") as file:
        return file.read(most)


def _demand_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
