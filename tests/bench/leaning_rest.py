"""Whether towers of real games stay where they are when they are laid anew with a micrometre of jitter: run by hand.

    python -m tests.bench.leaning_rest FILE [LAYINGS]

FILE holds the rows that ``python -m tests.bench.leaning_strength play`` writes. Tells how many layings moved further
than a fifteenth of what counts as disturbed, the longest way, and how many iterations the solver needed.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

from tests.games.leaning.resting import furthest_move
from towergames.games.leaning.model import Layout, Piece, Pose
from towergames.physics.scene import LEANING
from towergames.physics.table_top import TableTop

MOVED = 0.02
"""Centimetres; a piece counts as disturbed from 0.3 on (L-16)."""
LEAST = 8
"""Pieces that a tower has at least."""


def towers(path: Path) -> list[Layout]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        for tower in json.loads(line).get("towers", ()):
            if len(tower) >= LEAST:
                pieces = enumerate(tower, start=1)
                found.append(Layout(tuple(Piece(n, size, 0, Pose(*pose), 0, 0) for n, (size, pose) in pieces)))
    return found


def main(path: str, layings: str = "1000") -> None:
    known = towers(Path(path))
    needed: Counter[int] = Counter()
    plain = TableTop.advance

    def advance(table: TableTop, steps: int) -> bool:
        good = plain(table, steps)
        needed[int(table.data.solver_niter.max())] += 1
        return good

    TableTop.advance = advance  # type: ignore[method-assign]
    began, ways = time.process_time(), []
    for look in range(int(layings)):
        ways.append(furthest_move(known[look % len(known)], look))
        if ways[-1] > MOVED:
            print(f"laying {look} of tower {look % len(known)}: {10 * ways[-1]:.2f} mm")
    moved = sum(way > MOVED for way in ways)
    print(f"{len(ways)} layings of {len(known)} towers: {moved} moved more than {10 * MOVED} mm")
    print(f"median {10_000 * median(ways):.0f} micrometres, longest {10_000 * max(ways):.0f}")
    print(f"solver: at most {max(needed)} iterations, limit {LEANING.iterations}")
    print(f"{1000 * (time.process_time() - began) / len(ways):.0f} ms a laying")


if __name__ == "__main__":
    main(*sys.argv[1:])
