"""Hints for the player to move: the board's own tips, a search, or the advice of the strongest bot."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from towergames.core.contract import Over
from towergames.session.hints import HINT, Tips, adviser
from towergames.session.session import Message, Session
from towergames.table.errors import TableError
from towergames.table.opponents import Thinking
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.search import Search

LIES_THERE = "The hint lies on the table: Enter plays it, Esc takes it back."


class HintHost(Host, Protocol):
    """What hints need from the screen."""

    def key_of(self, command_id: str) -> str:
        """The first key of a command, as it is written on the screen."""


class Hints:
    """The hints of one game screen."""

    def __init__(self, session: Session, host: HintHost, search: Search) -> None:
        self._session = session
        self._host = host
        self._search = search
        self._suggestion = search.suggestion
        self._tips = Tips(session.board, session.table)
        self._advice: Thinking | None = None

    def why_not(self) -> str:
        """Why there is no hint."""
        session = self._session
        if isinstance(session.turn, Over) and session.board.analysis is not None:
            return ""
        if not session.bare().may_act:
            return "A hint is for the player who decides now."
        return "" if adviser(session.table.header.game) else "This game has no bot that could advise."

    def ask(self) -> None:
        """Let the strongest level think for the person to move, from that person's own view.

        Tips of the board come first, one at each request. The next request prepares the hinted move on the board, if
        the board can do that.
        """
        if self._lay_out() or self._tip() or self._search.begin():
            return
        if self._suggestion.ui is not None:  # it is prepared already, and showing it again is no new help
            self._host.tell(Message(LIES_THERE, "accent"))
            return
        level = adviser(self._session.table.header.game)
        if level is None or self._advice is not None:
            return
        try:
            self._advice = Thinking(self._session.table, level, partial(self._host.soon, self._advise)).start()
        except Exception as error:
            self._host.tell(Message(f"No hint: the advisor failed ({type(error).__name__}).", "bad"))
            return
        self._host.tell(Message(f"The {level.name} bot is looking for a hint ...", "accent"))

    def drop(self) -> None:
        """Stop the search for a hint."""
        if self._advice is not None:
            self._advice.drop()
        self._advice = None

    def _advise(self, advice: Thinking) -> None:
        host, session = self._host, self._session
        if advice is not self._advice:
            return
        self._advice = None
        if advice.version != session.table.version or session.looker != advice.seat:
            return
        if advice.thought is None:
            fault = type(advice.error).__name__ if advice.error else "nothing"
            host.tell(Message(f"No hint was found ({fault}); nothing is counted.", "warn"))
            return
        try:
            # Counted only now that something was found.
            session.table.note(advice.seat, HINT)
        except TableError as error:
            host.tell(Message(f"No hint: {error}.", "bad"))
            return
        action = self._suggestion.action = advice.thought.action
        move = session.board.advise(session.context(), action).text or session.game.notate(action)
        why = f": {advice.thought.why}" if advice.thought.why else ""
        host.tell(Message(f"Hint{self._again()}: {move}{why}", "accent"))
        host.repaint()

    def _tip(self) -> bool:
        """Show the board's next tip on this position; returns False after the last one."""
        try:
            tip = self._tips.give(self._session.context())
        except TableError as error:
            self._host.tell(Message(f"No hint: {error}.", "bad"))
            return True
        if tip is None:
            return False
        self._suggestion.action = tip.action
        self._host.tell(Message(tip.text + self._again(), "accent"))
        return True

    def _again(self) -> str:
        """The key that prepares the suggestion, if the board can do that."""
        return f" ({self._host.key_of('hint')} lays it out)" if self._suggestion.ui is not None else ""

    def _lay_out(self) -> bool:
        laid, session = self._suggestion.ui, self._session
        if laid is None or (laid == session.memory.ui and session.board.analysis is not None):
            return False  # there is none, or it lies there already and something better can be looked for
        session.memory.take(session.context(), laid)
        self._host.tell(Message(LIES_THERE, "accent"))
        self._host.repaint()
        return True
