"""Which key does what: presets, a person's own keys.toml, and checks that say what is wrong where. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from towergames.boards.desk import Command
from towergames.core.text import clean

PRESETS: dict[str, dict[str, tuple[str, ...]]] = {
    "default": {},
    "vim": {
        "move.left": ("left", "h"),
        "move.down": ("down", "j"),
        "move.up": ("up", "k"),
        "move.right": ("right", "l"),
    },
    # Letters stay free for typing words onto a board; every command also sits on a ctrl or function key.
    "word": {
        "undo": ("ctrl+z",),
        "redo": ("ctrl+y",),
        "hint": ("f4",),
        "turn.reset": ("f6",),
        "hand.hide": ("f7",),
        "pad": ("f8",),
        "game.why": ("f9",),
    },
}
"""Keys that differ from a command's own, by command id."""

_NAMES = {
    "question_mark": "?",
    "colon": ":",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "minus": "-",
    "plus": "+",
    "equals_sign": "=",
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "delete": "Del",
    "backspace": "Bksp",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
}


def key_name(key: str) -> str:
    """A key as people read it.

    >>> key_name("question_mark"), key_name("ctrl+z"), key_name("f1"), key_name("e")
    ('?', '^Z', 'F1', 'e')
    """
    if key in _NAMES:
        return _NAMES[key]
    if key.startswith("ctrl+"):
        return "^" + key_name(key[5:]).upper()
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Keys by command id, after preset and the person's own file; ``notices`` say what was wrong with that."""

    keys: Mapping[str, tuple[str, ...]]
    notices: tuple[str, ...] = ()

    def keys_of(self, command: Command) -> tuple[str, ...]:
        """The keys of a command now."""
        return self.keys.get(command.id, command.keys)

    def label(self, command: Command) -> str:
        """The first key of a command as people read it, empty when it has none."""
        keys = self.keys_of(command)
        return key_name(keys[0]) if keys else ""

    def lookup(self, key: str, commands: Iterable[Command]) -> list[Command]:
        """The commands among ``commands`` that sit on the key, in order."""
        return [command for command in commands if key in self.keys_of(command)]


def clashes(commands: Iterable[Command], keymap: KeyMap) -> list[str]:
    """One sentence for each key that two commands of one screen share."""
    owner: dict[str, Command] = {}
    found = []
    for command in commands:
        for key in keymap.keys_of(command):
            if key in owner and owner[key].id != command.id:
                found.append(f"{key_name(key)} is both {owner[key].id} and {command.id}")
            owner.setdefault(key, command)
    return found


def load_keymap(preset: str, path: Path, known: Callable[[], Iterable[str]]) -> KeyMap:
    """The preset with the file's changes: lines ``"command.id" = "key"`` or a list of keys.

    ``known`` gives the ids of all commands; it is asked only when there is a file. Never raises: unknown ids, wrong values and an unreadable file become notices with their line (U28).
    """
    keys = dict(PRESETS.get(preset, {}))
    notices: list[str] = []
    try:
        if not path.exists():
            return KeyMap(keys)
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, ValueError) as error:
        return KeyMap(keys, (f"{path}: not read, the preset is used ({clean(str(error), 80)})",))
    ids = set(known())
    for name, value in _flat(data):
        line = _line_of(text, name)
        values = (value,) if isinstance(value, str) else value
        if name not in ids:
            notices.append(f"{path.name} line {line}: there is no command {clean(name)!r}")
        elif not isinstance(values, (list, tuple)) or not all(isinstance(v, str) for v in values):
            notices.append(f"{path.name} line {line}: {name} must be a key or a list of keys")
        else:
            keys[name] = tuple(values)
    return KeyMap(keys, tuple(notices))


def _flat(data: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, object]]:
    # An unquoted a.b in TOML is a table; people mean the id.
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _line_of(text: str, name: str) -> int:
    last = name.rsplit(".", 1)[-1]
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.split("#", 1)[0]
        if "=" in stripped and (name in stripped.replace('"', "") or last in stripped.split("=", 1)[0]):
            return number
    return 0
