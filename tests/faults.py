"""Faults of the operating system: a disk that can be full, and files that cannot be locked."""

from __future__ import annotations

import errno
import os

import pytest

from towergames.table.storage import OsHandle


class Disk:
    """The disk that saves are written to; nothing can be written while it is ``full``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = OsHandle.write

        def written(handle: OsHandle, data: bytes) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write(handle, data)

        monkeypatch.setattr(OsHandle, "write", written)

    def fill(self) -> None:
        """Let the disk be full from now on."""
        self.full = True


def refuse_locks(monkeypatch: pytest.MonkeyPatch, code: int = errno.ENOLCK) -> None:
    """Let every lock be refused with this error; the test is skipped where the system has no such locks."""
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
