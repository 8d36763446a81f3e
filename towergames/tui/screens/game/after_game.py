"""Beside the game: words looked up while it runs (marked where that is help), and its review once it is over."""

from __future__ import annotations

from towergames.core.contract import Over
from towergames.core.text import sentence
from towergames.table.errors import TableError
from towergames.table.reviewing import why_not
from towergames.table.wordlists import uses_words
from towergames.tui.screens.game.answers import Answers
from towergames.tui.services import LookupHelp

UNCHECKED = "checking"
CHECKED = "auto-check"


class Afterwards(Answers):
    """The game screen's commands that lead to the word book and the review."""

    # --- words ------------------------------------------------------------------------------------------

    def can_lookup(self) -> str:
        """Why no words can be looked up."""
        game = self.session.game
        return "" if uses_words(game.info) else f"{game.info.title} is played without words."

    def do_lookup(self, argument: str = "") -> None:
        """The word book, with the game's own list first."""
        table = self.session.table
        self.services.open("lookup", argument, header=table.header, help=self._help())

    def _help(self) -> LookupHelp | None:
        """What a look-up means here: nothing once the game is over, or where only bots play."""
        table = self.session.table
        if isinstance(table.turn, Over) or not table.humans:
            return None
        checking = table.header.options.get(UNCHECKED, CHECKED)
        return LookupHelp(all=checking != CHECKED and len(table.names) > 1, mark=self._mark)

    def _mark(self) -> str:
        """Note that a player looked words up; why that could not be noted, or ''."""
        table, asker = self.session.table, self.asker
        try:
            table.note(asker if asker is not None else table.humans[0], "lookup")
        except TableError as error:
            return sentence(f"nothing was looked up: {error}")
        return ""

    # --- review -----------------------------------------------------------------------------------------

    def can_review(self) -> str:
        """Why the game cannot be reviewed."""
        return why_not(self.session.table.history)

    def do_review(self, argument: str = "") -> None:
        """The review; a move chosen there is shown in the replay."""
        self.services.open("review", self.session.table.history, then=self._show_judged)

    def _show_judged(self, play: int | None) -> None:
        if play is None:
            return
        # A card that waits behind the review waits behind the replay too.
        self.card_again, self.told_end = self.card_again or not self.told_end, True
        table = self.session.table
        path = table.journal.path if table.journal is not None else None
        self.services.open("replay", table.history, name=table.name, path=path, judged=play)
