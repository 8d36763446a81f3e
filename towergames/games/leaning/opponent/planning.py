"""Choosing where to let go: ideas one after the other, and further releases simulated for the most promising ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning.model import Layout
from towergames.games.leaning.move_search import Wish
from towergames.games.leaning.opponent.seeking import Seeker
from towergames.games.leaning.opponent.trial import Trials
from towergames.games.leaning.opponent.worth import Prospect, Stakes
from towergames.games.leaning.options import Terms

HOPE = 4
"""So many good releases are assumed besides an idea's own when it is decided which idea is tried next."""

FIRST_LOOKS = 2
"""So many releases of an idea are quick ones, in which what is far away cannot move."""

LAST_LOOKS = 10
"""So many pairs of releases are made at most after the last idea."""


@dataclass(frozen=True, slots=True)
class Care:
    """How much a player looks before letting go.

    ``tests`` is how many releases of one idea are simulated at most, ``often`` how many such releases there are for one
    legal idea; 0 for players who trust the feeling in the hand. After ``enough`` legal ideas nobody looks further.
    In the end the best is let go of until it has been ``assured`` times, or another one is better.
    """

    tests: int
    often: float = 1.0
    enough: int = 1000
    assured: int = 0


class Plan:
    """Everything found for one decision."""

    def __init__(
        self,
        base: Layout,
        piece: int,
        wishes: Sequence[Wish],
        terms: Terms,
        stakes: Stakes,
        care: Care,
        ignored: frozenset[int] = frozenset(),
    ) -> None:
        self.stakes, self.care = stakes, care
        self.seekers = {
            wish: Seeker(base, piece, wish.size, wish.held, terms.surface, terms.contacts) for wish in wishes
        }
        self.trials = {wish: Trials(seeker.hand, terms, ignored) for wish, seeker in self.seekers.items()}
        self.prospects: list[Prospect] = []
        self.done = self.releases = 0
        self.limit: int | None = None

    def think(self, clock: Clock, dice: Dice, told: Callable[[Prospect], None]) -> Prospect | None:
        """The best place found until the clock is over; ``told`` hears of every one, and of the best as it changes."""
        best: Prospect | None = None
        wishes, owed = list(self.seekers), 0.0
        while wishes and not self._over(clock):
            wish = wishes[self.done % len(wishes)]
            self.done += 1
            draft = self.seekers[wish].seek(dice)
            if draft is not None:
                self.prospects.append(Prospect(draft))
                told(self.prospects[-1])
                owed += self.care.often
            while owed >= 2 and not clock.over(self.done):
                owed -= 2
                self._release_hopeful(dice)
            if (now := self.best()) is not best and now is not None:
                best = now
                told(now)
        return self._assured(clock, dice)

    def _assured(self, clock: Clock, dice: Dice) -> Prospect | None:
        """The best place after a last look. Its iterations are spent; only a stopped clock ends it early."""
        for _ in range(LAST_LOOKS):
            best = self.best()
            if best is None or best.looks >= self.care.assured or clock.over(-1):
                break
            self._release(best, dice)
        return self.best()

    def _over(self, clock: Clock) -> bool:
        return clock.over(self.done) or self.done == self.limit or len(self.prospects) >= self.care.enough

    def best(self) -> Prospect | None:
        """The place worth most as far as is known; one that was never tested only if none was."""
        tested = [one for one in self.prospects if one.odds.releases]
        return max(tested or self.prospects, key=self.value, default=None)

    def value(self, prospect: Prospect) -> float:
        """What letting go there is worth; whoever tests nothing sees no risk."""
        if not self.care.tests:
            return float(prospect.draft.points)
        return self.stakes.value(prospect.draft, prospect.odds) - self.stakes.fear(prospect)

    def _release_hopeful(self, dice: Dice) -> None:
        """Simulate further releases of the idea that would be the best if its next releases all went well."""
        open_ones = [one for one in self.prospects if one.odds.releases < self.care.tests]
        if not open_ones:
            return
        self._release(max(open_ones, key=self._hope), dice)

    def _release(self, chosen: Prospect, dice: Dice) -> None:
        """Simulate letting go of it, twice at a time."""
        draft, wreck = chosen.draft, self.stakes.wreck
        wish = Wish(draft.size, draft.held)
        thorough = chosen.odds.releases >= FIRST_LOOKS
        self.releases += 1
        fresh = dice.fork(f"release {self.releases}")
        # What falls once in fifty times is seldom seen in a few trials; a hand that trembles more shows it sooner.
        one, two = self.trials[wish].release_twice(draft, fresh, thorough=thorough, rough=thorough)
        chosen.odds = chosen.odds.and_then(one, wreck)
        if thorough:
            chosen.rough = chosen.rough.and_then(two, wreck)
        else:
            chosen.odds = chosen.odds.and_then(two, wreck)
        for ending in (one, two):
            self.seekers[wish].worked(draft, float(ending.good))

    def _hope(self, prospect: Prospect) -> float:
        odds, draft = prospect.odds, prospect.draft
        more = replace(odds, good=odds.good + HOPE, points=odds.points + HOPE * draft.points)
        return self.stakes.value(draft, more) - self.stakes.fear(prospect)
