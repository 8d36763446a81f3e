"""What ctrl+E opens: the screen as it is shown, the board, the pad, the save, written to a file you name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from towergames.core.text import clean
from towergames.export.film import Film
from towergames.table.errors import SaveError
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import Command, group, pick
from towergames.tui.dialogs import ConfirmDialog, Field
from towergames.tui.exports import Exportable, Form, current_folder, forms_of, free_path, named_path, write_new
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.services import services_of
from towergames.tui.widgets.rows import Row, RowsView

COMMANDS = (
    *group("dialog", ("export.write", "Write", "Write the chosen form to the file below", "enter", "write", "write")),
    *pick("move.up", "move.down"),
    *group("dialog", ("back", "Back", "Close and write nothing", "escape", "back", "back")),
)


class ExportDialog(RowListMixin, TowerDialog[Path]):
    """A list of forms and a line for the path. Made from the screen that is up; its picture is taken now."""

    OWN: ClassVar[tuple[Command, ...]] = COMMANDS

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__(classes="library-dialog")
        self._offer: Exportable = getattr(screen, "exportable", Exportable)()
        self._forms = {form.key: form for form in forms_of(services_of(screen), self._offer)}
        self._folder = current_folder()

    def compose(self) -> ComposeResult:
        """The forms above the path."""
        rows = [Row(form.key, form.title, note=form.note) for form in self._forms.values()]
        with Vertical(classes="dialog-box export-box"):
            yield Static("Export", markup=False, classes="dialog-text")
            yield RowsView(rows, (0, 30, 0, 0), id="forms")
            yield Static("File name. Without a folder, the current folder is used", markup=False, classes="dialog-hint")
            yield Field(limit=400)
            yield Static("Up and Down choose, Enter writes, Esc goes back", markup=False, classes="dialog-hint")

    def on_mount(self) -> None:
        """As many rows as there are forms."""
        super().on_mount()
        self.listing().styles.height = len(self._forms)
        self.moved()
        self.query_one(Field).focus()

    @property
    def form(self) -> Form:
        """The marked form."""
        return self._forms[self.listing().key]

    def moved(self) -> None:
        """Another form: suggest another file; a typed one replaces it."""
        field = self.query_one(Field)
        field.value = self._suggestion(self.form)
        field.select_all()

    def chosen(self, row: Row) -> None:
        """A form was clicked: it is marked, and Enter writes it."""
        self.moved()

    def _suggestion(self, form: Form) -> str:
        return free_path(self._folder, self._offer.name, form.ending).name

    def _do_export_write(self, argument: str = "") -> None:
        text = self.query_one(Field).value
        if not text.strip():
            self.services.say("Type a file name.")
            return
        self._write(named_path(text, self._folder, self.form))

    def _write(self, path: Path) -> None:
        if self.form.slow:
            self.services.say("The pictures are being drawn.")
            self.run_worker(lambda: self._make(self.form, path), thread=True, exclusive=True, group="export")
            return
        try:
            made = self.form.make()
        except SaveError as error:
            self.services.say(str(error), severity="error")
            return
        self._write_made(made, path)

    def _make(self, form: Form, path: Path) -> None:
        worker = get_current_worker()
        try:
            made = form.make()
        except SaveError as error:
            self.app.call_from_thread(self.services.say, str(error), severity="error")
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._write_made, made, path)

    def _write_made(self, made: bytes | Film, path: Path, *, overwrite: bool = False) -> None:
        data = made.svg.encode() if isinstance(made, Film) else made
        try:
            write_new(path, data, overwrite=overwrite)
        except FileExistsError:
            question = f"{clean(path.name, 60)} exists already. Write over it?"
            self.app.push_screen(
                ConfirmDialog(question, "Write over it", "Keep it"),
                lambda yes: self._write_made(made, path, overwrite=True) if yes else None,
            )
            return
        except SaveError as error:
            self.services.say(str(error), severity="error")
            return
        written = f"Exported to {clean(str(path), 200)}"
        left_out = made.left_out if isinstance(made, Film) else ""
        self.services.say(f"{written}. {left_out}" if left_out else written)
        self.dismiss(path)
