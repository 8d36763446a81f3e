"""The program in a browser (``towergames serve``): one seat at one table, and nothing else of the machine.

Its standard streams carry the packets of textual-serve, not a terminal.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, cast

from textual.app import App, ComposeResult
from textual.drivers.web_driver import WebDriver
from textual.screen import Screen
from textual.widgets import Static

from towergames.exits import HUNG_UP
from towergames.table.errors import SaveError
from towergames.table.store import Store

if TYPE_CHECKING:
    from towergames.tui.terminal import Leaving

WITHHELD = frozenset(
    {"export", "padscreen.export", "save.as", "menu", "rematch", "review"}
    | {"answer.rematch", "answer.replay", "answer.wreck", "answer.review", "answer.menu"}
)
"""Commands that lead out of the seat, or write files."""
SCREENS = frozenset({"game", "rules", "lookup", "score-pad", "help", "palette", "command-line", "jump"})
"""The screens that open in a browser."""
NOT_HERE = "That is not possible in a browser."
LAST = 1.0
"""Seconds that the server may take to read the last packets."""


class OneTable(Store):
    """The saves as a seat in a browser knows them: its own table, and no way to make or move a save."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        self._only = name

    def names(self) -> list[str]:
        """The one name."""
        return [self._only]

    def path(self, name: str) -> Path:
        """The file of the table. Raises SaveError for every other name."""
        return super().path(name) if name == self._only else _refuse()

    def _create(self, *_: Any) -> NoReturn:
        _refuse()

    def _move(self, *_: Any) -> NoReturn:
        _refuse()

    def _reserve(self, *_: Any) -> NoReturn:
        _refuse()


def _refuse() -> NoReturn:
    raise SaveError(NOT_HERE)


class ServedDriver(WebDriver):
    """Ends the program when the server, or its browser, has gone. A thread sends, so that the program never waits."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        self._packets: SimpleQueue[bytes | None] = SimpleQueue()
        self._write = self._packets.put  # type: ignore[assignment]  # a partial function of no named type
        self._sender = Thread(target=self._send, name="packets", daemon=True)
        self._sender.start()

    @property
    def unread(self) -> int:
        """Packets that the server has not read yet."""
        return self._packets.qsize()

    def _send(self) -> None:
        with suppress(OSError):  # the server has gone; the end of the input tells it too
            while (packet := self._packets.get()) is not None:
                os.write(self.fileno, packet)

    def close(self) -> None:
        """Send what is left, to a server that reads it."""
        super().close()
        self._packets.put(None)
        self._sender.join(LAST)

    def run_input_thread(self) -> None:
        """Read packets until the end of the input."""
        super().run_input_thread()
        cast("Leaving", self._app).stop(HUNG_UP)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Take in a packet of the server; files are never delivered."""
        if packet_type == "quit":
            cast("Leaving", self._app).stop(0)
        elif packet_type in ("resize", "focus", "blur"):
            super().on_meta(packet_type, payload)


class Doorstep(Screen[None]):
    """What lies below the table: nothing to play, only why the seat could not be taken."""

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static("You are not at the table. Close this page, or load it again.", markup=False)
