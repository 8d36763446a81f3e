"""A real pseudo-terminal around the real program, with a screen that can be read (pyte)."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

from tests.forked import ROOT, start

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
}


class Drawing:
    """What a terminal of a size would show of the bytes that a program writes (pyte)."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._begun = b""
        """A string such as a picture whose end has not come yet."""
        self._unshown = b""
        """What has come since somebody looked at the screen: pyte takes longer than the program does to write it."""
        self._text = ""

    def feed(self, data: bytes) -> bytes:
        """Take in more; what can be drawn of it, which is less while a string has not ended."""
        data = self._begun + data
        begun = _BEGUN.search(data)
        data, self._begun = (data[: begun.start()], begun[0]) if begun else (data, b"")
        self._unshown += data
        return data

    @property
    def screen(self) -> pyte.Screen:
        """The screen with all that has come."""
        shown, self._unshown, self._text = _UNKNOWN.sub(b"", self._unshown), b"", ""
        for part in re.split(rb"(?=\x1b)", shown):
            try:
                self._stream.feed(part)
            except TypeError:  # what is left of a picture that was cut short, in a form that pyte does not know
                self._stream = pyte.ByteStream(self._screen)
        return self._screen

    @property
    def text(self) -> str:
        if self._unshown or not self._text:
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text


class Terminal:
    """The program on a pty. ``raw`` is every byte it wrote, ``drawing`` what a terminal would show of them.

    ``program`` is what Python runs (``tests/forked.py``). ``answers`` is what the terminal sends whenever it is asked
    something.
    """

    def __init__(
        self,
        args: Sequence[str],
        home: Path,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        program: Sequence[str] = (),
        answers: Mapping[bytes, bytes] | None = None,
    ) -> None:
        self.raw = bytearray()
        self._answers = dict(answers or {})
        self.drawing = Drawing(size)
        # COLUMNS and LINES (set by some test runners) would stand above what the terminal itself says of its size.
        foreign = ("TOWERGAMES", "TEXTUAL", "NO_COLOR", "COLUMNS", "LINES")
        base = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
        base |= {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "TOWERGAMES_SAVES": str(home / "saves"),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
        }
        base |= env or {}
        self.fd, theirs = os.openpty()
        self.resize(*size)
        self.started = time.monotonic()
        self._child = start(args, [theirs] * 3, base, home, terminal=True, program=program)
        os.close(theirs)
        self.pid = self._child.pid

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size and tell the program."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.drawing.screen.resize(rows, columns)

    def pump(self, seconds: float = 0.05) -> bool:
        """Read what the program writes for that long; whether it still runs."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.fd], [], [], left)
            if not ready:
                break
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                self._child.wait()
                return False
            self.raw += data
            drawn = self.drawing.feed(data)
            for question, answer in self._answers.items():
                for _ in range(drawn.count(question)):
                    os.write(self.fd, answer)
        return True

    @property
    def text(self) -> str:
        return self.drawing.text

    def wait_for(self, wanted: str | Callable[[str], bool], seconds: float = 20.0) -> str:
        """Read until the screen shows the text; the screen then. Fails with the screen as it is."""
        test = wanted if callable(wanted) else lambda text: wanted in text
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            alive = self.pump(0.05)
            if test(self.text):
                return self.text
            if not alive:
                break
        ended = "" if self.status is None else f", and the program ended with {self.status}"
        raise AssertionError(f"never saw {wanted!r}{ended}; the screen shows:\n{self.text}")

    def wait_idle(self, seconds: float = 20.0) -> None:
        """Read until no thread of the program computes and nothing more comes, so that ``raw`` holds every frame."""
        end, quiet, read = time.monotonic() + seconds, 0, -1
        while quiet < 5 and time.monotonic() < end:
            self.pump(0.05)
            states = [
                stat.read_text().rpartition(")")[2].split()[0] for stat in Path(f"/proc/{self.pid}/task").glob("*/stat")
            ]
            quiet = quiet + 1 if read == len(self.raw) and not {"R", "D"}.intersection(states) else 0
            read = len(self.raw)

    def send(self, *keys: str) -> None:
        """Press keys by name (``enter``) or type text."""
        for key in keys:
            os.write(self.fd, KEYS.get(key, key).encode())
            self.pump(0.08)

    @property
    def status(self) -> int | None:
        """The exit code once the program has ended, negative for a signal."""
        return self._child.poll()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait_end(self, seconds: float = 20.0) -> int:
        """Read until the program has ended; its exit code."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.status is None:
            if not self.pump(0.05):
                break
        if self.status is None:
            raise AssertionError(f"the program did not end; the screen shows:\n{self.text}")
        self.pump(5.0)  # what it wrote last
        return self.status

    def hang_up(self, seconds: float = 30.0) -> int:
        """Close the terminal, as a window is closed; the exit code of the program, which must end by itself."""
        os.close(self.fd)
        self.fd = -1
        return self._child.wait(seconds)

    def attributes(self) -> list[object]:
        """How the terminal is set: whether it echoes, gathers lines, and so on."""
        return termios.tcgetattr(self.fd)

    @property
    def on_main_screen(self) -> bool:
        """Whether the alternate screen was never entered, or was left again."""
        return self.raw.rfind(b"\x1b[?1049h") <= self.raw.rfind(b"\x1b[?1049l")

    def close(self) -> None:
        """End the program whatever it does, and free the terminal."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._child.wait()
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


# pyte does not know every modern sequence that Textual sends (kitty keyboard, in-band resize queries), and takes half
# its time for colours (the last of these), at which no test looks on the screen.
_UNKNOWN = re.compile(rb"\x1b\[[<>=?][0-9;]*[$u]p?|\x1b\[[0-9;]*\$p|\x1b[P_].*?\x1b\\|\x1b\[[0-9;:]*m", re.DOTALL)
_BEGUN = re.compile(rb"\x1b([P_](?!.*\x1b\\).*)?\Z", re.DOTALL)
