"""Parts of screens with a list: the commands of a cursor in a :class:`RowsView`, or of a marked row."""

from __future__ import annotations

import sys
from typing import Any, ClassVar, cast

from textual import events
from textual.screen import Screen
from textual.widgets import Input

from towergames.tui.widgets.rows import Row, RowsView


class CursorKeys:
    """Mixed into commanded screens: the keys that walk through lines. :meth:`walk` is the screen's own."""

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Go ``lines`` or ``pages`` down (negative: up), or to the first (``ends`` -1) or the last line (1)."""
        raise NotImplementedError

    def _do_move_up(self, argument: str = "") -> None:
        self.walk(-1)

    def _do_move_down(self, argument: str = "") -> None:
        self.walk(1)

    def _do_page_up(self, argument: str = "") -> None:
        self.walk(pages=-1)

    def _do_page_down(self, argument: str = "") -> None:
        self.walk(pages=1)

    def _do_page_first(self, argument: str = "") -> None:
        self.walk(ends=-1)

    def _do_page_last(self, argument: str = "") -> None:
        self.walk(ends=1)


class RowListMixin(CursorKeys):
    """Mixed into commanded screens: moves the cursor of :meth:`listing` and passes choices to :meth:`chosen`."""

    def listing(self) -> RowsView:
        """The list that has the cursor."""
        return cast("Screen[Any]", self).query_one(RowsView)

    def chosen(self, row: Row) -> None:
        """Do what a usable row says: it was chosen by Enter, a click or a jump."""
        raise NotImplementedError

    def moved(self) -> None:
        """Show what depends on the cursor, which may be on another row."""

    def refused(self, row: Row) -> None:
        """Say why a row that was chosen cannot be used now."""

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Move the cursor; single lines go over the ends."""
        listing = self.listing()
        if lines:
            listing.move(lines)
        elif pages:
            listing.page(pages)
        else:
            listing.end(ends > 0)
        self.moved()

    def _do_choose(self, argument: str = "") -> None:
        row = self.listing().current
        if row is None or row.kind != "item":
            return
        if row.why:
            self.refused(row)
        else:
            self.chosen(row)

    def on_rows_view_chosen(self, event: RowsView.Chosen) -> None:
        """Choose the row that was clicked."""
        event.stop()
        event.view.go(event.key)  # something may have moved the cursor since the click
        self.moved()
        self._do_choose()

    def on_rows_view_moved(self, event: RowsView.Moved) -> None:
        """Follow the wheel."""
        event.stop()
        self.moved()


class RowSelection(CursorKeys):
    """Mixed into screens whose picture has a marked row: ``at`` is its number, :meth:`mark` moves it (clamped)."""

    PAGE: ClassVar[int] = 8
    at: Any  # a field in one screen, a property in another

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        raise NotImplementedError

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        self.mark(self.at + lines + pages * self.PAGE + ends * sys.maxsize)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.walk(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.walk(-1)


class SearchLine(Input):
    """A compact field. The screen shows it with :meth:`begin`, and hides it with :meth:`finish`."""

    def __init__(self) -> None:
        super().__init__(placeholder="search", max_length=60, compact=True, classes="search-line")
        self.display = False
        self.cursor_blink = False  # no timer while nothing happens

    def begin(self, text: str = "") -> None:
        """Show the field and type into it, or search for ``text`` at once."""
        self.display = True
        if text:
            self.value = text
        else:
            self.focus()

    def finish(self, *, clear: bool) -> None:
        """Leave the field; with ``clear`` also empty and hide it."""
        if clear:
            self.value = ""
        self.display = bool(self.value)
        self.screen.set_focus(None)

    @property
    def typing(self) -> bool:
        """Whether keys go into the field."""
        return self.has_focus


def rank(query: str, *texts: str) -> int:
    """Rank texts (most important first) by a query; 0 is the best fit, -1 none.

    A start counts before a middle, a middle before scattered letters of the first text.

    >>> rank("un", "Undo"), rank("do", "Undo"), rank("uo", "Undo"), rank("x", "Undo")
    (0, 10, 100, -1)
    """
    if not query:
        return 0
    for place, text in enumerate(texts):
        low = text.lower()
        if low.startswith(query) or f" {query}" in low:
            return place
        if query in low:
            return 10 + place
    letters = iter(texts[0].lower()) if texts else iter("")
    return 100 if all(ch in letters for ch in query.replace(" ", "")) else -1
