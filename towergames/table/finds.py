"""What searches have found in other games of the same puzzle, from their saves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec

from towergames.core.contract import NotationError
from towergames.table.errors import SaveError
from towergames.table.history import BEST
from towergames.table.journal import read_journal
from towergames.table.match import Table
from towergames.table.store import Store


def finds_elsewhere(store: Store, table: Table) -> list[Any]:
    """The best moves that other saves hold for games which chance began just like this one, such as the same deal."""
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
    """The move that is written so; None where it is none here, since any save may hold anything."""
    try:
        return table.parse(text) if isinstance(text, str) else None
    except NotationError:
        return None
