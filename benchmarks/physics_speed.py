"""What a hand's motions and a release cost: ``python -m benchmarks.physics_speed [TOWER.json]`` prints a table.

Process time of one core.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.physics.kit import TOWER, pieces, read_tower, tower_table
from towergames.games.leaning.pyramids import MEDIUM, attitude, standing
from towergames.physics.geometry import Pose
from towergames.physics.motions import ease, lean, lower, probe_release
from towergames.physics.settle import settle
from towergames.physics.table_top import TableTop, Velocity

ROUNDS = 30


def costs(prepare: Callable[[random.Random], None], work: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """Milliseconds of this process for each round."""
    rng, found = random.Random(1), []
    for _ in range(rounds):
        prepare(rng)
        start = time.process_time()
        work()
        found.append(1000 * (time.process_time() - start))
    return found


def show(name: str, found: list[float]) -> None:
    """One line of the table."""
    print(f"{name:46} {statistics.median(found):8.1f} {max(found):8.1f}", flush=True)


def main() -> None:
    """Print the table."""
    tower = read_tower(Path(sys.argv[1]) if len(sys.argv) > 1 else TOWER)
    new = f"P{len(tower.sizes)}"
    hand = TableTop(pieces((*tower.sizes, MEDIUM)).frozen_except(new), tower.placed())
    free = tower_table(tower)

    def above(rng: random.Random) -> None:
        turn = attitude(MEDIUM, rng.choice(["base", "side", "corner", "slant edge"]), rng.uniform(0, 6))
        hand.place(new, Pose.of((rng.uniform(-5, 7), rng.uniform(-5, 5), 15.0), turn))

    def lowered(rng: random.Random) -> None:
        above(rng)
        lower(hand, new)

    def outside(rng: random.Random) -> None:
        angle = rng.uniform(0, 6)
        turn = attitude(MEDIUM, "base edge", angle + math.pi / 2)
        hand.place(new, standing(MEDIUM, turn, 11 * math.cos(angle), 11 * math.sin(angle), 0.001))

    def inwards() -> None:
        pose = hand.pose(new)
        lean(hand, new, hand.corners_on_table(new), (-pose.x, -pose.y, 0.0))

    shove = {}

    def shaken(strength: float) -> Callable[[random.Random], None]:
        def prepare(rng: random.Random) -> None:
            free.place_all(tower.placed())
            shove[free.names[-1]] = Velocity((rng.gauss(0, strength), rng.gauss(0, strength), 0.0))

        return prepare

    print(f"{len(tower.sizes)} pieces{'':36} {'median':>8} {'most':>8} ms")
    show("laying the table", costs(lambda _: None, lambda: tower_table(tower), 10))
    show("lower from 15 cm", costs(above, lambda: lower(hand, new)))
    show("lean over a base edge", costs(outside, inwards))
    show("ease", costs(lowered, lambda: ease(hand, new)))
    show("feel", costs(lowered, lambda: probe_release(hand, new)))
    for name, strength in (("a release that stands", 1.0), ("a release that falls (60 cm/s)", 60.0)):
        seconds: list[float] = []
        traces: list[int] = []

        def let_go(seconds: list[float] = seconds, traces: list[int] = traces) -> None:
            told = settle(free, velocities=shove)
            seconds.append(told.seconds)
            traces.append(len(told.trace.data) if told.trace else 0)

        show(name, costs(shaken(strength), let_go, 12))
        print(f"    {statistics.mean(seconds):.2f} s of the world, a trace of {statistics.mean(traces):.0f} bytes")


if __name__ == "__main__":
    main()
