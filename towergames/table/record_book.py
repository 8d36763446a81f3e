"""The record book of one person: the best mark of each measure, from the facts of all finished games. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

from towergames import registry
from towergames.core.feat import Mark, RecordLine, better
from towergames.core.text import listed

if TYPE_CHECKING:
    from towergames.core.contract import Seat
    from towergames.table.facts import Facts, SeatFacts
    from towergames.table.facts_cache import CountedGame


class OwnGame(NamedTuple):
    """A finished game of a person, at the seat of the person."""

    save: str
    facts: Facts
    seat: Seat

    @property
    def own(self) -> SeatFacts:
        """What the person did."""
        return self.facts.seats[self.seat]

    @property
    def others(self) -> tuple[SeatFacts, ...]:
        """What the others did."""
        return tuple(seat for number, seat in enumerate(self.facts.seats) if number != self.seat)

    @property
    def counts(self) -> bool:
        """Whether it can set a record: the usual rules, and no help."""
        return self.facts.unaided(self.seat)

    @property
    def date(self) -> date | None:
        """The day on which it began, where the person is; None where the save does not say."""
        try:
            return datetime.fromisoformat(self.facts.created).astimezone().date()
        except (ValueError, OverflowError, OSError):
            return None

    @property
    def company(self) -> str:
        """The others by name: ``Ben``, ``Tess and Gus``; ``alone`` without any."""
        return listed([name_of(seat) for seat in self.others]) or "alone"


def name_of(seat: SeatFacts) -> str:
    """The name of a player: of a bot the character of its level."""
    return character_of(seat.bot) or seat.name if seat.bot else seat.name


def character_of(level: str) -> str:
    """The character of a level in every game; '' for a level without one."""
    from towergames.core.bot import CHARACTERS  # not at the top: the title does without it until games are known

    return CHARACTERS.get(level, "")


def games_of(games: Iterable[CountedGame], person: str) -> list[OwnGame]:
    """The games of a person, in the order in which they ended."""
    found = []
    for game in games:
        seat = game.facts.seat_of(person)
        if seat is not None:
            found.append(OwnGame(game.save, game.facts, seat))
    return found


def people_of(games: Sequence[CountedGame]) -> list[str]:
    """Everyone who has finished a game, who played last first, as the last game writes the name."""
    names: dict[str, str] = {}
    for game in reversed(games):
        for seat in game.facts.seats:
            if not seat.bot:
                names.setdefault(seat.name.casefold(), seat.name)
    return list(names.values())


class Best(NamedTuple):
    """The best mark of a measure, and the game that has it."""

    mark: Mark
    game: OwnGame

    @property
    def text(self) -> str:
        """What it was in a few words; else who else played."""
        if self.mark.text:
            return self.mark.text
        return f"against {self.game.company}" if self.game.others else "alone"


class Record(NamedTuple):
    """A line of the record book: the best without help, and the best with help where that is better."""

    line: RecordLine
    best: Best | None
    helped: Best | None

    @property
    def value_text(self) -> str:
        """The value of the best mark, else of the best with help; ``-`` without any."""
        best = self.best or self.helped
        return self.shown(best.mark) if best is not None else "-"

    def shown(self, mark: Mark) -> str:
        """The value of a mark as the line writes it."""
        return self.line.shown(mark.value)


def records_of(game: str, games: Sequence[OwnGame]) -> list[Record]:
    """The record book of a game: its lines, also those without a mark yet. ``games`` may be of other games too."""
    own = [one for one in games if one.facts.game == game and one.facts.usual]
    clean = [one for one in own if one.counts]
    helped = [one for one in own if not one.counts]
    book = []
    for line in registry.get(game).feats.records:
        best = best_of(line.measure, clean, least=line.least)
        with_help = best_of(line.measure, helped, least=line.least)
        beaten = best is not None and with_help is not None and not _beats(with_help, best, line)
        if beaten:
            with_help = None
        book.append(Record(line, best, with_help))
    return book


def record_saves(games: Sequence[CountedGame]) -> set[str]:
    """The saves that hold a record of somebody, without help."""
    held = set()
    for person in people_of(games):
        own = games_of(games, person)
        for game in {one.facts.game for one in own}:
            held |= {record.best.game.save for record in records_of(game, own) if record.best is not None}
    return held


def _beats(one: Best, other: Best, line: RecordLine) -> bool:
    return better(one.mark.value, other.mark.value, least=line.least)


def best_of(measure: str, games: Iterable[OwnGame], *, least: bool = False) -> Best | None:
    """The best mark of a measure in some games, of equal ones the first; None where no game has one."""
    best: Best | None = None
    for game in games:
        mark = game.own.marks.get(measure)
        if mark is not None and (best is None or better(mark.value, best.mark.value, least=least)):
            best = Best(mark, game)
    return best
