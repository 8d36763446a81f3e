"""A restless player at the real program: nothing that is typed, clicked, pasted or resized ends it or stops it.

    uv run python -m tests.pty.monkey run HOURS [SEED]    sessions one after another; failures go to files
    uv run python -m tests.pty.monkey again FILE          what a failure has written down, once more

A session is one home with the examples as saves, where the program is started up to three times. Each of these ends by
Ctrl+Q or SIGTERM, which must be answered, whatever the program does. A change of the size must be answered too.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.forked import ROOT
from tests.pty.gestures import GAMES, SIZES, Player, Stroke, screen_of, stroke
from tests.pty.terminal import Terminal

PATIENCE = 8.0
"""Seconds in which the program answers; those in which it waits for a processor do not count."""
LONGEST = 90.0
"""The same, whatever it waits for."""
KEPT = 100_000
"""Bytes of what the program wrote last."""
GOOD_ENDS = (0, 130, 143)
"""After Ctrl+Q, Ctrl+C, SIGTERM."""
FAULTS = (b"Traceback (most recent call last)", b"because of a fault in the program")
PIXELS = {b"\x1b[16t": b"\x1b[6;9;4t", b"a=q": b"\x1b_Gi=31;OK\x1b\\", b"\x1b[c": b"\x1b[?62;22c"}
SIXELS = {b"\x1b[16t": b"\x1b[6;9;4t", b"\x1b[c": b"\x1b[?62;4;22c"}
DUMB: dict[bytes, bytes] = {}
ANSWERS = {"none": DUMB, "kitty": PIXELS, "sixel": SIXELS}


SEATS = (("Ann",), ("Ann", "Bob"), ("Ann", "bot:easy"), ("bot:easy", "Ann"), ("bot:easy", "bot:easy"))
PROBED = 20
"""After so many things that the player does the program must answer a change of the size."""


class Fault(AssertionError):
    """What the program did that it must not do."""


@dataclass
class Run:
    """One start of the program: how it was started, and what was typed."""

    args: Sequence[str]
    size: tuple[int, int]
    answers: str = "none"
    end: str = "\x11"
    env: dict[str, str] = field(default_factory=dict)
    strokes: list[Stroke] = field(default_factory=list)


@dataclass
class Tally:
    """What was done so far."""

    seconds: float = 0.0
    runs: int = 0
    strokes: int = 0
    keys: int = 0
    slowest: float = 0.0
    """Seconds of the slowest answer."""
    screens: Counter[str] = field(default_factory=Counter)
    """How often each screen was looked at."""

    def __str__(self) -> str:
        seen = ", ".join(f"{name} {count}" for name, count in self.screens.most_common())
        done = (
            f"{self.seconds / 3600:.2f} h of the program, {self.runs} starts, {self.strokes} strokes, {self.keys} bytes"
        )
        return f"{done}, slowest answer {self.slowest:.1f} s; {seen}"


class Window:
    """The program of one run on a terminal, watched for whatever it must not do."""

    def __init__(self, run: Run, home: Path, tally: Tally, program: Sequence[str] = ()) -> None:
        env = dict(run.env)
        if run.answers != "none":
            env |= dict.fromkeys(("SSH_CONNECTION", "TERM_PROGRAM", "TMUX", "STY"), "")
        self.terminal = Terminal(run.args, home, run.size, env, program, ANSWERS[run.answers])
        os.set_blocking(self.terminal.fd, False)
        self._tally = tally
        # Without an unfinished game there is nothing to continue, which is told.
        self._good_ends = (*GOOD_ENDS, 2) if list(run.args) == ["continue"] else GOOD_ENDS
        self.written = 0
        """How many bytes the program has written."""
        self._kept = 0
        self._patiently()

    def wait(self) -> bool:
        """Wait until the program has taken the terminal, which before would read keys itself; whether it runs."""
        return self._wait_while(lambda: self.terminal.on_main_screen, "the program shows nothing")

    def _wait_while(self, holds: Callable[[], bool], fault: str) -> bool:
        """Wait while something holds; whether the program still runs. It is a fault where that takes too long."""
        self._patiently()
        while holds():
            if not self._going_on(0.05):
                return False
            if self._impatient():
                raise Fault(fault)
        return True

    def do(self, stroke: Stroke) -> bool:
        """Do a stroke; whether the program still runs."""
        self._tally.strokes += 1
        if stroke.size:
            self.terminal.resize(*stroke.size)
        data = stroke.data.encode("utf-8", "surrogateescape")
        self._tally.keys += len(data)
        self._patiently()
        while data:
            if not self._going_on(0.0):
                return False
            if select.select([], [self.terminal.fd], [], 0.05)[1]:
                data = data[os.write(self.terminal.fd, data) :]
            elif self._impatient():
                raise Fault("the program reads nothing")
        return self._going_on(stroke.wait)

    def redraw(self, size: tuple[int, int]) -> bool:
        """Give the window another size, and wait for an answer; whether the program still runs."""
        self._going_on(0.0)
        shown = self.written
        self.terminal.resize(*size)
        return self._wait_while(lambda: self.written == shown, "the program draws nothing after a change of the size")

    def leave(self, way: str) -> None:
        """End the program by a key or by SIGTERM."""
        self._patiently()
        if self.terminal.on_main_screen:  # a key has ended it a moment ago; Python then hears no signals any more
            self._good_ends = (*self._good_ends, -signal.SIGTERM)
        self.terminal.signal(signal.SIGTERM) if way == "SIGTERM" else os.write(self.terminal.fd, way.encode())
        while self._going_on(0.05):
            if self._impatient():
                raise Fault(f"the program does not end after {way!r}")

    def autopsy(self) -> str:
        """What every thread of a program that hangs is doing; ends it."""
        if self.terminal.status is None:
            self.terminal.signal(signal.SIGABRT)
            end = time.monotonic() + 10
            while time.monotonic() < end and self.terminal.pump(0.1):
                pass
        return self.terminal.raw[-20_000:].decode("utf-8", "replace")

    def close(self) -> None:
        """End the program whatever it does."""
        self.terminal.close()

    def _going_on(self, seconds: float) -> bool:
        """Read for so long; whether the program still runs. Fails when it has ended as it must not."""
        end = time.monotonic() + seconds
        alive = self.terminal.pump(seconds)
        while alive and (left := end - time.monotonic()) > 0:
            alive = self.terminal.pump(left)
        raw = self.terminal.raw
        self.written += len(raw) - self._kept
        for fault in FAULTS:
            if raw.find(fault, max(0, self._kept - 100)) >= 0:
                raise Fault(f"{fault.decode()!r} on the terminal")
        del raw[:-KEPT]
        self._kept = len(raw)
        if not alive and self.terminal.status not in self._good_ends:
            raise Fault(f"the program ended with {self.terminal.status}")
        return alive

    def _waiting(self) -> float:
        """Seconds for which a thread of the program has waited for a processor, at most."""
        waits = [0.0]
        for stat in Path(f"/proc/{self.terminal.pid}/task").glob("*/schedstat"):
            try:
                waits.append(int(stat.read_text().split()[1]) / 1e9)
            except (OSError, IndexError):  # the thread has ended
                continue
        return max(waits)

    def _patiently(self) -> None:
        self._since, self._waited = time.monotonic(), self._waiting()

    def _impatient(self) -> bool:
        taken = time.monotonic() - self._since
        waited = self._waiting() - self._waited
        self._tally.slowest = max(self._tally.slowest, min(taken, max(0.0, taken - waited)))
        return taken > LONGEST or taken - max(0.0, waited) > PATIENCE


def arguments(dice: Random) -> list[str]:
    """How the program is started: mostly with the menu."""
    game = dice.choice(("bricks", "konexi", "leaning", "words", "takethat"))
    kind = dice.random()
    if kind < 0.5:
        return []
    if kind < 0.85:
        seats = dice.choice(SEATS)
        if game not in ("bricks", "words") and len(seats) < 2:
            seats = ("Ann", "bot:easy")
        options = dice.choice(((), (), ("--open",))) if "Ann" in seats else ()
        return ["play", game, *options, "--seed", str(dice.randrange(1000)), *(p for s in seats for p in ("--seat", s))]
    if kind < 0.92:
        return ["replay", f"example-{game}"]
    return ["continue"]


def start(dice: Random) -> Run:
    """A start of the program by the dice."""
    environments: list[dict[str, str]] = [{}, {}, {}, {"TOWERGAMES_MOTION": "none"}, {"TOWERGAMES_MOTION": "full"}]
    return Run(
        arguments(dice),
        dice.choice(SIZES[:6]),
        dice.choice(("none", "none", "none", "kitty", "sixel")),
        dice.choice(("\x11", "SIGTERM")),
        dice.choice(environments),
    )


def live(
    run: Run,
    home: Path,
    dice: Random,
    seconds: float,
    tally: Tally,
    *,
    program: Sequence[str] = (),
    malformed: bool = False,
) -> None:
    """Play for so many seconds; what was typed is added to the run. Raises :class:`Fault`."""
    window = Window(run, home, tally, program)
    player = Player(dice, run.size, malformed=malformed)
    began, number = time.monotonic(), 0
    try:
        alive = window.wait()
        if alive:
            run.strokes.append(Stroke(wait=dice.choice((0.0, 0.3, 1.0))))
            alive = window.do(run.strokes[0])
        while alive and time.monotonic() - began < seconds:
            text = window.terminal.text
            name = screen_of(text)
            tally.screens[name] += 1
            for each in player.next(text):
                run.strokes.append(each)
                if not (alive := window.do(each)) or time.monotonic() - began > seconds + 1:
                    break
            number += 1
            if alive and number % PROBED == 0:
                size = dice.choice(SIZES)
                size = size if size != player.size else (size[0] + 1, size[1])
                player.size = size
                run.strokes.append(Stroke(size=size))
                alive = window.redraw(size)
        if alive:
            window.leave(run.end)
    except Fault as fault:
        fault.add_note(window.autopsy())
        raise
    finally:
        window.close()
        tally.seconds += time.monotonic() - began
        tally.runs += 1


def furnish(home: Path) -> None:
    """Put the examples among the saves."""
    (home / "saves").mkdir(parents=True)
    for example in (ROOT / "saves").glob("example-*.jsonl"):
        shutil.copy(example, home / "saves")


def session(
    seed: int,
    home: Path,
    seconds: float,
    tally: Tally,
    *,
    program: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    malformed: bool = False,
) -> None:
    """Up to three starts of the program in one home. A fault has the runs as its second argument."""
    dice = Random(seed)
    furnish(home)
    runs: list[Run] = []
    for _ in range(dice.randint(1, 3)):
        runs.append(start(dice))
        runs[-1].env |= env or {}
        try:
            live(runs[-1], home, dice, seconds, tally, program=program, malformed=malformed)
        except Fault as fault:
            raise Fault(f"seed {seed}, start {len(runs)}: {fault}", written(seed, runs)) from fault


def written(seed: int, runs: Sequence[Run]) -> str:
    """Runs as a text, from which they can be done again."""
    told = [{**vars(run), "strokes": [each.told for each in run.strokes]} for run in runs]
    return json.dumps({"seed": seed, "runs": told})


def read(text: str) -> Iterator[Run]:
    """Runs that were written down."""
    for told in json.loads(text)["runs"]:
        yield Run(**{**told, "size": tuple(told["size"]), "strokes": [stroke(each) for each in told["strokes"]]})


def again(text: str, home: Path) -> None:
    """Do runs that were written down once more. Raises :class:`Fault`."""
    furnish(home)
    for run in read(text):
        window = Window(run, home, Tally())
        try:
            if window.wait() and all(window.do(each) for each in run.strokes):
                window.leave(run.end)
        except Fault as fault:
            fault.add_note(window.autopsy())
            raise
        finally:
            window.close()


def hours(length: float, seed: int, folder: Path, seconds: float = 60.0) -> tuple[int, Tally]:
    """Sessions for so many hours of the program; each failure is written to a file in the folder, and told.

    The number of failures, and what was done.
    """
    tally, failed = Tally(), 0
    malformed = bool(os.environ.get("TOWERGAMES_MONKEY_MALFORMED"))
    env = {"PYTHONFAULTHANDLER": "1"}  # so that SIGABRT tells what a program that hangs is doing
    while tally.seconds < length * 3600:
        with tempfile.TemporaryDirectory() as home:
            try:
                session(seed, Path(home), seconds, tally, env=env, malformed=malformed)
            except Fault as fault:
                failed += 1
                folder.mkdir(parents=True, exist_ok=True)
                notes = "\n".join(getattr(fault.__cause__, "__notes__", ()))
                file = folder / f"{seed}.json"
                file.write_text(fault.args[1])
                file.with_suffix(".txt").write_text(f"{fault.args[0]}\n{notes}")
                print(f"FAILED {fault.args[0]}; uv run python -m tests.pty.monkey again {file}", flush=True)
        seed += 1
        print(f"{time.strftime('%H:%M:%S')} next seed {seed}, {failed} failures; {tally}", flush=True)
    missed = [game for game in GAMES if not tally.screens[game]]
    print(f"the end: {failed} failures; {tally}; never reached: {', '.join(missed) or 'no game'}")
    return failed, tally


if __name__ == "__main__":
    command, given, *more = sys.argv[1:]
    if command == "again":
        with tempfile.TemporaryDirectory() as scratch:
            again(Path(given).read_text(), Path(scratch))
    else:
        hours(float(given), int(more[0]) if more else int(time.time()), Path(os.environ.get("MONKEY_FOLDER", "monkey")))
