"""Moves a second of the environments: ``uv run --extra rl python -m benchmarks.environment_speed [SECONDS]``.

Plays by lot with two players for so many seconds a game (10), first through ``towergames.env``, then with the rules
alone: the same lots, without observations, masks and notations. Prints a table for docs/makers/environments.md. Seconds
are those of the processor, since they tell more on a busy machine.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import towergames
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice

MOST_MOVES = 150
"""Moves of an episode: a random builder would go on for thousands."""


def through_env(game: str) -> Iterator[int]:
    """How many actions are listed, move by move, in game after game."""
    env, dice, seed = towergames.env(game, max_moves=MOST_MOVES), Dice(1), 0
    while True:
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            count = int(observation["action_mask"].sum())
            env.step(dice.below(count))
            yield count
        seed += 1


def rules_alone(key: str) -> Iterator[int]:
    """The same games."""
    game, dice, seed = registry.get(key).game, Dice(1), 0
    while True:
        state, plays, moves = game.new(2, {}), 0, 0
        while not isinstance(turn := game.turn(state), Over) and moves < MOST_MOVES:
            if isinstance(turn, Decide):
                actions = tuple(game.choices(state))
                state = game.apply(state, actions[dice.below(len(actions))]).state
                moves += 1
                yield len(actions)
            else:
                state = game.apply_outcome(state, game.resolve(state, turn, Dice(seed, plays, turn.kind))).state
            plays += 1
        seed += 1


def rate(moves: Iterator[int], seconds: float) -> tuple[float, list[int]]:
    """Moves a second, and how many actions were listed in each; the first move, with its imports, is not counted."""
    next(moves)
    began, counts = time.process_time(), []
    while time.process_time() - began < seconds:
        counts.append(next(moves))
    return len(counts) / (time.process_time() - began), counts


def main() -> None:
    """The table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| game | moves a second | rules alone | numbers in the vector | actions listed, mean and most |")
    print("|---|---|---|---|---|")
    for entry in registry.ENTRIES:
        if entry.unavailable_reason:
            continue
        fast, counts = rate(through_env(entry.key), seconds)
        bare, _ = rate(rules_alone(entry.key), seconds)
        length = len(towergames.env(entry.key).unwrapped.labels)
        listed = f"{sum(counts) / len(counts):,.0f}, {max(counts):,}"
        print(f"| `{entry.key}` | {fast:,.0f} | {bare:,.0f} | {length:,} | {listed} |", flush=True)


if __name__ == "__main__":
    main()
