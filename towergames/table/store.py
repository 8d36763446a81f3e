"""The folder of saves: begin, open, list, rename, duplicate, put away, recover."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from msgspec import UNSET

from towergames import __version__, registry
from towergames.core.contract import Over, Seat
from towergames.core.text import clean, count, listed, reason_of, unknown
from towergames.table import wordlists
from towergames.table.another_game import another_game
from towergames.table.editions import edition_due
from towergames.table.errors import SaveError, TableError
from towergames.table.examples import is_example
from towergames.table.history import History
from towergames.table.journal import UNFINISHED, Journal, in_format, parse_header, read_journal
from towergames.table.lock import ELSEWHERE, take_lock
from towergames.table.match import Table
from towergames.table.records import EDITION_FORMATS, FORMAT, MAX_FILE, MAX_LINE, Branch, Header, LineError
from towergames.table.save_file import Loaded, SaveInfo, begin_history, info_of, load_file
from towergames.table.seats import Seats
from towergames.table.setup import attempt_at, puzzle_of, random_seed, rematch, timestamp
from towergames.table.shared import Overtaken, SharedTable
from towergames.table.shared_journal import SharedJournal
from towergames.table.storage import (
    SUFFIX,
    OsStorage,
    Storage,
    free_name,
    is_name,
    keep_aside,
    names_in,
    obstacle_of,
    share,
    write_new,
)

TRASH = ".trash"
_COPIED = re.compile(r"conflict", re.IGNORECASE)
"""Word that programs for synchronising folders write into the name of a second version."""
_TRIES = 100


def _is_copy(file: str, name: str) -> bool:
    """Whether a file is a second version of the save of that name, and not one of a save with a longer name."""
    rest = file.removeprefix(name)
    return bool(_COPIED.search(rest)) and not re.match(r"-\d", rest)


def _demand_list(history: History) -> None:
    """Raise SaveError if a game that has not begun lacks its word list: it would be given another one."""
    missing = "" if history.plays else wordlists.missing_list(history.game.info, history.header, history.state)
    if missing:
        raise SaveError(missing.rstrip("."))


def _lacks_edition(loaded: Loaded) -> bool:
    """Whether a game needs the present edition of its word list, and its format cannot record that yet."""
    contents = loaded.contents
    # A last line that was not finished is cut by the next record; nothing else is let go.
    sound = loaded.damage is None or loaded.damage.reason == UNFINISHED
    open_to_it = sound and not loaded.finished and not contents.header.editions
    return open_to_it and edition_due(contents.header, loaded.history.state) is not None


class Store:
    """A folder of journals. Names are slugs; nothing outside the folder can be reached through one (R8)."""

    def __init__(self, folder: Path, storage: Storage | None = None) -> None:
        self.folder = folder
        self.storage = storage or OsStorage()

    def path(self, name: str) -> Path:
        """The file of a save. Raises SaveError for a name that is not a slug."""
        if not is_name(name):
            raise SaveError("the name of a saved game has 1 to 63 small letters, digits and dashes, and no dash first")
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """The names of all saves, in alphabetical order."""
        return names_in(self.folder)

    def newest_first(self) -> list[str]:
        """The names of all saves, by the time of their last change."""
        ages = {}
        for name in self.names():
            with suppress(OSError):  # it went away meanwhile
                ages[name] = (self.folder / f"{name}{SUFFIX}").lstat().st_mtime
        return sorted(ages, key=lambda name: (-ages[name], name))

    def unlisted(self) -> str:
        """The reason why the saves cannot be listed; '' if they can, also where the folder does not exist yet."""
        try:
            os.listdir(self.folder)
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"the folder {clean(str(self.folder), 200)} cannot be read: {reason_of(error)}"
        return ""

    def free_name(self, wish: str) -> str:
        """A slug of ``wish`` that no save has yet; upper and lower case are equal."""
        return free_name(self.folder, wish)

    def headers(self) -> Iterator[Header]:
        """The first line of every save that has one, those in the trash included; examples are nobody's."""
        for store in (self, Store(self.folder / TRASH, self.storage)):
            for name in store.names():
                header = store.header_of(name)
                if header is not None:
                    yield header

    def header_of(self, name: str) -> Header | None:
        """The first line of a save; None where there is none, and of an example."""
        try:
            header = parse_header(self.storage.read(self.path(name), MAX_LINE + 1))[0]
        except (OSError, SaveError):
            return None
        return None if is_example(header) else header

    # --- games ------------------------------------------------------------------------------------------

    def begin(self, header: Header, name: str = "", pin: str = "") -> Table:
        """Begin a game under a free name; its header says which attempt at a puzzle it is. Raises SaveError.

        At an open table the first person sits down at this window, with a PIN if one is given.
        """
        header = replace(header, attempt=attempt_at(header, self.headers()) if puzzle_of(header) else 0)
        history = begin_history(header)
        journal = self._create(header, name)
        if isinstance(journal, SharedJournal):
            return self._seated(history, journal, history.humans[:1], new_pin=pin)
        table = Table(history, journal)
        try:
            table.advance()
        except BaseException:
            table.close()
            raise
        return table

    def open(self, name: str) -> Table:
        """Open a save to continue it. A repair is among the journal's news. Raises SaveError.

        A damaged save is first recovered (:meth:`recover`). If that is impossible (another window has the save, or the
        disk refuses), its good prefix is opened read-only. A game that this machine cannot play is read-only too.
        """
        path = self._existing(name)
        if self.is_open(name):
            raise SaveError(f"{name} is an open table. Join it with: towergames join {name}")
        lock, news = take_lock(path), ""
        try:
            loaded = load_file(path, self.storage)
            lacking = registry.unavailable_reason(loaded.history.header.game)
            why = lacking[:1].lower() + lacking[1:]
            damage = loaded.damage
            if damage is not None and lock is not None:
                try:
                    aside = self._put_aside(path, loaded)
                    loaded = load_file(path, self.storage)
                    news = f"{name} was damaged at record {damage.record} ({damage.reason}). The game goes on after "
                    news += f"move {len(loaded.history.plays)}. The damaged file is kept as {aside.name}."
                except SaveError as error:
                    why = str(error)
            if lock is not None and not why:
                try:
                    loaded = self._ready_for_edition(path, loaded)
                except SaveError as error:
                    why = str(error)
        except BaseException:
            if lock is not None:
                lock.free()
            raise
        journal = Journal.open(path, loaded.contents, lock, why, self.storage)
        journal.news += [news] if news else []
        table = Table(loaded.history, journal)
        try:
            if not table.read_only:
                _demand_list(loaded.history)
                table.advance()
        except BaseException:
            table.close()
            raise
        return table

    def is_open(self, name: str) -> bool:
        """Whether a save is a table that several windows share. Raises SaveError when it cannot be read."""
        path = self._existing(name)
        try:
            data = self.storage.read(path, MAX_LINE + 1)
        except OSError as error:
            raise SaveError(f"{path.name} cannot be read: {reason_of(error)}") from None
        with suppress(SaveError):  # what is wrong is said when the whole file is read
            return parse_header(data)[0].open
        return False

    def join(
        self,
        name: str,
        seats: Sequence[Seat] = (),
        pin: str = "",
        *,
        new_pin: str = "",
        known: bool = False,
        from_others: bool = False,
    ) -> SharedTable:
        """Sit down at an open table, or without seats watch it. Raises SaveError, TableError for a taken seat.

        All but ``name`` are those of :meth:`SharedTable.sit`.
        """
        path = self._existing(name)
        if not self.is_open(name):
            raise SaveError(f"{name} is not an open table. Open it with: towergames load {name}")
        loaded, aside = load_file(path, self.storage), None
        # The last line may be on its way, or what a killed program left of it: the next record takes its place.
        if loaded.damage is not None and loaded.damage.reason != UNFINISHED:
            aside = self.recover(name)
            loaded = load_file(path, self.storage)
        if seats and _lacks_edition(loaded):
            loaded = self._alone_with_edition(path, loaded)
        share(path)
        others = [entry.name for entry in self.folder.glob(f"{name}?*") if _is_copy(entry.name, name)]
        why = registry.unavailable_reason(loaded.history.header.game)
        if why and seats:
            raise SaveError(f"you can only watch this table: {why}")
        journal = SharedJournal(path, loaded.contents, self.storage)
        if aside is not None:
            journal.news.append(f"{name} was damaged. The damaged file is kept as {aside.name}.")
        if others:
            told = listed(clean(other, 80) for other in sorted(others))
            journal.news.append(
                f"This game is saved in two versions. The other version is {told}. Check which one is right."
            )
        if journal.read_only and seats:
            raise SaveError(f"you can only watch this table: {journal.obstacle}")
        return self._seated(loaded.history, journal, seats, pin, new_pin=new_pin, known=known, from_others=from_others)

    def again(self, table: Table, game: str = "") -> Table:
        """The next game with the same players; at an open table one that another window may have begun.

        ``game`` is the key of another game; '' continues this one. The table must not be closed yet: its window
        takes the same seats again. Raises TableError.
        """
        if isinstance(table, SharedTable):
            table.follow()
            if table.history.next:
                return self.join(table.history.next, table.here, known=True)
        if game in ("", table.header.game):
            header = rematch(table.history, random_seed(), table.name)
        else:
            header = another_game(table.history, game, random_seed(), table.name)
        if not isinstance(table, SharedTable):
            return self.begin(header)
        self._begin_next(table, header)
        return self.join(table.history.next, table.here, known=True)

    def _begin_next(self, table: SharedTable, header: Header) -> None:
        """Begin the next game with the PINs of this one, then tell the other windows its name. Raises TableError."""
        fresh = self.begin(header)
        assert isinstance(fresh, SharedTable)
        try:
            for seat, pin in table.history.pins.items():
                fresh.note_pin(seat, *pin)
            table.note_next(fresh.name, header.game)
        except TableError as error:
            fresh.close()
            with suppress(OSError):
                self.storage.remove(fresh.journal.path)
            if not isinstance(error, Overtaken):  # else another window has begun it meanwhile
                raise
        fresh.close()

    def _seated(
        self,
        history: History,
        journal: SharedJournal,
        seats: Sequence[Seat],
        pin: str = "",
        *,
        new_pin: str = "",
        known: bool = False,
        from_others: bool = False,
    ) -> SharedTable:
        table = SharedTable(history, journal, Seats(journal.path))
        try:
            for seat in seats:
                table.sit(seat, pin, new_pin=new_pin, known=known, from_others=from_others)
            if seats:
                _demand_list(history)
            table.follow()
            table.advance()
        except BaseException:
            table.close()
            raise
        return table

    def branch(self, source: History, plays: int, origin: str, name: str = "", *, lesson: bool = False) -> Table:
        """A new save that begins with the first ``plays`` plays of a history; the original is untouched.

        It keeps the help that was used so far. A branch of a game that still runs gets another seed, so that it does
        not show how the dice of that game will fall. It has no clock. The game of a ``lesson`` has no secrets to keep.
        Raises SaveError, also where :func:`why_no_branch` says so.
        """
        why = why_no_branch(source, plays, lesson=lesson)
        if why:
            raise SaveError(why)
        relaid = source.editions or edition_due(source.header, source.state_after(plays)) is not None
        header = replace(
            source.header,
            format=EDITION_FORMATS[FORMAT] if relaid else FORMAT,
            app=__version__,
            seed=source.header.seed if isinstance(source.turn, Over) else random_seed(),
            created=timestamp(),
            branch=Branch(clean(origin, 63), plays, source.assists_until(plays)),
            series=None,
            clock=UNSET,
        )
        history = begin_history(header)
        table = Table(history, self._create(header, name or f"{origin}-from-{plays}"))
        try:
            table.copy_plays(source.plays[:plays], source.editions)
            table.advance()
        except BaseException:
            table.close()
            raise
        return table

    def duplicate(self, name: str, new_name: str = "") -> str:
        """Copy a save byte by byte under a free name; that name. Raises SaveError."""
        data = self._bytes(self._existing(name), f"{name} cannot be copied")
        try:
            target = self._reserve(self.folder, new_name or f"{name}-copy", data)
        except OSError as error:
            raise SaveError(f"{name} cannot be copied: {reason_of(error)}") from None
        return target.name.removesuffix(SUFFIX)

    def rename(self, name: str, wish: str) -> str:
        """Give a save another (free) name; that name. Raises SaveError, also while the save is open anywhere."""
        moved = self._move(self._existing(name), self.folder, wish, f"{name} cannot be renamed")
        return moved.name.removesuffix(SUFFIX)

    def delete(self, name: str) -> Path:
        """Put a save into the folder's trash; where it lies there, for :meth:`restore`. Raises SaveError."""
        trash, failure = self.folder / TRASH, f"{name} cannot be deleted"
        source = self._existing(name)
        try:
            trash.mkdir(exist_ok=True)
        except OSError as error:
            raise SaveError(f"{failure}: {reason_of(error)}") from None
        if trash.is_symlink():
            raise SaveError(f"{failure}: the trash folder is a link")
        return self._move(source, trash, name, failure)

    def restore(self, trashed: Path) -> str:
        """Bring a save back from the trash under a free name; that name. Raises SaveError."""
        wish = clean(trashed.name.removesuffix(SUFFIX), 63)
        failure = f"{wish} cannot be brought back"
        trash = self.folder / TRASH
        if trashed.parent != trash or trash.is_symlink() or trashed.name in ("", ".", ".."):
            raise SaveError(f"{failure}: it is not in the trash")
        return self._move(trashed, self.folder, wish, failure).name.removesuffix(SUFFIX)

    def recover(self, name: str) -> Path | None:
        """Keep a damaged save's good prefix under its name and the damaged file beside it; where that lies now.

        None when nothing was wrong. Nothing is ever deleted. Raises SaveError, also while the save is open anywhere
        (what looks damaged may be a line being written).
        """
        path = self._existing(name)
        lock = take_lock(path)
        if lock is None:
            raise SaveError(f"{name} cannot be recovered: {ELSEWHERE}")
        try:
            loaded = load_file(path, self.storage)
            return None if loaded.damage is None else self._put_aside(path, loaded)
        finally:
            lock.free()

    # --- looking ----------------------------------------------------------------------------------------

    def peek(self, name: str) -> SaveInfo:
        """Facts of one save for the list of saves. Never raises."""
        path = self.folder / f"{clean(name, 63)}{SUFFIX}"
        try:
            modified = path.lstat().st_mtime
        except (OSError, ValueError):
            modified = 0.0
        try:
            loaded = load_file(self.path(name), self.storage)
        except SaveError as error:
            return SaveInfo(name, path, modified, problem=str(error))
        return info_of(name, path, modified, loaded)

    def peek_all(self) -> list[SaveInfo]:
        """All saves, newest first."""
        return sorted((self.peek(name) for name in self.names()), key=lambda info: (-info.modified, info.name))

    def latest_unfinished(self, *, tables: bool = False) -> SaveInfo | None:
        """The save that *Continue* opens, with ``tables`` an open table too; only as many files are read as needed."""
        return next((info for info in self._unfinished() if tables or not info.open), None)

    def open_tables(self) -> list[SaveInfo]:
        """The tables that can be joined, newest first. Games that are over or belong to one window are not replayed."""
        tables = []
        for name in self.newest_first():
            header = self.header_of(name)
            if header is not None and header.open and not self._has_ended(name):
                info = self.peek(name)
                if info.game and not info.finished:
                    tables.append(info)
        return tables

    def _has_ended(self, name: str) -> bool:
        """Whether the last record that is no note ends the game."""
        try:
            records = read_journal(self.path(name), self.storage).records
        except SaveError:
            return False
        kinds = [record.kind for record in records if record.kind != "note"]
        return kinds[-1:] == ["end"]

    def _unfinished(self) -> Iterator[SaveInfo]:
        for name in self.newest_first():
            info = self.peek(name)
            if info.game and not info.finished:
                yield info

    # --- inside -----------------------------------------------------------------------------------------

    def _existing(self, name: str) -> Path:
        path = self.path(name)
        try:
            why = obstacle_of(path)
        except FileNotFoundError:
            raise SaveError(unknown("saved game", name, self.names())) from None
        if why:
            raise SaveError(f"{path.name} cannot be used: {why}")
        return path

    def _bytes(self, path: Path, failure: str) -> bytes:
        try:
            data = self.storage.read(path, MAX_FILE + 1)
        except OSError as error:
            raise SaveError(f"{failure}: {reason_of(error)}") from None
        if len(data) > MAX_FILE:
            raise SaveError(f"{failure}: it is larger than {MAX_FILE // 1024 // 1024} MiB")
        return data

    def _create(self, header: Header, name: str) -> Journal:
        """A new journal, of an open table a shared one."""
        create = SharedJournal.begin if header.open else Journal.create
        wish = name or "-".join([header.game, *(seat.name for seat in header.seats)])
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            folder = clean(str(self.folder), 120)
            why = f"the folder {folder} for saved games cannot be made: {reason_of(error)}"
            raise SaveError(f"{why}. Name another folder with --saves") from None
        for _ in range(_TRIES):
            try:
                return create(self.path(self.free_name(wish)), header, self.storage)
            except SaveError as error:
                if not error.exists:  # else another program took the name at this very moment: try the next one
                    raise
        raise SaveError("no free name was found for the saved game")

    def _sync_folder(self, folder: Path) -> None:
        with suppress(OSError):  # the files themselves are safe; some file systems cannot sync a folder
            self.storage.sync_folder(folder)

    def _put_aside(self, path: Path, loaded: Loaded) -> Path:
        """The good prefix takes the place of a damaged save whose lock is held; the copy of the damaged bytes."""
        assert loaded.damage is not None
        failure = f"{path.stem} is damaged and cannot be recovered here"
        return self._put_in_place(path, loaded.contents.good[: loaded.damage.good_bytes], "damaged", failure)

    def _ready_for_edition(self, path: Path, loaded: Loaded) -> Loaded:
        """The save in a format in which the present edition of its word list can be recorded, where that is due.

        Its lock is held. The file as it was is kept beside it. Raises SaveError.
        """
        if not _lacks_edition(loaded):
            return loaded
        contents = loaded.contents
        failure = f"{path.stem} cannot go on with the present edition of its word list"
        before = contents.header.format
        try:
            fresh = in_format(contents, EDITION_FORMATS[before])
        except LineError as error:
            raise SaveError(f"{failure}: {error}") from None
        self._put_in_place(path, fresh, f"format-{before}", failure)
        return load_file(path, self.storage)

    def _alone_with_edition(self, path: Path, loaded: Loaded) -> Loaded:
        """As :meth:`_ready_for_edition`, unless another window keeps the open table: then it stays as it is."""
        lock = take_lock(path)
        if lock is None:
            return loaded
        try:
            return self._ready_for_edition(path, load_file(path, self.storage))
        finally:
            lock.free()

    def _put_in_place(self, path: Path, data: bytes, kind: str, failure: str) -> Path:
        """Other data takes the place of a save whose lock is held; where a copy of the save lies now.

        At every instant the name holds either the one or the other, and the copy was complete before. Raises SaveError.
        """
        fresh = self.folder / f".{path.name}.recovered"
        try:
            if os.path.lexists(fresh):
                self.storage.remove(fresh)
            write_new(self.storage, fresh, data)
            aside = keep_aside(self.storage, path, kind)
            self.storage.replace(fresh, path)
        except OSError as error:
            with suppress(OSError):
                self.storage.remove(fresh)
            raise SaveError(f"{failure}: {reason_of(error)}") from None
        self._sync_folder(self.folder)
        return aside

    def _move(self, source: Path, folder: Path, wish: str, failure: str) -> Path:
        """Move a save that is open nowhere into a folder under a free name; where it lies then."""
        lock = take_lock(source)
        if lock is None:
            raise SaveError(f"{failure}: {ELSEWHERE}")
        try:
            if why := obstacle_of(source):
                raise SaveError(f"{failure}: {why}")
            target = self._reserve(folder, wish)
            try:
                self.storage.replace(source, target)
            except OSError:
                with suppress(OSError):
                    self.storage.remove(target)
                raise
            self._sync_folder(self.folder)
            return target
        except OSError as error:
            raise SaveError(f"{failure}: {reason_of(error)}") from None
        finally:
            lock.free()

    def _reserve(self, folder: Path, wish: str, data: bytes = b"") -> Path:
        """A new file under a free name; an empty one holds the name, so that a move never overwrites another save."""
        for _ in range(_TRIES):
            target = folder / f"{free_name(folder, wish)}{SUFFIX}"
            try:
                write_new(self.storage, target, data)
            except FileExistsError:
                continue
            return target
        raise FileExistsError("no free name was found")


def why_no_branch(history: History, plays: int, *, lesson: bool = False) -> str:
    """The reason why the game cannot be continued from after ``plays`` plays; '' if it can.

    A branch of a game that still runs would show hidden hands and the order of the deck to its own players.
    """
    game, over = history.game, isinstance(history.turn, Over)
    if not 0 <= plays <= len(history.plays):
        return f"the game has only {count(len(history.plays), 'move')}"
    if over and isinstance(game.turn(history.state_after(plays)), Over):
        return "the game is over here. Go back to an earlier move to play on"
    if game.info.hidden and not over and not lesson:
        return f"{game.info.title} has hidden hands. You can play on from a replay when the game is over"
    lacking = registry.unavailable_reason(history.header.game)
    return f"the game cannot be played here. {lacking}" if lacking else ""
