"""Estimates of chances to win, and the table that shows whether they are calibrated, for ``*_chances.py``."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from towergames.core.bot import Level
from towergames.core.dice import Dice

E = TypeVar("E", bound=tuple[object, ...])

DRAWS = 2000
"""Samples of games from which an interval is taken."""


def collected(
    path: Path, wanted: int, levels: Sequence[Level], play: Callable[[int, Level], list[E]], make: Callable[..., E]
) -> list[E]:
    """The estimates of the wanted number of games. Those of the file are read, the others played and appended.

    Two games in a row are of one level. The first field of an estimate is the number of its game.
    """
    known: dict[int, list[E]] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            known[entry["game"]] = [make(entry["game"], *fields) for fields in entry["estimates"]]
    with path.open("a") as file:
        for number in range(wanted):
            if number not in known:
                known[number] = play(number, levels[number // 2 % len(levels)])
                json.dump({"game": number, "estimates": [one[1:] for one in known[number]]}, file)
                print(file=file, flush=True)
    return [one for number in range(wanted) for one in known[number]]


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
