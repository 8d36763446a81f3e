"""Every command of every screen and game in one list: for checking key maps, for help, and for the parity test."""

from __future__ import annotations

from towergames import registry
from towergames.boards.desk import Command
from towergames.tui.commands import APP, MOVES


def all_commands() -> tuple[Command, ...]:
    """All commands, each once."""
    from towergames.tui.screens import game, menu, replay

    found: dict[str, Command] = {}
    groups = [APP, MOVES, game.COMMANDS, menu.COMMANDS, replay.COMMANDS]
    groups += [tuple(entry.desk.commands) for entry in registry.ENTRIES]
    for group in groups:
        for command in group:
            found.setdefault(command.id, command)
    return tuple(found.values())
