"""Rivals of one person: every level and every person met twice, the ladder of levels, and the rating. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from towergames import registry
from towergames.core.feat import Habit
from towergames.table.record_book import OwnGame

if TYPE_CHECKING:
    from towergames.core.bot import Level
    from towergames.table.facts import SeatFacts

WON, DRAWN, LOST = 1, 0, -1
SIGNS = {WON: "▲", DRAWN: "=", LOST: "▼"}
"""The sign of a result in a row of the last games."""
LAST_MEETINGS = 8
MEETINGS_FOR_HABITS = 6
HABITS_SHOWN = 2
LEAST_MEETINGS = 2
"""Meetings after which a person is a rival. A level always is."""


class Meeting(NamedTuple):
    """A game with a rival. ``rival`` is what the rival did: of several seats of one level, the best of them."""

    game: OwnGame
    rival: SeatFacts

    @property
    def result(self) -> int:
        """Whether the person was before the rival (1), behind (-1), or beside (0)."""
        own, theirs = self.game.own.rank, self.rival.rank
        return (own < theirs) - (own > theirs)


@dataclass(frozen=True)
class Rival:
    """A level, or a person, with all meetings in the order in which they ended.

    ``name`` is the character of a level. ``rating`` is that of the level, None of a person.
    """

    name: str
    level: str
    meetings: tuple[Meeting, ...]
    rating: int | None = None

    @property
    def counted(self) -> list[Meeting]:
        """The meetings by the usual rules without help."""
        return [one for one in self.meetings if one.game.counts]

    @property
    def not_met(self) -> str:
        """The sentence in place of results where no meeting counts; '' where one does."""
        if self.counted:
            return ""
        return "You have not met without help yet." if self.meetings else "You have not met."

    def number(self, result: int) -> int:
        """How many counted meetings ended so."""
        return sum(one.result == result for one in self.counted)

    @property
    def last(self) -> str:
        """The results of the last counted meetings as signs, the newest at the right."""
        return "".join(SIGNS[one.result] for one in self.counted[-LAST_MEETINGS:])

    @property
    def lead(self) -> int:
        """Wins more than losses, negative when behind."""
        return self.number(WON) - self.number(LOST)

    @property
    def points(self) -> tuple[float, float] | None:
        """The mean points of the person and of the rival; None before they met."""
        met = self.counted
        if not met:
            return None
        return sum(one.game.own.points for one in met) / len(met), sum(one.rival.points for one in met) / len(met)

    def habits(self, game: str) -> list[str]:
        """Up to two sentences about the games; one that says from when on where the games are too few."""
        if len(self.counted) < MEETINGS_FOR_HABITS:
            return [f"Habits show after {MEETINGS_FOR_HABITS} games."]
        told = []
        for habit in registry.get(game).feats.habits:
            sentence = self._habit(habit)
            if sentence:
                told.append(sentence)
        return told[:HABITS_SHOWN]

    def _habit(self, habit: Habit) -> str:
        seats = [one.game.own if habit.mine else one.rival for one in self.counted]
        values = [seat.marks[habit.measure].value if habit.measure in seat.marks else 0 for seat in seats]
        having = sum(value > 0 for value in values)
        if not having:
            return ""
        share = 0
        if habit.of:
            whole = sum(seat.marks[habit.of].value for seat in seats if habit.of in seat.marks)
            share = round(100 * sum(values) / whole) if whole else 0
        return habit.text.format(rival=self.name, count=having, games=len(seats), share=share)


def rivals_of(game: str, games: Iterable[OwnGame]) -> list[Rival]:
    """The rivals in a game: its levels with a character, weakest first, then the people, the most met first."""
    own = [one for one in games if one.facts.game == game]
    rivals = []
    for level in named_levels(game):
        met = []
        for one in own:
            seats = [seat for seat in one.others if seat.bot == level.name]
            if seats:
                met.append(Meeting(one, min(seats, key=lambda seat: seat.rank)))
        rivals.append(Rival(level.character, level.name, tuple(met), level.rating))
    people: dict[str, list[Meeting]] = {}
    for one in own:
        for seat in one.others:
            if not seat.bot:
                people.setdefault(seat.name.casefold(), []).append(Meeting(one, seat))
    known = [met for met in people.values() if len(met) >= LEAST_MEETINGS]
    known.sort(key=len, reverse=True)
    return [*rivals, *(Rival(met[-1].rival.name, "", tuple(met)) for met in known)]


def named_levels(game: str) -> list[Level]:
    """The levels of a game that have a character, weakest first."""
    return [level for level in registry.get(game).levels if level.character]


# --- the ladder -------------------------------------------------------------------------------------

WINS_FOR_A_RUNG = 2


class Rung(NamedTuple):
    """A level on the ladder; two wins without help light it, and it stays lit."""

    name: str
    level: str
    wins: int

    @property
    def lit(self) -> bool:
        """Whether the level was beaten often enough."""
        return self.wins >= WINS_FOR_A_RUNG


def ladder_of(game: str, games: Iterable[OwnGame]) -> list[Rung]:
    """The levels of a game with the wins of a person, weakest first."""
    return [Rung(rival.name, rival.level, rival.number(WON)) for rival in rivals_of(game, games) if rival.level]


def next_rung(rungs: Sequence[Rung]) -> Rung | None:
    """The rung above the highest lit one, the lowest where none is lit; None at the top."""
    for at in range(len(rungs) - 1, -1, -1):
        if rungs[at].lit:
            return rungs[at + 1] if at + 1 < len(rungs) else None
    return rungs[0] if rungs else None


# --- the rating -------------------------------------------------------------------------------------

FIRST_RATING = 1000
"""The rating of a newcomer, which is that of Easy."""
FIRST_GAMES, FIRST_K, LATER_K = 10, 32, 16
RATED_GAMES = 5
"""Games before which no rating is shown."""


class Rated(NamedTuple):
    """The rating after a game."""

    game: OwnGame
    rating: int


def ratings_of(game: str, games: Iterable[OwnGame]) -> list[Rated]:
    """The rating after each game against levels whose rating is known: Elo, where only the person's rating changes.

    Only games by the usual rules without help are rated. In a game of n players each pair counts one n-1th.
    """
    fixed = {level.name: level.rating for level in registry.get(game).levels if level.rating is not None}
    rating, found = float(FIRST_RATING), list[Rated]()
    for one in games:
        rivals = [seat for seat in one.others if seat.bot in fixed]
        if one.facts.game != game or not one.counts or not rivals:
            continue
        factor = (FIRST_K if len(found) < FIRST_GAMES else LATER_K) / len(one.others)
        change = 0.0
        for seat in rivals:
            score = (1 + Meeting(one, seat).result) / 2
            change += factor * (score - expected_share(rating, fixed[seat.bot]))
        rating += change
        found.append(Rated(one, round(rating)))
    return found


def expected_share(rating: float, other: float) -> float:
    """The expected share of wins against another rating.

    >>> expected_share(1000, 1000), round(expected_share(1200, 1000), 2)
    (0.5, 0.76)
    """
    return float(1 / (1 + 10 ** ((other - rating) / 400)))


def shown_rating(rated: Sequence[Rated]) -> int | None:
    """The present rating; None before enough games were rated."""
    return rated[-1].rating if len(rated) >= RATED_GAMES else None
