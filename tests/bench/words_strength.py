"""How strong the levels of Stacked Words are: run by hand.

    python tests/bench/words_strength.py [FIRST SECOND [GAMES [SEED]]]

Without arguments every pairing is played. Games come in pairs, the same tiles with the seats swapped; budgets are
iterations, so the same call gives the same games anywhere. Prints the share with its Wilson 95 % interval as it goes;
the order of tiles in the bag depends on the seed and on what is drawn, so pairs share the first racks.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from towergames.arena.games import Series, wilson
from towergames.arena.workers import play as play_games

PAIRINGS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("normal", "random"), 200),
    (("easy", "random"), 200),
    (("normal", "easy"), 200),
    (("hard", "normal"), 200),
    (("expert", "normal"), 200),
    (("expert", "hard"), 200),
    (("hard", "normal", "normal"), 60),
)


def play(levels: tuple[str, ...], games: int, seed: int) -> None:
    """One pairing; a line after each pair, the last of them the result."""
    rows: list[dict[str, Any]] = []
    began = time.process_time()

    for batch in play_games(map(Series.begin("words", levels, seed).task, range(games))):
        rows += batch
        if len(rows) % len(levels) == 0 or len(rows) == games:
            print(f"{' v '.join(levels)}: {summary(rows)}, {time.process_time() - began:.0f} s", flush=True)


def summary(rows: list[dict[str, Any]]) -> str:
    """Share of the first entrant, interval, mean points, and its time a move."""
    games = len(rows)
    wins = 0.0
    points = [0.0] * len(rows[0]["entrants"])
    spent = moves = slowest = 0.0
    for row in rows:
        for seat, entrant in enumerate(row["entrants"]):
            points[entrant] += row["points"][seat] / games
            if entrant:
                continue
            wins += 1 / len(row["winners"]) if seat in row["winners"] else 0.0
            spent += row["seconds_by_seat"][seat]
            moves += row["moves_by_seat"][seat]
            slowest = max(slowest, row["slowest_by_seat"][seat])
    low, high = wilson(wins, games)
    shown = " v ".join(f"{each:.0f}" for each in points)
    return (
        f"{wins:g} of {games} = {wins / games:.1%}, interval {low:.1%} to {high:.1%}, points {shown}, "
        f"{1000 * spent / moves:.0f} ms a move, slowest {1000 * slowest:.0f} ms"
    )


def main() -> None:
    """The pairing that is asked for, or all."""
    if len(sys.argv) > 2:
        levels = tuple(sys.argv[1].split(",")) + tuple(sys.argv[2].split(","))
        games = int(sys.argv[3]) if len(sys.argv) > 3 else 20
        play(levels, games, int(sys.argv[4]) if len(sys.argv) > 4 else 1000)
        return
    for levels, games in PAIRINGS:
        play(levels, games, 1000)


if __name__ == "__main__":
    main()
