"""The clock of a table as one window knows it: it counts the time of who decides, and the keeper writes it down."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from towergames.core.contract import Decide, Over, Seat
from towergames.core.time_control import TimeControl
from towergames.table.errors import TableError
from towergames.table.history import History

SeatTurn = tuple[Seat, int]
"""A seat and the round in which it decides: its decisions one after the other are one turn."""


class ClockedTable(Protocol):
    """The table, as far as its clock knows it."""

    history: History

    @property
    def keeps(self) -> bool:
        """Whether this window is the keeper."""

    def note_clock(self, seat: Seat, left: Sequence[int], *, paused: bool = False, over: bool = False) -> None:
        """Write down the milliseconds left. Raises TableError."""


class TableClock:
    """The time left of every person. Only people have time that runs: bots have budgets of work.

    A client calls :meth:`run` after every change of the table, and whenever the time begins or ends to run. Without a
    clock at the table nothing happens here.
    """

    def __init__(self, table: ClockedTable) -> None:
        self._table = table
        self._left: list[float] = []
        self._known: tuple[int, int] | None = None
        """The history and its last change of the clock that are taken in."""
        self._turn: SeatTurn | None = None
        self._moves = 0
        self._since: float | None = None
        """Time of the last reading; None while the clock is stopped."""
        self._spent = False
        """Whether time has passed that is not written down."""
        self._told: SeatTurn | None = None
        """The turn whose end of time was written down last."""

    # --- facts ------------------------------------------------------------------------------------------

    @property
    def control(self) -> TimeControl | None:
        """The time of each person, None for a table without a clock."""
        return self._table.history.control

    @property
    def paused(self) -> bool:
        """Whether the host has stopped the clock."""
        note = self._table.history.clock_note
        return note is not None and note.paused

    @property
    def running(self) -> Seat | None:
        """The person whose time runs now; None while the clock is stopped."""
        return self._turn[0] if self._since is not None and self._turn is not None else None

    @property
    def decider(self) -> Seat | None:
        """The person who decides, whose time is next to run; None for a bot, or when nobody decides."""
        turn = self._present()
        return turn[0] if turn is not None and turn[0] in self._table.history.humans else None

    def left(self, seat: Seat) -> float:
        """Seconds left of a person at a table with a clock."""
        self.follow()
        return self._left[seat]

    @property
    def is_over(self) -> bool:
        """Whether the person whose time runs has none left."""
        seat = self.running
        return seat is not None and self.left(seat) <= 0

    # --- running ----------------------------------------------------------------------------------------

    def run(self, goes: bool = True) -> None:
        """Let the time of who decides run, or stop it: also for bots, while Nature decides, and in a pause."""
        if self.control is None:
            return
        self.follow()
        if not goes or self.paused or self.decider is None:
            self._since = None
        elif self._since is None:
            self._since = time.monotonic()

    def stop(self) -> None:
        """Stop the clock; the time left is kept."""
        self.run(False)

    def follow(self) -> None:
        """Take in what has happened at the table; as the keeper, write down the time left beside each move."""
        history = self._table.history
        if history.control is None:
            return
        self._count()
        turn, moves = self._present(), len(history.plays)
        if self._known != self._stamp:
            self._take(turn, moves)
            return
        if isinstance(history.turn, Over):
            self._turn = self._since = None
            self._moves, self._spent = moves, False
            return
        mover: Seat | None = None
        for play in history.plays[self._moves :]:
            if play.by in history.humans:
                mover = play.by
        ended = self._turn if turn is not None and turn != self._turn else None
        self._moves = moves
        if turn is not None and turn != self._turn:
            self._turn, self._since = turn, None  # the time of another turn runs once a client says so
        if ended is not None and ended[0] in history.humans:
            mover = ended[0]
            self._left[mover] = history.control.after_turn(self._left[mover])
        if mover is not None:
            self._write(mover)

    def _present(self) -> SeatTurn | None:
        """The present turn; None while Nature decides, and after the end."""
        history = self._table.history
        turn = history.turn
        return (turn.seat, history.game.round(history.state)) if isinstance(turn, Decide) else None

    @property
    def _stamp(self) -> tuple[int, int]:
        return id(self._table.history), self._table.history.clock_changes

    def _count(self) -> None:
        """Take the time since the last reading off the time of who decides."""
        if self._since is None or self._turn is None:
            return
        now = time.monotonic()
        seat = self._turn[0]
        self._left[seat] = max(0.0, self._left[seat] - (now - self._since))
        self._since, self._spent = now, True

    def _take(self, turn: SeatTurn | None, moves: int) -> None:
        """Go on from the time that was written down last, or from the beginning."""
        history = self._table.history
        assert history.control is not None
        note = history.clock_note
        seats = len(history.header.seats)
        self._left = [ms / 1000 for ms in note.left] if note is not None else [float(history.control.at_first)] * seats
        self._known, self._turn, self._moves, self._spent = self._stamp, turn, moves, False

    # --- writing ----------------------------------------------------------------------------------------

    def _write(self, seat: Seat, *, over: bool = False) -> None:
        """As the keeper, write down the time left. Where that is not possible, the next move tries again."""
        if not self._table.keeps:
            return
        try:
            self._note(seat, paused=self.paused, over=over)
        except TableError:
            self._spent = True

    def _note(self, seat: Seat, *, paused: bool, over: bool = False) -> None:
        left = [round(seconds * 1000) for seconds in self._left]
        self._table.note_clock(seat, left, paused=paused, over=over)
        self._known, self._spent = self._stamp, False

    def keep(self) -> None:
        """Stop the clock and write down the time left, since the window closes."""
        self.stop()
        if self._spent and self._turn is not None and self.control is not None:
            self._write(self._turn[0])

    def tell_over(self) -> None:
        """Write down, once a turn, that the time of who decides is over."""
        self.follow()
        if self._turn is not None and self._turn != self._told:
            self._told = self._turn
            self._write(self._turn[0], over=True)

    def pause(self, seat: Seat) -> None:
        """Stop the clock for everybody, or let it go on, in the name of ``seat``. Raises TableError."""
        self.follow()
        self._note(seat, paused=not self.paused)
        self.run(self._since is not None)
