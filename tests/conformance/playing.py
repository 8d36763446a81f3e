"""Random games for the suite: played on the bare contract, without a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any

import pytest

from tests.combinations import long, sample
from tests.conformance.facts import option_sets, random_move
from tests.example.distribution import NIM
from tests.null.entry import NULL
from towergames import registry
from towergames.core.contract import AnyGame, Decide, Over, Step, Turn
from towergames.core.dice import Dice
from towergames.core.options import Scalar
from towergames.registry import Entry
from towergames.table.records import digest

ADDED = (NULL, NIM)
"""The games beside the built-in ones: a test game, and the example of docs/makers/example-game."""
ENTRIES: tuple[Entry, ...] = (*[entry for entry in registry.ENTRIES if entry not in ADDED], *ADDED)


@dataclass(frozen=True)
class Case:
    entry: Entry
    seats: int
    options: tuple[tuple[str, Scalar], ...]

    @cached_property
    def game(self) -> AnyGame:
        return self.entry.game

    def __str__(self) -> str:
        said = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.entry.key}-{self.seats}{'-' if said else ''}{said}"


@cache
def cases(most_sets: int = 99) -> tuple[Case, ...]:
    return tuple(
        Case(entry, seats, tuple(options.items()))
        for entry in ENTRIES
        for seats in range(entry.game.info.seats[0], entry.game.info.seats[1] + 1)
        for options in option_sets(entry, seats)[:most_sets]
    )


@cache
def some_cases(entry: Entry, most_sets: int) -> list[Case]:
    """Each set of options of a game once, and the middle, the highest and the lowest number of seats in turn."""
    low, high = entry.game.info.seats
    seats = list(dict.fromkeys(((low + high) // 2, high, low)))
    count = max(len(seats), len(option_sets(entry, high)[:most_sets]))
    sets = [option_sets(entry, number)[:most_sets] for number in seats]
    of_each = [sets[i % len(sets)][i % len(sets[i % len(sets)])] for i in range(count)]
    return [Case(entry, seats[i % len(seats)], tuple(options.items())) for i, options in enumerate(of_each)]


def each_case(most_sets: int = 99) -> pytest.MarkDecorator:
    """Give a test every case; the everyday run has only :func:`some_cases`."""
    light = [case for entry in ENTRIES for case in some_cases(entry, most_sets)]
    every = chain.from_iterable([case] if case in light else long(case) for case in cases(most_sets))
    return pytest.mark.parametrize("case", list(every), ids=str)


@dataclass(frozen=True)
class Moment:
    """One play: the state and turn before it, the move or outcome, and the step."""

    game: AnyGame
    state: Any
    turn: Turn
    move: Any
    step: Step[Any]
    digest: str  # of ``state``, taken before anything else was done with it

    @cached_property
    def listed(self) -> tuple[Any, ...]:
        """The choices, listed once for all tests."""
        return tuple(self.game.choices(self.state))


@dataclass(frozen=True)
class Trace:
    game: AnyGame
    moments: tuple[Moment, ...]
    last: Any

    @property
    def decisions(self) -> list[Moment]:
        return [moment for moment in self.moments if isinstance(moment.turn, Decide)]

    def some(self, count: int) -> list[Moment]:
        """About ``count`` decisions, spread evenly; half as many in the everyday run."""
        found = self.decisions
        return found[:: max(1, len(found) // sample(-(-count // 2), count))]


MANY = sample(24, 100)
"""Moves tried in a state; where there are more, so many of them, spread evenly over the list."""


def spread(things: Sequence[Any], most: int = MANY) -> list[Any]:
    """Up to ``most`` of the things, evenly over the list, the last one among them (lists end with the odd moves)."""
    if len(things) <= most:
        return list(things)
    return [things[i * (len(things) - 1) // (most - 1)] for i in range(most)]


def walk(
    game: AnyGame, seats: int, options: dict[str, Scalar], seed: int
) -> Iterator[tuple[Any, Turn, Any, Step[Any]]]:
    """Play at random to the end: (state, turn, move, step) each."""
    state = game.new(seats, options)
    ply = 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Decide):
            move = random_move(game, state, Dice(seed, ply, "suite"))
            step = game.apply(state, move)
        else:
            move = game.resolve(state, turn, Dice(seed, ply, turn.kind))
            step = game.apply_outcome(state, move)
        yield state, turn, move, step
        state = step.state
        ply += 1
        assert ply <= game.info.longest, "the game is longer than it says"


@lru_cache(maxsize=8)
def trace(case: Case, seed: int = 1) -> Trace:
    """One random game of a case, remembered for the next tests (they come case by case, see conftest.py)."""
    game, moments = case.game, []
    last = game.new(case.seats, dict(case.options))
    for state, turn, move, step in walk(game, case.seats, dict(case.options), seed):
        moments.append(Moment(game, state, turn, move, step, digest(state)))
        last = step.state
    return Trace(game, tuple(moments), last)
