"""The program in processes that need not import it: forks of one process that has. Linux alone, for its ``pidfd``.

A start costs a tenth of what ``python -m towergames`` costs. What differs before the program's first line needs the
real start: signals that come so early, and variables that Python and Textual read once. All forks of a server share
its hash seed.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.combinations import THOROUGH
from towergames import registry

if sys.platform != "win32":
    import fcntl
    import termios

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ("-m", "towergames")
"""The program as people start it, with all its imports."""
AT_IMPORT = ("ESCDELAY", "TEXTUAL")
"""Prefixes of the variables that Textual reads when it is imported. It also reads whether the terminal is iTerm."""
AT_START = ("PYTHON", "LC_")
"""Prefixes of the variables that Python reads at its start."""
IMPORTED = (
    *("towergames.cli.main", "towergames.cli.play", "towergames.cli.arena", "towergames.cli.reports"),
    *("towergames.cli.save_files", "towergames.cli.serve", "towergames.cli.tools"),
    *("towergames.plain.run", "towergames.table.shared", "towergames.tui.run", "towergames.tui.terminal"),
    *("towergames.tui.screens.menu", "towergames.tui.screens.game.screen", "towergames.tui.screens.replay"),
    *("textual.pilot", "textual.layouts.factory", "textual.layouts.horizontal", "textual.layouts.stream"),
    *(module for module in ("numpy", "mujoco") if find_spec(module)),
)
"""NumPy and the engine cost more than half of the start of a menu, which looks whether they can be used."""
_NUMBER = struct.Struct("i")


Streams = Sequence[int | None]
"""The files that a program gets as its standard streams; None: it is closed."""


def start(
    arguments: Sequence[str],
    streams: Streams,
    env: Mapping[str, str],
    folder: Path,
    *,
    terminal: bool = False,
    program: Sequence[str] = (),
) -> Forked | subprocess.Popen[bytes]:
    """Start the program in a session of its own. ``terminal``: its standard input is the terminal of the session.

    ``program`` is what Python runs. Without it the program is forked, where that is possible and the run not thorough.
    """
    early = any(name.startswith(AT_IMPORT) for name in env) or any(
        env.get(name) != os.environ.get(name)
        for name in {*env, *os.environ} - {"PYTHONPATH"}
        if name.startswith(AT_START)
    )
    if sys.platform == "linux" and hasattr(os, "pidfd_open") and not (program or early or THOROUGH):
        return Forked(arguments, streams, env, folder, terminal)

    def prepare() -> None:
        for number in (signal.SIGINT, signal.SIGHUP):  # ignored where the tests run in the background
            signal.signal(number, signal.SIG_DFL)
        for number, file in enumerate(streams):
            if file is None:
                os.close(number)
        if terminal:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    command = [sys.executable, *(program or PROGRAM), *arguments]
    named: dict[str, Any] = dict(zip(("stdin", "stdout", "stderr"), streams, strict=True))
    if sys.platform != "win32":
        named |= {"preexec_fn": prepare, "start_new_session": True}
    return subprocess.Popen(command, env=env, cwd=folder, **named)


class Forked:
    """A fork of the process that has imported the program; it is waited for as a ``subprocess.Popen``."""

    def __init__(
        self, arguments: Sequence[str], streams: Streams, env: Mapping[str, str], folder: Path, terminal: bool
    ) -> None:
        opened = {number: file for number, file in enumerate(streams) if file is not None}
        self.returncode: int | None = None
        self._report, theirs = os.pipe()
        message = json.dumps([["towergames", *arguments], [*opened], dict(env), str(folder), terminal]).encode()
        socket.send_fds(_server(), [message], [theirs, *opened.values()])
        os.close(theirs)
        self.pid = self._told()

    def _told(self) -> int:
        told = os.read(self._report, _NUMBER.size)
        assert told, "the server of forks has ended; its error stands above"
        return int(_NUMBER.unpack(told)[0])

    def poll(self) -> int | None:
        """The exit code, negative for a signal, once it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; the exit code. Raises TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("towergames", timeout or 0.0)
            status = self._told()
            os.close(self._report)
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


@cache
def _server() -> socket.socket:
    """The channel to the process that has imported the program. That process ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    dropped = (*AT_IMPORT, "LC_TERMINAL", "TERM_PROGRAM")
    env = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    env |= {"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}  # a process with threads is not forked
    file = theirs.fileno()
    command = [sys.executable, "-m", "tests.forked", str(file)]
    nothing = subprocess.DEVNULL
    server = subprocess.Popen(command, stdin=nothing, cwd=ROOT, env=env, pass_fds=[file], start_new_session=True)
    theirs.close()

    def end() -> None:
        with suppress(OSError):  # the server may have ended
            ours.shutdown(socket.SHUT_RDWR)  # forks of this process may hold the socket too
        ours.close()
        server.wait()

    atexit.register(end)
    return ours


def _serve(channel: socket.socket) -> None:
    """Fork for every message, and report the number of the process and then its status. Returns in the forks alone."""
    running: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([channel, *running], [], [])[0]:
            if ready is not channel:
                pid, report = running.pop(ready)
                os.write(report, _NUMBER.pack(os.waitpid(pid, 0)[1]))
                os.close(report)
                os.close(ready)
                continue
            message, files, *_ = socket.recv_fds(channel, 1 << 18, 4)
            if not message:
                os._exit(0)
            report, *files = files
            pid = os.fork()
            if not pid:
                channel.close()
                return _become(files, *json.loads(message))
            running[os.pidfd_open(pid)] = pid, report
            os.write(report, _NUMBER.pack(pid))
            for file in files:
                os.close(file)


def _become(
    files: list[int], arguments: list[str], numbers: list[int], env: dict[str, str], folder: str, terminal: bool
) -> None:
    """Give a fork its own session, streams, environment and folder. It keeps what the server has imported."""
    os.setsid()
    for number, (name, mode, lines) in enumerate((("stdin", "r", -1), ("stdout", "w", -1), ("stderr", "w", 1))):
        was, stream = getattr(sys, name), None
        if number in numbers:
            os.dup2(files[numbers.index(number)], number)
            stream = open(number, mode, lines, encoding=was.encoding, errors=was.errors, closefd=False)  # noqa: SIM115
        else:
            os.close(number)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    for file in map(int, os.listdir("/proc/self/fd")):
        if file > 2:
            with suppress(OSError):  # the folder that was listed is closed already
                os.close(file)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    sys.argv = arguments


if __name__ == "__main__":
    for module in IMPORTED:
        import_module(module)
    for entry in registry.ENTRIES:
        assert entry.game and entry.board and entry.levels
        _ = entry.unavailable_reason  # the engine is tried once, not by each fork
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("towergames", run_name="__main__", alter_sys=True)
