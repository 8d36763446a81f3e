"""All settings and keys on one searchable screen; a change is seen and written at once."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.widgets import Input, Static

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.palette import BUILT, IDENTITIES, STATES, part_of
from towergames.board.protocol import Picture
from towergames.core.options import Option, Scalar, show_scalar
from towergames.settings import KEYS_NAME, OF_WINDOW, SETTINGS
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import LIST, Command, group
from towergames.tui.dialogs import Field
from towergames.tui.keymap import PRESETS, KeyMap, is_letter, key_name, rivals
from towergames.tui.list_mixins import RowListMixin, rank
from towergames.tui.screens.key_dialog import KeyDialog
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView

COMMANDS = group(
    "settings",
    ("move.left", "Value before", "Choose the value before", "left", "left"),
    ("move.right", "Next value", "Choose the next value", "right", "right", "change"),
    ("settings.default", "Default", "Choose the default value", "d", "default", "default"),
    ("settings.search", "Search", "Show only settings and keys with a word", "slash tab", "search", "search"),
)
_SOURCES = {
    "flag": "from the command line",
    "environment": "from the environment",
    "file": "from the file",
    "default": "",
}

_OPTIONS = {option.key: option for option in SETTINGS}


class SettingsScreen(RowListMixin, TowerScreen[None]):
    """Settings first, then the keys of every command, which Enter changes; for a guest the settings of the window."""

    OWN = (*COMMANDS, *LIST)
    NAME = "settings"

    def compose(self) -> ComposeResult:
        """Yield the search field, the lines, a sample of the colours, the words about a line, and the keys."""
        yield Static("Settings", id="form-head", markup=False)
        yield Field("", "/ to search", id="settings-search")
        yield RowsView((), (0, 24, 12, 9), id="form-rows")
        yield CanvasView(draw_sample, id="settings-sample")
        yield Static(id="form-detail", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Say how long the settings hold: in a browser there is no file."""
        kept = "kept while this page is open" if self.services.in_browser else f"saved in {self.services.settings.path}"
        self.query_one("#form-head", Static).update(f"Settings, {kept}")
        self._show()

    # --- drawing ----------------------------------------------------------------------------------------

    @property
    def _query(self) -> str:
        return self.query_one(Field).value.strip().lower()

    def _show(self, key: str | None = None) -> None:
        rows = self._setting_rows() + ([] if self.services.in_browser else self._key_rows())
        self.listing().show(rows or [Row("", "Nothing has that name.", kind="note")], key)
        self.moved()
        self.refresh_keys()

    def _setting_rows(self) -> list[Row]:
        rows = []
        settings = self.services.settings
        for option in SETTINGS:
            if self.services.in_browser and option.key not in OF_WINDOW:
                continue
            value = settings[option.key]
            if not 0 <= rank(self._query, option.title, option.key, option.help, *option.labels) < 100:
                continue
            usual = "" if show_scalar(value) == show_scalar(option.default) else "changed"
            source = _SOURCES[settings.sources[option.key]]
            note = _effect(option, value) + (f" ({source})" if source else "")
            rows.append(Row(option.key, option.title, option.name_of(value), usual, note))
        return rows

    def _key_rows(self) -> list[Row]:
        keymap = self.services.keymap
        notices = dict.fromkeys((*keymap.notices, *self.services.letters_keymap.notices))
        rows: list[Row] = [Row("", f"! {notice}", kind="error") for notice in notices]
        for heading, commands in self.services.commands_by_heading().items():
            hits = [command for command in commands if self._fits(command, heading)]
            if hits:
                rows.append(Row("", f"Keys: {heading}", kind="heading"))
            for command in hits:
                usual = "changed" if command.id in keymap.own else ""
                rows.append(Row(f"key:{command.id}", command.title, self._keys(command), usual, command.help))
        return rows

    def _fits(self, command: Command, heading: str) -> bool:
        """Whether a command fits the search by name, id, word, key or the heading above it."""
        if self._query and self._query in self._keys(command).lower().split():
            return True
        return 0 <= rank(self._query, command.title, command.id, command.word, heading) < 100

    def _keys(self, command: Command) -> str:
        return " ".join(key_name(key) for key in self.services.keymap.keys_of(command)) or "no key"

    def _command(self) -> Command | None:
        """The command of the line under the cursor; None on the line of a setting."""
        name = self.listing().key.removeprefix("key:")
        for commands in self.services.commands_by_heading().values():
            for command in commands:
                if command.id == name:
                    return command
        return None

    def moved(self) -> None:
        """Describe the line under the cursor."""
        key = self.listing().key
        self.query_one("#form-detail", Static).update(self._about(key))

    def _about(self, key: str) -> str:
        if (command := self._command()) is not None:
            typed = f" Typed: :{command.word}." if command.word else ""
            return f'{command.help}.{typed}\nEnter changes the key. In {KEYS_NAME}: "{command.id}"'
        if key not in _OPTIONS:
            return ""
        option = _OPTIONS[key]
        values = ", ".join(show_scalar(v) for v in option.values)
        return f"{option.help}\n{option.key} = {values}; default {show_scalar(option.default)}"

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what fits the search, with the cursor on the first line of it."""
        event.stop()
        self._show()
        if self._query:
            self.listing().end(last=False)
            self.moved()

    # --- doing ------------------------------------------------------------------------------------------

    def help_first(self) -> tuple[str, ...]:
        """This screen's own keys."""
        return ("settings",)

    def chosen(self, row: Row) -> None:
        """Choose the next value, or a key."""
        command = self._command()
        if command is None:
            self._turn(1)
            return
        dialog = KeyDialog(command, self.services.keymap.keys_of(command), lambda key: self._rivals(command, key))
        self.services.push_screen(dialog, lambda key: self._take(command, key) if key else None)

    def _why_not_move_right(self) -> str:
        if self._command() is not None:
            return "Enter changes a key."
        return "" if self.listing().key else "No setting has that name."

    _why_not_move_left = _why_not_move_right

    def _why_not_settings_default(self) -> str:
        command = self._command()
        if command is None:
            return self._why_not_move_right()
        return "" if command.id in self.services.keymap.own else f"The keys of {command.title} are not changed."

    def _rivals(self, command: Command, key: str) -> list[Command]:
        """The commands that are on a key wherever the command can be used."""
        found: dict[str, Command] = {}
        for keymap, contexts in self.services.keymaps():
            if keymap.letters_typed and is_letter(key):
                continue  # there the letter is left to the board
            for commands in contexts:
                if any(one.id == command.id for one in commands):
                    found |= {other.id: other for other in rivals(command, key, commands, keymap)}
        return list(found.values())

    def _take(self, command: Command, key: str) -> None:
        """Make a key the first key of a command. Other commands that can be used on its screens lose the key."""
        keys_of = self.services.keymap.keys_of
        changes = {other.id: tuple(old for old in keys_of(other) if old != key) for other in self._rivals(command, key)}
        changes[command.id] = (key, *(old for old in keys_of(command) if old != key))
        self._change_keys(changes)

    def _restored(self, command: Command) -> dict[str, tuple[str, ...] | None]:
        """The changes that give a command its usual keys, and give back the keys that other commands lost to it."""
        keymap = self.services.keymap
        usual = KeyMap(PRESETS.get(str(self.services.settings["keys"]), {}))
        taken = set(keymap.keys_of(command)) - set(usual.keys_of(command))
        changes: dict[str, tuple[str, ...] | None] = {command.id: None}
        for commands in self.services.commands_by_heading().values():
            for other in commands:
                present, wanted = keymap.keys_of(other), usual.keys_of(other)
                if other.id not in keymap.own or other.id == command.id or not taken.intersection(wanted):
                    continue
                back = tuple(key for key in wanted if key in present or key in taken)
                kept = tuple(key for key in present if key not in wanted)
                changes[other.id] = None if not kept and back == wanted else (*kept, *back)
        return changes

    def _change_keys(self, changes: Mapping[str, tuple[str, ...] | None]) -> None:
        self.services.change_keys(changes)
        self._show()

    def _set(self, option: Option, value: Scalar) -> None:
        self.services.change_settings({option.key: value})
        self._show()
        self.query_one("#settings-sample", CanvasView).repaint()
        if option.key == "mouse":
            self.services.say("The mouse setting changes when you start the program again.")

    def _turn(self, steps: int) -> None:
        option = _OPTIONS[self.listing().key]
        shown = [show_scalar(v) for v in option.values]
        at = shown.index(show_scalar(self.services.settings[option.key]))
        self._set(option, option.values[(at + steps) % len(shown)])

    def _do_move_left(self, argument: str = "") -> None:
        self._turn(-1)

    def _do_move_right(self, argument: str = "") -> None:
        self._turn(1)

    def _do_settings_default(self, argument: str = "") -> None:
        command = self._command()
        if command is not None:
            self._change_keys(self._restored(command))
            return
        option = _OPTIONS[self.listing().key]
        self._set(option, option.default)

    def _do_settings_search(self, argument: str = "") -> None:
        field = self.query_one(Field)
        if argument:
            field.value = argument
        elif field.has_focus:
            self.set_focus(None)
        else:
            field.focus()

    def _do_choose(self, argument: str = "") -> None:
        if self.query_one(Field).has_focus:
            self.set_focus(None)
        else:
            super()._do_choose()

    def _do_back(self, argument: str = "") -> None:
        field = self.query_one(Field)
        if field.has_focus or field.value:
            field.value = ""
            self.set_focus(None)
        else:
            self.dismiss(None)


def _effect(option: Option, value: Scalar) -> str:
    shown = [show_scalar(v) for v in option.values]
    at = shown.index(show_scalar(value)) if show_scalar(value) in shown else 0
    return option.labels[at] if option.labels else option.help


def draw_sample(width: int, height: int) -> Picture:
    """Draw two rows with the colours of players, of states, and of what each game builds with."""
    canvas = Canvas(width, height)
    x = canvas.put(1, 0, "Players ", Ink("muted"))
    for who in IDENTITIES:
        x = canvas.put(x, 0, f"{who.shape}{who.number} ", Ink(who.role, bold=True))
    x = canvas.put(x + 1, 0, "Signs ", Ink("muted"))
    for role in STATES:
        x = canvas.put(x, 0, f"{role} ", Ink(role))
    x = canvas.put(1, 1, "Games   ", Ink("muted"))
    for entry in registry.entries():
        built = [role for role in entry.palette.roles if part_of(role) == BUILT]
        for role in built:
            x = canvas.put(x, 1, "██", Ink(role))
        x += bool(built)
    return Picture(canvas)
