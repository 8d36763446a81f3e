"""True pixels over a board at rest, in terminals that have answered that they draw them, and on pages of a browser.

The picture covers those cells of the board that are a picture themselves; cells with text are left out. Before anything
else is drawn there it is taken away, and the cells are seen again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from towergames.graphics import protocol_of, question
from towergames.tui import page_pictures
from towergames.tui.page_pictures import PagePicture, PagePictures
from towergames.tui.terminal_input import Answered
from towergames.tui.textual_parts import WATCHES, driver_of, spans_of, widgets_at
from towergames.tui.widgets.canvas import CanvasView

if TYPE_CHECKING:
    from textual.app import App
    from textual.timer import Timer

    from towergames.core.bot import Clock
    from towergames.tui.services import Services

IDLE_SECONDS = 0.1
"""Seconds without a change after which a board is drawn in pixels, counted from its still picture."""
PAGE = "page"
"""The protocol of a page."""
REST_SECONDS = 1.0
"""Seconds without a change after which it is drawn again more finely: who types a word is not kept waiting."""


def _cell_of(across: int, down: int) -> tuple[int, int]:
    return (across, down) if 2 <= across <= 100 and 4 <= down <= 200 else (0, 0)


def _measured() -> tuple[int, int]:
    """Pixels of a cell across and down by the size of the window that the system knows; (0, 0) if it knows none."""
    with suppress(ImportError, OSError, ValueError, ZeroDivisionError):
        import fcntl
        import struct
        import termios

        size = fcntl.ioctl(sys.__stdin__.fileno(), termios.TIOCGWINSZ, bytes(8))  # type: ignore[union-attr]
        rows, columns, across, down = struct.unpack("HHHH", size)
        return across // columns, down // rows
    return 0, 0


@dataclass(frozen=True, slots=True)
class _Order:
    """A picture to be made: by which protocol, of what, in which cells, and for each of them whether it has no text.

    ``colours`` limits them where the protocol does not.
    """

    kind: str
    draw: Callable[[int, int], Any]
    cell: tuple[int, int]
    area: Region
    bare: tuple[tuple[bool, ...], ...]
    colours: int

    def codes(self, _: Clock) -> tuple[str | PagePicture, str]:
        """The codes that show it, and those that take it away; of Sixel, nothing but cells does that."""
        import numpy as np

        from towergames.renderer.pixels import KITTY_REMOVE, kitty, sixel, small_png

        image = self.draw(*self.cell)[: len(self.bare) * self.cell[1]]
        bare = np.array(self.bare, np.bool_)
        if self.kind == PAGE:
            return PagePicture(small_png(image, bare, self.colours), self.area), ""
        if self.kind == "kitty":
            return kitty(image, bare, *self.area.offset), KITTY_REMOVE
        return sixel(image, bare, *self.area.offset), ""


class PixelOverlay:
    """The picture in true pixels that may lie over a board of the program."""

    def __init__(self, app: App[Any], services: Services) -> None:
        self._app, self._services = app, services
        self._kind = ""
        """kitty or sixel, once the terminal has answered that it can, or page."""
        self._page: PagePictures | None = None
        """Sends pictures to a page, once the page has said that it can show them."""
        self._cell = (0, 0)
        """Pixels of a cell across and down; 0 until the terminal has answered."""
        self._sized = False
        """Whether the terminal itself has reported its cells' pixels. xterm does not by default."""
        self._shown: tuple[Region, str] | None = None
        """The region that the picture covers now, and the codes that remove the picture."""
        self._order: _Order | None = None
        """The picture that was made last, or is being made."""
        self._codes: tuple[str | PagePicture, str] = ("", "")
        """The codes that were made last; none while a thread makes some."""
        self._seen: _Order | None = None
        """The picture that is shown, where one is."""
        self._moved = 0.0
        """Time at which the board was drawn last."""
        self._timer: Timer | None = None
        self._rests = False
        """Whether the timer waits for the finer picture, so that a change must not wait for it."""

    @property
    def _wanted(self) -> bool:
        services = self._services
        return services.settings.text("pictures") != "cells" and services.style.colours and not services.ascii_only

    def ask(self) -> None:
        """Ask the terminal what it can and how large a cell is. It may answer at any time, or never."""
        driver, asked = driver_of(self._app), question(os.environ)
        far = os.environ.get("SSH_CONNECTION") and self._services.settings.text("pictures") == "auto"
        reads = driver is not None and getattr(driver, "answers", False)
        if driver is not None and reads and WATCHES and self._wanted and asked and not far:
            driver.write(asked)

    def take(self, answered: Answered) -> None:
        found = answered.found
        if found["cell"] is not None:
            down, across = map(int, found["cell"].split(";"))
            self._cell, self._sized = _cell_of(across, down), True
        elif found["can"] is not None and not self._sized:
            self._cell = _cell_of(*_measured())
        if (kind := protocol_of(found)) and self._kind != "kitty":
            self._kind = kind
        self._stir()

    def take_page(self, cell: tuple[int, int], page: PagePictures) -> None:
        """Take in that a page can show pictures, and the pixels of its cells; they change with its letters."""
        if WATCHES and _cell_of(*cell) != (0, 0):
            self.remove()
            self._kind, self._cell, self._page = PAGE, cell, page
            self._order = None
            self._stir()

    # --- showing ----------------------------------------------------------------------------------------

    def make_way(self, update: Any) -> None:
        """Take the picture away if ``update``, which the screen is about to send, draws on the board below it."""
        if not self._kind:
            return
        area = self._shown[0] if self._shown is not None else None
        spans = spans_of(update)
        if spans is not None:
            area = area or next((area for _, area in self._boards()), None)
            if area is not None and not _touches(spans, area):
                return
        self.remove()
        self._stir()

    def remove(self) -> None:
        """Take the picture away, if there is one."""
        if self._shown is not None and self._page is not None:
            self._page.hide()
        elif self._shown is not None:
            self._write(self._shown[1])
        self._shown = self._seen = None

    def _write(self, codes: str | PagePicture) -> None:
        driver = driver_of(self._app)
        if isinstance(codes, PagePicture):
            if self._page is not None:
                self._page.show(codes)
        elif driver is not None:
            driver.write(codes)

    def end(self) -> None:
        """Take away what there may be: the screen is left, and what was to be sent before may have been dropped.

        No picture comes until the terminal has answered again.
        """
        if self._codes[0] and self._page is None:
            self._write(self._codes[1] + "\x1b[2J")
        self._shown, self._kind = None, ""

    def _stir(self) -> None:
        self._moved = monotonic()
        if self._timer is not None and self._rests:
            self._timer.stop()
            self._timer = None
        if self._timer is None and self._kind and self._cell[0]:
            self._timer, self._rests = self._app.set_timer(IDLE_SECONDS, self._look), False

    def _look(self) -> None:
        """Show the picture if the board has been at rest for long enough; a thread draws it before."""
        if self._wait(IDLE_SECONDS):
            return
        self._timer = None
        drawing = self._order is not None and not self._codes[0]
        if drawing or not self._kind or not self._wanted:
            return
        for view, area in self._boards():
            pixels = view.picture.pixels
            assert pixels is not None
            fine = self._order_of(view, area, pixels.draw, fine=True)
            rough = fine if pixels.rough is None else self._order_of(view, area, pixels.rough, fine=False)
            if self._order in (rough, fine) and self._seen != self._order:
                self._shown, self._seen = (area, self._restoring(view, area)), self._order
                self._write(self._codes[0])
            if self._seen is None:
                self._make(rough)
            elif self._seen == rough and fine != rough and not self._wait(REST_SECONDS):
                self._make(fine)
            return

    def _wait(self, seconds: float) -> bool:
        """Look again when the board has been at rest for some seconds; returns whether it has not been so yet."""
        left = self._moved + seconds - monotonic()
        if left > 0.01:
            self._timer, self._rests = self._app.set_timer(left, self._look), seconds == REST_SECONDS
        return left > 0.01

    def _make(self, order: _Order) -> None:
        """Begin to draw a picture in a thread."""
        from towergames.session.task import Task  # the first paint does not wait for the import

        self._order, self._codes = order, ("", "")
        Task(self._app.call_later, order.codes, self._made, name="pixels").start()

    def _made(self, codes: Any) -> None:
        """A thread has made the picture, or has failed; a fault is reported when the board itself is drawn."""
        if not isinstance(codes, tuple):
            self._order = None
            return
        self._codes = codes
        if self._timer is None:
            self._look()

    def _order_of(self, view: CanvasView, area: Region, draw: Callable[[int, int], Any], *, fine: bool) -> _Order:
        canvas, pixels = view.picture.canvas, view.picture.pixels
        assert pixels is not None
        # Not in the last row of the screen: a terminal might scroll.
        rows = min(area.height, self._app.size.height - 1 - area.y)
        bare = tuple(tuple(canvas.own_colours(pixels.y + y)[pixels.x :][: area.width]) for y in range(rows))
        cell, colours = self._cell, page_pictures.FINE_COLOURS
        if self._kind == PAGE:
            cell = page_pictures.fine_cell(cell, area)
            if not fine:
                cell, colours = page_pictures.rough_cell(cell), page_pictures.ROUGH_COLOURS
        return _Order(self._kind, draw, cell, area, bare, colours)

    def _restoring(self, view: CanvasView, area: Region) -> str:
        """The codes after which the cells of a part of the board are seen; a page shows them by itself."""
        return self._codes[1] or ("" if self._kind == PAGE else self._cells(view, area))

    def _cells(self, view: CanvasView, area: Region) -> str:
        """A part of the board as cells, which wipe what is over them."""
        rows = enumerate(view.render_lines(area.translate(-view.region.offset)), area.y + 1)
        drawn = "".join(f"\x1b[{y};{area.x + 1}H{row.render(self._app.console)}" for y, row in rows)
        return f"\x1b7{drawn}\x1b8"

    def _boards(self) -> Iterator[tuple[CanvasView, Region]]:
        """The boards of the screen on top that could be shown in pixels, and where: still, and with nothing before."""
        for view in self._app.screen.query(CanvasView) if self._app.screen_stack else ():
            pixels = view.picture.pixels
            if pixels is not None:
                area = Region(view.region.x + pixels.x, view.region.y + pixels.y, pixels.width, pixels.height)
                if area.area and _is_clear(view, area):
                    yield view, area


def _is_clear(view: CanvasView, area: Region) -> bool:
    """Whether nothing, such as a notice, lies before an area of a widget."""
    for y in range(area.y, area.bottom):
        there = [(widget, seen) for widget, seen in widgets_at(view.screen, y) or () if seen.overlaps(area)]
        if not there or there[0][0] is not view or not there[0][1].contains_region(area):
            return False
    return True


def _touches(spans: Sequence[tuple[int, int, int]], region: Region) -> bool:
    """Whether an update of the screen draws on a region."""
    return any(region.y <= y < region.bottom and left < region.right and region.x < right for y, left, right in spans)
