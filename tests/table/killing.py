"""R1: real processes killed at random instants while they save. Run as ``python -m tests.table.killing TRIALS SEED``.

One process that has everything imported forks a child for every trial, so that a trial costs milliseconds; each is a
real SIGKILL of a process that was appending, beginning or recovering a save.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import struct
import sys
import tempfile
import time
from pathlib import Path

from tests.null.entry import NULL, registered
from tests.table.helpers import null_header
from towergames.core.dice import Dice
from towergames.table.errors import SaveError
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.store import Store

ACK = struct.Struct("<I16s")
RECORDS_PER_SAVE = 150


def play_until_killed(folder: Path, name: str, out: int, seed: int) -> None:
    """Open or begin the save and play on, saying after every fsync how many records are safe, and the state."""
    store = Store(folder)
    table = store.open(name) if name in store.names() else store.begin(null_header("", "", heap=4000, limit=1), name)
    number = 0
    while True:
        turn = table.turn
        dice = Dice(seed, number)
        number += 1
        if dice.random() < 0.1 and table.undo_offer(turn.seat).to is not None:
            table.undo(turn.seat, (0, 1))
            if dice.random() < 0.5:
                table.redo()
        else:
            table.submit(turn.seat, table.game.choices(table.history.state).sample(dice))
        assert table.journal.saved
        os.write(out, ACK.pack(table.journal.records, digest(table.history.state).encode()))


def one_kill(folder: Path, name: str, seed: int, after: float) -> tuple[int, str]:
    """Start a child, kill it some time after its first word; the last (records, state) it acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play_until_killed(folder, name, writing, seed)
        finally:
            os._exit(1)
    os.close(writing)
    if seed % 4:  # every fourth child is killed while it begins, opens or recovers, the others in the middle of play
        select.select([reading], [], [], 5)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child died by itself"
    assert os.WTERMSIG(status) == signal.SIGKILL
    said = b""
    while part := os.read(reading, 1 << 16):
        said += part
    os.close(reading)
    whole = len(said) // ACK.size
    if not whole:
        return 0, ""
    records, state = ACK.unpack_from(said, (whole - 1) * ACK.size)
    return records, state.decode()


def main(trials: int, seed: int) -> dict[str, int]:
    """Kill ``trials`` times; counts of what was found afterwards."""
    found = {"trials": trials, "acknowledged": 0, "lost": 0, "corrupt": 0, "torn": 0, "no_header": 0}
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as made, registered(NULL):
        folder, number, safe = Path(made), 1, (0, "")
        for trial in range(trials):
            name = f"save-{number}"
            safe = max(safe, one_kill(folder, name, trial, dice.random() * 0.015), key=lambda ack: ack[0])
            state = _after(folder / f"{name}.jsonl", safe, found)
            if state == "new save" or safe[0] > RECORDS_PER_SAVE:
                found["acknowledged"] += safe[0]
                number, safe = number + 1, (0, "")
        found["acknowledged"] += safe[0]
    return found


def _after(path: Path, safe: tuple[int, str], found: dict[str, int]) -> str:
    if not path.exists():
        found["lost"] += bool(safe[0])
        return ""
    try:
        loaded = load_file(path)
    except SaveError:  # killed while the very first line was being written
        found["no_header"] += 1
        found["lost"] += bool(safe[0])
        return "new save"
    if loaded.damage is not None:
        torn = loaded.damage.reason == "the last line was not finished"
        found["torn" if torn else "corrupt"] += 1
    records = loaded.contents.records
    kept = len(records) >= safe[0] and (not safe[0] or records[safe[0] - 1].state == safe[1])
    found["lost"] += not kept
    return ""


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
