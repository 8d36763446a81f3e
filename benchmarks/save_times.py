"""R4 and R5: how long a save and a load take at 5,000 records: ``python -m benchmarks.save_times``.

It fails where a limit of RELIABILITY.md, beside the code of the table, is passed.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conformance.playing import Case
from tests.conformance.seating import header_for, play_on
from tests.null.entry import NULL, registered
from towergames import registry
from towergames.core.contract import Over
from towergames.table.save_file import load_file
from towergames.table.storage import Handle, OsStorage
from towergames.table.store import Store

RECORDS = 5000
CASES = (
    Case(NULL, 2, (("heap", 4000), ("limit", 1), ("polite", True))),
    Case(registry.get("takethat"), 4, ()),
)
"""Nearly all of the first are moves, half of the second are undo and redo."""


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


def measure(case: Case, folder: Path) -> None:
    """Print the times of one game, and compare them with their limits."""
    long_save(folder, case, RECORDS)
    path = folder / "long.jsonl"
    loads = []
    for _ in range(5):
        began = time.perf_counter()
        loaded = load_file(path)
        loads.append(time.perf_counter() - began)
    assert len(loaded.contents.records) >= RECORDS
    table = Store(folder).open("long")
    saves = []
    for _ in range(500):
        began = time.perf_counter()
        table.journal.append(0, "note", {"note": "hint"}, "0" * 16)
        saves.append(time.perf_counter() - began)
    table.close()
    assert not table.saved.unsaved_reason
    saves.sort()
    p50, p99 = statistics.median(saves), saves[int(len(saves) * 0.99)]
    print(
        f"{case.entry.key}: {len(loaded.contents.records)} records, {path.stat().st_size // 1024} kB; "
        f"save p50 {p50 * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms; load best {min(loads):.2f} s, worst {max(loads):.2f} s"
    )
    assert p99 <= 0.020
    assert min(loads) <= 1.0


def main() -> None:
    """Print one line a case."""
    with registered(NULL):
        for case in CASES:
            with TemporaryDirectory() as folder:
                measure(case, Path(folder))


if __name__ == "__main__":
    main()
