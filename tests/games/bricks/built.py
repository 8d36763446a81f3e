"""Finished games of Brick Tower in which a tower is built piece by piece, the lowest level first."""

from __future__ import annotations

from towergames.core.contract import Decide
from towergames.games.bricks.bots import LEVELS
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import Place, Submit
from towergames.games.bricks.pieces import read_tower
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header


def placed(tower: str) -> list[Place]:
    """The steps that build a tower."""
    steps = []
    for level, row in enumerate(read_tower(tower)):
        for place, piece in enumerate(row):
            steps.append(Place(piece.text, level + 1, place + 1) if place else Place(piece.text, level, 0))
    return steps


def finished(tower: str, *moves: object, puzzle: str = "M-G2XEW", **options: object) -> History:
    """A game alone in which this tower is built, then changed by the moves, and handed in. It has no journal."""
    header = new_header(
        GAME,
        [SeatSetup("Ann", "")],
        {"puzzle": puzzle, **options},  # type: ignore[dict-item]
        1,
        levels=[one.name for one in LEVELS],
        created="2026-01-01T00:00:00Z",
    )
    table = Table(History(GAME, header))
    table.advance()
    for move in (*placed(tower), *moves, Submit()):
        assert isinstance(table.turn, Decide)
        table.submit(0, move)
    return table.history
