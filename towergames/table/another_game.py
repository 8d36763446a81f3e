"""Another game with the players of a finished one: the games that fit them, and the header that begins one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from towergames import registry
from towergames.core.bot import CHARACTERS, bot_name, nearest_level
from towergames.core.contract import Over
from towergames.core.text import quoted
from towergames.core.time_control import NONE
from towergames.registry import Entry
from towergames.table.errors import SetupError, TableError
from towergames.table.history import History
from towergames.table.records import FORMAT, OPEN_FORMAT, Header, SeatSetup
from towergames.table.setup import first_of_series, new_header


def games_for(header: Header) -> tuple[Entry, ...]:
    """The other games that the players of a game can play here, with bots in the seats of bots."""
    seats, bots = len(header.seats), any(seat.bot for seat in header.seats)
    found: list[Entry] = []
    for entry in registry.entries():
        low, high = entry.game.info.seats
        lacks_bots = bots and not entry.levels
        if entry.key != header.game and low <= seats <= high and not lacks_bots and not entry.unavailable_reason:
            found.append(entry)
    return tuple(found)


def seats_at(entry: Entry, seats: Sequence[SeatSetup]) -> tuple[SeatSetup, ...]:
    """The players at another game. A bot plays the level nearest to its own, and has that level's character."""
    placed: list[SeatSetup] = []
    for number, seat in enumerate(seats):
        level = nearest_level(seat.bot, entry.levels).name if seat.bot else ""
        name = seat.name
        if level != seat.bot and name == CHARACTERS.get(seat.bot):
            others = [other.name for other in (*placed, *seats[number + 1 :])]
            name = bot_name(level, others)
        placed.append(SeatSetup(name, level))
    return tuple(placed)


def another_game(history: History, key: str, seed: int, name: str = "") -> Header:
    """The header of another game with the players and the clock of a finished one, with its usual rules.

    ``name`` names the series if this was its first game. Raises TableError while the game still runs, and for a game
    that does not fit.
    """
    if not isinstance(history.turn, Over):
        raise TableError("you can play another game when this one is over")
    old = history.header
    entry = None
    for fitting in games_for(old):
        if fitting.key == key:
            entry = fitting
    if entry is None:
        raise TableError(f"{quoted(key, 24)} cannot be played by these players")
    seats = seats_at(entry, old.seats)
    levels = [level.name for level in entry.levels]
    series = first_of_series(history, name)
    try:
        header = new_header(entry.game, seats, {}, seed, levels=levels, series=series, clock=old.clock or NONE)
    except SetupError as error:
        raise TableError(str(error)) from None
    return replace(header, format=OPEN_FORMAT if old.open else FORMAT)
