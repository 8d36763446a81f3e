"""Files of saves: their names, and file operations behind a port so that tests can break each one (R2, R3)."""

# ruff: noqa: D102 - Handle and Storage say what each method does

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from towergames.core.text import slug

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


class Handle(Protocol):
    """An open journal file."""

    def write(self, data: bytes) -> None:
        """Write all of ``data`` at the end. Raises OSError (some of it may then be there)."""

    def sync(self) -> None:
        """Return only when everything written is on the disk. Raises OSError."""

    def size(self) -> int:
        """The file's size in bytes now, also where another program has written into it.

        Raises FileNotFoundError when the file no longer lies under its name (removed, moved, replaced), else OSError.
        """

    def truncate(self, size: int) -> None:
        """Cut the file to ``size`` bytes. Raises OSError."""

    def close(self) -> None:
        """Close the file."""


class Storage(Protocol):
    """File operations. Every method may raise OSError."""

    def read(self, path: Path, limit: int, start: int = 0) -> bytes:
        """At most ``limit`` bytes of a regular file from ``start``; never follows a link at the end of the path."""

    def open_append(self, path: Path, *, create: bool) -> Handle:
        """Open for appending. ``create``: the file must not exist yet."""

    def replace(self, path: Path, target: Path) -> None:
        """Move a file over another name, atomically."""

    def remove(self, path: Path) -> None:
        """Remove a file."""

    def sync_folder(self, folder: Path) -> None:
        """Make creations and moves in the folder durable, where the platform can."""


class OsHandle:
    """A file of the operating system."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._fd = descriptor
        self._path = path
        # Some network folders give a file a new number at every look; there only a missing name is noticed.
        self._numbered = self._lies_there()

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._fd, rest) :]  # a full disk may take a part first, then refuse the rest

    def sync(self) -> None:
        if sys.platform == "darwin":  # whose fsync leaves the data in the memory of the drive
            import fcntl

            with suppress(OSError):  # a network folder, say
                fcntl.fcntl(self._fd, fcntl.F_FULLFSYNC)
                return
        os.fsync(self._fd)

    def size(self) -> int:
        try:
            facts = os.fstat(self._fd)
        except OSError as error:
            if error.errno == errno.ESTALE:  # the server of a network folder has forgotten the file
                raise FileNotFoundError(errno.ENOENT, "the file was removed") from None
            raise
        if (facts.st_nlink == 0 and sys.platform != "win32") or not self._lies_there(self._numbered):
            raise FileNotFoundError(errno.ENOENT, "the file was removed or replaced")  # writes would be lost
        return facts.st_size

    def _lies_there(self, same: bool = True) -> bool:
        """Whether a file, or the ``same`` file, lies under the name; true where the system does not say."""
        try:
            there = os.stat(self._path, follow_symlinks=False)
            return not same or os.path.samestat(there, os.fstat(self._fd))
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True

    def truncate(self, size: int) -> None:
        os.ftruncate(self._fd, size)

    def close(self) -> None:
        os.close(self._fd)


def obstacle_of(path: Path) -> str:
    """The reason why the thing at a path cannot be a save, in a few words; '' for a regular file.

    Raises FileNotFoundError when nothing is there, also for an impossible path.
    """
    try:
        mode = path.lstat().st_mode
    except PermissionError as error:
        return error.strerror or "it may not be read"
    except (OSError, ValueError):  # ValueError: a NUL in the path
        raise FileNotFoundError(errno.ENOENT, "there is no such file") from None
    return _unlike_a_file(mode)


def _unlike_a_file(mode: int) -> str:
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "it is a folder"
    return "it is a link, and links are not followed" if stat.S_ISLNK(mode) else "it is not a regular file"


def _open_regular(path: Path, flags: int) -> int:
    # O_NONBLOCK: a FIFO under a save's name must not hang the program.
    try:
        fd = os.open(path, flags | _NOFOLLOW | _BINARY | _NONBLOCK, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, _unlike_a_file(stat.S_IFLNK)) from None
        raise
    why = _unlike_a_file(os.fstat(fd).st_mode)
    if why:
        os.close(fd)
        raise OSError(errno.EINVAL, why)
    return fd


class OsStorage:
    """The real disk."""

    def read(self, path: Path, limit: int, start: int = 0) -> bytes:
        fd = _open_regular(path, os.O_RDONLY)
        with os.fdopen(fd, "rb") as source:
            source.seek(start)
            return source.read(limit)

    def open_append(self, path: Path, *, create: bool) -> Handle:
        flags = os.O_WRONLY | os.O_APPEND
        if create:
            flags |= os.O_CREAT | os.O_EXCL
        return OsHandle(_open_regular(path, flags), path)

    def replace(self, path: Path, target: Path) -> None:
        os.replace(path, target)

    def remove(self, path: Path) -> None:
        os.unlink(path)

    def sync_folder(self, folder: Path) -> None:
        if sys.platform == "win32":  # which opens no folders
            return
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


# --- whole files ------------------------------------------------------------------------------------

LARGEST_ASIDE = 64 * 1024 * 1024
"""A damaged file that is larger is not copied."""
_PART = 1024 * 1024
_MOST_ASIDE = 100


def write_new(storage: Storage, path: Path, parts: bytes | Iterable[bytes]) -> None:
    """Write the data into a new file and onto the disk. Raises OSError, and leaves nothing behind then."""
    handle = storage.open_append(path, create=True)
    try:
        try:
            for part in (parts,) if isinstance(parts, bytes) else parts:
                handle.write(part)
            handle.sync()
        finally:
            handle.close()
    except OSError:
        with suppress(OSError):
            storage.remove(path)
        raise
    with suppress(OSError):  # the file itself is safe; some file systems cannot sync a folder
        storage.sync_folder(path.parent)


def keep_aside(storage: Storage, path: Path, kind: str = "damaged") -> Path:
    """A copy of a file beside it, complete on the disk; where it lies. Raises OSError.

    ``kind`` ends its name: what the file is, or was.
    """
    if stamp_of(path)[1] > LARGEST_ASIDE:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST_ASIDE // 1024 // 1024} MiB")
    for number in range(1, _MOST_ASIDE + 1):
        aside = path.with_name(f"{path.name}.{kind}" + (f"-{number}" if number > 1 else ""))
        with suppress(FileExistsError):
            write_new(storage, aside, _parts_of(storage, path))
            return aside
    raise FileExistsError(f"{_MOST_ASIDE} {kind} copies are kept already. Delete some")


def _parts_of(storage: Storage, path: Path) -> Iterator[bytes]:
    at = 0
    while part := storage.read(path, _PART, at):
        yield part
        at += len(part)


Stamp = tuple[int, int, int]
"""Identity of a file at one moment: its number, its size and the time of its last change."""


def stamp_of(path: Path) -> Stamp:
    """The stamp of a file; an equal one means that nothing has changed. Raises OSError."""
    facts = os.stat(path, follow_symlinks=False)
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def share(path: Path) -> None:
    """Let everyone who may write into the folder read and write a file, as far as the system allows that."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        folder = path.parent.stat()
        with suppress(OSError):
            os.chown(path, -1, folder.st_gid)
        path.chmod(0o600 | (stat.S_IMODE(folder.st_mode) & 0o022) * 3)


# --- names: slugs, each at most once in a folder ----------------------------------------------------

SUFFIX = ".jsonl"

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\Z")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z")


def is_name(text: str) -> bool:
    """Whether a save may be called so."""
    return bool(_SLUG.match(text)) and not _RESERVED.match(text)


def names_in(folder: Path) -> list[str]:
    """The names of the saves in a folder, in alphabetical order."""
    found = [entry for entry in _entries(folder) if entry.endswith(SUFFIX)]
    return sorted(stem for entry in found if _SLUG.match(stem := entry.removesuffix(SUFFIX)))


def free_name(folder: Path, wish: str, but: str = "") -> str:
    """A slug of ``wish`` that no save in the folder has, and that is not ``but``; upper and lower case are equal."""
    taken = {entry.casefold() for entry in (*_entries(folder), f"{but}{SUFFIX}")}
    return next(name for name in numbered(slug(wish)) if f"{name}{SUFFIX}" not in taken)


def _entries(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def numbered(base: str) -> Iterator[str]:
    """A name, then the names with a number that come after it."""
    yield base
    number = 2
    while True:
        yield f"{base[:56].rstrip('-')}-{number}"
        number += 1
