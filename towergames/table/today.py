"""Today's task at a table: the game that begins it, and which games are it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from towergames import registry
from towergames.core.options import Scalar, show_scalar

if TYPE_CHECKING:
    from towergames.core.contract import GameInfo
    from towergames.core.daily import Daily
    from towergames.registry import Entry
    from towergames.table.records import Header


def entry_with_task(key: str) -> Entry | None:
    """The entry of a game that has a task of the day; None for other games and for unknown ones."""
    try:
        entry = registry.get(key)
    except KeyError:
        return None
    return entry if entry.daily is not None else None


def task_day(header: Header) -> str:
    """The day whose task a game is, by one person with the usual rules and the usual rival; '' for every other game.

    A game by a former form of the task is one too.
    """
    entry = entry_with_task(header.game)
    if entry is None or entry.daily is None or not header.counts:
        return ""
    info, daily = entry.game.info, entry.daily
    day = info.day_of(header.options)
    if not day or tuple(seat.bot for seat in header.seats) != bots_of(daily):
        return ""
    forms = [daily.options(day), *({**form, daily.option: day} for form in daily.former)]
    return day if any(_same(info, header.options, form) for form in forms) else ""


def earns_medal(header: Header) -> bool:
    """Whether a game that is a day's task is so in its present form."""
    entry = entry_with_task(header.game)
    if entry is None or entry.daily is None:
        return False
    day = entry.game.info.day_of(header.options)
    return bool(day) and _same(entry.game.info, header.options, entry.daily.options(day))


def bots_of(daily: Daily) -> tuple[str, ...]:
    """The bot level of each seat of the task, '' for the person."""
    return ("",) if daily.rival is None else ("", daily.rival.level)


def _same(info: GameInfo, given: Mapping[str, Scalar], wanted: Mapping[str, Scalar]) -> bool:
    """Whether options are as wanted, and all others as usual; who begins matters only where it is wanted."""
    for option in info.options:
        if option.key == info.starter_option and option.key not in wanted:
            continue
        value = given.get(option.key, option.default)
        if _shown(value) != _shown(wanted.get(option.key, option.default)):
            return False
    return True


def _shown(value: Scalar) -> str:
    """The value without the hash of a word list, which differs between editions."""
    return show_scalar(value).partition("@")[0]
