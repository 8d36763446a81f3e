"""The cost of windows in terminals at one open table: ``python -m benchmarks.window_delay [WINDOWS ...]``.

This script keeps a table of Take That Towers and moves once a second for whoever must move. One window has a seat, the
others watch. It takes the time from a move until each window writes something, and what each window takes of the
processor, first while nothing moves; with animations, where a move waits for that of the move before, and without.
Figures in table/RELIABILITY.md.
"""

from __future__ import annotations

import os
import select
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from benchmarks.browser_sessions import seconds
from tests.plain.helpers import header_of
from tests.pty.terminal import Terminal
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.table.records import OPEN_FORMAT
from towergames.table.shared import SharedTable
from towergames.table.store import Store

IDLE, MOVES = 20.0, 60
"""Seconds without a move, and moves after them, one a second."""


def until(windows: list[Terminal], end: float, since: float) -> list[float]:
    """Read what the windows write until a time; for each that wrote anything, how long after ``since``."""
    first: dict[int, float] = {}
    by_file = {window.fd: window for window in windows}
    while (left := end - time.monotonic()) > 0:
        for file in select.select(list(by_file), [], [], left)[0]:
            first.setdefault(file, time.monotonic() - since)
            by_file[file].raw += os.read(file, 65536)
    return list(first.values())


def measure(count: int, motion: str) -> None:
    """Print one line for so many windows, with the setting ``motion``."""
    with tempfile.TemporaryDirectory() as folder:
        home, dice, delays = Path(folder), Dice(1, 0, "bench"), []
        start = replace(header_of("Ann", "Bob", "Cleo", "Dan"), format=OPEN_FORMAT)
        table = Store(home / "saves").begin(start, "table")
        assert isinstance(table, SharedTable)
        joins = [["join", "table", *(["--seat", "Bob"] if number == 0 else ["--watch"])] for number in range(count)]
        (home / "settings").mkdir()
        (home / "settings" / "settings.toml").write_text(f'motion = "{motion}"\n')
        env = {"TOWERGAMES_CONFIG": str(home / "settings")}
        windows = [Terminal(words, home, (100, 30), env) for words in joins]
        until(windows, time.monotonic() + 10.0, 0.0)
        pids = [window.pid for window in windows]
        before = seconds(pids)
        until(windows, time.monotonic() + IDLE, 0.0)
        idle, before = seconds(pids) - before, seconds(pids)
        for _ in range(MOVES):
            table.follow()
            since = time.monotonic()
            if isinstance(turn := table.turn, Decide):
                table.time_over(turn.seat, table.sample(dice))
            delays += until(windows, since + 1.0, since)
        busy = seconds(pids) - before
        delays.sort()
        print(
            f"{count} windows, motion {motion}: idle {100 * idle / IDLE / count:.1f} % of a core each, with a move a "
            f"second {100 * busy / MOVES / count:.1f} %; a move is seen after {median(delays):.2f} s, p99 "
            f"{delays[int(len(delays) * 0.99)]:.2f} s ({len(delays)} times); load {os.getloadavg()[0]:.1f}"
        )
        for window in windows:
            window.close()
        table.close()


def main() -> None:
    """Print the figures."""
    for wanted in sys.argv[1:] or ("2", "4", "8"):
        for motion in ("none", "full"):
            measure(int(wanted), motion)


if __name__ == "__main__":
    main()
