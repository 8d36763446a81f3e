"""Lines out, lines in: where plain mode touches the terminal. No escape codes, no cursor, no redraw."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TextIO

from towergames.board.canvas import to_ascii

LONGEST_LINE = 4096
"""More than anybody types; longer lines are cut."""

WIDTH = 79

POLL_SECONDS = 0.1
"""Seconds between two polls of other windows, while a line is awaited."""


class EndOfInput(Exception):  # noqa: N818 - it is no error
    """There is nothing more to read: the pipe is empty or the person pressed ctrl+D."""


class Console:
    """A line-by-line conversation over two text streams.

    ``echo`` repeats what was read (for scripts, whose input nobody sees). ``ascii_only`` keeps the output to 7 bits.
    """

    def __init__(
        self,
        source: TextIO | None = None,
        out: TextIO | None = None,
        *,
        ascii_only: bool = False,
        echo: bool | None = None,
    ) -> None:
        self.source = source or sys.stdin
        if isinstance(self.source, io.TextIOWrapper):
            self.source.reconfigure(errors="surrogateescape")  # so that one wrong byte is one wrong line
        self.out = out or sys.stdout
        encoding = (getattr(self.out, "encoding", None) or "utf-8").lower().replace("-", "")
        self.ascii_only = ascii_only or not encoding.startswith("utf")
        self.rings = False
        """Whether :meth:`ring` rings, as the setting ``call`` says."""
        self.echo = not self.source.isatty() if echo is None else echo
        self._typed: SimpleQueue[str] | None = None
        self._ahead: str | None = None
        self._asking = False
        """Whether the prompt of :meth:`ask_until` stands last."""

    def say(self, *lines: str) -> None:
        """Print sentences, wrapped to the width, continuation lines indented."""
        for line in lines:
            for part in _wrap(line):
                self._write(part + "\n")
        self.out.flush()

    def show(self, text: str) -> None:
        """Print a table or a picture as it is, line by line."""
        for line in text.splitlines():
            self._write(line.rstrip() + "\n")
        self.out.flush()

    def ring(self) -> None:
        """Ring the bell of the terminal once, where that is wanted and a terminal is there."""
        if self.rings and self.out.isatty():
            self.out.write("\a")
            self.out.flush()

    def push_away(self) -> None:
        """Scroll whatever stands on the screen out of sight."""
        rows = shutil.get_terminal_size((80, 24)).lines if self.out.isatty() else 24
        self._write("\n" * max(24, min(rows, 200)))

    def ask(self, prompt: str) -> str:
        """The next line that is text, without blanks around it. Raises EndOfInput."""
        while True:
            text = self._next_line(prompt)
            if not any("\ud800" <= ch <= "\udfff" for ch in text):
                return text
            self.say("That line is not UTF-8 text. Type it again.")

    def ask_until(self, prompt: str, look: Callable[[], bool]) -> str | None:
        """As :meth:`ask`, but None once ``look`` answers true, which is called several times a second.

        The prompt comes again after anything that ``look`` says.
        """
        if self._typed is None:
            self._typed = SimpleQueue()
            Thread(target=self._listen, args=(self._typed,), name="input", daemon=True).start()
        self._asking = False
        while not look():
            if not self._asking:
                self._write(f"{prompt} ")
                self.out.flush()
                self._asking = True
            with suppress(Empty):
                self._ahead = self._typed.get(timeout=POLL_SECONDS)
                return self.ask("")
        return None

    def _listen(self, typed: SimpleQueue[str]) -> None:
        line = "more"
        while line:
            line = self._read_line()
            typed.put(line)

    def _read_line(self) -> str:
        try:
            line = self.source.readline(LONGEST_LINE)
            rest = line
            while len(rest) == LONGEST_LINE and not rest.endswith("\n"):
                rest = self.source.readline(LONGEST_LINE)
        except (OSError, ValueError):  # a closed terminal or stream
            line = ""
        return line

    def _next_line(self, prompt: str) -> str:
        if prompt:
            self._write(f"{prompt} ")
            self.out.flush()
        if self._ahead is not None:
            line, self._ahead = self._ahead, None
        else:
            line = self._read_line() if self._typed is None else self._typed.get()
        if not line:
            self._write("\n")
            raise EndOfInput
        text = line.removeprefix("\ufeff").strip()
        if self.echo:
            self._write(f"{text}\n")
        return text

    def _write(self, text: str) -> None:
        # Names and reasons may come from an untrusted save: nothing that acts on a terminal passes here.
        self._asking = False
        safe = "".join(ch for ch in text if ch == "\n" or ch.isprintable())
        self.out.write(to_ascii(safe) if self.ascii_only else safe)


def _wrap(line: str) -> list[str]:
    body = line.lstrip(" ")
    indent = " " * min(len(line) - len(body), 20)
    return textwrap.wrap(
        body, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    ) or [""]
