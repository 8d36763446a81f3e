"""The speed of rules and playouts: ``python -m benchmarks.takethat_speed``. CPU seconds on one core."""

from __future__ import annotations

import time

from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.takethat.bots import LEVELS, TakeThatModel, evaluator_for
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State, imagine
from towergames.games.takethat.simulation import Deals

GAMES = 40


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


def thinking(seats: int) -> None:
    """CPU and wall-clock seconds of a hard move, mean and 99th percentile."""
    level = LEVELS[-1]
    bot = level.make(GAME)
    cpu, wall = [], []
    for seed in range(3):
        for ply, state in enumerate(states(seats, 20 + seed)[0]):
            began, began_wall = time.process_time(), time.monotonic()
            bot.choose(GAME.view(state, state.active), Dice(seed, ply), Clock(level.iterations, level.seconds))
            cpu.append(time.process_time() - began)
            wall.append(time.monotonic() - began_wall)
    for name, times in (("CPU", sorted(cpu)), ("wall clock", sorted(wall))):
        p99 = times[int(0.99 * (len(times) - 1))]
        print(f"hard, {seats} players, {name}: mean {1000 * sum(times) / len(times):.0f} ms, p99 {1000 * p99:.0f} ms")


def main() -> None:
    """Print the figures."""
    applies()
    for number in (2, 4):
        playouts(number)
        thinking(number)


if __name__ == "__main__":
    main()
