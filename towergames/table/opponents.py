"""Bots at a table: they get a view, never the table, and can be stopped at any time; and why they moved as they did."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from towergames import registry
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide, Seat, reason_text
from towergames.core.daily import task_dice
from towergames.core.dice import Dice
from towergames.core.text import clean
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.log import log_lines
from towergames.table.match import Table
from towergames.table.today import task_day


def bot_dice(seed: int, moves: int, seat: Seat) -> Dice:
    """The dice a bot thinks with: made one-way from the game's seed, so that they tell nothing about its shuffles."""
    private = int.from_bytes(hashlib.sha256(f"{seed}|bots".encode()).digest()[:8], "big")
    return Dice(private, moves, f"seat {seat}")


def dice_at(table: Table, turn: Decide) -> Dice:
    """The dice of the bot that decides now: those of today's task have a name, see :meth:`Game.dice_name`."""
    name = table.game.dice_name(table.history.state, turn)
    return task_dice(name) if name else bot_dice(table.header.seed, table.moves, turn.seat)


def budget(table: Table, level: Level) -> tuple[int | None, float | None]:
    """The iterations and seconds of a bot's thought. In today's task its bot has iterations alone."""
    daily = registry.get(table.header.game).daily
    turn = table.turn
    if daily is None or daily.rival is None or not isinstance(turn, Decide) or not task_day(table.header):
        return level.iterations, level.seconds
    at_seat = table.header.seats[turn.seat].bot == daily.rival.level == level.name
    return (daily.rival.iterations, None) if at_seat else (level.iterations, level.seconds)


def level_of(table: Table, seat: Seat) -> Level | None:
    """The bot level at a seat, None for a person.

    A level of an earlier version is played by the one in its place, any other unknown level by the weakest.
    Raises TableError when the game has no bots at all.
    """
    name = table.header.seats[seat].bot
    if not name:
        return None
    entry = registry.get(table.header.game)
    if not entry.levels:
        raise TableError(f"{table.game.info.title} has no bots here, so player {seat + 1} cannot move")
    try:
        return entry.level(name)
    except KeyError:
        return entry.levels[0]


def think(table: Table, level: Level, *, live: bool = True) -> Thought[Any]:
    """A level's advice to the player to move, in this thread: capped in iterations, if ``live`` in seconds too."""
    turn = table.turn
    if not isinstance(turn, Decide):
        raise TableError("no player can move now")
    iterations, seconds = budget(table, level)
    clock = Clock(iterations, seconds if live else None)
    return level.make(table.game).choose(table.view(turn.seat), dice_at(table, turn), clock)


LONGEST = 300
"""Most cells of one reason."""


class Reasons:
    """The reasons of one game by the number of their play. Public knowledge only, as the bots' reasons are.

    Beside them the last refusal of a person's move, until a bot moves, and the last hint that a person had in each
    position; both may name a card of that person's hand.
    """

    def __init__(self) -> None:
        self._given: dict[int, tuple[Seat, str, str]] = {}
        self._advised: dict[int, tuple[Seat, Any, str]] = {}
        """Number of plays -> who had a hint there, the state, and the hint with its reason."""
        self._refused: tuple[Seat | None, str] = (None, "")
        self.changes = 0
        """How often anything was added."""

    def refuse(self, seat: Seat | None, why: str) -> None:
        """Keep why a person's move was refused."""
        self._refused = (seat, why)
        self.changes += 1

    def refusal_of(self, seat: Seat) -> str:
        """The reason why the seat's move was refused, if that was the last refusal and no bot has moved since."""
        refused, why = self._refused
        return why if refused == seat else ""

    def advise(self, history: History, seat: Seat, told: str) -> None:
        """Keep the hint that a person has here, with its reason."""
        self._advised[len(history.plays)] = (seat, history.state, told)
        self.changes += 1

    def advice(self, history: History, seat: Seat, plays: int) -> str:
        """The hint that the seat had in the position after ``plays`` plays, with its reason; '' without one."""
        by, state, told = self._advised.get(plays, (None, None, ""))
        return told if by == seat and state == history.state_after(plays) else ""

    def add(self, history: History, index: int, why: str) -> None:
        """Keep the reason of the bot that made the play of that index."""
        self._refused = (None, "")
        self.changes += 1
        play = history.plays[index]
        if play.by is not None:
            self._given[index] = (play.by, play.notation, clean(why, LONGEST).rstrip("."))

    def lines(self, history: History, persons: Sequence[Seat], until: int | None = None) -> list[str]:
        """One line for each bot's move since the last turn of one of ``persons``, in the order of play.

        What was taken back is left out, and so is what came after ``until`` plays.
        """
        plays = history.plays[:until]
        made = {
            i for i, given in self._given.items() if i < len(plays) and given[:2] == (plays[i].by, plays[i].notation)
        }
        you = persons[0] if len(persons) == 1 else None
        last = first = max(made, default=-1)
        while first >= 0 and plays[first].by not in persons:
            first -= 1
        return [self._line(history, i, you) for i in range(first + 1, last + 1) if i in made]

    def _line(self, history: History, index: int, you: Seat | None) -> str:
        seat, _, reason = self._given[index]
        why = reason_text(reason, history.header.names, you)
        told = (line.text for line in log_lines(history, None, index, index + 1) if line.seat == seat)
        move = next(told, f"{history.header.seats[seat].name} moves")
        return f"{move.rstrip('.')}. Why: {why or 'no reason given'}."
