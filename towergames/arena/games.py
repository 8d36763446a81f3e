"""Games between bots: which ones are played, how one is played, and win shares with intervals."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from towergames import __version__, registry
from towergames.core.bot import Clock, Level
from towergames.core.contract import AnyGame, Decide, Over, complete_options, nature_dice
from towergames.core.dice import Dice
from towergames.core.options import OptionError, Options
from towergames.core.text import quoted

GameRow = dict[str, Any]
"""One game as JSON: its number, seed, entrants, points, winners and ranking by seat, moves, seconds, slowest moves."""

TIMES = ("seconds", "seconds_by_seat", "slowest_by_seat")
"""Fields of a row that depend on the machine. All others are equal wherever the game is played."""

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class GameTask:
    """One game to play: pure data, so that it can be sent to any worker. ``places[seat]`` is the entrant there."""

    number: int
    game: str
    levels: tuple[str, ...]
    places: tuple[int, ...]
    seed: int
    options: tuple[tuple[str, Any], ...]
    version: str = __version__


class Schedule(Protocol):
    """A numbered series of games without an end."""

    def task(self, number: int) -> GameTask:
        """The game of that number, from 0."""

    def as_json(self) -> dict[str, Any]:
        """The values that decide the games: two schedules of equal JSON have equal games."""


@dataclass(frozen=True, slots=True)
class EntrantStats:
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

    def as_json(self) -> dict[str, Any]:
        """The fields, rounded."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The result of a simulation; ``rows`` hold every game."""

    game: str
    seed: int
    games: int
    standings: tuple[EntrantStats, ...]
    moves: int
    seconds: float
    rows: tuple[GameRow, ...]
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
            "standings": [each.as_json() for each in self.standings],
        }


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
        """Check everything before the first game. Raises as :func:`check`."""
        given = check(game_key, levels, len(levels), options)
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for places in itertools.permutations(range(len(levels))):
            found.setdefault(tuple(levels[entrant] for entrant in places), places)
        return cls(game_key, tuple(levels), seed, given, tuple(found.values()))

    def task(self, number: int) -> GameTask:
        """The game of that number, from 0."""
        deal, way = divmod(number, len(self.arrangements))
        options = tuple(self.options.items())
        return GameTask(number, self.game, self.levels, self.arrangements[way], self.seed + deal, options)

    def as_json(self) -> dict[str, Any]:
        """The values that decide the games."""
        return plan_json("simulate", self.game, self.levels, self.seed, self.options)

    def report(self, rows: Sequence[GameRow], seconds: float) -> SimulationReport:
        """Sum up one or more games; ``seconds`` is the time of the whole run."""
        standings = tuple(standing(rows, entrant, name) for entrant, name in enumerate(self.levels))
        moves = sum(row["moves"] for row in rows)
        return SimulationReport(self.game, self.seed, len(rows), standings, moves, seconds, tuple(rows), self.options)


def plan_json(kind: str, game: str, levels: Sequence[str], seed: int, options: Options) -> dict[str, Any]:
    """A plan as JSON, with the version of this program: another one may play otherwise."""
    return {
        "arena": kind,
        "game": game,
        "levels": list(levels),
        "seed": seed,
        "options": dict(options),
        "version": __version__,
    }


def check(game_key: str, levels: Sequence[str], seats: int, options: Options | None) -> dict[str, Any]:
    """Check that games can be played; all options.

    Raises KeyError for an unknown game or level, OptionError for options or a missing word list, ValueError where the
    game cannot be played.
    """
    entry = registry.get(game_key)
    for name in levels:
        entry.level(name)
    given = complete_options(entry.game.info, options or {})
    _demand_list(given)
    if entry.unavailable_reason:
        title = entry.game.info.title
        raise ValueError(f"{title} cannot be played here. You can watch its replays. {entry.unavailable_reason}")
    entry.game.new(seats, given)  # refuses a wrong number of seats before anything is started
    return dict(given)


def _demand_list(options: Options) -> None:
    """Games of words would take another list in place of one that is not here. Raises OptionError."""
    words = options.get("words")
    if words is None:
        return
    from towergames.lexicon import resolve

    if resolve(str(words)) is None:
        raise OptionError(f"the word list {quoted(str(words))} is not on this machine")


def play_game(task: GameTask) -> GameRow:
    """Play a game from deal to end. Only the times in the row depend on the machine."""
    began = time.perf_counter()
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
            dice = nature_dice(game, state, turn, task.seed, ply)
            state = game.apply_outcome(state, game.resolve(state, turn, dice)).state
        ply += 1
    points = game.totals(state)
    return {
        "number": task.number,
        "seed": task.seed,
        "levels": names,
        "entrants": list(task.places),
        "points": list(points),
        "winners": list(turn.ranking[0]),
        "ranking": [list(group) for group in turn.ranking],
        "moves": sum(moves),
        "moves_by_seat": moves,
        "seconds": round(time.perf_counter() - began, 6),
        "seconds_by_seat": [round(spent, 6) for spent in clocked],
        "slowest_by_seat": [round(spent, 6) for spent in slowest],
    }


def _ask(game: AnyGame, level: Level, bot: Any, state: Any, seat: int, dice: Dice) -> Any:
    """The bot's action from its view alone."""
    return bot.choose(game.view(state, seat), dice, Clock(level.iterations)).action


def standing(rows: Sequence[Mapping[str, Any]], entrant: int, level: str) -> EntrantStats:
    """Sum up one entrant over all rows. A first place shared by n players counts as 1/n of a win."""
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
    return EntrantStats(
        level=level,
        games=games,
        wins=wins,
        share=wins / games if games else 0.0,
        low=low,
        high=high,
        mean_points=points / games if games else 0.0,
        moves=moves,
        ms_per_move=1000 * seconds / moves if moves else 0.0,
        slowest_ms=1000 * slowest,
    )
