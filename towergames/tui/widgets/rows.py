"""A scrolling list of lines with a cursor, for forms, settings, help, the palette and dialogs.

No widget of Textual fits: the columns share the width by their texts, jump mode and the terminal's own cursor need the
place of each row, and the list follows keys while a field has the focus.
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
from towergames.tui.widgets.action_bar import COMMAND, Chip, draw_chips
from towergames.tui.widgets.canvas import CanvasView

TEXT, HEADING, KEY, BAD = Ink("text"), Ink("text", bold=True), Ink("accent", bold=True), Ink("bad")
MUTED = Ink("muted", dim=True)  # dim counts under the terminal's own colours only, where muted has none
HERE, HERE_REVERSED = Ink("text", "raised", bold=True), Ink(reverse=True)
"""The line under the cursor; reversed where colours are the terminal's own and contrast is not ours to know."""
BADGE = Ink("warn")
PICK = "\t"
"""Separates the key of a row and the number of a choice (-1: the next one) in the key of a spot."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line. ``kind`` is ``item``, ``heading``, ``note`` or ``error``; only items can be chosen.

    ``letter`` is the key before the text, ``seat`` a player's mark before the text. ``value`` and ``badge`` (a short
    word such as *default*) have columns of their own, ``note`` fills the rest. ``why`` is the reason why the item
    cannot be used now, which replaces the note. ``choices`` replace the value: values side by side, each with whether
    it is the present one, '' for a gap. A row of kind ``below`` is the second line of the item before it, a row of kind
    ``chips`` has commands and no text.
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


@dataclass(frozen=True, slots=True)
class _RowInks:
    text: Ink
    key: Ink
    note: Ink
    badge: Ink


class RowsView(CanvasView):
    """Shows rows and a cursor, which stays on an item and in sight.

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
        """Whether keys go to the list; the cursor is bright then."""
        self._items: list[Row] = list(rows)
        self._at = 0
        self._top = 0
        self._stay_on_item()

    # --- what is shown ----------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._items)

    @property
    def current(self) -> Row | None:
        """The item under the cursor."""
        return self._items[self._at] if 0 <= self._at < len(self._items) else None

    @property
    def key(self) -> str:
        """The key of the item under the cursor, '' if there is none."""
        return self.current.key if self.current else ""

    def show(self, rows: Sequence[Row], key: str | None = None) -> None:
        """Show other rows. The cursor stays on its key, or goes to ``key``, if an item has that key."""
        wanted = self.key if key is None else key
        self._items = list(rows)
        self._at = min(self._at, max(0, len(rows) - 1))
        if not self.go(wanted):
            self._stay_on_item()
            self.repaint()

    def go(self, key: str) -> bool:
        """Put the cursor on the item with a key. Return False if there is none."""
        for number, row in enumerate(self._items):
            if row.key == key and row.kind == "item":
                self._at = number
                self.repaint()
                return True
        return False

    def move(self, steps: int, *, wrap: bool = True) -> None:
        """Move the cursor over items, with ``wrap`` from one end to the other. Without items the rows scroll."""
        places = [number for number, row in enumerate(self._items) if row.kind == "item"]
        if not places:
            self._top = max(0, min(self._top + steps, len(self._items) - self.size.height))
        else:
            place = places.index(self._at) + steps if self._at in places else 0
            place = place % len(places) if wrap else max(0, min(place, len(places) - 1))
            self._at = places[place]
        self.repaint()

    def page(self, pages: int) -> None:
        self.move(pages * max(1, self.size.height - 1), wrap=False)

    def end(self, last: bool) -> None:
        """Go to the first or the last item."""
        self.move(len(self._items) if last else -len(self._items), wrap=False)

    def _stay_on_item(self) -> None:
        """Put the cursor on the nearest item."""
        if self.current is None or self.current.kind != "item":
            places = [number for number, row in enumerate(self._items) if row.kind == "item"]
            self._at = min(places, key=lambda place: abs(place - self._at), default=0)

    # --- drawing ----------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        self._scroll(height)
        bar = len(self._items) > height
        room = width - (2 if bar else 0)
        spots: list[Spot] = []
        for y, number in enumerate(range(self._top, min(len(self._items), self._top + height))):
            row = self._items[number]
            if row.kind == "chips":
                spots += draw_chips(canvas, 2, y, room - 2, 1, row.chips, self.services.style, "")
            elif row.kind in ("item", "below"):
                item = number - 1 if row.kind == "below" else number
                spots += self._draw_item(canvas, y, room, row, self._at == item, self._lines(number) == 2)
            else:
                self._draw_words(canvas, y, room, row)
            if row.kind == "item":
                spots.append(Spot(row.key, 0, y, room, min(self._lines(number), height - y), row.text))
        if bar:
            scrollbar(canvas, width - 1, Rect(0, 0, width, height), self._top, len(self._items))
        cursor = (0, self._at - self._top) if self.active and 0 <= self._at - self._top < height else None
        return Picture(canvas, tuple(spots), cursor)

    def _lines(self, at: int) -> int:
        """The number of lines of an item."""
        return 2 if at + 1 < len(self._items) and self._items[at + 1].kind == "below" else 1

    def _scroll(self, height: int) -> None:
        first, last = self._at, self._at + self._lines(self._at) - 1
        while first > 0 and self._items[first - 1].kind == "heading":
            first -= 1  # a heading stays in sight with its first item
        if last - self._top >= height:
            self._top = last - height + 1
        self._top = max(0, min(self._top, first, len(self._items) - height))

    def _draw_words(self, canvas: Canvas, y: int, width: int, row: Row) -> None:
        """Draw a heading, a note or an error."""
        ink = {"heading": HEADING, "error": BAD}.get(row.kind, MUTED)
        indent = 0 if row.kind == "heading" else self.columns[0] + 2
        x = canvas.put(indent, y, fit(row.text, max(0, width - indent)).rstrip(), ink)
        canvas.put(x + 2, y, within(row.note, width - x - 3), MUTED)

    def _draw_item(self, canvas: Canvas, y: int, width: int, row: Row, here: bool, high: bool) -> Sequence[Spot]:
        """Draw a line of an item, under the cursor if it is ``here``. Return the spots of its choices.

        ``high`` is whether the item has two lines.
        """
        letter, text, value_cells, badge_cells = self.columns
        inks = self._inks(row, here)
        if here and self.active:
            canvas.fill(0, y, width, 1, " ", inks.text)
        sign = " "
        if here:
            sign = "▌" if self.active else ">"
        canvas.put(0, y, sign, replace(inks.key, fg="cursor", bold=False))
        x = 2
        if letter:
            canvas.put(x, y, fit(row.letter, letter - 1), inks.key)
            x += letter
        end = x + (text if row.text else 0)
        if row.seat is not None:
            x = self._mark(canvas, x, y, row, high, inks.text.bg) + 1
        if row.kind == "below":
            canvas.put(x, y, within(row.text, width - x - 1), inks.note)
            return ()
        canvas.put(x, y, fit(row.text, max(0, min(end, width) - x)), inks.text)
        if row.choices:
            return self._draw_choice_row(canvas, end, y, width, row, inks)
        x, note = end, row.why or row.note
        if value_cells and not row.badge:  # with nothing after it a value may be longer
            value_cells, badge_cells = value_cells + badge_cells if note else width - x, 0
        for cells, words, ink in ((value_cells, row.value, inks.text), (badge_cells, row.badge, inks.badge)):
            if cells and x < width:
                canvas.put(x, y, fit(words, min(cells - 1, width - x)), ink)
                x += cells
        canvas.put(x, y, within(note, width - x - 1), inks.note)
        return ()

    def _inks(self, row: Row, here: bool) -> _RowInks:
        """The inks of an item; in the line where keys go all texts have the ink of that line."""
        if here and self.active:
            lit = HERE_REVERSED if self.services.palette_theme == "terminal" else HERE
            return _RowInks(lit, replace(KEY, bg=lit.bg, reverse=lit.reverse), lit, lit)
        return _RowInks(MUTED if row.why else TEXT, KEY, MUTED, BADGE)

    def _draw_choice_row(self, canvas: Canvas, x: int, y: int, width: int, row: Row, inks: _RowInks) -> Sequence[Spot]:
        """Draw the choices from column ``x`` on, then the note and the badge that still fit."""
        note_from, note = x + self.columns[2] + self.columns[3], row.why or row.note
        x, spots = self._lay_choices(canvas, x - 1, y, width, row, inks.text)
        x = max(x + 2, min(note_from, width - 1 - cell_width(note)))
        x = canvas.put(x, y, within(note, width - x - 1), inks.note)
        badge_from = width - 1 - cell_width(row.badge)
        if x + 1 < badge_from:  # the choices show what is chosen: the note comes before the badge
            canvas.put(badge_from, y, row.badge, inks.badge)
        return spots

    def _mark(self, canvas: Canvas, x: int, y: int, row: Row, high: bool, ground: str) -> int:
        """Draw a player's shape and number, in a line or as the half of a block. Return the column after them."""
        assert row.seat is not None
        who = identity(row.seat)
        if row.kind == "below":
            return canvas.put(x, y, f" {who.number}  ", Ink("ink", who.role, bold=True))
        if high:
            return canvas.put(x, y, who.shape * 4, Ink(who.role, ground, bold=True))
        return badge(canvas, x, y, row.seat, ground)

    def _lay_choices(self, canvas: Canvas, x: int, y: int, width: int, row: Row, plain: Ink) -> tuple[int, list[Spot]]:
        """Draw the choices side by side, or those around the present one if there is no room for all.

        Return the column after the choices and their spots. A sign at an end stands for the choices left out there.
        """
        first, last = choices_that_fit(row.choices, width - x)
        if first > last:
            present = ", ".join(label for label, on in row.choices if on)
            end = canvas.put(x + 1, y, fit(present, width - x - 1).rstrip(), plain)
            return end, [Spot(f"{row.key}{PICK}-1", x, y, end - x, 1, "the next value")]
        style = self.services.style
        spots: list[Spot] = []
        plates = not style.plain and self.services.palette_theme != "terminal"
        if first:
            spots.append(Spot(f"{row.key}{PICK}{_value(row.choices, first - 1, -1)}", x, y, 2, 1, "values before"))
            x = canvas.put(x, y, " <", KEY)
        for number, (label, on) in list(enumerate(row.choices))[first : last + 1]:
            if not label:
                x += 1
                continue
            written = f"[{label}]" if on and not plates else f" {label} "
            ink = replace(plain, bold=on)
            if plates:
                ink = Ink("ink", "text", bold=True) if on else Ink("muted", "chip")
            spots.append(Spot(f"{row.key}{PICK}{number}", x, y, cell_width(written), 1, label))
            x = canvas.put(x, y, written, ink)
        if last + 1 < len(row.choices):
            spots.append(Spot(f"{row.key}{PICK}{_value(row.choices, last + 1, 1)}", x, y, 2, 1, "more values"))
            x = canvas.put(x, y, "> ", KEY)
        return x, spots

    # --- mouse ------------------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Choose the row or the value that was clicked; the screen takes clicks on chips."""
        if event.spot.startswith(COMMAND):
            return
        event.stop()
        key, _, at = event.spot.partition(PICK)
        if self.go(key):
            self.post_message(self.Picked(self, key, int(at)) if at else self.Chosen(self, key))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor, so that its row is always in sight."""
        event.stop()
        self.move(3, wrap=False)
        self.post_message(self.Moved(self))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.move(-3, wrap=False)
        self.post_message(self.Moved(self))


def choices_that_fit(choices: Sequence[tuple[str, bool]], cells: int) -> tuple[int, int]:
    """The first and the last choice that are drawn in so many cells: all, or those around the present one.

    Where a single one does not fit, or several are present, no choice is between the two numbers.

    >>> some = [("Easy", True), ("Casual", False), ("Hard", False)]
    >>> choices_that_fit(some, 20), choices_that_fit(some, 18), choices_that_fit(some, 8)
    ((0, 2), (0, 1), (1, 0))
    """
    widths = [cell_width(label) + 2 if label else 1 for label, _ in choices]
    if sum(widths) <= cells:
        return 0, len(choices) - 1
    here = [number for number, (_, on) in enumerate(choices) if on]
    if len(here) != 1 or widths[here[0]] + 4 > cells:
        return 1, 0
    first = last = here[0]
    room = cells - 4 - widths[first]
    while True:
        if last + 1 < len(choices) and widths[last + 1] <= room:
            last += 1
            room -= widths[last]
        elif first and widths[first - 1] <= room:
            first -= 1
            room -= widths[first]
        else:
            return first, last


def _value(choices: Sequence[tuple[str, bool]], at: int, step: int) -> int:
    """The number of the next choice from ``at`` on that is no gap."""
    return at if choices[at][0] else at + step


def within(text: str, cells: int) -> str:
    """Shorten a text to a first part that can stand alone in ``cells`` cells; '' if there is none.

    >>> within("34 cards: 10 stones, 4 windows", 40), within("34 cards: 10 stones, 4 windows", 12), within("abc", 2)
    ('34 cards: 10 stones, 4 windows', '34 cards', '')
    """
    if cell_width(text) <= cells:
        return text
    parts = [text.split(mark)[0] for mark in (". ", "; ", ": ", ", ", " (")]
    return max((part for part in parts if cell_width(part) <= cells), key=len, default="")
