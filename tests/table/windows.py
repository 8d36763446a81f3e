"""Windows at one open table, all of them in this process."""

from __future__ import annotations

from pathlib import Path

from tests.table.helpers import null_header
from tests.table.sharing import opened
from towergames.table.shared import SharedTable
from towergames.table.storage import Storage
from towergames.table.store import Store


def three(folder: Path, *, moves: int = 0, storage: Storage | None = None, **options: int) -> tuple[SharedTable, ...]:
    """A null game whose three people sit at windows of their own, after some moves; Ann's window keeps the table."""
    store = Store(folder, storage)
    first = store.begin(opened(null_header("", "", "", **{"heap": 40, **options})), "game")
    tables = first, store.join("game", (1,)), store.join("game", (2,))
    follow(*tables)
    for _ in range(moves):
        move_on(*tables)
    return tables


def follow(*tables: SharedTable) -> None:
    """Two looks each: the keeper answers what the others did, and they see that."""
    for table in (*tables, *tables):
        table.follow()


def move(*tables: SharedTable) -> None:
    """Let the person who decides move at the own window."""
    seat = tables[0].turn.seat
    tables[seat].submit(seat, tables[seat].legal()[0])


def move_on(*tables: SharedTable) -> int:
    """Let the person who decides move, and all others see it; whose window that was."""
    follow(*tables)
    seat = tables[0].turn.seat
    move(*tables)
    follow(*tables)
    return seat


def states(*tables: SharedTable) -> list[object]:
    return [table.history.state for table in tables]
