"""The dialog that opens the lesson or the rules of a game."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from towergames import registry
from towergames.core.text import count
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import LIST
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.widgets.rows import Row, RowsView


class LearnScreen(RowListMixin, TowerDialog[None]):
    """Lists for each game its lesson and its rules."""

    OWN = LIST

    def compose(self) -> ComposeResult:
        with Vertical(id="learn", classes="box"):
            yield Static("Learn", markup=False, classes="strong")
            yield RowsView(self._rows(), (0, 30, 0, 0))
            yield Static("Enter opens it, Esc goes back.", markup=False, classes="muted")

    def on_mount(self) -> None:
        """Give the list its height."""
        self.listing().styles.height = min(len(self.listing().rows), 15)

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for entry in registry.entries():
            rows.append(Row("", entry.game.info.title, kind="heading"))
            tutorial = entry.tutorial
            if tutorial is not None:
                done, _ = self.services.memory.lesson(entry.key)
                steps = len(tutorial.lessons)
                note = count(tutorial.count, "step")
                if 0 < done < steps:
                    note = f"goes on at step {tutorial.number(done)} of {tutorial.count}"
                rows.append(Row(f"lesson:{entry.key}", "Play with a guide", note=note))
            rules = len(entry.game.rule_sheet.rules)
            rows.append(Row(f"rules:{entry.key}", "Read the rules", note=count(rules, "rule")))
        return rows

    def chosen(self, row: Row) -> None:
        """Close and open the lesson or the rules."""
        what, _, key = row.key.partition(":")
        self.dismiss(None)
        if what == "rules":
            self.services.open_rules(key)
        else:
            self.services.open_tutorial(key)
