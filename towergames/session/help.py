"""Help for the person who decides: hints, searches for the best move and look-ups, and how each is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames import registry
from towergames.board.protocol import AnyBoard, AnyContext, Hint
from towergames.core.bot import Level, Thought
from towergames.core.contract import Over, reason_text
from towergames.core.text import sentence
from towergames.session.commands import Refused, asker_of
from towergames.session.text import NO_SEARCH, bot_failed
from towergames.table.errors import TableError
from towergames.table.match import Table
from towergames.table.notes import HINT, LOOKUP
from towergames.table.opponents import Reasons
from towergames.table.task_end import medal_at_stake
from towergames.table.wordlists import may_challenge

MAX_HINT_SECONDS = 2.0
"""Seconds: a level that may think longer gives no hints."""
NO_ADVISER = "This game has no bot that gives hints."
STOPPED_EARLY = "You stopped the search, so there are no medals yet. Search again to get them."


# --- the count ---


def may_be_helped(table: Table) -> bool:
    """Whether a person here still plays, so that what helps to decide counts as help."""
    return bool(table.here) and not table.read_only and not isinstance(table.turn, Over)


def count_help(table: Table, kind: str) -> str:
    """Mark the help of the person at the keyboard while there is something to decide; '', or why that failed.

    Every look-up counts, since each is of another word; hints count once for a position.
    """
    if may_be_helped(table):
        mark = table.note if kind == LOOKUP else table.note_once
        try:
            mark(table.actor(asker_of(table)), kind)
        except TableError as error:
            return str(error)
    return ""


def lookup_counts(table: Table) -> bool:
    """Whether looking up a word counts as help now.

    It does where words can be challenged, on whosever turn it is: what was learnt before one's turn helps in it.
    """
    return may_be_helped(table) and may_challenge(table.game.info, table.header)


def count_lookup(table: Table) -> str:
    """Mark a look-up as help; '', or why that failed."""
    why = count_help(table, LOOKUP)
    return sentence(f"no word was looked up: {why}") if why else ""


# --- hints ---


def hint_level(key: str) -> Level | None:
    """The level that gives hints: the strongest one that answers soon enough; None if the game has no bots."""
    levels = registry.get(key).levels
    if not levels:
        return None
    quick = [level for level in levels if (level.seconds or 0.0) <= MAX_HINT_SECONDS]
    return quick[-1] if quick else levels[-1]


class BoardTips:
    """The board's own tips on a position, one after the other."""

    def __init__(self, board: AnyBoard, table: Table) -> None:
        self._board, self._table = board, table
        self._given: tuple[Any, int] = (None, 0)
        """The view for which tips were given, and how many."""

    def find(self, context: AnyContext) -> Hint[Any, Any] | None:
        """The next tip; None when all have been given. It may take long, and may run in any thread."""
        if not context.may_act or context.seat is None:
            return None
        return self._board.tip(context, self._count(context))

    def give(self, context: AnyContext, *, again: bool) -> None:
        """Mark the tip found as help, and count it unless it is to come again. Raises TableError."""
        assert context.seat is not None  # else no tip is found
        self._table.note_once(context.seat, HINT)
        self._given = (context.view, self._count(context) + (not again))

    def _count(self, context: AnyContext) -> int:
        view, given = self._given
        return given if view == context.view else 0


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A move to play, and why."""

    action: Any
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """The board is to search, as its :class:`~towergames.board.protocol.Analysis` does."""


def why_not_hint(board: AnyBoard, context: AnyContext) -> str:
    """Why there is no hint."""
    if isinstance(context.turn, Over) and board.analysis is not None:
        return ""
    if not context.may_act:
        return "Only the player to move can get a hint."
    return "" if hint_level(context.game.info.key) else NO_ADVISER


HELP_COSTS_MEDAL = "A task with help gets no medal. Ask again for the hint."


class TableHints:
    """The hints of one client at one table: the board's tips first, then a search, else the advice of a bot."""

    def __init__(self, board: AnyBoard, table: Table, reasons: Reasons) -> None:
        self._board, self._table, self._reasons = board, table, reasons
        self._tips = BoardTips(board, table)
        self._given: tuple[Any, GivenHint | None] = (None, None)
        """The last hint that names a move, and the view for which it was given."""
        self._warned = False
        """Whether the person knows what a hint costs in this task."""

    def ask(self, context: AnyContext) -> GivenHint | Search | Level | Refused:
        """The next step to a hint, for a client that waits: show it, search, or let a bot of this level think."""
        if why_not := self.why_not(context):
            return Refused(why_not)
        return self.answer(context, self.find(context))

    def why_not(self, context: AnyContext) -> str:
        """Why no hint is looked for; '' where one is. Once that is what a hint costs in a task."""
        if why_not := why_not_hint(self._board, context):
            return why_not
        if not self._warned and medal_at_stake(self._table.history):
            self._warned = True
            return HELP_COSTS_MEDAL
        return ""

    def find(self, context: AnyContext) -> Hint[Any, Any] | Exception | None:
        """The board's next tip, None after the last, or the error of looking for it. It may run in any thread."""
        try:
            return self._tips.find(context)
        except Exception as error:  # a tip may be a bot's; its text may name a hidden card
            return error

    def answer(
        self, context: AnyContext, tip: Hint[Any, Any] | Exception | None, *, shown: bool = True
    ) -> GivenHint | Search | Level | Refused:
        """The next step once a tip was looked for. A bot's advice goes to :meth:`found`.

        ``shown``: the tip's move is prepared on the board. One that is not comes again with the next question.
        """
        if isinstance(tip, Exception):
            return _no_hint(tip)
        if tip is not None:
            try:
                self._tips.give(context, again=tip.action is not None and not shown)
            except TableError as error:
                return Refused(sentence(f"no hint: {error}"))
            return self._keep(context, GivenHint(tip.action, tip.text))
        if self._board.analysis is not None:
            return Search()
        view, given = self._given
        if given is not None and view == context.view:
            return given
        return hint_level(self._table.header.game) or Refused(NO_ADVISER)

    def found(
        self, context: AnyContext, thought: Thought[Any] | None, error: Exception | None = None
    ) -> GivenHint | Refused:
        """The advice of a bot. Only now it is counted as help, once for a position, since something was found."""
        if thought is None or context.seat is None:
            return _no_hint(error)
        action = thought.action
        try:
            text = self._board.advise(context, action).text or context.game.notate(action)
            self._table.note_once(context.seat, HINT)
        except TableError as failure:
            return Refused(sentence(f"no hint: {failure}"))
        why = reason_text(thought.why, self._table.names, context.seat)
        return self._keep(context, GivenHint(action, text, why))

    def advised(self, context: AnyContext) -> Any:
        """The action that the last hint names, None once the table has changed."""
        view, given = self._given
        return given.action if given is not None and view == context.view else None

    def _keep(self, context: AnyContext, hint: GivenHint) -> GivenHint:
        if hint.action is not None:
            self._given = context.view, hint
        if context.seat is not None:
            told = sentence(f"Hint: {hint.text}")
            self._reasons.advise(self._table.history, context.seat, f"{told} Why: {hint.why}" if hint.why else told)
        return hint


def _no_hint(error: Exception | None) -> Refused:
    """The answer if there is no hint, with the kind of error if a bot has failed."""
    why = f" {bot_failed(error)}" if error else ""
    return Refused(f"No hint found, so none is counted.{why}")


# --- a search for the best move ---

SEARCH_SECONDS = 20.0
"""How long is searched unless the person stops the search or asks for another time."""
LONGEST_SEARCH = 9999
"""The most seconds that a person can ask for."""


def search_seconds(text: str) -> float:
    """How long to search, from what was typed after the command; the usual time where that is no number.

    >>> search_seconds("5"), search_seconds("0"), search_seconds("soon")
    (5.0, 1.0, 20.0)
    """
    if not (text.isascii() and text.isdigit()):
        return SEARCH_SECONDS
    return float(min(max(int(text[:9]), 1), LONGEST_SEARCH))


class Searching:
    """The finds of one search at a table. During the game every better move is kept at once, so that none is lost.

    Once the game is over, the search decides what the results are measured by. That stays: a later search may find
    more, but it changes no medal.
    """

    def __init__(self, board: AnyBoard, table: Table, context: AnyContext, seconds: float) -> None:
        assert board.analysis is not None
        self.clock = board.analysis.budget(context, seconds)
        self.best: Hint[Any, Any] | None = None
        """The best move found so far, and its sentence."""
        self.over = isinstance(context.turn, Over)
        self._counts_steps = self.clock.iterations is not None
        self._table, self._seat = table, table.actor(context.seat)

    def keep(self, tip: Hint[Any, Any]) -> None:
        """Take in a better move."""
        if tip.action is None:
            return
        self.best = tip
        if not self.over:
            self._table.record_best_move(self._seat, tip.action)

    def end(self, tip: Hint[Any, Any], *, stopped: bool = False) -> str:
        """Take in the last answer; returns the sentence for the person. ``stopped``: a person ended the search early.

        A search counted in steps compares between machines, so one that was stopped measures nothing.
        """
        self.keep(tip)
        if not self.over or self.best is None:
            return tip.text
        if self._counts_steps and stopped:
            return STOPPED_EARLY
        measures = self._table.history.measure is None
        self._table.record_best_move(self._seat, self.best.action, measure=measures)
        return tip.text


def begin_search(
    board: AnyBoard, table: Table, context: AnyContext, seconds: float = SEARCH_SECONDS
) -> Searching | Refused:
    """Count a search as help, if it is help, and set its clock. The client then runs the search in its own way."""
    if board.analysis is None:
        return Refused(NO_SEARCH)
    if why := count_help(table, HINT):
        return Refused(sentence(f"no hint: {why}"))
    return Searching(board, table, context, seconds)
