"""Windows, as far as another system can play it: for processes of their own, since nothing is put back.

What other systems have beyond it is gone, and a file that is open can be neither removed nor replaced. ``os.name``
stays, since ``pathlib`` makes paths of it: the program asks ``sys.platform`` alone (``test_windows.py`` looks).
"""

from __future__ import annotations

import asyncio
import errno
import importlib
import os
import pkgutil
import select
import signal
import sys
import types
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

GONE = frozenset(("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"))
"""Modules that Windows does not have."""

ATTRIBUTES: dict[Any, tuple[str, ...]] = {
    os: (
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK"),
        *("fork", "getpgid", "getuid", "killpg", "mkfifo", "sched_getaffinity", "setsid", "ttyname", "uname"),
    ),
    select: ("epoll", "poll"),
    signal: (
        *("SIGALRM", "SIGHUP", "SIGKILL", "SIGPOLL", "SIGPROF", "SIGPWR", "SIGQUIT", "SIGRTMAX", "SIGRTMIN"),
        *("SIGSTKFLT", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGXCPU", "pthread_sigmask", "setitimer", "sigwait"),
    ),
}

NOT_THERE = "towergames.tui.terminal"
"""The driver for POSIX terminals; Textual has another one for Windows."""


def every_module() -> list[str]:
    """The names of all modules that a start on Windows may need."""
    import towergames

    found = pkgutil.walk_packages(towergames.__path__, "towergames.")
    return [name for _, name, _ in found if name not in (NOT_THERE, "towergames.__main__")]


def become_windows() -> None:
    """Make this process one on Windows. What towergames imports from others is imported before, as it is here."""
    from textual.app import App
    from textual.drivers.headless_driver import HeadlessDriver

    for name in every_module():
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("towergames", *GONE)]:
        del sys.modules[name]
    locking = importlib.import_module("fcntl").flock
    del sys.modules["fcntl"]
    sys.meta_path.insert(0, _Without())
    sys.modules["msvcrt"] = _msvcrt(locking)
    for module, names in ATTRIBUTES.items():
        for name in names:
            vars(module).pop(name, None)
    if sys.version_info >= (3, 13):  # where it asks for what is gone now
        os.process_cpu_count = os.cpu_count
    asyncio.new_event_loop().close()  # from 3.14 on the first one decides whether they are those of Windows
    signal.SIGBREAK = signal.SIGTTIN  # type: ignore[attr-defined]
    _guard_open_files()
    driver = type("WindowsDriver", (HeadlessDriver,), {})
    App.get_driver_class = lambda _: driver  # type: ignore[method-assign]
    sys.platform = "win32"


class _Without(MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> None:
        if name in GONE or name == NOT_THERE:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)


def _msvcrt(flock: Callable[[int, int], None]) -> types.ModuleType:
    """``locking`` as Windows has it, without waiting: LOCK_EX and LOCK_NB of flock."""
    made: Any = types.ModuleType("msvcrt")
    made.__spec__ = ModuleSpec("msvcrt", None)
    made.LK_NBLCK = 2

    def locking(descriptor: int, mode: int, length: int) -> None:
        assert (mode, length) == (2, 1)
        try:
            flock(descriptor, 2 | 4)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    made.locking = locking
    return made


def _guard_open_files() -> None:
    """Refuse what Windows refuses: to remove or replace an open file, and to open a folder."""

    def demand_closed(path: Any) -> None:
        path = os.path.realpath(path)
        for entry in Path("/proc/self/fd").iterdir():
            if os.path.realpath(entry) == path and not os.path.isdir(path):
                raise PermissionError(errno.EACCES, "The file is in use by another process", str(path))

    def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*paths: Any, **more: Any) -> Any:
            for path in paths:
                demand_closed(path)
            return function(*paths, **more)

        return call

    for name in ("remove", "rename", "replace", "unlink"):
        setattr(os, name, guarded(getattr(os, name)))
    opened = os.open

    def open_file(path: Any, *more: Any, **named: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *more, **named)

    os.open = open_file
