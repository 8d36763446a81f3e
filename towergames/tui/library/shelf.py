"""What the save browser knows: the saves, in which order, and which of them are shown. No screen, no files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from towergames import registry
from towergames.core.text import clean
from towergames.table.store import SaveInfo

SORTS: tuple[tuple[str, Callable[[SaveInfo], Any]], ...] = (
    ("newest first", lambda info: -info.modified),
    ("name", lambda info: info.name),
    ("game", lambda info: info.game),
    ("players", lambda info: tuple(name.casefold() for name in info.seats)),
    ("most moves", lambda info: -info.moves),
    ("most points", lambda info: -max(info.totals, default=-1)),
    ("state", lambda info: ("running", "finished", "damaged", "broken").index(state_of(info))),
)


def state_of(info: SaveInfo) -> str:
    """One word: running, finished, damaged (a part can be read) or broken (nothing can)."""
    if info.problem:
        return "damaged" if info.game and info.seats else "broken"
    return "finished" if info.finished else "running"


def title_of(info: SaveInfo) -> str:
    """The game's title, or its cleaned key when this version does not know it."""
    try:
        return registry.get(info.game).game.info.title if info.game else "?"
    except KeyError:
        return clean(info.game, 24)


def players_of(info: SaveInfo) -> str:
    """The players, bots with their level."""
    bots = info.bots or ("",) * len(info.seats)
    return ", ".join(f"{name} ({bot})" if bot else name for name, bot in zip(info.seats, bots, strict=True))


def score_of(info: SaveInfo) -> str:
    """The points by seat, as ``12-9``."""
    return "-".join(str(points) for points in info.totals)


def date_of(info: SaveInfo, *, minutes: bool = True) -> str:
    """When the save was last written, in local time."""
    return time.strftime("%Y-%m-%d %H:%M" if minutes else "%Y-%m-%d", time.localtime(info.modified))


@dataclass(slots=True)
class Shelf:
    """All saves found so far and how they are shown. ``replays_only`` leaves out games that still run."""

    replays_only: bool = False
    problem: str = ""
    """Why the saves cannot be listed."""
    sort: int = 0
    filter: str = ""
    infos: dict[str, SaveInfo] = field(default_factory=dict)
    _rows: list[SaveInfo] | None = None

    def take(self, infos: Iterable[SaveInfo]) -> None:
        """Add saves, or replace what was known of them."""
        self.infos.update((info.name, info) for info in infos)
        self._rows = None

    def drop(self, name: str) -> None:
        """Forget a save."""
        self.infos.pop(name, None)
        self._rows = None

    def keep_only(self, names: Iterable[str]) -> None:
        """Forget every save that is not among the names."""
        kept = set(names)
        self.infos = {name: info for name, info in self.infos.items() if name in kept}
        self._rows = None

    def look_for(self, text: str) -> None:
        """Show only saves in which every word of the text occurs somewhere."""
        self.filter = text
        self._rows = None

    def next_sort(self) -> str:
        """Sort by the next key; its name."""
        self.sort = (self.sort + 1) % len(SORTS)
        self._rows = None
        return SORTS[self.sort][0]

    def rows(self) -> list[SaveInfo]:
        """The saves to show, sorted."""
        if self._rows is None:
            key = SORTS[self.sort][1]
            found = [info for info in self.infos.values() if self._shown(info)]
            self._rows = sorted(found, key=lambda info: (key(info), info.name))
        return self._rows

    def _shown(self, info: SaveInfo) -> bool:
        if self.replays_only and state_of(info) == "running":
            return False
        if not self.filter.strip():
            return True
        text = " ".join(
            (info.name, title_of(info), info.game, players_of(info), state_of(info), date_of(info))
        ).casefold()
        return all(word in text for word in self.filter.casefold().split())
