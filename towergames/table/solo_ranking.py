"""The rank of a game that a person played alone among the other such games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from towergames.table.facts import Facts


@dataclass(frozen=True, slots=True)
class SoloRanking:
    """Rank of a solo game among all games of its player with equal options: rank, number of games, best points.

    ``first`` are the points of the first attempt at today's task, None if there is no such attempt.
    """

    place: int
    games: int
    best: int
    first: int | None = None


def standing(mine: Facts, others: Iterable[Facts]) -> SoloRanking:
    """Rank of a solo game among the player's other games of its kind; equal points share a rank."""
    alike = [one for one in others if one.id != mine.id and _kind(one) == _kind(mine)]
    points = [one.seats[0].points for one in alike]
    own = mine.seats[0].points
    first = None
    for one in (mine, *alike):
        if one.attempt == 1 and first is None:
            first = one.seats[0].points
    return SoloRanking(1 + sum(other > own for other in points), len(points) + 1, max([*points, own]), first)


def _kind(facts: Facts) -> tuple[object, ...]:
    names = tuple(seat.name.casefold() for seat in facts.seats)
    return facts.game, names, facts.setup, facts.day, tuple(seat.bot for seat in facts.seats)
