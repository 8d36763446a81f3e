"""What the next player can do with the tower that is left: every roll of the die, the best letter, the best place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from towergames.core.contract import Seat
from towergames.games.konexi.circle import beside, stepped
from towergames.games.konexi.model import ANY, FACES
from towergames.games.konexi.opponent.outlook import Outlook
from towergames.games.konexi.opponent.race import Race, worth


class Ends(NamedTuple):
    """What a place is worth to the next player who chooses it, and my chance to win then."""

    liked: float
    mine: float


@dataclass(frozen=True, slots=True)
class Left:
    """What a player leaves to ``seat``, who comes next: tower, circle, token, and how the race stands."""

    outlook: Outlook
    circle: str
    gap: int
    race: Race
    seat: Seat
    either: bool = False

    def chance(self, me: Seat) -> float:
        """My chance to win when the next player makes the best of every roll."""
        reached = {face: self._reach(face) for face in FACES if face != ANY}
        letters = sorted({letter for some in reached.values() for letter in some})
        best = {letter: self._best((letter,), me) for letter in letters}
        # Any Letter is judged by the letters that other rolls reach: to weigh them all takes too long.
        ends = [self._pick(best[letter] for letter in some) for some in reached.values()]
        ends.append(self._pick(best.values()))
        return sum(end.mine for end in ends) / len(ends)

    def _reach(self, face: int) -> str:
        steps = (face, -face) if self.either else (face,)
        return "".join(beside(self.circle, stepped(self.circle, self.gap, by)) for by in steps)

    def _best(self, letters: Iterable[str], me: Seat) -> Ends:
        return self._pick(
            self._ends(points, steady, me) for letter in letters for points, steady in self.outlook.best(letter)
        )

    def _pick(self, found: Iterable[Ends]) -> Ends:
        """What the next player likes best."""
        return max(found, default=Ends(0.5, 0.5))

    def _ends(self, points: int, steady: float, me: Seat) -> Ends:
        then = (self.seat + 1) % len(self.race.points)
        stands, falls = self.race.after_word(self.seat, points), self.race.after_fall(self.seat)
        liked = worth(steady, stands.chance(self.seat, then), falls.chance(self.seat, then, lull=True))
        mine = steady * stands.chance(me, then) + (1 - steady) * falls.chance(me, then, lull=True)
        return Ends(liked, mine)
