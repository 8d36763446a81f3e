"""The table against a list of moves: act, undo, redo, reset, save, kill, lose the file's tail, reload, duplicate."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.combinations import sample
from tests.conformance.facts import random_move
from tests.conformance.playing import ADDED, ENTRIES, Case
from tests.conformance.seating import header_for
from tests.null.entry import registered
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.table.errors import TableError
from towergames.table.history import count_moves
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.store import Store


@dataclass(frozen=True)
class Move:
    """What the model remembers of a play."""

    by: int | None
    text: str
    closes: bool  # nobody may take it back alone afterwards


def kill(table: Table) -> None:
    """What the system does when the program dies: the file and the lock are let go, nothing is written."""
    journal = table.journal
    if journal._handle is not None:
        journal._handle.close()
    if journal._lock is not None:
        journal._lock.free()


class TableMachine(RuleBasedStateMachine):
    """One save in one folder; ``plays`` is the model, ``past[n]`` the model after n records."""

    entry_names = tuple(entry.key for entry in ENTRIES)

    @initialize(
        key=st.sampled_from(entry_names),
        seed=st.integers(0, 50),
        bots=st.sets(st.integers(1, 3), max_size=1),
        data=st.data(),
    )
    def begin(self, key: str, seed: int, bots: set[int], data: st.DataObject) -> None:
        self.registered = registered(*ADDED)
        self.registered.__enter__()
        entry = next(e for e in ENTRIES if e.key == key)
        low, high = entry.game.info.seats
        case = Case(entry, data.draw(st.integers(low, high)), ())
        self.folder = Path(tempfile.mkdtemp())
        self.store = Store(self.folder)
        self.table = self.store.begin(header_for(case, seed, tuple(bots)), "game")
        self.humans = [seat for seat in range(case.seats) if seat not in bots]
        self.path = self.folder / "game.jsonl"
        self.plays: list[Move] = []
        self.future: list[list[Move]] = []
        self.past: list[list[Move]] = [[]]
        self.copy_new_plays()
        for throw in range(data.draw(st.integers(0, 12))):
            self.act(throw, 1)

    def copy_new_plays(self) -> None:
        """Take over what the table has played since, and keep the model's state at each of those records."""
        for play in self.table.history.plays[len(self.plays) :]:
            after = self.table.game.turn(play.step.state)
            same = isinstance(after, Decide) and after.seat == play.by
            self.plays.append(Move(play.by, play.notation, play.by is None or play.step.reveals or not same))
            self.past.append(list(self.plays))
        while len(self.past) <= self.table.history.records:  # the record of the end changes no play
            self.past.append(list(self.plays))

    def record(self) -> None:
        """A record was written that added no play."""
        self.past.append(list(self.plays))

    @property
    def floor(self) -> int:
        return max((i for i, move in enumerate(self.plays, start=1) if move.closes), default=0)

    @property
    def mover(self) -> int | None:
        turn = self.table.turn
        return turn.seat if isinstance(turn, Decide) else None

    @rule(throw=st.integers(0, 10**6), count=st.integers(1, 6))
    def act(self, throw: int, count: int) -> None:
        for i in range(count):
            seat = self.mover
            if seat is None:
                return
            move = random_move(self.table.game, self.table.history.state, Dice(throw, i))
            self.table.submit(seat, move)
            self.future = []
            self.copy_new_plays()

    def somebody(self, number: int) -> int:
        """Mostly the one to move or a person, sometimes anybody."""
        likely = [*self.humans, *self.humans, *([self.mover] * 3 if self.mover is not None else []), 0, 1, 2, 3]
        return likely[number % len(likely)]

    @rule(number=st.integers(0, 200), agree=st.booleans(), again=st.booleans())
    def undo(self, number: int, agree: bool, again: bool) -> None:
        seat = self.somebody(number)
        open_to_all = self.plays[: self.floor]
        last = max((i for i, move in enumerate(open_to_all) if move.by in self.humans), default=None)
        free = seat in self.humans and seat == self.mover and len(self.plays) > self.floor
        others = [human for human in self.humans if human != seat]
        allowed = seat in self.humans and (free or (last is not None and (agree or not others)))
        if not allowed:
            before = self.table.version
            try:
                self.table.undo(seat, ())
            except TableError:
                assert self.table.version == before
                return
            raise AssertionError("an undo that nobody allowed")
        to = len(self.plays) - 1 if free else last
        assert to is not None
        moves = count_moves(self.table.history, to)
        assert self.table.undo(seat, others if agree else ()) == max(1, moves)
        self.take_back(to)
        if again:
            self.redo_last()

    def take_back(self, to: int) -> None:
        self.future.append(self.plays[to:])
        self.plays = self.plays[:to]
        self.record()

    @rule(number=st.integers(0, 200))
    def reset(self, number: int) -> None:
        seat = self.somebody(number)
        if seat in self.humans and seat == self.mover and len(self.plays) > self.floor:
            self.table.reset_turn(seat)
            self.take_back(self.floor)
        else:
            before = self.table.version
            try:
                self.table.reset_turn(seat)
            except TableError:
                assert self.table.version == before
                return
            raise AssertionError("a turn of somebody else was reset")

    @rule()
    def redo(self) -> None:
        assert self.table.can_redo == bool(self.future)
        if self.future:
            self.redo_last()

    def redo_last(self) -> None:
        self.table.redo()
        for move in self.future.pop():
            self.plays.append(move)
            self.past.append(list(self.plays))
        while len(self.past) <= self.table.history.records:
            self.record()

    @precondition(lambda self: self.humans)
    @rule()
    def note(self) -> None:
        self.table.note(self.humans[0], "hint")
        self.record()

    @rule(cleanly=st.booleans(), lost=st.integers(0, 900))
    def leave_and_come_back(self, cleanly: bool, lost: int) -> None:
        if cleanly:
            assert self.table.close()
        else:
            kill(self.table)
            data = self.path.read_bytes()
            keep = max(data.index(b"\n") + 1, len(data) - lost)
            self.path.write_bytes(data[:keep])
            records = data[:keep].count(b"\n") - 1
            del self.past[records + 1 :]
            self.plays = list(self.past[-1])
        self.table = self.store.open("game")
        assert not self.table.read_only
        self.future = []
        self.copy_new_plays()

    @rule()
    def look_from_another_window(self) -> None:
        other = self.store.open("game")
        assert other.read_only
        assert other.history.state == self.table.history.state
        other.close()

    @rule()
    def duplicate(self) -> None:
        name = self.store.duplicate("game")
        copy = load_file(self.store.path(name))
        assert copy.damage is None
        assert copy.history.state == self.table.history.state
        assert copy.history.assists == self.table.history.assists
        self.store.path(name).unlink()

    @invariant()
    def table_and_model_agree(self) -> None:
        if not hasattr(self, "table"):
            return
        history = self.table.history
        assert [(p.by, p.notation) for p in history.plays] == [(m.by, m.text) for m in self.plays]
        assert self.table.journal.records == history.records == len(self.past) - 1
        assert self.table.pad().totals == self.table.totals
        assert not self.table.saved.unsaved_reason
        assert isinstance(self.table.turn, Decide | Over)
        assert all(line.text.isprintable() for line in self.table.log(None))

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.close()
            shutil.rmtree(self.folder)
            self.registered.__exit__(None, None, None)


PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking games that touch the disk takes minutes

TestTable = TableMachine.TestCase
TestTable.settings = settings(stateful_step_count=sample(20, 30), phases=PHASES)
