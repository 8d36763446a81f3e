"""The facts of all finished games, kept beside the settings, a line a save. The file may be deleted at any time.

A line is used only while its save has the size, the time of change and the last chain sum of that line. What is
missing, stale or damaged is computed again from the journal. Nothing stands here that the journals do not say.
"""

from __future__ import annotations

import json
import os
import re
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, NamedTuple

from towergames.core.files import read_regular
from towergames.settings import write_atomically
from towergames.table.errors import SaveError
from towergames.table.facts import Facts, facts, read_facts, version_of

if TYPE_CHECKING:  # the title reads the cache before its first frame; only an update needs the journals
    from towergames.table.store import Store

MOST_BYTES = 64 * 1024 * 1024
"""A larger file is not read: it is none of ours."""
WRITE_SECONDS = 2.0
"""Time between two writes while many games are read, so that a killed program keeps what it had."""
_TAIL_BYTES = 256
_LAST_SUM = re.compile(rb'"sum":"([0-9a-f]{64})"\}\s*\Z')
_CHECK = re.compile(r',"([0-9a-f]{8})"\]\Z')
_SUFFIX = ".jsonl"


class _Line(NamedTuple):
    """A save as it was when its facts were found; ``facts`` is None of one that does not count."""

    name: str
    size: int
    mtime_ns: int
    last_sum: str
    game: str
    version: str
    facts: Facts | None


class CountedGame(NamedTuple):
    """A finished game that counts, and the name of its save. ``ended`` orders games by the time of the last change."""

    save: str
    facts: Facts
    ended: int


class FactsCache:
    """The facts of the saves of a folder. Threads may share it."""

    def __init__(self, saves: Path, folder: Path) -> None:
        self.saves = saves
        here = zlib.crc32(os.fsencode(saves.absolute()))
        self.path = folder / f"facts-1-{here:08x}.jsonl"
        self._lines: dict[str, _Line] | None = None
        """The lines of the file; None before it was read."""
        self._sums_compared = False
        self._lock = RLock()
        self._writing = Lock()

    @cached_property
    def store(self) -> Store:
        """The saves themselves."""
        from towergames.table.store import Store

        return Store(self.saves)

    def games(self) -> list[CountedGame]:
        """The finished games that the cache vouches for, in the order in which they ended; no journal is parsed.

        A game that was copied and ended more than once counts as it ended first.
        """
        found = []
        for name, line in self._valid().items():
            if line.facts is not None:
                found.append(CountedGame(name, line.facts, line.mtime_ns))
        found.sort(key=lambda game: (game.ended, game.save))
        seen: set[str] = set()
        counted = []
        for game in found:
            if game.facts.id not in seen:
                seen.add(game.facts.id)
                counted.append(game)
        return counted

    def update(self, wanted: Callable[[], bool] = lambda: True) -> Iterator[int]:
        """Find what is missing, the newest save first; yield the number of saves that are left, at least a 0.

        Stops when the caller no longer wants it, and keeps what was found. The first update also compares the last
        chain sums of all saves.
        """
        if not self._sums_compared:
            self._compare_sums()
            self._sums_compared = True
        valid = self._valid()
        missing = [name for name in self.store.newest_first() if name not in valid]
        written, changed = time.monotonic(), bool(self._gone())
        try:
            for left, name in zip(range(len(missing) - 1, -1, -1), missing, strict=True):
                if not wanted():
                    return
                changed |= self._find(name)
                if changed and time.monotonic() - written > WRITE_SECONDS:
                    self._write()
                    written, changed = time.monotonic(), False
                yield left
            if not missing:
                yield 0
        finally:
            if changed:
                self._write()

    def all_games(self) -> list[CountedGame]:
        """Every finished game that counts; what is missing is found first, which may take seconds."""
        for _ in self.update():
            pass
        return self.games()

    def facts_of(self, name: str) -> Facts | None:
        """The facts of one save; None for one that does not count, and for one that cannot be read."""
        if name not in self._valid() and self._find(name):
            self._write()
        line = self._kept().get(name)
        return line.facts if line is not None else None

    def forget(self, name: str) -> None:
        """Drop the line of a save, for one that a check found damaged."""
        if name in self._kept():
            with self._lock:
                del self._kept()[name]
            self._write()

    # --- lines ------------------------------------------------------------------------------------------

    def _kept(self) -> dict[str, _Line]:
        """The lines of the file, read once."""
        with self._lock:
            if self._lines is None:
                self._lines = _read(self.path)
            return self._lines

    def _valid(self) -> dict[str, _Line]:
        """The lines whose saves have not changed since."""
        with self._lock:
            kept = dict(self._kept())
        versions: dict[str, str] = {}
        found = {}
        for name, size, mtime_ns in _stamps(self.saves):
            line = kept.get(name)
            if line is None or (line.size, line.mtime_ns) != (size, mtime_ns):
                continue
            if line.game not in versions:
                versions[line.game] = _version(line.game)
            if line.version == versions[line.game]:
                found[name] = line
        return found

    def _gone(self) -> set[str]:
        return set(self._kept()) - {name for name, _, _ in _stamps(self.saves)}

    def _compare_sums(self) -> None:
        for name, line in self._valid().items():
            if _last_sum(self.store, name, line.size) != line.last_sum:
                with self._lock:
                    self._kept().pop(name, None)

    def _find(self, name: str) -> bool:
        """Find the facts of a save, and whether there is a line for it now."""
        line = None
        with suppress(SaveError, OSError):
            line = _line_of(self.store, name)
        with self._lock:
            if line is None:
                return self._kept().pop(name, None) is not None
            self._kept()[name] = line
        return True

    def _write(self) -> None:
        """Write the lines of the saves that are still there. A folder that refuses costs only time later."""
        gone = self._gone()
        with self._lock:
            for name in gone:
                self._kept().pop(name, None)
            lines = list(self._kept().values())
        with self._writing, suppress(OSError):
            write_atomically(self.path, "".join(map(_written, lines)))


def _stamps(folder: Path) -> list[tuple[str, int, int]]:
    """Name, size and time of the last change of each file that may be a save."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_SUFFIX):
                with suppress(OSError):  # it went away meanwhile
                    stamp = entry.stat(follow_symlinks=False)
                    found.append((entry.name.removesuffix(_SUFFIX), stamp.st_size, stamp.st_mtime_ns))
    return found


def _version(game: str) -> str:
    """The version of the facts of a game; '' for a game that is not installed."""
    try:
        return version_of(game)
    except KeyError:
        return ""


def _line_of(store: Store, name: str) -> _Line:
    """The line of a save, from its journal. Raises SaveError, OSError."""
    from towergames.table.examples import is_example
    from towergames.table.journal import read_journal
    from towergames.table.save_file import replay_contents

    path = store.path(name)
    stamp = path.lstat()  # before the file is read: a change after that makes the line stale
    contents = read_journal(path, store.storage)
    game, found = contents.header.game, None
    if contents.header.counts and not is_example(contents.header):
        found = facts(replay_contents(contents).history)
    last_sum = _last_sum(store, name, stamp.st_size)
    return _Line(name, stamp.st_size, stamp.st_mtime_ns, last_sum, game, _version(game), found)


def _last_sum(store: Store, name: str, size: int) -> str:
    """The sum in the last line of a save, read from its last bytes; '' where the last line is not whole."""
    try:
        tail = store.storage.read(store.path(name), _TAIL_BYTES, max(0, size - _TAIL_BYTES))
    except (OSError, SaveError):
        return ""
    found = _LAST_SUM.search(tail)
    return found.group(1).decode() if found is not None else ""


def _written(line: _Line) -> str:
    """The text of a line, which ends with a check of what stands before."""
    content = json.dumps(line, separators=(",", ":"))
    return f'{content[:-1]},"{zlib.crc32(content.encode()):08x}"]\n'


def _read(path: Path) -> dict[str, _Line]:
    """The lines of a cache that are whole; none of a file that cannot be read."""
    try:
        text = read_regular(path, MOST_BYTES).decode("ascii")
    except (OSError, ValueError):
        return {}
    lines = {}
    for written in text.splitlines():
        checked = _CHECK.search(written)
        if checked is None:
            continue
        content = written[: checked.start()] + "]"
        if zlib.crc32(content.encode()) != int(checked.group(1), 16):
            continue
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            *fields, found = json.loads(content)
            line = _Line._make([*fields, read_facts(found) if found is not None else None])
            lines[line.name] = line
    return lines
