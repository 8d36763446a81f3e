"""The end of the program: once, with the exit code of the first reason, after the table was closed."""

from __future__ import annotations

import traceback
from asyncio import AbstractEventLoop, get_running_loop
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from towergames.exit_codes import NOT_WRITTEN, OUR_FAULT
from towergames.session.text import kept
from towergames.tui.textual_parts import WatchedApp, end_after

if TYPE_CHECKING:
    from towergames.table.match import Table


class EndingApp(WatchedApp[int], inherit_bindings=False):
    """A program that plays at most one table, and closes it before it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table | None = None
        """The table that is being played, so that signals can save it."""
        self.leaving: int | None = None
        """The exit code, once the program is to end; the first reason counts."""
        self.lost = ""
        """A sentence on a table that was closed while moves of it were not on the disk; empty where all are."""
        self._events: AbstractEventLoop | None = None
        """The loop that runs the program, once it runs."""
        self.asked = Event()
        """Set once the program is asked to end."""
        self.closing = Event()
        """Set once it begins to close the table for that."""
        self.closed = Event()
        """Set once the table was closed because the program ends."""

    def on_load(self) -> None:
        """Before the terminal is switched: not at all when a signal has arrived already."""
        self._events = get_running_loop()
        if self.leaving is not None:
            self.leave(self.leaving)

    def remember_moves(self, table: Table) -> None:
        """Keep what is worth remembering of a table that was closed."""

    def let_go(self, table: Table) -> bool:
        """Close a table; whether all its moves are on the disk."""
        saved = table.close()
        if not saved:
            self.lost = kept(table.saved)
        self.remember_moves(table)
        return saved

    def leave(self, code: int) -> None:
        """Save, restore the terminal, and end with an exit code."""
        code = self._close(code)
        news = self.table.news() if self.table is not None else ()
        self.exit(code, return_code=code, message="\n".join(filter(None, (*news, self.lost))) or None)

    def stop(self, code: int) -> None:
        """End soon with an exit code. For signal handlers and other threads, at any moment.

        Also while this thread ends the program already: nothing is done then, for which it would wait for itself.
        """
        if self.leaving is not None:
            return
        self.leaving = code
        self.asked.set()
        if self._events is not None:
            with suppress(RuntimeError):  # the loop has just ended
                self._events.call_soon_threadsafe(self.leave, code)

    def suspended(self) -> AbstractContextManager[None]:
        """What is open while Ctrl+Z stops the program."""
        return self.table.suspended() if self.table is not None else nullcontext()

    def fail(self, error: Exception) -> None:
        """End after a fault of the driver; from any thread."""
        self.call_later(self.end_with, error)

    def _close(self, code: int) -> int:
        """Close the table since the program ends; the exit code, which is another one where moves are lost."""
        if self.leaving is None:
            self.leaving = code
        self.closing.set()
        self.asked.set()
        if self.table is not None:
            self.let_go(self.table)
        if self.lost:
            self.leaving = NOT_WRITTEN
        self.closed.set()
        return self.leaving

    def end_with(self, error: Exception) -> None:
        """End with a report in place of Textual's own, which shows local variables and with them hidden cards.

        What fails while the program ends, on screens that are half gone, is not reported.
        """
        fresh = self.leaving is None
        code = self._close(OUR_FAULT)
        news = self.table.news() if self.table is not None else ()
        saved = kept(self.table.saved) if self.table is not None else ""
        report = crash_report(error, " ".join((*news, self.lost or saved)))
        end_after(self, error, code, report if fresh else "")


_PACKAGE = Path(__file__).resolve().parent.parent
_FRAMES = 12


def crash_report(error: BaseException, saved: str = "") -> str:
    """Type and place of the error, innermost last, without its message, its values, or names of folders.

    Values could be hidden cards. ``saved`` says what is on the disk of the game that was played, if one was.
    """
    rows = []
    for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
        path = Path(frame.filename)
        try:
            name = str(Path("towergames") / path.resolve().relative_to(_PACKAGE))
        except ValueError:
            name = path.name
        rows.append(f"  {name}:{frame.lineno} in {frame.name}")
    head = f"towergames has to stop because of a fault in the program: {type(error).__name__}."
    return "\n".join([head, *rows, *([saved] if saved else [])])
