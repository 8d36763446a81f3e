"""Whether the chances of a fall that Leaning Towers tells are true: run by hand.

    python -m benchmarks.leaning_forecast collect FILE [--seconds N] [--hand HAND] [--seed SEED] [--releases N]
    python -m benchmarks.leaning_forecast report FILE...
    python -m benchmarks.leaning_forecast fit FILE...

``collect`` plays games, each from its own seed, and appends one line of JSON a place to FILE until N seconds are over.
In every turn of a game a player has places shown for one size, as on the screen, and waits until all are tried out and
the first has its full trials. Then the first place and two others are let go of N more times each, by fresh tremors,
and once by the game itself. In games of even seed the first place is played, so the towers are those of a person who
follows the advice; in games of odd seed ``normal`` plays on, so they grow higher. A game that is in FILE is not played
again. Seeds 102 to 114 were used for the first fit; the default begins after them. HAND is steady, normal or shaky.

``report`` compares what was said with what happened, by bins of the forecast. Intervals are 95 %, from a bootstrap over
places: releases of one place fall together. ``fit`` looks for the numbers of each hand in ``forecast.py``, by log loss.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.games.leaning.board.hands import Hand
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.leaning import forecast as numbers
from towergames.games.leaning.board import suggestions
from towergames.games.leaning.bots import LEVELS
from towergames.games.leaning.evaluation import CandidatePlacement, Idea
from towergames.games.leaning.forecast import Forecast, ForecastNumbers, Odds
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import SIZES, Accept, Decline, GiveUp, Place, State
from towergames.games.leaning.placement_search import IdeaTrials
from towergames.games.leaning.trials import ReleaseTrials, tried_twice
from towergames.physics.recording import recorded

Row = dict[str, Any]
FIRST_SEED = 1000
IDEAS = 10
"""Places of a move that ``normal`` looks at in games of odd seed."""
KINDS = ("quick", "falls", "roughs", "fulls")
BINS = (0.01, 0.03, 0.08, 0.2, 0.5, 1.0)
"""Upper ends of the bins of the forecast."""
RESAMPLES = 2000


# --- places ---------------------------------------------------------------------------------------------


def game(seed: int, hand: str, releases: int, until: float) -> Iterator[Row]:
    """The measured places of one game, until it is over or the time is."""
    state: Any = GAME.new(2, {"foundation": "ready", "first": 1, "tremor": hand})
    normal, play = LEVELS[1], 0
    while not isinstance(turn := GAME.turn(state), Over):
        dice = Dice(seed, play, "forecast")
        play += 1
        if not isinstance(turn, Decide):
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, dice)).state
            continue
        action: Any = None
        if state.phase == "turn":
            ideas, held = offered(state, dice)
            for at, idea in enumerate(_chosen(ideas, dice)):
                if time.monotonic() > until:
                    return
                where = {"seed": seed, "play": play, "hand": hand, "first": at == 0}
                yield {**where, **measured(state, idea, held, dice.fork(f"place {at}"), releases)}
            if ideas and seed % 2 == 0:
                action = placed(ideas[0], held)
        if action is None and seed % 2:
            bot = normal.make(GAME)
            action = bot.choose(GAME.view(state, turn.seat), dice.fork("bot"), Clock(IDEAS)).action
        if action is None:
            action = next((one for one in (Accept(), GiveUp(), Decline()) if GAME.judge(state, one).legal), None)
        if action is None:
            return
        state = GAME.apply(state, action).state


def offered(state: State, dice: Dice) -> tuple[tuple[Idea, ...], bool]:
    """The places shown for one size, tried out, those with the most expected points first; whether it is held."""
    for size in dice.shuffled(SIZES):
        player = Hand(state).do(f"key:{SIZES.index(size) + 1}", "enter")
        if not player.ui.ideas or not player.ui.grips:
            continue
        trials = IdeaTrials(state, player.ui.held, dice.below(1 << 30))
        while True:
            waiting = [idea for idea in player.ui.ideas if not idea.forecast.is_screened]
            leader = suggestions.ordered(player.context, player.ui.ideas)[0]
            full = not waiting and leader.forecast.fulls.releases < numbers.FULL_TRIALS
            if not waiting and not full:
                return suggestions.ordered(player.context, player.ui.ideas), player.ui.held
            tried = trials.tried_twice(leader if full else waiting[0], full=full)
            ideas = tuple(tried if one == tried else one for one in player.ui.ideas)
            player.holds(ideas=ideas)
    return (), False


def _chosen(ideas: tuple[Idea, ...], dice: Dice) -> tuple[Idea, ...]:
    """The first place and two others, which are not safe ones if there are any: most places are."""
    others = [idea for idea in ideas[1:] if idea.forecast.word != numbers.SAFE] or ideas[1:]
    return (*ideas[:1], *dice.shuffled(others)[:2])


def placed(idea: Idea, held: bool) -> Place:
    return Place(idea.size, held, idea.target, recorded(idea.pose), idea.aim)


def measured(state: State, idea: Idea, held: bool, dice: Dice, releases: int) -> Row:
    """What was said of a place, and what became of fresh releases there."""
    trials = ReleaseTrials(state.layout, state.next_piece, state.terms)
    place = CandidatePlacement(
        idea.size, held, "", idea.feature, idea.target, recorded(idea.pose), idea.aim, idea.points
    )
    truth = Forecast()
    for at in range(releases // 2):
        truth = tried_twice(trials, place, truth, dice.fork(f"truth {at}"), full=True)
    return {
        "pieces": len(state.layout.pieces),
        "points": idea.points,
        "word": idea.forecast.word,
        **{kind: _counts(getattr(idea.forecast, kind)) for kind in KINDS},
        "truth": _counts(truth.fulls),
        "real": _let_go(state, placed(idea, held), dice.fork("real")),
    }


def _counts(odds: Odds) -> list[int]:
    return [odds.good, odds.slipped, odds.broken, odds.wrecked]


def _let_go(state: State, action: Place, dice: Dice) -> str:
    """How the game's own release ends: good, slip, break, wreck."""
    held = GAME.apply(state, action).state
    step = GAME.apply_outcome(held, GAME.resolve(held, Nature("release"), dice))
    kinds = [event.kind for event in step.events]
    fell = next((kind for kind in ("wreck", "break") if kind in kinds), "")
    stays = "place" in kinds or (step.state.phase == "slip" and GAME.judge(step.state, Accept()).legal)
    return fell or ("good" if stays else "slip")


def collect(file: Path, hand: str, seconds: float, first_seed: int, releases: int) -> None:
    """Games that are not in the file yet, until the time is over."""
    until = time.monotonic() + seconds
    done = {row["seed"] for row in rows([file]) if row["hand"] == hand} if file.exists() else set()
    seed, found = first_seed, 0
    while time.monotonic() < until:
        for row in game(seed, hand, releases, until) if seed not in done else ():
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            found += 1
        seed += 1
    print(f"{found} places of {hand} hands added to {file}")


def rows(files: Sequence[Path]) -> list[Row]:
    """All places of some files."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


# --- the report -----------------------------------------------------------------------------------------


def forecast_of(row: Row, *, full: bool = True) -> Forecast:
    """What was known of a place, with its full trials or without."""
    known = {kind: Odds(*row[kind]) for kind in KINDS if full or kind != "fulls"}
    return Forecast(**known, hand=row["hand"])


def released(row: Row) -> tuple[int, int]:
    """The fresh releases of a place: (fell, all). Those of the game are among them."""
    return sum(row["truth"][1:]) + (row["real"] != "good"), sum(row["truth"]) + 1


def report(found: list[Row]) -> None:
    """For each hand what was said against what happened."""
    for hand in ("steady", "normal", "shaky"):
        some = [row for row in found if row["hand"] == hand]
        if not some:
            continue
        games = len({row["seed"] for row in some})
        print(f"\n{hand} hand: {len(some)} places of {games} games, {sum(released(row)[1] for row in some)} releases")
        for title, full in (("after the screen", False), ("after the full trials too", True)):
            print(f"  {title}:")
            _report_bins([(forecast_of(row, full=full).fall_chance, *released(row)) for row in some])
        for word in numbers.WORDS:
            _report_share(f"called {word}", [row for row in some if forecast_of(row).word == word])
        first = [row for row in some if row["first"]]
        _report_share("first places", first)
        _report_share("first places called safe", [row for row in first if forecast_of(row).word == numbers.SAFE])


def _report_bins(told: list[tuple[float, int, int]]) -> None:
    low = 0.0
    for high in BINS:
        some = [one for one in told if low <= one[0] < high or (one[0] >= high == 1.0)]
        if some:
            said = sum(chance for chance, _, _ in some) / len(some)
            true = _mean([(fell, times) for _, fell, times in some])
            below, above = interval([(fell, times) for _, fell, times in some])
            honest = abs(true - said) <= 0.03 or below <= said <= above
            note = "" if honest else "  MISSED" if len(some) >= 50 else "  missed, fewer than 50 places"
            print(
                f"    {low:4.0%} to {high:4.0%}: {len(some):4} places, said {said:6.1%}, fell {true:6.1%} "
                f"({below:.1%} to {above:.1%}){note}"
            )
        low = high


def _report_share(title: str, some: list[Row]) -> None:
    ends = [released(row) for row in some]
    if not ends:
        print(f"  {title}: none")
        return
    low, high = interval(ends)
    real = sum(row["real"] != "good" for row in some)
    print(
        f"  {title}: {len(ends)} places, fell {sum(fell for fell, _ in ends)} of {sum(times for _, times in ends)} = "
        f"{_mean(ends):.1%} ({low:.1%} to {high:.1%}); releases of the game {real} of {len(some)}; "
        f"{sum(row['points'] for row in some) / len(some):.2f} points"
    )


def _mean(ends: Sequence[tuple[int, int]]) -> float:
    return sum(fell for fell, _ in ends) / sum(times for _, times in ends)


def interval(ends: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The 95 % interval of the share that fell, from a bootstrap over places."""
    chance = random.Random(1)
    means = sorted(_mean(chance.choices(ends, k=len(ends))) for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES)]


# --- the fit ----------------------------------------------------------------------------------------------

STEPS = (0.5, 0.75, 0.9, 1.1, 1.33, 2.0)


def loss(found: list[Row], given: ForecastNumbers) -> float:
    """Log loss of all releases, after the screen and after the full trials."""
    total = 0.0
    for row in found:
        fell, times = released(row)
        for full in (False, True):
            known = forecast_of(row, full=full)
            if known.good:
                bad = given.fall_weight * known.falls.bad + given.rough_weight * known.roughs.bad + known.fulls.bad
                made = given.fall_weight * known.falls.releases + given.rough_weight * known.roughs.releases
                chance = (given.prior_falls + bad) / (given.prior_releases + made + known.fulls.releases)
                chance = min(1 - 1e-6, max(1e-6, chance))
                total -= fell * math.log(chance) + (times - fell) * math.log(1 - chance)
    return total


def fitted(found: list[Row], start: ForecastNumbers) -> ForecastNumbers:
    """The numbers of least loss near the present ones: one is changed at a time until no change helps."""
    best, least = start, loss(found, start)
    better = True
    while better:
        better = False
        for name in ForecastNumbers._fields:
            for step in STEPS:
                tried = best._replace(**{name: getattr(best, name) * step})
                cost = loss(found, tried) if tried.prior_falls < tried.prior_releases else math.inf
                if cost < least - 1e-3:
                    best, least, better = tried, cost, True
    return best


def report_fit(found: list[Row]) -> None:
    """For each hand the fit to all places, and what a fit to half of the games is worth in the other half."""
    print(f"{', '.join(ForecastNumbers._fields)}; log loss, less is better")
    for hand, now in numbers.NUMBERS.items():
        some = [row for row in found if row["hand"] == hand]
        halves: dict[int, list[Row]] = defaultdict(list)
        for row in some:
            halves[row["seed"] // 2 % 2].append(row)
        if len(halves) < 2:
            continue
        best = fitted(some, now)
        print(f"{hand}: {len(some)} places")
        print(f"  now    {_written(now)}: {loss(some, now):.1f}")
        print(f"  fitted {_written(best)}: {loss(some, best):.1f}")
        crossed = sum(loss(halves[half], fitted(halves[1 - half], now)) for half in (0, 1))
        print(f"  each half of the games by the fit to the other: {crossed:.1f}")


def _written(given: ForecastNumbers) -> str:
    return ", ".join(f"{number:.3f}" for number in given)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("collect", "report", "fit"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--hand", choices=("steady", "normal", "shaky"), default="normal")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--releases", type=int, default=10)
    given = parser.parse_args()
    if given.command == "collect":
        collect(given.files[0], given.hand, given.seconds, given.seed, given.releases)
    elif given.command == "report":
        report(rows(given.files))
    else:
        report_fit(rows(given.files))


if __name__ == "__main__":
    main()
