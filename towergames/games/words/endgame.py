"""The end of a game of two: the bag is empty, so the other rack is known and nothing is left to chance.

First a narrow look two plays ahead, with the rest played out by highest scores; then, with the budget that is left, the
whole tree by alpha-beta. A search that is finished is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.bot import Clock
from towergames.games.words.lines import Found
from towergames.games.words.search_lines import Position, without

INFINITE = 10**6
EXACT_TILES = 11
"""The whole tree is tried when both racks together have at most so many tiles."""


class OutOfBudgetError(Exception):
    """The clock ran out before the tree was searched."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The best play (None: pass), its worth in points ahead, whether that is exact, and the positions looked at."""

    play: Found | None
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

    def choose(self, position: Position, mine: str, other: str, passes: int = 0) -> Answer:
        """The best move for the player with ``mine``. Stops with the clock."""
        narrow = self._narrow(position, mine, other, passes)
        if len(mine) + len(other) > EXACT_TILES:
            return narrow
        try:
            play, worth = self._root(position, mine, other, passes, narrow.play)
        except OutOfBudgetError:
            return Answer(narrow.play, narrow.worth, False, self.done)
        return Answer(play, worth, True, self.done)

    # --- narrow and quick ---------------------------------------------------------------------------

    def _narrow(self, position: Position, mine: str, other: str, passes: int) -> Answer:
        """The best of the likeliest plays against the likeliest answers, the rest played out."""
        best: Found | None = None
        most = -INFINITE
        for play in self._moves(position, mine)[:16]:
            if best is not None and self._clock.over(self.done):
                break
            worth = self._answered(position.after(play), without(mine, play), other, most - play.score) + play.score
            if worth > most:
                best, most = play, worth
        if passes == 0 or best is None:
            self.done += 1
            passing = -self._play_out(position, other, mine, 1) if not passes else self._both_passed(mine, other)
            if passing > most:
                best, most = None, passing
        return Answer(best, most, False, self.done)

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
            rest = self._play_out(position.after(play), mine, without(other, play), 0)
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
                mover = without(mover, play)
                position = position.after(play)
            mover, waiting, sign = waiting, mover, -sign

    # --- the whole tree -----------------------------------------------------------------------------

    def _root(
        self, position: Position, mine: str, other: str, passes: int, hint: Found | None
    ) -> tuple[Found | None, int]:
        moves: list[Found | None] = [*self._moves(position, mine), None]
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
        self, position: Position, mover: str, waiting: str, passes: int, move: Found | None, low: int, high: int
    ) -> int:
        if move is None:
            return -self.worth(position, waiting, mover, passes + 1, -high, -low)
        then = position.after(move)
        return move.score - self.worth(then, waiting, without(mover, move), 0, move.score - high, move.score - low)

    def _moves(self, position: Position, rack: str) -> list[Found]:
        """Every play, the likeliest first: by score and by the tiles that it gets rid of."""
        penalty = self._penalty

        def key(play: Found) -> tuple[int, int, bool, str]:
            tiles = len(play.tiles) - play.tiles.count(".")
            out = penalty * 4 if tiles == len(rack) else 0
            return (-play.score - penalty * tiles - out, play.cell, play.down, play.tiles)

        return sorted(position.every(rack), key=key)

    def _both_passed(self, mover: str, waiting: str) -> int:
        return self._penalty * (len(waiting) - len(mover))
