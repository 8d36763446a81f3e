"""Every command of every screen and game in one list: for checking key maps, for help, and for the parity test."""

from __future__ import annotations

import sys

from towergames import registry
from towergames.tui import dialogs
from towergames.tui.commands import APP, LETTERS, MOVES, PAGES, Command, command_of
from towergames.tui.screens import finder, key_dialog
from towergames.tui.services import SCREENS, screen_class

Commands = tuple[Command, ...]


def contexts(letters_typed: bool = False) -> list[Commands]:
    """Commands that are together on one screen: each screen's with the shared ones, the game's with each board's.

    Screens that only look at tables have the boards' cameras. With ``letters_typed`` the screens on which letters are
    typed onto a board, else all others.
    """
    together = []
    for name, own in _of_screens().items():
        boards: list[Commands] = [] if letters_typed else [()]
        if name in ("game", "lesson"):
            entries = [entry for entry in registry.entries() if entry.board.spec.letters == letters_typed]
            boards = [(*_of_board(entry), *(LETTERS if letters_typed else ()), *MOVES) for entry in entries]
        elif name in ("replay", "rules"):
            cameras = [tuple(c for c in _of_board(entry) if c.camera) for entry in registry.entries()]
            boards += [commands for commands in cameras if commands and not letters_typed]
        together += [(*own, *board, *APP) for board in boards if own]
    return together


def all_commands() -> Commands:
    """All commands, each once: the shared ones, each screen's, and each board's."""
    return tuple(command for commands in by_heading().values() for command in commands)


def by_heading() -> dict[str, Commands]:
    """The commands under headings for people: the place where a command is used, or the title of the game."""
    screens = {"At the table" if name == "game" else name: own for name, own in _of_screens().items()}
    groups = {"Everywhere": APP, "Cursor": (*MOVES, *PAGES), "Letters": LETTERS} | screens
    groups |= {entry.game.info.title: _of_board(entry) for entry in registry.entries()}
    found: dict[str, Commands] = {}
    known: set[str] = set()
    for name, commands in groups.items():
        if own := {command.id: command for command in commands if command.id not in known}:
            known |= own.keys()
            found[name[:1].upper() + name[1:].replace("-", " ")] = tuple(own.values())
    return found


def _of_board(entry: registry.Entry) -> Commands:
    return tuple(command_of(spec) for spec in entry.board.spec.specs)


def _of_screens() -> dict[str, Commands]:
    """The ``COMMANDS`` beside each screen's class, by the screen's name, and those of the dialogs."""
    modules = {name: sys.modules[screen_class(name).__module__] for name in SCREENS}
    own = {name: tuple(getattr(module, "COMMANDS", ())) for name, module in modules.items()}
    own["lesson"] = modules["game"].LESSON  # the game screen with a guide
    own |= {"ask": dialogs.ASK_COMMANDS, "confirm": dialogs.CONFIRM_COMMANDS, "text": dialogs.TEXT_COMMANDS}
    return own | {"command-line": finder.LINE_COMMANDS, "key": key_dialog.KEY_COMMANDS}
