"""The question which other game the players of a finished one play next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from towergames.registry import Entry
from towergames.session import commands, next_game
from towergames.table.match import Table
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import pick
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.services import Services
from towergames.tui.widgets.rows import Row, RowsView

TITLE_COLUMNS = 20


class AnotherGameDialog(RowListMixin, TowerDialog[str]):
    """Lists games; the dialog closes with the key of the chosen one."""

    OWN = pick("move.up", "move.down", "choose", "back")

    def __init__(self, table: Table, games: Sequence[Entry]) -> None:
        super().__init__()
        self._table, self._games = table, games

    def compose(self) -> ComposeResult:
        """Yield the question, and a row for each game."""
        rows = [Row(entry.key, entry.game.info.title, note=self._note(entry)) for entry in self._games]
        with Vertical(id="another", classes="box"):
            yield Static("Another game with the same players", markup=False, classes="strong")
            yield RowsView(rows, (0, TITLE_COLUMNS, 0, 0))
            stay = (
                "Seats, names, PINs and the clock stay." if self._table.header.clock else "Seats, names and PINs stay."
            )
            yield Static(f"It begins with its usual rules. {stay}", markup=False)

    def on_mount(self) -> None:
        """Give the list as many rows as there are games."""
        super().on_mount()
        self.query_one(RowsView).styles.height = len(self._games)

    def _note(self, entry: Entry) -> str:
        bots = next_game.seats_told(self._table, entry)
        return f"{entry.game.info.minutes}, with {bots}" if bots else entry.game.info.minutes

    def chosen(self, row: Row) -> None:
        """Close with the game."""
        self.dismiss(row.key)


def ask_game(services: Services, table: Table, then: Callable[[str], object]) -> None:
    """Ask for another game, and call ``then`` with its key; where none can be played, say why."""
    games = next_game.other_games(table)
    if isinstance(games, commands.Refused):
        services.say(games.why, severity="warning")
        return

    def chosen(key: str | None) -> None:
        if key is not None:
            then(key)

    services.push_screen(AnotherGameDialog(table, games), chosen)
