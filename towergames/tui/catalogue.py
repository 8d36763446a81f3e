"""Every command of every screen and game in one list: for checking key maps, for help, and for the parity test."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from towergames import registry
from towergames.boards.desk import Command
from towergames.tui import screens
from towergames.tui.commands import APP, MOVES, PAGES


def contexts(letters_typed: bool = False) -> list[tuple[Command, ...]]:
    """Commands that are together on one screen: each module's with the shared ones, the game's with each desk's.

    Screens that only look at tables have the desks' cameras.

    With ``letters_typed`` the screens on which letters are typed onto a board, else all others.
    """
    together = []
    for found in pkgutil.iter_modules(screens.__path__):
        own = tuple(getattr(import_module(f"{screens.__name__}.{found.name}"), "COMMANDS", ()))
        desks: list[tuple[Command, ...]] = [] if letters_typed else [()]
        if found.name in ("game", "tutorial"):
            entries = [entry for entry in registry.ENTRIES if entry.desk.typed_letters == letters_typed]
            desks = [(*entry.desk.commands, *MOVES) for entry in entries]
        elif found.name in ("replay", "rules"):
            looking = [tuple(c for c in entry.desk.commands if c.looking) for entry in registry.ENTRIES]
            desks += [commands for commands in looking if commands and not letters_typed]
        together += [(*own, *desk, *APP) for desk in desks if own]
    return together


def all_commands() -> tuple[Command, ...]:
    """All commands, each once: the shared ones, each screen module's ``COMMANDS``, and each desk's."""
    found: dict[str, Command] = {}
    modules = [import_module(f"{screens.__name__}.{found.name}") for found in pkgutil.iter_modules(screens.__path__)]
    groups = [APP, MOVES, PAGES, *(getattr(module, "COMMANDS", ()) for module in modules)]
    groups += [tuple(entry.desk.commands) for entry in registry.ENTRIES]
    for group in groups:
        for command in group:
            found.setdefault(command.id, command)
    return tuple(found.values())
