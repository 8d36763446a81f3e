"""The keys that two commands of one screen share without meaning to."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.tui.commands import Command
from towergames.tui.keymap import KeyMap, key_name, rivals


def clashes(commands: Sequence[Command], keymap: KeyMap) -> list[str]:
    """One sentence for each such pair."""
    found: dict[frozenset[str], str] = {}
    for command in commands:
        for key in keymap.keys_of(command):
            for other in rivals(command, key, commands, keymap):
                both = f"{key_name(key)} is both {command.title} and {other.title}"
                found.setdefault(frozenset((command.id, other.id)), both)
    return list(found.values())
