"""A dialog with a field on top and what is found below: the shape of help, palette and other searches."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from towergames.core.text import fit
from towergames.tui.base import Commanded, TowerDialog
from towergames.tui.commands import LIST
from towergames.tui.lists import Listing
from towergames.tui.screens.ask import Field
from towergames.tui.widgets.rows import Row, RowsView


class Finder(Listing, TowerDialog[str]):
    """Type to search, up and down to walk, Enter to choose; closes with the chosen row's key."""

    AUTO_FOCUS = "Field"
    OWN = LIST
    HEAD = ""
    COLUMNS = (0, 24, 0, 0)

    def __init__(self, on: Commanded, query: str = "") -> None:
        super().__init__()
        self.on = on
        """The screen that the commands belong to."""
        self._typed = query

    def compose(self) -> ComposeResult:
        """Field, results, and a line for what cannot be done."""
        with Vertical(id="finder", classes="box"):
            yield Static(self.HEAD, markup=False, classes="strong")
            yield Field(self._typed, "type to search")
            yield RowsView((), self.COLUMNS)
            yield Static(id="finder-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """Show everything, unless it was closed before it could be shown."""
        if self.query(RowsView):
            self._search(self._typed)

    def found(self, query: str) -> list[Row]:
        """The rows that fit a query in small letters."""
        raise NotImplementedError

    def about(self, row: Row) -> str:
        """One line on the row under the cursor."""
        return row.why or row.note

    def listing(self) -> RowsView:
        """The results."""
        return self.query_one(RowsView)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search anew."""
        event.stop()
        self._search(event.value)

    def _search(self, text: str) -> None:
        rows = self.found(text.strip().lower())
        listing = self.listing()
        listing.show(rows or [Row("", "nothing is called that", kind="note")])
        if text:
            listing.end(False)
        self.moved()

    def moved(self) -> None:
        """Tell about the row under the cursor."""
        row = self.listing().current
        self.query_one("#finder-note", Static).update(fit(self.about(row), 74).rstrip() if row is not None else "")

    def chosen(self, row: Row) -> None:
        """Close with the row."""
        self.dismiss(row.key)

    def refused(self, row: Row) -> None:
        """Stay, and say why not."""
        note = self.query_one("#finder-note", Static)
        note.update(f"! {row.why}")


def rank(query: str, *texts: str) -> int:
    """How well texts (most important first) fit a query; 0 is the best, -1 not at all.

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
