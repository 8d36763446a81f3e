"""Which key does what: presets, a person's own keys.toml, and checks that say what is wrong where. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from textual.keys import key_to_character

from towergames.core.text import clean, did_you_mean, quoted, reason_of
from towergames.settings import text_of
from towergames.tui.commands import Command

PRESETS: dict[str, dict[str, tuple[str, ...]]] = {
    "default": {},
    "vim": {
        "move.left": ("left", "h"),
        "move.down": ("down", "j"),
        "move.up": ("up", "k"),
        "move.right": ("right", "l"),
        "menu.load": ("o",),
    },
}
"""Keys that differ from a command's own, by command id."""
LETTERS = "word"
"""The value of the setting with which letters are left to the board in every game."""
SHARING = frozenset(("choose", "replay.faster", "replay.slower"))
"""Commands that share a key with a board on purpose: the one that the screen lists first is meant. So do letters."""

_NAMES = {"escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del", "backspace": "Bksp"}
_NAMES |= {"slash": "/", "minus": "-", "plus": "+", "at": "@", "underscore": "_", "backslash": "\\"}
_NAMES |= {key: key.title() for key in ["space", "enter", "tab", "home", "end", "left", "right", "up", "down"]}


def key_name(key: str) -> str:
    """A key as people read it.

    >>> [key_name(key) for key in ("question_mark", "ctrl+z", "ctrl+up", "shift+left", "f1", "e")]
    ['?', '^Z', 'Ctrl+Up', 'Shift+Left', 'F1', 'e']
    """
    if key in _NAMES:
        return _NAMES[key]
    if key.startswith("shift+"):
        return f"Shift+{key_name(key[6:])}"
    if key.startswith("alt+"):
        return f"Alt+{key_name(key[4:])}"
    if key.startswith("ctrl+"):
        name = key_name(key[5:])
        return f"^{name.upper()}" if len(name) == 1 else f"Ctrl+{name}"
    if len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return key_to_character(key) or key


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Keys by command id, after preset and the person's own file; ``notices`` say what was wrong with that.

    With ``letters_typed`` letters belong to the board: a command that has other keys does without its letters.
    """

    keys: Mapping[str, tuple[str, ...]]
    notices: tuple[str, ...] = ()
    letters_typed: bool = False
    own: frozenset[str] = frozenset()
    """The ids of the commands whose keys the person's file changes."""

    def keys_of(self, command: Command) -> tuple[str, ...]:
        """The keys of a command now.

        Where letters are typed, a command that a person's file puts on letters alone keeps its other keys, as far as
        the file gives them to no other command.
        """
        keys = self.keys.get(command.id, command.keys)
        if not self.letters_typed or not any(map(is_letter, keys)):
            return keys
        free = tuple(key for key in keys if not is_letter(key))
        if free or command.id not in self.own:
            return free or keys
        taken = {key for name in self.own for key in self.keys[name]}
        return tuple(key for key in command.keys if not is_letter(key) and key not in taken)

    def label(self, command: Command) -> str:
        """The first key of a command as people read it, empty when it has none."""
        keys = self.keys_of(command)
        return key_name(keys[0]) if keys else ""

    def lookup(self, key: str, commands: Iterable[Command]) -> list[Command]:
        """The commands among ``commands`` that sit on the key, in order."""
        return [command for command in commands if key in self.keys_of(command)]


def is_letter(key: str) -> bool:
    """Whether a key types a letter."""
    return len(key) == 1 and key.isalpha()


def rivals(command: Command, key: str, commands: Iterable[Command], keymap: KeyMap) -> list[Command]:
    """The other commands of a screen that are on a key, except those that share it with the command on purpose."""
    found = {other.id: other for other in keymap.lookup(key, commands) if not _contextual(command, other)}
    found.pop(command.id, None)
    return list(found.values())


def _contextual(one: Command, other: Command) -> bool:
    """Whether one is a board's and the other shares its key with it on purpose, or one is a command of the moment."""
    if "now" in (one.group, other.group):
        return True
    return any(a.board and (b.id in SHARING or b.id.startswith("letter.")) for a, b in ((one, other), (other, one)))


def load_keymap(
    preset: str,
    path: Path,
    known: Callable[[], Iterable[str]],
    contexts: Callable[[], Iterable[Sequence[Command]]] = tuple,
    *,
    letters_typed: bool = False,
) -> KeyMap:
    """The preset with the file's changes: lines ``"command.id" = "key"`` or a list of keys.

    ``known`` gives the ids of all commands, ``contexts`` those that are together on one screen; both are asked only
    when there is a file. Never raises: unknown ids, wrong values, clashes and an unreadable file become notices with
    their line.
    """
    keys = dict(PRESETS.get(preset, {}))
    notices: list[str] = []
    try:
        text = text_of(path)
        data = tomllib.loads(text)
    except FileNotFoundError:
        return KeyMap(keys, (), letters_typed)
    except (OSError, ValueError, RecursionError) as error:
        told = f"{clean(str(path), 100)} cannot be read: {reason_of(error)}. The preset is used"
        return KeyMap(keys, (told,), letters_typed)
    ids = set(known())
    lines: dict[str, int] = {}
    for name, value in flat(data):
        line = _line_of(text, name)
        values = (value,) if isinstance(value, str) else value
        if name not in ids:
            near = did_you_mean(name, ids)
            notices.append(f"{path.name} line {line}: no command {quoted(name)}{near}")
        elif not isinstance(values, (list, tuple)) or not all(isinstance(v, str) for v in values):
            notices.append(f"{path.name} line {line}: {name} must be a key or a list of keys")
        else:
            keys[name] = tuple(values)
            lines[name] = line
    keymap = KeyMap(keys, (), letters_typed, frozenset(lines))
    if lines:
        notices += _clash_notices(path.name, lines, keymap, contexts())
    return replace(keymap, notices=tuple(notices))


def _clash_notices(
    file: str, lines: Mapping[str, int], keymap: KeyMap, contexts: Iterable[Sequence[Command]]
) -> list[str]:
    """One notice for each pair of commands of one screen that a line of the file put on one key."""
    found: dict[frozenset[str], str] = {}
    for commands in contexts:
        for changed in (command for command in commands if command.id in lines):
            for key in keymap.keys_of(changed):
                for other in rivals(changed, key, commands, keymap):
                    line = max(lines[changed.id], lines.get(other.id, 0))
                    both = f"{key_name(key)} is both {changed.title} and {other.title}"
                    found.setdefault(frozenset((changed.id, other.id)), f"{file} line {line}: {both}")
    return list(found.values())


def flat(data: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, object]]:
    """The ids of a file with their values."""
    # An unquoted a.b in TOML is a table; people mean the id.
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _line_of(text: str, name: str) -> int:
    last = name.rsplit(".", 1)[-1]
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.split("#", 1)[0]
        if "=" in stripped and (name in stripped.replace('"', "") or last in stripped.split("=", 1)[0]):
            return number
    return 0
