"""The games: the built-in ones, then those of other installed distributions.

A distribution adds a game by an entry point ``KEY = "PACKAGE"`` in the group ``towergames.games``; see
``docs/makers/new-game.md``. Everything is imported when first asked for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from towergames.core.text import clean, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from towergames.board.palette import Palette
    from towergames.board.protocol import AnyBoard
    from towergames.core.bot import Level
    from towergames.core.contract import AnyGame
    from towergames.core.cover import Cover
    from towergames.core.daily import Daily
    from towergames.core.environment import EnvironmentSpec
    from towergames.core.feat import Feats, Play
    from towergames.core.highlight import Highlight
    from towergames.core.review import Reviewer, TurnReviewer
    from towergames.core.tool import Tool
    from towergames.core.tutorial import Tutorial


GROUP = "towergames.games"
"""The group of entry points; a built-in game is a package in the package of that name, with a board like any other."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The modules of a game.

    ``package`` has ``game.GAME``. It may have ``game.FORMER`` (the game by earlier rules), ``bots.LEVELS``,
    ``bots.FORMER_LEVELS``, ``tutorial.TUTORIAL``, ``tools.TOOLS``, ``review.REVIEW``, ``review.TURNS``,
    ``feats.FEATS``, ``daily.DAILY``, ``beats.highlights``, ``beats.beat_of_best``, ``palette.PALETTE``,
    ``environment.ENVIRONMENT``, ``spelling.why_not``, ``requirements.unavailable_reason``, ``requirements.facts`` and a
    file ``cover.json``.
    ``board_module`` has ``BOARD``; the default is ``PACKAGE.board``. An entry with a key alone is the built-in game
    ``towergames.games.KEY``.
    """

    key: str
    package: str = ""
    board_module: str = ""

    def __post_init__(self) -> None:
        package = self.package or f"{GROUP}.{self.key}"
        object.__setattr__(self, "package", package)
        object.__setattr__(self, "board_module", self.board_module or f"{package}.board")

    @property
    def game(self) -> AnyGame:
        game: AnyGame = import_module(f"{self.package}.game").GAME
        return game

    @property
    def cover(self) -> Cover | None:
        """The game's cover for the title screen, read from its ``cover.json``; None without a readable one.

        Imports nothing of the game.
        """
        from towergames.core.cover import Cover

        try:
            spec = find_spec(self.package)
            if spec is None or not spec.submodule_search_locations:
                return None
            return Cover.read((Path(spec.submodule_search_locations[0]) / "cover.json").read_text(encoding="utf-8"))
        except (ImportError, OSError, LookupError, TypeError, ValueError):
            return None

    @property
    def former(self) -> tuple[AnyGame, ...]:
        """The game by each of its earlier rules that it still knows, for the saves begun by them."""
        games: tuple[AnyGame, ...] = getattr(import_module(f"{self.package}.game"), "FORMER", ())
        return games

    @property
    def board(self) -> AnyBoard:
        """The game's board: pictures and input. Its colours are known before the board can draw."""
        _ = self.palette
        board: AnyBoard = import_module(self.board_module).BOARD
        return board

    @property
    def palette(self) -> Palette:
        """The game's colours. The import of their module adds them to every theme."""
        from towergames.board.palette import Palette

        palette: Palette = self._optional("palette", "PALETTE", Palette())
        return palette

    @property
    def levels(self) -> tuple[Level, ...]:
        """The game's bots, weakest first."""
        levels: tuple[Level, ...] = self._optional("bots", "LEVELS", ())
        return levels

    @property
    def former_levels(self) -> Mapping[str, str]:
        """Names of levels that earlier versions had, and the levels that play for them now."""
        former: Mapping[str, str] = {}
        if self.has("bots"):
            former = getattr(import_module(f"{self.package}.bots"), "FORMER_LEVELS", former)
        return former

    @property
    def tutorial(self) -> Tutorial | None:
        """The game's playable tutorial."""
        tutorial: Tutorial | None = self._optional("tutorial", "TUTORIAL", None)
        return tutorial

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The game's tools for people who play the boxed game."""
        tools: tuple[Tool, ...] = self._optional("tools", "TOOLS", ())
        return tools

    @property
    def review(self) -> Reviewer | None:
        """The game's judge of past decisions."""
        review: Reviewer | None = self._offered("REVIEW")
        return review

    @property
    def turn_review(self) -> TurnReviewer | None:
        """The game's judge of past turns."""
        turns: TurnReviewer | None = self._offered("TURNS")
        return turns

    @property
    def feats(self) -> Feats:
        """The game's record book, achievements and habits of players; a game without feats has none."""
        from towergames.core.feat import Feats

        feats: Feats = self._optional("feats", "FEATS", Feats())
        return feats

    @property
    def daily(self) -> Daily | None:
        """The game's task of the day."""
        daily: Daily | None = self._optional("daily", "DAILY", None)
        return daily

    @property
    def highlights(self) -> Callable[[Play], Sequence[Highlight]]:
        """Finds the highlights of a play; a game that names none has none."""
        found: Callable[[Play], Sequence[Highlight]] = self._optional("beats", "highlights", lambda _: ())
        return found

    @property
    def beat_of_best(self) -> Callable[[Any, Any], Highlight | None]:
        """Finds the beat of a finished game, from its last state and the best move that measures the results."""
        if not self.has("beats"):
            return lambda *_: None
        found: Callable[[Any, Any], Highlight | None]
        found = getattr(import_module(f"{self.package}.beats"), "beat_of_best", lambda *_: None)
        return found

    @property
    def environment(self) -> EnvironmentSpec:
        """The game's measures as an environment for learning. A game without measures has the defaults."""
        from towergames.core.environment import EnvironmentSpec

        environment: EnvironmentSpec = self._optional("environment", "ENVIRONMENT", EnvironmentSpec())
        return environment

    @property
    def why_no_tiles(self) -> Callable[[str], str]:
        """Tells why its tiles cannot spell a word, '' if they can; a game without tiles has no reason."""
        asked: Callable[[str], str] = self._optional("spelling", "why_not", lambda _: "")
        return asked

    @property
    def unavailable_reason(self) -> str:
        """The reason why this machine cannot play the game, in sentences; '' if it can.

        Saves of the game can always be watched.
        """
        asked: Callable[[], str] | None = self._optional("requirements", "unavailable_reason", None)
        return asked() if asked else ""

    @property
    def facts(self) -> dict[str, str] | None:
        """The engine that computes outcomes on this machine, such as physics; None if the game has only dice."""
        asked: Callable[[], dict[str, str]] | None = self._optional("requirements", "facts", None)
        return asked() if asked else None

    def level(self, name: str) -> Level:
        """The opponent called ``name``, or the one that plays for it now. Raises KeyError, which lists the names."""
        now = self.former_levels.get(name, name)
        for level in self.levels:
            if level.name == now:
                return level
        raise KeyError(unknown("bot level", name, [level.name for level in self.levels], "Levels"))

    def has(self, module: str) -> bool:
        """Whether the package has such a module; it is not imported."""
        return _is_there(f"{self.package}.{module}")

    def _offered(self, name: str) -> Any:
        """A name of the module ``review``, None where it has none."""
        return getattr(import_module(f"{self.package}.review"), name, None) if self.has("review") else None

    def _optional(self, module: str, name: str, otherwise: Any) -> Any:
        return getattr(import_module(f"{self.package}.{module}"), name) if self.has(module) else otherwise


@cache
def _is_there(module: str) -> bool:
    """Whether there is such a module; screens ask again and again, and the answer costs a look into folders."""
    return find_spec(module) is not None


ENTRIES: list[Entry] = [
    Entry("bricks"),
    Entry("konexi"),
    Entry("leaning"),
    Entry("words"),
    Entry("takethat"),
]
"""The built-in games in menu order."""

FOR_NEWCOMERS = "words"
"""The game that is offered first where nobody has played yet."""


def entries() -> Iterator[Entry]:
    """All games in menu order. Those of other distributions are imported only when the iteration reaches them."""
    yield from ENTRIES
    yield from foreign().entries


def entries_with(module: str) -> Iterator[Entry]:
    """The games whose package has such a module; if no foreign game has it, none is imported."""
    yield from (entry for entry in ENTRIES if entry.has(module))
    with suppress(Exception):
        if any(Entry(point.name, point.value).has(module) for point in _points()):
            yield from (entry for entry in foreign().entries if entry.has(module))


def why_no_tiles(word: str) -> str:
    """The reason why the tiles of the first game with tiles cannot spell a word, '' if they can."""
    for entry in entries_with("spelling"):
        return entry.why_no_tiles(word)
    return ""


def daily_puzzles() -> Iterator[Entry]:
    """The games with a puzzle of the day, each imported when the iteration reaches it; not those that cannot be."""
    for entry in entries():
        with suppress(ImportError):
            if entry.game.info.daily_option:
                yield entry


@dataclass(frozen=True, slots=True)
class Foreign:
    """The games of other distributions that work, and why the others are left out, by ``KEY (DISTRIBUTION)``."""

    entries: tuple[Entry, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict)


@cache
def foreign() -> Foreign:
    """Find the games of other distributions and import them. Never raises: their faults must not stop the program."""
    try:
        points = _points()
    except Exception as error:  # a single unreadable file of another distribution causes this
        return Foreign(faults={"entry points": f"cannot be read: {_shown(error)}"})
    found: dict[str, Entry] = {}
    faults = {}
    for point in points:
        entry = Entry(point.name, point.value)
        fault = _fault(entry, {*found, *(built_in.key for built_in in ENTRIES)})
        if fault:
            name = point.dist.name if point.dist else "?"
            faults[clean(f"{point.name} ({name})", 80)] = fault
        else:
            found[entry.key] = entry
    return Foreign(tuple(found.values()), faults)


def _points() -> list[EntryPoint]:
    """The entry points of other distributions. Raises any exception that unreadable metadata causes."""
    if not _any_named():
        return []
    from importlib import metadata  # not at the top: the import is a sixth of the time that --help takes

    return sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)


def _any_named() -> bool:
    """Whether a file of entry points on the path has the group; an archive on the path counts as one that has it."""
    header = f"[{GROUP}]".encode()
    for folder in map(Path, sys.path):
        if folder.is_file():
            return True
        for pattern in ("*.dist-info/entry_points.txt", "*.egg-info/entry_points.txt"):
            if any(header in file.read_bytes() for file in folder.glob(pattern)):
                return True
    return False


def _fault(entry: Entry, taken: Set[str]) -> str:
    """The reason why a foreign game cannot be used, '' if it can."""
    if entry.key in taken:
        return "another game has this key"
    if not _KEY.fullmatch(entry.key):
        return "a key is 2 to 16 small letters and digits, the first one a letter"
    part = "game"
    try:
        key = entry.game.info.key
        if key != entry.key:
            return f"its GAME has the key {clean(repr(key))}"
        for part in ("palette", "board", "levels", "tutorial", "tools", "review", "feats", "daily", "highlights"):
            getattr(entry, part)
        part = "requirements"
        _ = entry.unavailable_reason
        part = "rules"
        _ = entry.game.rule_sheet.ids
    except (Exception, SystemExit) as error:
        return f"its {part} cannot be loaded: {_shown(error)}"
    return ""


def _shown(error: BaseException) -> str:
    return clean(f"{type(error).__name__}: {error}", 160)


_KEY = re.compile(r"[a-z][a-z0-9]{1,15}")


def keys() -> tuple[str, ...]:
    """The keys of all games, in menu order."""
    return tuple(entry.key for entry in entries())


def unavailable_reason(key: str) -> str:
    """The reason why this machine cannot play a game (see :attr:`Entry.unavailable_reason`); '' for an unknown game."""
    for entry in entries():
        if entry.key == key:
            return entry.unavailable_reason
    return ""


def facts(key: str) -> dict[str, str] | None:
    """The engine that computes a game's outcomes on this machine (see :attr:`Entry.facts`)."""
    for entry in entries():
        if entry.key == key:
            return entry.facts
    return None


def get(key: str) -> Entry:
    """The entry of a game. Raises KeyError, which lists the known games."""
    for entry in entries():
        if entry.key == key:
            return entry
    raise KeyError(unknown("game", key, keys(), "Games"))


def title_of(key: str) -> str:
    """The title of a game; the key, as far as it can be shown, if this version does not know the game."""
    try:
        return get(key).game.info.title
    except KeyError:
        return clean(key, 24)
