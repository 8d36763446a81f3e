"""Calibration of the chances that a review shows: ``python -m benchmarks.words_chances [GAMES] [FILE]``.

Bots of three levels play games for two. In a third of the turns, by lot, the lead of the player to move is estimated
before and after the turn. Half of the games fit five numbers, and the other half judges them. FILE keeps the estimates;
a second run goes on where the first one ended. CPU time on one core, about half a second a game.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.calibration import collected, fifths
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.words import leaves
from towergames.games.words.bots import HARD, LEVELS, exchanges, table_of
from towergames.games.words.game import GAME
from towergames.games.words.model import State, View, imagine
from towergames.games.words.prospects import FITTED, Fit, candidate_of, leads
from towergames.games.words.search import candidates

WORLDS = 4


class Estimate(NamedTuple):
    """An estimated lead of one player in one game, and his share of the first place.

    ``side`` is 1 after a turn and -1 before it; ``unseen`` are the tiles that he did not see.
    """

    game: int
    side: int
    lead: float
    unseen: int
    won: float


def play(number: int, level: Level) -> list[Estimate]:
    """The estimates of one game of a level against itself."""
    dice, bot = Dice(number, 0, "chances"), level.make(GAME)
    state: State = GAME.new(2, {})
    noted: list[tuple[int, int, float, int]] = []
    plies = 0
    while not isinstance(turn := GAME.turn(state), Over):
        plies += 1
        if isinstance(turn, Nature):
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, dice)).state
            continue
        assert isinstance(turn, Decide)
        view = GAME.view(state, turn.seat)
        action = bot.choose(view, Dice(number, plies), Clock(level.iterations)).action
        if dice.below(3) == 0:
            before, after, unseen = estimates(view, action, dice)
            noted += [(turn.seat, -1, before, unseen), (turn.seat, 1, after, unseen)]
        state = GAME.apply(state, action).state
    share = {seat: 1 / len(turn.ranking[0]) for seat in turn.ranking[0]}
    return [Estimate(number, side, lead, unseen, share.get(seat, 0.0)) for seat, side, lead, unseen in noted]


def estimates(view: View, action: object, dice: Dice) -> tuple[float, float, int]:
    """The player's estimated lead before and after his move, and how many tiles he does not see."""
    state = imagine(view, dice)
    table = table_of(view, state)
    first = candidates(table, leaves.shipped(), exchanges(state), True, HARD)[0]
    before, after = leads(view, table, [first, candidate_of(table, state, action)], WORLDS, dice)
    return before, after, len(table.unseen)


def unlikelihood(estimates: Sequence[Estimate], fit: Fit) -> float:
    """The mean loss of information of the chances that a fit makes of the estimates."""
    total = 0.0
    for one in estimates:
        odds = fit.odds(one.lead, one.unseen, moved=one.side > 0)
        total += math.log1p(math.exp(-abs(odds))) + max(odds, 0.0) - one.won * odds
    return total / len(estimates)


def fitted(estimates: Sequence[Estimate]) -> Fit:
    """The numbers that fit best: each in turn goes up or down while that helps, by ever smaller steps."""
    fit, step = Fit(0.0, 0.0, 0.0, 5.0, 2.0), 4.0
    best = unlikelihood(estimates, fit)
    while step > 0.01:
        helped = False
        for name in Fit._fields:
            for change in (step, -step):
                tried = fit._replace(**{name: getattr(fit, name) + change})
                if min(tried.certain, tried.open) <= 0:
                    continue
                found = unlikelihood(estimates, tried)
                if found < best:
                    fit, best, helped = tried, found, True
        if not helped:
            step /= 2
    return fit


def table(estimates: Sequence[Estimate], fit: Fit) -> list[str]:
    """The table of the chances that a fit makes of the estimates."""
    said = []
    for one in estimates:
        odds = fit.odds(one.lead, one.unseen, moved=one.side > 0)
        said.append((one.game, 1 / (1 + math.exp(-odds)), one.won))
    return fifths(said)


def main() -> None:
    """Play what is missing, fit on the even games, judge by the odd ones, and print."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    path = Path(sys.argv[2] if len(sys.argv) > 2 else "words-chances.jsonl")
    levels = [level for level in LEVELS if level.name in ("casual", "club", "normal")]
    everything = collected(path, wanted, levels, play, Estimate)
    fit = fitted([one for one in everything if one.game % 2 == 0])
    judge = [one for one in everything if one.game % 2]
    print(f"{wanted} games, {len(everything)} estimates. Fitted {fit}")
    print("By that fit:", *table(judge, fit), "As shipped:", *table(judge, FITTED), sep="\n")
    for name, side in (("Before a move", -1), ("After a move", 1)):
        print(f"{name}:", *table([one for one in judge if one.side == side], FITTED), sep="\n")


if __name__ == "__main__":
    main()
