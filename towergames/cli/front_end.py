"""The global options of a command, and the front end that it starts: the screen, or else plain mode.

Nothing here needs Typer: ``towergames`` alone, which has no arguments to parse, opens the menu without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from towergames.cli.output import print_message
from towergames.cli.terminal import wants_plain

if TYPE_CHECKING:
    from towergames.run_request import RequestKind
    from towergames.table.facts_cache import FactsCache
    from towergames.table.store import Store


GLOBAL_VALUES = ("--saves", "--config", "--theme", "--call")
GLOBAL_FLAGS = ("--plain", "--ascii", "--no-mouse", "--no-color")


def hoist(arguments: Sequence[str]) -> list[str]:
    """The arguments with the global options in front, so that they may stand anywhere.

    >>> hoist(["list", "--saves", "x", "--json"])
    ['--saves', 'x', 'list', '--json']
    """
    front: list[str] = []
    rest: list[str] = []
    items = list(arguments)
    while items:
        item = items.pop(0)
        if item == "--":
            rest += [item, *items]
            break
        if item in GLOBAL_VALUES:
            if not items:
                return [item]  # alone it is refused, since its value is missing
            front += [item, items.pop(0)]
        elif item in GLOBAL_FLAGS or item.startswith(tuple(f"{name}=" for name in GLOBAL_VALUES)):
            front.append(item)
        else:
            rest.append(item)
    return front + rest


class CommandError(Exception):
    """The command cannot be carried out as given; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Globals:
    """The global options as given. ``flags`` are settings (keys of ``settings.SETTINGS``) named on the command line."""

    saves: str | None = None
    config: str | None = None
    plain: bool = False
    flags: Mapping[str, Any] = field(default_factory=dict)

    @property
    def saves_folder(self) -> Path:
        """The folder of ``--saves``, or else the default."""
        from towergames.paths import saves_folder

        return saves_folder(self.saves)

    @property
    def store(self) -> Store:
        """The saves. Raises CommandError where their folder cannot be one."""
        from towergames.core.text import clean, reason_of
        from towergames.table.store import Store

        folder = self.saves_folder
        why = ""
        try:
            why = "it is not a folder" if folder.exists() and not folder.is_dir() else ""
        except (OSError, ValueError) as error:
            why = reason_of(error)
        if why:
            raise CommandError(f"games cannot be saved in {clean(str(folder), 100)}: {why}")
        return Store(folder)

    @property
    def facts(self) -> FactsCache:
        """The facts of the finished games among the saves."""
        from towergames.paths import config_folder
        from towergames.table.facts_cache import FactsCache

        return FactsCache(self.store.folder, config_folder(self.config))


def launch(given: Globals, kind: RequestKind, **what: Any) -> int:
    """Run a front end until the person leaves; its exit code. ``what`` are further fields of the request."""
    from towergames.paths import expanded
    from towergames.run_request import RunRequest

    config = expanded(given.config) if given.config else None
    request = RunRequest(kind, what.pop("saves", given.saves_folder), config=config, flags=dict(given.flags), **what)
    if wants_plain(given.plain):
        from towergames.plain.run import run_plain

        return run_plain(request)
    from towergames.tui.run import run_tui

    print_message(*request.notices)  # also on the screen, but a curtain takes them away there
    return run_tui(request)
