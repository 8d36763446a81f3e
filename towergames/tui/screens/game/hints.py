"""Hints for the player to move: the board's own tips, a search in a thread, or the advice of the strongest bot."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.timer import Timer

from towergames.board.protocol import UNDECIDED, Analysis, AnyContext, Failure, Hint
from towergames.core.bot import Clock, Level
from towergames.session import commands
from towergames.session.bot_tasks import BotTask
from towergames.session.help import GivenHint, Search, Searching, TableHints, begin_search, search_seconds
from towergames.session.session import Message, Session
from towergames.session.task import Task
from towergames.session.text import bot_failed, hint
from towergames.table.best_moves import known_best_moves
from towergames.tui.screens.game.table_screen import TableScreen

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
        """The viewer's UiState with the action prepared; None without an action, or if the board cannot prepare it."""
        session, action = self._session, self.action
        ui = None if action is None else session.board.advise(session.context(), action).ui
        return None if ui is None else session.memory.fitted(session.context(), ui)

    def lay_out(self) -> None:
        """Prepare the action for the viewer, if the board can do that."""
        laid = self.ui
        if laid is not None:
            self._session.memory.remember(self._session.context(), laid)


class BestMoveSearch:
    """The search of one game screen. Its best move is shown like a hint, and is kept in the save.

    Once the game is over a search decides what the results are measured by (B-31).
    """

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen
        self.suggestion = Suggestion(session)
        self._task: Task | None = None
        self._searching: Searching | None = None
        """The finds of the last search, until it is dropped."""
        self._version = -1
        self._stopped = False
        self._began = 0.0
        self._timer: Timer | None = None
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
        best = self._searching.best if self._searching is not None else None
        points = best.points if best is not None else None
        found = f", best so far {points}" if points is not None else ""
        return f"Searching for {time.monotonic() - self._began:.1f} s{found}. {UNDECIDED}"

    def judge(self) -> None:
        """Once the game is over: show the move that results are compared with, or start a new search for it."""
        session = self._session
        if session.board.analysis is None:
            return
        if session.table.history.measure is None:
            self.begin()
        elif not self.active:
            self._lay_out(session.bare().measure)

    def begin(self, argument: str = "") -> None:
        """Search on the viewer's position for the usual time or a typed number of seconds, or say why not."""
        screen, session = self._screen, self._session
        if self.active and self._version == session.table.version:
            return
        self.drop()
        context, seconds = session.context(), search_seconds(argument)
        answer = begin_search(session.board, session.table, context, seconds)
        if isinstance(answer, commands.Refused):
            screen.tell(Message(answer.why, "bad"))
            return
        analysis = session.board.analysis
        assert analysis is not None  # a game without a search is refused
        self._searching, self._version = answer, session.table.version
        self._stopped, self._began = False, time.monotonic()
        self._timer = screen.set_interval(TICK, lambda: self.heard()) if answer.over else None
        search = partial(self._search, analysis, context)
        # Set before the start, since the search may find something at once.
        self._task = Task(screen.soon, search, self._done, self._show, clock=answer.clock, name="search")
        session.does(searching=True)
        self._task.start()
        screen.tell(Message("Searching. Esc stops the search.", "accent"))
        screen.repaint()

    def stop(self) -> None:
        """End the search and take the best move found."""
        if self._task is not None:
            self._stopped = True
            self._task.stop()

    def drop(self) -> None:
        """Drop the search: the screen closes, or another search begins. Moves found during the game are in the save."""
        self.stop()
        self._end()
        self._searching, self._last = None, ""

    def _end(self) -> None:
        if self._task is not None:
            self._task.drop()
        self._task = None
        self._session.does(searching=False)
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _search(self, analysis: Analysis[Any, Any, Any], c: AnyContext, clock: Clock) -> Hint[Any, Any]:
        known = known_best_moves(self._screen.services.store, self._session.table, clock)
        return analysis.search(c, clock, self._tell, known)

    def _tell(self, tip: Hint[Any, Any]) -> None:
        if self._task is not None:
            self._task.tell(tip)

    def _done(self, answer: Hint[Any, Any] | Failure) -> None:
        if isinstance(answer, Failure):
            answer = Hint("The search failed" + answer.text.removeprefix("That failed"))
        self._show(answer, done=True)

    def _show(self, tip: Hint[Any, Any], *, done: bool = False) -> None:
        screen, table, searching = self._screen, self._session.table, self._searching
        if searching is None:
            return
        stale = table.version != self._version
        if not stale and done:
            self._last = searching.end(tip, stopped=self._stopped)
        else:
            searching.keep(tip)
        if stale or not screen.is_open:
            self.drop()
            return
        self._version = table.version
        if done:
            self._end()
        if tip.action is not None:
            self._lay_out(tip.action)
        self.heard()
        screen.tell(Message(self._last if done else f"{tip.text} Esc stops the search.", "accent"))
        screen.repaint()

    def _lay_out(self, action: Any) -> None:
        self.suggestion.action = action
        self.suggestion.lay_out()


ENTER_PLAYS = "Enter plays it"
STILL_LOOKING = "Still looking for a hint."


class Hints:
    """The hints of one game screen."""

    def __init__(self, session: Session, screen: TableScreen, search: BestMoveSearch) -> None:
        self._session = session
        self._screen = screen
        self._search = search
        self._suggestion = search.suggestion
        self._hints = TableHints(session.board, session.table, session.reasons)
        self._looking: Task | BotTask | None = None
        """The board's search for a tip, then the bot that is asked; both run in a thread."""
        self._asked_in: AnyContext | None = None
        self._asked_at: Any = None
        """The UiState in which the hint was asked for: a move that a person prepares meanwhile stays on the board."""
        self._version = -1

    def ask(self) -> None:
        """Show a hint, and prepare its move on the board if the board can do that."""
        session, screen = self._session, self._screen
        context = session.context()
        if self._looking is not None and self._is_current(context):
            screen.tell(Message(STILL_LOOKING, "accent"))
            return
        self.drop()
        if why_not := self._hints.why_not(context):
            self._show(commands.Refused(why_not))
            return
        self._asked_in, self._asked_at, self._version = context, session.memory.ui, session.table.version
        self._looking = Task(screen.soon, lambda _: self._hints.find(context), self._found, name="hint")
        self._looking.start()
        screen.tell(Message("Looking for a hint.", "accent"))

    def _is_current(self, context: AnyContext) -> bool:
        """Whether the hint was asked for at this position, by this player."""
        asked = self._asked_in
        return asked is not None and asked.seat == context.seat and self._version == self._session.table.version

    def _found(self, tip: Any) -> None:
        """Show the tip that was found, or look further."""
        self._looking = None
        asked = self._asked_in
        if asked is None or not self._is_current(self._session.context()):
            return
        untouched = self._session.memory.ui == self._asked_at
        answer = self._hints.answer(asked, tip, shown=untouched)
        if isinstance(answer, Level):
            self._think(answer)
        elif isinstance(answer, Search):
            self._search.begin()
        else:
            self._show(answer, lay_out=untouched)

    def _think(self, level: Level) -> None:
        """Let a bot think for the person to move, from that person's own view."""
        try:
            self._looking = BotTask(self._session.table, level, self._screen.soon, self._advise).start()
        except Exception as error:
            self._screen.tell(Message(f"No hint. {bot_failed(error)}", "bad"))
            return
        self._screen.tell(Message(f"The {level.name.capitalize()} bot is looking for a hint.", "accent"))

    def drop(self) -> None:
        """Stop the search for a hint."""
        if self._looking is not None:
            self._looking.drop()
        self._looking = None

    def _advise(self, advice: BotTask) -> None:
        session = self._session
        if advice is not self._looking:
            return
        self._looking = None
        if self._is_current(session.context()):
            found = self._hints.found(session.context(), advice.thought, advice.error)
            self._show(found, lay_out=session.memory.ui == self._asked_at)

    def _show(self, answer: GivenHint | commands.Refused, *, lay_out: bool = True) -> None:
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "warn"))
            return
        self._suggestion.action = answer.action
        key, how, otherwise = self._screen.key_of("hint"), "", ""
        if self._suggestion.ui is not None:
            otherwise = f"Press {key} to see it on the board"
            how = ENTER_PLAYS if lay_out else otherwise
        if self._session.board.analysis is not None:
            more = f"{key} again for more"
            how, otherwise = (f"{text}, {more}" if text else more for text in (how, otherwise))
        if lay_out:
            self._suggestion.lay_out()
        texts = [hint(answer.text, answer.why, tail) for tail in (how, otherwise)]
        draft = self._session.context().draft if lay_out else None
        self._screen.tell(Message(texts[0], "accent", draft=draft, otherwise=texts[1]))
        self._screen.repaint()
