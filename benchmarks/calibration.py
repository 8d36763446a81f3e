"""The table that shows whether chances to win are calibrated, for ``benchmarks/*_chances.py``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from towergames.core.dice import Dice

DRAWS = 2000
"""Samples of games from which an interval is taken."""


def fifths(said: Sequence[tuple[int, float, float]]) -> list[str]:
    """A row for each fifth: the mean chance, the share of wins, its interval, and whether the chance holds.

    ``said`` are chances by game, each with the share of the win. The interval is bootstrapped over games.
    """
    rows = ["| Fifth | Said | Won | Interval | Holds |", "|---|---|---|---|---|"]
    dice = Dice(1)
    for fifth in range(5):
        games: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for game, chance, won in said:
            if fifth == min(4, int(5 * chance)):
                games[game].append((chance, won))
        every = [entry for entries in games.values() for entry in entries]
        mean, won = sum(chance for chance, _ in every) / len(every), sum(won for _, won in every) / len(every)
        groups = [(sum(won for _, won in entries), len(entries)) for entries in games.values()]
        shares = []
        for _ in range(DRAWS):
            drawn = [dice.choice(groups) for _ in groups]
            shares.append(sum(won for won, _ in drawn) / sum(number for _, number in drawn))
        shares.sort()
        low, high = shares[DRAWS // 40], shares[-DRAWS // 40]
        holds = abs(mean - won) <= 0.05 or low <= mean <= high
        name = f"{20 * fifth} to {20 * fifth + 20} %"
        rows.append(f"| {name} | {mean:.1%} | {won:.1%} | {low:.1%} to {high:.1%} | {'yes' if holds else 'no'} |")
    return rows
