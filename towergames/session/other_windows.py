"""What the other windows of an open table say and ask, for the screen and plain mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from towergames.board.protocol import AnyBoard
from towergames.core.contract import Seat, event_text
from towergames.core.text import listed
from towergames.own_command import join_command, line_of
from towergames.session.next_game import next_game_told
from towergames.table.history import moves_since
from towergames.table.log import message_line
from towergames.table.notes import CLOCK, TIME_OVER, UndoRequest
from towergames.table.seats import ABSENT, AWAY, GONE, HERE
from towergames.table.shared import SharedTable


@dataclass(frozen=True, slots=True)
class Question:
    """An undo that the people of this window are asked about.

    ``waiting`` are those of this window who have not answered yet, ``what`` would be undone, ``why`` that needs
    agreement.
    """

    request: UndoRequest
    asker: str
    waiting: tuple[Seat, ...]
    what: str
    why: str


class OtherWindows:
    """The other windows, as one window knows them. Each message, question and refusal is reported once."""

    def __init__(self, table: SharedTable, board: AnyBoard) -> None:
        self._table = table
        self._board = board
        self._heard = len(table.history.said)
        self._remarks = len(table.history.remarks)
        self._asked: tuple[int, tuple[Seat, ...]] | None = None
        """Record of the last question reported here, and the seats of this window that had not answered then."""
        self._next = table.history.next
        self._refused = 0
        """Record of the last question whose refusal was reported here."""
        self.people: dict[Seat, str] = {}
        """Whether anyone is at each person's seat of another window, as :meth:`Seats.presence`."""
        self._looked = False
        self._met: set[Seat] = set()
        """The seats where somebody was seen."""

    def messages(self) -> list[str]:
        """Messages of the players at other windows since the last call."""
        table = self._table
        fresh = [one for one in table.history.said[self._heard :] if one.by not in table.here]
        self._heard = len(table.history.said)
        return [message_line(one, table.names) for one in fresh]

    def clock_news(self) -> list[str]:
        """Sentences on a pause of the clock, and on time that is over, which another window has written down."""
        table, remarks = self._table, self._table.history.remarks
        fresh = [remark.event for remark in remarks[self._remarks :]]
        self._remarks = len(remarks)
        told = [one for one in fresh if one.kind == CLOCK and one.seat not in table.here]
        told += [one for one in fresh if one.kind == TIME_OVER and not table.keeps]
        return [f"{event_text(one, table.names)}." for one in told]

    def question(self) -> Question | None:
        """The undo that somebody here must be asked about now."""
        table, request = self._table, self._table.history.request
        waiting = tuple(seat for seat in request.waits_for if seat in table.here) if request is not None else ()
        if request is None or not waiting or self._asked == (request.record, waiting):
            return None
        self._asked = request.record, waiting
        what, why = moves_since(table.history, request.to), table.history.floor()[1]
        return Question(request, table.names[request.by], waiting, what, why)

    def is_open(self, question: Question) -> bool:
        """Whether a question still waits for the first of those who were asked."""
        now, asked = self._table.history.request, question.request.record
        return now is not None and now.record == asked and question.waiting[0] in now.waits_for

    def refusal(self) -> str:
        """A sentence that names who refused an undo of this window; '' when nothing is new."""
        table, request = self._table, self._table.history.request
        if request is None or request.refused is None or request.record == self._refused:
            return ""
        self._refused = request.record
        return f"{table.names[request.refused]} does not agree. No move was undone." if request.by in table.here else ""

    def next_game(self) -> str:
        """The sentence that another window has begun the next game since the last call; '' if none has."""
        begun, self._next = self._next, self._table.history.next
        return next_game_told(self._table.history) if self._next and not begun else ""

    def meet(self, people: dict[Seat, str]) -> list[str]:
        """Take in who is there now. Return a sentence on each player who has come or gone."""
        changed, first = sorted(people.items() - self.people.items()), not self.people
        self.people, self._looked = people, True
        self._met.update(seat for seat, state in people.items() if state not in ABSENT)
        names = self._table.names
        return [f"{names[seat]} is {self.whereabouts(seat)}." for seat, state in changed if not first or state != HERE]

    @property
    def incomplete(self) -> bool:
        """Whether nobody is at a person's seat. The clocks stand still then."""
        return not self._looked or any(state in ABSENT for state in self.people.values())

    @property
    def only_watches(self) -> bool:
        """Whether the person at this window plays at no seat, and people play."""
        return not self._table.may_keep

    def whereabouts(self, seat: Seat) -> str:
        """``here``, ``away`` or ``gone``; ``not here`` for a player who was never seen and has not moved."""
        state = self.people.get(seat, HERE)
        if state not in ABSENT:
            return state
        new = seat not in self._met and all(play.by != seat for play in self._table.history.plays)
        return "not here" if new else GONE

    def told(self, seat: Seat) -> str:
        """``Ben is not here yet``, ``Ben has gone`` or ``Ben is away``; '' for a player who is here."""
        told = {"not here": "is not here yet", GONE: "has gone", AWAY: "is away"}.get(self.whereabouts(seat), "")
        return f"{self._table.names[seat]} {told}" if told else ""

    def missing(self) -> str:
        """The sentences that name the players at whose seats nobody is; '' if all players are there."""
        where = {seat: self.whereabouts(seat) for seat in self.people}
        names = self._table.names
        new = [names[seat] for seat, place in where.items() if place == "not here"]
        gone = [names[seat] for seat, place in where.items() if place == GONE]
        told: list[str] = []
        if new:
            told.append(f"{listed(new)} {'is' if len(new) == 1 else 'are'} not here yet.")
        if gone:
            told.append(f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} gone.")
        return " ".join(told)

    def invitation(self, folder: Path) -> str:
        """The command with which players without a window join from another terminal; '' if all players are there."""
        names = [self._table.names[seat] for seat, state in self.people.items() if state == GONE]
        if not names:
            return ""
        first = f"{names[0]} joins with: {join_command(folder, self._table.name, names[0])}"
        return ", ".join((first, *(f"{name} with {line_of(['--seat', name])}" for name in names[1:])))
