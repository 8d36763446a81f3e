"""R11: two processes, one save. Run as ``python -m tests.table.racing RACES SEED``."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.null.entry import NULL, registered
from tests.table.helpers import null_header
from towergames.core.dice import Dice
from towergames.table.lock import take_lock
from towergames.table.records import digest
from towergames.table.store import Store, load_file


def race(folder: Path, name: str, start: float, out: int, seed: int) -> None:
    """At ``start`` open the save, play some moves if that is allowed, and tell which records were acknowledged."""
    dice = Dice(seed)
    while time.monotonic() < start:
        pass
    time.sleep(dice.random() * 0.004)
    table = Store(folder).open(name)
    mine = []
    for _ in range(0 if table.read_only else 1 + dice.below(6)):
        table.submit(table.turn.seat, table.game.choices(table.history.state).sample(dice))
        assert table.journal is not None
        if table.journal.saved:
            mine.append((table.journal.records, digest(table.history.state)))
        time.sleep(dice.random() * 0.002)
    looked_only = table.read_only
    table.close()
    os.write(out, json.dumps({"read_only": looked_only, "mine": mine}).encode())


def one_race(folder: Path, name: str, seed: int) -> list[dict[str, object]]:
    """Both children's reports."""
    start, pipes = time.monotonic() + 0.01, []
    for child in range(2):
        reading, writing = os.pipe()
        if os.fork() == 0:
            try:
                race(folder, name, start, writing, seed * 2 + child)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        pipes.append(reading)
    reports = []
    for reading in pipes:
        said = b""
        while part := os.read(reading, 1 << 16):
            said += part
        os.close(reading)
        reports.append(json.loads(said) if said else {"crashed": True, "mine": []})
    for _ in pipes:
        os.wait()
    return reports


def take_turns(folder: Path, processes: int, rounds: int) -> dict[str, int]:
    """Processes that take one save's lock and let it go again and again; how often that worked, and how often two met.

    Whoever has the lock makes a file that must not be there, and removes it before the lock goes.
    """
    pipes = []
    for _ in range(processes):
        reading, writing = os.pipe()
        if os.fork() == 0:
            try:
                os.write(writing, json.dumps(_take_turns(folder, rounds)).encode())
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        pipes.append(reading)
    found = {"taken": 0, "met": 0}
    for reading in pipes:
        for key, count in json.loads(os.read(reading, 1 << 16)).items():
            found[key] += count
        os.close(reading)
        os.wait()
    return found


def _take_turns(folder: Path, rounds: int) -> dict[str, int]:
    found = {"taken": 0, "met": 0}
    while found["taken"] < rounds:
        lock = take_lock(folder / "game.jsonl")
        if lock is None:
            continue
        assert not lock.lacking
        found["taken"] += 1
        try:
            os.close(os.open(folder / "inside", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            found["met"] += 1
        else:
            os.sched_yield()
            os.unlink(folder / "inside")
        lock.free()
    return found


def main(races: int, seed: int) -> dict[str, int]:
    """Race; counts of what was found in the file afterwards."""
    found = {"races": races, "acknowledged": 0, "lost": 0, "damaged": 0, "crashed": 0, "read_only": 0, "twice": 0}
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as made, registered(NULL):
        folder = Path(made)
        store = Store(folder)
        for number in range(races):
            name = f"race-{number // 10}"
            if name not in store.names():
                store.begin(null_header("", "", heap=4000, limit=1), name).close()
            reports = one_race(folder, name, dice.randrange(10**9))
            loaded = load_file(folder / f"{name}.jsonl")
            found["damaged"] += loaded.damage is not None
            acks = [(n, state) for report in reports for n, state in report["mine"]]  # type: ignore[attr-defined]
            found["acknowledged"] += len(acks)
            found["lost"] += sum(n > len(loaded.contents.records) for n, _ in acks)
            found["lost"] += sum(loaded.contents.records[n - 1].state != state for n, state in acks)
            found["twice"] += len(acks) - len({n for n, _ in acks})
            found["crashed"] += sum("crashed" in report for report in reports)
            found["read_only"] += sum(bool(report.get("read_only")) for report in reports)
        found["locks left"] = sum(1 for entry in folder.iterdir() if entry.name.endswith(".lock"))
    return found


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
