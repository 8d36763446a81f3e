"""The dialog that waits for a key: it says which command loses the key, and on which keyboards it is not at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from towergames.core.text import listed
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import Command, group, pick
from towergames.tui.keymap import key_name
from towergames.tui.layouts import key_trouble
from towergames.tui.widgets.keybar import KeyBar

KEY_COMMANDS = group("dialog", ("key.take", "Take it", "Take the key that was pressed", "enter", "take", "take it"))


class KeyDialog(TowerDialog[str]):
    """Waits for a key for a command, and closes with its name. ``others`` finds the commands that lose the key."""

    OWN = (*KEY_COMMANDS, *TowerDialog.OWN)

    def __init__(self, command: Command, now: Sequence[str], others: Callable[[str], Sequence[Command]]) -> None:
        super().__init__()
        self.command = command
        self.pressed = ""
        self._now = now
        self._others = others

    def compose(self) -> ComposeResult:
        """Yield the command with its keys, the key that was pressed, and the keys of the dialog."""
        names = " ".join(map(key_name, self._now)) or "no key"
        with Vertical(id="key", classes="box"):
            yield Static(f"{self.command.title}: {names}", markup=False, classes="strong")
            yield Static(self.command.help, markup=False, classes="muted")
            yield Static("Press the new key. It comes first. The keys above still work.", id="key-note", markup=False)
            yield KeyBar()

    def commands(self) -> tuple[Command, ...]:
        """The commands of the dialog alone: all other keys may be meant for the command."""
        return self.own_commands()

    def takes_key(self, event: events.Key) -> bool:
        """Show every key but those of the dialog."""
        meant = {command.id for command in self.commands_on(event.key)}
        if "key.take" in meant and not self.pressed:
            self.query_one("#key-note", Static).update("! Press the new key first.")
            return True
        if meant:
            return False
        if any(command.id == "quit" for command in self.keymap.lookup(event.key, pick("quit"))):
            note = f"! {key_name(event.key)} quits the program everywhere else. Press another key, or Esc."
            self.query_one("#key-note", Static).update(note)
            return True
        self.pressed = event.key
        self.query_one("#key-note", Static).update("\n".join(self._about(event.key)))
        self.refresh_keys()
        return True

    def _about(self, key: str) -> list[str]:
        name, lines = key_name(key), []
        others = self._others(key)
        if others:
            lines.append(f"! {name} would no longer be a key of {listed([other.title for other in others])}.")
        if trouble := key_trouble(key):
            lines.append(f"! {name} is {trouble}.")
        return [*(lines or [f"{name} is free."]), "Enter uses it, Esc changes nothing. Or press another key."]

    def _why_not_key_take(self) -> str:
        return "" if self.pressed else "Press the new key first."

    def _do_key_take(self, argument: str = "") -> None:
        self.dismiss(self.pressed)
