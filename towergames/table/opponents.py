"""Bots at a table: they get a view, never the table, and can be stopped at any time; and why they moved as they did."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from towergames import registry
from towergames.core.bot import Clock, Level, Thought, Throttle
from towergames.core.contract import Decide, Seat
from towergames.core.dice import Dice
from towergames.core.text import clean
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.match import Table, log_lines


def bot_dice(seed: int, moves: int, seat: Seat) -> Dice:
    """The dice a bot thinks with: made one-way from the game's seed, so that they tell nothing about its shuffles."""
    private = int.from_bytes(hashlib.sha256(f"{seed}|bots".encode()).digest()[:8], "big")
    return Dice(private, moves, f"seat {seat}")


def level_of(table: Table, seat: Seat) -> Level | None:
    """The bot level at a seat, None for a person.

    A level that this version does not know (a save from another version or from a stranger) is played by the weakest.
    Raises TableError when the game has no bots at all.
    """
    name = table.header.seats[seat].bot
    if not name:
        return None
    levels = registry.get(table.header.game).levels
    if not levels:
        raise TableError(f"{table.game.info.title} has no bots; seat {seat + 1} cannot be played here")
    return next((level for level in levels if level.name == name), levels[0])


def think(table: Table, level: Level, *, live: bool = True) -> Thought[Any]:
    """A level's advice to the player to move, in this thread: capped in iterations, if ``live`` in seconds too."""
    turn = table.turn
    if not isinstance(turn, Decide):
        raise TableError("nobody has to move")
    clock = Clock(level.iterations, level.seconds if live else None)
    dice = bot_dice(table.header.seed, table.moves, turn.seat)
    return level.make(table.game).choose(table.view(turn.seat), dice, clock)


class Thinking:
    """A bot's thought in a thread of its own.

    ``done`` is called in that thread with this object when the thought is there (or failed: see ``error``), ``told``
    with what the bot lets people see meanwhile, not more often than can be seen.
    ``version`` is the table's when the thought began; a thought for another version is stale.
    """

    def __init__(
        self,
        table: Table,
        level: Level,
        done: Callable[[Thinking], None],
        told: Callable[[Thinking, Any], None] | None = None,
    ) -> None:
        turn = table.turn
        if not isinstance(turn, Decide):
            raise TableError("nobody has to move")
        self.seat: Seat = turn.seat
        self.level = level
        self.version = table.version
        self.started = time.monotonic()
        self.thought: Thought[Any] | None = None
        self.error: Exception | None = None
        self._view = table.view(turn.seat)
        self._dice = bot_dice(table.header.seed, table.moves, turn.seat)
        self._told = told
        self._clock = Clock(level.iterations, level.seconds, Throttle(self._tell) if told is not None else None)
        self._bot = level.make(table.game)
        self._done = done
        self._dropped = False
        daemon = not table.game.info.slow
        self._thread = threading.Thread(target=self._run, name=f"bot-{turn.seat + 1}", daemon=daemon)

    def start(self) -> Thinking:
        """Begin; returns at once."""
        self._thread.start()
        return self

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return time.monotonic() - self.started

    def hurry(self) -> None:
        """Play the best found so far now."""
        self._clock.stop()

    def drop(self) -> None:
        """Stop and never report."""
        self._dropped = True
        self._clock.stop()

    def _tell(self, idea: Any) -> None:
        if self._told is not None and not self._dropped:
            self._told(self, idea)

    def _run(self) -> None:
        try:
            self.thought = self._bot.choose(self._view, self._dice, self._clock)
        except Exception as error:  # a bot's fault must not take the game down; the screen says so
            self.error = error
        if not self._dropped:
            self._done(self)


LONGEST = 300
"""Cells of one reason."""


class Reasons:
    """The reasons of one game by the number of their play. Public knowledge only, as the bots' reasons are."""

    def __init__(self) -> None:
        self._given: dict[int, tuple[Seat, str, str]] = {}

    def add(self, history: History, index: int, why: str) -> None:
        """Keep the reason of the bot that made the play of that index."""
        play = history.plays[index]
        if play.by is not None:
            self._given[index] = (play.by, play.notation, clean(why, LONGEST).rstrip("."))

    def lines(self, history: History, persons: Sequence[Seat]) -> list[str]:
        """One line for each bot's move since the last turn of one of ``persons``, in the order of play.

        What was taken back is left out.
        """
        plays = history.plays
        made = {
            i for i, given in self._given.items() if i < len(plays) and given[:2] == (plays[i].by, plays[i].notation)
        }
        last = first = max(made, default=-1)
        while first >= 0 and plays[first].by not in persons:
            first -= 1
        return [self._line(history, i) for i in range(first + 1, last + 1) if i in made]

    def _line(self, history: History, index: int) -> str:
        seat, _, why = self._given[index]
        told = (line.text for line in log_lines(history, None, index, index + 1) if line.seat == seat)
        move = next(told, f"{history.header.seats[seat].name} moves")
        return f"{move.rstrip('.')}. Why: {why or 'no reason given'}."
