"""Faults of the operating system: a disk that can be full or stall, and files that cannot be locked."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

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

    @contextmanager
    def stalled(self, refusal: int = 0) -> Iterator[None]:
        """Inside, nothing reaches the disk; what waits is written at the end, or refused with this error."""
        answers = Event()

        def sync(_: OsHandle) -> None:
            if answers.wait(20) and refusal:
                raise OSError(refusal, os.strerror(refusal))

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(OsHandle, "sync", sync)
            try:
                yield
            finally:
                answers.set()


def refuse_locks(monkeypatch: pytest.MonkeyPatch, code: int = errno.ENOLCK) -> None:
    """Let every lock be refused with this error; the test is skipped where the system has no such locks."""
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
