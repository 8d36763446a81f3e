"""The folder of saves: begin, open, list, rename, duplicate, put away, recover."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from towergames import registry
from towergames.core.contract import AnyGame, Over
from towergames.core.text import slug
from towergames.table.errors import SaveError
from towergames.table.history import History
from towergames.table.journal import Contents, Damage, Journal, read_journal
from towergames.table.match import Table
from towergames.table.records import MAX_FILE, Branch, Header
from towergames.table.storage import OsStorage, Storage

SUFFIX = ".jsonl"
TRASH = ".trash"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\Z")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A save as read back: its history up to the first fault, and that fault (chain or rules), if any."""

    history: History
    contents: Contents
    damage: Damage | None

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return isinstance(self.history.turn, Over)


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """A save in the browser. ``problem`` is empty, or why it cannot (or only partly) be read."""

    name: str
    path: Path
    modified: float
    game: str = ""
    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    moves: int = 0
    round: int = 0
    totals: tuple[int, ...] = ()
    finished: bool = False
    problem: str = ""


def game_of(header: Header) -> AnyGame:
    """The game a header names. Raises SaveError for an unknown game or rules newer than ours."""
    try:
        game = registry.get(header.game).game
    except KeyError:
        raise SaveError(f"the save is of a game {header.game[:20]!r} that this version does not know") from None
    if header.rules != game.info.rules_version:
        raise SaveError(
            f"the save follows rules {header.rules} of {game.info.title}, this version plays rules {game.info.rules_version}"
        )
    return game


def load_file(path: Path, storage: Storage | None = None) -> Loaded:
    """Read a journal anywhere and replay it as far as it is good. Raises SaveError when nothing can be read."""
    head = read_journal(path, storage)
    game = game_of(head.header)
    return replay_contents(game, head)


def replay_contents(game: AnyGame, contents: Contents) -> Loaded:
    """Replay what was read, comparing digests. Raises SaveError when the header's setup is not a game's."""
    try:
        history = History(game, contents.header)
        low, high = game.info.seats
        if not low <= len(contents.header.seats) <= high:
            raise ValueError(f"{len(contents.header.seats)} seats")
    except ValueError as error:
        raise SaveError(f"the save's setup cannot be played: {error}") from None
    damage = contents.damage
    if len(contents.records) > game.info.longest:
        damage = Damage(game.info.longest + 1, "no game of this kind is that long", contents.ends[game.info.longest])
    fault = history.take_all(contents.records[: game.info.longest])
    if fault is not None:
        damage = Damage(fault[0], fault[1], contents.ends[fault[0] - 1])
    return Loaded(history, contents, damage)


class Store:
    """A folder of journals. Names are slugs; nothing outside the folder can be reached through one (R8)."""

    def __init__(self, folder: Path, storage: Storage | None = None) -> None:
        self.folder = folder
        self.storage = storage or OsStorage()

    def path(self, name: str) -> Path:
        """The file of a save. Raises SaveError for a name that is not a slug."""
        if not _SLUG.match(name) or _RESERVED.match(name):
            raise SaveError("a save's name has 1 to 63 small letters, digits and dashes, and begins with a letter or digit")
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """The names of all saves, in alphabetical order."""
        try:
            found = [p for p in os.listdir(self.folder) if p.endswith(SUFFIX)]
        except OSError:
            return []
        return sorted(stem for p in found if _SLUG.match(stem := p.removesuffix(SUFFIX)))

    def free_name(self, wish: str) -> str:
        """A slug made of the wish that no save has yet."""
        base = slug(wish)
        taken = set(self.names())
        return next(n for n in _numbered(base) if n not in taken)

    # --- games ------------------------------------------------------------------------------------------

    def begin(self, header: Header, name: str = "") -> Table:
        """Begin a game under a free name. Raises SaveError."""
        journal = self._create(header, name)
        table = Table(History(game_of(header), header), journal)
        table.advance()
        return table

    def open(self, name: str) -> Table:
        """Open a save to go on. A damaged one is first recovered (:meth:`recover`). Raises SaveError."""
        path = self.path(name)
        loaded = load_file(path, self.storage)
        if loaded.damage is not None:
            self.recover(name)
            loaded = load_file(path, self.storage)
        table = Table(loaded.history, Journal.open(path, loaded.contents, self.storage))
        if not table.read_only:
            table.advance()
        return table

    def branch(self, source: History, plays: int, origin: str, name: str = "") -> Table:
        """A new save that begins with the first ``plays`` plays of a history; the original is untouched (U49)."""
        old = source.header
        fields = {f: getattr(old, f) for f in old.__dataclass_fields__}
        header = Header(**(fields | {"branch": Branch(origin[:63], plays), "series": None}))
        table = Table(History(source.game, header), self._create(header, name or f"{origin}-from-{plays}"))
        table.copy_plays(source.plays[:plays])
        table.advance()
        return table

    def duplicate(self, name: str, new_name: str = "") -> str:
        """Copy a save byte by byte under a free name; that name. Raises SaveError."""
        target = self.free_name(new_name or f"{name}-copy")
        try:
            data = self.storage.read(self.path(name), MAX_FILE + 1)
            handle = self.storage.open_append(self.path(target), create=True)
            try:
                handle.write(data)
                handle.sync()
            finally:
                handle.close()
        except OSError as error:
            raise SaveError(f"{name} cannot be copied: {error.strerror or error}") from None
        return target

    def rename(self, name: str, wish: str) -> str:
        """Give a save another (free) name; that name. Raises SaveError, also while the save is open anywhere."""
        target = self.free_name(wish)
        self._move(self.path(name), self.path(target), f"{name} cannot be renamed")
        return target

    def delete(self, name: str) -> Path:
        """Put a save into the folder's trash; where it lies there, for :meth:`restore`. Raises SaveError."""
        trash = self.folder / TRASH
        source = self.path(name)
        try:
            trash.mkdir(exist_ok=True)
            taken = set(os.listdir(trash))
        except OSError as error:
            raise SaveError(f"{name} cannot be put away: {error.strerror or error}") from None
        target = next(trash / f"{n}{SUFFIX}" for n in _numbered(name) if f"{n}{SUFFIX}" not in taken)
        self._move(source, target, f"{name} cannot be put away")
        return target

    def restore(self, trashed: Path) -> str:
        """Bring a save back from the trash under a free name; that name. Raises SaveError."""
        name = self.free_name(trashed.name.removesuffix(SUFFIX))
        self._move(trashed, self.path(name), f"{name} cannot be brought back")
        return name

    def recover(self, name: str) -> Path | None:
        """Keep a damaged save's good prefix under its name and move the damaged file aside; where that lies now.

        None when nothing was wrong. Nothing is ever deleted. Raises SaveError.
        """
        path = self.path(name)
        loaded = load_file(path, self.storage)
        if loaded.damage is None:
            return None
        aside = next(p for n in _numbered(f"{path.name}.damaged") if not (p := self.folder / n).exists())
        fresh = self.folder / f".{path.name}.recovered"
        try:
            data = self.storage.read(path, MAX_FILE + 1)
            fresh.unlink(missing_ok=True)
            handle = self.storage.open_append(fresh, create=True)
            try:
                handle.write(data[: loaded.damage.good_bytes])
                handle.sync()
            finally:
                handle.close()
            os.link(path, aside) if hasattr(os, "link") else self.storage.replace(path, aside)
            self.storage.replace(fresh, path)
            self.storage.sync_folder(self.folder)
        except OSError as error:
            raise SaveError(f"{name} is damaged and cannot be recovered here: {error.strerror or error}") from None
        return aside

    # --- looking ----------------------------------------------------------------------------------------

    def peek(self, name: str) -> SaveInfo:
        """What the browser shows of one save. Never raises."""
        path = self.folder / f"{name}{SUFFIX}"
        try:
            modified = path.stat().st_mtime
        except OSError:
            modified = 0.0
        try:
            loaded = load_file(self.path(name), self.storage)
        except SaveError as error:
            return SaveInfo(name, path, modified, problem=str(error))
        history, header = loaded.history, loaded.history.header
        problem = ""
        if loaded.damage is not None:
            problem = f"damaged at record {loaded.damage.record}; {len(history.plays)} moves can be read"
        return SaveInfo(
            name,
            path,
            modified,
            header.game,
            tuple(s.name for s in header.seats),
            tuple(s.bot for s in header.seats),
            len(history.plays),
            history.game.round(history.state),
            history.game.totals(history.state),
            loaded.finished,
            problem,
        )

    def peek_all(self) -> list[SaveInfo]:
        """All saves, newest first."""
        return sorted((self.peek(name) for name in self.names()), key=lambda info: (-info.modified, info.name))

    def latest_unfinished(self) -> SaveInfo | None:
        """The save that *Continue* opens; only as many files are read as needed."""
        aged = []
        for name in self.names():
            try:
                aged.append(((self.folder / f"{name}{SUFFIX}").stat().st_mtime, name))
            except OSError:
                continue
        for _, name in sorted(aged, reverse=True):
            info = self.peek(name)
            if info.game and not info.finished:
                return info
        return None

    # --- inside -----------------------------------------------------------------------------------------

    def _create(self, header: Header, name: str) -> Journal:
        wish = name or "-".join([header.game, *(seat.name for seat in header.seats)])
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"the folder for saves cannot be made: {error.strerror or error}") from None
        return Journal.create(self.path(self.free_name(wish)), header, self.storage)

    def _move(self, source: Path, target: Path, failure: str) -> None:
        try:
            if source.is_symlink() or not source.is_file():
                raise SaveError(f"{failure}: there is no such save")
            self.storage.replace(source, target)
        except OSError as error:
            raise SaveError(f"{failure}: {error.strerror or error}") from None


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base[:58]}-{number}"
        number += 1
