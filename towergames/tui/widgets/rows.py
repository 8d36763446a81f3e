"""A scrolling list of lines with a cursor: what menus, forms, settings, help and the palette are made of.

It is drawn by hand, not an OptionList or a DataTable: its columns share the width by what stands in them, jump mode and
the terminal's own cursor need the place of each row, and it follows keys while a field has the focus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.message import Message

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.tui.paint import Rect, scrollbar
from towergames.tui.widgets.canvas import CanvasView

TEXT, HEADING, KEY, BAD = Ink("text"), Ink("text", bold=True), Ink("accent", bold=True), Ink("bad")
MUTED = Ink("muted", dim=True)  # dim counts under the terminal's own colours only, where muted has none
HERE, HERE_REVERSED = Ink("text", "raised", bold=True), Ink(reverse=True)
"""The line under the cursor; reversed where colours are the terminal's own and contrast is not ours to know."""
BADGE = Ink("warn")


@dataclass(frozen=True, slots=True)
class Row:
    """One line. ``kind`` is ``item``, ``heading``, ``note`` or ``error``; only items can be chosen.

    ``letter`` is the key shown before the text, ``swatch`` (glyph, palette role) a drawn mark before it, ``value`` and
    ``badge`` (a short word such as *default*) stand in columns of their own, ``note`` fills the rest dimmed.
    ``why`` says why the item cannot be used now; it is then dimmed and the reason shown in the note's place.
    """

    key: str
    text: str
    value: str = ""
    badge: str = ""
    note: str = ""
    letter: str = ""
    swatch: tuple[str, str] | None = None
    kind: str = "item"
    why: str = ""


class RowsView(CanvasView):
    """Shows rows, keeps the cursor on an item and in sight, and says which one is chosen.

    ``columns`` are the cells for letter, text, value and badge; 0 leaves a column out.
    """

    DEFAULT_CSS = "RowsView { width: 1fr; height: 1fr; }"

    class Chosen(Message):
        """A row was clicked (or jumped to): the cursor is on it already."""

        def __init__(self, view: RowsView, key: str) -> None:
            self.view = view
            self.key = key
            super().__init__()

    class Moved(Message):
        """The wheel moved the cursor."""

        def __init__(self, view: RowsView) -> None:
            self.view = view
            super().__init__()

    def __init__(
        self, rows: Sequence[Row] = (), columns: tuple[int, int, int, int] = (3, 24, 0, 0), *, id: str | None = None
    ) -> None:
        super().__init__(self._paint, id=id)
        self.columns = columns
        self.active = True
        """Whether the cursor is shown as the place where keys go."""
        self._items: list[Row] = list(rows)
        self._at = 0
        self._top = 0
        self._settle()

    # --- what is shown ----------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows."""
        return tuple(self._items)

    @property
    def current(self) -> Row | None:
        """The item under the cursor."""
        return self._items[self._at] if 0 <= self._at < len(self._items) else None

    @property
    def key(self) -> str:
        """The key of the item under the cursor, empty when there is none."""
        return self.current.key if self.current else ""

    def show(self, rows: Sequence[Row], key: str | None = None) -> None:
        """Other rows; the cursor stays on its key (or goes to ``key``) where that still is."""
        wanted = self.key if key is None else key
        self._items = list(rows)
        found = next((i for i, row in enumerate(rows) if row.key == wanted and row.kind == "item"), None)
        self._at = min(self._at, max(0, len(rows) - 1)) if found is None else found
        self._settle()
        self.repaint()

    def go(self, key: str) -> bool:
        """Put the cursor on an item; whether there is one."""
        for i, row in enumerate(self._items):
            if row.key == key and row.kind == "item":
                self._at = i
                self.repaint()
                return True
        return False

    def move(self, steps: int, *, wrap: bool = True) -> None:
        """Move the cursor over items; over the ends to the other one with ``wrap``."""
        places = [i for i, row in enumerate(self._items) if row.kind == "item"]
        if not places:
            self._top = max(0, min(self._top + steps, len(self._items) - self.size.height))
        else:
            now = places.index(self._at) + steps if self._at in places else 0
            self._at = places[now % len(places) if wrap else max(0, min(now, len(places) - 1))]
        self.repaint()

    def page(self, pages: int) -> None:
        """Move by whole pages."""
        self.move(pages * max(1, self.size.height - 1), wrap=False)

    def end(self, last: bool) -> None:
        """To the first or the last item."""
        self.move(len(self._items) if last else -len(self._items), wrap=False)

    def _settle(self) -> None:
        if self.current is None or self.current.kind != "item":
            after = [i for i, row in enumerate(self._items) if row.kind == "item"]
            self._at = min(after, key=lambda i: abs(i - self._at), default=0)

    # --- drawing ----------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        self._scroll(height)
        bar = len(self._items) > height
        room = width - (2 if bar else 0)
        spots = []
        for y, i in enumerate(range(self._top, min(len(self._items), self._top + height))):
            row = self._items[i]
            here = i == self._at and row.kind == "item"
            self._draw(canvas, y, room, row, here and self.active, here)
            if row.kind == "item":
                spots.append(Spot(row.key, 0, y, room, 1, row.text))
        if bar:
            scrollbar(canvas, width - 1, Rect(0, 0, width, height), self._top, len(self._items))
        cursor = (0, self._at - self._top) if self.active and 0 <= self._at - self._top < height else None
        return Picture(canvas, tuple(spots), cursor)

    def _scroll(self, height: int) -> None:
        first = self._at
        while first > 0 and self._items[first - 1].kind == "heading":
            first -= 1  # a heading stays in sight with its first item
        if self._at - self._top >= height:
            self._top = self._at - height + 1
        self._top = max(0, min(self._top, first, len(self._items) - height))

    def _draw(self, canvas: Canvas, y: int, width: int, row: Row, active: bool, here: bool) -> None:
        letter, text, value, badge = self.columns
        lit = HERE_REVERSED if self.services.palette_theme == "terminal" else HERE
        if row.kind != "item":
            ink = {"heading": HEADING, "error": BAD}.get(row.kind, MUTED)
            indent = 0 if row.kind == "heading" else letter + 2
            canvas.put(indent, y, fit(row.text, max(0, width - indent)).rstrip(), ink)
            return
        plain = lit if active else (MUTED if row.why else TEXT)
        quiet = lit if active else MUTED
        if active:
            canvas.fill(0, y, width, 1, " ", lit)
        canvas.put(0, y, ("▌" if active else ">") if here else " ", Ink("cursor", plain.bg, reverse=plain.reverse))
        x = 2
        if letter:
            canvas.put(x, y, fit(row.letter, letter - 1), replace(KEY, bg=plain.bg, reverse=plain.reverse))
            x += letter
        if row.swatch:
            canvas.put(x, y, row.swatch[0] * 2, Ink(row.swatch[1], "surface" if active else "", bold=True))
            x += 3
        canvas.put(x, y, fit(row.text, max(0, min(text - (3 if row.swatch else 0), width - x))), plain)
        x += text - (3 if row.swatch else 0)
        rest = row.why or row.note
        if value and not row.badge:  # with nothing after it a value may be longer
            value, badge = value + badge if rest else width - x, 0
        for cells, words, ink in ((value, row.value, plain), (badge, row.badge, lit if active else BADGE)):
            if cells and x < width:
                canvas.put(x, y, fit(words, min(cells - 1, width - x)), ink)
                x += cells
        canvas.put(x, y, within(rest, width - x - 1), quiet)

    # --- mouse ------------------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A row was clicked."""
        event.stop()
        if self.go(event.spot):
            self.post_message(self.Chosen(self, event.spot))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the cursor, so that what it is on is always in sight."""
        event.stop()
        self.move(3, wrap=False)
        self.post_message(self.Moved(self))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """See above."""
        event.stop()
        self.move(-3, wrap=False)
        self.post_message(self.Moved(self))


def within(text: str, cells: int) -> str:
    """The text, or its first part that can stand alone in so many cells; '' where none can.

    >>> within("34 cards: 10 bricks, 4 windows", 40), within("34 cards: 10 bricks, 4 windows", 12), within("abc", 2)
    ('34 cards: 10 bricks, 4 windows', '34 cards', '')
    """
    if cell_width(text) <= cells:
        return text
    parts = [text.split(mark)[0] for mark in (". ", "; ", ": ", ", ", " (")]
    return max((part for part in parts if cell_width(part) <= cells), key=len, default="")
