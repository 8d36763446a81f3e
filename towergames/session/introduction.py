"""The introduction of a person who sits down at an open table: who sits where, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from towergames.core.contract import Decide, Over, Seat
from towergames.core.text import listed
from towergames.core.time_control import shown_time
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.seats import HERE

WATCHING = "You watch this game. You see what everyone may see."


def told(table: Table) -> tuple[str, ...]:
    """The introduction in sentences: who the people of this window are, the aim of the game, and its rules."""
    game = table.game
    return (who_you_are(table), *(game.rule_sheet.aim or (game.info.pitch,)), "Type rules for all rules.")


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """A player of another window, or a bot."""

    seat: Seat
    name: str
    about: str
    """``Easy bot``, or whether anyone is at the seat."""


def is_introduced(table: Table) -> bool:
    """Whether the people of this window are introduced to the table.

    They are until one of them has moved, onlookers until any person has, and in a series at its first game alone.
    """
    link = table.header.series
    if not table.header.open or isinstance(table.turn, Over) or (link is not None and link.number > 1):
        return False
    seats = table.here or table.humans
    return all(play.by not in seats for play in table.history.plays)


def who_you_are(table: Table) -> str:
    """A sentence on the people of this window."""
    names = [table.names[seat] for seat in table.here]
    return f"You are {listed(names)}." if names else WATCHING


def others(table: Table, whereabouts: Callable[[Seat], str]) -> tuple[OtherPlayer, ...]:
    """All players but those of this window. ``whereabouts`` tells whether anyone is at a person's seat."""
    found = []
    for seat, setup in enumerate(table.header.seats):
        if seat not in table.here:
            about = bot_told(setup) if setup.bot else whereabouts(seat)
            found.append(OtherPlayer(seat, setup.name, about))
    return tuple(found)


def bot_told(setup: SeatSetup) -> str:
    """The level of a bot, where its name does not say it."""
    return "bot" if setup.bot in setup.name.lower() else f"{setup.bot.capitalize()} bot"


def whose_turn(table: Table, whereabouts: Callable[[Seat], str]) -> str:
    """Who has to move, in sentences; empty while the game itself goes on, and at its end.

    ``whereabouts`` tells whether anyone is at a person's seat.
    """
    turn = table.turn
    if not isinstance(turn, Decide):
        return ""
    name = table.names[turn.seat]
    if turn.seat in table.here:
        yours = f"It is your turn, {name}." if len(table.here) > 1 else "It is your turn."
        return f"{yours} The table waits for you." if len(table.names) > len(table.here) else yours
    state = whereabouts(turn.seat) if turn.seat in table.humans else HERE
    return f"It is {name}'s turn." if state in (HERE, "") else f"It is {name}'s turn. {name} is {state}."


def whose_clock(table: Table) -> str:
    """The time that runs, in sentences, for a person of this window with what happens at zero; '' while none runs."""
    seat = table.clock.running
    if seat is None:
        return ""
    left = f"{shown_time(table.clock.left(seat))} left."
    if seat not in table.here:
        return f"{table.names[seat]}'s clock runs: {left}"
    whose = "Your" if len(table.here) == 1 else f"{table.names[seat]}'s"
    return f"{whose} clock runs: {left} At zero {table.game.info.at_zero}."
