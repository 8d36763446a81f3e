"""A dialog with a field on top and what is found below: the shape of help, palette and other searches."""

from __future__ import annotations

from itertools import dropwhile, groupby

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from towergames.core.text import fit
from towergames.tui.command_screen import Commanded, TowerDialog
from towergames.tui.commands import APP, LIST, Command
from towergames.tui.dialogs import Field
from towergames.tui.keymap import key_name
from towergames.tui.lists import Listing, rank
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


ANYWHERE = "anywhere"
SERIES = 9
"""Commands of a kind from which on help shows one row for all."""
SIGNS = "Signs on the board"
_ANYWHERE = {command.id for command in APP}


class HelpScreen(Finder):
    """Lists and searches; Enter does what the line says."""

    HEAD = "Help: keys and words of this screen"
    COLUMNS = (0, 16, 21, 13)

    def found(self, query: str) -> list[Row]:
        """Groups with their commands; a query leaves the commands that contain it."""
        rows: list[Row] = []
        for group, commands in self._groups():
            if group == ANYWHERE:
                rows += self._signs(query)
            hits = [self._row(c) for c in commands if self._fits(query, c)] if query else self._in_series(commands)
            if hits:
                rows += [Row("", group.capitalize(), kind="heading"), *hits]
        return rows

    def _signs(self, query: str) -> list[Row]:
        """The legend of the game that is on the screen below."""
        board = self.on.board_shown()
        told = (
            [(f"{''.join(run.text for run in runs):<8}  {meaning}", meaning) for runs, meaning in board.spec.legend]
            if board is not None
            else []
        )
        hits = [
            Row("", text, kind="note") for text, meaning in told if query in meaning.lower() or query in SIGNS.lower()
        ]
        return [Row("", SIGNS, kind="heading"), *hits] if hits else []

    def _in_series(self, commands: list[Command]) -> list[Row]:
        """The rows of a group, with what differs by one character of the keyboard (digits, letters) in one row."""
        rows: list[Row] = []
        for _, some in groupby(commands, self._series):
            alike = list(some)
            if len(alike) < SERIES:
                rows += map(self._row, alike)
                continue
            first, last = (key_name(self.on.keymap.keys_of(c)[0]) for c in (alike[0], alike[-1]))
            titles = zip(alike[0].title.split(), alike[-1].title.split(), strict=True)
            differing = (word for _, word in dropwhile(lambda pair: pair[0] == pair[1], titles))
            title = f"{alike[0].title} ... {' '.join(differing)}"
            rows.append(Row(alike[0].id, f"{first} - {last}", title, note=alike[0].help))
        return rows

    def _series(self, command: Command) -> str:
        keys = self.on.keymap.keys_of(command)
        kind, _, which = command.id.rpartition(".")
        # Only commands named for their key are alike: the menu's letters each do something else.
        return kind if keys and all(len(key) == 1 for key in keys) and which in keys else command.id

    def _groups(self) -> list[tuple[str, list[Command]]]:
        groups: dict[str, list[Command]] = {name: [] for name in self.on.help_first()}
        for command in self.on.commands():
            if command.id not in _ANYWHERE:
                groups.setdefault(command.group, []).append(command)
        groups[ANYWHERE] = [c for c in self.on.commands() if c.id in _ANYWHERE]
        return [(name, commands) for name, commands in groups.items() if commands]

    def _fits(self, query: str, command: Command) -> bool:
        return 0 <= rank(query, command.title, command.word, self._keys(command), command.help) < 100

    def _keys(self, command: Command) -> str:
        return " ".join(key_name(key) for key in self.on.keymap.keys_of(command))

    def _row(self, command: Command) -> Row:
        typed = f":{command.word}" if command.word else ""
        why = self.on.why_not(command.id)
        return Row(command.id, self._keys(command), command.title, typed, command.help, why=why)

    def about(self, row: Row) -> str:
        """The reason, or the whole help line."""
        return f"not now: {row.why}" if row.why else row.note or "Enter does it, Esc closes."


class PaletteScreen(Finder):
    """Closes with the id of the command to run."""

    HEAD = "All commands here"
    COLUMNS = (0, 26, 10, 0)

    def found(self, query: str) -> list[Row]:
        """Usable commands first, then by how well they fit, then in the screen's own order."""
        keymap = self.on.keymap
        ranked = []
        for place, command in enumerate(self.on.commands()):
            fitness = rank(query, command.title, command.word, command.id, command.help)
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
        typed = f"  typed  :{command.word}" if command.word else ""
        return fit(row.why or command.help, 74 - len(typed)).rstrip() + typed
