"""Games an hour of the arena, and its overhead: ``python -m benchmarks.arena_speed``.

Plays the same games in a bare loop, in this process, in one and in two processes, and on two Dask workers where
distributed is installed, in turn; ``--mode`` chooses among these. Every run but the bare loop keeps its games in a
file. Prints medians: games an hour by the clock, and processor time a game over all processes against the first mode.
The start of workers is measured apart, by a run of two games. Processor time tells more on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from towergames.arena.games import Series, play_game
from towergames.arena.results import Results
from towergames.arena.workers import Cluster, LocalWorkers, Workers, play

GAMES = ((("takethat", ("easy", "easy")), 300), (("words", ("random", "random")), 60))


def cpu() -> float:
    """Processor seconds of this process and of those that it has seen end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def bare(series: Series, games: int) -> None:
    """The loop that everything is compared with."""
    for number in range(games):
        play_game(series.task(number))


def kept(series: Series, games: int, workers: Workers | None) -> None:
    """The games as the commands play them."""
    with tempfile.TemporaryDirectory() as folder, closing(Results(series, Path(folder, "games.jsonl"))) as results:
        for rows in play(map(series.task, range(games)), workers):
            results.add(rows)


def processes(count: int) -> Callable[[Series, int], None]:
    """Local processes, started and ended in every run."""

    def run(series: Series, games: int) -> None:
        with closing(LocalWorkers(count)) as workers:
            kept(series, games, workers)

    return run


def on_dask(series: Series, games: int) -> None:
    """Two workers and a scheduler, started and ended in every run; the scheduler is in this process."""
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        closing(Cluster(cluster.scheduler_address)) as workers,
    ):
        kept(series, games, workers)


def modes() -> dict[str, Callable[[Series, int], None]]:
    """What is compared."""
    found = {
        "bare loop": bare,
        "this process": lambda series, games: kept(series, games, None),
        "one process": processes(1),
        "two processes": processes(2),
    }
    try:
        import distributed  # noqa: F401
    except ImportError:
        return found
    return found | {"two Dask workers": on_dask}


def measure(run: Callable[[Series, int], None], series: Series, games: int) -> tuple[float, float]:
    """Clock and processor seconds."""
    clock, used = time.perf_counter(), cpu()
    run(series, games)
    return time.perf_counter() - clock, cpu() - used


def main() -> None:
    """All games in all modes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the usual games")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--game", choices=[game for (game, _), _ in GAMES], help="this game only")
    parser.add_argument("--mode", choices=modes(), action="append", help="these modes only, compared with the first")
    chosen = parser.parse_args()
    runs = {name: modes()[name] for name in chosen.mode or modes()}
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for (game, levels), wanted in GAMES:
        if chosen.game not in (game, None):
            continue
        series, games = Series.begin(game, levels, 3), int(wanted * chosen.scale)
        bare(series, 2)
        found: dict[str, list[tuple[float, ...]]] = {name: [] for name in runs}
        for _ in range(chosen.turns):
            for name, run in runs.items():
                start, clock = measure(run, series, 2), measure(run, series, games)
                found[name].append(
                    (start[0], *((whole - few) / (games - 2) for whole, few in zip(clock, start, strict=True)))
                )
        print(f"{game} {' v '.join(levels)}, {games} games, medians of {chosen.turns}")
        first = next(iter(found.values()))
        for name, measured in found.items():
            ratio = statistics.median(each[2] / one[2] for each, one in zip(measured, first, strict=True))
            start_, clock_ = (statistics.median(each[n] for each in measured) for n in (0, 1))
            print(f"  {name:<17} {3600 / clock_:>8,.0f} games an hour, processor {ratio:.3f}, first two {start_:.2f} s")


if __name__ == "__main__":
    main()
