"""Every command of the screen below, searchable; what cannot be used now says why (U23, U24)."""

from __future__ import annotations

from towergames.core.text import fit
from towergames.tui.screens.finder import Finder, rank
from towergames.tui.widgets.rows import Row


class PaletteScreen(Finder):
    """Closes with the id of the command to run."""

    HEAD = "All commands here"
    COLUMNS = (0, 26, 10, 0)

    def found(self, query: str) -> list[Row]:
        """Usable commands first, then by how well they fit, then in the screen's own order."""
        keymap = self.on.keymap
        ranked = []
        for place, command in enumerate(self.on.commands()):
            fitness = rank(query, command.title, command.typed, command.id, command.help)
            if command.id == "palette" or fitness < 0:
                continue
            why = self.on.why_not(command.id)
            row = Row(command.id, command.title, value=keymap.label(command), note=command.help, why=why)
            ranked.append((bool(why), fitness, place, row))
        return [row for *_, row in sorted(ranked, key=lambda item: item[:3])]

    def about(self, row: Row) -> str:
        """Help, and the word that can be typed."""
        command = next((c for c in self.on.commands() if c.id == row.key), None)
        if command is None:
            return ""
        typed = f"  typed  :{command.typed}" if command.typed else ""
        return fit(row.why or command.help, 74 - len(typed)).rstrip() + typed
