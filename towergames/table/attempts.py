"""Which attempt at a puzzle a game is: how often its people have begun one with the same cards."""

from __future__ import annotations

from collections.abc import Iterable

from towergames import registry
from towergames.table.history import History
from towergames.table.records import Header, digest

FIRST = "first attempt"


def attempt_at(header: Header, others: Iterable[Header]) -> int:
    """Which attempt a new game is: one more than one of its people has begun of the same puzzle.

    0 where chance deals. Copies of a game are one game; a game played on from a replay is not counted.
    """
    puzzle = puzzle_of(header)
    if not puzzle:
        return 0
    begun: dict[str, set[str]] = {name: set() for name in people_of(header)}
    for other in others:
        if other.counts and puzzle_of(other) == puzzle:
            for name in begun.keys() & people_of(other):
                begun[name].add(digest(other))
    return 1 + max(map(len, begun.values()), default=0)


def puzzle_of(header: Header) -> str:
    """The game and the name of its puzzle; '' where chance deals, and for games that this version does not know."""
    try:
        named = registry.get(header.game).game.info.puzzle_of
    except KeyError:
        return ""
    puzzle = named(header.options) if named is not None else ""
    return f"{header.game} {puzzle}" if puzzle else ""


def people_of(header: Header) -> set[str]:
    """The names of the people at the table, as they are compared."""
    return {seat.name.casefold() for seat in header.seats if not seat.bot}


def attempt_told(history: History) -> str:
    """``first attempt`` or ``attempt 2`` at the puzzle of a day; '' for other games."""
    attempt = history.header.attempt
    return told(attempt) if attempt and history.day else ""


def told(attempt: int) -> str:
    """``first attempt``, ``attempt 2``."""
    return FIRST if attempt == 1 else f"attempt {attempt}"
