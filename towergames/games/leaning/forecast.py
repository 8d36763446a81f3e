"""The forecast of a place: its simulated releases, and the chance that the next release falls. Needs no engine.

A fall here is any release that does not place the piece: a slip into an illegal place, a Break or a Wreck. The four
numbers of the posterior were fitted to measured places (``BOTS.md``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from towergames.core.text import count, one_in

FALL_TRIALS, ROUGH_TRIALS = 12, 8
"""Trials of a place before anything is said of it: falls with all pieces free, and the falls of a rougher hand."""
SCREEN_TRIALS = FALL_TRIALS + ROUGH_TRIALS
MOST_BAD = 3
"""Bad trials after which a place is tried no more."""
FULL_TRIALS, MOST_FULL_TRIALS = 4, 8
"""Full trials of the place that leads, and of the place in the hand of a player who waits."""


class ForecastNumbers(NamedTuple):
    """The numbers of the posterior, fitted by ``benchmarks/leaning_forecast.py``.

    ``prior_falls`` of ``prior_releases`` are believed in before any trial; they are few, since most places always hold
    or never do. A fall trial counts for ``fall_weight`` releases, a rough one for ``rough_weight``, a full one for 1.
    """

    prior_falls: float
    prior_releases: float
    fall_weight: float
    rough_weight: float


NUMBERS = {
    "steady": ForecastNumbers(0.02, 0.27, 0.15, 0.25),
    "normal": ForecastNumbers(0.02, 0.27, 0.15, 0.25),
    "shaky": ForecastNumbers(0.02, 0.27, 0.15, 0.25),
}
"""Hand of the game -> its numbers."""

SAFE_RISK, FAIR_RISK = 0.03, 0.15
"""Chance of a fall up to which a place is safe, and up to which it is fair."""
SAFE, FAIR, BOLD = "safe", "fair", "bold"
WORDS = (SAFE, FAIR, BOLD)

UNTRIED_CHANCES = (0.82, 0.05, 0.08, 0.05)
"""Chances of a legal idea without any trial: it stands, slips, Break, Wreck. Measured (``BOTS.md``)."""
KINDS_OF_FALL = (0.4, 0.4, 0.2)
"""Shares of slips, Breaks and Wrecks among the falls that no trial has shown."""
SLIDES_OFTEN = 0.2
"""Share of the good trials in which the piece moved, from which a place is said to slip a little."""


@dataclass(frozen=True, slots=True)
class ReleaseOutcome:
    """The result of one release: number of other pieces disturbed; whether the piece is legal at rest, its points
    there, and whether it slid there.

    A piece that slipped into a legal place can be left there (L-14).
    """

    disturbed: int
    legal: bool
    points: int
    slid: bool = False

    @property
    def good(self) -> bool:
        """Whether the player has placed the piece, where it was let go of or where it slipped to."""
        return not self.disturbed and self.legal


@dataclass(frozen=True, slots=True)
class Odds:
    """Counts of simulated releases by result. ``points`` is the sum over the good ones; in ``slid`` of them the piece
    moved.
    """

    good: int = 0
    slipped: int = 0
    broken: int = 0
    wrecked: int = 0
    points: int = 0
    slid: int = 0

    @property
    def bad(self) -> int:
        """Number of releases that did not place the piece."""
        return self.slipped + self.broken + self.wrecked

    @property
    def releases(self) -> int:
        """Number of releases."""
        return self.good + self.bad

    def and_then(self, ending: ReleaseOutcome, wreck: int) -> Odds:
        """The odds with one release more; a Wreck is ``wreck`` disturbed pieces or more."""
        if ending.good:
            return replace(self, good=self.good + 1, points=self.points + ending.points, slid=self.slid + ending.slid)
        if not ending.disturbed:
            return replace(self, slipped=self.slipped + 1)
        if ending.disturbed < wreck:
            return replace(self, broken=self.broken + 1)
        return replace(self, wrecked=self.wrecked + 1)


@dataclass(frozen=True, slots=True)
class Forecast:
    """All trials of one place.

    ``quick`` trials move only pieces nearby; they find places, and count for nothing once there are others. In
    ``falls`` all pieces are free, ``roughs`` are falls from a hand that trembles more, and ``fulls`` are releases as
    the table makes them. ``hand`` is the hand of the game.
    """

    quick: Odds = field(default_factory=Odds)
    falls: Odds = field(default_factory=Odds)
    roughs: Odds = field(default_factory=Odds)
    fulls: Odds = field(default_factory=Odds)
    hand: str = "normal"

    @property
    def first_trials(self) -> Forecast:
        """The forecast as it was after the quick trials."""
        return Forecast(self.quick, hand=self.hand)

    @property
    def screened(self) -> int:
        """Number of trials that count for the word."""
        return self.falls.releases + self.roughs.releases

    @property
    def bad(self) -> int:
        """Number of bad trials that count for the word."""
        return self.falls.bad + self.roughs.bad

    @property
    def is_screened(self) -> bool:
        """Whether a word may be said: all trials were made, or too many were bad."""
        return self.bad >= MOST_BAD or self.screened >= SCREEN_TRIALS

    @property
    def _weighed(self) -> tuple[tuple[float, Odds], ...]:
        numbers = NUMBERS[self.hand]
        if not self.screened and not self.fulls.releases:
            return ((numbers.fall_weight, self.quick),)
        return (numbers.fall_weight, self.falls), (numbers.rough_weight, self.roughs), (1.0, self.fulls)

    @property
    def fall_chance(self) -> float:
        """The chance that the next release does not place the piece: the mean of the posterior."""
        numbers = NUMBERS[self.hand]
        if not self.good:
            # Trials of one place err together, so they count for little. Where none stood they hardly err.
            bad: float = sum(odds.bad for _, odds in self._weighed)
            return (numbers.prior_falls + bad) / (numbers.prior_releases + bad)
        bad = sum(weight * odds.bad for weight, odds in self._weighed)
        releases = sum(weight * odds.releases for weight, odds in self._weighed)
        return (numbers.prior_falls + bad) / (numbers.prior_releases + releases)

    @property
    def chances(self) -> tuple[float, float, float, float]:
        """Chances that the next release ends well, in a slip, a Break, a Wreck."""
        if not any(odds.releases for _, odds in self._weighed):
            return UNTRIED_CHANCES
        kinds = [NUMBERS[self.hand].prior_falls * share for share in KINDS_OF_FALL]
        for weight, odds in self._weighed:
            for at, number in enumerate((odds.slipped, odds.broken, odds.wrecked)):
                kinds[at] += weight * number
        falls = self.fall_chance
        slipped, broken, wrecked = (falls * kind / sum(kinds) for kind in kinds)
        return 1 - falls, slipped, broken, wrecked

    def chances_with(self, caution: float) -> tuple[float, float, float, float]:
        """The chances if falls are ``caution`` times as likely as they seem: the place that seems best of many has
        often been lucky in its trials.
        """
        good, *kinds = self.chances
        stands = good**caution
        more = (1 - stands) / (1 - good)
        slipped, broken, wrecked = (more * kind for kind in kinds)
        return stands, slipped, broken, wrecked

    @property
    def good(self) -> int:
        """Number of good trials among those that count."""
        return sum(odds.good for _, odds in self._weighed)

    def points(self, otherwise: float) -> float:
        """Mean points of the good trials; ``otherwise`` where there is none."""
        return sum(odds.points for _, odds in self._weighed) / self.good if self.good else otherwise

    @property
    def word(self) -> str:
        """The place in one word: safe, fair, bold; '' before it is tried out."""
        if not self.is_screened:
            return ""
        if self.fall_chance <= SAFE_RISK:
            return SAFE
        return FAIR if self.fall_chance <= FAIR_RISK else BOLD

    @property
    def slides(self) -> bool:
        """Whether the piece often moves a little where it stands."""
        slid = self.falls.slid + self.fulls.slid
        return slid > 0 and slid >= SLIDES_OFTEN * (self.falls.good + self.fulls.good)


def falls_in_words(forecast: Forecast) -> str:
    """The chance of a fall in words; the number of trials before the place is tried out.

    >>> falls_in_words(Forecast(falls=Odds(good=12), roughs=Odds(good=8)))
    'fewer than 1 in 50 falls'
    >>> falls_in_words(Forecast(falls=Odds(good=10, broken=2), roughs=Odds(good=8)))
    'about 1 in 12 falls'
    >>> falls_in_words(Forecast(falls=Odds(broken=3))), falls_in_words(Forecast(quick=Odds(good=3)))
    ('no trial stood', '3 trials so far')
    """
    if not forecast.is_screened:
        made = forecast.screened or forecast.quick.releases
        return f"{count(made, 'trial')} so far" if made else "not tried out yet"
    return expected_in_words(forecast)


def expected_in_words(forecast: Forecast) -> str:
    """The chance of a fall as a bot expects it, however few the trials.

    >>> expected_in_words(Forecast()), expected_in_words(Forecast(falls=Odds(good=6, broken=1)))
    ('looked steady', 'about 1 in 8 falls')
    """
    if forecast.chances == UNTRIED_CHANCES:
        return "looked steady"
    return f"{one_in(forecast.fall_chance)} falls" if forecast.good else "no trial stood"


def rough_next(forecast: Forecast, *, roughs_first: bool = False) -> bool:
    """Whether the next trial of the screen is by the rougher hand.

    Rough trials and falls take turns while both are open, or ``roughs_first``.
    """
    if forecast.roughs.releases >= ROUGH_TRIALS:
        return False
    return roughs_first or forecast.falls.releases >= FALL_TRIALS or forecast.roughs.releases < forecast.falls.releases
