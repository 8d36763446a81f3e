"""Whether towers stay where they are when nobody touches them: run by hand.

    python -m benchmarks.towers_alone leaning FILE [TOWERS [SEED]]
    python -m benchmarks.towers_alone konexi FILE [TOWERS [SEED]]
    python -m benchmarks.towers_alone report FILE...

Opponents play whole games, each from its own seed. At the start of every turn the recorded tower is laid as the table
lays it, and nothing is let go. Leaning Towers: two ``normal`` that look at ten places, on newspaper, wood and glass.
Konexi: three ``easy``. In both the hand is steady in every other game, so that towers grow high. One line of JSON a
tower is appended to FILE, and the games of FILE are not played again. ``report`` tells how many towers fell, and how
far their pieces moved. Each tower is also laid a micrometre beside its record: that way is ``aside``.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.games.konexi.alone import konexi_towers
from tests.games.leaning.alone import leaning_towers
from tests.physics.kit import LITTLE
from towergames.games.leaning.release import STABLE_CM
from towergames.physics.geometry import PER_CM

Row = dict[str, Any]
SIZES = (4, 8, 12, 16, 100)
"""Pieces of a tower, up to which the report puts it with others."""


def play(towers: Callable[[int], Iterator[Row]], file: Path, most: int, first_seed: int) -> None:
    """Games that are not in the file yet, until it has ``most`` towers."""
    found = rows([file]) if file.exists() else []
    known, done = {row["seed"] for row in found}, len(found)
    for seed in count(first_seed):
        for row in towers(seed) if done < most and seed not in known else ():
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            done += 1
        if done >= most:
            return


def rows(files: list[Path]) -> list[Row]:
    """All towers of some files."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def report(files: list[Path]) -> None:
    """Totals, and for each size of tower; the towers that moved, one by one."""
    found = rows(files)
    print(f"{len(found)} towers of {len({row['seed'] for row in found})} games")
    by_size: dict[int, list[Row]] = defaultdict(list)
    for row in found:
        by_size[next(size for size in SIZES if row["pieces"] <= size)].append(row)
        if row["fell"] or row["way"] >= LITTLE:
            print(f"  {row}")
    for size, some in (*sorted(by_size.items()), (0, found)):
        print(f"{f'up to {size} pieces' if size else 'all'}: {summary(some)}")


def summary(found: list[Row]) -> str:
    """How many towers fell, and how far the others went."""
    ways = [row["way"] for row in found]
    text = (
        f"{sum(bool(row['fell']) for row in found)} of {len(found)} fell; way in micrometres: median "
        f"{statistics.median(ways):g}, {sum(way < LITTLE for way in ways)} under {LITTLE}, "
        f"{sum(way > STABLE_CM * PER_CM for way in ways)} over {STABLE_CM * PER_CM:g}, most {max(ways)}"
    )
    asides = [row["aside"] for row in found]
    return f"{text}; aside: median {statistics.median(asides):g}, most {max(asides)}"


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["leaning" | "konexi" as game, file, *rest]:
            most, seed = [*map(int, rest), *(1000, 1)[len(rest) :]]
            play({"leaning": leaning_towers, "konexi": konexi_towers}[game], Path(file), most, seed)
        case ["report", *files] if files:
            report([Path(file) for file in files])
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
