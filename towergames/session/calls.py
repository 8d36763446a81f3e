"""Decides when a person who does not look at the window is called, and with which words. Clients only ring."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.contract import Decide, Over, Seat, event_text
from towergames.session.attention import Attention
from towergames.session.lesson import LessonTable
from towergames.session.next_game import next_game_told
from towergames.table.history import Play
from towergames.table.match import Table

QUESTION, TURN, DISPUTE, NEXT, OVER, MESSAGE = "question", "turn", "dispute", "next", "over", "message"
KINDS = (QUESTION, TURN, DISPUTE, NEXT, OVER, MESSAGE)
"""The kinds of calls, the most important one first."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to the people of a window: its kind and its few words, such as ``Your turn``."""

    kind: str
    text: str


class Calls:
    """The calls to the people of one window at one table. In a lesson and for an onlooker there are none."""

    def __init__(self, table: Table, attention: Attention) -> None:
        self._table = table
        self._attention = attention
        self.silent = isinstance(table, LessonTable)
        """Whether nobody is ever called."""
        self._seen = list(table.history.plays)
        self._heard = len(table.history.said)
        self._asked = 0
        """Record of the last question that was put to somebody here."""
        self._decider: Seat | None = None
        """The last seat that had to decide. At first there is none: who comes too late is called to a first turn."""
        self._over = isinstance(table.turn, Over)
        self._next = table.history.next
        self._called: dict[str, tuple[float, Call]] = {}
        """The last call of each kind, and its time."""

    def look(self) -> tuple[Call, ...]:
        """Take in the changes since the last look. Return the new calls, the most important one first.

        Nobody is called who looks at the window.
        """
        if self.silent or not self._table.here:
            return ()
        fresh = sorted(self._news(), key=lambda call: KINDS.index(call.kind))
        if self._attention.is_here:
            return ()
        for call in fresh:
            self._called[call.kind] = time.monotonic(), call
        return tuple(fresh)

    @property
    def unanswered(self) -> Call | None:
        """The most important call that still holds while nobody has looked at the window since."""
        if self._attention.is_here:
            return None
        for kind in KINDS:
            at, call = self._called.get(kind, (0.0, None))
            if call is not None and at > self._attention.seen and self._holds(kind):
                return call
        return None

    def _holds(self, kind: str) -> bool:
        """Whether the reason for a call of a kind is still there. A message is there until it is seen."""
        turn = self._table.turn
        if kind == QUESTION:
            return bool(self._questioned())
        if kind == TURN:
            return isinstance(turn, Decide) and turn.seat in self._table.here
        return kind != OVER or isinstance(turn, Over)

    # --- what is new ------------------------------------------------------------------------------------

    def _news(self) -> list[Call]:
        """The calls for all that has happened since the last look."""
        table = self._table
        plays = self._new_plays()
        calls = [*self._messages(), *self._disputes(plays)]
        request = table.history.request
        if request is not None and self._questioned() and request.record != self._asked:
            self._asked = request.record
            calls.append(Call(QUESTION, f"{table.names[request.by]} asks for an undo"))
        turn = table.turn
        over = isinstance(turn, Over)
        if over and not self._over:
            calls.append(Call(OVER, "The game is over"))
        self._over = over
        if table.history.next and not self._next:
            calls.append(Call(NEXT, next_game_told(table.history).rstrip(".")))
        self._next = table.history.next
        if isinstance(turn, Decide):
            others = any(play.by is not None and play.by not in table.here for play in plays)
            if turn.seat in table.here and (others or self._decider not in table.here):
                calls.append(Call(TURN, self._turn_text(turn.seat)))
            self._decider = turn.seat
        return calls

    def _new_plays(self) -> Sequence[Play]:
        """The plays since the last look, also where others were taken back before them."""
        plays, seen = self._table.history.plays, self._seen
        last = plays[-1] if plays else None
        if len(plays) == len(seen) and (not seen or seen[-1] is last):
            return ()
        same = min(len(plays), len(seen))
        while same and plays[same - 1] is not seen[same - 1]:
            same -= 1
        self._seen = list(plays)
        return plays[same:]

    def _turn_text(self, seat: Seat) -> str:
        return "Your turn" if len(self._table.here) == 1 else f"Your turn, {self._table.names[seat]}"

    def _questioned(self) -> list[Seat]:
        """The people here who are asked about an undo."""
        request = self._table.history.request
        return [] if request is None else [seat for seat in request.waits_for if seat in self._table.here]

    def _messages(self) -> list[Call]:
        """A call for the last message of another window, however many came."""
        table = self._table
        authors = [one.by for one in table.history.said[self._heard :] if one.by not in table.here]
        self._heard = len(table.history.said)
        return [Call(MESSAGE, f"Message from {table.names[authors[-1]]}")] if authors else []

    def _disputes(self, plays: Sequence[Play]) -> list[Call]:
        """A call where another player has objected to the last move of a person here."""
        table = self._table
        first = len(table.history.plays) - len(plays)
        for number, play in enumerate(plays, first):
            if play.by in table.here or self._author(number) not in table.here:
                continue
            for event in play.step.events:
                if event.kind in table.game.info.disputes:
                    return [Call(DISPUTE, event_text(event, table.names))]
        return []

    def _author(self, number: int) -> Seat | None:
        """The player who has made the last move before a play."""
        table = self._table
        for play in reversed(table.history.plays[:number]):
            if play.by is not None and table.game.counts_as_move(play.move):
                return play.by
        return None
