"""The example games at any point, with people at all seats: for pictures and tests of the look."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from towergames import registry
from towergames.core.contract import Decide
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.save_file import begin_history, load_file
from towergames.table.store import Store

SAVES = Path(__file__).parents[2] / "saves"


@cache
def example(name: str) -> History:
    """The example game ``saves/example-NAME.jsonl``."""
    return load_file(SAVES / f"example-{name}.jsonl").history


def decisions(history: History) -> list[int]:
    """The numbers of plays after which a player has to decide."""
    turns = (history.game.turn(history.state_after(plays)) for plays in range(len(history.plays)))
    return [plays for plays, turn in enumerate(turns) if isinstance(turn, Decide)]


def mid_game(name: str, plays: int | None, store: Store | None = None, bots: str = "") -> Table:
    """An example after so many plays (None: all), saved where there is a store; ``bots`` is the level of all but one.

    Seat 0 is Ada, a person. The others are people too where ``bots`` is empty.
    """
    source = example(name)
    seats = tuple(SeatSetup(seat.name, bots if i else "") for i, seat in enumerate(source.header.seats))
    header = replace(source.header, seats=seats)
    # A new game plays its first chance events at once; this one takes them from the example.
    journal = None if store is None else store._create(header, name)
    table = Table(
        begin_history(header) if registry.unavailable_reason(header.game) == "" else History(source.game, header),
        journal,
    )
    table.copy_plays(source.plays[:plays])
    if plays is None:
        table.advance()
    return table
