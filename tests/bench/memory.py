"""Memory after hours of games between bots: ``python -m tests.bench.memory [HOURS [GAME ...]]``.

Two bots of the level ``normal`` play each game in a terminal, rematch after rematch, all games at the same time, each
in a program of its own. Prints the size after the first game, after the tenth, the largest since, and the last. Linux
alone, since it reads ``/proc``. Figures in table/RELIABILITY.md (R17).
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench.browser_sessions import seconds
from tests.forked import PROGRAM
from tests.pty.terminal import Terminal
from towergames import registry


def megabytes(pid: int) -> float:
    """What the process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def bots_at_a_table(game: str, level: str, home: Path) -> Terminal:
    """A terminal in which two bots play without pauses and animations."""
    args = ["play", game, "--seat", f"Ann=bot:{level}", "--seat", f"Bob=bot:{level}", "--seed", "11"]
    return Terminal(args, home, (100, 30), {"TOWERGAMES_PACE": "instant", "TOWERGAMES_MOTION": "none"}, PROGRAM)


def after_each_game(term: Terminal) -> Iterator[float]:
    """The size after each game in megabytes; a rematch begins when the next one is asked for."""
    while True:
        term.wait_for("Play again", 7200)
        yield megabytes(term.pid)
        while "Play again" in term.text:
            term.pump(1.0)  # the card does not listen at once
            term.send("enter")
            term.pump(0.5)


def measure(game: str, hours: float) -> str:
    """One line of figures for a game."""
    with tempfile.TemporaryDirectory() as folder, bots_at_a_table(game, "normal", Path(folder)) as term:
        sizes: list[float] = []
        began = time.monotonic()
        for size in after_each_game(term):
            sizes.append(size)
            spent = time.monotonic() - began
            print(f"{game} {len(sizes)} {spent:.0f} s {size:.1f}", file=sys.stderr, flush=True)
            if len(sizes) > 10 and spent > 3600 * hours:
                break
        told = ", ".join(
            f"{what} {size:.1f} MB ({size / sizes[0]:.2f})"
            for what, size in (("first", sizes[0]), ("tenth", sizes[9]), ("largest", max(sizes)), ("last", sizes[-1]))
        )
        return f"{game}: {len(sizes)} games in {spent:.0f} s, {seconds([term.pid]):.0f} s of the processor; {told}"


def main(hours: str = "2", *games: str) -> None:
    """Print a line for each game."""
    chosen = games or tuple(registry.keys())
    with ThreadPoolExecutor(len(chosen)) as pool:
        for line in pool.map(lambda game: measure(game, float(hours)), chosen):
            print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
