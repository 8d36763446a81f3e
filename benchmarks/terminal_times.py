"""Start-up, the first move, resizing, signals and closing of the whole program on a pseudo-terminal (R10, R12, R18).

Wants a quiet machine, and Python free to write byte code (no PYTHONDONTWRITEBYTECODE): else every start compiles the
package. "Processor" is what the program itself used meanwhile, whatever else was running.
``python -m benchmarks.terminal_times``
"""

from __future__ import annotations

import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.forked import PROGRAM, ROOT
from tests.pty.terminal import Terminal
from towergames import registry
from towergames.session.app_state import Memory
from towergames.table.records import SeatSetup

PROCESSOR: list[float] = []
"""Seconds of the processor for what was timed last."""
PLAY = ["play", "takethat", "--seat", "Ann", "--seat", "bot:easy", "--seed", "7", "--option", "first=1"]

SEATS = (SeatSetup("Ann"), SeatSetup("Bot", "easy"))


def used(pid: int) -> float:
    """Seconds of the processor that a process has used (Linux)."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def show(name: str, seconds: list[float]) -> None:
    seconds = sorted(seconds)
    late = seconds[int(len(seconds) * 0.95)]
    print(f"{name}: median {seconds[len(seconds) // 2]:.3f} s, p95 {late:.3f}, most {seconds[-1]:.3f}", flush=True)


def timed(times: int, once: Callable[[Path], float]) -> list[float]:
    took = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as home:
            took.append(once(Path(home)))
    return took


def command(*args: str) -> Callable[[Path], float]:
    def once(home: Path) -> float:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run([sys.executable, *args], stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=ROOT)
        took = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        PROCESSOR.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return took

    return once


BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("Play with a guide")

Bare().run()
"""


def first_words(*program: str) -> Callable[[Path], float]:
    def once(home: Path) -> float:
        with Terminal([], home, (120, 40), program=program) as term:
            while "Play with a guide" not in term.text:
                term.pump(0.005)
            PROCESSOR.append(used(term.pid))
            return time.monotonic() - term.started

    return once


def beside(name: str, ours: Callable[[Path], float], other: str, others: Callable[[Path], float]) -> None:
    """Two things in turn, and how much longer ours takes."""
    wall, work = ([], []), ([], [])
    for _ in range(15):
        for i, once in enumerate((ours, others)):
            wall[i].extend(timed(1, once))
            work[i].append(PROCESSOR.pop())
    times, processor = [[statistics.median(of) for of in pair] for pair in (wall, work)]
    print(
        f"{name}: {times[0]:.3f} s, {other} {times[1]:.3f} s, ratio {times[0] / times[1]:.2f}; "
        f"of the processor {processor[0]:.3f}, {processor[1]:.3f}, {processor[0] / processor[1]:.2f}",
        flush=True,
    )


def first_move(game: str) -> Callable[[Path], float]:
    """Seconds of waiting from the menu, through the form, to the line that offers the first move to the person."""

    def once(home: Path) -> float:
        first = next(option for option in registry.get(game).game.info.options if option.key == "first")
        options = {"first": next(value for value in first.values if str(value) == "1")}
        Memory.load(home / "config").remember_table(game, SEATS, options)
        with Terminal(["--config", str(home / "config")], home, (120, 40), program=PROGRAM) as term:
            term.wait_for("Build together")  # every game has its line
            term.pump(1.5)
            began, before = time.monotonic(), used(term.pid)
            for key, seen in (("n", "Ready,"), ("enter", "Your turn")):
                term.send(key)
                while seen not in term.text:
                    term.pump(0.005)
            PROCESSOR.append(used(term.pid) - before)
            return time.monotonic() - began

    return once


def repaints(home: Path, times: int) -> list[float]:
    """Seconds from a new size to the whole picture in it, which is the first to fill its last line."""
    dice, took = random.Random(4), []
    with Terminal(PLAY, home, program=PROGRAM) as term:
        term.wait_for("Build the first floor")
        for _ in range(times):
            term.pump(0.3)
            columns, rows = dice.randint(80, 220), dice.randint(24, 60)
            seen, before = len(term.raw), used(term.pid)
            term.resize(columns, rows)
            began = time.monotonic()
            while f"\x1b[{rows};1H".encode() not in term.raw[seen:] and time.monotonic() < began + 5:
                term.pump(0.005)
            took.append(time.monotonic() - began)
            PROCESSOR.append(used(term.pid) - before)
    return took


def ended(number: int) -> Callable[[Path], float]:
    """Seconds from a signal, or the closing of the terminal (0), to the end of the process."""

    def once(home: Path) -> float:
        with Terminal(PLAY, home, (120, 40), program=PROGRAM) as term:
            term.wait_for("Build the first floor")
            term.pump(0.5)
            began = time.monotonic()
            if number:
                term.signal(number)
                term.wait_end()
            else:
                term.hang_up()
            return time.monotonic() - began

    return once


def both(name: str, seconds: list[float]) -> None:
    show(name, seconds)
    show("    of the processor", PROCESSOR)
    PROCESSOR.clear()


def main() -> None:
    menu, bare = first_words("-m", "towergames"), first_words("-c", BARE)
    beside("first words of the menu (R18)", menu, "a bare Textual program", bare)
    for args in (("--version",), ("--help",), ("list",)):
        ours, typer = command("-m", "towergames", *args), command("-c", "import typer")
        beside(f"towergames {args[0]} (R18)", ours, "import typer", typer)
    for entry in registry.entries():
        both(f"from the menu to the first move of {entry.key}", timed(7, first_move(entry.key)))
    with tempfile.TemporaryDirectory() as home:
        both("repainted after a resize (R12)", repaints(Path(home), 100))
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, 0):
        name = signal.Signals(number).name if number else "its terminal was closed"
        show(f"ended after {name} (R10)", timed(20, ended(number)))


if __name__ == "__main__":
    main()
