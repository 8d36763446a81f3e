"""Today's tasks of one person: what each game asks for, how far the person is, and what comes next."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Protocol

from towergames import registry
from towergames.core.daily import Daily, Task
from towergames.core.text import sentence
from towergames.table import local_date
from towergames.table.daybook import SKYLINE_DAYS, Daybook, TaskResult, day_name, share_day, streak_text, task_result
from towergames.table.errors import SaveError
from towergames.table.records import Header
from towergames.table.today import task_day, task_kind

if TYPE_CHECKING:
    from towergames.table.facts import Facts
    from towergames.table.facts_cache import FactsCache
    from towergames.table.kept_tasks import KeptTasks
    from towergames.table.store import Store

NOBODY = "Player 1"
"""The name of a person on a machine where nobody has played."""
RECENT_SECONDS = 3 * 24 * 3600
"""Age of the oldest save that is looked at for an attempt that has begun.

It counts from the newest save, or from now if that save is of the future: a clock that was put right hides no attempt.
"""


class Finished(Protocol):
    """A finished game that counts, and the name of its save."""

    @property
    def save(self) -> str:
        """The name of the save."""

    @property
    def facts(self) -> Facts:
        """The facts of the game."""


@dataclass(frozen=True, slots=True)
class AgendaItem:
    """The task of one game on a day.

    ``result`` is the first attempt that has ended, ``begun`` the save of an attempt that has not; ``house`` the points
    of the house and ``signs`` the signs of the result, where they are known.
    """

    game: str
    title: str
    daily: Daily
    task: Task
    result: TaskResult | None = None
    begun: str = ""
    house: int | None = None
    signs: str = ""

    @property
    def open(self) -> bool:
        """Whether the first attempt has still to be played, or to be ended."""
        return self.result is None

    @property
    def state(self) -> str:
        """The state in a few words: ``not played``, ``begun``, ``61 of 66 gold``."""
        if self.result is None:
            return "begun" if self.begun else "not played"
        score = self.daily.score_text(self.result.score, self.result.house)
        return f"{score} {self.result.mark}".rstrip()

    @property
    def goals(self) -> tuple[str, ...]:
        """The task and its medals in one line: ``... today: 12 letters. Bronze from 10, ...``; then shorter forms."""
        medals, name = self.daily.medals_text(self.house), f"{self.title} today:"
        goal, short = self.task.goal, self.daily.short_medals(self.house)
        return f"{name} {goal} {medals}", f"{goal} {medals}", f"{goal} {short}", f"{name} {goal}", medals


@dataclass(frozen=True, slots=True)
class Agenda:
    """The tasks of a day for one person."""

    person: str
    day: date
    items: Sequence[AgendaItem]
    book: Daybook

    @property
    def played(self) -> int:
        """The number of tasks that are played."""
        return sum(not item.open for item in self.items)

    @property
    def next(self) -> AgendaItem | None:
        """The next task that is open, one that has begun first; None when all are played."""
        waiting = [item for item in self.items if item.open]
        for item in waiting:
            if item.begun:
                return item
        return waiting[0] if waiting else None

    @property
    def streak(self) -> str:
        """The streak in words, '' where none is shown."""
        return streak_text(self.book.streak(self.day))

    def item(self, game: str) -> AgendaItem | None:
        """The task of a game."""
        for item in self.items:
            if item.game == game:
                return item
        return None

    def head(self) -> tuple[str, ...]:
        """The heading in parts: the day, how many tasks are played, the streak, and when the next day comes."""
        parts = [f"Today, {day_name(self.day)}", f"{self.played} of {len(self.items)} played", self.streak]
        parts.append(f"new ones in {time_left(local_date.minutes_left())}")
        return tuple(part for part in parts if part)

    def lines(self, *, plain: bool = False) -> list[str]:
        """The agenda in sentences: the heading, a line for each task, and the line to share."""
        first, *rest = self.head()
        told = [f"{first}. {self.person}: {', '.join(rest)}."]
        told += [f"{item.game}: {item.title}, {item.task.title}. {sentence(item.state)}" for item in self.items]
        return [*told, f"To share: {self.share(plain=plain)}"] if self.played else told

    def share(self, *, plain: bool = False) -> str:
        """The line about the day to share; '' before anything is played."""
        if not self.played:
            return ""
        results = [item.result for item in self.items]
        return share_day(self.day, results, self.book.streak(self.day), plain=plain)


def time_left(minutes: int) -> str:
    """A time in words.

    >>> time_left(342), time_left(59), time_left(120)
    ('5 h 42 min', '59 min', '2 h')
    """
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} h" if hours else "", f"{rest} min" if rest else ""]
    return " ".join(filter(None, parts))


def tasks() -> Iterator[tuple[registry.Entry, Daily]]:
    """The games with a task of the day, in menu order; not those that cannot be imported."""
    for entry in registry.entries():
        with suppress(ImportError):
            if entry.daily is not None:
                yield entry, entry.daily


def daybook_of(games: Iterable[Finished], person: str, kept: KeptTasks) -> Daybook:
    """The results of a person, from the facts of finished games."""
    dailies = {entry.key: daily for entry, daily in tasks()}

    def house(game: str, day: str) -> int | None:
        return kept.house(game, dailies.get(game), day)

    results = []
    for game in games:
        daily = dailies.get(game.facts.game)
        if daily is not None and game.facts.seat_of(person) == 0:
            result = task_result(game.save, game.facts, daily, house)
            if result is not None:
                results.append(result)
    return Daybook(results)


def agenda_of(person: str, book: Daybook, store: Store, kept: KeptTasks) -> Agenda:
    """Today's tasks of a person."""
    today = local_date.today()
    written = today.isoformat()
    results, begun = book.on(today), dict(attempts_begun(store, person, written))
    items = []
    for entry, daily in tasks():
        house = kept.house(entry.key, daily, written)
        task, result = daily.on(written), results.get(entry.key)
        save = "" if result is not None else begun.get(entry.key, "")
        signs = (kept.signs(result.id) or "") if result is not None else ""
        items.append(AgendaItem(entry.key, entry.game.info.title, daily, task, result, save, house, signs))
    return Agenda(person, today, items, book)


def read_agenda(store: Store, facts: FactsCache, person: str) -> Agenda:
    """Today's tasks of a person, from what is known; '' where nobody has played."""
    from towergames.table.kept_tasks import KeptTasks

    kept = KeptTasks(facts.path.parent)
    who = person or NOBODY
    return agenda_of(who, daybook_of(facts.games(), who, kept), store, kept)


def find_missing(agenda: Agenda, store: Store, facts: FactsCache) -> Iterator[None]:
    """Find the signs of today's results, and the houses of the results of the last days, the newest first.

    Each step may take seconds. The agenda has to be read again afterwards.
    """
    from towergames.table.kept_tasks import KeptTasks
    from towergames.table.save_file import load_file

    kept = KeptTasks(facts.path.parent)
    for item in agenda.items:
        if item.result is not None and kept.signs(item.result.id) is None:
            with suppress(SaveError):  # a damaged save has no signs
                kept.find_signs(load_file(store.path(item.result.save), store.storage).history, item.daily)
            yield
    oldest = (agenda.day - timedelta(days=SKYLINE_DAYS)).isoformat()
    dailies = {entry.key: daily for entry, daily in tasks()}
    for result in sorted(agenda.book.results, key=lambda result: result.day, reverse=True):
        daily = dailies[result.game]
        if daily.house is not None and result.house is None and not result.former and result.day >= oldest:
            kept.find_house(result.game, daily, result.day)
            yield


def attempts_begun(store: Store, person: str, day: str, *, late: bool = False) -> Iterator[tuple[str, str]]:
    """The game and the save of each task of a day that a person has begun, the newest first, also those that ended.

    With ``late`` also those that were begun on another day, among all saves: they may wait for weeks.
    """
    kinds = ("task", "late") if late else ("task",)
    for name, header in recent_headers(store, sys.maxsize if late else RECENT_SECONDS):
        theirs = header.seats[0].name.casefold() == person.casefold()
        if theirs and task_kind(header) in kinds and task_day(header) == day:
            yield header.game, name


def attempt_of(store: Store, agenda: Agenda, game: str, day: str) -> str:
    """The save of a first attempt at the task of an earlier day that has begun and not ended; '' for none."""
    if any((result.game, result.day) == (game, day) for result in agenda.book.results):
        return ""
    return dict(attempts_begun(store, agenda.person, day, late=True)).get(game, "")


def recent_headers(store: Store, seconds: int = RECENT_SECONDS) -> list[tuple[str, Header]]:
    """The first lines of the saves that were changed in the last days of play, the newest first."""
    newest = time.time()
    found: list[tuple[str, Header]] = []
    for name in store.newest_first():
        try:
            changed = store.path(name).stat().st_mtime
        except OSError:
            continue
        if not found:
            newest = min(newest, changed)
        if changed < newest - seconds:
            break
        header = store.header_of(name)
        if header is not None:
            found.append((name, header))
    return found
