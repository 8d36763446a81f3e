"""Calibration of the chances that a review shows: ``python -m benchmarks.takethat_chances [GAMES] [FILE]``.

Bots of three levels play games for two. In half of the rounds, by lot, the estimate of the player to move is noted
before and after the turn. Half of the games fit two numbers, and the other half judges them: in each fifth of the
chances the mean chance and the share of wins, with an interval bootstrapped over games. FILE keeps the estimates; a
second run goes on where the first one ended. CPU time on one core, about a second a game.
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
from towergames.games.takethat.bots import LEVELS, model_for
from towergames.games.takethat.chances import odds_of, shares_of_turns
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State, View
from towergames.games.takethat.review import plan_of
from towergames.games.takethat.simulation import TurnPlan

WORLDS = 100


class Estimate(NamedTuple):
    """An estimate of one player in one game, and whether that player won. ``side`` is 1 after a turn and -1 before."""

    game: int
    side: int
    share: float
    won: bool


def play(number: int, level: Level) -> list[Estimate]:
    """The estimates of one game of a level against itself."""
    dice, bot = Dice(number, 0, "chances"), level.make(GAME)
    empty = GAME.new(2, {})
    state: State = GAME.apply_outcome(empty, GAME.resolve(empty, Nature("deal"), dice)).state
    noted: list[tuple[int, int, float]] = []
    plies = 0
    while isinstance(GAME.turn(state), Decide):
        view, actions, seat, turns = GAME.view(state, state.active), [], state.active, state.turns
        while isinstance(GAME.turn(state), Decide) and state.turns == turns:
            thought = bot.choose(GAME.view(state, seat), Dice(number, plies), Clock(level.iterations))
            actions.append(thought.action)
            state = GAME.apply(state, thought.action).state
            plies += 1
        if dice.below(2):
            noted += [(seat, side, share) for side, share in zip((-1, 1), _estimates(view, actions, dice), strict=True)]
    over = GAME.turn(state)
    assert isinstance(over, Over)
    return [Estimate(number, side, share, over.ranking[0] == (seat,)) for seat, side, share in noted]


def _estimates(view: View, actions: Sequence[object], dice: Dice) -> list[float]:
    """The player's estimate before the turn and after it."""
    made: list[TurnPlan | None] = [None, plan_of(actions)]
    return shares_of_turns(model_for(view, dice), view, made, WORLDS, dice)


def fitted(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """The two numbers with which log odds of ``b x - a`` after a turn and ``b x + a`` before one fit best."""
    a, b = 0.0, 1.0
    for _ in range(25):  # Newton's method
        gradient, curve = [0.0, 0.0], [[1e-9, 0.0], [0.0, 1e-9]]
        for one in estimates:
            inputs = (-one.side, odds_of(one.share))
            said = 1 / (1 + math.exp(-(inputs[0] * a + inputs[1] * b)))
            for i in range(2):
                gradient[i] += (one.won - said) * inputs[i]
                for j in range(2):
                    curve[i][j] += said * (1 - said) * inputs[i] * inputs[j]
        area = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0]
        a += (curve[1][1] * gradient[0] - curve[0][1] * gradient[1]) / area
        b += (curve[0][0] * gradient[1] - curve[1][0] * gradient[0]) / area
    return a, b


def table(estimates: Sequence[Estimate], a: float, b: float) -> list[str]:
    """The table of the chances that two numbers make of the estimates."""
    return fifths(
        [(one.game, 1 / (1 + math.exp(-(b * odds_of(one.share) - one.side * a))), one.won) for one in estimates]
    )


def main() -> None:
    """Play what is missing, fit on the even games, judge by the odd ones, and print."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    path = Path(sys.argv[2] if len(sys.argv) > 2 else "takethat-chances.jsonl")
    levels = [level for level in LEVELS if level.name in ("easy", "casual", "normal")]
    everything = collected(path, wanted, levels, play, Estimate)
    fit = [one for one in everything if one.game % 2 == 0]
    judge = [one for one in everything if one.game % 2]
    a, b = fitted(fit)
    print(f"{wanted} games, {len(everything)} estimates. LAST_MOVER {a:.3f}, TRUST_IN_ODDS {b:.3f}")
    print("As estimated:", *table(judge, 0.0, 1.0), "As shown:", *table(judge, a, b), sep="\n")


if __name__ == "__main__":
    main()
