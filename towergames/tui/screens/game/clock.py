"""The clock on a game screen: it runs while the player sees the table, and shows the time left of everyone."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

from towergames.core.contract import Over, Seat
from towergames.core.text import sentence
from towergames.core.time_control import shown_time
from towergames.session import commands
from towergames.session.session import Message, Session
from towergames.table.errors import TableError
from towergames.table.shared import SharedTable
from towergames.tui.screens.game.side_panes import TimeShown
from towergames.tui.screens.game.table_screen import TableScreen

WARNINGS = (30, 10)
"""Seconds left at which a message is shown."""


class GameClock:
    """The clock of one game screen. It has a timer only while time runs; a curtain stops it, a dialog does not."""

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen
        self._ticker: Timer | None = None
        self._read: tuple[Seat | None, float] = (None, 0.0)
        """The person of the last reading, and the seconds that were left."""
        self._tried = -1
        """The version of the table at which the move at zero was tried last."""
        self.elsewhere: Callable[[int], None] = lambda _: None
        """Shows what was done after the first ``first`` plays for a player at another window."""

    @property
    def left(self) -> float | None:
        """Seconds left of the person whose time runs, None while the clock does not run."""
        clock = self._session.table.clock
        seat = clock.running
        return None if seat is None else clock.left(seat)

    @property
    def shown(self) -> tuple[TimeShown, ...]:
        """The time left of everyone; with a clock for each turn that of the player who decides."""
        table = self._session.table
        clock, control = table.clock, table.clock.control
        if control is None or isinstance(table.turn, Over):
            return ()
        running, people = clock.running, table.humans
        if control.turn:
            people = (running,) if running is not None else ()
        alone = len(table.humans) == 1 or (bool(control.turn) and running in table.here)
        shown = []
        for seat in people:
            left = clock.left(seat)
            runs = seat == running
            shown.append(
                TimeShown(seat, table.names[seat], shown_time(left), runs, runs and left <= WARNINGS[-1], alone)
            )
        return tuple(shown)

    @property
    def paused(self) -> bool:
        """Whether the host has stopped the clock."""
        clock = self._session.table.clock
        return clock.control is not None and clock.paused and not isinstance(self._session.table.turn, Over)

    def pause(self) -> None:
        """Pause the clock for everybody, or let it go on."""
        answer = commands.pause_clock(self._session.table)
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "warn"))
            return
        self._screen.tell(Message(answer.text, "accent"))
        self.update()
        self._screen.repaint()

    def update(self) -> None:
        """Run or stop the clock, as the table needs; called after every change of the table."""
        clock = self._session.table.clock
        if clock.control is None:
            return
        clock.run(self._session.clock_runs)
        if clock.running is None:
            self._stop_ticking()
            return
        if self._read[0] != clock.running:
            self._read = clock.running, clock.left(clock.running)
        if self._ticker is None:
            self._ticker = self._screen.set_interval(1.0, self.tick)
        if clock.is_over and self._tried != self._session.table.version:
            self._screen.call_later(self._over)

    def stop(self) -> None:
        """Stop the clock; the time left is kept."""
        self._session.table.clock.stop()
        self._stop_ticking()

    def _stop_ticking(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None

    def tick(self) -> None:
        """Draw the clocks again, once a second; a move at zero that was not made is tried again."""
        self._tried = -1
        self.update()
        clock = self._session.table.clock
        seat = clock.running
        if seat is not None:
            self._warn(seat, clock.left(seat))
            self._screen.draw("status", "pad")

    def _warn(self, seat: Seat, left: float) -> None:
        """Say to a person here that the time is nearly over, and what happens then."""
        before = self._read[1]
        self._read = seat, left
        for mark in WARNINGS:
            if left <= mark < before and seat in self._session.table.here:
                text = f"{mark} seconds left. At zero {self._session.game.info.at_zero}."
                covered = self._screen.is_covered
                self._screen.tell(Message(text, "warn", aloud=() if covered else None))
                if covered:
                    self._screen.services.say(text, severity="warning")

    def _over(self) -> None:
        """As the keeper, make the game's own move for the player whose time has run out."""
        session, table = self._session, self._session.table
        seat = table.clock.running
        if not self._screen.is_open or seat is None or not table.clock.is_over or not table.keeps:
            return
        self._tried = table.version
        table.clock.tell_over()
        if seat in table.here:
            self.stop()
            self._screen.flow.time_over(session.move_at_zero())
        elif isinstance(table, SharedTable):
            first = table.moves
            try:
                table.time_over(seat, session.move_at_zero())
            except TableError as error:
                self._screen.tell(Message(sentence(str(error)), "warn"))
                return
            self.elsewhere(first)
            self._screen.tell(Message(f"Time is up for {table.names[seat]}.", "warn"))
