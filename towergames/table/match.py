"""The table: one match of any game, live. Everything that plays is a client of it and is given views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from towergames.core.contract import (
    AnyGame,
    Decide,
    Event,
    IllegalAction,
    Nature,
    Over,
    Seat,
    Turn,
    Verdict,
    nature_dice,
    visible,
)
from towergames.core.dice import Dice
from towergames.core.text import listed
from towergames.table.asides import asides_of
from towergames.table.clock import TableClock
from towergames.table.editions import EDITION, Edition, edition_due
from towergames.table.errors import ReadOnly, TableError, only_look
from towergames.table.history import History, Play, ReplayError, UndoOffer, count_moves, end_body, offer, turn_start
from towergames.table.journal import Journal
from towergames.table.log import Asides, LogLine, log_lines
from towergames.table.notes import BEST, CLOCK, NOTES_WITHOUT_EFFECT, BestMove
from towergames.table.pad import Pad, build_pad
from towergames.table.records import MAX_RECORDS, Header, Record, digest
from towergames.table.saved import Saved, SaveStatus


class Table:
    """A match in progress: submit, undo, redo, and what each seat may see.

    Without a journal nothing is saved (arena, tutorial). ``version`` counts changes, so that a screen knows when a
    bot's thought has become stale.
    """

    def __init__(self, history: History, journal: Journal | None = None) -> None:
        self.history = history
        self.journal = journal
        self.version = 0
        self.clock = TableClock(self)
        self.talks = False
        """Whether the log has what the bots say."""
        self._asides: tuple[tuple[int, bool], Asides] | None = None
        self._future: list[tuple[Play, ...]] = []  # what each undo took back, the last one last
        self._told_edition: Edition | None = None  # who opens a table of their own has read of it at its record
        if history.editions and not history.header.open:
            self._told_edition = history.editions[-1][1]

    # --- facts ------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The rules of the table's game."""
        return self.history.game

    @property
    def header(self) -> Header:
        """The setup."""
        return self.history.header

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.header.names

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats where people sit."""
        return self.history.humans

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of the people in front of this window."""
        return self.humans

    @property
    def keeps(self) -> bool:
        """Whether this window plays the bots and lets Nature decide."""
        return not self.read_only

    @property
    def turn(self) -> Turn:
        """The present turn. After :meth:`advance` it is Nature's only at a table that another window keeps."""
        return self.history.turn

    @property
    def moves(self) -> int:
        """How many plays count so far."""
        return len(self.history.plays)

    @property
    def read_only(self) -> bool:
        """Whether this table may only look."""
        return self.journal is not None and self.journal.read_only

    @property
    def name(self) -> str:
        """The name of the save now; '' for a game that is not kept."""
        return self.journal.path.stem if self.journal is not None else ""

    @property
    def saved(self) -> Saved:
        """Whether the game is saved here."""
        journal = self.journal
        if journal is None:
            return Saved(SaveStatus.NO_SAVE)
        why = journal.obstacle if journal.read_only else ""
        if journal.trouble:
            status = SaveStatus.STUCK if journal.read_only else SaveStatus.REFUSED
            return Saved(status, self.name, journal.trouble, why)
        status = SaveStatus.WATCHED if journal.watched else SaveStatus.SAVED
        return Saved(status, self.name, read_only_reason=why)

    def news(self) -> tuple[str, ...]:
        """Sentences on what happened to the save; each is given out once."""
        news = self.journal.news if self.journal is not None else []
        told = (*news, *self._new_edition())
        news.clear()
        return told

    def _new_edition(self) -> tuple[str, ...]:
        """The sentence on the last edition of the word list: once, and only if the people here have not moved since."""
        if not self.history.editions or self._told_edition == self.history.editions[-1][1]:
            return ()
        plays, self._told_edition = self.history.editions[-1]
        known = any(play.by in self.here for play in self.history.plays[plays:])
        return () if known else (self._told_edition.told,)

    @property
    def round(self) -> int:
        """The round number now."""
        return self.game.round(self.history.state)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat."""
        return self.game.totals(self.history.state)

    def actor(self, seat: Seat | None) -> Seat:
        """The seat that is recorded for an act of ``seat``: for None the first person, or 0 where only bots play."""
        return seat if seat is not None else next(iter(self.here), 0)

    @property
    def measure(self) -> Any:
        """The move that the results are measured by; None before it is known."""
        find = self.history.measure
        return find.move if find is not None else None

    def view(self, seat: Seat | None) -> Any:
        """The view of a seat (None: a spectator)."""
        return self.game.view(self.history.state, seat)

    def open_view(self) -> Any:
        """The view with nothing hidden; only once the game is over. Raises TableError before."""
        if not isinstance(self.turn, Over):
            raise TableError("hidden cards can be shown only when the game is over")
        return self.game.reveal(self.history.state)

    def judge(self, action: Any) -> Verdict:
        """The rules' verdict on an action of the seat to move, with its preview."""
        return self.game.judge(self.history.state, action)

    def move_at_zero(self) -> Any:
        """The action that is done for the seat to move when its time has run out."""
        return self.game.move_at_zero(self.history.state)

    def is_final(self, action: Any) -> bool:
        """Whether the seat to move cannot undo a legal action alone.

        The turn passes, chance decides next, or something hidden is shown.
        """
        before, step = self.turn, self.game.apply(self.history.state, action)
        after = self.game.turn(step.state)
        stays = isinstance(before, Decide) and isinstance(after, Decide) and after.seat == before.seat
        return step.reveals or not stays

    def takes(self, action: Any) -> bool:
        """Whether :meth:`submit` would take an action of the seat to move."""
        return self.judge(action).legal

    def parse(self, text: str) -> Any:
        """The action meant by typed text. Raises NotationError."""
        return self.game.parse(text, self.history.state)

    def legal(self) -> tuple[Any, ...]:
        """Every legal action now, for games that can list them; else ()."""
        if not self.game.info.exhaustive or not isinstance(self.turn, Decide):
            return ()
        return tuple(self.game.choices(self.history.state))

    def sample(self, dice: Dice) -> Any:
        """One legal action of the seat that decides, at random; also where they cannot all be listed."""
        return self.game.choices(self.history.state).sample(dice)

    @property
    def templates(self) -> tuple[str, ...]:
        """Forms in which the possible actions are typed."""
        return self.game.choices(self.history.state).templates

    def pad(self) -> Pad:
        """All points so far, with the points of earlier games of a series."""
        return build_pad(self.history)

    def log(self, seat: Seat | None, since: int = 0) -> tuple[LogLine, ...]:
        """The lines that the seat may read of everything after the first ``since`` plays, oldest first."""
        return log_lines(self.history, seat, since, said=True, asides=self.asides)

    @property
    def asides(self) -> Asides:
        """The lines of the log that no event has."""
        stamp = (self.version, self.talks)
        if self._asides is None or self._asides[0] != stamp:
            self._asides = stamp, asides_of(self.history, talk=self.talks)
        return self._asides[1]

    def events_since(self, plays: int, seat: Seat | None) -> tuple[Event, ...]:
        """The events after the first ``plays`` plays that the seat may know."""
        return tuple(e for p in self.history.plays[plays:] for e in p.step.events if visible(e, seat))

    # --- play -------------------------------------------------------------------------------------------

    def submit(self, seat: Seat, action: Any, known: Sequence[Any] = ()) -> Play:
        """Do an action for a seat and whatever Nature does next. The one place that judges and applies.

        ``known`` are the outcomes that :meth:`foresee` has worked out. Raises IllegalAction when the rules refuse,
        TableError when it is not the seat's turn, ReadOnly when this table only looks.
        """
        self._demand(seat, action)
        play = self._play(seat, "action", {"move": self.game.notate(action)})
        self._future.clear()
        self.advance(known)
        return play

    def outcome_work(self, seat: Seat, action: Any) -> Callable[[], tuple[Any, ...]] | None:
        """Work for another thread that answers what Nature will do after an action; None when it has nothing to do.

        Nothing changes meanwhile: :meth:`submit` with the answer does. Raises as that does; the work raises whatever
        :meth:`Game.resolve` raises.
        """
        self._demand(seat, action)
        return self._resolving(self.game.apply(self.history.state, action).state, self.moves + 1)

    def _resolving(self, after: Any, moves: int) -> Callable[[], tuple[Any, ...]] | None:
        """Work that computes Nature's outcomes in a state after ``moves`` plays; None if Nature has nothing to do."""
        if not isinstance(self.game.turn(after), Nature):
            return None
        game, seed = self.game, self.header.seed

        def work() -> tuple[Any, ...]:
            outcomes: list[Any] = []
            state = after
            while isinstance(turn := game.turn(state), Nature):
                dice = nature_dice(game, state, turn, seed, moves + len(outcomes))
                outcomes.append(game.resolve(state, turn, dice))
                state = game.apply_outcome(state, outcomes[-1]).state
            return tuple(outcomes)

        return work

    def _demand(self, seat: Seat, action: Any) -> None:
        """Raise unless the action may be done now."""
        self._may_change()
        turn = self.turn
        if isinstance(turn, Over):
            raise TableError("the game is over")
        if not isinstance(turn, Decide) or turn.seat != seat:
            who = self.names[turn.seat] if isinstance(turn, Decide) else "chance"
            raise TableError(f"it is {who}'s turn")
        verdict = self.game.judge(self.history.state, action)
        if not verdict.legal:
            raise IllegalAction(verdict)

    def advance(self, known: Sequence[Any] = ()) -> None:
        """Let Nature decide whatever is due, until a player must choose or the game is over.

        A word list of which only another edition is here is replaced by that first.
        """
        edition = None
        if self.header.editions and not isinstance(self.turn, Over):
            edition = edition_due(self.header, self.history.state)
        if edition is not None:
            self._record("table", EDITION, edition.body)
        foreseen = iter(known)
        while isinstance(turn := self.turn, Nature):
            outcome = next(foreseen, None)
            if outcome is None:
                state = self.history.state
                dice = nature_dice(self.game, state, turn, self.header.seed, self.moves)
                outcome = self.game.resolve(state, turn, dice)
            self._play(None, "outcome", {"kind": turn.kind, "outcome": msgspec.to_builtins(outcome)})
        if isinstance(turn, Over) and not self.history.ended:
            self._record("table", "end", end_body(turn, self.totals))

    def note(self, seat: Seat, kind: str) -> None:
        """Mark help that a player used (``hint``), for log, replay and records. Raises TableError."""
        self._may_change()
        self._may_grow()
        self._record(seat, "note", {"note": kind})

    def note_once(self, seat: Seat, kind: str) -> None:
        """Mark help, unless it is marked in this position already. Raises TableError."""
        if not self.history.has_help(seat, kind):
            self.note(seat, kind)

    def record_best_move(self, seat: Seat, action: Any, *, measure: bool = False) -> None:
        """Keep the best move that a search has found; ``measure``: the results are measured by it from now on.

        Where nothing can be written it is known until the table goes.
        """
        find = BestMove(seat, action, measure)
        if find in self.history.finds:
            return
        told = {"measure": True} if measure else {}
        try:
            self._may_change()
            self._may_grow()
            self._record(seat, "note", {"note": BEST, "move": self.game.notate(action), **told})
        except TableError:
            self.history.finds.append(find)
            self.version += 1

    def note_clock(self, seat: Seat, left: Sequence[int], *, paused: bool = False, over: bool = False) -> None:
        """Write down the milliseconds left of every seat, in the name of ``seat``. Raises TableError.

        ``paused``: the clock stands. ``over``: the time of this seat has run out.
        """
        self._may_change()
        self._may_grow()
        body: dict[str, Any] = {"note": CLOCK, "left": list(left)}
        if paused:
            body["paused"] = True
        if over:
            body["over"] = True
        self._record(seat, "note", body)

    # --- undo -------------------------------------------------------------------------------------------

    def undo_offer(self, seat: Seat | None) -> UndoOffer:
        """The undo that a seat may make now."""
        return offer(self.history, self.humans, seat)

    def undo(self, seat: Seat, agreed: Iterable[Seat] = ()) -> int:
        """Take back what :meth:`undo_offer` offers; how many moves were taken back. Raises TableError saying why not.

        ``agreed`` are the other people who said yes; nobody is asked for a free undo.
        """
        self._may_change()
        self._may_grow()
        what = self.undo_offer(seat)
        given = set(agreed)
        if what.to is None:
            raise TableError(f"nothing to undo: {what.why}")
        missing = [self.names[s] for s in what.needs if s not in given]
        if missing:
            raise TableError(f"undo needs the agreement of {listed(missing)}: {what.why}")
        return self._retract(seat, what.to, what.beyond, what.needs)

    def reset_turn(self, seat: Seat) -> int:
        """Take back everything since the turn's last new information; how many moves. Raises TableError."""
        self._may_change()
        self._may_grow()
        to = turn_start(self.history, seat)
        if to is None:
            raise TableError("nothing to undo in this turn")
        return self._retract(seat, to, False, ())

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return bool(self._future)

    def redo(self) -> None:
        """Do again what the last undo took back, with the same chance outcomes and the same bots' moves.

        Raises TableError.
        """
        self._may_change()
        if not self._future:
            raise TableError("nothing to redo: no move was undone")
        self._may_grow()
        try:
            self.copy_plays(self._future.pop())
        except ReplayError as error:
            raise TableError(f"this cannot be done again: {error}") from None
        finally:
            self.advance()

    def copy_plays(self, plays: Iterable[Play], editions: Sequence[tuple[int, Edition]] = ()) -> None:
        """Do plays of another history again, with the same chance outcomes (a branch).

        ``editions`` of the word list come before the play that has the number they hold from.
        """
        for number, play in enumerate(plays):
            for edition in (edition for after, edition in editions if after == number):
                self._record("table", EDITION, edition.body)
            self._again(play)

    # --- inside -----------------------------------------------------------------------------------------

    def _retract(self, seat: Seat, to: int, beyond: bool, agreed: Sequence[Seat]) -> int:
        dropped, moves = tuple(self.history.plays[to:]), max(1, count_moves(self.history, to))
        body: dict[str, Any] = {"to": to}
        if beyond:
            body |= {"beyond": True, "agreed": list(agreed)}
        self._record(seat, "retract", body)
        self._future.append(dropped)
        return moves

    def _again(self, play: Play) -> None:
        if play.by is None:
            self._play(None, "outcome", {"kind": play.notation, "outcome": msgspec.to_builtins(play.move)})
        else:
            self._play(play.by, "action", {"move": play.notation})

    def _play(self, seat: Seat | None, kind: str, body: dict[str, Any]) -> Play:
        self._record("nature" if seat is None else seat, kind, body)
        return self.history.plays[-1]

    def _record(self, by: int | str, kind: str, body: dict[str, Any]) -> None:
        self.history.take(Record(self.history.records + 1, by, kind, body), check=False)
        if body.get("note") not in NOTES_WITHOUT_EFFECT:
            self.version += 1
        # A journal lost while a step is under way (see Journal.trouble) must not leave the step half done.
        if self.journal is not None and not self.journal.read_only:
            self.journal.append(by, kind, body, digest(self.history.state))

    def _may_change(self) -> None:
        if self.journal is not None and self.journal.read_only:
            raise ReadOnly(self.journal.trouble or only_look(self.journal.obstacle))

    def _may_grow(self) -> None:
        # Moves are bounded by the game, taking back is not: room is kept for every game to end.
        full = self.journal is not None and self.journal.half_full
        if full or self.history.records + self.game.info.longest + 2 > MAX_RECORDS:
            raise TableError("the saved game has no room for more undos")

    def suspended(self) -> AbstractContextManager[None]:
        """The context in which Ctrl+Z stops the program. The clock stands meanwhile."""
        self.clock.stop()
        return nullcontext()

    def flush(self) -> bool:
        """Try again to save what the disk has refused; whether every move is on the disk then."""
        return self.journal is None or self.journal.flush()

    def close(self) -> bool:
        """Close the save; whether everything is on the disk."""
        self.clock.keep()
        return self.journal is None or self.journal.close()
