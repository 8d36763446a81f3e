"""The puzzles of the day that were solved here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from towergames.table.facts_cache import CountedGame


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzles of the day that were solved here: ``points`` of today's first attempt, None before it; ``streak``
    counts the days in a row up to today, or up to yesterday while today's is open.
    """

    points: int | None = None
    streak: int = 0


def daily(games: Iterable[CountedGame], game: str, today: date) -> Daily:
    """Results at the puzzles of the day of a game: those of first attempts."""
    found: dict[str, int] = {}
    for counted in games:
        facts = counted.facts
        if facts.game == game and facts.day and facts.attempt == 1:
            found.setdefault(facts.day, max(seat.points for seat in facts.seats))
    done = today.isoformat() in found
    streak = 0
    while (today - timedelta(days=streak + (not done))).isoformat() in found:
        streak += 1
    return Daily(found.get(today.isoformat()), streak)
