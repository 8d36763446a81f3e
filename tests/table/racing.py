"""R11: two processes, one save. Run as ``python -m tests.table.racing RACES SEED``."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.null.entry import NULL, registered
from tests.table.helpers import null_header
from towergames.core.dice import Dice
from towergames.table.lock import take_lock
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.store import Store


def race(folder: Path, name: str, start: float, seed: int) -> dict[str, Any]:
    """At ``start`` open the save, and play some moves if that is allowed; which records were acknowledged."""
    dice = Dice(seed)
    while time.monotonic() < start:
        pass
    time.sleep(dice.random() * 0.004)
    table = Store(folder).open(name)
    mine = []
    for _ in range(0 if table.read_only else 1 + dice.below(6)):
        table.submit(table.turn.seat, table.game.choices(table.history.state).sample(dice))
        if table.journal.saved:
            mine.append((table.journal.records, digest(table.history.state)))
        time.sleep(dice.random() * 0.002)
    looked_only = table.read_only
    table.close()
    return {"read_only": looked_only, "mine": mine}


def in_processes(*jobs: Callable[[], object]) -> list[Any]:
    """The answers of jobs that run at once, each in a process of its own; None for a process that crashed."""
    pipes = []
    for job in jobs:
        reading, writing = os.pipe()
        if os.fork() == 0:
            try:
                os.write(writing, json.dumps(job()).encode())
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        pipes.append(reading)
    answers = []
    for reading in pipes:
        with open(reading, "rb") as file:
            said = file.read()
        answers.append(json.loads(said) if said else None)
        os.wait()
    return answers


def take_turns(folder: Path, processes: int, rounds: int) -> dict[str, int]:
    """Processes that take one save's lock and let it go again and again; how often that worked, and how often two met.

    Whoever has the lock makes a file that must not be there, and removes it before the lock goes.
    """
    found = in_processes(*[lambda: _take_turns(folder, rounds)] * processes)
    return {key: sum(counted[key] for counted in found) for key in ("taken", "met")}


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
            start, seed = time.monotonic() + 0.01, dice.randrange(10**9)
            runs = [partial(race, folder, name, start, seed * 2 + child) for child in range(2)]
            reports = [report for report in in_processes(*runs) if report is not None]
            loaded = load_file(folder / f"{name}.jsonl")
            found["damaged"] += loaded.damage is not None
            acks = [(n, state) for report in reports for n, state in report["mine"]]
            found["acknowledged"] += len(acks)
            found["lost"] += sum(n > len(loaded.contents.records) for n, _ in acks)
            found["lost"] += sum(loaded.contents.records[n - 1].state != state for n, state in acks)
            found["twice"] += len(acks) - len({n for n, _ in acks})
            found["crashed"] += len(runs) - len(reports)
            found["read_only"] += sum(report["read_only"] for report in reports)
        found["locks left"] = sum(1 for entry in folder.iterdir() if entry.name.endswith(".lock"))
    return found


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
