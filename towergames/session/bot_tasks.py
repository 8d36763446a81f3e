"""Bots that think in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from towergames.core.bot import Clock, Level, Thought, Throttle
from towergames.core.contract import Decide
from towergames.session.task import Call, Task
from towergames.table.errors import TableError
from towergames.table.match import Table
from towergames.table.opponents import budget, dice_at


class BotTask:
    """A bot's search for its move at a table; ``call`` is that of a :class:`Task`.

    ``done`` is called on the client's thread with this object when the thought is complete (or failed: see ``error``),
    ``told`` with the ideas that the bot shows meanwhile. ``version`` is the table's at the beginning. A thought is
    stale once the table has another version. Raises TableError if nobody has to move.
    """

    def __init__(
        self,
        table: Table,
        level: Level,
        call: Call,
        done: Callable[[BotTask], None],
        told: Callable[[BotTask, Any], None] = lambda *_: None,
    ) -> None:
        turn = table.turn
        if not isinstance(turn, Decide):
            raise TableError("no player can move now")
        self.seat = turn.seat
        self.level = level
        self.version = table.version
        self.started = time.monotonic()
        self.thought: Thought[Any] | None = None
        self.error: Exception | None = None
        self._bot, self._view = level.make(table.game), table.view(turn.seat)
        self._dice = dice_at(table, turn)
        self._task = Task(
            call,
            self._choose,
            lambda _: done(self),
            lambda idea: told(self, idea),
            clock=Clock(*budget(table, level), Throttle(lambda idea: self._task.tell(idea))),
            daemon=not table.game.info.slow,
            name=f"bot-{turn.seat + 1}",
        )

    def start(self) -> BotTask:
        """Begin; returns at once."""
        self._task.start()
        return self

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return time.monotonic() - self.started

    def hurry(self) -> None:
        """Play the best found so far now."""
        self._task.stop()

    def drop(self) -> None:
        """Stop and never report."""
        self._task.drop()

    def _choose(self, clock: Clock) -> None:
        try:
            self.thought = self._bot.choose(self._view, self._dice, clock)
        except Exception as error:  # its text may name a hidden card: the screen says only its type
            self.error = error
