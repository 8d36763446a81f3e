"""How strong the levels are: run by hand, ``python tests/bench/takethat_strength.py [jobs [factor]]``.

Prints one line a pairing with the Wilson 95 % interval; the same call gives the same games anywhere. ``factor`` scales
the number of games.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing

from towergames.arena.games import Series
from towergames.arena.workers import LocalWorkers, play

PAIRINGS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("easy", "random"), 200),
    (("hard", "normal"), 160),
    (("hard", "easy", "easy", "easy"), 40),
    (("hard", "easy"), 40),
    (("hard", "random"), 100),
    (("normal", "easy"), 60),
)


def main() -> None:
    """Play every pairing."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    factor = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    for levels, games in PAIRINGS:
        series, began = Series.begin("takethat", levels, 1000), time.perf_counter()
        tasks = map(series.task, range(max(2, int(games * factor))))
        with closing(LocalWorkers(jobs)) as workers:
            rows = [row for batch in play(tasks, workers) for row in batch]
        report = series.report(rows, time.perf_counter() - began)
        first = report.standings[0]
        print(
            f"{' v '.join(levels)}: {first.share:.1%} of {first.games} games, "
            f"interval {first.low:.1%} to {first.high:.1%}, "
            f"{first.ms_per_move:.0f} ms a move, slowest {first.slowest_ms:.0f} ms",
            flush=True,
        )
        print(json.dumps(report.as_json()), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
