"""R4 and R5: how long a save takes and how long a load takes at 5,000 records.

``pytest -n 0 -m long -s tests/table/test_save_times.py`` prints the figures of RELIABILITY.md beside the table's code.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

from tests.conformance.playing import Case
from tests.conformance.seating import header_for, play_on
from tests.null.entry import NULL
from towergames import registry
from towergames.core.contract import Over
from towergames.table.storage import Handle, OsStorage
from towergames.table.store import Store, load_file

RECORDS = 5000
CASES = {
    "null, nearly all moves": Case(NULL, 2, (("heap", 4000), ("limit", 1), ("polite", True))),
    "takethat, half of it undo and redo": Case(registry.get("takethat"), 4, ()),
}


class HastyDisk(OsStorage):
    """No fsync, to build long saves quickly."""

    def open_append(self, path: Path, *, create: bool) -> Handle:
        handle = super().open_append(path, create=create)
        handle.sync = lambda: None  # type: ignore[method-assign]
        return handle


def long_save(folder: Path, case: Case, records: int) -> None:
    """A save with so many records, not finished."""
    table = Store(folder, HastyDisk()).begin(header_for(case), "long")
    everybody = tuple(range(case.seats))
    play_on(table, 40)
    while table.history.records < records:
        left = case.entry.key == "null" and table.view(None).heap > 400
        if not left:
            table.undo(table.turn.seat, everybody)
            table.redo()
        else:
            play_on(table, 1, table.history.records)
        assert not isinstance(table.turn, Over)
    table.close()


@pytest.mark.long
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_saving_and_loading_at_five_thousand_records(case: Case, tmp_path: Path, null_game: object) -> None:
    long_save(tmp_path, case, RECORDS)
    path = tmp_path / "long.jsonl"
    loads = []
    for _ in range(5):
        began = time.perf_counter()
        loaded = load_file(path)
        loads.append(time.perf_counter() - began)
    assert len(loaded.contents.records) >= RECORDS
    table = Store(tmp_path).open("long")
    journal = table.journal
    saves = []
    for _ in range(500):
        began = time.perf_counter()
        journal.append(0, "note", {"note": "hint"}, "0" * 16)
        saves.append(time.perf_counter() - began)
    table.close()
    assert not table.saved.unsaved_reason
    saves.sort()
    p50, p99 = statistics.median(saves), saves[int(len(saves) * 0.99)]
    print(
        f"\n{case.entry.key}: {len(loaded.contents.records)} records, {path.stat().st_size // 1024} kB; "
        f"save p50 {p50 * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms; load best {min(loads):.2f} s, worst {max(loads):.2f} s"
    )
    assert p99 <= 0.020
    assert min(loads) <= 1.0
