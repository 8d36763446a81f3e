"""Bots against bots: many games without journals, seats rotated, win shares with intervals."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from towergames import registry
from towergames.core.bot import Clock, Level
from towergames.core.contract import AnyGame, Decide, OptionError, Options, Over, complete_options
from towergames.core.dice import Dice
from towergames.core.text import quoted

Row = dict[str, Any]
"""One game as JSON: seed, entrants by seat, points and winners by entrant, moves, seconds and slowest move."""

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play: pure data, so that it can be sent to any worker. ``places[seat]`` is the entrant there."""

    game: str
    levels: tuple[str, ...]
    places: tuple[int, ...]
    seed: int
    options: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant over all games. ``low`` and ``high`` bound the win share (Wilson, 95 %); times in milliseconds."""

    level: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    mean_points: float
    moves: int
    ms_per_move: float
    slowest_ms: float


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a simulation; ``rows`` hold every game."""

    game: str
    seed: int
    games: int
    standings: tuple[Standing, ...]
    moves: int
    seconds: float
    rows: tuple[Row, ...]
    options: Options = field(default_factory=dict)

    @property
    def moves_per_second(self) -> float:
        """Actions a second of wall-clock time, bots' thinking included, over all jobs."""
        return self.moves / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """The report without the rows, JSON-pure."""
        return {
            "game": self.game,
            "seed": self.seed,
            "options": dict(self.options),
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "moves_per_second": round(self.moves_per_second, 1),
            "standings": [
                {name: _rounded(getattr(standing, name)) for name in Standing.__slots__} for standing in self.standings
            ],
        }


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a win share.

    >>> [round(x, 3) for x in wilson(120, 200)]
    [0.531, 0.665]
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # At the ends rounding must not leave the interval beside the share.
    low = 0.0 if wins <= 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if wins >= games else min(1.0, (middle + spread) / scale)
    return low, high


@dataclass(frozen=True, slots=True)
class Series:
    """Games between bots of the named levels, as many as wanted, in an order that the seed fixes.

    ``arrangements`` are the ways to seat the entrants (the entrant of each seat) that differ by level. All of them are
    gone through before the seed moves on, so luck of the deal falls on all alike. Budgets are iterations only: the same
    series has the same games anywhere.
    """

    game: str
    levels: tuple[str, ...]
    seed: int
    options: Options
    arrangements: tuple[tuple[int, ...], ...]

    @classmethod
    def begin(cls, game_key: str, levels: Sequence[str], seed: int, options: Options | None = None) -> Series:
        """Check everything before the first game.

        Raises KeyError for an unknown game or level, OptionError for options or a missing word list, ValueError where
        the game cannot be played.
        """
        entry = registry.get(game_key)
        for name in levels:
            entry.level(name)
        given = complete_options(entry.game.info, options or {})
        _demand_list(given)
        if entry.missing:
            title = entry.game.info.title
            raise ValueError(f"{title} cannot be played here. You can watch its replays. {entry.missing}")
        entry.game.new(len(levels), given)  # refuses a wrong number of seats before anything is started
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for places in itertools.permutations(range(len(levels))):
            found.setdefault(tuple(levels[entrant] for entrant in places), places)
        return cls(game_key, tuple(levels), seed, given, tuple(found.values()))

    def tasks(self, first: int, last: int) -> list[Task]:
        """The games from number ``first`` (0 for the first) up to but not with number ``last``."""
        ways, options = self.arrangements, tuple(self.options.items())
        return [
            Task(self.game, self.levels, ways[n % len(ways)], self.seed + n // len(ways), options)
            for n in range(first, last)
        ]

    def play(self, first: int, last: int, jobs: int = 1, executor: Executor | None = None) -> Generator[Row]:
        """The rows of these games, each as its game ends, in order."""
        yield from _run(self.tasks(first, last), jobs, executor)

    def report(self, rows: Sequence[Row], seconds: float) -> Report:
        """The count of some games (at least one) that took so many seconds."""
        standings = tuple(_standing(rows, entrant, name) for entrant, name in enumerate(self.levels))
        moves = sum(row["moves"] for row in rows)
        return Report(self.game, self.seed, len(rows), standings, moves, seconds, tuple(rows), self.options)


def simulate(
    game_key: str,
    levels: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    options: Options | None = None,
    on_row: Callable[[Row], None] | None = None,
    executor: Executor | None = None,
) -> Report:
    """Play ``games`` games of a :class:`Series` and count. ``on_row`` hears of every game as it ends.

    Raises as :meth:`Series.begin`, and ValueError for counts.
    """
    series = Series.begin(game_key, levels, seed, options)
    if games < 1 or jobs < 1:
        raise ValueError("games and jobs must be at least 1")
    started = time.perf_counter()
    rows: list[Row] = []
    for row in series.play(0, games, jobs, executor):
        rows.append(row)
        if on_row:
            on_row(row)
    return series.report(rows, time.perf_counter() - started)


def _demand_list(options: Options) -> None:
    """Games of words would take another list in place of one that is not here. Raises OptionError."""
    words = options.get("words")
    if words is None:
        return
    from towergames.lexicon import resolve

    if resolve(str(words)) is None:
        raise OptionError(f"the word list {quoted(str(words))} is not on this machine")


def _run(tasks: Sequence[Task], jobs: int, executor: Executor | None) -> Iterable[Row]:
    """The rows in the order of the tasks, whoever plays them."""
    if executor is not None:
        yield from executor.map(play_game, tasks)
    elif jobs == 1:
        yield from map(play_game, tasks)
    else:
        yield from _run_in_workers(tasks, jobs)


def _run_in_workers(tasks: Sequence[Task], jobs: int) -> Iterator[Row]:
    # Not a ProcessPoolExecutor: leaving this block early (ctrl+C) ends the workers at once and says nothing.
    with multiprocessing.Pool(jobs, initializer=_leave_with_parent) as pool:
        yield from pool.imap(play_game, tasks)


def _leave_with_parent() -> None:
    """In a worker: interrupts are the parent's business, and when that is killed nobody plays on for nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent ends its workers by it, and may have another handler
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_game(task: Task) -> Row:
    """One game from deal to end; pure but for the times it took."""
    entry = registry.get(task.game)
    game = entry.game
    _demand_list(dict(task.options))
    names = [task.levels[entrant] for entrant in task.places]
    levels = [entry.level(name) for name in names]
    bots = [level.make(game) for level in levels]
    clocked = [0.0] * len(bots)
    slowest = [0.0] * len(bots)
    moves = [0] * len(bots)
    state = game.new(len(bots), dict(task.options))
    ply = 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Decide):
            seat = turn.seat
            started = time.perf_counter()
            action = _ask(game, levels[seat], bots[seat], state, seat, Dice(task.seed, ply, f"bot {seat}"))
            spent = time.perf_counter() - started
            clocked[seat] += spent
            slowest[seat] = max(slowest[seat], spent)
            moves[seat] += 1
            state = game.apply(state, action).state
        else:
            state = game.settle(state, game.resolve(state, turn, Dice(task.seed, ply, turn.kind))).state
        ply += 1
    points = game.totals(state)
    return {
        "seed": task.seed,
        "levels": names,
        "entrants": list(task.places),
        "points": list(points),
        "winners": list(turn.ranking[0]),
        "ranking": [list(group) for group in turn.ranking],
        "moves": sum(moves),
        "moves_by_seat": moves,
        "seconds_by_seat": [round(spent, 6) for spent in clocked],
        "slowest_by_seat": [round(spent, 6) for spent in slowest],
    }


def _ask(game: AnyGame, level: Level, bot: Any, state: Any, seat: int, dice: Dice) -> Any:
    """The bot's action from its view alone."""
    return bot.choose(game.view(state, seat), dice, Clock(level.iterations)).action


def _standing(rows: Sequence[Mapping[str, Any]], entrant: int, level: str) -> Standing:
    """What one entrant did over all rows; a shared first place counts as its part of a win."""
    wins = points = seconds = slowest = 0.0
    moves = 0
    for row in rows:
        seat = row["entrants"].index(entrant)
        wins += 1 / len(row["winners"]) if seat in row["winners"] else 0.0
        points += row["points"][seat]
        seconds += row["seconds_by_seat"][seat]
        slowest = max(slowest, row["slowest_by_seat"][seat])
        moves += row["moves_by_seat"][seat]
    games = len(rows)
    low, high = wilson(wins, games)
    return Standing(
        level=level,
        games=games,
        wins=wins,
        share=wins / games,
        low=low,
        high=high,
        mean_points=points / games,
        moves=moves,
        ms_per_move=1000 * seconds / moves if moves else 0.0,
        slowest_ms=1000 * slowest,
    )
