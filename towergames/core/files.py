"""Files from elsewhere, opened only where they are files: a pipe or a device would be waited for without end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def read_regular(path: Path, most: int) -> bytes:
    """The first ``most`` bytes of a regular file, or of one that a link leads to. Raises OSError."""
    _demand_regular(path.stat().st_mode)  # before it is opened: opening a device may do something
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        _demand_regular(os.fstat(file.fileno()).st_mode)  # it may have been changed in between
        return file.read(most)


def _demand_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
