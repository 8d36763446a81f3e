"""A line to type a command or a move in words, with completion and what was typed before."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from towergames.core.text import fit
from towergames.tui.command_screen import Commanded, TowerDialog
from towergames.tui.commands import group, pick
from towergames.tui.dialogs import Field

COMMANDS = group(
    "line",
    ("line.run", "Run it", "Do what is typed", "enter", "run", "run"),
    ("line.complete", "Complete", "Complete what is typed; again for the next way", "tab", "complete"),
    ("line.before", "Line before", "What was typed before", "up", "before"),
    ("line.after", "Line after", "What was typed after that", "down", "after"),
)
SHOWN = 8
KEPT = 100


class CommandLine(TowerDialog[str]):
    """Closes with the line; the screen below then takes it as typed text."""

    AUTO_FOCUS = "Field"
    OWN = (*COMMANDS, *pick("back"))

    def __init__(self, on: Commanded, text: str = "") -> None:
        super().__init__()
        self.on = on
        self._start = text
        self._words = list(dict.fromkeys(on.completions()))
        self._forms = [form for form in on.forms() if form not in self._words]
        self._lines = on.services.typed_lines
        self._line = len(self._lines)
        self._stem: str | None = None
        self._turn = 0

    def compose(self) -> ComposeResult:
        """What could be meant, and the field."""
        with Vertical(id="line"):
            yield Static(id="line-ways", markup=False, classes="muted")
            yield Field(self._start, "a command or a move, Tab completes", id="line-field")

    def on_mount(self) -> None:
        """Show what could be typed."""
        self._show_ways(self._start)

    @property
    def field(self) -> Field:
        """The field."""
        return self.query_one(Field)

    def ways(self, text: str) -> list[str]:
        """The completions of a text: the fixed beginnings of forms, then the words that begin with it or contain it."""
        low = text.strip().lower()
        heads = [head for form in self._forms if (head := _head(form)).startswith(low) and head != text]
        begin = heads + [w for w in self._words if w.lower().startswith(low)]
        return begin or [w for w in self._words if low in w.lower()]

    def form(self, text: str) -> str:
        """The form of which the text is a part already, empty where none begins like that."""
        low = text.lower()
        return next((form for form in self._forms if low.startswith(_head(form))), "")

    def _show_ways(self, text: str) -> None:
        ways = [self.form(text)] if self.form(text) else [self._whole(way) for way in self.ways(text)]
        more = f"   and {len(ways) - SHOWN} more" if len(ways) > SHOWN else ""
        width = self.app.size.width
        shown = fit("   ".join(ways[:SHOWN]) + more, width - 2).rstrip()
        self.query_one("#line-ways", Static).update(shown or "nothing begins like that")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Other ways to go on."""
        event.stop()
        if self._stem is None or event.value not in self.ways(self._stem):
            self._stem = None
        self._show_ways(self._stem if self._stem is not None else event.value)

    def _whole(self, way: str) -> str:
        return next((form for form in self._forms if _head(form) == way), way)

    def _put(self, text: str) -> None:
        self.field.value = text
        self.field.cursor_position = len(text)

    def _do_line_complete(self, argument: str = "") -> None:
        if self._stem is None:
            self._stem, self._turn = self.field.value, -1
        ways = self.ways(self._stem)
        if ways:
            self._turn = (self._turn + 1) % len(ways)
            self._put(ways[self._turn])

    def _walk(self, steps: int) -> None:
        at = max(0, min(len(self._lines), self._line + steps))
        if at != self._line:
            self._line = at
            self._put(self._lines[at] if at < len(self._lines) else "")

    def _do_line_before(self, argument: str = "") -> None:
        self._walk(-1)

    def _do_line_after(self, argument: str = "") -> None:
        self._walk(1)

    def _do_line_run(self, argument: str = "") -> None:
        text = self.field.value.strip().removeprefix(":").strip()
        if text:
            if not self._lines or self._lines[-1] != text:
                self._lines.append(text)
                del self._lines[:-KEPT]
            self.dismiss(text)
        else:
            self.dismiss(None)


def _head(form: str) -> str:
    """The fixed beginning of a form.

    >>> _head("play SQUARE across|down WORD")
    'play '
    """
    fixed = form.split(" ")
    count = next((i for i, word in enumerate(fixed) if word != word.lower() or "|" in word), len(fixed))
    return "".join(word + " " for word in fixed[:count])
