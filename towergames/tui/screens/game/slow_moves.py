"""Moves with a slow outcome, such as a fall: a thread computes it, and then the move is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towergames.board.protocol import Failure
from towergames.core.contract import IllegalAction
from towergames.session.replay import SETTLES
from towergames.session.session import Message, Session
from towergames.session.task import Task
from towergames.table.errors import TableError
from towergames.tui.message_lines import WAIT, looked_for, looks
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.table_screen import TableScreen


class SlowMoves:
    """Submits the moves of one game screen.

    Until the outcome is known nothing is recorded: a player who leaves meanwhile finds the table as before the move,
    and an equal move will have an equal outcome. Input that would change the table is refused (``why_not`` of the
    screen).
    """

    def __init__(self, session: Session, screen: TableScreen, clock: GameClock) -> None:
        self._session = session
        self._screen = screen
        self._clock = clock
        self._version: int | None = None
        self._task: Task | None = None
        self._share: float | None = None
        self.problem = ""
        """The reason why the last move's outcome could not be computed, if that failed."""

    @property
    def active(self) -> bool:
        """Whether an outcome is being computed."""
        return self._version is not None

    @property
    def doing(self) -> str:
        """The text for the status line meanwhile."""
        return SETTLES if self._share is None else looks(self._share)

    @property
    def wait(self) -> str:
        """The reason why nothing else can be done meanwhile."""
        return looked_for(self._share) if self.can_stop and self._share is not None else WAIT

    @property
    def can_stop(self) -> bool:
        """Whether a person waits for a search, and can end it."""
        return self.active and self._share is not None and self._session.decider_is_human

    def stop(self) -> None:
        """End it soon; the move is not made."""
        if self._task is not None:
            self._task.give_up()

    def submit(self, action: Any, then: Callable[[bool], None]) -> None:
        """Do an action for the player who decides; ``then`` is called with whether it was done, now or later.

        If it was not done, the session's message says why.
        """
        session = self._session
        if not session.game.info.slow:
            then(session.submit(action))
            return
        try:
            if session.decider is None:
                raise TableError("the game is over")
            work = session.table.outcome_work(session.decider, action)
        except (IllegalAction, TableError):
            work = None  # refused: the session says why
        if work is None:
            then(session.submit(action))
            return

        def computed(answer: tuple[Any, ...]) -> None:
            then(session.submit(action, answer))

        self.compute(work, computed, lambda: then(False))

    def compute(self, work: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[], None]) -> None:
        """Do work in a thread and call ``then`` with its answer. If the work fails, say so and call ``failed``.

        Neither is called if the table has changed meanwhile.
        """
        self._version, self._share, self.problem = self._session.table.version, None, ""
        self._report()
        self._clock.stop()

        def done(answer: Any) -> None:
            self._come_back(answer, then, failed)

        self._task = Task(self._screen.soon, lambda _: work(), done, self._tell, daemon=False, name="settling").start()
        self._screen.repaint()

    def _tell(self, share: float) -> None:
        """Show the progress of a search."""
        if not self._screen.is_open:
            return
        first, self._share = self._share is None, share
        self._report()
        if self.can_stop:
            self._screen.tell(Message(self.wait))
        self._screen.repaint("actions")
        if first:
            self._screen.refresh_keys()

    def _come_back(self, answer: Any, then: Callable[[Any], None], failed: Callable[[], None]) -> None:
        session, version = self._session, self._version
        self._version = self._task = None
        self._report()
        if not self._screen.is_open:
            return
        if isinstance(answer, Failure):
            self.problem = answer.text.rstrip(".")
            session.message = Message(f"The move was not made. {answer.text}", "bad")
            self._clock.update()
            failed()
        elif version != session.table.version:
            self._screen.flow.go_on()
        else:
            then(answer)
        if not self.active:
            self._screen.repaint()

    def drop(self) -> None:
        """Stop the computation, since the screen closes."""
        self._version = None
        if self._task is not None:
            self._task.drop()
        self._task = None
        self._report()

    def _report(self) -> None:
        """Report to the session whether a move waits, and what it waits for."""
        self._session.does(settling=self.wait if self.active else "", can_stop=self.can_stop)
