"""Windows at one open table, each a process. Run as ``python -m tests.table.sharing KILLS SEED``.

A window plays random moves for its seat, follows the others, and when it keeps the table plays the bots too. It says
after every fsync which record is safe. The trial kills a random window, the keeper as often as the others, and opens
it anew; a window that sees nothing new for long says so and ends.
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.conformance.facts import random_move
from tests.null.entry import NULL, registered
from tests.table.helpers import null_header
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.session.text import lost
from towergames.table.errors import TableError
from towergames.table.records import OPEN_FORMAT, Header, digest
from towergames.table.save_file import load_file
from towergames.table.shared import Overtaken, SharedTable, Writing
from towergames.table.store import Store

ACK = struct.Struct("<BI16s")
MOVE, OTHER, KEEPER, END, STUCK, REFUSED, SEEN, LOST = range(8)
"""What a window tells: that a record of its player is safe, or one of the table; what became of it; what it knows."""
OWN = ("action", "note")
PATIENCE = 20.0
TAKEOVER = 2.0


def opened(header: Header) -> Header:
    return replace(header, format=OPEN_FORMAT)


def play_at(
    table: SharedTable,
    seat: int,
    out: int,
    dice: random.Random,
    *,
    refused: tuple[type[TableError], ...] = (Overtaken,),
    leaves: Callable[[], bool] = lambda: False,
) -> None:
    """Play at a window until the game is over or it ``leaves``, telling ``out`` every record that is safe.

    ``refused`` are the refusals that may come.
    """
    kept, seen, since = False, -1, time.monotonic()
    answered = table._answered

    def tell(what: int) -> None:
        os.write(out, ACK.pack(what, table.history.records, digest(table.history.state).encode()))

    def safe(writing: Writing) -> bool:
        done = answered(writing)
        if done:
            own = writing.record.by == seat and writing.record.kind in OWN
            tell(MOVE if own else OTHER)
        return done

    table._answered = safe  # type: ignore[method-assign]
    while not leaves():
        try:
            table.follow()
        except refused:
            tell(REFUSED)
        if table.keeps and not kept:
            kept = True
            tell(KEEPER)
        if table.journal.records != seen:
            seen, since = table.journal.records, time.monotonic()
            tell(SEEN)
        elif time.monotonic() - since > PATIENCE:
            tell(STUCK)
            return
        if isinstance(table.turn, Over) and table.history.ended:
            tell(END)
            return
        try:
            _act(table, seat, dice)
        except refused:
            tell(REFUSED)
        time.sleep(dice.random() * 0.002)
    if not table.close():
        print(f"window {seat}: {lost(table.saved)}", file=sys.stderr, flush=True)
        tell(LOST)


def _act(table: SharedTable, seat: int, dice: random.Random) -> None:
    """Do something if it is the window's turn to do it."""
    turn, request = table.turn, table.history.request
    if request is not None and seat in request.waits_for:
        table.answer_undo(seat, dice.random() < 0.5)
        return
    if not isinstance(turn, Decide):
        table.advance()
        return
    wish = dice.random()
    if wish < 0.02:
        try:
            if table.undo_offer(seat).free:
                table.undo(seat)
            elif request is None:
                table.ask_undo(seat)
        except Overtaken:
            raise
        except TableError:
            pass  # nothing to undo, or nobody there to be asked
    elif wish > 0.98:
        table.say(seat, f"{seat} says {wish}")
    elif turn.seat == seat or (turn.seat not in table.humans and table.keeps):
        own = Dice(dice.randrange(10**9), 0, "play")
        table.submit(turn.seat, random_move(table.game, table.history.state, own))


@dataclass
class Process:
    seat: int
    pid: int
    out: int
    heard: bytearray = field(default_factory=bytearray)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def listen(self) -> list[tuple[int, int, str]]:
        """What it has told since the last call."""
        try:
            while part := os.read(self.out, 1 << 16):
                self.heard += part
        except BlockingIOError:
            pass
        whole = len(self.heard) // ACK.size * ACK.size
        told = [(what, n, state.decode()) for what, n, state in ACK.iter_unpack(bytes(self.heard[:whole]))]
        del self.heard[:whole]
        return told


def start(seat: int, run: Callable[[int], None]) -> Process:
    """Fork a window; ``run`` gets the file that it tells what it does."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            run(writing)
            os._exit(0)
        except BaseException as error:
            print(f"window {seat}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
    os.close(writing)
    os.set_blocking(reading, False)
    return Process(seat, pid, reading)


def window(folder: Path, name: str, seat: int, seed: int) -> Process:
    """Sit down in a process of its own and play until the game is over."""
    return start(seat, lambda out: play_at(Store(folder).join(name, (seat,)), seat, out, random.Random(seed)))


def play(folder: Path, name: str, header: Header) -> Counter[str]:
    """A whole game, every person in a process of their own."""
    Store(folder).begin(opened(header), name).close()
    people = [seat for seat, setup in enumerate(header.seats) if not setup.bot]
    running = [window(folder, name, seat, header.seed * 10 + seat) for seat in people]
    found: Counter[str] = Counter()
    acks: list[tuple[int, str]] = []
    for process in running:
        _, status = os.waitpid(process.pid, 0)
        found["crashed"] += status != 0
        for what, n, state in process.listen():
            found["refused"] += what == REFUSED
            found["ended"] += what == END
            found["stuck"] += what == STUCK
            if what in (MOVE, OTHER):
                acks.append((n, state))
        os.close(process.out)
    _compare(folder / f"{name}.jsonl", acks, found)
    return found


def _compare(path: Path, acks: list[tuple[int, str]], found: Counter[str]) -> None:
    loaded = load_file(path)
    records = loaded.contents.records
    found["acknowledged"] += len(acks)
    found["damaged"] += loaded.damage is not None
    found["twice"] += len(acks) - len({n for n, _ in acks})
    found["lost"] += sum(n > len(records) or records[n - 1].state != state for n, state in acks)
    found["over"] += loaded.history.ended


def kill(kills: int, seed: int) -> Counter[str]:
    """Kill ``kills`` windows, one after the other, at random moments; counts of what was found."""
    dice, found = random.Random(seed), Counter[str](kills=0, lost=0, twice=0, damaged=0, stuck=0)
    slowest = 0.0
    with tempfile.TemporaryDirectory() as made, registered(NULL):
        folder, game = Path(made), 0
        while found["kills"] < kills:
            game += 1
            name = f"game-{game}"
            header = opened(null_header("", "", "", seed=game, heap=4000, limit=1))
            Store(folder).begin(header, name).close()
            running = {seat: window(folder, name, seat, dice.randrange(10**9)) for seat in range(3)}
            acks: list[tuple[int, str]] = []
            own, killed = Counter[int](), Counter[int]()
            keeper: int | None = None
            for _ in range(min(50, kills)):
                time.sleep(dice.random() * 0.06)
                for process in running.values():
                    if KEEPER in _hear(process, acks, own, found):
                        keeper = process.seat
                victim = running[dice.randrange(3)]
                began = time.monotonic()
                victim.kill()
                found["kills"] += 1
                killed[victim.seat] += 1
                _hear(victim, acks, own, found)
                os.close(victim.out)
                others = [process for seat, process in running.items() if seat != victim.seat]
                while keeper == victim.seat and time.monotonic() - began < TAKEOVER:
                    for process in others:
                        if KEEPER in _hear(process, acks, own, found):
                            keeper = process.seat
                    time.sleep(0.001)
                found["not taken over"] += keeper == victim.seat
                slowest = max(slowest, time.monotonic() - began)
                running[victim.seat] = window(folder, name, victim.seat, dice.randrange(10**9))
            time.sleep(0.1)
            for process in running.values():
                process.kill()
                killed[process.seat] += 1
                _hear(process, acks, own, found)
                os.close(process.out)
            path = folder / f"{name}.jsonl"
            _compare(path, acks, found)
            records = load_file(path).contents.records
            made_by = Counter(record.by for record in records if record.kind in OWN)
            # A window that was killed may have written one record that it could not tell of.
            found["twice"] += sum(made_by[seat] > own[seat] + killed[seat] for seat in range(3))
    found["slowest takeover, ms"] = int(slowest * 1000)
    return found


def _hear(process: Process, acks: list[tuple[int, str]], own: Counter[int], found: Counter[str]) -> set[int]:
    told = process.listen()
    for what, n, state in told:
        found["stuck"] += what == STUCK
        found["refused"] += what == REFUSED
        found["keepers"] += what == KEEPER
        own[process.seat] += what == MOVE
        if what in (MOVE, OTHER):
            acks.append((n, state))
    return {what for what, _, _ in told}


if __name__ == "__main__":
    print(json.dumps(kill(int(sys.argv[1]), int(sys.argv[2]))))
