"""Answers in words on the game screen: the table as plain mode describes it, definitions, and typing errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from towergames.core.contract import NotationError, Over
from towergames.core.text import closest, sentence
from towergames.session.session import Message, Session, typed_moves
from towergames.table.errors import TableError
from towergames.table.wordlists import uses_words
from towergames.tui.dialogs import TextDialog
from towergames.tui.message_lines import foretold
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.undo import asker_of
from towergames.tui.services import LookupHelp

UNCHECKED = "checking"
CHECKED = "auto-check"


class AnswersHost(Host, Protocol):
    """What answers need from the screen."""

    def typed_words(self) -> list[str]:
        """The words of the commands that can be used now."""


class Answers:
    """Commands that answer a question and change nothing on the table."""

    def __init__(self, session: Session, host: AnswersHost) -> None:
        self._session = session
        self._host = host

    def _show(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        self._host.services.push_screen(TextDialog(title, lines, at_end=at_end))

    # --- the table in words -----------------------------------------------------------------------------

    def board(self) -> None:
        """Show the table in words."""
        session = self._session
        self._show("The table in words", session.board.read_out(session.context()).board)

    def why_no_hand(self) -> str:
        """Why no hand can be shown in words."""
        return "" if self._session.looker is not None else "No hand is open now."

    def hand(self) -> None:
        """Show the looker's hand and the prepared move in words."""
        told = self._session.board.read_out(self._session.context())
        self._show("What you have in hand, in words", (*told.hand, *told.prepared))

    def why_no_moves(self) -> str:
        """Why there is no list of moves."""
        return "" if self._session.bare().may_act else "Moves are told to the player who decides now."

    def moves(self, argument: str) -> None:
        """Show the legal moves, or those that contain the text."""
        table, wanted = self._session.table, argument.strip()
        found = [move for move in typed_moves(table) if wanted.lower() in move.lower()]
        self._show("Moves", found or [f"No move with {wanted!r} can be made now.", *table.templates])

    def try_move(self, argument: str) -> None:
        """Show what a move would score, or why it is not allowed."""
        table, tell = self._session.table, self._host.tell
        if not argument.strip():
            tell(Message(f"Type try and a move: try {(table.templates or ('MOVE',))[0]}.", "warn"))
            return
        try:
            verdict = table.judge(table.parse(argument))
        except NotationError as error:
            self.misunderstood(error, argument)
            return
        tag, role, text = foretold(verdict, table.names)
        if verdict.refusals:
            tell(Message(f"{tag}: {verdict.refusals[0].text}", role, verdict.refusals[0].rule))
        else:
            tell(Message(f"{tag}: {text}", role))

    def log(self) -> None:
        """Show the whole log that the looker may read."""
        lines = [line.text for line in self._session.log()]
        self._show("The log", lines or ["Nothing has happened yet."], at_end=True)

    def why_no_search(self) -> str:
        """Why there is no search."""
        return "" if self._session.board.analysis is not None else "There is nothing to search for in this game."

    def misunderstood(self, error: NotationError, text: str) -> None:
        """Say what is wrong with typed text, and which words are similar or possible."""
        templates = self._session.table.templates
        own = [form.split()[0] for form in self._session.board.spec.forms]
        words = [form.split()[0] for form in templates] + own
        first = text.split()[0]
        near = "" if first.lower() in words else closest(first, [*words, *self._host.typed_words()])
        forms = f" Moves now: {'; '.join(templates)}" if templates else ""
        self._host.tell(Message(sentence(str(error)) + (f" Did you mean {near!r}?" if near else forms), "warn"))

    # --- rules and words --------------------------------------------------------------------------------

    def rule(self, argument: str) -> None:
        """Open the rules browser at the named rule, or at the rule that the last refusal cites."""
        wanted, sheet = argument.strip(), self._session.game.rule_sheet
        if wanted and sheet.find(wanted) is None:
            self._host.tell(Message(sentence(sheet.missing(wanted)), "warn"))
            return
        self._host.services.open_rules(self._session.table.header.game, wanted or self._session.message.rule)

    def why_no_lookup(self) -> str:
        """Why no words can be looked up."""
        info = self._session.game.info
        return "" if uses_words(info) else f"{info.title} is played without words."

    def lookup(self, argument: str) -> None:
        """Open the word look-up, with the game's own list first."""
        self._host.services.open("lookup", argument, header=self._session.table.header, help=self._help())

    def _help(self) -> LookupHelp | None:
        """How a look-up is marked as help; None once the game is over, or if only bots play."""
        table = self._session.table
        if isinstance(table.turn, Over) or not table.humans:
            return None
        checking = table.header.options.get(UNCHECKED, CHECKED)
        return LookupHelp(all=checking != CHECKED and len(table.names) > 1, mark=self._mark)

    def _mark(self) -> str:
        """Mark the look-up as help; returns '', or why that failed."""
        table, asker = self._session.table, asker_of(self._session)
        try:
            table.note(asker if asker is not None else table.humans[0], "lookup")
        except TableError as error:
            return sentence(f"nothing was looked up: {error}")
        return ""
