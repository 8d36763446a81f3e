"""What happened so far: the fold of a journal's records over a game. No files, no clock, no chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from towergames.core.contract import AnyGame, Decide, Event, IllegalAction, Nature, NotationError, Over, Seat, Step, Turn
from towergames.table.records import Header, Record, digest


class ReplayError(ValueError):
    """A record cannot follow from the ones before it; the message says why."""


@dataclass(frozen=True, slots=True)
class Play:
    """One action or outcome that counts: who (None is Nature), how it is written, and what it led to.

    ``record`` is the journal record that holds it; ``before`` the turn it answered.
    """

    by: Seat | None
    notation: str
    move: Any
    before: Turn
    step: Step[Any]
    record: int


@dataclass(frozen=True, slots=True)
class Remark:
    """Something beside the moves (an undo by consent, a hint): after how many plays, and its sentence."""

    plays: int
    event: Event


class History:
    """The plays that count, the state they lead to, and what was said beside them."""

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header
        self.first: Any = game.new(len(header.seats), header.options)
        self.plays: list[Play] = []
        self.remarks: list[Remark] = []
        self.assists: dict[str, int] = {}
        """How often each kind of help was used: ``hint``, ``undo`` (beyond the floor), ..."""
        self.records = 0
        self.ended = False

    @property
    def state(self) -> Any:
        """The state now."""
        return self.plays[-1].step.state if self.plays else self.first

    @property
    def turn(self) -> Turn:
        """Whose turn it is now."""
        return self.game.turn(self.state)

    def state_after(self, plays: int) -> Any:
        """The state after the first ``plays`` plays."""
        return self.plays[plays - 1].step.state if plays else self.first

    def take(self, record: Record, *, check: bool = True) -> None:
        """Add one record. With ``check`` its digest must match the state. Raises ReplayError and changes nothing then."""
        taker = {
            "action": self._action,
            "outcome": self._outcome,
            "retract": self._retract,
            "note": self._note,
            "end": self._end,
        }.get(record.kind)
        if taker is None:
            raise ReplayError(f"a record of kind {record.kind!r} is unknown")
        if check and record.kind == "retract":
            self._check_retract(record)
        remarks, assists, ended = len(self.remarks), dict(self.assists), self.ended
        plays = len(self.plays)
        state = taker(record)
        if check and record.state != digest(state):
            del self.plays[plays:], self.remarks[remarks:]
            self.assists, self.ended = assists, ended
            raise ReplayError("it leads to another state than the one recorded")
        self.records = record.n

    def take_all(self, records: Iterable[Record]) -> tuple[int, str] | None:
        """Add records until one fails; then its number and why, else None."""
        for record in records:
            try:
                self.take(record)
            except ReplayError as error:
                return record.n, str(error)
        return None

    # --- one method a kind; each returns the state after it -------------------------------------------

    def _action(self, record: Record) -> Any:
        turn = self.turn
        if not isinstance(turn, Decide) or record.by != turn.seat:
            raise ReplayError(f"it is not seat {record.by}'s turn")
        text = record.body.get("move")
        if not isinstance(text, str):
            raise ReplayError("it holds no move")
        try:
            action = self.game.parse(text, self.state)
            step = self.game.apply(self.state, action)
        except (NotationError, IllegalAction) as error:
            raise ReplayError(f"{text!r} cannot be played here: {error}") from None
        self.plays.append(Play(turn.seat, text, action, turn, step, record.n))
        return step.state

    def _outcome(self, record: Record) -> Any:
        turn = self.turn
        kind = record.body.get("kind")
        if not isinstance(turn, Nature) or turn.kind != kind or kind not in self.game.outcomes:
            raise ReplayError("no such outcome is due here")
        try:
            outcome = msgspec.convert(record.body.get("outcome"), self.game.outcomes[kind], strict=True)
            step = self.game.settle(self.state, outcome)
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"the outcome of {kind} cannot be true: {error}") from None
        self.plays.append(Play(None, kind, outcome, turn, step, record.n))
        return step.state

    def _retract(self, record: Record) -> Any:
        to = record.body.get("to")
        if not isinstance(to, int) or isinstance(to, bool) or not 0 <= to < len(self.plays):
            raise ReplayError("it takes back moves that were not made")
        taken = len(self.plays) - to
        del self.plays[to:]
        self.ended = False
        if record.body.get("beyond") is True:
            self.assists["undo"] = self.assists.get("undo", 0) + 1
            who = f"{{{record.by}}}" if isinstance(record.by, int) else "The table"
            agreed = [a for a in record.body.get("agreed", ()) if isinstance(a, int) and 0 <= a < len(self.header.seats)]
            consent = ", agreed by " + " and ".join(f"{{{a}}}" for a in agreed) if agreed else ""
            plural = "" if taken == 1 else "s"
            self._remark("undo", f"{who} took back {taken} move{plural} after new information{consent}", record.by)
        return self.state

    def _check_retract(self, record: Record) -> None:
        # Before anything is dropped, since dropped plays could not be put back.
        to = record.body.get("to")
        if isinstance(to, int) and 0 <= to < len(self.plays) and record.state != digest(self.state_after(to)):
            raise ReplayError("it leads to another state than the one recorded")

    def _note(self, record: Record) -> Any:
        kind = record.body.get("note")
        if not isinstance(kind, str) or len(kind) > 20:
            raise ReplayError("it notes nothing")
        self.assists[kind] = self.assists.get(kind, 0) + 1
        if isinstance(record.by, int) and not isinstance(record.by, bool) and 0 <= record.by < len(self.header.seats):
            self._remark("note", f"{{{record.by}}} used a {'hint' if kind == 'hint' else 'help'}", record.by)
        return self.state

    def _end(self, record: Record) -> Any:
        turn = self.turn
        if not isinstance(turn, Over) or record.body.get("points") != list(self.game.totals(self.state)):
            raise ReplayError("the game has not ended like that")
        self.ended = True
        return self.state

    def _remark(self, kind: str, text: str, by: int | str) -> None:
        seat = by if isinstance(by, int) else None
        self.remarks.append(Remark(len(self.plays), Event(kind, text, seat)))
