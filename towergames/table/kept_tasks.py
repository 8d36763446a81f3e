"""Houses, retold games and signs of tasks, kept beside the settings so that they are computed once.

The file may be deleted any time. A house and the games of a bot depend on the game, its task's version and the day; the
signs of a finished task on its journal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from towergames.core.files import read_regular
from towergames.settings import write_atomically

if TYPE_CHECKING:
    from towergames.core.daily import Daily
    from towergames.table.history import History

FILE_NAME = "tasks-1.json"
MOST_BYTES = 1_000_000
MOST_KEPT = 400
"""Houses, retold tasks, and signs, that are kept; the oldest go first."""


class KeptTasks:
    """The file of a settings folder. Threads may share it; a folder that cannot be written costs only time later."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._data: dict[str, dict[str, Any]] | None = None
        self._lock = RLock()

    def house(self, game: str, daily: Daily | None, day: str) -> int | None:
        """The points of the house, None while they are not known."""
        found = self._part("houses").get(_house_key(game, daily, day)) if daily is not None else None
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def find_house(self, game: str, daily: Daily, day: str) -> int | None:
        """The points of the house, computed if they are not known, which may take seconds; None without a house.

        A house that fails is none: it must not take the title or the end of a game with it.
        """
        known = self.house(game, daily, day)
        if known is None and daily.house is not None:
            try:
                known = daily.house(day)
            except Exception:
                return None
            self.keep_house(game, daily, day, known)
        return known

    def keep_house(self, game: str, daily: Daily, day: str, points: int) -> None:
        """Keep the points of a house that is known from elsewhere."""
        self._keep("houses", _house_key(game, daily, day), points)

    def retold(self, game: str, daily: Daily, day: str, stopped: Callable[[], bool] = lambda: False) -> tuple[int, ...]:
        """The scores of a bot's games at the task of a day; those that are not known are played until ``stopped``.

        There are none if the bot fails.
        """
        retelling, key = daily.retelling, _house_key(game, daily, day)
        if retelling is None:
            return ()
        found = self._part("retold").get(key)
        scores = [score for score in found if isinstance(score, int)] if isinstance(found, list) else []
        while len(scores) < retelling.games and not stopped():
            try:
                scores.append(retelling.score(day, len(scores)))
            except Exception:  # as above
                return ()
            self._keep("retold", key, list(scores))
        return tuple(scores[: retelling.games])

    def signs(self, identity: str) -> str | None:
        """The signs of a finished task by the identity of its game, None while they are not known."""
        found = self._part("signs").get(identity)
        return found if isinstance(found, str) else None

    def find_signs(self, history: History, daily: Daily) -> str:
        """The signs of a finished task, drawn if they are not known; '' where the game fails to draw them."""
        from towergames.table.facts import plays_of

        identity = history.header.identity
        known = self.signs(identity)
        if known is None:
            try:
                known = daily.signs(plays_of(history))
            except Exception:  # as above
                return ""
            self._keep("signs", identity, known)
        return known

    def _part(self, name: str) -> dict[str, Any]:
        with self._lock:
            if self._data is None:
                self._data = _read(self.path)
            return self._data.setdefault(name, {})

    def _keep(self, name: str, key: str, value: Any) -> None:
        with self._lock:
            part = self._part(name)
            part.pop(key, None)
            part[key] = value
            for oldest in list(part)[:-MOST_KEPT]:
                del part[oldest]
            with suppress(OSError):
                write_atomically(self.path, json.dumps(self._data, ensure_ascii=False, indent=0) + "\n")


def _house_key(game: str, daily: Daily, day: str) -> str:
    return f"{game} {daily.version} {day}"


def _read(path: Path) -> dict[str, dict[str, Any]]:
    """What is kept; nothing of a file that is not to be trusted."""
    try:
        data = json.loads(read_regular(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return {name: part for name, part in data.items() if isinstance(part, dict)} if isinstance(data, dict) else {}
