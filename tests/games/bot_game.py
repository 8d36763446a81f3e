"""A whole game of a person, who plays as a level does, and of the bot of that level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from towergames.core.bot import Clock, Level
from towergames.core.contract import AnyGame, Decide
from towergames.core.dice import Dice
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header


def finished_game(
    game: AnyGame, levels: Sequence[Level], level: str, seed: int, *, name: str, **options: Any
) -> History:
    """The game of Ann and the bot of that name, without a journal."""
    seats = [SeatSetup("Ann", ""), SeatSetup(name, level)]
    header = new_header(game, seats, options, seed, levels=[one.name for one in levels], created="2026-01-01T00:00:00Z")
    table = Table(History(game, header))
    table.advance()
    bot = next(one for one in levels if one.name == level).make(game)
    while isinstance(turn := table.turn, Decide):
        table.submit(turn.seat, bot.choose(table.view(turn.seat), Dice(seed, table.moves), Clock(4)).action)
    return table.history
