"""The window that keeps an open table: when it gives that up, when another takes it, and what it does later."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.faults import Disk, refuse_locks
from tests.table.helpers import null_header
from tests.table.sharing import opened
from tests.table.windows import follow, move_on, states, three
from towergames.core.contract import Decide, Nature
from towergames.session.text import warning
from towergames.table import shared, shared_journal
from towergames.table.lock import Lock, take_lock
from towergames.table.save_file import verify
from towergames.table.seats import AWAY, HERE
from towergames.table.shared import Overtaken, SharedTable, Slow
from towergames.table.store import Store

pytest.importorskip("fcntl")


def keepers(*tables: SharedTable) -> list[bool]:
    return [table.keeps for table in tables]


def swapped(*tables: SharedTable) -> None:
    """Bob, who begins (``first=2``), draws a new secret; only the keeper lets Nature say which."""
    follow(*tables)
    tables[1].submit(1, tables[1].parse("swap"))


def test_while_the_keeper_rests_another_window_keeps_the_table_and_sees_nobody_there(tmp_path: Path) -> None:
    tables = three(tmp_path, first=2)
    before = tables[0].version
    with tables[0].suspended():
        swapped(*tables)
        follow(*tables)
        assert keepers(*tables) == [False, True, False], "nor does it take the table back"
        assert isinstance(tables[2].turn, Decide)
        assert tables[1].presence(0) == AWAY
    assert tables[1].presence(0) == HERE
    assert tables[0].version > before, "what was thought out before is stale"
    follow(*tables)
    assert keepers(*tables) == [False, True, False]
    tables[1].close()
    follow(tables[0])
    assert tables[0].keeps


def test_a_resting_window_waits_for_its_record(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "LEAVE_TIMEOUT", 0.01)
    tables = three(tmp_path, first=1)
    with disk.stalled():
        with pytest.raises(Slow):
            tables[0].submit(0, tables[0].legal()[0])
        with tables[0].suspended():
            assert tables[1].journal.keep(), "it does not wait for ever"
    monkeypatch.setattr(shared, "LEAVE_TIMEOUT", 10)
    with tables[0].suspended():
        follow(*tables[1:])
        assert tables[1].moves == tables[0].moves + 1, "the record is there before another window goes on"
    follow(*tables)
    assert states(*tables)[1:] == states(*tables)[:2]


def test_a_window_stopped_as_it_locks_leaves_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path)
    tables[0].close()
    with ExitStack() as stopped:

        def stopping(*what: Any, **how: Any) -> Lock | None:
            lock = take_lock(*what, **how)
            stopped.enter_context(tables[1].suspended())
            return lock

        with monkeypatch.context() as patched:
            patched.setattr(shared_journal, "take_lock", stopping)
            assert not tables[1].journal.keep()
        tables[2].follow()
        assert keepers(*tables[1:]) == [False, True]


def test_a_game_of_one_window_stays_its_own_while_the_program_is_stopped(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(null_header("", ""), "game")
    with table.suspended():
        assert Store(tmp_path).open("game").read_only
    assert table.keeps


def test_without_locks_nobody_keeps_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path)
    tables[0].close()
    with monkeypatch.context() as patched:
        refuse_locks(patched)
        follow(*tables[1:])
        assert keepers(*tables[1:]) == [False, False]
    follow(*tables[1:])
    assert keepers(*tables[1:]) == [True, False]


def test_an_undo_is_carried_out_once_nobody_else_writes(tmp_path: Path) -> None:
    tables = three(tmp_path, first=1)
    assert move_on(*tables) == 0
    moves = tables[0].moves
    tables[0].ask_undo(0)
    for seat in (1, 2):
        tables[seat].follow()
        tables[seat].answer_undo(seat, True)
    lock = take_lock(tmp_path / "game.jsonl", "write")
    follow(*tables)
    assert [table.moves for table in tables] == [moves] * 3
    assert warning(tables[0].saved) == "", "that another window writes is no trouble"
    assert tables[0].keeper_must_act
    lock.free()
    follow(*tables)
    assert [table.moves for table in tables] == [moves - 1] * 3
    assert not tables[0].keeper_must_act


def test_nature_decides_once_nobody_else_writes_and_only_the_keeper_can_work_it_out(tmp_path: Path) -> None:
    tables = three(tmp_path, first=2)
    swapped(*tables)
    lock = take_lock(tmp_path / "game.jsonl", "write")
    follow(*tables)
    assert all(isinstance(table.turn, Nature) for table in tables)
    assert warning(tables[0].saved) == ""
    assert tables[1].foresee_nature() is None
    work = tables[0].foresee_nature()
    lock.free()
    known = work()
    tables[1].advance(known)
    assert isinstance(tables[1].turn, Nature), "another window lets nothing happen"
    tables[0].advance(known)
    follow(*tables)
    assert [table.history.plays[-1].move for table in tables] == [*known] * 3


def test_what_nature_will_do_after_a_move_is_worked_out_in_the_keepers_window_only(tmp_path: Path) -> None:
    tables = three(tmp_path, first=1)
    swap = tables[0].parse("swap")
    work = tables[0].outcome_work(0, swap)
    tables[0].submit(0, swap, work())
    follow(*tables)
    assert tables[1].turn == Decide(1, "move")
    assert tables[1].outcome_work(1, swap) is None


def test_bots_are_played_by_the_keeper_alone(tmp_path: Path) -> None:
    header = opened(null_header("", "", "random", first=3))
    ann = Store(tmp_path).begin(header, "game")
    bob = Store(tmp_path).join("game", (1,))
    follow(ann, bob)
    with pytest.raises(Overtaken, match="another window plays the bots"):
        bob.submit(2, bob.legal()[0])
    ann.submit(2, ann.legal()[0])
    follow(ann, bob)
    assert bob.turn == Decide(0, "move")
    assert bob.history.plays[-1].by == 2


def test_a_removed_file_comes_once_there_is_room(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    tables = three(tmp_path, moves=1)
    path = tmp_path / "game.jsonl"
    path.unlink()
    disk.fill()
    follow(*tables)
    assert "game.jsonl cannot be written: No space left" in warning(tables[0].saved)
    assert not path.exists(), "half a file would be taken for the game"
    disk.full = False
    follow(*tables)
    move_on(*tables)
    assert verify(path).ok
    assert states(*tables)[1:] == states(*tables)[:2]
    assert warning(tables[0].saved) == ""
    assert tables[0].news() == ("The file of game was removed while the table was open. It was written again.",)
