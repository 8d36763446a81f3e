"""What follows the end of a game: the card with the result, the review, the replay and the rematch."""

from __future__ import annotations

from typing import Protocol

from towergames.boards.protocol import Report
from towergames.core.contract import Over
from towergames.core.text import sentence
from towergames.session.session import Message, Session
from towergames.table.errors import TableError
from towergames.table.game_review import why_not
from towergames.table.series import rematch
from towergames.table.setup import random_seed
from towergames.tui.dialogs import unless_lost
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.result_card import EndCard, Judged
from towergames.tui.screens.game.search import Search
from towergames.tui.services import screen_class


class AfterHost(Host, Protocol):
    """What this part needs from the screen."""

    @property
    def is_current(self) -> bool:
        """Whether no other screen covers this one."""

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command, or say why it cannot be run."""


class AfterGame:
    """What one game screen shows after the end."""

    def __init__(self, session: Session, host: AfterHost, search: Search, handover: Handover) -> None:
        self._session = session
        self._host = host
        self._search = search
        self._handover = handover
        self.told = False
        """Whether the card was shown for this end."""
        self._again = False
        """Whether the card comes back after the review or the replay."""

    def covered(self) -> None:
        """Another screen, opened by the card, covers the table; the card comes back after it."""
        self.told, self._again = self.told and not self._again, False

    def why_not(self) -> str:
        """Why there is no result yet."""
        return "" if isinstance(self._session.table.turn, Over) else "The game is not over yet."

    def show(self) -> None:
        """Show the card with the result."""
        if not self._host.is_current:
            return  # another screen covers the table; the turn flow shows the card later
        self.told = True
        card = EndCard(self._session.table, self._judged)
        self._search.heard = card.renew
        self._search.judge()
        self._host.services.push_screen(card, self._answered)

    def _judged(self) -> Judged:
        """The medals and comparisons, or the progress of the search for them."""
        session = self._session
        analysis = session.board.analysis
        report = analysis.report(session.context()) if analysis is not None else Report()
        told = report.honours
        if not told and session.table.history.measure is None and self._search.status:
            told = (self._search.status,)
        return Judged(told, report.share)

    def _answered(self, answer: str | None) -> None:
        journal = self._session.table.journal
        self._again = answer in ("replay", "review", "pad")
        if answer == "replay" and journal is not None:
            self._host.services.open_replay(journal.path)
        elif command := {"rematch": "rematch", "review": "review", "pad": "pad.sheet", "menu": "menu"}.get(
            answer or ""
        ):
            self._host.run_command(command)

    def rematch(self) -> None:
        """Another game with the same seats."""
        services, table = self._host.services, self._session.table
        if table.journal is None:
            self._host.tell(Message("A rematch needs a game that is kept.", "warn"))
            return

        def begin() -> None:
            try:
                new = services.store.begin(rematch(table.history, random_seed()))
            except TableError as error:
                self._host.tell(Message(sentence(str(error)), "warn"))
                return
            services.close_table()
            services.table = new
            services.switch_screen(screen_class("game")(new, self._handover.pins))

        unless_lost(services, begin)

    def why_no_review(self) -> str:
        """Why the game cannot be reviewed."""
        return why_not(self._session.table.history)

    def review(self) -> None:
        """The review; a move chosen there is shown in the replay."""
        self._host.services.open("review", self._session.table.history, then=self._show_judged)

    def _show_judged(self, play: int | None) -> None:
        if play is None:
            return
        # If the card comes back after the review, it comes back after the replay too.
        self._again, self.told = self._again or not self.told, True
        table = self._session.table
        path = table.journal.path if table.journal is not None else None
        self._host.services.open("replay", table.history, name=table.name, path=path, judged=play)
