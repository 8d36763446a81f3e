"""What can be done at the table besides moves: undo and redo, copies and names of the save, answers in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from towergames.board.canvas import Ink
from towergames.core.contract import NotationError, Seat
from towergames.core.text import closest, sentence
from towergames.session import commands
from towergames.session.help import count_lookup, lookup_counts, may_be_helped
from towergames.session.session import Message, Session
from towergames.session.text import NOTHING_YET, form_of, kept, misread, not_allowed, not_understood
from towergames.table.errors import SaveError
from towergames.tui.dialogs import AskScreen, ChoiceDialog, ConsentScreen, DialogButton, TextDialog
from towergames.tui.message_lines import foretold
from towergames.tui.paint import TEXT, wrap
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.services import LookupHelp, screen_class

Answer: TypeAlias = commands.Done | commands.Refused | commands.Consent
"""The answer of a command that may need agreement."""
TAKE_BACK_WHY = (
    "This is one of {name}'s first games, so one fall may be taken back. "
    "The game then counts in no records and no match."
)
TAKE_BACK_ANSWERS = (
    DialogButton("on", "Go on", "g", "The fall counts"),
    DialogButton("back", "Take it back", "t", "Choose another place; the game leaves the records"),
)


class Undo:
    """Undo, redo and the reset of a turn on one game screen."""

    def __init__(self, session: Session, screen: TableScreen, clock: GameClock) -> None:
        self._session = session
        self._screen = screen
        self._clock = clock
        self._again: Callable[[Sequence[Seat]], Answer] = self._undone_by
        """The command that is run once all have agreed."""

    def undo(self) -> None:
        """Undo the last step; the people who must agree are asked first."""
        self._again = self._undone_by
        self._show(commands.undo(self._session.table))

    def _undone_by(self, agreed: Sequence[Seat]) -> Answer:
        return commands.undo(self._session.table, agreed)

    def offer_take_back(self, then: Callable[[], None]) -> None:
        """Ask once, in the first games of a person, whether a fall that was just seen is taken back; else go on."""
        table = self._session.table
        seat = commands.ask_take_back(self._screen.services.store, table)
        if seat is None:
            then()
            return

        def answered(answer: str | None) -> None:
            if answer != "back":
                then()
                return
            self._again = lambda agreed: commands.take_back(table, seat, agreed)
            self._show(commands.take_back(table, seat))

        lines = [(text, TEXT) for text in wrap(TAKE_BACK_WHY.format(name=table.names[seat]), 58)]
        self._screen.services.push_screen(ChoiceDialog("Take it back?", lines, TAKE_BACK_ANSWERS), answered)

    def redo(self) -> None:
        """Redo the last undone step."""
        self._show(commands.redo(self._session.table))

    def reset(self) -> None:
        """Undo this turn back to the last new information."""
        self._show(commands.reset(self._session.table))

    def _show(self, answer: Answer) -> None:
        """Say what was done or why it was not, or ask."""
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "warn"))
        elif isinstance(answer, commands.Consent):
            session = self._session
            if answer.others:  # they come to the screen to answer, so the hand is hidden meanwhile
                session.shut = session.viewer is not None and session.hides(session.viewer)
                self._clock.update()
                self._screen.repaint()
            self._ask(answer, [])
        elif answer.changed:
            self._screen.flow.begin_anew(answer.text)
        else:
            self._screen.tell(Message(answer.text, "accent"))

    def _ask(self, consent: commands.Consent, agreed: list[Seat]) -> None:
        """Ask the next person; when all have agreed, undo."""
        session = self._session
        if len(agreed) == len(consent.seats):
            session.shut = False
            self._show(self._again(consent.others))
            return
        names, seat = session.table.names, consent.seats[len(agreed)]
        asked = names[seat] if seat != consent.asker else ""

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._ask(consent, [*agreed, seat])
                return
            session.shut = False
            refused = f"{asked} does not agree. " if asked else ""
            self._screen.tell(Message(f"{refused}No move was undone.", "warn"))
            self._screen.flow.go_on()

        dialog = ConsentScreen(names[consent.asker], asked, consent.what, consent.why)
        self._screen.services.push_screen(dialog, answered)


COPY_OR_RENAME = (
    DialogButton("copy", "Keep a copy", "c", "Go on with the game under its old name"),
    DialogButton("rename", "Rename the game", "r", "Go on with the game under the new name"),
    DialogButton("no", "Cancel", "n", "Change nothing"),
)


class SaveAs:
    """Copies and new names of the game on one game screen."""

    def __init__(self, session: Session, screen: TableScreen, bots: Bots, handover: Handover) -> None:
        self._session = session
        self._screen = screen
        self._bots = bots
        self._handover = handover

    def ask(self, argument: str) -> None:
        """Ask for a name, unless one was typed; then ask whether to copy or to rename the game."""
        if wish := argument.strip():
            self._choose(wish)
            return
        dialog = AskScreen("Name of the saved game", self._session.table.name)
        self._screen.services.push_screen(dialog, lambda name: self._choose(name) if name else None)

    def _choose(self, wish: str) -> None:
        new = self._screen.services.store.free_name(wish)
        said = [(kept(self._session.table.saved), TEXT), (f"Free name: {new}", Ink(bold=True))]

        def answered(answer: str | None) -> None:
            if answer == "copy":
                self._copy(new)
            elif answer == "rename":
                self._rename(new)

        self._screen.services.push_screen(ChoiceDialog("Save as", said, COPY_OR_RENAME), answered)

    def _copy(self, new: str) -> None:
        old = self._session.table.name
        if why_not := commands.unsaved_reason(self._session.table):
            self._screen.tell(Message(why_not, "bad"))
            return
        try:
            name = self._screen.services.store.duplicate(old, new)
        except SaveError as error:
            self._screen.tell(Message(sentence(str(error)), "bad"))
            return
        self._screen.tell(Message(f"Copied to {name}. The game goes on as {old}.", "accent"))

    def _rename(self, new: str) -> None:
        services = self._screen.services
        answer = commands.rename(services.store, self._session.table, new, self._close)
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "bad"))
            return
        if isinstance(answer, commands.Gone):
            services.to_menu()
            services.say(answer.why, severity="error")
            return
        services.table = answer.table
        fresh = screen_class("game")(answer.table, self._handover.pins)
        fresh.session.reasons = self._session.reasons
        fresh.session.opened = self._session.opened
        fresh.session.message = Message(answer.text, "accent")
        services.switch_screen(fresh)

    def _close(self) -> None:
        self._bots.drop()
        self._screen.services.tables.close()


class QueryCommands:
    """Commands that answer a question and change nothing on the table."""

    def __init__(self, session: Session, screen: TableScreen) -> None:
        self._session = session
        self._screen = screen

    def _show(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        self._screen.services.push_screen(TextDialog(title, lines, at_end=at_end))

    # --- the table in words -----------------------------------------------------------------------------

    def board(self) -> None:
        """Show the table in words."""
        session = self._session
        self._show("The table", session.board.read_out(session.context()).board)

    def hand(self) -> None:
        """Show the viewer's hand and the prepared move in words."""
        told = self._session.board.read_out(self._session.context())
        self._show("Your hand", (*told.hand, *told.prepared))

    def moves(self, argument: str) -> None:
        """Show the moves that can be made now, all or those that are asked for."""
        answer = commands.moves(self._session.table, argument)
        if isinstance(answer, commands.Refused):
            self._show("Moves", (answer.why, *self._session.table.templates))
        elif answer.texts:
            self._show("Moves", answer.texts)
        else:
            self._show("Moves", ("Type a move like this:", *answer.forms))

    def try_move(self, argument: str) -> None:
        """Show what a move would score, or why it is not allowed."""
        tell = self._screen.tell
        answer = commands.try_move(self._session.table, argument)
        if isinstance(answer, commands.Refused):
            tell(Message(answer.why, "warn"))
            return
        if isinstance(answer, commands.Misread):
            self.misunderstood(answer.error, argument)
            return
        tag, role, text = foretold(answer, self._session.table.names)
        if answer.legal:
            tell(Message(f"{tag} {text}", role))
            return
        refusal = answer.refusals[0]
        self._session.reasons.refuse(self._session.viewer, " ".join(not_allowed(answer)))
        tell(Message(f"{tag} {refusal.text}", role, refusal.rule))

    def log(self) -> None:
        """Show the whole log that the viewer may read."""
        lines = [line.text for line in self._session.log()]
        self._show("Log", lines or [NOTHING_YET], at_end=True)

    def misunderstood(self, error: NotationError, text: str) -> None:
        """Say what is wrong with typed text, and which words are similar or possible."""
        templates = self._session.table.templates
        self._session.reasons.refuse(self._session.viewer, not_understood(error))
        own = [form.split()[0] for form in self._session.board.spec.forms]
        words = [form.split()[0] for form in templates] + own
        first = text.split()[0]
        near = None if error.verb or first.lower() in words else closest(first, [*words, *self._screen.typed_words()])
        self._screen.tell(Message(misread(error, near, form_of(error.verb or text, templates, error)), "warn"))

    # --- rules and words --------------------------------------------------------------------------------

    def rule(self, argument: str) -> None:
        """Open the rules browser at the named rule, or at the rule that the last refusal cites."""
        wanted, sheet = argument.strip(), self._session.game.rule_sheet
        if wanted and sheet.find(wanted) is None:
            self._screen.tell(Message(sentence(sheet.unknown_rule_error(wanted)), "warn"))
            return
        self._screen.services.open_rules(self._session.table.header.game, wanted or self._session.message.rule)

    def lookup(self, argument: str) -> None:
        """Open the word look-up, with the game's own list first."""
        self._screen.services.open("lookup", argument, history=self._session.table.history, help=self._help())

    def _help(self) -> LookupHelp | None:
        """The mark of a look-up as help; None once the game is over, or if only bots play."""
        table = self._session.table
        if not may_be_helped(table):
            return None
        return LookupHelp(all=lookup_counts(table), mark=lambda: count_lookup(table))
