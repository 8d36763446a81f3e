"""Is a save what it says? The chain, every record against the rules, every digest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from towergames.core.text import clean
from towergames.table.errors import SaveError
from towergames.table.storage import Storage
from towergames.table.store import load_file


@dataclass(frozen=True, slots=True)
class Report:
    """What was found. ``record`` is the number of the record where the save breaks (0: its header), None when ``ok``.

    ``moves`` counts the plays that can be trusted, ``records`` the lines that hold them. ``reason`` is one clean
    sentence.
    """

    file: str
    ok: bool
    moves: int = 0
    records: int = 0
    record: int | None = None
    reason: str = ""
    game: str = ""
    finished: bool = False
    totals: tuple[int, ...] = ()


def verify(path: Path, storage: Storage | None = None) -> Report:
    """Check one save from its first byte to its last. Never raises; writes nothing and takes no lock."""
    name = clean(str(path), 200)
    try:
        loaded = load_file(path, storage)
    except SaveError as error:
        return Report(name, False, record=0, reason=str(error))
    history, damage = loaded.history, loaded.damage
    return Report(
        name,
        damage is None,
        len(history.plays),
        history.records,
        None if damage is None else damage.record,
        "" if damage is None else damage.reason,
        history.header.game,
        loaded.finished,
        history.game.totals(history.state),
    )
