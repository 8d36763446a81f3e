"""What a command at a table decides, for every client: the answer is a value, and the client shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from towergames.board.protocol import AnyBoard, AnyContext
from towergames.core.bot import Level, Thought
from towergames.core.contract import Decide, Over, Seat
from towergames.core.text import count, listed, sentence
from towergames.session.text import bot_failed, undone
from towergames.session.thoughts import HINT, Tips, adviser
from towergames.table.errors import TableError
from towergames.table.history import moves_since
from towergames.table.match import Table
from towergames.table.shared import SharedTable
from towergames.table.wordlists import may_challenge

WATCHING = "You watch this table."
LOOKUP = "lookup"
"""The kind of help that a look-up is, as the save has it."""


@dataclass(frozen=True, slots=True)
class Done:
    """It was done. ``changed``: the table was taken back or forth, so the client begins anew."""

    text: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be done, and nothing has changed."""

    why: str


@dataclass(frozen=True, slots=True)
class Consent:
    """These people must agree first, one after the other, with nobody's hand shown; ``asker`` alone where it is help.

    ``what`` are the moves that would be undone, ``why`` the reason why agreement is needed.
    """

    asker: Seat
    seats: tuple[Seat, ...]
    what: str
    why: str

    @property
    def others(self) -> tuple[Seat, ...]:
        """The people besides the asker."""
        return tuple(seat for seat in self.seats if seat != self.asker)


def asker_of(table: Table) -> Seat | None:
    """The person at the keyboard: the one who decides, the only person, or the person who moved last."""
    here, turn = table.here, table.turn
    if isinstance(turn, Decide) and turn.seat in here:
        return turn.seat
    if len(here) == 1:
        return here[0]
    for play in reversed(table.history.plays):
        if play.by in here:
            return play.by
    return None


# --- undo -------------------------------------------------------------------------------------------------


def _why_fixed(table: Table) -> str:
    """Why the table cannot be changed at all."""
    if table.locked:
        return sentence(table.locked)
    if table.here:
        return ""
    return WATCHING if isinstance(table, SharedTable) else "Only human players can undo."


def why_not_undo(table: Table) -> str:
    """Why there is nothing to undo."""
    if fixed := _why_fixed(table):
        return fixed
    offer = table.undo_offer(asker_of(table))
    return "" if offer.to is not None else sentence(f"nothing to undo: {offer.why}")


def undo(table: Table, agreed: Sequence[Seat] | None = None) -> Done | Refused | Consent:
    """Undo the last step. After :class:`Consent` it is called again with those who ``agreed``."""
    asker = asker_of(table)
    offer = table.undo_offer(asker)
    why_not = why_not_undo(table)
    if why_not or asker is None or offer.to is None:
        return Refused(why_not)
    here = tuple(seat for seat in offer.needs if seat in table.here)
    if agreed is None and offer.beyond and (here or not offer.needs):
        return Consent(asker, here or (asker,), moves_since(table.history, offer.to), offer.why)
    given = () if agreed is None else tuple(agreed)
    elsewhere = [table.names[seat] for seat in offer.needs if seat not in given]
    try:
        if elsewhere and isinstance(table, SharedTable):
            table.ask_undo(asker, given)
            return Done(f"{listed(elsewhere)} must agree to the undo. The other windows ask now.")
        return Done(undone(table.undo(asker, given), marked=offer.beyond), changed=True)
    except TableError as error:
        return Refused(sentence(str(error)))


def why_not_redo(table: Table) -> str:
    """Why there is nothing to redo."""
    return _why_fixed(table) or ("" if table.can_redo else "There is nothing to redo.")


def redo(table: Table) -> Done | Refused:
    """Do again what the last undo took back."""
    if why_not := why_not_redo(table):
        return Refused(why_not)
    before = table.moves
    try:
        table.redo()
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done(f"{count(table.moves - before, 'move')} done again.", changed=True)


def why_not_reset(table: Table) -> str:
    """Why the turn cannot begin again."""
    if fixed := _why_fixed(table):
        return fixed
    return "" if table.undo_offer(asker_of(table)).free else "There is nothing to undo in this turn."


def reset(table: Table) -> Done | Refused:
    """Undo the turn back to the last new information."""
    asker = asker_of(table)
    why_not = why_not_reset(table)
    if why_not or asker is None:
        return Refused(why_not)
    try:
        return Done(undone(table.reset_turn(asker), again=True), changed=True)
    except TableError as error:
        return Refused(sentence(str(error)))


# --- help -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to play, and why."""

    action: Any
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """The board is to search, as its :class:`~towergames.board.protocol.Analysis` does."""


class Hints:
    """The hints of one client at one table: the board's tips first, then a search, else the advice of a bot."""

    def __init__(self, board: AnyBoard, table: Table) -> None:
        self._board, self._table = board, table
        self._tips = Tips(board, table)
        self._given: tuple[Any, Hint | None] = (None, None)
        """The last hint that names a move, and the view for which it was given."""

    def why_not(self, c: AnyContext) -> str:
        """Why there is no hint."""
        if isinstance(c.turn, Over) and self._board.analysis is not None:
            return ""
        if not c.may_act:
            return "Only the player to move can get a hint."
        return "" if adviser(self._table.header.game) else "This game has no bot that gives hints."

    def ask(self, c: AnyContext) -> Hint | Search | Level | Refused:
        """What to do for a hint now: show it, search, or let a bot of this level think (then :meth:`found`)."""
        level = adviser(self._table.header.game)
        why_not = self.why_not(c)
        if why_not or level is None:
            return Refused(why_not)
        try:
            tip = self._tips.give(c)
        except TableError as error:
            return Refused(sentence(f"no hint: {error}"))
        except Exception as error:  # a tip may be a bot's; its text may name a hidden card
            return _no_hint(error)
        if tip is not None:
            return self._keep(c, Hint(tip.action, tip.text))
        if self._board.analysis is not None:
            return Search()
        view, given = self._given
        if given is not None and view == c.view:
            return given  # showing it again is no new help
        return level

    def found(self, c: AnyContext, thought: Thought[Any] | None, error: Exception | None = None) -> Hint | Refused:
        """The advice of a bot. Only now it is counted as help, since something was found."""
        if thought is None or c.seat is None:
            return _no_hint(error)
        try:
            text = self._board.advise(c, thought.action).text or c.game.notate(thought.action)
            self._table.note(c.seat, HINT)
        except TableError as failure:
            return Refused(sentence(f"no hint: {failure}"))
        return self._keep(c, Hint(thought.action, text, thought.why))

    def _keep(self, c: AnyContext, hint: Hint) -> Hint:
        if hint.action is not None:
            self._given = c.view, hint
        return hint


def _no_hint(error: Exception | None) -> Refused:
    """What is said where none was found, with the kind of error if a bot has failed."""
    why = f" {bot_failed(error)}" if error else ""
    return Refused(f"No hint found, so none is counted.{why}")


def may_be_helped(table: Table) -> bool:
    """Whether a person here still plays, so that what helps to decide counts as help."""
    return bool(table.here) and not table.read_only and not isinstance(table.turn, Over)


def count_help(table: Table, kind: str) -> str:
    """Mark the help of the person at the keyboard while there is something to decide; '', or why that failed."""
    if may_be_helped(table):
        try:
            table.note(table.actor(asker_of(table)), kind)
        except TableError as error:
            return str(error)
    return ""


def lookup_counts(table: Table) -> bool:
    """Whether looking up a word counts as help now.

    It does where words can be challenged, on whosever turn it is: what was learnt before one's turn helps in it.
    """
    return may_be_helped(table) and may_challenge(table.header)


def count_lookup(table: Table) -> str:
    """Mark a look-up as help; '', or why that failed."""
    why = count_help(table, LOOKUP)
    return sentence(f"no word was looked up: {why}") if why else ""


# --- messages ---------------------------------------------------------------------------------------------


def why_not_say(table: Table) -> str:
    """Why no message can be sent to the other windows."""
    if not isinstance(table, SharedTable):
        return "Only one window is open at this table."
    return "" if table.here else WATCHING


def say(table: Table, text: str) -> Done | Refused:
    """Send a message to the other windows, in the name of the person at the keyboard."""
    if (why_not := why_not_say(table)) or not isinstance(table, SharedTable):
        return Refused(why_not)
    try:
        table.say(table.actor(asker_of(table)), text)
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done("Sent.")
