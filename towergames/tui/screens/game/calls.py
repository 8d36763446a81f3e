"""Calls to the people of one game screen, while they do not look at it."""

from __future__ import annotations

from towergames.session.calls import Calls
from towergames.session.session import Session
from towergames.tui.screens.game.table_screen import TableScreen


class ScreenCalls:
    """Rings for what is new whenever the table may have changed."""

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen
        self._game = session.game.info.title
        self._calls: Calls | None = None

    def start(self) -> None:
        """Begin, with the table as it is."""
        self._calls = Calls(self._session.table, self._screen.services.attention)

    def look(self) -> None:
        """Ring once if somebody is called, and have the title say what waits."""
        if self._calls is None or self._calls.silent or not self._screen.is_open:
            return
        services = self._screen.services
        fresh = self._calls.look()
        if fresh:
            services.ringer.ring(fresh[0], self._game)
        services.ringer.show(self._calls.unanswered, self._game)

    def drop(self) -> None:
        """Call nobody any more, since the screen closes."""
        if self._calls is not None and not self._calls.silent:
            self._screen.services.ringer.hush()
