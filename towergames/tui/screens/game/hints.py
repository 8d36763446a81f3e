"""Hints for the player to move: the board's own tips, a search in a thread, or the advice of the strongest bot."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.timer import Timer

from towergames.board.protocol import UNDECIDED, Advice, Analysis, AnyContext, Failure
from towergames.core.bot import Clock, Level
from towergames.core.contract import Over
from towergames.core.text import sentence
from towergames.session import commands
from towergames.session.session import Message, Session
from towergames.session.task import Task
from towergames.session.text import bot_failed, hint
from towergames.session.thoughts import HINT, Thinking
from towergames.table.finds import known_finds
from towergames.tui.screens.game.table_screen import TableScreen

SECONDS = 20.0
"""Seconds of a search; Esc ends it earlier."""
TICK = 0.5
"""Seconds between two updates of the time shown."""


class Suggestion:
    """A suggested action and the position that it is for; stale once the table has changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._version = -1
        self._action: Any = None

    @property
    def action(self) -> Any:
        """The action, None when there is none for this position."""
        return self._action if self._version == self._session.table.version else None

    @action.setter
    def action(self, action: Any) -> None:
        self._version, self._action = self._session.table.version, action

    @property
    def ui(self) -> Any:
        """The looker's UiState with the action prepared; None without an action, or if the board cannot prepare it."""
        session, action = self._session, self.action
        ui = None if action is None else session.board.advise(session.context(), action).ui
        return None if ui is None else session.memory.fitted(session.context(), ui)

    def lay_out(self) -> None:
        """Prepare the action for the looker, if the board can do that."""
        laid = self.ui
        if laid is not None:
            self._session.memory.take(self._session.context(), laid)


class Search:
    """The search of one game screen. Its best move is shown like a hint, and is kept in the save.

    Once the game is over a search decides what the results are measured by (B-31). That stays: later searches may find
    more, but change no medal.
    """

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen
        self.suggestion = Suggestion(session)
        self._task: Task | None = None
        self._counted = False
        """Whether the search has a number of steps, so that its results compare everywhere."""
        self._version = -1
        self._over = False
        self._stopped = False
        self._began = 0.0
        self._timer: Timer | None = None
        self._best: Advice[Any, Any] | None = None
        self._last = ""
        self.heard: Callable[[], None] = lambda: None
        """Called with every better move, and regularly as time passes."""

    @property
    def active(self) -> bool:
        """Whether it is searching."""
        return self._task is not None

    @property
    def status(self) -> str:
        """The progress of the search that decides the medals; if it has ended without a result, the reason."""
        if not self.active:
            return self._last
        points = self._best.points if self._best is not None else None
        found = f", best so far {points}" if points is not None else ""
        return f"Searching for {time.monotonic() - self._began:.1f} s{found}. {UNDECIDED}"

    def judge(self) -> None:
        """Once the game is over: show the move that results are compared with, or start a new search for it."""
        session = self._session
        if session.table.history.measure is None:
            self.begin()
        elif not self.active:
            self._lay_out(session.bare().measure)

    def begin(self) -> bool:
        """Search on the looker's position, marked as help during the game; returns False if no search is possible."""
        screen, session = self._screen, self._session
        analysis = session.board.analysis
        if analysis is None:
            return False
        if self.active and self._version == session.table.version:
            return True
        self.drop()
        over = isinstance(session.bare().turn, Over)
        if failed := commands.count_help(session.table, HINT):
            screen.tell(Message(sentence(f"no hint: {failed}"), "bad"))
            return True
        c = session.context()
        clock = analysis.budget(c, SECONDS)
        self._counted, self._version, self._over = clock.iterations is not None, session.table.version, over
        self._stopped, self._began = False, time.monotonic()
        self._timer = screen.set_interval(TICK, lambda: self.heard()) if over else None
        search = partial(self._search, analysis, c)
        # Set before the start, since the search may find something at once.
        self._task = Task(screen.soon, search, self._done, self._show, clock=clock, name="search")
        self._task.start()
        screen.tell(Message("Searching. Esc stops the search.", "accent"))
        screen.repaint()
        return True

    def stop(self) -> None:
        """End the search and take the best move found."""
        if self._task is not None:
            self._stopped = True
            self._task.stop()

    def drop(self) -> None:
        """Drop the search: the screen closes, or another search begins. Moves found during the game are in the save."""
        self.stop()
        self._end()
        self._best, self._last = None, ""

    def _end(self) -> None:
        if self._task is not None:
            self._task.drop()
        self._task = None
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _seat(self) -> int:
        session = self._session
        return session.table.actor(session.bare().seat)

    def _search(self, analysis: Analysis[Any, Any, Any], c: AnyContext, clock: Clock) -> Advice[Any, Any]:
        known = known_finds(self._screen.services.store, self._session.table, clock)
        return analysis.search(c, clock, self._tell, known)

    def _tell(self, tip: Advice[Any, Any]) -> None:
        if self._task is not None:
            self._task.tell(tip)

    def _done(self, answer: Advice[Any, Any] | Failure) -> None:
        if isinstance(answer, Failure):
            answer = Advice("The search failed" + answer.text.removeprefix("That failed"))
        self._show(answer, done=True)

    def _show(self, tip: Advice[Any, Any], *, done: bool = False) -> None:
        screen, session = self._screen, self._session
        stale = session.table.version != self._version
        if tip.action is not None:
            self._best = tip
            if not self._over:
                session.table.note_find(self._seat(), tip.action)
                self._version = session.table.version
        if stale or not screen.is_open:
            self.drop()
            return
        if done:
            self._end()
            self._last = tip.text
            if self._over:
                self._decide()
        if tip.action is not None:
            self._lay_out(tip.action)
        self.heard()
        screen.tell(Message(self._last if done else f"{tip.text} Esc stops the search.", "accent"))
        screen.repaint()

    def _decide(self) -> None:
        """Compare the results with the best move found, unless a search counted in steps was ended early."""
        table = self._session.table
        if self._best is None:
            return
        if self._counted and self._stopped:
            self._last = "You stopped the search, so there are no medals yet. The hint key starts it again."
            return
        table.note_find(self._seat(), self._best.action, measure=table.history.measure is None)
        self._version = table.version

    def _lay_out(self, action: Any) -> None:
        self.suggestion.action = action
        self.suggestion.lay_out()


LIES_THERE = "The hint is on the board. Enter plays it, Esc removes it."


class Hints:
    """The hints of one game screen."""

    def __init__(self, session: Session, screen: TableScreen, search: Search) -> None:
        self._session = session
        self._screen = screen
        self._search = search
        self._suggestion = search.suggestion
        self._hints = commands.Hints(session.board, session.table)
        self._advice: Thinking | None = None

    def why_not(self) -> str:
        """Why there is no hint."""
        return self._hints.why_not(self._session.bare())

    def ask(self) -> None:
        """Show a hint. The next request prepares the hinted move on the board, if the board can do that."""
        if self._lay_out():
            return
        answer = self._hints.ask(self._session.context())
        if isinstance(answer, Level):
            self._think(answer)
        elif isinstance(answer, commands.Search):
            self._search.begin()
        else:
            self._show(answer)

    def _think(self, level: Level) -> None:
        """Let a bot think for the person to move, from that person's own view."""
        if self._advice is not None:
            return
        try:
            self._advice = Thinking(self._session.table, level, self._screen.soon, self._advise).start()
        except Exception as error:
            self._screen.tell(Message(f"No hint. {bot_failed(error)}", "bad"))
            return
        self._screen.tell(Message(f"The {level.name} bot is looking for a hint.", "accent"))

    def drop(self) -> None:
        """Stop the search for a hint."""
        if self._advice is not None:
            self._advice.drop()
        self._advice = None

    def _advise(self, advice: Thinking) -> None:
        session = self._session
        if advice is not self._advice:
            return
        self._advice = None
        if advice.version == session.table.version and session.looker == advice.seat:
            self._show(self._hints.found(session.context(), advice.thought, advice.error))

    def _show(self, answer: commands.Hint | commands.Refused) -> None:
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "warn"))
            return
        self._suggestion.action = answer.action
        self._screen.tell(Message(hint(answer.text, answer.why, self._again()), "accent"))
        self._screen.repaint()

    def _again(self) -> str:
        """The key that prepares the suggestion, if the board can do that."""
        return self._screen.key_of("hint") if self._suggestion.ui is not None else ""

    def _lay_out(self) -> bool:
        laid, session = self._suggestion.ui, self._session
        if laid is None or (laid == session.memory.ui and session.board.analysis is not None):
            return False  # there is none, or it lies there already and something better can be looked for
        session.memory.take(session.context(), laid)
        self._screen.tell(Message(LIES_THERE, "accent"))
        self._screen.repaint()
        return True
