"""Which games there are. Adding one is one line in ``ENTRIES``; everything is imported when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from towergames.core.bot import Level
from towergames.core.contract import AnyGame
from towergames.core.review import Review
from towergames.core.text import did_you_mean
from towergames.core.tool import Tool
from towergames.core.tutorial import Tutorial

if TYPE_CHECKING:
    from towergames.boards.desk import AnyDesk


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a game lives. By convention ``towergames/games/<key>/`` has ``game.GAME`` and, each if it exists,
    ``game.FORMER`` (the game by earlier rules), ``bots.LEVELS``, ``tutorial.TUTORIAL``, ``tools.TOOLS``,
    ``review.REVIEW``, ``needs.missing`` and ``needs.facts``; its board is ``towergames/boards/<key>``'s ``DESK``.
    """

    key: str
    games: str = "towergames.games"
    boards: str = "towergames.boards"

    @property
    def game(self) -> AnyGame:
        """The game itself."""
        game: AnyGame = import_module(f"{self.games}.{self.key}.game").GAME
        return game

    @property
    def former(self) -> tuple[AnyGame, ...]:
        """The game by each of its earlier rules that it still knows, for the saves begun by them."""
        games: tuple[AnyGame, ...] = getattr(import_module(f"{self.games}.{self.key}.game"), "FORMER", ())
        return games

    @property
    def desk(self) -> AnyDesk:
        """How it is drawn and handled."""
        desk: AnyDesk = import_module(f"{self.boards}.{self.key}").DESK
        return desk

    @property
    def levels(self) -> tuple[Level, ...]:
        """Its opponents, weakest first."""
        levels: tuple[Level, ...] = self._optional("bots", "LEVELS", ())
        return levels

    @property
    def tutorial(self) -> Tutorial | None:
        """Its playable tutorial."""
        tutorial: Tutorial | None = self._optional("tutorial", "TUTORIAL", None)
        return tutorial

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Its tools for people with the real game."""
        tools: tuple[Tool, ...] = self._optional("tools", "TOOLS", ())
        return tools

    @property
    def review(self) -> Review | None:
        """Its judge of past decisions."""
        review: Review | None = self._optional("review", "REVIEW", None)
        return review

    @property
    def missing(self) -> str:
        """Empty, or why the game cannot be played on this machine, in sentences; its saves can always be watched."""
        asked: Callable[[], str] | None = self._optional("needs", "missing", None)
        return asked() if asked else ""

    @property
    def facts(self) -> dict[str, str] | None:
        """What this machine would make the game's outcomes with, where that is not the game's own dice."""
        asked: Callable[[], dict[str, str]] | None = self._optional("needs", "facts", None)
        return asked() if asked else None

    def level(self, name: str) -> Level:
        """The opponent called ``name``. Raises KeyError with the names there are."""
        for level in self.levels:
            if level.name == name:
                return level
        known = [level.name for level in self.levels]
        others = f"; there are: {', '.join(known) or 'none'}"
        raise KeyError(f"there is no bot level {name!r}{did_you_mean(name, known, others)}")

    def _optional(self, module: str, name: str, otherwise: Any) -> Any:
        path = f"{self.games}.{self.key}.{module}"
        return getattr(import_module(path), name) if find_spec(path) is not None else otherwise


ENTRIES: list[Entry] = [
    Entry("bricks"),
    Entry("konexi"),
    Entry("leaning"),
    Entry("words"),
    Entry("takethat"),
]


def keys() -> tuple[str, ...]:
    """The keys of all games, in menu order."""
    return tuple(entry.key for entry in ENTRIES)


def missing(key: str) -> str:
    """Why a game cannot be played on this machine (see :attr:`Entry.missing`); empty for a game that is not here."""
    return next((entry.missing for entry in ENTRIES if entry.key == key), "")


def facts(key: str) -> dict[str, str] | None:
    """What outcomes are made with here (see :attr:`Entry.facts`)."""
    return next((entry.facts for entry in ENTRIES if entry.key == key), None)


def get(key: str) -> Entry:
    """The entry of a game. Raises KeyError naming the games there are."""
    for entry in ENTRIES:
        if entry.key == key:
            return entry
    others = f"; there are: {', '.join(keys())}"
    raise KeyError(f"there is no game {key!r}{did_you_mean(key, keys(), others)}")
