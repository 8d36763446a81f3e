"""The footer: at most eight commands that are valid now, with their present keys; each can be clicked (U13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from towergames.core.text import cell_width

if TYPE_CHECKING:
    from towergames.tui.base import Commanded

MOST = 8


class KeyBar(Widget, can_focus=False):
    """One row of ``key label`` pairs; the last is always the list of all commands."""

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; color: $foreground; }
    """
    COMPONENT_CLASSES = {"keybar--key"}
    DEFAULT_CLASSES = "keybar"

    class Pressed(Message):
        """A command was clicked."""

        def __init__(self, command_id: str) -> None:
            self.command_id = command_id
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._items: list[tuple[str, str, str]] = []

    def update_from(self, screen: Commanded) -> None:
        """Take the valid commands of a screen: those with a footer label, most important first."""
        keymap = screen.tower_app.keymap
        items: list[tuple[str, str, str]] = []
        for command in screen.commands():
            if command.footer and len(items) < MOST - 1 and not screen.why_not(command.id):
                items.append((command.id, keymap.label(command), command.footer))
        for command in screen.commands():
            if command.id == "palette":
                items.append((command.id, keymap.label(command), "all"))
        if items != self._items:
            self._items = items
            self.refresh()

    @property
    def items(self) -> tuple[tuple[str, str, str], ...]:
        """(command id, key, label) of what is shown."""
        return tuple(self._items)

    def render_line(self, y: int) -> Strip:
        """The row."""
        plain = self.rich_style
        key_style = plain + Style(bold=True, reverse=True)
        segments: list[Segment] = []
        used = 0
        for _, key, label in self._items:
            width = cell_width(key) + 3 + cell_width(label) + 1
            if used + width > self.size.width:
                break
            segments += [Segment(f" {key} ", key_style), Segment(f" {label} ", plain)]
            used += width + 1
        return Strip(segments).adjust_cell_length(self.size.width, plain)

    def on_click(self, event: events.Click) -> None:
        """Run the command under the mouse."""
        x = 0
        for command_id, key, label in self._items:
            width = cell_width(key) + cell_width(label) + 4
            if x <= event.x < x + width:
                event.stop()
                self.post_message(self.Pressed(command_id))
                return
            x += width

    def __rich_repr__(self) -> Any:
        yield "items", self._items
