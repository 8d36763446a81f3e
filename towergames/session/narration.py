"""The sentences about a table, in order: plain mode prints them, and a page of a browser has them read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from towergames.board.protocol import AnyBoard, AnyContext, ReadOut, Style
from towergames.core.contract import Decide, Over, Seat, event_text, visible
from towergames.session import introduction
from towergames.session.context import context_at
from towergames.session.text import clock_rule, meanings, read_only_reason, result
from towergames.session.ui_memory import plain_look
from towergames.table.editions import EDITION
from towergames.table.history import History, said_beside
from towergames.table.log import message_line, shown_lines
from towergames.table.match import Table
from towergames.table.notes import ChatMessage
from towergames.table.records import SeatSetup
from towergames.table.remarks import shareable
from towergames.table.wordlists import missing_list

TYPE_A_MOVE = "Type a move, or help for all commands."
ONLY_CHANGES = " Each turn tells only what changed; type board or hand for everything."


class Narration:
    """The sentences for the people of one window. A turn tells only what has changed since the last one."""

    def __init__(self, table: Table, board: AnyBoard, style: Style) -> None:
        self.table = table
        self.board = board
        self._style = style
        self._known: dict[Seat, set[str]] = {}
        """The lines of the table and of the hand that each player knows from their last turn."""
        self._remarks = len(table.history.remarks)
        """The number of remarks of the log that were reported, or that stood there before."""
        self._said = len(table.history.said)
        """The number of messages that were reported, or that stood there before."""
        self._moves = -1
        """The number of plays that :meth:`follow` has reported; before its first call -1."""
        self._ended = False
        """Whether :meth:`follow` has reported the end."""

    # --- who looks --------------------------------------------------------------------------------------

    @property
    def mover(self) -> Seat | None:
        """The person of this window who must move now, None for others, or when nobody must.

        None too where people may only look: nobody hands over then, so no hand may be shown. One person alone among
        bots sees the own hand.
        """
        table = self.table
        if table.read_only and len(table.here) > 1:
            return None
        return self._mover_after(table.moves)

    def _mover_after(self, plays: int) -> Seat | None:
        history = self.table.history
        turn = history.turn if plays == self.table.moves else history.game.turn(history.state_after(plays))
        return turn.seat if isinstance(turn, Decide) and turn.seat in self.table.here else None

    def bare(self, seat: Seat | None, plays: int | None = None) -> AnyContext:
        """The table after ``plays`` plays (None: now) as a seat sees it, without cursor and camera."""
        table = self.table
        mover = self.mover if plays is None else self._mover_after(plays)
        return context_at(
            table.history,
            seat,
            plays,
            everything=plays is None and isinstance(table.turn, Over),
            marks=(),
            may_act=seat is not None and seat == mover and not table.read_only,
            style=self._style,
        )

    def context_of(self, seat: Seat | None, plays: int | None = None) -> AnyContext:
        """The table as the seat sees it, looked at for the first time."""
        return plain_look(self.board, self.bare(seat, plays))

    def read_out(self, seat: Seat | None, plays: int | None = None) -> ReadOut:
        """The table and the hand of a seat in sentences."""
        return self.board.read_out(self.context_of(seat, plays))

    # --- the sentences ----------------------------------------------------------------------------------

    def greeting(self) -> list[str]:
        """The game, the players, the state of the save, and the end of the log."""
        table = self.table
        seats = "; ".join(_seat_told(seat) for seat in table.header.seats)
        saved = "" if table.saved.in_trouble or table.read_only else f" Saved as {table.name}."
        lines = [f"{table.game.info.title}: {seats}.{saved}"]
        if table.read_only:
            lines.append(read_only_reason(table.saved))
        missing = missing_list(table.game.info, table.header, table.history.state, table.name)
        if missing and not isinstance(table.turn, Over):
            lines.append(missing)
        if not isinstance(table.turn, Over) and (rule := clock_rule(table.history)):
            lines.append(rule)
        if any(play.by is not None for play in table.history.plays):
            lines.append(f"Move {table.moves}. The end of the log:")
            lines += [f"  {told}" for told in self.log(None)[-5:]]
        return lines

    def log(self, viewer: Seat | None, since: int = 0) -> list[str]:
        """The lines of the log, without a new edition of the word list, which the table reports itself."""
        return [line.text for line in self.table.log(viewer, since) if line.kind != EDITION]

    def turn(self, seat: Seat, *, in_full: bool = False) -> list[str]:
        """The table and the hand as a turn begins, as far as they are not known from the last turn."""
        known = set[str]() if in_full else self._known.get(seat, set())
        told = self.read_out(seat)
        lines = [told.board[0], *_part("New on the table:", told.board[1:], known)] if known else list(told.board)
        return [*lines, *_part(f"Hand of {self.table.names[seat]}:", told.hand, known)]

    def knows(self, seat: Seat) -> bool:
        """Whether a player knows the table from an earlier turn."""
        return seat in self._known

    def heard(self, seat: Seat, plays: int | None = None) -> None:
        """Take in that a player knows the table and the hand as they are after ``plays`` plays (None: now)."""
        told = self.read_out(seat, plays)
        self._known[seat] = {*told.board, *told.hand}

    def moves(self, viewer: Seat | None, first: int) -> list[str]:
        """The moves after the first ``first`` plays as the viewer may know them, each with what its words mean.

        Remarks and messages stand among them as the journal has them.
        """
        lines: list[str] = []
        for start, stop in turns_of(self.table.history, first):
            lines += self._move(viewer, start, stop)
        return [*lines, *self.beside()]

    def _move(self, viewer: Seat | None, start: int, stop: int) -> list[str]:
        table, lines = self.table, list[str]()
        for number in range(start, stop):
            lines += self.beside(number)
            events = [event for event in table.history.plays[number].step.events if visible(event, viewer)]
            lines += [line.text for line in shown_lines(table.history, number, events, table.asides)]
            lines += meanings(events)  # before Nature's part, which another window may add later
        return lines

    def beside(self, plays: int | None = None) -> list[str]:
        """The new remarks of the log and messages of other windows, those before the play after ``plays`` plays."""
        history, names, lines = self.table.history, self.table.names, list[str]()
        for one in said_beside(history.remarks[self._remarks :], history.said[self._said :]):
            if plays is not None and one.plays > plays:
                break
            if isinstance(one, ChatMessage):
                self._said += 1
                if one.by not in self.table.here:
                    lines.append(message_line(one, names))
            else:
                self._remarks += 1
                if one.event.kind != EDITION:
                    lines.append(event_text(one.event, names))
        return lines

    def standing(self, seat: Seat, plays: int | None = None) -> str:
        """The state of the table and what must be done now, in one line."""
        return self.read_out(seat, plays).board[0]

    def end(self) -> list[str]:
        """The result, and the score sheet line by line."""
        return ["", *result(self.table.history), "", *self.table.pad().as_text().splitlines()]

    def about_the_end(self) -> list[str]:
        """The rest about the end: a line to share, and that a search measures the result."""
        analysis = self.board.analysis
        if analysis is None or not self.table.humans:
            return []
        context = self.context_of(None)
        report = analysis.report(context)
        lines = list(report.honours)
        if line := shareable(self.table.history, report.share):
            lines.append(f"To share: {line}")
        more = "" if context.measure is not None else ", the medals,"
        return [*lines, f"Type best to see the best result{more} and where the points differ."]

    # --- for a page -------------------------------------------------------------------------------------

    def follow(self, viewer: Seat | None, *how: str) -> list[str]:
        """Everything since the last call for the one person of this window, or for an onlooker (None).

        The first call introduces, greets, and tells a player ``how`` the game is played here.
        """
        table, lines = self.table, list[str]()
        before, self._moves = self._moves, table.moves
        if before < 0:
            introduced = introduction.told(table) if introduction.is_introduced(table) else ()
            lines = [*introduced, *self.greeting(), *((TYPE_A_MOVE + ONLY_CHANGES, *how) if viewer is not None else ())]
        undone = before > table.moves
        begins = before < 0 or undone
        for start, stop in turns_of(table.history, min(before, table.moves)) if before >= 0 else ():
            lines += self._move(viewer, start, stop)
            if viewer is None:
                continue
            stays, own = self._mover_after(stop) == viewer, 0
            if table.history.plays[start].by == viewer:
                # The window that keeps an open table adds at once what Nature does, others learn it later.
                own = stop if table.keeps else start + 1
                self.heard(viewer, own)
            if stays and own == stop:
                lines.append(self.standing(viewer, stop))
            begins = begins or (stays and own < stop)
        lines += self.beside()
        if begins and viewer is not None and self.mover == viewer:
            lines += self.turn(viewer)
            self.heard(viewer)
        over = isinstance(table.turn, Over)
        if over and not self._ended:
            lines += [*self.end(), *self.about_the_end()]
        self._ended = over
        return [line for line in lines if line]


def turns_of(history: History, first: int) -> Iterator[tuple[int, int]]:
    """The plays after the first ``first``: each decision with all that Nature did after it, as start and stop."""
    start = first
    for number in range(first + 1, len(history.plays) + 1):
        if number == len(history.plays) or history.plays[number].by is not None:
            yield start, number
            start = number


def _seat_told(seat: SeatSetup) -> str:
    """The name at a seat, and the bot's level where the name does not say it."""
    if seat.bot and seat.bot not in seat.name.lower():
        return f"{seat.name}, {seat.bot.capitalize()} bot"
    return seat.name


def _part(heading: str, lines: Sequence[str], known: set[str]) -> list[str]:
    """The lines that are not known under a heading; nothing where all are."""
    new = [f"  {line}" for line in lines if line not in known]
    return [heading, *new] if new else []
