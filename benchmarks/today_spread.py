"""Medals of bots of several strengths at today's task: the share of runs with bronze, silver and gold.

Run: uv run python -m benchmarks.today_spread words takethat --days 30 --runs 3
     uv run python -m benchmarks.today_spread bricks --levels beginner easy normal --days 30 --runs 1
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from towergames import registry
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide
from towergames.core.daily import MEDALS, Daily, play_task
from towergames.core.dice import Dice

FIRST_DAY = date(2026, 11, 27)


def player(entry: registry.Entry, daily: Daily, level: Level, run: int) -> Callable[[Any, Decide], Any]:
    """The first seat by a level with dice of its own in each run; the rival as everyone meets it."""
    game, count = entry.game, 0

    def choose(state: Any, turn: Decide) -> Any:
        nonlocal count
        count += 1
        rival = daily.rival
        if rival is not None and turn.seat == 1:
            dice, clock = Dice.named(f"{game.dice_name(state, turn)}|bots"), Clock(rival.iterations, None)
            bot = entry.level(rival.level).make(game)
        else:
            dice, clock, bot = Dice(run, count, "run"), Clock(level.iterations, None), level.make(game)
        return bot.choose(game.view(state, turn.seat), dice, clock).action

    return choose


def spread(key: str, levels: list[str], days: int, runs: int) -> None:
    entry = registry.get(key)
    daily = entry.daily
    if daily is None:
        raise SystemExit(f"{key} has no task of the day")
    houses: dict[str, int | None] = {}
    for name in levels or [level.name for level in entry.levels]:
        scores, shares, won, spent = list[int](), list[float](), dict.fromkeys(MEDALS, 0), time.process_time()
        for number in range(days):
            day = (FIRST_DAY + timedelta(days=number)).isoformat()
            if day not in houses:
                houses[day] = daily.house(day) if daily.house is not None else None
            house = houses[day]
            for run in range(runs):
                # Dice of its own for every day and run: days with an equal start would be one game else.
                plays = play_task(entry.game, daily, day, player(entry, daily, entry.level(name), number * runs + run))
                score = daily.score(entry.game.totals(plays[-1].step.state))
                scores.append(score)
                shares.append(score / house if house else 0.0)
                for medal, least in daily.lines(house).items():
                    won[medal] += score >= least
        spent = time.process_time() - spent
        total = len(scores)
        medals = " / ".join(f"{100 * number / total:3.0f}" for number in won.values())
        quarters = statistics.quantiles(scores, n=4) if total > 1 else scores * 3
        of_house = f", {100 * statistics.mean(shares):.0f} % of the house" if daily.house else ""
        print(
            f"{key:9} {name:9} {total} runs: {medals} %; score {quarters[0]:.0f}, {quarters[1]:.0f}, {quarters[2]:.0f}"
            f"{of_house}; {spent / total:.2f} s of the processor a run"
        )
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--levels", nargs="*", default=[])
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    for key in given.games:
        spread(key, given.levels, given.days, given.runs)


if __name__ == "__main__":
    main()
