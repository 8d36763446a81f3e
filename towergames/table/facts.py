"""Facts of a finished game: all that records, rivals and achievements ask of it. Pure; no files, no clock.

The title reads facts before its first frame, so this module imports neither the journal nor a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from towergames import registry
from towergames.core.feat import FinishedGame, Mark, Play

if TYPE_CHECKING:
    from towergames.core.contract import GameInfo, Seat
    from towergames.table.history import History
    from towergames.table.records import Header

VERSION = 3
"""Changes with the fields or the meaning of :class:`Facts`."""


class SeatFacts(NamedTuple):
    """One seat of a finished game. ``rank`` is 1 for the first place, also a shared one; ``bot`` is '' for a person.

    ``help`` counts the help that this seat used, by its kind.
    """

    name: str
    bot: str
    points: int
    rank: int
    help: dict[str, int]
    marks: dict[str, Mark]


class Facts(NamedTuple):
    """A finished game that counts.

    ``id`` is that of all copies of the game. ``usual`` tells whether it had the usual rules, or those of today's task;
    ``setup`` names what was different. ``day`` is the day whose task it was, '' for every other game, and ``attempt``
    the attempt at it from 1. ``earns_medal`` when it was the task in its present form, ``late`` when it was begun
    on another day.
    """

    game: str
    id: str
    created: str
    setup: str
    usual: bool
    day: str
    attempt: int
    earns_medal: bool
    late: bool
    plays: int
    rounds: int
    seats: tuple[SeatFacts, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first place."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.rank == 1)

    @property
    def alone(self) -> bool:
        """Whether one person played for points, against nobody."""
        return len(self.seats) == 1

    def unaided(self, seat: Seat) -> bool:
        """Whether the game counts as a record of the seat: the usual rules, and no help that this seat used."""
        return self.usual and not self.seats[seat].help

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person; names are compared without regard to case. None if the person did not play."""
        for number, seat in enumerate(self.seats):
            if not seat.bot and seat.name.casefold() == person.casefold():
                return number
        return None


def facts(history: History) -> Facts | None:
    """The facts of a game; None while it runs, and where it counts nowhere."""
    from towergames.core.contract import Over
    from towergames.table.today import task_day, task_kind

    turn, header = history.turn, history.header
    if not isinstance(turn, Over) or not history.counts:
        return None
    feats = registry.get(header.game).feats
    kind, day = task_kind(header), task_day(header)
    points = history.game.totals(history.state)
    finished = FinishedGame(
        plays_of(history),
        points,
        turn.ranking[0] if turn.ranking else (),
        history.game.round(history.state),
        header.options,
        day,
    )
    ranks = {seat: 1 + sum(map(len, turn.ranking[:at])) for at, group in enumerate(turn.ranking) for seat in group}
    help_used = help_by_seat(history)
    try:
        marks = feats.marks(finished)
    except Exception:  # the feats of a game that fail on one save must not hide the game
        marks = [{} for _ in header.seats]
    info = history.game.info
    dated = [option.key for option in info.options if option.dated]
    left_out = (info.starter_option, info.goal_option, *feats.usual, *dated)
    setup = "" if day else unusual_options(info, header, left_out)
    return Facts(
        header.game,
        header.identity,
        header.created,
        setup,
        not setup,
        day,
        header.attempt if day else 0,
        kind in ("task", "late"),
        kind == "late",
        len(history.plays),
        finished.rounds,
        tuple(
            SeatFacts(seat.name, seat.bot, points[i], ranks.get(i, len(points)), help_used[i], marks[i])
            for i, seat in enumerate(header.seats)
        ),
    )


def read_facts(data: Any) -> Facts:
    """The facts in JSON data that were written from facts. Raises ValueError, TypeError, LookupError, AttributeError.

    >>> ann = SeatFacts("Ann", "", 3, 1, {}, {"turn": Mark(3)})
    >>> one = Facts("nim", "a", "", "", True, "", 0, False, False, 9, 3, (ann,))
    >>> import json
    >>> read_facts(json.loads(json.dumps(one))) == one
    True
    """
    *fields, seats = data
    found = []
    for *own, marks in seats:
        found.append(SeatFacts._make([*own, {measure: Mark(*mark) for measure, mark in marks.items()}]))
    facts_read = Facts._make([*fields, tuple(found)])
    if not all(text.isprintable() for text in _texts(facts_read)):
        raise ValueError("no saved game has such texts")
    return facts_read


def _texts(found: Facts) -> Iterator[str]:
    """The texts that people see."""
    yield found.setup
    for seat in found.seats:
        yield seat.name
        yield seat.bot
        for mark in seat.marks.values():
            yield mark.text


def help_by_seat(history: History) -> list[dict[str, int]]:
    """The help that each seat used, by its kind."""
    found: list[dict[str, int]] = [{} for _ in history.header.seats]
    for remark in history.remarks:
        if remark.help and remark.event.seat is not None:
            own = found[remark.event.seat]
            own[remark.help] = own.get(remark.help, 0) + 1
    return found


def unusual_options(info: GameInfo, header: Header, left_out: Collection[str]) -> str:
    """The options that are not as usual, in short: ``deck weighted, height 5``; '' for none."""
    from towergames.core.options import show_briefly

    told = []
    for option in info.options:
        value = show_briefly(header.options.get(option.key, option.default))
        if option.key not in left_out and value != show_briefly(option.default):
            told.append(f"{option.title.lower()} {value}")
    return ", ".join(told)


def version_of(key: str) -> str:
    """The version of the facts of a game: of this module and of the game's feats. Raises KeyError.

    The version of the rules is that of each save, so it cannot change while the save stays. Only the game's feats are
    imported.
    """
    return f"{VERSION}.{registry.get(key).feats.version}"


def plays_of(history: History) -> list[Play]:
    """The plays that count, as feats and the signs of a task see them."""
    before = history.first
    plays = []
    for number, play in enumerate(history.plays, start=1):
        plays.append(Play(number, play.by, play.move, before, play.step))
        before = play.step.state
    return plays
