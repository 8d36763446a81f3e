"""How fast towers are judged. Run it by hand:

    python tests/bench/bricks_judge.py [LIST|FILE] [TOWERS]

Random towers near the rules are judged with a warm list: each for the first time (its longest word is looked for), and
once more (the word is remembered, as after a step that changes no letter).
"""

from __future__ import annotations

import random
import sys
import time

from tests.games.bricks.making import likely_tower
from towergames import lexicon
from towergames.games.bricks.judge import index_of, judge
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.lexicon import Lexicon


def timed(towers: list[Tower], listed: Lexicon, readings: Readings) -> list[float]:
    """Milliseconds for each tower, sorted."""
    taken = []
    for tower in towers:
        began = time.thread_time()
        judge(tower, listed, readings)
        taken.append((time.thread_time() - began) * 1000)
    return sorted(taken)


def main() -> None:
    """Print the figures."""
    listed = lexicon.load(sys.argv[1] if len(sys.argv) > 1 else "standard")
    draw = random.Random(1)
    towers = [likely_tower(draw) for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)]
    words = listed.words
    began = time.perf_counter()
    index_of(listed)
    for length in range(2, 25):
        index_of(listed).longest("E" * length + "Q" * length)
    print(f"{listed.id}: {len(words):,} words, index made in {(time.perf_counter() - began) * 1000:.0f} ms")
    for name, readings in (("usual readings", STANDARD), ("free letters", Readings(free_letters=True))):
        for when in ("first time", "again"):
            taken = timed(towers, listed, readings)
            middle, most = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
            print(f"{name}, {when}: median {middle:.3f} ms, 99 of 100 below {most:.3f} ms, worst {taken[-1]:.3f} ms")


if __name__ == "__main__":
    main()
