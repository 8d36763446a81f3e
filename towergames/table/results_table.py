"""Finished games as tables for other programs: each seat of each game, and sums by person and kind of opponents."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import NamedTuple

from towergames.core.contract import Seat
from towergames.table.facts import Facts
from towergames.table.facts_cache import CountedGame
from towergames.table.pad import csv_cell


class ResultRow(NamedTuple):
    """A person in one game against one kind of opponents.

    ``helped`` games are those in which the person used help; they are counted in ``played`` and ``won`` too. ``best``
    are the most points, of first attempts alone at today's task.
    """

    game: str
    player: str
    opponents: str
    played: int
    won: int
    helped: int
    helped_won: int
    points: int
    best: int


def result_rows(games: Sequence[CountedGame]) -> list[ResultRow]:
    """A row for each game, person and kind of opponents, sorted by these. A person has the name of the last game."""
    found: dict[tuple[str, str, str], list[tuple[Facts, Seat]]] = {}
    names: dict[str, str] = {}
    for game in games:
        for number, seat in enumerate(game.facts.seats):
            if not seat.bot:
                person = seat.name.casefold()
                names[person] = seat.name
                group = (game.facts.game, person, _opponents(game.facts, number))
                found.setdefault(group, []).append((game.facts, number))
    rows = []
    for (key, person, opponents), played in sorted(found.items(), key=lambda one: one[0]):
        seats = [facts.seats[number] for facts, number in played]
        won = [seat for seat in seats if seat.rank == 1]
        first = [facts.seats[number].points for facts, number in played if facts.attempt < 2]
        rows.append(
            ResultRow(
                key,
                names[person],
                opponents,
                len(seats),
                len(won),
                sum(bool(seat.help) for seat in seats),
                sum(bool(seat.help) for seat in won),
                sum(seat.points for seat in seats),
                max(first or [seat.points for seat in seats]),
            )
        )
    return rows


def _opponents(facts: Facts, number: Seat) -> str:
    others = [seat.bot or "people" for at, seat in enumerate(facts.seats) if at != number]
    return " + ".join(sorted(set(others))) if others else "alone"


def results_csv(games: Sequence[CountedGame]) -> str:
    """The rows of :func:`result_rows` as CSV, with the mean of the points."""
    heads = (*ResultRow._fields, "mean")
    return _csv(heads, [(*row, f"{row.points / row.played:.1f}") for row in result_rows(games)])


GAME_HEADS = (
    *("save", "game", "began", "house rules", "day", "attempt", "plays", "rounds"),
    *("seat", "player", "level", "points", "rank", "help"),
)


def games_csv(games: Sequence[CountedGame]) -> str:
    """Every seat of every game as CSV; each measure of the record books has a column."""
    measures = sorted({measure for game in games for seat in game.facts.seats for measure in seat.marks})
    rows = []
    for game in games:
        facts = game.facts
        of_game = (game.save, facts.game, facts.created, facts.setup, facts.day, facts.attempt or "")
        for number, seat in enumerate(facts.seats, start=1):
            told = " ".join(f"{kind}:{times}" for kind, times in seat.help.items())
            marks = [seat.marks[measure].value if measure in seat.marks else "" for measure in measures]
            own = (number, seat.name, seat.bot, seat.points, seat.rank, told)
            rows.append((*of_game, facts.plays, facts.rounds, *own, *marks))
    return _csv([*GAME_HEADS, *measures], rows)


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([csv_cell(value) if isinstance(value, str) else value for value in row])
    return out.getvalue()
