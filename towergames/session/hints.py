"""Help for the player to move: the board's own tips first, then a search if the board has one, else a bot."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.boards.protocol import Advice, AnyBoard, AnyContext
from towergames.core.bot import Level
from towergames.table.match import Table

HINT = "hint"
"""The kind of help that is marked in the save."""
PATIENCE = 2.0
"""Seconds: a level that may think longer gives no hints."""


def adviser(key: str) -> Level | None:
    """The level that gives hints: the strongest one that answers soon enough; None if the game has no bots."""
    levels = registry.get(key).levels
    quick = [level for level in levels if (level.seconds or 0.0) <= PATIENCE]
    return (quick or levels)[-1] if levels else None


class Tips:
    """The board's own tips on a position, one after the other."""

    def __init__(self, board: AnyBoard, table: Table) -> None:
        self._board, self._table = board, table
        self._given: tuple[Any, int] = (None, 0)
        """The view for which tips were given, and how many."""

    def give(self, c: AnyContext) -> Advice[Any, Any] | None:
        """The next tip, marked as help in the save; None when all have been given. Raises TableError."""
        given = self._given[1] if self._given[0] == c.view else 0
        tip = self._board.tip(c, given) if c.may_act else None
        if tip is None or c.seat is None:
            return None
        self._table.note(c.seat, HINT)
        self._given = (c.view, given + 1)
        return tip
