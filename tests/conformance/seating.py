"""Tables for the suite: games with a journal, played at random."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.facts import random_move
from tests.conformance.playing import Case
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.table.match import Table
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")


def header_for(case: Case, seed: int = 1, bots: tuple[int, ...] = ()) -> Header:
    """A header with a fixed date, so that equal games give equal bytes."""
    levels = [level.name for level in case.entry.levels] or ["random"]
    seats = [SeatSetup(NAMES[i], levels[0] if i in bots else "") for i in range(case.seats)]
    options = dict(case.options)
    return new_header(case.game, seats, options, seed, levels=levels, created="2026-01-01T00:00:00Z")


def begin(case: Case, folder: Path, seed: int = 1) -> Table:
    return Store(folder).begin(header_for(case, seed), "game")


def play_on(table: Table, moves: int, seed: int = 1) -> None:
    """Up to so many random moves for whoever is to move."""
    for _ in range(moves):
        turn = table.turn
        if not isinstance(turn, Decide):
            return
        dice = Dice(seed, table.history.records, "play")
        table.submit(turn.seat, random_move(table.game, table.history.state, dice))
