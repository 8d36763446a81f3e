"""The speed of rules and playouts: ``python -m benchmarks.takethat_speed``. CPU seconds on one core."""

from __future__ import annotations

import time
from statistics import median

from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.takethat.bots import LEVELS, TakeThatModel, evaluator_for
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State, imagine
from towergames.games.takethat.simulation import Deals

GAMES = 40
MATCHES = 6
"""Games whose turns are timed, for each level."""


def states(seats: int, seed: int) -> tuple[list[State], float, int]:
    """The positions of a random game, the seconds spent in apply, and how many actions that were."""
    dice = Dice(seed, 0, "speed")
    state = GAME.new(seats, {})
    state = GAME.apply_outcome(state, GAME.resolve(state, Nature("deal"), dice)).state
    seen, spent = [], 0.0
    while isinstance(GAME.turn(state), Decide):
        seen.append(state)
        action = GAME.choices(state).sample(dice)
        began = time.process_time()
        state = GAME.apply(state, action).state
        spent += time.process_time() - began
    return seen, spent, len(seen)


def applies() -> None:
    """Actions a second through ``apply`` (judging included), and whole random games a second."""
    spent, actions = 0.0, 0
    began = time.process_time()
    for seed in range(GAMES):
        _, seconds, count = states(2, seed)
        spent, actions = spent + seconds, actions + count
    print(
        f"apply: {actions / spent:,.0f} a second; random games: {GAMES / (time.process_time() - began):,.0f} a second"
    )


def playouts(seats: int) -> None:
    """Playouts a second as ``hard`` makes them: a world dealt, a round of turns played, the result judged."""
    positions = [state for state in states(seats, 3)[0] if state.phase == "build" and not state.built]
    dice = Dice(1)
    done = 0
    began = time.process_time()
    for state in positions:
        view = GAME.view(state, state.active)
        evaluator = evaluator_for(view.terms, seats)
        seen = TakeThatModel(evaluator, Deals(view, imagine(view, dice), False))
        for _ in range(200):
            seen.shares(seen.imagine(view, dice), dice)
            done += 1
    print(f"playouts, {seats} players: {done / (time.process_time() - began):,.0f} a second")


def thinking(level: Level, seats: int) -> None:
    """CPU seconds of the whole turns of a level that plays against itself: median and worst, and those of an action."""
    bot = level.make(GAME)
    turns, actions = [], []
    for seed in range(20, 20 + MATCHES):
        dice = Dice(seed, 0, "speed")
        state = GAME.apply_outcome(GAME.new(seats, {}), GAME.resolve(GAME.new(seats, {}), Nature("deal"), dice)).state
        spent, number = 0.0, state.turns
        while True:
            turn = GAME.turn(state)
            if not isinstance(turn, Decide):
                break
            began = time.process_time()
            thought = bot.choose(GAME.view(state, turn.seat), Dice(seed, len(actions)), Clock(level.iterations))
            actions.append(time.process_time() - began)
            state = GAME.apply(state, thought.action).state
            spent += actions[-1]
            if state.turns != number:
                turns.append(spent)
                spent, number = 0.0, state.turns
    for what, times in (("turn", turns), ("action", actions)):
        print(f"{level.name}, {seats} players, CPU a {what}: median {median(times):.3f} s, worst {max(times):.3f} s")


def main() -> None:
    """Print the figures."""
    applies()
    for number in (2, 4):
        playouts(number)
        for level in LEVELS:
            thinking(level, number)


if __name__ == "__main__":
    main()
