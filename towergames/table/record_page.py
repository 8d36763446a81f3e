"""The page of a person in one game: record book, rivals, rating, ladder and achievements. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from towergames import registry
from towergames.table import local_date
from towergames.table.achievements import MedalOf, Standing, achievements_of, general_achievements, no_medal
from towergames.table.record_book import OwnGame, Record, records_of
from towergames.table.rivals import Rated, Rival, Rung, ladder_of, next_rung, ratings_of, rivals_of, shown_rating
from towergames.table.task_days import TaskDays, task_days

if TYPE_CHECKING:
    from towergames.table.kept_tasks import KeptTasks


@dataclass(frozen=True)
class GamePage:
    """The page of a game. ``games`` are those of the person in the game, in the order in which they ended."""

    game: str
    title: str
    games: tuple[OwnGame, ...]
    records: tuple[Record, ...]
    rivals: tuple[Rival, ...]
    rated: tuple[Rated, ...]
    ladder: tuple[Rung, ...]
    achievements: tuple[Standing, ...]

    @property
    def rating(self) -> int | None:
        """The present rating; None before enough games were rated."""
        return shown_rating(self.rated)

    @property
    def next_rung(self) -> Rung | None:
        """The level to beat next."""
        return next_rung(self.ladder)

    @property
    def met(self) -> int:
        """How many achievements are met."""
        return sum(one.met is not None for one in self.achievements)

    def rival(self, name: str) -> Rival | None:
        """The rival of that name."""
        for rival in self.rivals:
            if rival.name == name:
                return rival
        return None

    @property
    def tonight(self) -> str:
        """A sentence that names the next level and the last games against it; '' at the top of the ladder."""
        rung = self.next_rung
        rival = self.rival(rung.name) if rung is not None else None
        if rung is None or rival is None:
            return ""
        whom = f"Tonight: {rung.name}, {rung.level.capitalize()}."
        last = [one.result for one in rival.counted[-3:]]
        if not last:
            return f"{whom} {rival.not_met}"
        won = sum(result > 0 for result in last)
        return f"{whom} You have won {won} of the last {len(last)}." if len(last) > 1 else f"{whom} You have met once."


def game_page(game: str, games: Sequence[OwnGame]) -> GamePage:
    """The page of a game from all games of a person."""
    own = tuple(one for one in games if one.facts.game == game)
    return GamePage(
        game,
        registry.title_of(game),
        own,
        tuple(records_of(game, own)),
        tuple(rivals_of(game, own)),
        tuple(ratings_of(game, own)),
        tuple(ladder_of(game, own)),
        tuple(achievements_of(game, own)),
    )


@dataclass(frozen=True)
class PersonRecords:
    """All pages of a person, and the achievements for all games.

    ``since`` is the day from which on games count. ``tasks`` are the days of each game's task.
    """

    person: str
    games: tuple[OwnGame, ...]
    pages: tuple[GamePage, ...]
    general: tuple[Standing, ...]
    since: str = ""
    tasks: Mapping[str, TaskDays] = field(default_factory=dict)

    def page(self, game: str) -> GamePage:
        """The page of a game."""
        for page in self.pages:
            if page.game == game:
                return page
        raise KeyError(game)

    @property
    def achievements(self) -> tuple[Standing, ...]:
        """Every achievement, game by game, then those for all games."""
        return (*(one for page in self.pages for one in page.achievements), *self.general)

    @property
    def met(self) -> int:
        """How many achievements are met."""
        return sum(one.met is not None for one in self.achievements)


def person_records(
    person: str,
    games: Sequence[OwnGame],
    medal_of: MedalOf = no_medal,
    since: str = "",
    kept: KeptTasks | None = None,
) -> PersonRecords:
    """The records of a person; games that began before ``since`` (``2026-01-01T00:00:00Z``) are left out.

    The days of tasks need what is ``kept`` of them.
    """
    counted = tuple(one for one in games if not since or one.facts.created >= since)
    pages = tuple(game_page(entry.key, counted) for entry in registry.entries())
    days = task_days(counted, person, kept, local_date.today()) if kept is not None else {}
    return PersonRecords(person, counted, pages, tuple(general_achievements(counted, medal_of)), since, days)
