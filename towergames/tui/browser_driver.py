"""The program in a browser (``towergames serve``): one seat at one table, and nothing else of the machine.

Its standard streams carry the packets of textual-serve, not a terminal.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, cast

from textual import events
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.drivers import web_driver
from textual.drivers.web_driver import WebDriver
from textual.errors import NoWidget
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from towergames.exit_codes import HUNG_UP
from towergames.run_request import DRAWN, PIXELS, TO_PAGE, WRONG_PIN
from towergames.table.errors import SaveError
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.command_screen import CommandMixin
from towergames.tui.page_pictures import PagePictures
from towergames.tui.read_aloud import LOOK_SECONDS, Reader
from towergames.tui.ringer import PageRinger
from towergames.tui.screens.finder import PaletteScreen
from towergames.tui.screens.game.phone_menu import PhoneMenu
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.tables import TableOpener
from towergames.tui.terminal_input import BrowserInput, ToldByPage
from towergames.tui.textual_parts import driver_of, knows_web_driver, send_with, set_parser, set_size
from towergames.tui.widgets.canvas import CanvasView

if TYPE_CHECKING:
    from towergames.core.options import Scalar
    from towergames.settings import Settings
    from towergames.table.match import Table
    from towergames.tui.terminal import Leaving

WITHHELD = frozenset(
    {"export", "padscreen.export", "save.as", "menu", "review"}
    | {"answer.replay", "answer.wreck", "answer.review", "answer.menu"}
)
"""Commands that lead out of the seat, or write files."""
SCREENS = frozenset(
    {"game", "welcome", "rules", "lookup", "score-pad", "settings", "help", "palette", "command-line", "jump"}
)
"""The screens that open in a browser."""
NOT_HERE = "That is not possible in a browser."
NEEDS = 7700
"""The number of the escape sequence (OSC) that gives a page the sizes that are enough; no terminal knows it."""
SWIPED_ROWS = 2
"""Rows that a finger moves for one turn of the wheel, which scrolls most lists by two or three rows."""
LAST = 1.0
"""Seconds that the server may take to read the last packets."""


class OneTable(Store):
    """The saves as a seat in a browser knows them: its own table, and after its game the one with the next game.

    There is no other way to make a save, and none to move one.
    """

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        self._only = name
        self._saves = Store(folder)
        """All saves of the folder, of which only the next game is asked."""

    def again(self, table: Table, game: str = "") -> Table:
        """The next game with the same players, which is the one table from then on. Raises TableError."""
        following = self._saves.again(table, game)
        self._only = following.name
        return following

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


set_parser(web_driver, BrowserInput)


class ServedDriver(WebDriver):
    """Ends the program when the server, or its browser, has gone. A thread sends, so that the program never waits."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        self._program, self._events = app, asyncio.get_running_loop()
        self._needs: Sequence[tuple[int, int]] = ()
        self.pictures = PagePictures(self.tell_page)
        self._scrolled: tuple[int, int, int] | None = None
        """Where a finger that scrolls was put down, and the row up to which its way is scrolled."""
        self._packets: SimpleQueue[bytes | None] = SimpleQueue()
        send_with(self, self._packets.put)
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

    def tell_needs(self, needs: Sequence[tuple[int, int]]) -> None:
        """Tell the page which columns and rows are enough for the screen, so that it chooses its letters."""
        if needs != self._needs:
            self._needs = needs
            pairs = " ".join(f"{columns}x{rows}" for columns, rows in needs)
            self.write(f"\x1b]{NEEDS};{pairs}\x07")

    def tell_call(self, title: str, ring: bool) -> None:
        """Have the page call the player: by a title, '' for its own, and where ``ring`` is set by all that it has."""
        self.tell_page("call", {"title": title, "ring": ring})

    def tell_wrong_pin(self) -> None:
        """Tell the server that a PIN was wrong: it counts, since this process ends with its window."""
        self.write_meta({"type": WRONG_PIN})

    def tell_page(self, kind: str, value: object) -> None:
        """Send the page a message of its own: nothing that is written on the screen can be one."""
        self.write_meta({"type": TO_PAGE, "kind": kind, "value": value})

    def tell_aloud(self, sentences: Sequence[str]) -> None:
        """Add sentences to the log of the page, which is read aloud."""
        self.tell_page("aloud", list(sentences))

    def tell_line(self, line: str) -> None:
        """Replace the line that tells where the cursor is."""
        self.tell_page("line", line)

    def _take_pixels(self, cell: tuple[int, int]) -> None:
        overlay = getattr(self._program, "pixels", None)
        if overlay is not None:
            overlay.take_page(cell, self.pictures)

    def process_message(self, message: Message) -> None:
        """Take in what was read; the page marks a finger that moves as the mouse with Alt and Ctrl held down."""
        if isinstance(message, events.MouseEvent) and message.meta and message.ctrl:
            self._events.call_soon_threadsafe(self._swipe, message)
        else:
            super().process_message(message)

    def _swipe(self, event: events.MouseEvent) -> None:
        """Let a finger turn the table as the mouse does, and scroll everything else."""
        x, y = int(event.screen_x), int(event.screen_y)
        if isinstance(event, events.MouseDown):
            self._scrolled = None if self._takes_drags(x, y) else (x, y, y)
        if self._scrolled is None:
            super().process_message(event)
            return
        at_x, at_y, row = self._scrolled
        while abs(y - row) >= SWIPED_ROWS:
            up = y > row
            row += SWIPED_ROWS if up else -SWIPED_ROWS
            wheel = events.MouseScrollUp if up else events.MouseScrollDown
            super().process_message(wheel(None, at_x, at_y, 0, 0, 0, False, False, False, at_x, at_y))
        self._scrolled = (at_x, at_y, row)

    def _takes_drags(self, x: int, y: int) -> bool:
        with suppress(NoWidget):
            widget, _ = self._program.screen.get_widget_at(x, y)
            return isinstance(widget, CanvasView) and widget.takes_drags
        return False

    def close(self) -> None:
        """Send what is left, to a server that reads it."""
        super().close()
        self._packets.put(None)
        self._sender.join(LAST)

    def run_input_thread(self) -> None:
        """Read packets until the end of the input."""
        super().run_input_thread()
        cast("Leaving", self._program).stop(HUNG_UP)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Take in a packet of the server; files are never delivered."""
        if packet_type == "quit":
            cast("Leaving", self._program).stop(0)
        elif packet_type == "resize":
            size = cast(int, payload["width"]), cast(int, payload["height"])
            set_size(self, size)
            # As the first size is sent. Textual's own way is faster, so that the first size would come after this one.
            self.send_message(events.Resize(Size(*size), Size(*size)))
        elif packet_type == PIXELS:
            cell = cast(int, payload["width"]), cast(int, payload["height"])
            self._program.call_later(self._take_pixels, cell)
        elif packet_type == DRAWN:
            self._program.call_later(self.pictures.answered)
        elif packet_type in ("focus", "blur"):
            super().on_meta(packet_type, payload)


class Doorstep(Screen[None]):
    """What lies below the table: nothing to play, only why the seat could not be taken."""

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static("You are not at the table. Close this page, or load it again.", markup=False)


class OneSeat(TableOpener):
    """The tables of a program in a browser: its one seat."""

    def __init__(self, app: ServedApp) -> None:
        super().__init__(app)
        self._served = app

    def tell_wrong_pin(self) -> None:
        """Tell the server that a PIN was wrong, before the browser shows it; only its driver can."""
        if tell := getattr(driver_of(self._served), "tell_wrong_pin", None):
            tell()

    def open_replay(self, path: Path, play: int = 0) -> None:
        """Show no replay: it would open another file of the machine."""


class ServedApp(TowerApp, inherit_bindings=False):
    """The program as a browser shows it: nothing is written but the table's moves, and leaving the table ends it."""

    in_browser = True
    withheld = WITHHELD
    reader: Reader | None = None
    """What has the page read aloud; None until the driver of a page runs."""

    def on_mount(self) -> None:
        """Begin to follow the table for who hears it; Textual calls the method of the base class afterwards."""
        driver = driver_of(self)
        if isinstance(driver, ServedDriver):
            self.reader = Reader(self, driver)
            self.set_interval(LOOK_SECONDS, self.reader.look)

    def read_aloud(self, *sentences: str) -> None:
        """Have the page read sentences aloud, after what has happened at the table."""
        if self.reader is not None:
            self.reader.hear(*sentences)

    def say(self, text: str, *, title: str = "", severity: str = "information", aloud: bool = True) -> None:
        """Tell the person something in passing, on the screen and aloud."""
        super().say(text, title=title, severity=severity)
        if aloud:
            self.read_aloud(text)

    def make_tables(self) -> TableOpener:
        """The part that opens the table."""
        return OneSeat(self)

    def on_told_by_page(self, event: ToldByPage) -> None:
        """Know that a finger plays, or open the menu of the screen on top, or close it again."""
        screen = self.screen
        if event.word == "touch" and not self.touched:
            self.touched = True
            for below in self.screen_stack:
                if isinstance(below, GameScreen):
                    below.repaint()
                elif isinstance(below, CommandMixin):
                    below.refresh_keys()
                    for view in below.query(CanvasView):
                        view.repaint()
        elif event.word == "menu" and isinstance(screen, PhoneMenu | PaletteScreen):
            screen.dismiss(None)
        elif event.word == "menu" and isinstance(screen, GameScreen):
            screen.run_command("phone.menu")
        elif event.word == "menu" and isinstance(screen, CommandMixin):
            screen.run_command("palette")

    def make_ringer(self) -> PageRinger:
        """The part that has the page call; only its driver can."""

        def tell(title: str, ring: bool) -> None:
            if found := getattr(driver_of(self), "tell_call", None):
                found(title, ring)

        return PageRinger(tell)

    def tell_needs(self, needs: Sequence[tuple[int, int]]) -> None:
        """Tell the page with which columns and rows the screen can be shown; only its driver can."""
        if tell := getattr(driver_of(self), "tell_needs", None):
            tell(needs)

    @cached_property
    def store(self) -> Store:
        """The one table."""
        return OneTable(self.request.saves, self.request.save or "")

    def get_driver_class(self) -> type[Driver]:
        """Ours where it can stand on Textual's driver for browsers; else that."""
        return ServedDriver if knows_web_driver() else WebDriver

    def get_default_screen(self) -> Screen[Any]:
        """In a browser there is no menu."""
        return Doorstep()

    def settings_with(self, changes: Mapping[str, Scalar]) -> Settings:
        """The settings with changes, which hold as long as the page is open."""
        return replace(self.settings, values={**self.settings.values, **changes})

    def remember_moves(self, table: Table) -> None:
        """Keep nothing: what this person knows is no matter of the person who serves."""

    def to_menu(self) -> None:
        """End, since there is no menu."""
        self.leave(0)

    def open(self, name: str, /, *given: Any, then: Callable[[Any], None] | None = None, **named: Any) -> Screen[Any]:
        """Show one of the screens that open in a browser."""
        if name in SCREENS:
            return super().open(name, *given, then=then, **named)
        self.say(NOT_HERE)
        return self.screen
