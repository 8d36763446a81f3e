"""Choosing a play by simulation: what the others answer and what one can then play oneself, over racks that may be.

Every candidate meets the same racks and the same tiles from the bag. Candidates that are clearly worse are dropped; the
search ends when one is left, or with the budget. Nearly at the end of the bag games are played out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.words.leaves import Leaves
from towergames.games.words.lines import Found
from towergames.games.words.model import RACK
from towergames.games.words.search_lines import Position, without

LONG = 3
"""A game played to the end counts as so many iterations: it takes that much longer."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a bot knows: the position, the racks by seat (None: hidden, with so many tiles), the unseen tiles.

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
    """How to simulate: ``width`` candidates, at most ``rounds`` worlds.

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
    """A move under test: a play, or a tile to exchange, or neither (a pass)."""

    play: Found | None
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
class World:
    """One way the hidden tiles may lie. ``bag`` is drawn from its end."""

    racks: list[str]
    bag: str


def candidates(table: Table, leaves: Leaves, swaps: Sequence[str], may_pass: bool, method: Method) -> list[Candidate]:
    """The moves worth a closer look, best first guess (score and what stays) first."""
    position, rack, bag = table.position, table.rack, table.bag
    solo = len(table.racks) == 1
    guessed = []
    for play in position.every(rack):
        kept = without(rack, play)
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
    others = [Candidate(None, tile, position, rack.replace(tile, "", 1), 0.0) for tile in swaps]
    for other in others:
        other.first_guess = leaves.worth(other.kept, bag)
    others.sort(key=lambda other: -other.first_guess)
    found += others[: 1 if found else 3]
    if may_pass and not found:
        found.append(Candidate(None, "", position, rack, 0.0))
    return found


def simulate(
    table: Table, found: list[Candidate], leaves: Leaves, method: Method, dice: Dice, clock: Clock
) -> tuple[Candidate, int]:
    """The best of some candidates, and how many iterations that took: one a candidate and world."""
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
    """The candidates that are not clearly worse than the best, by the differences in the same worlds."""
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


def imagine(table: Table, dice: Dice) -> World:
    """The unseen tiles shuffled over hidden racks and bag, each way equally likely."""
    pile = "".join(dice.shuffled(table.unseen))
    racks = []
    for rack, size in zip(table.racks, table.sizes, strict=True):
        if rack is None:
            cut = len(pile) - size
            rack, pile = "".join(sorted(pile[cut:])), pile[:cut]
        racks.append(rack)
    return World(racks, pile)


@dataclass(slots=True)
class Forward:
    """A game being played forward: points and what stays on the racks so far, by seat."""

    position: Position
    racks: list[str]
    bag: str
    gains: list[float]
    stays: list[float]
    passes: int
    over: bool


def play_forward(table: Table, candidate: Candidate, world: World, leaves: Leaves, method: Method) -> float:
    """How the bot fares in one world: its points less the mean of the others', with what stays on the racks."""
    me, seats = table.seat, len(world.racks)
    game = begin(table, candidate, world, leaves)
    to_the_end = len(world.bag) <= method.short and seats > 1
    plies = 8 * seats if to_the_end else seats
    for ply in range(1, plies + 1):
        if game.over:
            break
        at = (me + ply) % seats
        best = game.position.best(game.racks[at])
        if best is None:
            game.passes += 1
            game.over = game.passes >= seats
            continue
        game.passes = 0
        kept = without(game.racks[at], best)
        game.gains[at] += best.score
        game.stays[at] = leaves.worth(kept, len(game.bag))
        if seats == 1:
            game.gains[at] -= method.per_tile * (len(game.racks[at]) - len(kept))
        game.racks[at], game.bag = draw(kept, game.bag)
        game.over = not game.racks[at]
        if ply < plies and not game.over:
            game.position = game.position.after(best)
    if seats == 1 and candidate.play is not None:
        game.gains[me] -= method.per_tile * (len(table.rack) - len(candidate.kept))
    return lead(game, me, table.penalty)


def begin(table: Table, candidate: Candidate, world: World, leaves: Leaves) -> Forward:
    """The game after the candidate and the bot's draw."""
    bag, racks, me = world.bag, world.racks.copy(), table.seat
    gains, stays = [0.0] * len(racks), [0.0] * len(racks)
    if table.due is not None:
        racks[table.due], bag = draw(racks[table.due], bag)
    if candidate.play is not None:
        gains[me] = candidate.play.score
    elif candidate.swap:
        # The old tile goes back under the others: it is rarely drawn again soon.
        bag = candidate.swap + bag
    stays[me] = leaves.worth(candidate.kept, len(bag))
    racks[me], bag = draw(candidate.kept, bag)
    passes = 0 if candidate.play is not None or candidate.swap else 1
    return Forward(candidate.position, racks, bag, gains, stays, passes, not racks[me])


def lead(game: Forward, seat: int, penalty: int) -> float:
    """What a seat has more than the mean of the others; alone, what it has."""
    worth = game.gains
    if game.over or not game.bag:
        worth = [gain - penalty * len(rack) for gain, rack in zip(worth, game.racks, strict=True)]
    if not game.over:
        worth = [gain + stay for gain, stay in zip(worth, game.stays, strict=True)]
    if len(worth) == 1:
        return worth[0]
    return worth[seat] - (sum(worth) - worth[seat]) / (len(worth) - 1)


def draw(rack: str, bag: str) -> tuple[str, str]:
    """A rack filled up from the end of the bag, and the rest of the bag."""
    missing = min(RACK - len(rack), len(bag))
    if missing <= 0:
        return rack, bag
    cut = len(bag) - missing
    return "".join(sorted(rack + bag[cut:])), bag[:cut]
