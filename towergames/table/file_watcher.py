"""Looks at the file of an open table in a thread, so that a disk that does not answer never holds the screen."""

from __future__ import annotations

import time
from threading import Event, Thread

from towergames.core.contract import Seat
from towergames.table.shared import SharedTable

POLL_SECONDS = 0.05
"""Time between two polls of the file."""
PRESENCE_EVERY = 10
"""Polls of the file between two checks of who is present."""
STALL_SECONDS = 2.0
"""Time after which a poll gives up a disk that has not answered."""


class FileWatcher:
    """Watches over one table until :meth:`stop`.

    It changes nothing but who the keeper is, and whether the seats of this window are marked as away.
    """

    def __init__(self, table: SharedTable) -> None:
        self.people: dict[Seat, str] = {}
        """Whether anyone is at each person's seat of another window, as :meth:`Seats.presence`."""
        self.away = False
        """Whether nobody is in front of this window. The other windows show that."""
        self._table = table
        self._fresh = True
        self._asked: float | None = None
        self._stopped = Event()
        Thread(target=self._run, name="lookout", daemon=True).start()

    @property
    def stalled(self) -> bool:
        """Whether the disk has not answered for a while."""
        asked = self._asked
        return asked is not None and time.monotonic() - asked > STALL_SECONDS

    def take_change(self) -> bool:
        """Whether the table should be followed now: the file has changed since the last call, or this window keeps."""
        fresh, self._fresh = self._fresh, False
        return fresh

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def _run(self) -> None:
        looks = 0
        while not self._stopped.is_set():
            self._asked = time.monotonic()
            self._look(looks)
            self._asked = None
            looks += 1
            self._stopped.wait(POLL_SECONDS)

    def _look(self, looks: int) -> None:
        table = self._table
        keeps = table.may_keep and table.journal.keep()
        if table.journal.changed() or (keeps and table.keeper_must_act):
            self._fresh = True
        if looks % PRESENCE_EVERY == 0:
            self._fresh |= table.seats.look_after()
            table.seats.away(self.away or table.journal.rests)
            self.people = table.others()
