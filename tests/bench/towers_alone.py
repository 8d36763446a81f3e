"""Whether towers stay where they are when nobody touches them: run by hand.

    python -m tests.bench.towers_alone leaning FILE [TOWERS [SEED]]
    python -m tests.bench.towers_alone konexi FILE [TOWERS [SEED]]
    python -m tests.bench.towers_alone report FILE...

Opponents play whole games, each from its own seed. At the start of every turn the recorded tower is laid as the table
lays it, and nothing is let go. Leaning Towers: two ``normal`` that look at IDEAS places, on newspaper, wood and glass.
Konexi: three ``easy``. In both the hand is steady in every other game, so that towers grow high. One line of JSON a
tower is appended to FILE, and the games of FILE are not played again. ``report`` tells how many towers fell, and how
far their pieces moved. Each tower is also laid a micrometre beside its record: that way is ``aside``.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import dist
from pathlib import Path
from typing import Any

from tests.games.konexi.live import jittered
from tests.games.leaning.resting import furthest_move
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, Game, Over
from towergames.core.dice import Dice
from towergames.games.konexi import bots as konexi_bots
from towergames.games.konexi.bodies import solid
from towergames.games.konexi.game import GAME as KONEXI
from towergames.games.konexi.model import STANDS, Rest
from towergames.games.konexi.model import State as KonexiState
from towergames.games.konexi.table_top import STILL
from towergames.games.konexi.table_top import released as konexi_released
from towergames.games.konexi.tower import Spot
from towergames.games.leaning import bots as leaning_bots
from towergames.games.leaning.game import GAME as LEANING
from towergames.games.leaning.layout import disturbed
from towergames.games.leaning.model import State as LeaningState
from towergames.games.leaning.release import STAYS, left_alone
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import read
from towergames.physics.scene import SURFACES

Row = dict[str, Any]
IDEAS = 10
"""Places of a move that ``normal`` looks at here; it looks at 24 in games with people, which takes twice as long."""
MOST_PLAYS = 400
"""A game is broken off after this many plays."""
LITTLE = 10
"""Micrometres that all but one of a hundred towers may move."""
FELL = 100_000
"""Micrometres that are added to the way of a tower of Konexi that falls."""
SIZES = (4, 8, 12, 16, 100)
"""Pieces of a tower, up to which the report puts it with others."""


def leaning_towers(seed: int) -> Iterator[Row]:
    """Every tower at the start of a turn of one game of Leaning Towers, left alone."""
    told = {"surface": sorted(SURFACES)[seed % len(SURFACES)], "tremor": ("steady", "normal")[seed % 2]}
    normal = leaning_bots.LEVELS[1]
    for play, state in turns(LEANING, normal, 2, {"foundation": "ready", "first": 1, **told}, seed, IDEAS):
        if state.phase == "turn" and not state.refused:
            yield {**left_leaning(state), **told, "seed": seed, "play": play}


def left_leaning(state: LeaningState) -> Row:
    """What becomes of the tower of a state when the table lays it and nobody touches it."""
    surface = state.terms.surface
    outcome = left_alone(state.layout, surface, {})
    return {
        "pieces": len(state.layout.pieces),
        "fell": len(disturbed(state.layout, outcome)),
        "way": max((rest.shift for rest in outcome.rests), default=0),
        "aside": round(furthest_move(state.layout, 1000 + state.next_piece, surface=surface) * PER_CM),
    }


def konexi_towers(seed: int) -> Iterator[Row]:
    """Every tower at the start of a turn of one game of Konexi, left alone."""
    hand = ("steady", "normal")[seed % 2]
    last: tuple[Any, ...] = ()
    easy = konexi_bots.LEVELS[0]
    for play, state in turns(KONEXI, easy, 3, {"hand": hand, "target": 20}, seed, easy.iterations):
        if state.rests and state.rests != last:
            last = state.rests
            yield {**left_konexi(state), "hand": hand, "seed": seed, "play": play}


def left_konexi(state: KonexiState) -> Row:
    """What becomes of the tower of a state when the table lays it and nobody touches it."""
    alone = konexi_way(state.tower, state.rests)
    aside = konexi_way(state.tower, jittered(state.rests, Dice(len(state.tower))))
    return {"pieces": len(state.tower), "fell": int(alone > FELL), "way": alone, "aside": aside}


def konexi_way(tower: Sequence[Spot], rests: Sequence[Rest]) -> int:
    """How far a corner goes at most, in micrometres, when a tower is laid and left alone; FELL and more if it falls."""
    outcome = konexi_released(tower, rests, tower[-1].letter, STILL, whole=False)
    ways = [
        dist(read(before.pose).point(corner), read(after.pose).point(corner)) * PER_CM
        for before, after in zip(rests, outcome.rests, strict=True)
        for corner in solid(before.letter).corners
    ]
    return round(max(ways)) + (0 if outcome.kind == STANDS else FELL)


def turns(
    game: Game[Any, Any, Any, Any], level: Level, seats: int, options: Row, seed: int, ideas: int | None
) -> Iterator[tuple[int, Any]]:
    """A game of one level against itself: the plays so far and the state, before every decision and at the end."""
    bots = [level.make(game) for _ in range(seats)]
    state = game.new(seats, options)
    for play in range(MOST_PLAYS):
        turn = game.turn(state)
        if isinstance(turn, Decide | Over):
            yield play, state
        if isinstance(turn, Over):
            return
        if isinstance(turn, Decide):
            clock = Clock(ideas)
            action = bots[turn.seat].choose(game.view(state, turn.seat), Dice(seed, play, "bot"), clock).action
            state = game.apply(state, action).state
        else:
            state = game.settle(state, game.resolve(state, turn, Dice(seed, play, turn.kind))).state


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
        f"{sum(way > STAYS * PER_CM for way in ways)} over {STAYS * PER_CM:g}, most {max(ways)}"
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
