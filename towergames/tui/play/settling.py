"""Moves after which things fall for a while: worked out in a thread, and only then written down."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from towergames.core.contract import IllegalAction
from towergames.core.stopping import stoppable
from towergames.core.text import fault
from towergames.table.errors import TableError
from towergames.tui.play.session import Message

if TYPE_CHECKING:
    from towergames.tui.screens.game import GameScreen

DOING = "everything settles"
"""What the status line says meanwhile."""
WAIT = "Everything is still moving; a moment."
"""Why nothing else can be done meanwhile."""


class Settling:
    """How the moves of one game screen are submitted.

    Until the outcome is known nothing is recorded: whoever leaves meanwhile finds the table as it was before the move,
    and the same move will end the same way. Input that would change the table is refused (``why_not`` of the screen).
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._version: int | None = None
        self._stop = Event()
        self.problem = ""
        """Why the last move's outcome could not be worked out, if it could not."""

    @property
    def active(self) -> bool:
        """Whether something is settling."""
        return self._version is not None

    def submit(self, action: Any, then: Callable[[bool], None]) -> None:
        """Do an action for the one who decides; ``then`` hears whether it was done, now or later.

        Why it was not is the session's message.
        """
        session = self._screen.session
        if not session.game.info.slow:
            then(session.submit(action))
            return
        try:
            if session.decider is None:
                raise TableError("the game is over")
            work = session.table.foresee(session.decider, action)
        except (IllegalAction, TableError):
            work = None  # refused: submitting says why
        if work is None:
            then(session.submit(action))
            return
        self._version, self.problem = session.table.version, ""
        self._screen.clock.stop()
        self._stop = stop = Event()
        Thread(target=self._run, args=(work, stop, action, then), name="settling", daemon=False).start()
        self._screen.repaint()

    def _run(self, work: Callable[[], tuple[Any, ...]], stop: Event, action: Any, then: Callable[[bool], None]) -> None:
        outcomes: tuple[Any, ...] = ()
        problem = ""
        try:
            outcomes = stoppable(work, stop)
        except Exception as error:  # said openly; the move is not made
            problem = fault(error)
        with suppress(Exception):  # the program may have ended meanwhile
            self._screen.app.call_later(self._come_back, action, outcomes, problem, then)

    def _come_back(self, action: Any, outcomes: tuple[Any, ...], problem: str, then: Callable[[bool], None]) -> None:
        screen, version = self._screen, self._version
        self._version = None
        if version is None or not screen.is_open:
            return
        if problem:
            self.problem = problem.rstrip(".")
            screen.session.message = Message(f"The move was not made. {problem}", "bad")
            screen.clock.update()
            then(False)
        elif version != screen.session.table.version:
            screen.go_on()
        else:
            then(screen.session.submit(action, outcomes))
        if not self.active:
            screen.repaint()

    def drop(self) -> None:
        """Forget what is settling, and have it end soon: the screen goes away."""
        self._version = None
        self._stop.set()
