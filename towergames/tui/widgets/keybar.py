"""The footer: at most eight commands that can be used now, with their keys; each can be clicked."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from towergames.core.text import cell_width
from towergames.tui.commands import for_fingers
from towergames.tui.keymap import key_name
from towergames.tui.services import services_of

if TYPE_CHECKING:
    from towergames.tui.commands import Command
    from towergames.tui.keymap import KeyMap

MAX_COMMANDS = 8
LAST_LABELS = {"help": "Keys", "palette": "All commands", "phone.menu": "Menu"}
"""Commands that the footer always shows at its end, with their labels."""
RIGHTMOST = ("palette", "phone.menu")
"""Commands at the right end; one of them is there."""


class Keyed(Protocol):
    """A screen, as far as the key bar knows it."""

    FOOTER_FIRST: ClassVar[tuple[str, ...]]

    @property
    def keymap(self) -> KeyMap:
        """The keys of the commands on the screen."""

    def commands(self) -> tuple[Command, ...]:
        """All commands of the screen."""

    def why_not(self, command_id: str) -> str:
        """Empty when the command can be used now, else why not."""


class KeyBar(Widget, can_focus=False):
    """One row of ``key label`` pairs; the last is always the list of all commands."""

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; color: $foreground-muted; }
    KeyBar > .keybar--key { color: $primary; }
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
        self._changed: Keyed | None = None
        """The screen whose commands may have changed since the footer was worked out."""

    def update_from(self, screen: Keyed) -> None:
        """Note that the commands of a screen may have changed. The footer is worked out when it is next needed."""
        self._changed = screen
        self.check_idle()

    def on_idle(self) -> None:
        """Work the footer out, after all other messages."""
        if self.is_attached:
            self._take()

    def _take(self) -> None:
        """Work the footer out: the valid commands with a footer label, most important first."""
        if self._changed is None:
            return
        screen, self._changed = self._changed, None
        keymap, commands = screen.keymap, screen.commands()
        why_not = cache(screen.why_not)
        on_key: dict[str, list[Command]] = {}
        for command in commands:
            for key in keymap.keys_of(command):
                on_key.setdefault(key, []).append(command)

        def leads_to(key: str, wanted: Command) -> bool:
            """Whether a key runs the wanted command now: the first on it that can be used."""
            for command in on_key[key]:
                if not why_not(command.id):
                    return command.id == wanted.id
            return True

        items: list[tuple[str, str, str]] = []
        last = {command.id: command for command in commands if command.id in LAST_LABELS}
        touched = services_of(self).touched
        if touched:
            commands = tuple(filter(for_fingers, commands))
            last.pop("help", None)
        if "phone.menu" in last:  # it leads to all commands
            del last["palette"]
        first = screen.FOOTER_FIRST
        for command in sorted(commands, key=lambda c: first.index(c.id) if c.id in first else len(first)):
            if command.footer and command.id not in last and len(items) < MAX_COMMANDS - 2 and not why_not(command.id):
                keys = keymap.keys_of(command)
                # Others may come first on some of its keys, or on all.
                free = (key_name(key) for key in keys if leads_to(key, command))
                if (name := next(free, None if keys else "")) is not None:
                    items.append((command.id, name, command.footer[:1].upper() + command.footer[1:]))
        for command_id, label in LAST_LABELS.items():
            if command_id in last and not why_not(command_id):
                items.append((command_id, keymap.label(last[command_id]), label))
        if touched:
            items = [(command_id, "", label) for command_id, _, label in items]
        if items != self._items:
            self._items = items
            self.refresh()

    @property
    def items(self) -> tuple[tuple[str, str, str], ...]:
        """(command id, key, label) of what is shown."""
        self._take()
        return tuple(self._items)

    def places(self) -> list[tuple[int, str, str]]:
        """(column, command id, label) of each command that there is room for; help and "all" always stay."""
        placed: list[tuple[int, str, str]] = []
        widths = [_width(key, label) for _, key, label in self.items]
        always = sum(w for w, (command_id, *_) in zip(widths, self.items, strict=True) if command_id in LAST_LABELS)
        x = 0
        for (command_id, _, label), width in zip(self.items, widths, strict=True):
            if command_id in LAST_LABELS:
                always -= width
            elif x + width + always > self.size.width:
                continue
            if command_id in RIGHTMOST:
                x = max(x, self.size.width - width)
            placed.append((x, command_id, label))
            x += width
        return placed

    def render_line(self, y: int) -> Strip:
        plain = self.rich_style
        key_style = plain + Style(bold=True, color=self.get_component_rich_style("keybar--key").color)
        keys = {command_id: key for command_id, key, _ in self.items}
        segments, x = [], 0
        for column, command_id, label in self.places():
            segments.append(Segment(" " * (column - x), plain))
            if keys[command_id]:
                segments.append(Segment(f" {keys[command_id]}", key_style))
            segments.append(Segment(f" {label} ", plain if keys[command_id] else key_style))
            x = column + _width(keys[command_id], label)
        return Strip(segments).adjust_cell_length(self.size.width, plain)

    def on_click(self, event: events.Click) -> None:
        """Run the command under the mouse."""
        hit = [command_id for x, command_id, _ in self.places() if x <= event.x]
        widths = {command_id: _width(key, label) for command_id, key, label in self.items}
        places = {command_id: x for x, command_id, _ in self.places()}
        if hit and event.x < places[hit[-1]] + widths[hit[-1]]:
            event.stop()
            self.post_message(self.Pressed(hit[-1]))

    def __rich_repr__(self) -> Any:
        yield "items", self._items


def _width(key: str, label: str) -> int:
    return cell_width(key) + cell_width(label) + (3 if key else 2)
