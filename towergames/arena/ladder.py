"""All levels of a game against each other: which games, and what they say about the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from towergames.arena.games import Z95, EntrantStats, GameRow, GameTask, check, plan_json, standing
from towergames.core.options import Options

SEATS = 2
MIN_ROUNDS = 10
"""Rounds before an order may count as certain: after few games the model's intervals say little."""


class LadderError(ValueError):
    """The ladder cannot be played; the message says why."""


@dataclass(frozen=True)
class Ladder:
    """Games of two between all pairs of levels, in rounds.

    In a round every pair plays twice with the same seed, each level once in the first seat. The seed of a round is the
    first seed plus the round's number, so all pairs have the same luck.
    """

    game: str
    levels: tuple[str, ...]
    seed: int
    options: Options

    @classmethod
    def begin(cls, game_key: str, levels: Sequence[str], seed: int, options: Options | None = None) -> Ladder:
        """Check everything before the first game. Raises LadderError, or as :func:`check`."""
        if len(set(levels)) < max(SEATS, len(levels)):
            raise LadderError("a ladder needs at least two levels, each named once")
        return cls(game_key, tuple(levels), seed, check(game_key, levels, SEATS, options))

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two levels, by number; each pair meets twice in a round."""
        return tuple((a, b) for a, b in combinations(range(len(self.levels)), SEATS))

    @property
    def round(self) -> int:
        """The number of games in a round."""
        return 2 * len(self.pairs)

    def task(self, number: int) -> GameTask:
        """The game of that number, from 0."""
        turn, rest = divmod(number, self.round)
        first, second = self.pairs[rest // 2]
        places = (second, first) if rest % 2 else (first, second)
        return GameTask(number, self.game, self.levels, places, self.seed + turn, tuple(self.options.items()))

    def as_json(self) -> dict[str, Any]:
        """The values that decide the games."""
        return plan_json("ladder", self.game, self.levels, self.seed, self.options)


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: its rating, the 95 % interval of that, and its games."""

    rating: float
    low: float
    high: float
    standing: EntrantStats

    def as_json(self) -> dict[str, Any]:
        """The fields; the interval of the win share is ``share_low`` and ``share_high``."""
        played = self.standing.as_json()
        played["share_low"], played["share_high"] = played.pop("low"), played.pop("high")
        ratings = {name: round(getattr(self, name), 4) for name in ("rating", "low", "high")}
        return {"level": played.pop("level")} | ratings | played


class Ratings:
    """Ratings by the Bradley-Terry model of Weng and Lin (openskill), of games that are given in order of number.

    A level plays equally well in all games: so ``tau`` is 0 and every game counts in full (``gamma`` is 1). Raises
    LadderError without the library.
    """

    def __init__(self, ladder: Ladder) -> None:
        try:
            from openskill.models import BradleyTerryFull
        except ImportError:
            raise LadderError("a ladder needs the library openskill: pip install openskill") from None
        self.ladder = ladder
        self.rows: list[GameRow] = []
        self._model = BradleyTerryFull(tau=0.0, gamma=lambda *_, **__: 1.0)
        self._ratings = [self._model.rating() for _ in ladder.levels]

    def add(self, row: GameRow) -> None:
        """Count a game."""
        self.rows.append(row)
        ranks = {seat: rank for rank, group in enumerate(row["ranking"]) for seat in group}
        teams = [[self._ratings[entrant]] for entrant in row["entrants"]]
        rated = self._model.rate(teams, ranks=[float(ranks[seat]) for seat in range(SEATS)])
        for entrant, (rating,) in zip(row["entrants"], rated, strict=True):
            self._ratings[entrant] = rating

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """All levels, the best first."""
        found = []
        for entrant, (rating, name) in enumerate(zip(self._ratings, self.ladder.levels, strict=True)):
            wide = Z95 * rating.sigma
            mine = standing([row for row in self.rows if entrant in row["entrants"]], entrant, name)
            found.append(Rung(rating.mu, rating.mu - wide, rating.mu + wide, mine))
        return tuple(sorted(found, key=lambda rung: -rung.rating))

    @property
    def unsure(self) -> list[tuple[str, str]]:
        """Neighbours in the order whose 95 % intervals touch, the better one first."""
        best_first = sorted(zip(self._ratings, self.ladder.levels, strict=True), key=lambda pair: -pair[0].mu)
        return [
            (better, worse)
            for (a, better), (b, worse) in pairwise(best_first)
            if a.mu - Z95 * a.sigma <= b.mu + Z95 * b.sigma
        ]

    @property
    def certain(self) -> bool:
        """Whether the order is certain: whole rounds, at least ten, and no neighbours that are unsure."""
        rounds, rest = divmod(len(self.rows), self.ladder.round)
        return rounds >= MIN_ROUNDS and not rest and not self.unsure


def chart(rungs: Sequence[Rung], width: int = 48) -> list[str]:
    """The ratings and their intervals as lines of text on one scale, with the ends of the scale below."""
    low, high = min(rung.low for rung in rungs), max(rung.high for rung in rungs)
    wide = max(len(rung.standing.level) for rung in rungs)

    def column(value: float) -> int:
        return round((value - low) / (high - low) * (width - 1))

    lines = []
    for rung in rungs:
        cells = [" "] * width
        left, right = column(rung.low), column(rung.high)
        cells[left : right + 1] = "-" * (right - left + 1)
        cells[left] = cells[right] = "|"
        cells[column(rung.rating)] = "o"
        lines.append(f"{rung.standing.level:<{wide}}  {''.join(cells).rstrip()}")
    ends = f"{low:.1f}", f"{high:.1f}"
    return [*lines, f"{'':<{wide}}  {ends[0]}{ends[1]:>{width - len(ends[0])}}"]
