"""Today's task at a table: the game that begins it, and which games are it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from towergames import registry
from towergames.core.bot import bot_name
from towergames.core.options import TODAY, Scalar, is_day, show_briefly
from towergames.core.text import quoted
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import SetupError, dated, new_header, random_seed

if TYPE_CHECKING:
    from towergames.core.contract import GameInfo
    from towergames.core.daily import Daily
    from towergames.registry import Entry


def daily_of(game: str) -> Daily | None:
    """The task of the day of a game; None for a game without one, and for an unknown game."""
    try:
        return registry.get(game).daily
    except KeyError:
        return None


TaskKind = Literal["", "task", "former", "late"]
"""A game that is the task of the day on which it was begun: in its present form, or in one that the task had before.
``late`` is the present form on another day. Every other game is none.
"""


def task_kind(header: Header) -> TaskKind:
    """The kind of task that a game is, by one person with the usual rules and the usual rival; '' for other games."""
    daily = daily_of(header.game)
    if daily is None or not header.counts:
        return ""
    info = registry.get(header.game).game.info
    day = info.day_of(header.options)
    if not day or tuple(seat.bot for seat in header.seats) != bots_of(daily):
        return ""
    if _same(info, header.options, daily.options(day)):
        return "late" if header.late is True else "task"
    former = any(_same(info, header.options, {**form, daily.option: day}) for form in daily.former)
    return "former" if former and header.late is not True else ""


def task_day(header: Header) -> str:
    """The day whose task a game is; '' for every other game."""
    if not task_kind(header):
        return ""
    return registry.get(header.game).game.info.day_of(header.options)


def task_header(entry: Entry, person: str, day: str = TODAY) -> Header:
    """The header that begins the task of a day for a person. Raises SetupError, also for a day that is none."""
    daily = entry.daily
    assert daily is not None
    bots = [SeatSetup(bot_name(level, [person]), level) for level in bots_of(daily) if level]
    written = dated(entry.game.info, {daily.option: day})[daily.option]
    if not is_day(str(written)):
        raise SetupError(f"{quoted(day, 20)} is not a day. Write days like 2026-11-21")
    levels = [level.name for level in entry.levels]
    return new_header(entry.game, [SeatSetup(person), *bots], daily.options(str(written)), random_seed(), levels=levels)


def bots_of(daily: Daily) -> tuple[str, ...]:
    """The bot level of each seat of the task, '' for the person."""
    return ("",) if daily.rival is None else ("", daily.rival.level)


def _same(info: GameInfo, given: Mapping[str, Scalar], wanted: Mapping[str, Scalar]) -> bool:
    """Whether options are as wanted, and all others as usual; who begins matters only where it is wanted."""
    for option in info.options:
        if option.key == info.starter_option and option.key not in wanted:
            continue
        value = given.get(option.key, option.default)
        if show_briefly(value) != show_briefly(wanted.get(option.key, option.default)):
            return False
    return True
