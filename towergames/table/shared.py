"""A table that several windows share: each has an object of this class over the same journal, and seats of its own.

Exactly one window is the keeper: the one that holds the lock of the save. It alone lets Nature decide, plays the bots
and the end of a turn's time, and carries out an undo that everyone has agreed to. When its lock is free, because it was
closed or killed, another window with a seat takes it. A person's move is one record, written by that person's window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from towergames.core.contract import Nature, Over, Seat
from towergames.core.text import clean, listed, sentence
from towergames.table import seats as seating
from towergames.table.errors import BusyError, PinError, ReadOnly, SaveError, TableError, only_look
from towergames.table.history import History, Play, ReplayError
from towergames.table.match import Table
from towergames.table.notes import AGREE, ASK, LONGEST_SAID, NEXT, NOTES_WITHOUT_EFFECT, PIN, REFUSE, SAY, UndoRequest
from towergames.table.records import Record, digest
from towergames.table.saved import Saved, SaveStatus
from towergames.table.seats import Seats
from towergames.table.shared_journal import LOCK_TIMEOUT, Replaced, SharedJournal

WRITE_TIMEOUT = 0.3
"""Seconds for which a move waits for the disk. A slower disk does not hold the screen."""
LEAVE_TIMEOUT = 1.0
"""Seconds for which a closing window waits for its last record."""


class Overtaken(TableError):  # noqa: N818 - a state of affairs, not a mistake
    """Another window was faster: nothing was done here, and the table shows its record first."""


class Slow(Overtaken):
    """The record is on its way to the disk. :meth:`SharedTable.follow` does what it says once it is there."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A record on its way to the disk, what the table does when it is there, and the answer of the disk."""

    record: Record
    commit: Callable[[], None]
    answer: Future[tuple[Record, ...]]

    def done(self, seconds: float | None) -> bool:
        """Whether the disk answers within ``seconds``; None waits as long as it takes."""
        return bool(wait((self.answer,), seconds).done)


@dataclass(frozen=True, slots=True)
class RemoteChange:
    """Changes by other windows: the plays before ``first`` are unchanged; ``undone`` plays were taken back."""

    first: int
    undone: int = 0


class SharedTable(Table):
    """One window's table. :meth:`follow` must be called several times a second."""

    journal: SharedJournal

    def __init__(self, history: History, journal: SharedJournal, seats: Seats) -> None:
        super().__init__(history, journal)
        self.seats = seats
        self._news: RemoteChange | None = None
        self._writing: Writing | None = None
        self.stalled: Callable[[], bool] = lambda: False
        """Answers whether the disk does not answer: then nothing is begun that would wait for it."""

    # --- facts --------------------------------------------------------------------------------------------

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats that this window holds."""
        return self.seats.held

    @property
    def keeps(self) -> bool:
        """Whether this window is the keeper."""
        return self.journal.keeps

    @property
    def may_keep(self) -> bool:
        """Whether this window can be the keeper: it has a seat, or only bots play."""
        return bool(self.here) or not self.humans

    @property
    def is_writing(self) -> bool:
        """Whether a record is on its way to a slow disk: nothing else can be done before :meth:`follow` has it."""
        return self._writing is not None

    @property
    def saved(self) -> Saved:
        """Whether the game is saved. An open table takes no move that it cannot save."""
        journal = self.journal
        name = journal.kept_as
        why = journal.obstacle if journal.read_only else ""
        if self.is_writing:
            return Saved(SaveStatus.SLOW, name, "the disk is slow", why)
        if journal.unkept:
            return Saved(SaveStatus.LOST, name, journal.unkept, why)
        if journal.trouble:
            return Saved(SaveStatus.WAITING, name, journal.trouble, why)
        return Saved(SaveStatus.WATCHED if journal.watched else SaveStatus.SAVED, name, read_only_reason=why)

    def presence(self, seat: Seat) -> str:
        """Whether anyone is at a person's seat, as :meth:`Seats.presence`."""
        return self.seats.presence(seat)

    def others(self) -> dict[Seat, str]:
        """Whether anyone is at each person's seat of the other windows, as :meth:`Seats.presence`."""
        return {seat: self.presence(seat) for seat in self.humans if seat not in self.here}

    # --- seats --------------------------------------------------------------------------------------------

    def sit(
        self, seat: Seat, pin: str = "", *, new_pin: str = "", known: bool = False, from_others: bool = False
    ) -> None:
        """Take a person's seat. ``pin`` opens it if it has one; else ``new_pin`` is asked for from then on.

        No PIN is asked of a person who is ``known``. ``from_others``: another window that sits there stands up. Raises
        TableError.
        """
        name = self.names[seat]
        if seat in self.here:
            return
        lock = self.history.pins.get(seat)
        if lock is not None and not known and not seating.fits(pin, lock):
            raise PinError(f"this is not the PIN of {name}" if pin else f"the seat of {name} has a PIN")
        if from_others:
            self.seats.take_over(seat)
        elif not self.seats.take(seat):
            raise TableError(f"{name} sits at another window already")
        if new_pin and lock is None:
            self.note_pin(seat, *seating.hashed(new_pin))
        self.version += 1  # whose view is shown may be another one

    def note_pin(self, seat: Seat, salt: str, hashed: str) -> None:
        """Ask for a PIN at a seat from now on, given by its salt and hash. Raises TableError."""
        self._record(seat, "note", {"note": PIN, "salt": salt, "hash": hashed}, None)

    # --- following ----------------------------------------------------------------------------------------

    def follow(self) -> RemoteChange | None:
        """Read what other windows have written since the last call, and do the keeper's work. None: nothing is new.

        Raises SaveError when the file can no longer be followed.
        """
        if self.journal.closed or self.journal.mends or (self._writing is not None and not self._written()):
            return None
        self._stand_up()
        try:
            self._take(self.journal.newer())
        except Replaced as replaced:
            self._go_over(replaced)
        if self.may_keep:
            self.journal.keep()
            with self._later():
                self.journal.put_right(WRITE_TIMEOUT)
            if self.keeps and not self.journal.doubted:
                self._keep()
        news, self._news = self._news, None
        return news

    def _stand_up(self) -> None:
        """Leave the seats that another window has taken, after the files of their locks were removed."""
        taken = self.seats.stand_up()
        if not taken:
            return
        names = listed([self.names[seat] for seat in taken])
        rest = "" if self.here else ". This window only watches now"
        self.journal.news.append(f"Another window has taken the seat of {names}{rest}.")
        if not self.may_keep:
            self.journal.stop_keeping()
        self._add_news(RemoteChange(self.moves))

    @property
    def keeper_must_act(self) -> bool:
        """Whether the keeper has something to do, whatever the others do."""
        request, turn = self.history.request, self.turn
        agreed = request is not None and request.refused is None and not request.waits_for
        return agreed or isinstance(turn, Nature) or (isinstance(turn, Over) and not self.history.ended)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """While open, as while Ctrl+Z stops the program, another window keeps the table."""
        self.clock.keep()
        with self.journal.suspended(LEAVE_TIMEOUT):
            self.seats.away(True)
            yield
        self.seats.away(False)
        self.version += 1  # what was begun before may be done by now

    def _keep(self) -> None:
        """Do the keeper's work that is due at once. It does not wait for other writers: the next poll tries again."""
        self.journal.patience = 0.0
        try:
            with self._later():
                request = self.history.request
                if request is not None and request.refused is None and not request.waits_for:
                    before = self.moves
                    self._record(
                        request.by, "retract", {"to": request.to, "beyond": True, "agreed": list(request.needs)}
                    )
                    self._note_change(before)
                if isinstance(self.turn, Over if self.game.info.slow else Nature | Over):
                    before, records = self.moves, self.history.records
                    self.advance()
                    if self.history.records != records:
                        self._note_change(before)
        finally:
            self.journal.patience = LOCK_TIMEOUT

    @contextmanager
    def _later(self) -> Iterator[None]:
        """A context in which a failed write of the keeper is tried again at a later poll."""
        try:
            yield
        except (Overtaken, BusyError):
            pass
        except SaveError as error:
            self.journal.trouble = str(error)

    def _take(self, records: Iterable[Record]) -> bool:
        """Replay what others have written; whether the game stands elsewhere now. Raises SaveError."""
        moved = False
        for record in records:
            before = self.moves
            try:
                self.history.take(record)
            except ReplayError as error:
                self.journal.give_up(f"this program cannot follow record {record.n}: {error}")
                raise SaveError(only_look(self.journal.obstacle)) from None
            if record.kind != "note":
                moved = True
                self._note_change(before)
            elif record.body.get("note") not in NOTES_WITHOUT_EFFECT:
                self._add_news(RemoteChange(before))
        return moved

    def _note_change(self, before: int) -> None:
        """The table has changed by more than this window's own move; it had ``before`` plays."""
        self._future.clear()  # what was undone is no longer ours to do again
        self._add_news(RemoteChange(min(before, self.moves), max(0, before - self.moves)))

    def _add_news(self, news: RemoteChange) -> None:
        self.version += 1
        old = self._news
        self._news = news if old is None else RemoteChange(min(old.first, news.first), max(old.undone, news.undone))

    def _go_over(self, replaced: Replaced) -> None:
        """Show what the file holds now, since another program put it there. Raises SaveError."""
        contents, history = replaced.contents, History(self.game, self.header)
        if contents.header == self.header and history.take_all(contents.records) is not None:
            raise self._refused("was replaced by a file that is damaged")
        try:
            self.journal.adopt(contents)
        except OSError as error:
            raise self._refused(f"was replaced and cannot be used: {error.strerror}") from None
        if not self.read_only:
            self.history = history
            self._future.clear()
            self._add_news(RemoteChange(0))

    def _refused(self, why: str) -> SaveError:
        """The refusal of a file that stays as it is for now."""
        told = f"{self.journal.path.name} {why}"
        self.journal.doubt(told)
        if self.may_keep:
            with self._later():
                self.journal.put_right(WRITE_TIMEOUT)
        return SaveError(told)

    # --- writing ------------------------------------------------------------------------------------------

    def _record(self, by: int | str, kind: str, body: dict[str, Any], seconds: float | None = WRITE_TIMEOUT) -> None:
        """Append a record where the game stands as this window knows it, and wait ``seconds`` for the disk.

        Raises Overtaken, Slow, SaveError, ReadOnly.
        """
        if self.is_writing:
            raise Slow("the disk is slow. Wait until the last move is saved")
        done = False
        while not done:  # again if the others have only sent messages before
            record = Record(self.history.records + 1, by, kind, body)
            try:
                state, commit = self.history.change(record)
            except ReplayError as error:
                raise Overtaken(f"this is not possible any more: {error}") from None
            self._writing = Writing(record, commit, self.journal.put(record, digest(state)))
            if not self._writing.done(seconds):
                self.version += 1  # what was begun for the table as it is comes too late
                raise Slow("the disk is slow. The table waits until this is saved")
            done = self._answered(self._writing)

    def _answered(self, writing: Writing) -> bool:
        """Take in the answer of the disk; whether the record is there. Raises Overtaken, SaveError."""
        self._writing = None
        silent = writing.record.body.get("note") in NOTES_WITHOUT_EFFECT
        try:
            newer = writing.answer.result()
        except Replaced as replaced:
            self._go_over(replaced)
            raise Overtaken("the file of this table was replaced. Look at the table and try again") from None
        if self._take(newer) and not silent:
            raise Overtaken("another window was faster. Look at the table and try again")
        if newer:
            return False
        writing.commit()
        self.history.records = writing.record.n
        if not silent:
            self.version += 1
        return True

    def _written(self) -> bool:
        """Do what a late record says once the disk has answered; whether it has. A refusal becomes news."""
        writing, before = self._writing, self.moves
        if writing is None or not writing.done(0):
            return False
        record = writing.record
        try:
            if not self._answered(writing):
                self._record(record.by, record.kind, record.body)
        except Slow:
            return False
        except TableError as error:
            self.journal.news.append(sentence(str(error)))
        if record.kind == "note":
            self._add_news(RemoteChange(before))
        else:
            self._note_change(before)
        return True

    def submit(self, seat: Seat, action: Any, known: Sequence[Any] = ()) -> Play:
        """Do an action for a seat of this window, or as the keeper for a bot. What Nature does next is the keeper's.

        Raises as :meth:`Table.submit`, and Overtaken when another window was faster; then nothing was done.
        """
        self._may_change()
        if seat in self.humans and seat not in self.here:
            raise TableError(f"{self.names[seat]} plays at another window")
        if seat not in self.humans and not self.keeps:
            raise Overtaken("another window plays the bots")
        return super().submit(seat, action, known)

    def time_over(self, seat: Seat, action: Any) -> Play:
        """As the keeper, make the move of a person whose time has run out. Raises as :meth:`submit`.

        What Nature does next in a slow game is worked out as :meth:`foresee_nature` says.
        """
        if not self.keeps:
            raise Overtaken("another window keeps the time")
        self._demand(seat, action)
        play = self._play(seat, "action", {"move": self.game.notate(action)})
        self._future.clear()
        if not self.game.info.slow:
            self.advance()
        return play

    def outcome_work(self, seat: Seat, action: Any) -> Callable[[], tuple[Any, ...]] | None:
        """As :meth:`Table.outcome_work` in the keeper's window; elsewhere nothing is worked out."""
        return super().outcome_work(seat, action) if self.keeps else None

    def foresee_nature(self) -> Callable[[], tuple[Any, ...]] | None:
        """Work for another thread that answers what Nature decides now; None when that is not due or not ours."""
        return self._resolving(self.history.state, self.moves) if self.keeps else None

    def advance(self, known: Sequence[Any] = ()) -> None:
        """As the keeper, let Nature decide whatever is due; in other windows nothing happens.

        :meth:`follow` does this too, but in games where it takes long (``slow``).
        """
        if self.keeps:
            with self._later():
                super().advance(known)

    def _may_change(self) -> None:
        super()._may_change()
        if self.is_writing:
            raise Slow("the disk is slow. Wait until the last move is saved")
        if self.stalled():
            raise SaveError("nothing was saved: the disk does not answer. Try again")
        if self.seats.look_after():
            self._stand_up()
        if not self.may_keep:
            raise ReadOnly("you watch this table. To play, join it with a seat")

    def _retract(self, seat: Seat, to: int, beyond: bool, agreed: Sequence[Seat]) -> int:
        taken = super()._retract(seat, to, beyond, agreed)
        if beyond:
            self._future.clear()  # what Nature and the others did meanwhile is not ours to do again
        return taken

    # --- undo, messages -----------------------------------------------------------------------------------

    def ask_undo(self, seat: Seat, agreed: Iterable[Seat] = ()) -> None:
        """Ask the people in other windows for the undo that :meth:`undo_offer` offers. Raises TableError.

        ``agreed`` are the people of this window who said yes. The keeper carries it out when all have agreed.
        """
        self._may_change()
        self._may_grow()
        what = self.undo_offer(seat)
        if what.to is None:
            raise TableError(f"nothing to undo: {what.why}")
        given = tuple(agreed)
        gone = [self.names[s] for s in what.needs if s not in given and self.presence(s) in seating.ABSENT]
        if gone:
            raise TableError(f"undo needs the agreement of {listed(gone)}, who has no window open now")
        self._record(seat, "note", {"note": ASK, "to": what.to, "agreed": list(given)})

    def answer_undo(self, seat: Seat, yes: bool, request: UndoRequest | None = None) -> None:
        """Agree to a request for an undo, the present one if none is given, or refuse it. Raises TableError."""
        asked = request or self.history.request
        self._record(seat, "note", {"note": AGREE if yes else REFUSE, "request": asked.record if asked else 0})

    def say(self, seat: Seat, text: str) -> None:
        """Tell the other people something. Raises TableError."""
        told = clean(text, LONGEST_SAID).strip()
        if not told:
            raise TableError("the message is empty. Type: say TEXT")
        self._may_change()
        self._may_grow()
        self._record(seat, "note", {"note": SAY, "text": told})

    def note_next(self, name: str, game: str) -> None:
        """Tell the other windows the save and the key of the next game with the same players. Raises TableError."""
        self._record(self.actor(None), "note", {"note": NEXT, "save": name, "game": game}, None)

    def close(self) -> bool:
        """Leave the table; the others play on. Whether everything that is known here is on the disk."""
        self.clock.keep()
        saved = self.flush()
        kept = self.journal.close(look=not self.stalled())
        self.seats.leave()
        return saved and kept

    def flush(self) -> bool:
        """Wait a little for the last record; whether the disk has answered."""
        if self._writing is not None and self._writing.done(LEAVE_TIMEOUT):
            self._written()
        return not self.is_writing
