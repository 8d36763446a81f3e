"""The search for a play: Monte Carlo simulation over sampled racks, and alpha-beta in the endgame.

Every candidate meets the same racks and the same tiles from the bag. Candidates that are clearly worse are dropped; the
search ends when one is left, or with the budget. Nearly at the end of the bag games are played out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.words.generator import Position, ScoredPlay
from towergames.games.words.grid import with_tiles, without
from towergames.games.words.leaves import Leaves
from towergames.games.words.model import RACK

LONG = 3
"""Iterations that a game played to the end counts as, since it takes that much longer."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """Knowledge of a bot: the position, the racks by seat (None: hidden) with their sizes, and the unseen tiles.

    ``due`` is the seat that draws as soon as the bot has moved, None when nobody does.
    """

    position: Position
    seat: int
    racks: tuple[str | None, ...]
    sizes: tuple[int, ...]
    unseen: str
    penalty: int
    due: int | None = None

    @property
    def rack(self) -> str:
        """The bot's own tiles."""
        return self.racks[self.seat] or ""

    @property
    def bag(self) -> int:
        """How many tiles the bag has."""
        hidden = sum(size for size, rack in zip(self.sizes, self.racks, strict=True) if rack is None)
        return len(self.unseen) - hidden


@dataclass(frozen=True, slots=True)
class Method:
    """Settings of the simulation: ``width`` candidates, at most ``rounds`` worlds.

    A candidate is dropped when it is worse by ``sure`` standard errors after ``least`` worlds. Games are played to the
    end when the bag has ``short`` tiles or fewer. ``per_tile`` is what a tile played costs when nobody else uses them.
    """

    width: int = 12
    rounds: int = 40
    least: int = 6
    sure: float = 2.0
    short: int = 7
    per_tile: float = 7.0


@dataclass(slots=True)
class Candidate:
    """A move that is simulated: a play, or a tile to exchange, or neither (a pass)."""

    play: ScoredPlay | None
    swap: str
    position: Position
    kept: str
    first_guess: float
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean over the worlds so far."""
        return sum(self.values) / len(self.values) if self.values else self.first_guess


@dataclass(slots=True)
class Determinization:
    """A sample of the hidden tiles. ``bag`` is drawn from its end."""

    racks: list[str]
    bag: str


def candidates(
    table: SearchState, leaves: Leaves, swaps: Sequence[str], may_pass: bool, method: Method
) -> list[Candidate]:
    """The moves to simulate, the highest score plus leave first."""
    position, rack, bag = table.position, table.rack, table.bag
    solo = len(table.racks) == 1
    guessed = []
    for play in position.every(rack):
        kept = without(rack, play.tiles)
        worth = play.score + leaves.worth(kept, bag)
        if solo:
            worth -= method.per_tile * (len(rack) - len(kept))
        elif bag == 0:
            worth += table.penalty * (len(rack) - len(kept))
        guessed.append((-worth, play, kept))
    guessed.sort()
    found = [Candidate(play, "", position, kept, -worth) for worth, play, kept in guessed[: method.width]]
    for candidate in found:
        assert candidate.play is not None
        candidate.position = position.after(candidate.play)
    others = [Candidate(None, tile, position, without(rack, tile), 0.0) for tile in swaps]
    for other in others:
        other.first_guess = leaves.worth(other.kept, bag)
    others.sort(key=lambda other: -other.first_guess)
    found += others[: 1 if found else 3]
    if may_pass and not found:
        found.append(Candidate(None, "", position, rack, 0.0))
    return found


def simulate(
    table: SearchState, found: list[Candidate], leaves: Leaves, method: Method, dice: Dice, clock: Clock
) -> tuple[Candidate, int]:
    """The best of some candidates, and the iterations used: one for each candidate in each world."""
    done = 0
    left = found
    for number in range(method.rounds):
        if len(left) < 2 or clock.over(done):
            break
        world = imagine(table, dice)
        values = []
        for candidate in left:
            if clock.over(done):
                break
            values.append(play_forward(table, candidate, world, leaves, method))
            done += LONG if table.bag <= method.short else 1
        if len(values) < len(left):
            break  # a world counts for all or for none
        for candidate, value in zip(left, values, strict=True):
            candidate.values.append(value)
        if number + 1 >= method.least:
            left = still_open(left, method.sure)
    return max(left, key=lambda candidate: candidate.mean), done


def still_open(found: list[Candidate], sure: float) -> list[Candidate]:
    """The candidates not clearly worse than the best, by paired differences over the same worlds."""
    best = max(found, key=lambda candidate: candidate.mean)
    kept = []
    for candidate in found:
        lags = [mine - other for mine, other in zip(best.values, candidate.values, strict=True)]
        count = len(lags)
        mean = sum(lags) / count
        spread = sum((lag - mean) ** 2 for lag in lags) / (count - 1)
        if candidate is best or mean <= sure * math.sqrt(spread / count) + 1e-9:
            kept.append(candidate)
    return kept


def imagine(table: SearchState, dice: Dice) -> Determinization:
    """A sample of the hidden racks and the bag: the unseen tiles shuffled, each deal equally likely."""
    pile = "".join(dice.shuffled(table.unseen))
    racks = []
    for rack, size in zip(table.racks, table.sizes, strict=True):
        if rack is None:
            cut = len(pile) - size
            rack, pile = "".join(sorted(pile[cut:])), pile[:cut]
        racks.append(rack)
    return Determinization(racks, pile)


def play_forward(
    table: SearchState, candidate: Candidate, world: Determinization, leaves: Leaves, method: Method
) -> float:
    """The bot's lead at the end of one playout: its points less the mean of the others', leaves included."""
    me, seats = table.seat, len(world.racks)
    position, racks, bag = candidate.position, world.racks.copy(), world.bag
    gains, stays = [0.0] * seats, [0.0] * seats
    to_the_end = len(bag) <= method.short and seats > 1
    plies = 8 * seats if to_the_end else seats
    if table.due is not None:
        racks[table.due], bag = draw(racks[table.due], bag)
    if candidate.play is not None:
        gains[me] = candidate.play.score
    # The old tile goes back under the others: it is rarely drawn again soon.
    bag = candidate.swap + bag
    stays[me] = leaves.worth(candidate.kept, len(bag))
    racks[me], bag = draw(candidate.kept, bag)
    passes = 0 if candidate.play is not None or candidate.swap else 1
    over = not racks[me]
    for ply in range(1, plies + 1):
        if over:
            break
        at = (me + ply) % seats
        best = position.best(racks[at])
        if best is None:
            passes += 1
            over = passes >= seats
            continue
        passes = 0
        kept = without(racks[at], best.tiles)
        gains[at] += best.score
        stays[at] = leaves.worth(kept, len(bag))
        if seats == 1:
            gains[at] -= method.per_tile * (len(racks[at]) - len(kept))
        racks[at], bag = draw(kept, bag)
        over = not racks[at]
        if ply < plies and not over:
            position = position.after(best)
    if seats == 1 and candidate.play is not None:
        gains[me] -= method.per_tile * (len(table.rack) - len(candidate.kept))
    if over or not bag:
        gains = [gain - table.penalty * len(rack) for gain, rack in zip(gains, racks, strict=True)]
    if not over:
        gains = [gain + stay for gain, stay in zip(gains, stays, strict=True)]
    return gains[me] - (sum(gains) - gains[me]) / max(1, seats - 1)


def draw(rack: str, bag: str) -> tuple[str, str]:
    """A rack filled up from the end of the bag, and the rest of the bag."""
    missing = min(RACK - len(rack), len(bag))
    if missing <= 0:
        return rack, bag
    cut = len(bag) - missing
    return with_tiles(rack, bag[cut:]), bag[:cut]


# --- the end of a game of two ---------------------------------------------------------------------


INFINITE = 10**6
EXACT_TILES = 11
"""Most tiles on both racks together for which the whole tree is searched."""


class OutOfBudgetError(Exception):
    """The clock ran out before the tree was searched."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best play (None: pass), its worth in points ahead, whether that is exact, and the positions looked at."""

    play: ScoredPlay | None
    worth: int
    exact: bool
    done: int


class Endgame:
    """A search for one position: ``penalty`` is what a tile left costs."""

    def __init__(self, penalty: int, clock: Clock) -> None:
        self._penalty = penalty
        self._clock = clock
        self._known: dict[tuple[tuple[str, ...], str, str, int], tuple[int, int]] = {}
        self.done = 0

    def choose(self, position: Position, mine: str, other: str, passes: int = 0) -> SearchResult:
        """The best move for the player with ``mine``. Stops with the clock."""
        narrow = self._narrow(position, mine, other, passes)
        if len(mine) + len(other) > EXACT_TILES:
            return narrow
        try:
            play, worth = self._root(position, mine, other, passes, narrow.play)
        except OutOfBudgetError:
            return SearchResult(narrow.play, narrow.worth, False, self.done)
        return SearchResult(play, worth, True, self.done)

    # --- narrow and quick ---------------------------------------------------------------------------

    def _narrow(self, position: Position, mine: str, other: str, passes: int) -> SearchResult:
        """The best of the likeliest plays against the likeliest answers, the rest played out."""
        best: ScoredPlay | None = None
        most = -INFINITE
        for play in self._moves(position, mine)[:16]:
            if best is not None and self._clock.over(self.done):
                break
            left = without(mine, play.tiles)
            worth = play.score + self._answered(position.after(play), left, other, most - play.score)
            if worth > most:
                best, most = play, worth
        if passes == 0 or best is None:
            self.done += 1
            passing = -self._play_out(position, other, mine, 1) if not passes else self._both_passed(mine, other)
            if passing > most:
                best, most = None, passing
        return SearchResult(best, most, False, self.done)

    def _answered(self, position: Position, mine: str, other: str, enough: int) -> int:
        """The worth for the player with ``mine`` after the best of a few answers; may stop at ``enough`` or less."""
        self.done += 1
        if not mine:
            return self._penalty * len(other)
        worst = -self._play_out(position, other, mine, 0)
        for play in self._moves(position, other)[:6]:
            if worst <= enough or self._clock.over(self.done):
                break
            self.done += 1
            rest = self._play_out(position.after(play), mine, without(other, play.tiles), 0)
            worst = min(worst, rest - play.score)
        return worst

    def _play_out(self, position: Position, mover: str, waiting: str, passes: int) -> int:
        """Highest scores to the end: the points of the mover less the other's."""
        sign, sums = 1, 0
        while True:
            if not waiting:
                return sums - sign * self._penalty * len(mover)
            play = position.best(mover)
            if play is None:
                passes += 1
                if passes > 1:
                    return sums + sign * self._both_passed(mover, waiting)
            else:
                passes = 0
                sums += sign * play.score
                mover = without(mover, play.tiles)
                position = position.after(play)
            mover, waiting, sign = waiting, mover, -sign

    # --- the whole tree -----------------------------------------------------------------------------

    def _root(
        self, position: Position, mine: str, other: str, passes: int, hint: ScoredPlay | None
    ) -> tuple[ScoredPlay | None, int]:
        moves: list[ScoredPlay | None] = [*self._moves(position, mine), None]
        if hint is not None:
            moves.remove(hint)
            moves.insert(0, hint)
        best, most = moves[0], -INFINITE
        for move in moves:
            worth = self._move_worth(position, mine, other, passes, move, most, INFINITE)
            if worth > most:
                best, most = move, worth
        return best, most

    def worth(
        self, position: Position, mover: str, waiting: str, passes: int, low: int = -INFINITE, high: int = INFINITE
    ) -> int:
        """Points that the mover gets more than the other from here on, exact between ``low`` and ``high``.

        Raises OutOfBudgetError.
        """
        if not waiting:
            return -self._penalty * len(mover)
        if passes > 1:
            return self._both_passed(mover, waiting)
        key = (position.board, mover, waiting, passes)
        known_low, known_high = self._known.get(key, (-INFINITE, INFINITE))
        if known_low >= high or known_low == known_high:
            return known_low
        if known_high <= low:
            return known_high
        if self._clock.over(self.done):
            raise OutOfBudgetError
        self.done += 1
        most, floor = -INFINITE, max(low, known_low)
        for move in (*self._moves(position, mover), None):
            most = max(most, self._move_worth(position, mover, waiting, passes, move, max(floor, most), high))
            if most >= high:
                break
        if most <= floor:
            known_high = most
        elif most >= high:
            known_low = most
        else:
            known_low = known_high = most
        self._known[key] = (known_low, known_high)
        return most

    def _move_worth(
        self, position: Position, mover: str, waiting: str, passes: int, move: ScoredPlay | None, low: int, high: int
    ) -> int:
        if move is None:
            return -self.worth(position, waiting, mover, passes + 1, -high, -low)
        then = position.after(move)
        return move.score - self.worth(
            then, waiting, without(mover, move.tiles), 0, move.score - high, move.score - low
        )

    def _moves(self, position: Position, rack: str) -> list[ScoredPlay]:
        """Every play, the likeliest first: by score and by the tiles that it gets rid of."""
        penalty = self._penalty

        def key(play: ScoredPlay) -> tuple[int, int, bool, str]:
            tiles = len(play.tiles) - play.tiles.count(".")
            out = penalty * 4 if tiles == len(rack) else 0
            return (-play.score - penalty * tiles - out, play.cell, play.down, play.tiles)

        return sorted(position.every(rack), key=key)

    def _both_passed(self, mover: str, waiting: str) -> int:
        return self._penalty * (len(waiting) - len(mover))
