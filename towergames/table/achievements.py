"""The achievements of one person: those of each game, and five for all games. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from towergames import registry
from towergames.core.feat import Achievement
from towergames.table.record_book import OwnGame, best_of, name_of
from towergames.table.rivals import WON, Meeting, named_levels

if TYPE_CHECKING:
    from datetime import date

    from towergames.table.facts import Facts

ALL_GAMES = ""
"""Stands for a game where an achievement is for all games."""
FIVE_TABLES, RETURN_MATCH, HONOURS_EVEN = "five-tables", "return-match", "honours-even"
GIANT_KILLER, FIVE_OF_A_DAY = "giant-killer", "five-of-a-day"
FIVE = 5
GENERAL = (
    Achievement(FIVE_TABLES, "Five tables", "first", "You finish a game at five different tables.", goal=FIVE),
    Achievement(
        RETURN_MATCH, "Return match", "good", "You beat a level that won your last game with it by 20 % or more."
    ),
    Achievement(HONOURS_EVEN, "Honours even", "good", "You share the first place."),
    Achievement(GIANT_KILLER, "Giant killer", "rare", "You beat the strongest level of a game."),
    Achievement(FIVE_OF_A_DAY, "Five of a day", "rare", "You win five medals on one day.", goal=FIVE),
)
"""The achievements for all games together."""

MedalOf = Callable[["Facts"], str]
"""Names the medal of a game of today's task, '' for none."""


def no_medal(_facts: Facts) -> str:
    """No medal, where none is known."""
    return ""


class Standing(NamedTuple):
    """An achievement and a person: the game in which it was first met, or how near the best game came.

    ``helped`` when it was met only with help. ``game`` is the key of the game, '' for all games.
    """

    achievement: Achievement
    game: str
    met: OwnGame | None
    near: str = ""
    helped: bool = False

    def state(self, met_on: str) -> str:
        """Whether it is met, in a sentence, or how near the best game came. ``met_on`` is the day as it is written."""
        if self.met is not None:
            return f"Met on {met_on}." if met_on else "Met."
        if self.helped:
            return "Open. Met once, with help."
        return f"Open, {self.near}." if self.near else "Open."

    @property
    def day(self) -> date | None:
        """The day on which it was met, as far as that is known."""
        return self.met.date if self.met is not None else None


def achievements_of(game: str, games: Sequence[OwnGame]) -> list[Standing]:
    """The achievements of one game."""
    own = [one for one in games if one.facts.game == game and one.facts.usual]
    found = []
    for one in registry.get(game).feats.achievements:
        met = next((played for played in own if played.counts and one.met(played.own.marks)), None)
        near, helped = "", False
        if met is None:
            clean = [played for played in own if played.counts]
            best = best_of(one.measure or one.key, clean, least=one.least)
            near = one.near_text(best.mark if best is not None else None)
            helped = any(one.met(played.own.marks) for played in own)
        found.append(Standing(one, game, met, near, helped))
    return found


def general_achievements(games: Sequence[OwnGame], medal_of: MedalOf = no_medal) -> list[Standing]:
    """The achievements for all games."""
    clean = [one for one in games if one.counts]
    answers = {
        FIVE_TABLES: _five_tables(clean),
        RETURN_MATCH: _return_match(clean),
        HONOURS_EVEN: (_first(clean, _shares_first_place), ""),
        GIANT_KILLER: (_first(clean, _beats_the_strongest), ""),
        FIVE_OF_A_DAY: _five_of_a_day(clean, medal_of),
    }
    found = []
    for one in GENERAL:
        met, near = answers[one.key]
        found.append(Standing(one, ALL_GAMES, met, "" if met is not None else near))
    return found


def all_achievements(games: Sequence[OwnGame], medal_of: MedalOf = no_medal) -> list[Standing]:
    """The achievements of every game that has some, then those for all games."""
    found = []
    for entry in registry.entries():
        found += achievements_of(entry.key, games)
    return found + general_achievements(games, medal_of)


Answer = tuple[OwnGame | None, str]
"""The game that meets a condition, and how near the others came."""


def _first(games: Sequence[OwnGame], meets: Callable[[OwnGame], bool]) -> OwnGame | None:
    return next((one for one in games if meets(one)), None)


def _five_tables(games: Sequence[OwnGame]) -> Answer:
    tables: set[str] = set()
    for one in games:
        tables.add(one.facts.game)
        if len(tables) == FIVE:
            return one, ""
    return None, f"{len(tables)} of {FIVE}" if tables else ""


def _return_match(games: Sequence[OwnGame]) -> Answer:
    """A win against a level after a clear loss; the nearest is the last clear loss that waits for its return match."""
    due: dict[tuple[str, str], Meeting] = {}
    for one in games:
        for seat in one.others:
            level = (one.facts.game, seat.bot)
            meeting = Meeting(one, seat)
            if not seat.bot:
                continue
            if meeting.result == WON and level in due:
                return one, ""
            if _clearly_lost(meeting):
                due[level] = meeting
            else:
                due.pop(level, None)
    if not due:
        return None, ""
    last = list(due.values())[-1]
    behind = last.rival.points - last.game.own.points
    return None, f"{name_of(last.rival)}, {behind} behind"


def _clearly_lost(meeting: Meeting) -> bool:
    own, theirs = meeting.game.own.points, meeting.rival.points
    return meeting.result < 0 and theirs > own and 5 * theirs >= 6 * own


def _shares_first_place(game: OwnGame) -> bool:
    return game.own.rank == 1 and len(game.facts.winners) > 1


def _beats_the_strongest(game: OwnGame) -> bool:
    levels = named_levels(game.facts.game)
    if len(levels) < 2:
        return False
    return any(seat.bot == levels[-1].name and Meeting(game, seat).result == WON for seat in game.others)


def _five_of_a_day(games: Sequence[OwnGame], medal_of: MedalOf) -> Answer:
    medals: dict[str, set[str]] = {}
    most = 0
    for one in games:
        if one.facts.day and one.facts.attempt == 1 and medal_of(one.facts):
            of_day = medals.setdefault(one.facts.day, set())
            of_day.add(one.facts.game)
            most = max(most, len(of_day))
            if most == FIVE:
                return one, ""
    return None, f"{most} of {FIVE}" if most else ""
