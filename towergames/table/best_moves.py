"""The moves that a search begins with: what earlier searches have found."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec

from towergames.core.bot import Clock
from towergames.core.contract import NotationError, Over
from towergames.table.errors import SaveError
from towergames.table.journal import read_journal
from towergames.table.match import Table
from towergames.table.notes import BEST
from towergames.table.store import Store


def known_best_moves(store: Store, table: Table, clock: Clock) -> list[Any]:
    """The best moves known: of this game, and once it is over of other saves with an equal beginning by chance.

    A search of a fixed number of steps gets only the moves of this game, so that machines can be compared.
    """
    own = [find.move for find in table.history.finds]
    return own + _elsewhere(store, table) if clock.iterations is None and isinstance(table.turn, Over) else own


def _elsewhere(store: Store, table: Table) -> list[Any]:
    plays = takewhile(lambda play: play.by is None, table.history.plays)
    opening = _sealed({"kind": play.notation, "outcome": msgspec.to_builtins(play.move)} for play in plays)
    own = table.journal.path if table.journal is not None else None
    found = []
    for name in store.names():
        try:
            contents = read_journal(store.path(name), store.storage)
        except SaveError:
            continue
        if contents.header.game != table.header.game or store.path(name) == own:
            continue
        records = contents.records
        if _sealed(record.body for record in takewhile(lambda record: record.kind == "outcome", records)) == opening:
            found += [record.body.get("move") for record in records if record.body.get("note") == BEST]
    return [action for text in found if (action := _read(table, text)) is not None]


def _sealed(bodies: Iterable[Any]) -> bytes:
    return msgspec.json.encode(list(bodies), order="deterministic")


def _read(table: Table, text: Any) -> Any:
    """The move written in a save; None where it is not a move of this game, since a save may hold any text."""
    try:
        return table.parse(text) if isinstance(text, str) else None
    except NotationError:
        return None
