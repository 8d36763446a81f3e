"""How long games of Leaning Towers last with each contact limit (L-4), and how many are closed (L-22): run by hand.

    python -m tests.bench.leaning_length play FILE [GAMES [SEED]]
    python -m tests.bench.leaning_length report FILE

Two ``normal`` that look at IDEAS places play each seed with both values of ``contacts``. To be quick, the hand is
steady, the table does not look again at what has come to rest, and it looks at LOOKS places of each size before a skip
counts. One line of JSON a game is appended to FILE, and the games of FILE are not played again. ``report`` tells for
each value how the games ended, and how many pieces were placed.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from tests.bench.towers_alone import turns
from towergames.games.leaning import release, table_top
from towergames.games.leaning.bots import LEVELS
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import EACH, SIZES, State

IDEAS = 6
LOOKS = 400
PLAYERS = 2
Row = dict[str, Any]


def play(file: Path, games: int, seed: int) -> None:
    """Games that are not in the file yet."""
    release.CLEAN = 0
    table_top.LOOKS = LOOKS
    known = {(row["contacts"], row["seed"]) for row in rows(file)} if file.exists() else set()
    for number, contacts in product(range(seed, seed + games), GAME.info.option("contacts").values):
        if (contacts, number) not in known:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(play_game(str(contacts), number)) + "\n")


def play_game(contacts: str, seed: int) -> Row:
    """One game from first to last."""
    options: Row = {"foundation": "ready", "first": 1, "tremor": "steady", "contacts": contacts}
    states = [state for _, state in turns(GAME, LEVELS[1], PLAYERS, options, seed, IDEAS)]
    last: State = states[-1]
    return {"contacts": contacts, "seed": seed, "ending": last.ending, "placed": last.next_piece - 3}


def rows(file: Path) -> list[Row]:
    """All games of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def report(file: Path) -> None:
    """How the games ended with each value."""
    for contacts in GAME.info.option("contacts").values:
        found = [row for row in rows(file) if row["contacts"] == contacts]
        if found:
            print(f"{contacts}: {len(found)} games, {dict(Counter(row['ending'] for row in found))}")
            placed = statistics.median(row["placed"] for row in found)
            print(f"  pieces placed: median {placed:g} of {PLAYERS * EACH * len(SIZES)}")


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["play", file, *rest]:
            games, seed = [*map(int, rest), *(20, 1)[len(rest) :]]
            play(Path(file), games, seed)
        case ["report", file]:
            report(Path(file))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
