"""The last days of one game's task, for a row of the records. Houses and signs are read from the settings folder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from towergames.table.agenda import daybook_of, tasks
from towergames.table.daybook import SKYLINE_DAYS, Daybook, TaskResult, short_day

if TYPE_CHECKING:
    from towergames.core.daily import Daily
    from towergames.table.kept_tasks import KeptTasks
    from towergames.table.record_book import OwnGame


class TaskDay(NamedTuple):
    """The first attempt at the task of a day: its signs, '' while they are not known, and its score with the medal."""

    result: TaskResult
    signs: str
    score: str

    @property
    def short(self) -> str:
        """The day and the score: ``27 Nov 83 of 110 silver``."""
        return f"{short_day(date.fromisoformat(self.result.day))} {self.score}"

    @property
    def text(self) -> str:
        """The day, the signs and the score: ``27 Nov ▆█▄▆▂▇ 83 of 110 silver``."""
        return " ".join(filter(None, [short_day(date.fromisoformat(self.result.day)), self.signs, self.score]))


class TaskDays(NamedTuple):
    """The days of one game's task, the newest first. ``kept`` of the last days were kept by this task."""

    today: date
    days: tuple[TaskDay, ...]
    kept: int

    @property
    def open(self) -> bool:
        """Whether today's task has still to be played."""
        return not self.days or self.days[0].result.day != self.today.isoformat()

    @property
    def today_text(self) -> str:
        """Today's task in a sentence: ``Today's task: not played.``"""
        return f"Today's task: {'not played' if self.open else self.days[0].score}."

    @property
    def kept_text(self) -> str:
        """The number of kept days in words: ``10 of 14 days``."""
        return f"{self.kept} of {SKYLINE_DAYS} days"


def task_days(games: Sequence[OwnGame], person: str, kept: KeptTasks, today: date) -> dict[str, TaskDays]:
    """The days of each game with a task. Late attempts and those after the first are left out."""
    results = daybook_of(games, person, kept).results
    found = {}
    for entry, daily in tasks():
        book = Daybook([result for result in results if result.game == entry.key])
        found[entry.key] = _days_of(book, daily, kept, today)
    return found


def _days_of(book: Daybook, daily: Daily, kept: KeptTasks, today: date) -> TaskDays:
    days = []
    for written in sorted({result.day for result in book.results if not result.late}, reverse=True):
        (result,) = book.on(date.fromisoformat(written)).values()
        score = f"{daily.score_text(result.score, result.house)} {result.mark}".rstrip()
        days.append(TaskDay(result, kept.signs(result.id) or "", score))
    last = {today - timedelta(days=back) for back in range(SKYLINE_DAYS)}
    return TaskDays(today, tuple(days), len(book.kept & last))
