"""The dialog that chooses a word list: one that comes with the program, or a file of the person's own."""

from __future__ import annotations

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from towergames.core.options import Option
from towergames.core.text import clean, sentence
from towergames.table.errors import SetupError
from towergames.table.wordlists import load_list
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import LIST
from towergames.tui.dialogs import Field
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.paint import wrap
from towergames.tui.setup_form import list_name, own_list
from towergames.tui.widgets.rows import Row, RowsView

DIALOG_WIDTH = 74
FILE, TAKE = "file", "take"
HINT = "Enter takes the marked line, Esc goes back. You can also type a file name."


class WordListScreen(RowListMixin, TowerDialog[str]):
    """Closes with the option's value: the name of a list that ships, or the reference of one that was read."""

    AUTO_FOCUS = "Field"
    OWN = LIST

    def __init__(self, option: Option, now: str) -> None:
        super().__init__()
        self._option, self._now = option, now
        self._read: tuple[str, ...] = ()
        self._taken = ""
        self._busy = False

    def compose(self) -> ComposeResult:
        with Vertical(id="wordlist", classes="box"):
            yield Static(self._option.title, markup=False, classes="strong")
            yield RowsView((), (0, 20, 0, 0))
            yield Field("", "file with one word a line, such as ~/words.txt", limit=1000)
            yield Static(HINT, id="wordlist-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        super().on_mount()
        self._show(self._now)

    def _show(self, key: str) -> None:
        labels = self._option.labels or ("",) * len(self._option.values)
        rows = [
            Row(str(value), self._option.name_of(value), note=label)
            for value, label in zip(self._option.values, labels, strict=True)
        ]
        if self._now not in self._option.values:
            rows.append(Row(self._now, list_name(self._now), note=own_list(self._now)))
        rows.append(Row(FILE, "Your own file", note="typed below, one word a line"))
        if self._taken:
            rows += [Row("", line, kind="note") for text in self._read for line in wrap(text, DIALOG_WIDTH - 8)]
            rows.append(Row(TAKE, f"Play with {list_name(self._taken)}", note="without the lines above"))
        listing = self.listing()
        listing.styles.height = max(3, min(len(rows), self.app.size.height - 8))
        listing.show(rows, key)

    def _note(self, text: str, *, wrong: bool = False) -> None:
        note = self.query_one("#wordlist-note", Static)
        note.update(f"! {text}" if wrong else text)
        note.set_class(wrong, "wrong")

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value:
            self._taken = ""
            self._show(FILE)
            self._note(HINT)

    def chosen(self, row: Row) -> None:
        """Close with a list, or read the file first."""
        if row.key == TAKE:
            self.dismiss(self._taken)
        elif row.key != FILE:
            self.dismiss(row.key)
        elif not self.query_one(Field).value.strip():
            self._note("Type the file name into the field.", wrong=True)
        elif not self._busy:
            self._busy = True
            self._note("reading ...")
            self._load(self.query_one(Field).value.strip())

    @work(thread=True, exclusive=True, group="wordlist")
    def _load(self, file: str) -> None:
        """Read a file in a thread, since a list may be long."""
        problem = reference = ""
        lines: tuple[str, ...] = ()
        try:
            lexicon, lines = load_list(file)
            reference = lexicon.reference
        except (SetupError, OSError, RuntimeError) as error:  # a home that is not there, a folder that may not be read
            text = clean(str(error).removeprefix("words: "), 300)
            problem = text[:1] + sentence(text)[1:]  # a file name keeps its small letter
        self.app.call_from_thread(self._loaded, problem, reference, lines)

    def _loaded(self, problem: str, reference: str, lines: tuple[str, ...]) -> None:
        self._busy = False
        if not self.is_attached:
            return
        if problem:
            self._note(problem, wrong=True)
        elif not lines:
            self.dismiss(reference)
        else:
            self._taken, self._read = reference, lines
            self._show(TAKE)
            self._note("Some lines cannot be used. Enter plays with the others, Esc goes back.")
