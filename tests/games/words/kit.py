"""Games of Stacked Words for tests of screens: the first player finds the best, the second the third best."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from towergames import registry
from towergames.core.contract import Decide
from towergames.core.options import Scalar
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store


def moves(table: Table) -> tuple[Any, ...]:
    """The plays of the seat to move, the best first, then what else can be done."""
    return tuple(table.game.choices(table.history.state))


def words_table(store: Store, name: str, most: int = 10_000, **options: Scalar) -> Table:
    """A game of two people after at most so many of their moves."""
    game = registry.get("words").game
    given: dict[str, Scalar] = {"first": 1, "board": 8, **options}
    header = new_header(game, [SeatSetup("Ann"), SeatSetup("Bob")], given, 7, created="2026-01-01T00:00:00Z")
    table = store.begin(header, name)
    for _ in range(most):
        turn = table.turn
        if not isinstance(turn, Decide):
            break
        legal = moves(table)
        table.submit(turn.seat, legal[0] if turn.seat == 0 else legal[min(2, len(legal) - 1)])
    return table


def words_save(store: Store, name: str, most: int = 10_000, **options: Scalar) -> str:
    """Such a game as a save; its name."""
    store.folder.mkdir(parents=True, exist_ok=True)
    store.path(name).write_bytes(_saved(most, *sorted(options.items())))
    return name


@cache
def _saved(most: int, *options: tuple[str, Scalar]) -> bytes:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        words_table(store, "played", most, **dict(options)).close()
        return store.path("played").read_bytes()
