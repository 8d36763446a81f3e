"""A person's days: results of tasks, medals, days kept, streaks, and the lines to share. Pure; no files, no clock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from towergames.core.daily import BARS, MEDALS, MOST_SIGNS, Daily, plain_signs

if TYPE_CHECKING:
    from towergames.table.facts import Facts

SHARED_CELLS = 60
"""Most cells of a line to share."""
LEAST_STREAK = 3
"""Days in a row from which a streak is shown."""
REST_DAYS = 7
"""Days in a row of which one may be missed: a day's rest."""
SKYLINE_DAYS = 14
"""Days that the skyline shows."""

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def day_name(day: date) -> str:
    """The day as ``27 November``, whatever the language of the machine."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def short_day(day: date) -> str:
    """The day as ``27 Nov``."""
    return f"{day.day} {MONTHS[day.month - 1][:3]}"


# --- results ------------------------------------------------------------------------------------------


class TaskResult(NamedTuple):
    """A finished game that was the task of a day.

    ``house`` is None while it is not known, and for tasks without one. ``kept`` tells whether the game keeps its day,
    ``late`` whether it was begun on another day. ``former`` is a task in a form that it had before.
    """

    save: str
    id: str
    game: str
    day: str
    score: int
    attempt: int
    helped: bool
    kept: bool
    late: bool
    former: bool
    medal: str
    house: int | None = None
    below: str = ""

    @property
    def mark(self) -> str:
        """The mark of a result that can take no medal, ``attempt 2`` or ``with help``; else the medal, or ''.

        Below bronze it is the game's own word, as soon as the house is known.
        """
        if self.attempt > 1:
            return f"attempt {self.attempt}"
        if self.helped:
            return "with help"
        return self.medal or ("" if self.house is None else self.below)


House = Callable[[str, str], int | None]
"""The points of the house of a game on a day; None while they are not known."""


def task_result(save: str, found: Facts, daily: Daily, house: House) -> TaskResult | None:
    """The result of a game that was a task; None for other games.

    The first attempt without help takes a medal. A game in which nothing was scored keeps no day and takes none.
    """
    if not found.day:
        return None
    totals = [seat.points for seat in found.seats]
    score, helped, former = daily.score(totals), bool(found.seats[0].help), not found.earns_medal
    of_house = house(found.game, found.day) if daily.house is not None and not former else None
    medal = ""
    if found.attempt == 1 and not helped and not former and any(totals):
        medal = daily.medal(score, of_house)
    return TaskResult(
        save,
        found.id,
        found.game,
        found.day,
        score,
        found.attempt,
        helped,
        any(totals) and not found.late,
        found.late,
        former,
        medal,
        of_house,
        daily.below if any(totals) else "",
    )


class SkylineDay(NamedTuple):
    """A day of the skyline: the games that keep it, and their medals."""

    day: date
    games: int
    medals: int


@dataclass(frozen=True, slots=True)
class Daybook:
    """The results of one person."""

    results: Sequence[TaskResult] = ()

    def on(self, day: date) -> dict[str, TaskResult]:
        """The first attempt of each game at the tasks of a day, as far as it has ended; late ones are left out."""
        written = day.isoformat()
        found = [result for result in self.results if result.day == written and not result.late]
        found.sort(key=lambda result: -result.attempt)
        return {result.game: result for result in found}

    @property
    def kept(self) -> set[date]:
        """The days that are kept, by any one of the tasks."""
        return {date.fromisoformat(result.day) for result in self.results if result.kept}

    def streak(self, today: date) -> int:
        """The days in a row up to today, or up to yesterday while today's tasks are open."""
        return streak(self.kept, today)

    def skyline(self, today: date, days: int = SKYLINE_DAYS) -> list[SkylineDay]:
        """The last days, today's last."""
        games: dict[str, set[str]] = {}
        medals: dict[str, set[str]] = {}
        for result in self.results:
            if result.kept:
                games.setdefault(result.day, set()).add(result.game)
                if result.medal:
                    medals.setdefault(result.day, set()).add(result.game)
        found = []
        for back in range(days - 1, -1, -1):
            day = today - timedelta(days=back)
            written = day.isoformat()
            found.append(SkylineDay(day, len(games.get(written, ())), len(medals.get(written, ()))))
        return found


def streak(kept: Collection[date], today: date) -> int:
    """The number of kept days in a row up to today, or up to yesterday while today is open.

    One missed day in seven is a day's rest: it counts for nothing and ends nothing.

    >>> days = [date(2026, 11, number) for number in (20, 21, 23, 24)]
    >>> streak(days, date(2026, 11, 24)), streak(days, date(2026, 11, 26)), streak(days, date(2026, 11, 27))
    (4, 2, 0)
    """
    day = today if today in kept else today - timedelta(days=1)
    number, last_rest = 0, None
    while True:
        if day in kept:
            number += 1
        else:
            rested = last_rest is not None and (last_rest - day).days < REST_DAYS
            if rested or day - timedelta(days=1) not in kept:
                return number
            last_rest = day
        day -= timedelta(days=1)


# --- lines to share -----------------------------------------------------------------------------------


def share_line(daily: Daily, result: TaskResult, signs: str, *, plain: bool = False) -> str:
    """The line about one task: ``towergames 27 Nov Words ▆█▄▆▂▇ 83 of 110 silver``. No word, card or place is in it."""
    score = f"{result.score:+d}" if daily.rival is not None else daily.score_text(result.score, result.house)
    if daily.rival is None and not result.house:
        score = str(result.score)
    before = f"towergames {short_day(date.fromisoformat(result.day))} {daily.name}"
    after = " ".join(filter(None, [score, result.mark, "late" if result.late else ""]))
    drawn = signs[: min(MOST_SIGNS, SHARED_CELLS - len(before) - len(after) - 2)]
    return " ".join(filter(None, [before, plain_signs(drawn) if plain else drawn, after]))


FLOORS = {"": BARS[1], **dict(zip(MEDALS, (BARS[3], BARS[5], BARS[8]), strict=True))}
"""The sign of a task that was played, by its medal."""


def share_day(day: date, results: Iterable[TaskResult | None], days: int, *, plain: bool = False) -> str:
    """The line about a whole day: ``towergames 27 Nov ▅█·▃▁ 4 of 5, 10 days in a row``.

    ``results`` has an entry for each task, None for one that is not played; ``days`` is the streak.
    """
    found = list(results)
    signs = "".join(BARS[0] if result is None else FLOORS[result.medal] for result in found)
    played = sum(result is not None for result in found)
    line = f"towergames {short_day(day)} {plain_signs(signs) if plain else signs} {played} of {len(found)}"
    return f"{line}, {streak_text(days)}" if days >= LEAST_STREAK else line


def streak_text(days: int) -> str:
    """A streak in words; '' for one that is not shown."""
    return f"{days} days in a row" if days >= LEAST_STREAK else ""
