"""Open tables by whose move it is: those that wait for one person first, the longest wait first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from towergames import registry
from towergames.core.contract import Seat
from towergames.core.text import listed
from towergames.table import local_date
from towergames.table.daybook import day_name
from towergames.table.save_file import SaveInfo
from towergames.table.store import Store

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LONGEST_BY_WEEKDAY = timedelta(days=6)
"""The longest time ago that a weekday alone names."""


class WaitingTable(NamedTuple):
    """An open table as one person sees it; ``seat`` is the seat of that person, None for no seat there."""

    info: SaveInfo
    seat: Seat | None

    @property
    def is_yours(self) -> bool:
        """Whether this person has to move."""
        return self.seat is not None and self.info.decides == self.seat

    @property
    def decides(self) -> str:
        """The name of the player who has to move, '' where chance has."""
        return "" if self.info.decides is None else self.info.seats[self.info.decides]

    @property
    def waiting(self) -> list[str]:
        """The people who wait for the move, this person not among them."""
        seats = enumerate(zip(self.info.seats, self.info.bots, strict=True))
        return [name for seat, (name, bot) in seats if not bot and seat not in (self.info.decides, self.seat)]

    @property
    def people(self) -> list[str]:
        """The names at the seats for people."""
        return [name for name, bot in zip(self.info.seats, self.info.bots, strict=True) if not bot]

    def line(self) -> str:
        """The table and its sentence in one line."""
        title = registry.title_of(self.info.game)
        return f"{self.info.name}: {title}, round {self.info.round}. {self.sentence()}"

    def sentence(self) -> str:
        """The sentence that says who waits for whom, and since when."""
        info, since = self.info, since_when(self.info.since)
        if info.decides is None:
            return "The game goes on when a player joins."
        if info.bots[info.decides]:
            return f"{self.decides}, a bot, moves when a player joins."
        who = list(self.waiting)
        if self.seat is not None and not self.is_yours:
            who.insert(0, "You")
        whom = "you" if self.is_yours else self.decides
        if not who:
            return f"The table has been waiting for {whom} since {since}."
        waits = "has" if len(who) == 1 and who[0] != "You" else "have"
        return f"{listed(who)} {waits} been waiting for {whom} since {since}."


def waiting_tables(store: Store, person: str) -> list[WaitingTable]:
    """The open tables: first those where this person has to move, then the others, each with the oldest wait first."""
    tables = [WaitingTable(info, _seat_of(info, person)) for info in store.open_tables()]
    return sorted(tables, key=lambda table: (not table.is_yours, table.info.since, table.info.name))


def _seat_of(info: SaveInfo, person: str) -> Seat | None:
    for seat, (name, bot) in enumerate(zip(info.seats, info.bots, strict=True)):
        if not bot and name.casefold() == person.strip().casefold():
            return seat
    return None


def since_when(seconds: float) -> str:
    """A time in the past as people name it: ``14:20`` today, ``Thursday 14:20``, ``12 November 14:20``."""
    then, now = datetime.fromtimestamp(seconds), local_date.now()
    clock = f"{then:%H:%M}"
    if then.date() == now.date():
        return clock
    if timedelta() <= now.date() - then.date() <= LONGEST_BY_WEEKDAY:
        return f"{WEEKDAYS[then.weekday()]} {clock}"
    year = f" {then.year}" if then.year != now.year else ""
    return f"{day_name(then.date())}{year} {clock}"
