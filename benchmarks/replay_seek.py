"""How long a replay of 1,000 moves takes to any point and its picture: ``python -m benchmarks.replay_seek``.

The game of the test kit stands in for one of that length (Take That Towers never takes so many moves); its board is
as large as the real one. A real game of Take That Towers is measured beside it.
"""

from __future__ import annotations

import random
import statistics
import time

from tests.tui.library_kit import BOARD, long_history, played
from towergames.session.replay import Replay
from towergames.table.history import History
from towergames.tui.screens.replay_view import Show, draw_replay

JUMPS = 300


def measure(model: Replay, width: int, height: int) -> tuple[float, float]:
    """Median and worst milliseconds from a jump to the finished picture."""
    dice = random.Random(7)
    taken = []
    for _ in range(JUMPS):
        begun = time.perf_counter()
        model.seek(dice.randrange(model.length + 1))
        picture = draw_replay(model, Show(), width, height)
        for y in range(picture.canvas.height):
            list(picture.canvas.runs(y))
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken), max(taken)


def main() -> None:
    """Print one line a case."""
    histories: list[tuple[str, History, object]] = [
        ("1,000 moves, 10 players", long_history(1000, seats=10), BOARD),
        ("Take That Towers", played(seed=12, seats=4), None),
    ]
    for title, history, board in histories:
        begun = time.perf_counter()
        model = Replay(history, board=board)  # type: ignore[arg-type]
        opened = (time.perf_counter() - begun) * 1000
        for width, height in ((80, 23), (120, 39)):
            middle, worst = measure(model, width, height)
            what = f"{title}, {model.length} moves, {width}x{height}"
            print(f"{what}: {middle:.1f} ms median, {worst:.1f} ms worst; opened {opened:.0f} ms")


if __name__ == "__main__":
    main()
