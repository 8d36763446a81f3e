"""The seats of an open table: which window sits where, whether anyone is there, and the PINs of seats.

A window holds one lock file for each of its seats, which the system lets go when the window dies. So no clock is asked
who is there. A server holds another lock for each seat to which it gives a link. A seat with a link and without a
window can be taken by every window; the link can take it back (:meth:`Seats.take_over`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from towergames.core.contract import Seat
from towergames.core.text import unknown
from towergames.table.errors import TableError
from towergames.table.lock import Lock, state_of, take_lock, take_over

HERE, AWAY, KEPT, GONE = "here", "away", "kept for a link", "gone"
"""A window sits there and its person has pressed a key lately; a window sits there; none does, and a server has a link
for the seat; none does, and there is no link."""
ABSENT = (KEPT, GONE)
"""The states of a seat at which nobody has a window."""
_MARKS = (HERE, AWAY)
"""The states of a seat that is taken, by the mark of its lock."""
_TRIES, _WAIT = 25, 0.01


class Seats:
    """The seats that one window holds at a table."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._locks: dict[Seat, Lock] = {}
        self._changing = threading.RLock()  # a thread looks after the locks; a signal may come inside it
        self._taken: set[Seat] = set()
        """The seats of this window whose lock another window has, since the file was removed."""

    @property
    def held(self) -> tuple[Seat, ...]:
        """The seats that this window holds."""
        return tuple(sorted(self._locks))

    def take(self, seat: Seat) -> bool:
        """Sit down; False when another window sits there. Raises TableError where files cannot be locked."""
        lock = _taken(self._path, _kind(seat))
        if lock is not None:
            with self._changing:
                self._locks[seat] = lock
        return lock is not None

    def take_over(self, seat: Seat) -> None:
        """Sit down, also where another window sits; that one stands up. Raises TableError where it cannot be done."""
        lock = take_over(self._path, _kind(seat))
        if lock.lacking:
            raise TableError(f"the seat cannot be taken from the other window: {lock.lacking}")
        with self._changing:
            self._locks[seat] = lock

    def away(self, away: bool) -> None:
        """Tell the other windows whether anyone is in front of this one."""
        self._mark(AWAY if away else HERE)

    def _mark(self, state: str) -> None:
        for lock in list(self._locks.values()):  # the seats may be left meanwhile, by another thread
            lock.mark(_MARKS.index(state))

    def leave(self) -> None:
        """Stand up from every seat."""
        with self._changing:
            for lock in self._locks.values():
                lock.free()
            self._locks.clear()
            self._taken.clear()

    def look_after(self) -> bool:
        """Take the locks again whose files were removed. Return whether another window has taken one meanwhile.

        Any thread may call it.
        """
        with self._changing:
            for seat, lock in self._locks.items():
                if lock.lost:
                    fresh = take_lock(self._path, _kind(seat), shared=True)
                    if fresh is None:
                        if state_of(self._path, _kind(seat)) is not None:  # else somebody only looks
                            self._taken.add(seat)
                    elif not fresh.lacking:
                        self._locks[seat] = fresh
                        lock.free()
            return bool(self._taken)

    def stand_up(self) -> tuple[Seat, ...]:
        """Leave the seats that another window has taken; which these are."""
        with self._changing:
            taken = tuple(sorted(self._taken))
            self._taken.clear()
            for seat in taken:
                self._locks.pop(seat).free()
        return taken

    def presence(self, seat: Seat) -> str:
        """Whether anyone is at a seat: ``here``, ``away``, ``kept for a link`` or ``gone``."""
        if seat in self._locks:
            return HERE
        return presence(self._path, seat)


def presence(path: Path, seat: Seat) -> str:
    """Whether anyone is at a seat of the table that is saved there, as :meth:`Seats.presence`."""
    marked = state_of(path, _kind(seat))
    if marked is not None:
        return _MARKS[min(marked, len(_MARKS) - 1)]
    return GONE if state_of(path, _kind_of_link(seat)) is None else KEPT


def seats_of_people(bots: Iterable[str]) -> list[Seat]:
    """The seats of people; ``bots`` are the levels by seat, empty for people."""
    return [seat for seat, bot in enumerate(bots) if not bot]


def people(path: Path, bots: Iterable[str]) -> dict[Seat, str]:
    """Whether anyone is at each person's seat of a table."""
    return {seat: presence(path, seat) for seat in seats_of_people(bots)}


def vacant_seats(path: Path, among: Iterable[Seat]) -> dict[Seat, str]:
    """The seats at which no window sits, each ``kept for a link`` or ``gone``: all can be taken.

    They are looked at as patiently as a seat is taken: the locks of a program that was killed go a moment later than
    its window.
    """
    there = {seat: presence(path, seat) for seat in among}
    for _ in range(_TRIES):
        if all(state in ABSENT for state in there.values()):
            break
        time.sleep(_WAIT)
        there |= {seat: presence(path, seat) for seat, state in there.items() if state not in ABSENT}
    return {seat: state for seat, state in there.items() if state in ABSENT}


def free_seats(path: Path, bots: Iterable[str]) -> list[Seat]:
    """The vacant seats that no link keeps for anybody."""
    return [seat for seat, state in vacant_seats(path, seats_of_people(bots)).items() if state == GONE]


def keep_for_link(path: Path, seat: Seat) -> Lock | None:
    """Tell the windows that a seat has a link, until the lock is freed; None where another server has one for it.

    Raises TableError where files cannot be locked.
    """
    return _taken(path, _kind_of_link(seat))


def _taken(path: Path, kind: str) -> Lock | None:
    """A lock that was free. Raises TableError where files cannot be locked."""
    for _ in range(_TRIES):  # a window that only looks whether anyone has the lock holds it for a moment
        lock = take_lock(path, kind, shared=True)
        if lock is not None:
            if lock.lacking:
                raise TableError(f"files cannot be locked in this folder: {lock.lacking}")
            return lock
        time.sleep(_WAIT)
    return None


def _kind(seat: Seat) -> str:
    return f"seat-{seat + 1}"


def _kind_of_link(seat: Seat) -> str:
    return f"link-{seat + 1}"


def seat_called(name: str, names: Sequence[str], among: Collection[Seat]) -> Seat:
    """The person's seat of that name. Raises TableError with the names there are."""
    found = [seat for seat in among if names[seat].casefold() == name.strip().casefold()]
    if not found:
        raise TableError(unknown("seat", name, [names[seat] for seat in among], "Seats"))
    return found[0]


# --- PINs: they keep an honest hand from a wrong seat; the file itself can be read by everyone who plays ------


def hashed(pin: str) -> tuple[str, str]:
    """A new salt and the hash of a PIN."""
    salt = secrets.token_hex(16)
    return salt, _hash(pin, salt)


def fits(pin: str, known: tuple[str, str]) -> bool:
    """Whether a PIN is the one that was hashed."""
    return hmac.compare_digest(_hash(pin, known[0]), known[1])


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt.encode(), n=2**14, r=8, p=1).hex()
