"""Memory after hours of games between bots: ``python -m benchmarks.memory [HOURS [GAME ...]]``.

Two bots of the level ``normal`` play each game in a terminal, rematch after rematch, all games at the same time, each
in a program of its own. Prints the size after the first game, after the tenth, the largest since, and the last. Linux
alone, since it reads ``/proc``. Figures in table/RELIABILITY.md (R17).
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.browser_sessions import seconds
from tests.pty.rematches import after_each_game, bots_at_a_table
from towergames import registry


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
