"""The end of a game on one game screen: its card, the review, the replay and the next game."""

from __future__ import annotations

from collections.abc import Callable

from towergames.board.protocol import EndReport
from towergames.core.text import sentence
from towergames.session import commands, next_game
from towergames.session.session import Message, Session
from towergames.table.errors import TableError
from towergames.table.setup import at_level, random_seed
from towergames.tui.dialogs import unless_lost
from towergames.tui.screens.game.another_game import ask_game
from towergames.tui.screens.game.end_card import EndCard, Judged
from towergames.tui.screens.game.end_view import ending_of
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.hints import BestMoveSearch
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.services import open_review, screen_class


class AfterGame:
    """The end of a game on one game screen."""

    def __init__(self, session: Session, screen: TableScreen, search: BestMoveSearch, handover: Handover) -> None:
        self.missing: Callable[[], str] = str
        """Names the players of other windows at whose seats nobody is."""
        self._session = session
        self._screen = screen
        self._search = search
        self._handover = handover
        self.card_shown = False
        """Whether the card was shown for this end."""
        self._again = False
        """Whether the card comes back after the review or the replay."""

    def covered(self) -> None:
        """Another screen, opened by the card, covers the table; the card comes back after it."""
        self.card_shown, self._again = self.card_shown and not self._again, False

    def show(self) -> None:
        """Show the card with the result."""
        if self._screen.services.screen is not self._screen:
            return  # another screen lies over the table; the turn flow shows the card later
        self.card_shown = True
        card = EndCard(self._session.table, self._judged, self._screen.services.withheld, self.missing)
        self._search.heard = card.heard
        self._search.judge()
        self._screen.services.push_screen(card, lambda answer: self._answered(answer, card.best_play))

    def _judged(self) -> Judged:
        """The medals and comparisons, or the progress of the search for them."""
        session = self._session
        analysis = session.board.analysis
        report = analysis.report(session.context()) if analysis is not None else EndReport()
        told = report.honours
        if not told and session.table.history.measure is None and self._search.status:
            told = (self._search.status,)
        return Judged(told, report.missed, report.share)

    def _answered(self, answer: str | None, best_play: int) -> None:
        journal = self._session.table.journal
        self._again = answer in ("replay", "wreck", "review", "pad", "best")
        if answer == "best":
            self._open_judged(best_play)
        if answer == "task":
            self._play_next_task()
        word, _, key = (answer or "").partition(" ")
        if word == "another":
            self._begin(key)
        if word == "level":
            self._begin_at(key)
        if answer == "wreck" and journal is not None:
            history = self._session.table.history
            play = ending_of(history).fall_play
            self._screen.services.open("replay", history, name=self._session.table.name, path=journal.path, shown=play)
        elif answer == "replay" and journal is not None:
            self._screen.services.tables.open_replay(journal.path)
        elif command := {"rematch": "rematch", "review": "review", "pad": "pad.sheet", "menu": "menu"}.get(
            answer or ""
        ):
            self._screen.run_command(command)

    def _play_next_task(self) -> None:
        """Close this table, and play the next of the person's open tasks."""
        services, person = self._screen.services, self._session.table.names[0]

        def begin() -> None:
            services.tables.close()
            services.tables.play_next_task(person)

        unless_lost(services, begin)

    def _begin_at(self, level: str) -> None:
        """Begin the next game with another level of the bot; a series ends with that."""
        services, table = self._screen.services, self._session.table

        def begin() -> None:
            try:
                header = at_level(table.history, level, random_seed())
            except TableError as error:
                self._screen.tell(Message(sentence(str(error)), "warn"))
                return
            services.tables.close()
            services.to_menu()
            services.tables.begin_game(header)

        unless_lost(services, begin)

    def rematch(self) -> None:
        """Begin the next game with the same seats."""
        self._begin()

    def another(self, word: str = "") -> None:
        """Begin another game with the same seats: the one that was typed, or one that a dialog asks for."""
        services, table = self._screen.services, self._session.table
        if not word:
            ask_game(services, table, self._begin)
            return
        found = next_game.other_game(table, word)
        if isinstance(found, commands.Refused):
            self._screen.tell(Message(found.why, "warn"))
        else:
            self._begin(found.key)

    def _begin(self, game: str = "") -> None:
        """Play the next game; ``game`` is the key of another one."""
        services, table = self._screen.services, self._session.table

        def begin() -> None:
            answer = next_game.rematch(services.store, table, game)
            if isinstance(answer, commands.Refused):
                self._screen.tell(Message(answer.why, "warn"))
                return
            if game and answer.header.game != game:
                services.say(next_game.next_game_told(table.history))  # another window was faster
            services.tables.close()
            services.table = answer
            screen = screen_class("game")(answer, self._handover.pins)
            services.switch_screen(screen)
            if answer.header.open and answer.header.game != table.header.game:
                services.open("welcome", screen)  # a guest may not know it

        unless_lost(services, begin)

    def review(self) -> None:
        """The review; a move chosen there is shown in the replay."""
        open_review(self._screen.services, self._session.table.history, show=self._open_judged)

    def _open_judged(self, play: int) -> None:
        """Show a move in the replay with what was best at it."""
        table = self._session.table
        path = table.journal.path if table.journal is not None else None
        self._screen.services.open("replay", table.history, name=table.name, path=path, judged=play)
