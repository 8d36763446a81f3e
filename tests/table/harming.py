"""Windows at one open table whose file another program harms; they are killed and leave at random moments.

Run as ``python -m tests.table.harming KILLS SEED``. The other program cuts the file, between two lines or in one,
empties or removes it, moves its folder away, or writes lines behind the records. It does so while nobody writes and
every window has seen the last record: what one window alone knows is gone with it. Then a window is killed, and opened
again. Within a while the table has to go on at all three, or, where it waits for the file, the others leave. What was
acknowledged has to be in one of the saves that are there in the end.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.null.entry import NULL, registered
from tests.table.helpers import append, null_header
from tests.table.sharing import KEEPER, LOST, MOVE, OTHER, SEEN, STUCK, Process, opened, play_at, start
from towergames.table import shared_journal
from towergames.table.errors import SaveError, TableError
from towergames.table.lock import take_lock
from towergames.table.save_file import load_file
from towergames.table.store import Store

DOUBT, LONG_DOUBT = 0.1, 0.6
"""Seconds instead of two and ten, so that as much happens in less time."""
PATIENCE = 20.0


def cut_between_lines(path: Path, dice: random.Random) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: max(1, len(lines) - dice.randint(1, 9))]))


def cut_in_a_line(path: Path, dice: random.Random) -> None:
    os.truncate(path, dice.randrange(path.stat().st_size))


def empty(path: Path, dice: random.Random) -> None:
    os.truncate(path, 0)


def remove(path: Path, dice: random.Random) -> None:
    path.unlink()


def move_folder(path: Path, dice: random.Random) -> None:
    path.parent.rename(path.parent.with_name(f"{path.parent.name}-{dice.randrange(10**9)}"))


def stray_lines(path: Path, dice: random.Random) -> None:
    append(path, dice.randbytes(dice.randint(0, 60)).replace(b"\n", b"") + b"\n" * dice.randint(1, 3))


HARM: tuple[Callable[[Path, random.Random], None], ...] = (
    *(cut_between_lines, cut_in_a_line, empty, remove, move_folder, stray_lines),
)
LASTING = (cut_in_a_line, empty)
"""After these the table waits until it is left."""


def window(folder: Path, seat: int, out: int, seed: int) -> None:
    """Sit down as soon as that is possible, and play until SIGTERM asks to leave."""
    shared_journal.REPLACED_AFTER_SECONDS, shared_journal.LONG_DOUBT = DOUBT, LONG_DOUBT
    asked: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    end = time.monotonic() + PATIENCE
    while not asked:
        try:
            table = Store(folder).join("game", (seat,))
        except TableError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            play_at(table, seat, out, random.Random(seed), refused=(TableError,), leaves=lambda: bool(asked))
            return


class Game:
    """One game in a folder of its own, at three windows."""

    def __init__(self, made: Path, number: int, dice: random.Random, found: Counter[str]) -> None:
        self.folder, self.dice, self.found = made / f"game-{number:05d}", dice, found
        self.path = self.folder / "game.jsonl"
        header = opened(null_header("", "", "", seed=number, heap=4000, limit=1))
        Store(self.folder).begin(header, "game").close()
        self.acknowledged: set[tuple[int, str]] = set()
        self.known: dict[int, tuple[int, str]] = {}
        """The last record that each window knows."""
        self.running = {seat: self._start(seat) for seat in range(3)}

    def _start(self, seat: int) -> Process:
        self.known.pop(seat, None)
        seed = self.dice.randrange(10**9)
        return start(seat, lambda out: window(self.folder, seat, out, seed))

    def hear(self) -> None:
        """Take in what the windows have told."""
        for process in self.running.values():
            for what, n, state in process.listen():
                self.found["stuck"] += what == STUCK
                self.found["told to be lost"] += what == LOST
                self.found["keepers"] += what == KEEPER
                if what in (MOVE, OTHER):
                    self.acknowledged.add((n, state))
                if what in (MOVE, OTHER, SEEN):
                    self.known[process.seat] = n, state

    def harm(self) -> Callable[[Path, random.Random], None] | None:
        """Harm the file while nobody writes and all know the last record; how, None when that did not come."""
        end = time.monotonic() + 3
        while time.monotonic() < end:
            lock = take_lock(self.path, "write", shared=True)
            if lock is None or lock.lacking:
                time.sleep(0.001)
                continue
            try:
                pause = time.monotonic() + 0.1
                while time.monotonic() < pause:
                    self.hear()
                    if self._all_know():
                        how = self.dice.choice(HARM)
                        how(self.path, self.dice)
                        self.found[how.__name__] += 1
                        return how
                    time.sleep(0.002)
            finally:
                lock.free()
            time.sleep(0.02)
        return None

    def _heal(self) -> None:
        """Wait until all windows go on: who knows the records must not be killed before they are kept."""
        end = time.monotonic() + PATIENCE
        while not self._all_follow() and time.monotonic() < end:
            time.sleep(0.01)
            self.hear()
        self.found["not healed"] += time.monotonic() > end

    def _records(self) -> list[tuple[int, str]]:
        """The records that lie there, none while the file cannot be read to its end; the first is none too."""
        try:
            loaded = load_file(self.path)
        except SaveError:
            return []
        return [] if loaded.damage is not None else [(0, ""), *((r.n, r.state) for r in loaded.contents.records)]

    def _all_know(self) -> bool:
        return len(self.known) == 3 and set(self.known.values()) == set(self._records()[-1:])

    def _all_follow(self) -> bool:
        """Whether what every window knows lies there."""
        return len(self.known) == 3 and set(self.known.values()) <= set(self._records())

    def kill(self) -> None:
        victim = self.running[self.dice.randrange(3)]
        victim.kill()
        self.found["kills"] += 1
        self.hear()
        os.close(victim.out)
        del self.running[victim.seat]

    def play(self, kills: int) -> None:
        """Harm the file and kill windows until the table waits for good, or so many were killed; then all leave."""
        for _ in range(kills):
            time.sleep(self.dice.random() * 0.1)
            how = self.harm() if self.dice.random() < 0.7 else None
            time.sleep(self.dice.random() * self.dice.choice((0.002, 0.05, 1.0)))
            self.kill()
            if how in LASTING:
                break
            missing = ({0, 1, 2} - set(self.running)).pop()
            self.running[missing] = self._start(missing)
            if how is not None:
                self._heal()
        time.sleep(self.dice.random() * self.dice.choice((0.01, 1.5)))
        self.leave()

    def leave(self) -> None:
        """Let all windows leave, and compare what they were told with what is there."""
        for process in self.running.values():
            os.kill(process.pid, signal.SIGTERM)
        for process in self.running.values():
            _, status = os.waitpid(process.pid, 0)
            self.found["crashed"] += status != 0
        self.hear()
        for process in self.running.values():
            os.close(process.out)
        kept: set[tuple[int, str]] = set()
        for save in self.folder.parent.glob(f"{self.folder.name}*/*.jsonl"):
            try:
                loaded = load_file(save)
            except SaveError:
                continue  # the file that was emptied
            kept |= {(record.n, record.state) for record in loaded.contents.records}
            if "conflict" in save.name:
                self.found["copies"] += 1
                self.found["damaged copies"] += loaded.damage is not None
        self.found["acknowledged"] += len(self.acknowledged)
        self.found["lost"] += len(self.acknowledged - kept)


def main(kills: int, seed: int) -> Counter[str]:
    """Kill so many windows; counts of what was found."""
    dice, number = random.Random(seed), 0
    found = Counter[str](dict.fromkeys(FAULTS, 0))
    with tempfile.TemporaryDirectory() as made, registered(NULL):
        while found["kills"] < kills:
            number += 1
            Game(Path(made), number, dice, found).play(min(12, kills - found["kills"]))
    found["games"] = number
    return found


FAULTS = ("lost", "damaged copies", "told to be lost", "not healed", "stuck", "crashed")
"""What must not be found."""


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
