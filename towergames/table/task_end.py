"""The end of today's task: its result in a sentence, the line to share, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from towergames.core.contract import Over
from towergames.core.daily import Daily
from towergames.table import local_date
from towergames.table.agenda import AgendaItem, read_agenda
from towergames.table.daybook import TaskResult, day_name, share_line, task_result
from towergames.table.facts import facts, help_by_seat
from towergames.table.kept_tasks import KeptTasks
from towergames.table.setup import attempt_name
from towergames.table.today import daily_of, task_kind

if TYPE_CHECKING:
    from towergames.table.facts_cache import FactsCache
    from towergames.table.history import History
    from towergames.table.store import Store


class TaskEnd(NamedTuple):
    """What a person reads at the end of a task. ``plain_line`` is the line to share in ASCII."""

    sentence: str
    line: str
    plain_line: str
    played: str
    next: AgendaItem | None
    waits: bool = False
    """Whether the house is not known yet."""
    medals: str = ""
    """The points for each medal, beside a score that could win one."""

    @property
    def ahead(self) -> str:
        """What comes next: ``3 of 5 today. Next: TITLE, twelve letters.``"""
        if self.next is None:
            return f"{self.played} today. New tasks come tomorrow."
        return f"{self.played} today. Next: {self.next.title}, {self.next.task.title}."


def task_end(history: History, save: str, store: Store, cache: FactsCache, *, wait: bool) -> TaskEnd | None:
    """The end of a game that was a day's task; None for every other game.

    With ``wait`` a house that is not known is computed, which may take seconds; without, there is no medal yet.
    Where the game's own search is the house, that search alone makes it known.
    """
    found, daily = facts(history), daily_of(history.header.game)
    if found is None or daily is None:
        return None
    kept = KeptTasks(cache.path.parent)

    def house(game: str, day: str) -> int | None:
        known = kept.house(game, daily, day)
        if known is not None:
            return known
        if daily.house_of_best is None:
            return kept.find_house(game, daily, day) if wait else None
        known = _searched(history, daily.house_of_best)
        if known is not None:
            kept.keep_house(game, daily, day, known)
        return known

    result = task_result(save, found, daily, house)
    if result is None:
        return None
    signs = kept.find_signs(history, daily)
    agenda = read_agenda(store, cache, found.seats[0].name)
    return TaskEnd(
        result_sentence(daily, result),
        share_line(daily, result, signs),
        share_line(daily, result, signs, plain=True),
        f"{agenda.played} of {len(agenda.items)}",
        agenda.next,
        daily.house is not None and result.house is None and not result.former,
        "" if result.attempt > 1 or result.helped or result.former else daily.medals_text(result.house),
    )


def task_story(history: History, cache: FactsCache, stopped: Callable[[], bool] = lambda: False) -> str:
    """The games of a bot at the task that a finished game was, in a sentence; '' for other games, and if ``stopped``.

    It may take seconds, since games that are not kept are played.
    """
    kind, daily = task_kind(history.header), daily_of(history.header.game)
    if kind not in ("task", "late") or daily is None or daily.retelling is None or not isinstance(history.turn, Over):
        return ""
    scores = KeptTasks(cache.path.parent).retold(history.header.game, daily, history.day, stopped)
    return daily.retelling.told(scores) if len(scores) == daily.retelling.games else ""


def _searched(history: History, house_of_best: Callable[[Any, Any], int]) -> int | None:
    """The points of the house as the game's own search has found them; None before, and for a move that is none."""
    if history.measure is None:
        return None
    try:
        return house_of_best(history.state, history.measure.move)
    except Exception:  # a save may hold any move
        return None


def result_sentence(daily: Daily, result: TaskResult) -> str:
    """The result in sentences: ``Today, 27 November, first try: 83 of 98, silver.``"""
    day = date.fromisoformat(result.day)
    when = "Today, " if day == local_date.today() else ""
    score = daily.score_text(result.score, result.house)
    more, end = "", ""
    if result.attempt > 1:
        end = " The first attempt counts."
    elif result.helped:
        more, end = ", with help", " A task with help gets no medal."
    elif result.mark:
        more = f", {result.mark}"
    elif not result.kept and not result.late:
        end = " Nothing was scored, so this game keeps no day."
    elif result.former or (daily.house is not None and result.house is None):
        more = ""
    else:
        more = ", no medal"
    if result.late:
        end += " A late day counts for no streak."
    told = ", ".join(filter(None, (day_name(day), try_name(result.attempt))))
    return f"{when}{told}: {score}{more}.{end}"


def medal_at_stake(history: History) -> bool:
    """Whether help would cost a medal: the first attempt at a day's task is going on, without help so far."""
    header = history.header
    if isinstance(history.turn, Over) or header.attempt != 1:
        return False
    return bool(task_kind(header)) and not help_by_seat(history)[0]


def try_name(attempt: int) -> str:
    """The number of an attempt in words: ``first try``, ``attempt 2``; '' where it is not known, as in old saves."""
    if not attempt:
        return ""
    return "first try" if attempt == 1 else attempt_name(attempt)


def task_head(history: History) -> str:
    """The line that tells at the table whose task a game is: ``Today, 27 November · first try``; '' for other games.

    It says so, too, when the task is late, and as soon as the person used help.
    """
    kind = task_kind(history.header)
    if not kind:
        return ""
    day = date.fromisoformat(history.day)
    when = "Today, " if day == local_date.today() else ""
    parts = [part for part in (f"{when}{day_name(day)}", try_name(history.header.attempt)) if part]
    if kind == "late":
        parts.append("late")
    if help_by_seat(history)[0]:
        parts.append("with help")
    return " · ".join(parts)
