"""Every command of every screen and game in one list: for checking key maps, for help, and for the parity test."""

from __future__ import annotations

import sys

from towergames import registry
from towergames.boards.desk import Command
from towergames.tui import dialogs
from towergames.tui.commands import APP, MOVES, PAGES
from towergames.tui.services import SCREENS, screen_class

Commands = tuple[Command, ...]


def contexts(letters_typed: bool = False) -> list[Commands]:
    """Commands that are together on one screen: each screen's with the shared ones, the game's with each desk's.

    Screens that only look at tables have the desks' cameras. With ``letters_typed`` the screens on which letters are
    typed onto a board, else all others.
    """
    together = []
    for name, own in _of_screens().items():
        desks: list[Commands] = [] if letters_typed else [()]
        if name in ("game", "tutorial"):
            entries = [entry for entry in registry.entries() if entry.desk.typed_letters == letters_typed]
            desks = [(*entry.desk.commands, *MOVES) for entry in entries]
        elif name in ("replay", "rules"):
            looking = [tuple(c for c in entry.desk.commands if c.looking) for entry in registry.entries()]
            desks += [commands for commands in looking if commands and not letters_typed]
        together += [(*own, *desk, *APP) for desk in desks if own]
    return together


def all_commands() -> Commands:
    """All commands, each once: the shared ones, each screen's, and each desk's."""
    found: dict[str, Command] = {}
    groups = [APP, MOVES, PAGES, *_of_screens().values()]
    groups += [tuple(entry.desk.commands) for entry in registry.entries()]
    for group in groups:
        for command in group:
            found.setdefault(command.id, command)
    return tuple(found.values())


def _of_screens() -> dict[str, Commands]:
    """The ``COMMANDS`` beside each screen's class, by the screen's name, and those of the dialogs."""
    modules = {name: sys.modules[screen_class(name).__module__] for name in SCREENS}
    own = {name: tuple(getattr(module, "COMMANDS", ())) for name, module in modules.items()}
    return own | {"ask": dialogs.ASK_COMMANDS, "confirm": dialogs.CONFIRM_COMMANDS, "text": dialogs.TEXT_COMMANDS}
