"""Locks beside a save, let go by the system when a program dies: to write it, to keep its table, to sit at a seat."""

from __future__ import annotations

import errno
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from towergames.table.storage import share

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ELSEWHERE = "it is open in another window"

_HELD = frozenset((errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK))
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_TRIES = 20


class Lock:
    """A lock of a save, held until :meth:`free`. ``lacking`` says why the folder gives none: then nothing is held."""

    def __init__(self, path: Path, descriptor: int | None, lacking: str = "") -> None:
        self.lacking = lacking
        self._path = path
        self._descriptor = descriptor
        self._using = threading.RLock()  # one thread may mark it while another, or a signal, lets it go

    @property
    def lost(self) -> bool:
        """Whether its file was removed or replaced, so that another program can have the lock as well.

        Without the folder nobody else can, and the file may come back with it.
        """
        with self._using:
            try:
                return self._descriptor is not None and not self._lies_there(self._descriptor)
            except FileNotFoundError:
                return self._path.parent.is_dir()
            except OSError:
                return False

    def _lies_there(self, descriptor: int) -> bool:
        return os.path.samestat(os.fstat(descriptor), self._path.stat())

    def mark(self, state: int) -> None:
        """Tell the others one number, which is the length of the lock's file: see :func:`state_of`."""
        with self._using, suppress(OSError):
            if self._descriptor is not None:
                os.ftruncate(self._descriptor, state)

    def free(self) -> None:
        """Release the lock and remove its file. A second call does nothing."""
        with self._using:
            descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        with suppress(OSError):
            # While it is held, and only ours, so that the file of another holder is never removed.
            if sys.platform != "win32" and self._lies_there(descriptor):
                self._path.unlink()
        os.close(descriptor)
        with suppress(OSError):
            if sys.platform == "win32":  # which removes no open file, so not one that another program has opened since
                self._path.unlink()


def take_lock(save: Path, kind: str = "lock", *, shared: bool = False) -> Lock | None:
    """Take a lock of a save without waiting; None when another program holds it. Its file is ``.<name>.<kind>``.

    In a folder without file locks, or where the file cannot be made, the lock is ``lacking``. ``shared``: every user
    who may write into the folder may take the lock.
    """
    path = _file(save, kind)
    for _ in range(_TRIES):
        try:
            new = not path.exists()
            # Some systems refuse to create what is there already and belongs to another user.
            descriptor = os.open(path, _FLAGS if new else _FLAGS & ~os.O_CREAT, 0o600)
            if new and shared:
                share(path)
        except FileNotFoundError:
            if not path.parent.is_dir():
                return Lock(path, None, "the folder is gone")
            continue  # its holder has just removed it
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            return Lock(path, None, getattr(error, "strerror", None) or "the name cannot be used")
        try:
            _lock(descriptor)
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return Lock(path, descriptor)
        except FileNotFoundError:
            pass  # its holder removed the file after it was opened here, so that a lock on it would protect nothing
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                return None
            if new:
                with suppress(OSError):
                    path.unlink()
            return Lock(path, None, error.strerror or "not supported here")
        os.close(descriptor)
    return Lock(path, None, "its lock file keeps changing")


def take_over(save: Path, kind: str) -> Lock:
    """Take a lock, also from a program that holds it: that one finds its file replaced (:attr:`Lock.lost`).

    Where this cannot be done, as on Windows while another program has the file open, the lock is ``lacking``.
    """
    path = _file(save, kind)
    fresh, descriptor = path.with_name(f"{path.name}-{os.getpid()}"), None
    try:
        descriptor = os.open(fresh, _FLAGS, 0o600)
        share(fresh)
        _lock(descriptor)
        fresh.replace(path)
    except (OSError, ValueError) as error:
        if descriptor is not None:
            os.close(descriptor)
        with suppress(OSError, ValueError):
            fresh.unlink()
        return Lock(path, None, getattr(error, "strerror", None) or "the name cannot be used")
    return Lock(path, descriptor)


def state_of(save: Path, kind: str) -> int | None:
    """None when nobody holds a lock, else the number that its holder has marked (:meth:`Lock.mark`), at first 0.

    Several may look at once without taking each other for the holder, but not on Windows.
    """
    path = _file(save, kind)
    try:
        descriptor = os.open(path, os.O_RDONLY | (_FLAGS & ~(os.O_RDWR | os.O_CREAT)))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None
    try:
        marked = os.fstat(descriptor).st_size
        _lock(descriptor, looks=True)
    except OSError as error:
        return marked if error.errno in _HELD else None
    finally:
        os.close(descriptor)
    return None


def _file(save: Path, kind: str) -> Path:
    return save.with_name(f".{save.name}.{kind}")


def _lock(descriptor: int, *, looks: bool = False) -> None:
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if looks else fcntl.LOCK_EX) | fcntl.LOCK_NB)
