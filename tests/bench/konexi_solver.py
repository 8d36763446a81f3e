"""Whether the engine's solver stops too soon in Konexi: run by hand.

    python -m tests.bench.konexi_solver play FILE [RELEASES [SEED]]
    python -m tests.bench.konexi_solver lay FILE [LAYINGS [SEED]]
    python -m tests.bench.konexi_solver report FILE...

``play`` lets the levels play rounds against each other with a steady, a normal and a shaky hand. Each release of these
rounds is settled with each of :data:`LIMITS` on the solver's iterations, from the same start and with the same tremor.
``lay`` takes towers that stood in such rounds, moves the base by a micrometre and each joint by a thousandth of a
degree, and lets go without a tremor. Both append one line of JSON a release to FILE and go on where they were stopped.
``report`` counts outcomes that differ, how far final poses are apart, steps that reach the limit, and how far towers
move that were laid anew.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Any

import mujoco as mj

from tests.games.konexi.live import jittered
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.games.konexi.bots import LEVELS
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import STANDS, Released, State
from towergames.games.konexi.table_top import STILL, released
from towergames.physics.hand_noise import PushNoise

LIMITS = (40, 300, 1000)
HANDS = ("steady", "normal", "shaky")
Row = dict[str, Any]


@dataclass
class Solver:
    """The engine's step with a limit of our own on the solver's iterations, and a count of what it needed."""

    limit: int
    steps: int = 0
    reached: int = 0
    most: int = 0

    def __enter__(self) -> Solver:
        self.real, mj.mj_step = mj.mj_step, self.step
        return self

    def __exit__(self, *_: object) -> None:
        mj.mj_step = self.real

    def step(self, model: Any, data: Any, steps: int = 1) -> None:
        """As ``mj_step``."""
        model.opt.iterations = self.limit
        for _ in range(steps):
            self.real(model, data)
            needed = int(data.solver_niter.max())
            self.steps, self.most = self.steps + 1, max(self.most, needed)
            self.reached += needed >= self.limit


def releases(hand: str, seed: int) -> Iterator[tuple[State, Released]]:
    """Every release of one game of all levels: the state before it, and what became of the tower."""
    bots = [level.make(GAME) for level in LEVELS]
    s: State = GAME.new(len(bots), {"hand": hand, "target": 50})
    ply = 0
    while not isinstance(turn := GAME.turn(s), Over):
        ply += 1
        if isinstance(turn, Decide):
            level = LEVELS[turn.seat]
            thought = bots[turn.seat].choose(GAME.view(s, turn.seat), Dice(seed, ply), Clock(level.iterations))
            s = GAME.apply(s, thought.action).state
        else:
            outcome = GAME.resolve(s, turn, Dice(seed, ply, turn.kind))
            if isinstance(outcome, Released):
                yield s, outcome
            s = GAME.settle(s, outcome).state


def play(seed: int) -> Iterator[Row]:
    """The releases of one game, each with every limit."""
    hand = HANDS[seed % len(HANDS)]
    for number, (s, outcome) in enumerate(releases(hand, seed)):
        assert s.in_hand is not None
        spots = (*s.tower, s.in_hand)
        ends = {}
        for limit in LIMITS:
            with Solver(limit) as solver:
                began = time.process_time()
                told = released(spots, s.rests, s.in_hand.letter, PushNoise(*outcome.tremor))
                spent = time.process_time() - began
            ends[limit] = {
                "kind": told.kind,
                "cause": told.cause,
                "margin": told.margin,
                "load": told.load,
                "poses": [rest.pose for rest in told.rests],
                "steps": solver.steps,
                "reached": solver.reached,
                "most": solver.most,
                "ms": round(1000 * spent, 1),
            }
        yield {"what": "play", "seed": seed, "number": number, "hand": hand, "letters": len(spots), "ends": ends}


def lay(seed: int) -> Iterator[Row]:
    """The towers of one game that stood, each laid anew once."""
    hand = HANDS[seed % len(HANDS)]
    for number, (s, outcome) in enumerate(releases(hand, seed)):
        if outcome.kind != STANDS or s.in_hand is None:
            continue
        spots, rests = (*s.tower, s.in_hand), jittered(outcome.rests, Dice(seed, number, "jitter"))
        ends = {}
        for limit in LIMITS[:2]:
            with Solver(limit) as solver:
                told = released(spots, rests, spots[-1].letter, STILL, whole=False)
            ways = (dist(one.pose[:3], other.pose[:3]) / 1000 for one, other in zip(rests, told.rests, strict=True))
            ends[limit] = {
                "kind": told.kind,
                "moved": round(max(ways), 4),
                "reached": solver.reached,
                "steps": solver.steps,
                "most": solver.most,
            }
        yield {
            "what": "lay",
            "seed": seed,
            "number": number,
            "hand": hand,
            "letters": len(spots),
            "load": outcome.load,
            "margin": outcome.margin,
            "ends": ends,
        }


# --- the report ---------------------------------------------------------------------------------------


def report(rows: list[Row]) -> None:
    """Everything that the rows tell."""
    _report_play([row for row in rows if row["what"] == "play"])
    _report_lay([row for row in rows if row["what"] == "lay"])


def _report_play(rows: list[Row]) -> None:
    if not rows:
        return
    print(f"{len(rows)} releases; by hand {dict(Counter(row['hand'] for row in rows))}")
    print(f"  kinds: {dict(Counter(row['ends'][str(LIMITS[0])]['kind'] for row in rows))}")
    for limit in LIMITS:
        ends = [row["ends"][str(limit)] for row in rows]
        steps, reached = sum(end["steps"] for end in ends), sum(end["reached"] for end in ends)
        some = sum(end["reached"] > 0 for end in ends)
        most, spent = max(end["most"] for end in ends), statistics.mean(end["ms"] for end in ends)
        print(
            f"  limit {limit}: {steps} steps, {reached} reach it, in {some} releases; most {most} iterations; "
            f"{spent:.1f} ms a release"
        )
    for one, other in ((LIMITS[0], LIMITS[1]), (LIMITS[1], LIMITS[2])):
        pairs = [(row, row["ends"][str(one)], row["ends"][str(other)]) for row in rows]
        differ = [(row, a, b) for row, a, b in pairs if (a["kind"], a["cause"]) != (b["kind"], b["cause"])]
        print(f"  limit {one} against {other}: {len(differ)} outcomes differ")
        for row, a, b in differ:
            print(f"    seed {row['seed']} release {row['number']}, {row['letters']} letters: {a['kind']} {b['kind']}")
        stood = [(a, b) for _, a, b in pairs if a["kind"] == b["kind"] == STANDS]
        apart = sorted(
            max(dist(p[:3], q[:3]) for p, q in zip(a["poses"], b["poses"], strict=True)) / 1000 for a, b in stood
        )
        same = sum(way == 0 for way in apart)
        print(f"    {len(stood)} stand with both: {same} to the same micrometre; apart {_spread(apart)} mm")


def _report_lay(rows: list[Row]) -> None:
    by_limit: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        for limit, end in row["ends"].items():
            by_limit[limit].append(row | end)
    for limit, ends in by_limit.items():
        moved = sorted(end["moved"] for end in ends if end["kind"] == STANDS)
        fell = [end for end in ends if end["kind"] != STANDS]
        reached = sum(end["reached"] for end in ends)
        print(f"{len(ends)} towers laid anew, limit {limit}: {len(fell)} fell, {reached} steps reach the limit")
        print(f"  moved {_spread(moved)} mm; more than half a millimetre: {sum(way > 0.5 for way in moved)}")
        for end in [*fell, *(end for end in ends if end["kind"] == STANDS and end["moved"] > 0.5)]:
            print("   ", {key: value for key, value in end.items() if key != "ends"})


def _spread(ways: list[float]) -> str:
    at = [ways[min(len(ways) - 1, int(share * len(ways)))] for share in (0.5, 0.9, 0.99)]
    return "median {:.4f}, 90 % {:.4f}, 99 % {:.4f}".format(*at) + f", most {ways[-1]:.4f}"


# --- the command --------------------------------------------------------------------------------------


def read(paths: list[str]) -> list[Row]:
    """All rows of some files."""
    return [json.loads(line) for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]


def gather(what: str, path: Path, wanted: int, seed: int) -> None:
    """Games from this seed on until the file has so many rows."""
    rows = read([str(path)]) if path.exists() else []
    rows = [row for row in rows if row["what"] == what]
    done = {(row["seed"], row["number"]) for row in rows}
    count, seed = len(done), max([seed, *(row["seed"] for row in rows)])
    while count < wanted:
        for row in (play if what == "play" else lay)(seed):
            if (seed, row["number"]) not in done:
                with path.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")
                count += 1
            if count >= wanted:
                return
        seed += 1


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["play" | "lay" as what, file, *rest]:
            wanted, seed = [*map(int, rest), *(1000, 1)[len(rest) :]]
            gather(what, Path(file), wanted, seed)
        case ["report", *files] if files:
            report(read(files))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
