"""Textual's driver for POSIX terminals that may go away, or stop reading, at any moment."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from towergames.exit_codes import HUNG_UP
from towergames.tui.terminal_input import TerminalInput, focus_question
from towergames.tui.textual_parts import WATCHES, Writes, write_to

if TYPE_CHECKING:
    from towergames.tui.pixels import PixelOverlay
    from towergames.tui.ringer import Ringer

ESCAPE_WAIT, FAR_ESCAPE_WAIT = 0.15, 0.3
"""Seconds after ESC alone until it is the key Esc, here and over SSH, where bytes of an arrow key may lie apart."""
POLL_SECONDS = 0.1
"""Seconds between two checks whether the program ends."""


RESTORE = b"\x1b\\\x1b[?2048l\x1b[?2004l\x1b[?7h\x1b[?1000;1003;1006;1015l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""The end of a picture that was cut short, no mouse, no kitty keys, the main screen, a cursor: what
``stop_application_mode`` sends.
"""


def escape_wait(environment: Mapping[str, str]) -> float:
    """Seconds after ESC alone until it is the key Esc; ESCDELAY, which other programs know too, gives milliseconds."""
    if environment.get("ESCDELAY", "").isdecimal():
        return constants.ESCAPE_DELAY
    return FAR_ESCAPE_WAIT if environment.get("SSH_CONNECTION") else ESCAPE_WAIT


class TerminalWriter:
    """Output of the writing thread: the terminal, or nothing once the terminal has gone.

    Textual's own thread would die of the error, and the program would wait for it for ever.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        """Write to the terminal."""
        with self._going_on():
            self._file.write(text)

    def flush(self) -> None:
        """Hand everything to the terminal."""
        with self._going_on():
            self._file.flush()

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            # What is still buffered goes there as well, also at the end of the program.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


class Leaving(Protocol):
    """The part of the program that the driver knows."""

    pixels: PixelOverlay
    ringer: Ringer
    leaving: int | None
    """The exit code, once the program is to end."""

    def stop(self, code: int) -> None:
        """End soon with an exit code; from any thread."""

    def fail(self, error: Exception) -> None:
        """End after a fault; from any thread."""

    def suspended(self) -> AbstractContextManager[None]:
        """The context in which Ctrl+Z stops the program."""


class TowerDriver(LinuxDriver):
    """Writes to standard output, which is a terminal (see ``cli.play``), and never keeps the program from ending."""

    answers = True
    """Answers of the terminal on pictures reach the program."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        self._program = cast(Leaving, app)
        self._events = asyncio.get_running_loop()
        self._outlet = TerminalWriter(cast("IO[str]", sys.__stdout__))
        write_to(self, self._outlet)
        self._writes = Writes(self)
        self._stop_now: Any = signal.getsignal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stop_soon)
        Thread(target=self._watch, name="hang-up", daemon=True).start()

    @property
    def unread(self) -> int:
        """Writes that the terminal has not read yet."""
        return self._writes.count

    def _stop_soon(self, *_: Any) -> None:
        """Stop the program soon: a signal may come while this thread holds a lock that stopping needs too.

        A program that is ending does not stop: its terminal is restored already, and a stopped program answers no
        signal.
        """
        if self._program.leaving is None:
            self._events.call_soon_threadsafe(self._stop_program)

    def _stop_program(self) -> None:
        """Stop the program, in Textual's way, until the shell continues it."""
        if self._program.leaving is None:
            with self._program.suspended():
                self._stop_now()

    def run_input_thread(self) -> None:
        """Read keys until the end, or until there is no terminal any more."""
        try:
            self._read_keys(TerminalInput(escape_wait(os.environ)))
        except OSError:
            self._program.stop(HUNG_UP)
        except Exception as error:
            self._program.fail(error)

    def _read_keys(self, read: TerminalInput) -> None:
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], read.wait(POLL_SECONDS))[0]:
                data = os.read(self.fileno, 4096)
                if not data:
                    self.exit_event.wait(POLL_SECONDS)
                found = read.feed(data)
            else:
                found = read.expire()
            for message in found:
                self.process_message(message)

    def start_application_mode(self) -> None:
        """Set the terminal up. The program never waits for room: it leaves frames out while many are unread."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(focus_question(os.environ))
        if WATCHES:  # else nobody would leave frames out
            self._writes.never_wait()

    def stop_application_mode(self) -> None:
        """Restore the terminal at once: pictures that it has not read yet are left out."""
        self._writes.drop()
        self._program.pixels.end()
        self._program.ringer.hush()
        super().stop_application_mode()

    def abandon(self) -> None:
        """Restore a terminal that may read nothing more; what it has not read is discarded. For the very end."""
        writer = self._writes.thread
        with suppress(OSError, termios.error):  # the terminal has gone
            if writer is not None and writer.is_alive():
                self._writes.drop()
                self._writes.end()
                # Another way to the same terminal, on which nothing waits for room.
                terminal = os.open(os.ttyname(self._outlet.fileno()), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
                # A write that waits keeps all others out until it has written everything: a picture of a large screen
                # is many times what the system keeps for a terminal, and each round makes room for as much.
                for seconds in (0.3, *[0.01] * 30):
                    writer.join(seconds)
                    # Only after the last picture, which would draw over it.
                    with suppress(BlockingIOError):
                        if not writer.is_alive() and os.write(terminal, RESTORE) == len(RESTORE):
                            break
                    termios.tcflush(terminal, termios.TCOFLUSH)
                    self._set_back()  # which wakes the writing thread
                else:  # it had no time to end on a busy machine; the process does, before it can draw much more
                    for _ in range(20):
                        termios.tcflush(terminal, termios.TCOFLUSH)
                        with suppress(BlockingIOError):
                            if os.write(terminal, RESTORE) == len(RESTORE):
                                break
        self._set_back()

    def _set_back(self) -> None:
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def _watch(self) -> None:
        """Wait until the terminal is closed: the system need not send a signal, and reading may tell nothing."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(event & select.POLLHUP for _, event in poll.poll()):
            self.exit_event.set()  # the thread that reads keys would read nothing, again and again
            self._program.stop(HUNG_UP)
