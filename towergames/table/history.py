"""What happened so far: the fold of a journal's records over a game. No files, no clock, no chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import RLock
from typing import Any, TypeVar

import msgspec

from towergames.core.contract import (
    AnyGame,
    Decide,
    Event,
    GameInfo,
    IllegalAction,
    Nature,
    NotationError,
    Over,
    Seat,
    Step,
    Turn,
)
from towergames.core.text import clean, count, listed, quoted
from towergames.core.time_control import TimeControl, read_clock
from towergames.table.editions import EDITION, Edition, edition_of, with_edition
from towergames.table.notes import (
    AGREE,
    ASK,
    BEST,
    CLOCK,
    LONGEST_SAID,
    NEXT,
    PIN,
    REFUSE,
    SAY,
    TAKE_BACK,
    TAKE_BACK_ASKED,
    TIME_OVER,
    BestMove,
    ChatMessage,
    ClockNote,
    Remark,
    UndoRequest,
    help_in_words,
)
from towergames.table.records import NOTE, Header, Record, digest
from towergames.table.storage import is_name
from towergames.table.wordlists import list_on_table

_converting = RLock()  # msgspec crashes where two threads meet a type for the first time at once


PendingChange = tuple[Any, Callable[[], None]]
"""Effect of a record: the state after it, and the function that carries it out."""


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


_Beside = TypeVar("_Beside", Remark, ChatMessage)


class History:
    """The plays that count, the state they lead to, and what was said beside them."""

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header
        self.first: Any = game.new(len(header.seats), header.options)
        self.plays: list[Play] = []
        self.remarks: list[Remark] = []
        self.finds: list[BestMove] = []
        """Best moves that searches have found, the oldest first."""
        self.take_back_asked: set[Seat | str] = set()
        """The seats whose player was asked whether a fall is taken back."""
        self.said: list[ChatMessage] = []
        """The messages between seats. No replay shows them."""
        self.pins: dict[Seat, tuple[str, str]] = {}
        """The salt and the hash of the PIN of every seat that has one."""
        self.next = ""
        """The save of the next game with the same players, once one of them has begun it."""
        self.next_game = ""
        """The key of the next game, which may be another game."""
        self.request: UndoRequest | None = None
        """The last undo that was asked for, until the table changes."""
        self.editions: list[tuple[int, Edition]] = []
        """The editions of the word list that hold in place of the one it began with: from after how many plays."""
        self.control = control_of(game.info, header)
        """The clock of the table, None without one."""
        self.clock_notes: list[ClockNote] = []
        """The times that were written down, the oldest first."""
        self.clock_changes = 0
        """How often the time left was set: by a note, or by an undo that gave time back."""
        self.records = 0
        self.ended = False
        self._turned: tuple[Any, Turn] | None = None
        """The last state that :attr:`turn` was asked for, and the answer: screens ask dozens of times a key."""

    def copy(self, plays: int | None = None) -> History:
        """An independent history of all plays, or of the first ``plays`` plays; for tables without a journal."""
        twin = History(self.game, self.header)
        twin.plays = self.plays[:plays]
        twin.remarks = [remark for remark in self.remarks if remark.plays <= len(twin.plays)]
        twin.finds = list(self.finds)
        twin.take_back_asked = set(self.take_back_asked)
        twin.editions = [held for held in self.editions if held[0] <= len(twin.plays)]
        twin.said = list(self.said)
        twin.clock_notes = [note for note in self.clock_notes if note.plays <= len(twin.plays)]
        twin.records = self.records
        twin.ended = self.ended and len(twin.plays) == len(self.plays)
        return twin

    @property
    def state(self) -> Any:
        """The state after all plays."""
        return self.plays[-1].step.state if self.plays else self.first

    @property
    def turn(self) -> Turn:
        """The present turn."""
        state = self.state
        if self._turned is None or self._turned[0] is not state:
            self._turned = state, self.game.turn(state)
        return self._turned[1]

    @property
    def day(self) -> str:
        """The day whose puzzle the options name (``2026-11-21``); '' where they name none."""
        return self.game.info.day_of(self.header.options)

    @property
    def measure(self) -> BestMove | None:
        """The best move with which results are compared: the first one recorded for that, whatever is found later."""
        return next((find for find in self.finds if find.measure), None)

    @property
    def assists(self) -> dict[str, int]:
        """How often each kind of help was used: ``hint``, ``undo`` (beyond the floor), ..."""
        return self.assists_until(len(self.plays))

    def assists_until(self, plays: int) -> dict[str, int]:
        """The help used up to the first ``plays`` plays; what a branch took over counts from its beginning."""
        branch = self.header.branch
        found = Counter(branch.help if branch is not None else {})
        found.update(remark.help for remark in self.remarks if remark.help and remark.plays <= plays)
        return dict(found)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats where people sit."""
        return tuple(i for i, seat in enumerate(self.header.seats) if not seat.bot)

    @property
    def counts(self) -> bool:
        """Whether the game counts in records, medals and series: begun at its start, and no fall taken back."""
        return self.header.counts and not any(remark.help == TAKE_BACK for remark in self.remarks)

    @property
    def clock_note(self) -> ClockNote | None:
        """The last time that was written down; None before the first one."""
        return self.clock_notes[-1] if self.clock_notes else None

    def has_help(self, seat: Seat, kind: str) -> bool:
        """Whether help of this kind is marked for the seat in this very position, also before an undo."""
        given = [remark for remark in self.remarks if remark.help == kind and remark.event.seat == seat]
        return any(remark.state == self.state for remark in given)

    def state_after(self, plays: int) -> Any:
        """The state after the first ``plays`` plays."""
        return self.plays[plays - 1].step.state if plays else self.first

    def floor(self) -> tuple[int, str]:
        """How many plays can no longer be taken back freely, and why the last of them cannot."""
        for i in range(len(self.plays) - 1, -1, -1):
            why = self._barrier(self.plays[i])
            if why:
                return i + 1, why
        return 0, "the game starts here"

    def take(self, record: Record, *, check: bool = True) -> None:
        """Add one record. With ``check`` its digest must match the state. Raises ReplayError and changes nothing then.

        With ``check`` a record is untrusted: whatever error it causes in a game, only ReplayError is raised. Without
        ``check`` the game's own error is raised.
        """
        try:
            state, commit = self.change(record)
            if check and record.state != digest(state):
                raise ReplayError("it leads to a state that differs from the recorded one")
        except ReplayError:
            raise
        except Exception as error:
            if not check:
                raise
            raise ReplayError(f"the game cannot follow it ({type(error).__name__})") from None
        commit()
        self.records = record.n

    def take_all(self, records: Iterable[Record]) -> tuple[int, str] | None:
        """Add records until one fails; then its number and why (clean, one sentence), else None."""
        for record in records:
            try:
                if len(self.plays) >= self.game.info.longest and record.kind in ("action", "outcome"):
                    raise ReplayError("no game of this kind is that long")
                self.take(record)
            except ReplayError as error:
                return record.n, clean(str(error), 200)
        return None

    # --- one method a kind of record; none changes anything before its commit is called ------------------

    def change(self, record: Record) -> PendingChange:
        """The effect of a record. Raises ReplayError."""
        match record.kind:
            case "action":
                return self._action(record)
            case "outcome":
                return self._outcome(record)
            case "retract":
                return self._retract(record)
            case "note":
                return self._note(record)
            case "edition":
                return self._edition(record)
            case "end":
                return self._end(record)
        raise ReplayError(f"a record of kind {quoted(record.kind)} is unknown")

    def _action(self, record: Record) -> PendingChange:
        turn = self.turn
        if not isinstance(turn, Decide) or record.by != turn.seat:
            raise ReplayError(f"it is not the turn of seat {record.by!r}")
        text = record.body.get("move")
        if not isinstance(text, str):
            raise ReplayError("it holds no move")
        try:
            action = self.game.parse(text, self.state)
            step = self.game.apply(self.state, action)
        except (NotationError, IllegalAction) as error:
            raise ReplayError(f"{quoted(text, 60)} cannot be played here: {error}") from None
        return self._played(Play(turn.seat, text, action, turn, step, record.n))

    def _outcome(self, record: Record) -> PendingChange:
        turn = self.turn
        kind = record.body.get("kind")
        if not isinstance(turn, Nature) or turn.kind != kind or record.by != "nature" or kind not in self.game.outcomes:
            raise ReplayError("no such outcome can come here")
        try:
            with _converting:
                outcome = msgspec.convert(record.body.get("outcome"), self.game.outcomes[kind], strict=True)
            step = self.game.apply_outcome(self.state, outcome)
        except ValueError as error:
            raise ReplayError(f"the outcome of {kind} cannot be true: {error}") from None
        return self._played(Play(None, kind, outcome, turn, step, record.n))

    def _played(self, play: Play) -> PendingChange:
        def commit() -> None:
            self.plays.append(play)
            self.request = None

        return play.step.state, commit

    def _retract(self, record: Record) -> PendingChange:
        to, humans = record.body.get("to"), self.humans
        if type(to) is not int or not 0 <= to < len(self.plays):
            raise ReplayError("it undoes moves that were not made")
        if record.by not in humans:
            raise ReplayError("only human players can undo")
        beyond = to < self.floor()[0]
        if record.body.get("beyond", False) is not beyond:
            raise ReplayError("it says wrongly whether the undo needs everyone's agreement")
        agreed = _seats(record.body.get("agreed")) if beyond else ()
        if beyond and set(humans) - set(agreed) - {record.by}:
            raise ReplayError("a player did not agree to it")
        after = self.state_after(to)
        if self.editions:
            after = with_edition(after, self.editions[-1][1])

        def commit() -> None:
            taken = max(1, count_moves(self, to))
            del self.plays[to:]
            _pull_back(self.remarks, to)
            _pull_back(self.said, to)
            self._pull_clock_back(to, beyond)
            self.editions = [(min(plays, to), edition) for plays, edition in self.editions]
            self._put_last_state(after)
            self.ended = False
            self.request = None
            if beyond:
                self._remark(
                    "undo", "undo", _told_undo(record.by, taken, [a for a in agreed if a in humans]), record.by
                )

        return after, commit

    def _put_last_state(self, state: Any) -> None:
        """The state after the last play is this one: another edition of the word list lies on the table."""
        if self.plays:
            last = self.plays[-1]
            self.plays[-1] = replace(last, step=replace(last.step, state=state))

    def _edition(self, record: Record) -> PendingChange:
        edition = edition_of(record.body)
        if not self.header.editions or record.by != "table" or edition is None:
            raise ReplayError("it says nothing of a word list")
        if not list_on_table(self.state) or isinstance(self.turn, Over):
            raise ReplayError("no word list lies on the table")
        state = with_edition(self.state, edition)

        def commit() -> None:
            self._put_last_state(state)
            self.editions.append((len(self.plays), edition))
            self._remark(EDITION, "", edition.log_line, record.by)

        return state, commit

    def _note(self, record: Record) -> PendingChange:
        kind = record.body.get("note")
        if not isinstance(kind, str) or not NOTE.match(kind) or record.by not in range(len(self.header.seats)):
            raise ReplayError("its note says nothing")
        if kind == BEST:
            return self._find(record)
        if kind == CLOCK and self.control is not None:
            return self.state, self._clock(record)
        if kind == TAKE_BACK_ASKED:
            return self.state, partial(self.take_back_asked.add, record.by)
        if self.header.open and kind in (SAY, PIN, ASK, AGREE, REFUSE, NEXT):
            return self.state, self._between_windows(kind, record)

        def commit() -> None:
            self._remark("note", kind, f"{{{record.by}}} {help_in_words(kind)}", record.by)

        return self.state, commit

    def _clock(self, record: Record) -> Callable[[], None]:
        """The effect of a note of the time left. Raises ReplayError."""
        by, left, paused = record.by, record.body.get("left"), record.body.get("paused", False)
        seats = len(self.header.seats)
        if not isinstance(left, list) or len(left) != seats or not all(type(ms) is int and ms >= 0 for ms in left):
            raise ReplayError("its note of the clock has no time for each seat")
        if type(paused) is not bool:
            raise ReplayError("its note of the clock does not say whether the clock stands")
        before = self.clock_note is not None and self.clock_note.paused
        over = record.body.get("over") is True

        def commit() -> None:
            self.clock_changes += 1
            self.clock_notes.append(ClockNote(len(self.plays), tuple(left), paused))
            if paused != before:
                self._remark(CLOCK, "", f"{{{by}}} {'pauses the clock' if paused else 'lets the clock go on'}", by)
            if over:
                self._remark(TIME_OVER, "", f"Time is up for {{{by}}}", by)

        return commit

    def _between_windows(self, kind: str, record: Record) -> Callable[[], None]:
        """The effect of a note of an open table. Raises ReplayError."""
        by, body = record.by, record.body
        assert isinstance(by, int)  # checked before
        match kind, body:
            case "say", {"text": str(text)}:
                said = ChatMessage(len(self.plays), by, clean(text, LONGEST_SAID), self.records)
                return lambda: self.said.append(said)
            case "pin", {"salt": str(salt), "hash": str(hashed)}:
                if not salt.isascii() or not hashed.isascii():
                    raise ReplayError("its PIN is not a hash")
                return lambda: self.pins.update({by: (salt, hashed)})
            case "next", {"save": str(name)} if is_name(name):
                if self.next or not isinstance(self.turn, Over):
                    raise ReplayError("the next game cannot begin here")
                return partial(self._begin_next, name, str(body.get("game", self.header.game)))
            case "undo", _:
                return partial(setattr, self, "request", self._asked(record, by))
            case (("agree" | "refuse"), _):
                return partial(setattr, self, "request", self._answered(record, by, agrees=kind == AGREE))
        raise ReplayError("its note says nothing")

    def _begin_next(self, name: str, game: str) -> None:
        self.next, self.next_game = name, game

    def _asked(self, record: Record, by: Seat) -> UndoRequest:
        undo = offer(self, self.humans, by)
        if undo.to is None or not undo.beyond or record.body.get("to") != undo.to:
            raise ReplayError("it asks for an undo that is not possible")
        agreed = tuple(seat for seat in _seats(record.body.get("agreed")) if seat in undo.needs)
        return UndoRequest(record.n, by, undo.to, undo.needs, agreed)

    def _answered(self, record: Record, by: Seat, *, agrees: bool) -> UndoRequest:
        request = self.request
        if request is None or by not in request.waits_for:
            raise ReplayError("it answers a question that was not asked")
        # Saves of earlier programs do not say which question is answered.
        if record.body.get("request", request.record) != request.record:
            raise ReplayError("it answers a question that was not asked")
        if agrees:
            return replace(request, agreed=(*request.agreed, by))
        return replace(request, refused=by)

    def _find(self, record: Record) -> PendingChange:
        text, by = record.body.get("move"), record.by
        if not isinstance(text, str) or not isinstance(by, int):
            raise ReplayError("its note of a search result has no move")
        measure = record.body.get("measure", False)
        if measure is not False and not (measure is True and isinstance(self.turn, Over)):
            raise ReplayError("results are measured once the game is over")
        try:
            find = BestMove(by, self.game.parse(text, self.state), measure)
        except NotationError as error:
            raise ReplayError(f"{quoted(text, 60)} is not a move: {error}") from None
        return self.state, lambda: self.finds.append(find) if find not in self.finds else None

    def _end(self, record: Record) -> PendingChange:
        turn = self.turn
        if self.ended or not isinstance(turn, Over):
            raise ReplayError("the game did not end like that")
        # The reason is a sentence for readers of the file; a later version may word it otherwise.
        body = end_body(turn, self.game.totals(self.state)) | {"reason": record.body.get("reason")}
        if record.body != body or not isinstance(body["reason"], str):
            raise ReplayError("the game did not end like that")

        def commit() -> None:
            self.ended = True

        return self.state, commit

    def _barrier(self, play: Play) -> str:
        if play.by is None:
            return "a shuffle, roll or fall came after the move"
        if play.step.reveals:
            return "hidden information was shown after the move"
        after = self.game.turn(play.step.state)
        if not isinstance(after, Decide) or after.seat != play.by:
            return "the turn has passed to the next player"
        return ""

    def _pull_clock_back(self, to: int, beyond: bool) -> None:
        """An undo by consent gives back the time as it was at that place; a free undo gives no time."""
        if not beyond:
            self.clock_notes = [replace(note, plays=min(note.plays, to)) for note in self.clock_notes]
            return
        self.clock_changes += 1
        kept = [note for note in self.clock_notes if note.plays < to]
        kept += [note for note in self.clock_notes if note.plays == to][:1]
        paused = bool(self.clock_notes) and self.clock_notes[-1].paused
        self.clock_notes = [*kept[:-1], replace(kept[-1], paused=paused)] if kept else []

    def _remark(self, kind: str, help_: str, text: str, by: int | str) -> None:
        seat = by if isinstance(by, int) else None
        self.remarks.append(Remark(len(self.plays), Event(kind, text, seat), help_, self.state, self.records))


def _pull_back(beside: list[_Beside], to: int) -> None:
    """Move what was said beyond a place to that place."""
    # All stands in the order of plays, so only the last ones can be beyond (a pass over all would be quadratic).
    at = len(beside)
    while at and beside[at - 1].plays > to:
        at -= 1
        beside[at] = replace(beside[at], plays=to)


def said_beside(remarks: Iterable[Remark], messages: Iterable[ChatMessage]) -> list[Remark | ChatMessage]:
    """Remarks and messages in the order of the journal."""
    return sorted([*remarks, *messages], key=lambda one: one.record)


def control_of(info: GameInfo, header: Header) -> TimeControl | None:
    """The clock of a game; that of an option in games of earlier programs; None for a game without a clock."""
    typed = header.clock or (info.clock_of(header.options) if info.clock_of is not None else "")
    return read_clock(typed) if typed else None


def end_body(turn: Over, totals: Iterable[int]) -> dict[str, Any]:
    """The body of the record that ends a game."""
    return {
        "ranking": [list(group) for group in turn.ranking],
        "points": list(totals),
        "reason": turn.reason,
    }


def _seats(value: Any) -> tuple[Seat, ...]:
    return tuple(seat for seat in value if type(seat) is int) if isinstance(value, list) else ()


def _told_undo(by: int | str, taken: int, agreed: list[Seat]) -> str:
    consent = f"; {listed([f'{{{seat}}}' for seat in agreed])} agreed" if agreed else ""
    return f"{{{by}}} undid {count(taken, 'move')}{consent}"


def count_moves(history: History, since: int = 0) -> int:
    """The moves of players after ``since`` plays as people count them; what chance did and answers are none."""
    counted = history.game.counts_as_move
    return sum(play.by is not None and counted(play.move) for play in history.plays[since:])


def moves_since(history: History, plays: int) -> str:
    """The moves that an undo to ``plays`` plays takes back, in words: ``the last 3 moves, by Ann and Bob``."""
    names = dict.fromkeys(history.header.names[play.by] for play in history.plays[plays:] if play.by is not None)
    many = count_moves(history, plays)
    return f"the last {count(many, 'move') if many > 1 else 'move'}, by {listed(list(names))}"


# --- how far back a player may go alone, and what needs everybody's consent -------------------------------


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """The undo that is possible now.

    ``to`` is the number of plays that would remain, None when there is nothing to take back. ``beyond`` is true when
    the undo crosses new information: then ``needs`` are the other people who must agree, and the game is marked.
    ``why`` is the obstacle in one sentence ('' for a free undo).
    """

    to: int | None
    beyond: bool = False
    needs: tuple[Seat, ...] = ()
    why: str = ""

    @property
    def free(self) -> bool:
        """Whether it can be done at once, unmarked."""
        return self.to is not None and not self.beyond


def offer(history: History, humans: Sequence[Seat], seat: Seat | None) -> UndoOffer:
    """The undo that ``seat`` may make (a person, or None for the only person at the table).

    Free: one move of the seat's own turn, made since the last new information. Otherwise back to the last decision
    that a person made before that information; everything after it is taken back too, and all others must agree.
    """
    if seat is None and len(humans) == 1:
        seat = humans[0]
    if seat not in humans:
        return UndoOffer(None, why="only human players can undo")
    lowest, why = history.floor()
    turn = history.turn
    if isinstance(turn, Decide) and turn.seat == seat and len(history.plays) > lowest:
        return UndoOffer(len(history.plays) - 1)
    last = _last_by(history.plays[:lowest], humans)
    if last is None:
        return UndoOffer(None, why="no move has been made yet")
    return UndoOffer(last, beyond=True, needs=tuple(h for h in humans if h != seat), why=why)


def turn_start(history: History, seat: Seat) -> int | None:
    """Number of plays that remain when a person at ``seat`` begins the turn again, None when nothing can be reset."""
    if seat not in history.humans:
        return None
    lowest, _ = history.floor()
    turn = history.turn
    if isinstance(turn, Decide) and turn.seat == seat and len(history.plays) > lowest:
        return lowest
    return None


def _last_by(plays: Sequence[Play], seats: Sequence[Seat]) -> int | None:
    for i in range(len(plays) - 1, -1, -1):
        if plays[i].by in seats:
            return i
    return None
