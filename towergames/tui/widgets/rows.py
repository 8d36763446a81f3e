"""A scrolling list of lines with a cursor: what menus, forms, settings, help and the palette are made of.

It is drawn by hand, not an OptionList or a DataTable: its columns share the width by what stands in them, jump mode and
the terminal's own cursor need the place of each row, and it follows keys while a field has the focus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.message import Message

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.tui.paint import Rect, badge, identity, scrollbar
from towergames.tui.widgets.action_bar import COMMAND, Chip, lay_chips
from towergames.tui.widgets.canvas import CanvasView

TEXT, HEADING, KEY, BAD = Ink("text"), Ink("text", bold=True), Ink("accent", bold=True), Ink("bad")
MUTED = Ink("muted", dim=True)  # dim counts under the terminal's own colours only, where muted has none
HERE, HERE_REVERSED = Ink("text", "raised", bold=True), Ink(reverse=True)
"""The line under the cursor; reversed where colours are the terminal's own and contrast is not ours to know."""
BADGE = Ink("warn")
PICK = "\t"
"""Stands between the key of a row and the number of a choice (-1: the next one) in the key of a spot."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line. ``kind`` is ``item``, ``heading``, ``note`` or ``error``; only items can be chosen.

    ``letter`` is the key shown before the text, ``seat`` a player's mark before it, ``value`` and ``badge`` (a short
    word such as *default*) stand in columns of their own, ``note`` fills the rest dimmed. ``why`` says why the item
    cannot be used now; it is then dimmed and the reason shown in the note's place. ``choices`` are values side by side
    in the place of ``value``, each with whether it is the present one, '' for a gap. A row of kind ``below`` is the
    second line of the item before it, one of kind ``chips`` has commands in the place of the text.
    """

    key: str
    text: str
    value: str = ""
    badge: str = ""
    note: str = ""
    letter: str = ""
    seat: int | None = None
    kind: str = "item"
    why: str = ""
    choices: tuple[tuple[str, bool], ...] = ()
    chips: tuple[Chip, ...] = ()


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

    class Picked(Message):
        """One of the choices of a row was clicked (-1: the next one): the cursor is on the row already."""

        def __init__(self, view: RowsView, key: str, at: int) -> None:
            self.view = view
            self.key = key
            self.at = at
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
        spots: list[Spot] = []
        for y, i in enumerate(range(self._top, min(len(self._items), self._top + height))):
            row = self._items[i]
            here = self._at == (i - 1 if row.kind == "below" else i) and row.kind in ("item", "below")
            spots += self._draw(canvas, y, room, row, here and self.active, here, self._lines(i) == 2)
            if row.kind == "item":
                spots.append(Spot(row.key, 0, y, room, min(self._lines(i), height - y), row.text))
        if bar:
            scrollbar(canvas, width - 1, Rect(0, 0, width, height), self._top, len(self._items))
        cursor = (0, self._at - self._top) if self.active and 0 <= self._at - self._top < height else None
        return Picture(canvas, tuple(spots), cursor)

    def _lines(self, at: int) -> int:
        """How many lines an item has."""
        return 1 + (at + 1 < len(self._items) and self._items[at + 1].kind == "below")

    def _scroll(self, height: int) -> None:
        first, last = self._at, self._at + self._lines(self._at) - 1
        while first > 0 and self._items[first - 1].kind == "heading":
            first -= 1  # a heading stays in sight with its first item
        if last - self._top >= height:
            self._top = last - height + 1
        self._top = max(0, min(self._top, first, len(self._items) - height))

    def _draw(
        self, canvas: Canvas, y: int, width: int, row: Row, active: bool, here: bool, high: bool
    ) -> Sequence[Spot]:
        """Draw a line; the spots in it."""
        letter, text, value, badge_cells = self.columns
        lit = HERE_REVERSED if self.services.palette_theme == "terminal" else HERE
        if row.kind == "chips":
            return lay_chips(canvas, 2, y, width - 2, 1, row.chips, self.services.style, "")
        if row.kind not in ("item", "below"):
            ink = {"heading": HEADING, "error": BAD}.get(row.kind, MUTED)
            indent = 0 if row.kind == "heading" else letter + 2
            x = canvas.put(indent, y, fit(row.text, max(0, width - indent)).rstrip(), ink)
            canvas.put(x + 2, y, within(row.note, width - x - 3), MUTED)
            return ()
        plain = lit if active else (MUTED if row.why else TEXT)
        quiet = lit if active else MUTED
        if active:
            canvas.fill(0, y, width, 1, " ", lit)
        canvas.put(0, y, ("▌" if active else ">") if here else " ", Ink("cursor", plain.bg, reverse=plain.reverse))
        x = 2
        if letter:
            canvas.put(x, y, fit(row.letter, letter - 1), replace(KEY, bg=plain.bg, reverse=plain.reverse))
            x += letter
        end = x + (text if row.text else 0)
        if row.seat is not None:
            x = self._mark(canvas, x, y, row, high, plain.bg) + 1
        if row.kind == "below":
            canvas.put(x, y, within(row.text, width - x - 1), quiet)
            return ()
        canvas.put(x, y, fit(row.text, max(0, min(end - x, width - x))), plain)
        x, rest = end, row.why or row.note
        spots: Sequence[Spot] = ()
        if row.choices:
            end = x + value + badge_cells
            x, spots = self._lay_choices(canvas, x - 1, y, width, row, plain)
            x = max(x + 2, min(end, width - 1 - cell_width(rest)))
        else:
            if value and not row.badge:  # with nothing after it a value may be longer
                value, badge_cells = value + badge_cells if rest else width - x, 0
            for cells, words, ink in ((value, row.value, plain), (badge_cells, row.badge, lit if active else BADGE)):
                if cells and x < width:
                    canvas.put(x, y, fit(words, min(cells - 1, width - x)), ink)
                    x += cells
        x = canvas.put(x, y, within(rest, width - x - 1), quiet)
        if row.choices and x + 2 + cell_width(row.badge) < width:  # what is chosen is seen: the note comes first
            canvas.put(width - 1 - cell_width(row.badge), y, row.badge, lit if active else BADGE)
        return spots

    def _mark(self, canvas: Canvas, x: int, y: int, row: Row, high: bool, ground: str) -> int:
        """A player's shape and number, in a line or as the half of a block; the column after it."""
        assert row.seat is not None
        who = identity(row.seat)
        if row.kind == "below":
            return canvas.put(x, y, f" {who.number}  ", Ink("ink", who.role, bold=True))
        if high:
            return canvas.put(x, y, who.shape * 4, Ink(who.role, ground, bold=True))
        return badge(canvas, x, y, row.seat, ground)

    def _lay_choices(self, canvas: Canvas, x: int, y: int, width: int, row: Row, plain: Ink) -> tuple[int, list[Spot]]:
        """The choices side by side, or the present ones alone where they have no room; the column after them."""
        if sum(cell_width(label) + 2 if label else 1 for label, _ in row.choices) > width - x:
            end = canvas.put(
                x + 1, y, fit(", ".join(text for text, on in row.choices if on), width - x - 1).rstrip(), plain
            )
            return end, [Spot(f"{row.key}{PICK}-1", x, y, end - x, 1, "the next value")]
        style = self.services.style
        spots: list[Spot] = []
        plates = style.colours and not style.ascii_only and self.services.palette_theme != "terminal"
        for i, (label, on) in enumerate(row.choices):
            if not label:
                x += 1
                continue
            written = f"[{label}]" if on and not plates else f" {label} "
            plate = Ink("ink", "text", bold=True) if on else Ink("muted", "chip")
            spots.append(Spot(f"{row.key}{PICK}{i}", x, y, cell_width(written), 1, label))
            x = canvas.put(x, y, written, plate if plates else replace(plain, bold=on))
        return x, spots

    # --- mouse ------------------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A row or one of its choices was clicked; the screen hears of chips itself."""
        if event.spot.startswith(COMMAND):
            return
        event.stop()
        key, _, at = event.spot.partition(PICK)
        if self.go(key):
            self.post_message(self.Picked(self, key, int(at)) if at else self.Chosen(self, key))

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

    >>> within("34 cards: 10 stones, 4 windows", 40), within("34 cards: 10 stones, 4 windows", 12), within("abc", 2)
    ('34 cards: 10 stones, 4 windows', '34 cards', '')
    """
    if cell_width(text) <= cells:
        return text
    parts = [text.split(mark)[0] for mark in (". ", "; ", ": ", ", ", " (")]
    return max((part for part in parts if cell_width(part) <= cells), key=len, default="")
