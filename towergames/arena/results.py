"""Finished games, in a file if wanted, so that a run that was stopped can go on."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from towergames.arena.games import GameRow, Schedule
from towergames.core.text import clean
from towergames.table.lock import take_lock
from towergames.table.storage import Handle, OsStorage

MOST_BYTES = 4 << 30


class ResultsError(ValueError):
    """The file of results cannot be used; the message says why, and what would be right."""


class Results:
    """The rows of finished games by number, and a JSON-lines file that has them: a line of the plan, one for each game.

    Every :meth:`add` is on the disk before it returns. A last line that is not whole is dropped when the file is
    opened. Raises ResultsError for a file of other games, OSError.
    """

    def __init__(self, plan: Schedule, path: Path | None = None) -> None:
        self.rows: dict[int, GameRow] = {}
        self._handle: Handle | None = None
        self._lock = None
        if path is None:
            return
        self._lock = take_lock(path)
        if self._lock is None:
            raise ResultsError(f"{_shown(path)} is in use by another run of towergames")
        try:
            self._open(path, plan)
        except BaseException:
            self.close()
            raise

    def _open(self, path: Path, plan: Schedule) -> None:
        data = _content(path)
        header = _line(plan.as_json())
        self._handle = OsStorage().open_append(path, create=data is None)
        data = data or b""
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            _demand_same(path, _header(path, lines[0]), plan.as_json())
            for number, line in enumerate(lines[1:], start=2):
                row = _json(line)
                if not _fits(row, plan):
                    raise ResultsError(f"line {number} of {_shown(path)} is damaged. Remove this line")
                self.rows.setdefault(row["number"], row)
        elif not header.startswith(data):
            raise ResultsError(_not_ours(path))
        if len(whole) < len(data):
            self._handle.truncate(len(whole))
        if not lines:
            self._handle.write(header)
            self._handle.sync()
            OsStorage().sync_folder(path.parent)

    def add(self, rows: Iterable[GameRow]) -> None:
        """Keep finished games. Raises OSError when they cannot be written."""
        new = {row["number"]: row for row in rows if row["number"] not in self.rows}
        if self._handle is not None and new:
            self._handle.write(b"".join(map(_line, new.values())))
            self._handle.sync()
        self.rows.update(new)

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            self._handle.close()
        if self._lock is not None:
            self._lock.free()


def seed_in(path: Path) -> int | None:
    """The seed of the games in a file of results; None where there are none. Raises ResultsError, OSError."""
    line, end, _ = (_content(path) or b"").partition(b"\n")
    seed = _header(path, line).get("seed") if end else None
    return seed if isinstance(seed, int) else None


def _content(path: Path) -> bytes | None:
    try:
        return OsStorage().read(path, MOST_BYTES)
    except FileNotFoundError:
        return None
    except ValueError:
        raise OSError(errno.EINVAL, "the name cannot be used", str(path)) from None


def _line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _header(path: Path, line: bytes) -> dict[str, Any]:
    header = _json(line)
    if not isinstance(header, dict) or "arena" not in header:
        raise ResultsError(_not_ours(path))
    return header


def _not_ours(path: Path) -> str:
    return f"{_shown(path)} is not a file of results. Name a file that does not exist yet"


def _demand_same(path: Path, there: dict[str, Any], here: dict[str, Any]) -> None:
    for key, value in here.items():
        if there.get(key) != value:
            name = "command" if key == "arena" else key
            raise ResultsError(
                f"{_shown(path)} has games of other arguments: {name} {_told(there.get(key))} there, {_told(value)} "
                "here. Give the same arguments or another file"
            )


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={each}" for key, each in value.items()) or "none"
    return " ".join(map(str, value)) if isinstance(value, list) else clean(str(value))


def _shown(path: Path) -> str:
    return clean(str(path), 100)


def _fits(row: Any, plan: Schedule) -> bool:
    """Whether a row can be that of its game in the plan."""
    number = row.get("number") if isinstance(row, dict) else None
    if not isinstance(number, int) or number < 0:
        return False
    task = plan.task(number)
    seats = len(task.places)
    lists = ("points", "moves_by_seat", "seconds_by_seat", "slowest_by_seat")
    return (
        (row.get("seed"), row.get("entrants")) == (task.seed, list(task.places))
        and all(isinstance(row.get(name), list) and len(row[name]) == seats for name in lists)
        and all(isinstance(row.get(name), list) and row[name] for name in ("winners", "ranking"))
        and all(isinstance(row.get(name), (int, float)) for name in ("moves", "seconds"))
    )
