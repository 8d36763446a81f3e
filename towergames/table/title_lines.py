"""One record and one rival of each game for the title screen, from facts alone: no journal and no bot is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from towergames.table.record_book import OwnGame, Record, games_of, name_of, records_of
from towergames.table.rivals import Meeting

if TYPE_CHECKING:
    from towergames.table.facts import SeatFacts
    from towergames.table.facts_cache import CountedGame


class TitleLines(NamedTuple):
    """The newest record of a person in a game, and the person's score against the rival met last; '' without one."""

    record: str = ""
    rival: str = ""


def title_lines(games: Sequence[CountedGame], person: str) -> dict[str, TitleLines]:
    """The lines of each game that a person has finished."""
    own = games_of(games, person)
    keys = dict.fromkeys(one.facts.game for one in own)
    return {key: TitleLines(_newest_record(key, own), _last_rival(key, own)) for key in keys}


def _newest_record(game: str, own: Sequence[OwnGame]) -> str:
    ages = {one.save: at for at, one in enumerate(own)}
    newest: Record | None = None
    age = -1
    for record in records_of(game, own):
        if record.best is not None and ages[record.best.game.save] > age:
            newest, age = record, ages[record.best.game.save]
    if newest is None or newest.best is None:
        return ""
    return f"{newest.line.title} {newest.shown(newest.best.mark)}"


def _last_rival(game: str, own: Sequence[OwnGame]) -> str:
    counted = [one for one in own if one.facts.game == game and one.counts and one.others]
    if not counted:
        return ""
    last = counted[-1].others[0]
    won = lost = 0
    for one in counted:
        for seat in one.others:
            if _player(seat) == _player(last):
                result = Meeting(one, seat).result
                won += result > 0
                lost += result < 0
    return score_text(name_of(last), won, lost)


def _player(seat: SeatFacts) -> tuple[str, str]:
    """The level of a bot, or the name of a person."""
    return seat.bot, "" if seat.bot else seat.name.casefold()


def score_text(rival: str, won: int, lost: int) -> str:
    """The score of two rivals in words.

    >>> score_text("Tess", 3, 5), score_text("Ben", 9, 7), score_text("Gus", 1, 1)
    ('Tess leads 5 to 3', 'You lead Ben 9 to 7', 'You and Gus: 1 all')
    """
    if won == lost:
        return f"You and {rival}: {won} all"
    return f"You lead {rival} {won} to {lost}" if won > lost else f"{rival} leads {lost} to {won}"
