"""The rank of a game that a person played alone among the other such games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from towergames.core.text import ordinal
from towergames.table.setup import FIRST

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

    def in_words(self, name: str, attempt: str = "") -> str:
        """The rank in a sentence. ``attempt`` names the attempt at the puzzle of a day.

        >>> SoloRanking(3, 7, 212).in_words("Ann")
        "Ann's best alone with these house rules: 212. This game is 3rd of 7."
        >>> SoloRanking(1, 2, 75, 47).in_words("Ann", "attempt 2")
        "Ann's attempt 2 at the daily puzzle. The first attempt scored 47, the best 75."
        >>> SoloRanking(1, 1, 75).in_words("Ann", FIRST)
        "Ann's first attempt at the daily puzzle."
        """
        if attempt == FIRST:
            return f"{name}'s {attempt} at the daily puzzle."
        if attempt:
            first = f" The first attempt scored {self.first}, the best {self.best}." if self.first is not None else ""
            return f"{name}'s {attempt} at the daily puzzle.{first}"
        if self.games == 1:
            return f"{name}'s first game alone with these house rules."
        own = f"This game is {ordinal(self.place)} of {self.games}."
        return f"{name}'s best alone with these house rules: {self.best}. {own}"


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
