"""How long a replay of 1,000 moves takes to any point and its picture: ``python -m benchmarks.replay_seek``.

The game of the test kit stands in for one of that length (Take That Towers never takes so many moves); its board is
as large as the real one. A real game of Take That Towers is measured beside it.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tui.library_kit import long_history, played, showing, toy_known
from towergames.table.history import History
from towergames.tui.screens.replay import ReplayScreen

JUMPS = 300


def measure(screen: ReplayScreen) -> tuple[float, float]:
    """Median and worst milliseconds from a jump to the finished pictures of all zones."""
    dice = random.Random(7)
    taken = []
    for _ in range(JUMPS):
        begun = time.perf_counter()
        screen.seek(dice.randrange(screen.model.length + 1))
        for name in screen.panes.boxes:
            canvas = screen.panes.zone(name).picture.canvas
            for y in range(canvas.height):
                list(canvas.runs(y))
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken), max(taken)


async def watch(title: str, history: History, size: tuple[int, int], folder: Path) -> None:
    """Print the times of one game on a screen of one size."""
    begun = time.perf_counter()
    screen = ReplayScreen(history)
    opened = (time.perf_counter() - begun) * 1000
    async with showing(screen, folder, size):
        middle, worst = measure(screen)
    case = f"{title}, {screen.model.length} moves, {size[0]}x{size[1]}"
    print(f"{case}: {middle:.1f} ms median, {worst:.1f} ms worst; opened {opened:.0f} ms")


def main() -> None:
    """Print one line a case."""
    cases = [
        ("1,000 moves, 10 players", long_history(1000, seats=10)),
        ("Take That Towers", played(seed=12, seats=4)),
    ]
    with toy_known(), TemporaryDirectory() as folder:
        for title, history in cases:
            for size in ((80, 24), (120, 40)):
                asyncio.run(watch(title, history, size, Path(folder)))


if __name__ == "__main__":
    main()
