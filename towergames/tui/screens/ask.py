"""A dialog that asks for one line, with what is wrong with it said at the field."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from towergames.boards.desk import Command
from towergames.tui.base import TowerDialog
from towergames.tui.commands import pick

COMMANDS: tuple[Command, ...] = (
    Command("ask.take", "Take it", "Take what stands in the field", ("enter",), "take", "dialog", "take"),
)


class Field(Input):
    """A field that does not blink (U45: no timers while nothing happens)."""

    def __init__(self, value: str = "", placeholder: str = "", *, id: str | None = None, limit: int = 200) -> None:
        super().__init__(value, placeholder, id=id, compact=True, max_length=limit, select_on_focus=False)
        self.cursor_blink = False

    def action_delete_left(self) -> None:
        """Backspace edits a suggestion that is selected as a whole; typing replaces it."""
        if self.selected_text == self.value:
            self.cursor_position = len(self.value)
        super().action_delete_left()


def _anything(text: str) -> str:  # noqa: ARG001 - any text will do
    return ""


class AskScreen(TowerDialog[str]):
    """Asks for a line. ``check`` gives an empty string, or what is wrong with the text."""

    AUTO_FOCUS = "Field"
    OWN = (*COMMANDS, *pick("back"))

    def __init__(self, label: str, value: str = "", check: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self._label, self._value = label, value
        self._check = check or _anything

    def compose(self) -> ComposeResult:
        """Label, field, and room for what is wrong."""
        with Vertical(id="ask", classes="box"):
            yield Static(self._label, markup=False, classes="strong")
            yield Field(self._value)
            yield Static("Enter takes it, Esc leaves it as it was.", id="ask-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """What is typed replaces what stands there."""
        self.query_one(Field).select_all()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong."""
        event.stop()
        self._tell(self._check(event.value))

    def _tell(self, wrong: str) -> None:
        note = self.query_one("#ask-note", Static)
        note.update(f"! {wrong}" if wrong else "Enter takes it, Esc leaves it as it was.")
        note.set_class(bool(wrong), "wrong")

    def do_ask_take(self, argument: str = "") -> None:
        """Close with the text, if it is right."""
        value = self.query_one(Field).value
        wrong = self._check(value)
        self._tell(wrong) if wrong else self.dismiss(value)
