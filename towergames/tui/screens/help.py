"""The keys of this screen: the focused zone's first, then the screen's, then those that work anywhere (U56)."""

from __future__ import annotations

from towergames.boards.desk import Command
from towergames.tui.commands import APP
from towergames.tui.keymap import key_name
from towergames.tui.screens.finder import Finder, rank
from towergames.tui.widgets.rows import Row

_ANYWHERE = {command.id for command in APP}


class HelpScreen(Finder):
    """Lists and searches; Enter does what the line says."""

    HEAD = "Help: keys and words of this screen"
    COLUMNS = (0, 16, 21, 13)

    def found(self, query: str) -> list[Row]:
        """Groups with their commands; a query leaves the commands that contain it."""
        rows: list[Row] = []
        for group, commands in self._groups():
            hits = [self._row(c) for c in commands if self._fits(query, c)]
            if hits:
                rows += [Row("", group.capitalize(), kind="heading"), *hits]
        return rows

    def _groups(self) -> list[tuple[str, list[Command]]]:
        groups: dict[str, list[Command]] = {name: [] for name in self.on.help_first()}
        for command in self.on.commands():
            if command.id not in _ANYWHERE:
                groups.setdefault(command.group, []).append(command)
        groups["anywhere"] = [c for c in self.on.commands() if c.id in _ANYWHERE]
        return [(name, commands) for name, commands in groups.items() if commands]

    def _fits(self, query: str, command: Command) -> bool:
        return 0 <= rank(query, command.title, command.typed, self._keys(command), command.help) < 100

    def _keys(self, command: Command) -> str:
        return " ".join(key_name(key) for key in self.on.tower_app.keymap.keys_of(command))

    def _row(self, command: Command) -> Row:
        typed = f":{command.typed}" if command.typed else ""
        why = self.on.why_not(command.id)
        return Row(command.id, self._keys(command), command.title, typed, command.help, why=why)

    def about(self, row: Row) -> str:
        """The reason, or the whole help line."""
        return f"not now: {row.why}" if row.why else row.note or "Enter does it, Esc closes."
