"""A question with two answers; the cursor stands on the one that loses nothing (U39)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from towergames.boards.desk import Command
from towergames.tui.base import TowerDialog
from towergames.tui.commands import pick
from towergames.tui.lists import Listing
from towergames.tui.widgets.rows import Row, RowsView

COMMANDS: tuple[Command, ...] = (
    Command("confirm.yes", "Yes", "Do it", ("y",), "yes", "dialog"),
    Command("confirm.no", "No", "Leave everything as it is", ("n", "escape"), "no", "dialog"),
)


class ConfirmDialog(Listing, TowerDialog[bool]):
    """Asks before something is lost. Dismissed with True only for an explicit yes."""

    OWN = (*COMMANDS, *pick("move.up", "move.down", "choose"))

    def __init__(self, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Question and answers, the safe one first."""
        with Vertical(id="confirm", classes="box"):
            yield Static(self._question, markup=False, classes="strong")
            yield RowsView([Row("no", self._no, letter="n"), Row("yes", self._yes, letter="y")], (4, 60, 0, 0))

    def listing(self) -> RowsView:
        """The answers."""
        return self.query_one(RowsView)

    def chosen(self, row: Row) -> None:
        """Answer."""
        self.dismiss(row.key == "yes")

    def do_confirm_yes(self, argument: str = "") -> None:
        """Yes."""
        self.dismiss(True)

    def do_confirm_no(self, argument: str = "") -> None:
        """No."""
        self.dismiss(False)
