"""The quality of the solver of Brick Tower: shares of the best known scores on fixed deals, and proofs.

Run ``python -m benchmarks.bricks_solver`` on a quiet machine: 20 standard deals, 10 s each, read after 2
and 10 s; ``--seconds 2 10 60`` for all figures.
``--improve`` records towers that are better than the best known ones; every run may be used for that, long ones most.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from towergames.core.bot import Clock
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import missing, read_tower, write_tower
from towergames.games.bricks.rules import STANDARD
from towergames.games.bricks.solver import Solution, solve
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.selection_bound import SelectionBound
from towergames.lexicon import load

BEST = Path(__file__).parents[1] / "tests" / "games" / "bricks" / "best_known.json"
"""Code -> the best score ever found and its tower, with the standard word list."""

DEALS = {"standard": 20, "eight": 10, "six": 10, "mini": 20}


def codes(size: str, count: int) -> list[str]:
    """The fixed deals."""
    return [code_of(size, 1000 * number) for number in range(1, count + 1)]


def best_known() -> dict[str, dict[str, object]]:
    """What is recorded, each tower judged again."""
    known: dict[str, dict[str, object]] = json.loads(BEST.read_text(encoding="ascii")) if BEST.exists() else {}
    words = load("standard")
    for code, entry in known.items():
        tower = read_tower(str(entry["tower"]))
        if missing(tower, deal(code)) or judge(tower, words).score != entry["score"]:
            raise SystemExit(f"{BEST.name}: the tower of {code} does not score {entry['score']}")
    return known


def run(code: str, marks: list[float], searches: int, seed: int) -> tuple[list[int], Solution, float]:
    """Scores after so many seconds, the last solution, and when it was sure."""
    told: list[tuple[float, int]] = []
    began = time.monotonic()

    def note(better: Solution) -> None:
        told.append((time.monotonic() - began, better.score or 0))

    found = solve(
        deal(code),
        load("standard"),
        clock=Clock(seconds=marks[-1]),
        seed=seed,
        on_improvement=note,
        searches=searches,
    )
    ended = time.monotonic() - began
    return [max((score for at, score in told if at <= mark), default=0) for mark in marks], found, ended


def show_bounds(found: list[str], seconds: float, known: dict[str, dict[str, object]]) -> None:
    """Print how far the bound falls in so many seconds of processor time when the best known tower is known."""
    for code in found:
        began, bound, score = time.process_time(), 0, int(str(known[code]["score"]))
        for news in SelectionBound(Materials(deal(code), STANDARD), load("standard")).news(lambda known=score: known):
            bound = bound if news.bound is None else news.bound
            if time.process_time() - began > seconds:
                break
        told = f"{bound - score} above the best known {score}, {time.process_time() - began:.1f} s"
        print(f"{code}  bound {bound}, {told}", flush=True)


def main() -> None:
    """Measure, print a line for each deal and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=DEALS, default="standard")
    parser.add_argument("--deals", type=int, help="only the first so many")
    parser.add_argument("--seconds", type=float, nargs="+", default=[2, 10])
    parser.add_argument("--searches", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--improve", action="store_true", help="record better towers")
    parser.add_argument("--bound", action="store_true", help="the bound alone, seconds of processor time")
    chosen = parser.parse_args()
    known, marks = best_known(), sorted(chosen.seconds)
    if chosen.bound:
        show_bounds(codes(chosen.size, chosen.deals or DEALS[chosen.size]), marks[-1], known)
        return
    rows: list[list[float]] = []
    steps, seconds, gaps = 0, 0.0, []
    proofs: list[float] = []
    load("standard").words  # noqa: B018 - starting up is no part of the seconds
    print(f"{chosen.searches} searches")
    for code in codes(chosen.size, chosen.deals or DEALS[chosen.size]):
        scores, found, ended = run(code, marks, chosen.searches, chosen.seed)
        record = int(str(known[code]["score"])) if code in known else 0
        if found.tower is not None and found.score is not None and found.score > record:
            record = found.score
            if chosen.improve:
                known[code] = {"score": record, "tower": write_tower(found.tower)}
                BEST.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="ascii")
        proofs += [ended] if found.proven else []
        gaps.append((found.bound or 0) - (found.score or 0))
        steps += found.steps
        seconds += ended
        rows.append([score / record for score in scores])
        shown = "  ".join(f"{score:>4} {100 * score / record:5.1f} %" for score in scores)
        sure = f"proven after {ended:.1f} s" if found.proven else f"bound {found.bound}"
        print(f"{code}  {shown}   best known {record}, {sure}", flush=True)
    means = [100 * sum(row[at] for row in rows) / len(rows) for at in range(len(marks))]
    print("  ".join(f"after {mark:g} s: {mean:.1f} %" for mark, mean in zip(marks, means, strict=True)))
    print(f"mean distance to the bound: {sum(gaps) / len(gaps):.1f} points; {steps / seconds:.0f} steps a second")
    within = ", ".join(f"{sum(at <= mark for at in proofs)} within {mark:g} s" for mark in marks)
    print(f"proven: {len(proofs)} of {len(rows)} ({within})")


if __name__ == "__main__":
    main()
