"""What can be done in the save browser. Most important first."""

from __future__ import annotations

from towergames.boards.desk import Command
from towergames.tui.commands import PAGES, pick

COMMANDS: tuple[Command, ...] = (
    Command(
        "saves.open", "Open", "Go on with the game, or replay it when it is over", ("enter",), "open", "saves", "open"
    ),
    Command("saves.replay", "Replay", "Watch the game from its first move", ("r",), "replay", "saves", "replay"),
    Command(
        "saves.filter", "Search", "Show only saves with certain words", ("slash", "f"), "search", "saves", "search"
    ),
    Command(
        "saves.sort", "Sort", "By date, name, game, players, moves, points, state", ("s",), "sort", "saves", "sort"
    ),
    Command(
        "saves.delete",
        "Delete",
        "Put the save into the trash; it can be brought back",
        ("d", "delete"),
        "delete",
        "saves",
        "delete",
    ),
    Command(
        "saves.undelete",
        "Bring back",
        "Bring back what was deleted last",
        ("u", "ctrl+z"),
        "undelete",
        "saves",
        "bring back",
    ),
    Command("saves.rename", "Rename", "Give the save another name", ("n",), "rename", "saves", "rename"),
    Command("saves.duplicate", "Copy", "Make a copy under another name", ("c",), "copy", "saves", "copy"),
    Command("saves.verify", "Verify", "Check every record and replay it", ("v",), "verify", "saves"),
    Command(
        "saves.recover",
        "Keep the readable part",
        "Of a damaged save; the damaged file is kept aside",
        ("m",),
        "recover",
        "saves",
    ),
    Command("back", "Back", "Show all saves again, or close", ("escape", "q"), "back", "saves", "back"),
    *pick("move.up", "move.down"),
    *PAGES,
)
