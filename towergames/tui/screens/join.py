"""The dialog of the tables that other windows have opened: sit down at one, or watch it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from towergames import registry
from towergames.table.seats import ABSENT, GONE, people
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import LIST
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.widgets.rows import Row, RowsView

NO_TABLE = "No table is open. To open one, start a new game and choose Windows: one for each"


class JoinScreen(RowListMixin, TowerDialog[str]):
    """A heading for each table, and below it its seats for people; the result is ``name:seat``, ``name:`` to watch.

    ``only`` is the name of the one table that is shown; empty for all.
    """

    OWN = LIST

    def __init__(self, only: str = "") -> None:
        super().__init__()
        self._only = only

    def compose(self) -> ComposeResult:
        rows = self._rows()
        with Vertical(id="learn", classes="box"):
            yield Static("Join a table", markup=False, classes="strong")
            yield RowsView(rows, (0, 30, 0, 0))
            hint = "Enter sits down there, Esc goes back." if rows else f"{NO_TABLE}. Esc goes back."
            yield Static(hint, markup=False, classes="muted")

    def on_mount(self) -> None:
        """Give the list its height, and put the cursor on the first seat that is free."""
        rows = self.listing().rows
        self.listing().styles.height = min(len(rows), 15)
        free = [row.key for row in rows if row.kind == "item" and not row.why]
        if free:
            self.listing().go(free[0])

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for info in self.services.store.open_tables():
            if self._only not in ("", info.name):
                continue
            title = f"{registry.title_of(info.game)}, round {info.round}: {info.name}"
            rows.append(Row("", title, kind="heading"))
            for seat, state in people(info.path, info.bots).items():
                taken = "" if state in ABSENT else f"taken, {state}"
                note = "free" if state == GONE else state
                rows.append(Row(f"{info.name}:{seat}", f"Sit down as {info.seats[seat]}", note=note, why=taken))
            rows.append(Row(f"{info.name}:", "Watch", note="see what everyone may see"))
        return rows

    def chosen(self, row: Row) -> None:
        """Close with the choice."""
        self.dismiss(row.key)

    def refused(self, row: Row) -> None:
        """Say that the seat is taken."""
        self.services.say("Another window has this seat.")
