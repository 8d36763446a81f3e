"""A person's keys.toml: lines of single commands are changed, all other lines stay as they are."""

from __future__ import annotations

import errno
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from towergames.settings import text_of, write_atomically
from towergames.tui.keymap import flat

Changes = Mapping[str, tuple[str, ...] | None]
"""Command id -> its keys from now on; None for those of the program."""

HEAD = "# Keys of towergames. Change them here or in the program."


def save_keys(path: Path, changes: Changes) -> None:
    """Write changed keys into the file. Raises OSError if it cannot be read, changed or written; it then stays."""
    try:
        text = text_of(path)
    except FileNotFoundError:
        text = f"{HEAD}\n"
    except ValueError as error:
        raise OSError(errno.EINVAL, f"it cannot be read: {error}") from None
    write_atomically(path, changed(text, changes))


def changed(text: str, changes: Changes) -> str:
    """The text of a file with the changes. Raises OSError for a text that is no TOML, or in which a line is hidden."""
    wanted = _keys_in(text)
    lines = text.splitlines()
    for name, keys in changes.items():
        at = len(lines)
        if name in wanted:
            at = _drop(lines, name)
            del wanted[name]
        if keys is not None:
            wanted[name] = list(keys)
            lines.insert(min(at, _top(lines)), f"{json.dumps(name)} = {json.dumps(list(keys))}")
    made = "\n".join(lines) + "\n"
    if _keys_in(made) != wanted:
        raise OSError(errno.EINVAL, "its form allows changes by hand alone")
    return made


def _keys_in(text: str) -> dict[str, object]:
    try:
        return dict(flat(tomllib.loads(text)))
    except (ValueError, RecursionError) as error:
        raise OSError(errno.EINVAL, f"it has a mistake: {error}") from None


def _top(lines: list[str]) -> int:
    """The place of a new line: below the first [table] its id would belong to that table."""
    for at, line in enumerate(lines):
        if line.lstrip().startswith("["):
            return at
    return len(lines)


def _drop(lines: list[str], name: str) -> int:
    """Take the lines of a command out, which may be several; return their place."""
    for at, line in enumerate(lines):
        if _names(line, name):
            for end in range(at + 1, len(lines) + 1):
                rest = [*lines[:at], *lines[end:]]
                if _is_toml(rest) and name not in _keys_in("\n".join(rest)):
                    lines[:] = rest
                    return at
    raise OSError(errno.EINVAL, "its form allows changes by hand alone")


def _names(line: str, name: str) -> bool:
    """Whether a line begins a command: with its whole id, or in a [table] with the end of it."""
    key = line.partition("=")[0].strip().replace('"', "").replace("'", "").replace(" ", "")
    return "=" in line and bool(key) and (key == name or name.endswith(f".{key}"))


def _is_toml(lines: Iterable[str]) -> bool:
    try:
        tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return False
    return True
