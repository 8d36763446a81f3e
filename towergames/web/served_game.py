"""The game that a server serves at present, as its file tells: whether it is over or removed, and the next one."""

from __future__ import annotations

import time
from pathlib import Path

from towergames import registry
from towergames.core.contract import Seat
from towergames.session.introduction import WATCHING
from towergames.table.errors import SaveError
from towergames.table.journal import read_journal
from towergames.table.notes import NEXT
from towergames.table.seats import ABSENT, people
from towergames.table.shared_journal import REPLACED_AFTER_SECONDS
from towergames.table.storage import Stamp, stamp_of
from towergames.table.store import Store

POLL_INTERVAL = 2.0
"""Seconds between two looks at the file."""
LEAST_COLUMNS = 60
REMOVED = "The saved game was removed."


class ServedGame:
    """An open table by its file, which other programs write. Raises SaveError where its first line cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header = read_journal(path).header
        self.over = False
        """Whether the game was over at the last look."""
        self.following: Path | None = None
        """The save of the next game with the same players, once somebody has begun it."""
        self.removed = False
        self._stamp: Stamp | None = None
        self._missing: float | None = None
        """Since when the file is missing."""

    @property
    def least_columns(self) -> int:
        """Columns that a phone must have for the board."""
        sizes = registry.get(self.header.game).board.sizes(len(self.header.seats), None)
        return max(LEAST_COLUMNS, sizes.narrow[0] if sizes.narrow else sizes.board[0])

    def opening(self, seat: Seat | None) -> tuple[str, ...]:
        """Lines that a page shows while its program starts: the game, who its guest is, and the aim."""
        game = registry.get(self.header.game).game
        you = WATCHING if seat is None else f"You are {self.header.names[seat]}."
        return (game.info.title, you, "", *(game.rule_sheet.aim or (game.info.pitch,)))

    def look(self) -> None:
        """Read what is new. It waits for the disk."""
        try:
            stamp = stamp_of(self.path)
            if stamp != self._stamp:
                self._read()
                self._stamp = stamp
        except FileNotFoundError:
            now = time.monotonic()
            self._missing = self._missing or now
            # The window that keeps the table writes it again after this time.
            self.removed = self.removed or now - self._missing > REPLACED_AFTER_SECONDS + POLL_INTERVAL
        except (OSError, SaveError):
            return  # it may be being replaced
        else:
            self._missing, self.removed = None, False

    def _read(self) -> None:
        records = read_journal(self.path).records
        kinds = [record.kind for record in records if record.kind != "note"]
        self.over = kinds[-1:] == ["end"]
        names = [record.body["save"] for record in records if record.body.get("note") == NEXT]
        self.following = Store(self.path.parent).path(names[-1]) if names and self.over else None

    def is_anybody_here(self) -> bool:
        """Whether a window of any program sits at the table."""
        there = people(self.path, [setup.bot for setup in self.header.seats])
        return any(state not in ABSENT for state in there.values())
