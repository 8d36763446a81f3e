"""Why bots moved as they did: kept while a game is open, told for their moves since a person's last turn."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.contract import Seat
from towergames.core.text import clean
from towergames.table.history import History
from towergames.table.match import log_lines

LONGEST = 300
"""Cells of one reason."""


class Reasons:
    """The reasons of one game by the number of their play. Public knowledge only, as the bots' reasons are."""

    def __init__(self) -> None:
        self._given: dict[int, tuple[Seat, str, str]] = {}

    def add(self, history: History, index: int, why: str) -> None:
        """Keep the reason of the bot that made the play of that index."""
        play = history.plays[index]
        if play.by is not None:
            self._given[index] = (play.by, play.notation, clean(why, LONGEST).rstrip("."))

    def lines(self, history: History, persons: Sequence[Seat]) -> list[str]:
        """One line for each bot's move since the last turn of one of ``persons``, in the order of play.

        What was taken back is left out.
        """
        plays = history.plays
        made = {
            i for i, given in self._given.items() if i < len(plays) and given[:2] == (plays[i].by, plays[i].notation)
        }
        last = first = max(made, default=-1)
        while first >= 0 and plays[first].by not in persons:
            first -= 1
        return [self._line(history, i) for i in range(first + 1, last + 1) if i in made]

    def _line(self, history: History, index: int) -> str:
        seat, _, why = self._given[index]
        told = (line.text for line in log_lines(history, None, index, index + 1) if line.seat == seat)
        move = next(told, f"{history.header.seats[seat].name} moves")
        return f"{move.rstrip('.')}. Why: {why or 'no reason given'}."
