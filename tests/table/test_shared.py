"""A table that is open to several windows: one file, a window for each person."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import first
from tests.faults import Disk
from tests.plain.helpers import header_of
from tests.table.helpers import NAMES, append, null_header
from tests.table.sharing import opened, play
from tests.table.windows import follow, move, move_on, states, three
from towergames import registry
from towergames.core.contract import Decide, Nature
from towergames.session.text import lost, read_only_reason, warning
from towergames.table import shared
from towergames.table.errors import PinError, ReadOnly, SaveError, TableError
from towergames.table.lock import take_lock, take_over
from towergames.table.log import log_lines
from towergames.table.records import Record, SeatSetup
from towergames.table.save_file import load_file, verify
from towergames.table.seats import AWAY, GONE, HERE, KEPT, free_seats, hashed, keep_for_link, presence, vacant_seats
from towergames.table.setup import new_header
from towergames.table.shared import Overtaken, SharedTable, Slow
from towergames.table.storage import OsStorage
from towergames.table.store import Store

pytest.importorskip("fcntl")


def test_every_window_sees_every_move_and_writes_only_its_own(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=9)
    assert states(*tables)[1:] == states(*tables)[:2]
    ann = tables[0]
    other = (ann.turn.seat + 1) % 3
    with pytest.raises(TableError, match="plays at another window"):
        tables[other].submit(ann.turn.seat, ann.legal()[0])
    for table in tables:
        assert table.close()
    assert {entry.name for entry in tmp_path.iterdir()} == {"game.jsonl"}, "locks are left"
    assert verify(tmp_path / "game.jsonl").ok


def test_a_move_on_a_state_that_is_no_longer_there_is_refused_and_the_table_shows_the_newer_one(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    late = tables[seat]
    move = late.legal()[0]
    # The same seat's move comes in from elsewhere, as with a copy of the window.
    copy = Store(tmp_path).join("game", ())
    copy.seats = late.seats
    copy.submit(seat, move)
    records = copy.journal.records
    with pytest.raises(Overtaken, match="another window was faster"):
        late.submit(seat, move)
    assert late.moves == copy.moves
    assert late.follow() is not None
    assert len(load_file(tmp_path / "game.jsonl").contents.records) >= records


def test_a_message_does_not_overtake_a_move(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    tables[(seat + 1) % 3].say((seat + 1) % 3, "hurry\x1b[2J up " + "x" * 300)
    move(*tables)
    follow(*tables)
    (said,) = tables[seat].history.said
    assert said.by == (seat + 1) % 3
    assert said.text.startswith("hurry")
    assert "\x1b" not in said.text
    assert len(said.text) <= 200
    loaded = load_file(tmp_path / "game.jsonl")
    assert all("hurry" not in line.text for line in log_lines(loaded.history, None, everything=True))
    assert loaded.history.assists == {}, "a message is no help"


def test_when_the_keeper_goes_the_next_window_takes_over_and_lets_nature_decide(tmp_path: Path) -> None:
    tables = three(tmp_path)
    assert [table.keeps for table in tables] == [True, False, False]
    follow(*tables)
    while tables[0].turn.seat == 0:
        move_on(*tables)
    seat = tables[0].turn.seat
    tables[seat].submit(seat, tables[seat].parse("swap"))
    assert isinstance(tables[seat].turn, Nature), "only the keeper lets Nature decide"
    tables[0].close()
    assert not tables[1].keeps
    assert not tables[2].keeps
    follow(*tables[1:])
    assert [table.keeps for table in tables[1:]] == [True, False]
    assert isinstance(tables[2].turn, Decide)
    assert states(tables[1]) == states(tables[2])


def test_undo_asks_the_people_at_their_windows_and_the_keeper_carries_it_out(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = move_on(*tables)
    others = [other for other in range(3) if other != seat]
    tables[seat].ask_undo(seat)
    follow(*tables)
    for other in others:
        request = tables[other].history.request
        assert other in request.waits_for
        tables[other].answer_undo(other, True)
    follow(*tables)
    assert tables[0].history.request is None
    assert tables[0].history.assists == {"undo": 1}
    assert tables[1].turn == Decide(seat, "move")
    assert load_file(tmp_path / "game.jsonl").damage is None


def test_one_no_ends_the_undo_and_who_is_gone_cannot_be_asked(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = move_on(*tables)
    other, third = (o for o in range(3) if o != seat)
    tables[seat].ask_undo(seat)
    follow(*tables)
    moves = tables[seat].moves
    tables[other].answer_undo(other, False)
    follow(*tables)
    request = tables[seat].history.request
    assert request.refused == other
    assert tables[seat].moves == moves
    tables[third].close()
    with pytest.raises(TableError, match=f"agreement of {NAMES[third]}, who has no window open"):
        tables[seat].ask_undo(seat)


def test_an_answer_to_an_undo_that_was_refused_meanwhile_says_so(tmp_path: Path) -> None:
    tables = three(tmp_path, first=1)
    with pytest.raises(TableError, match=r"^nothing to undo: "):
        tables[0].ask_undo(0)
    move_on(*tables)
    tables[0].ask_undo(0)
    follow(*tables)
    tables[1].answer_undo(1, False)
    with pytest.raises(Overtaken, match="this is not possible any more: it answers a question that was not asked"):
        tables[2].answer_undo(2, True)
    request = tables[2].history.request
    assert (request.refused, request.agreed) == (1, ())


def test_what_one_person_took_back_can_be_done_again_but_not_what_chance_and_others_did(tmp_path: Path) -> None:
    alone = Store(tmp_path).begin(opened(null_header("")), "alone")
    state = alone.history.state
    for again in (True, False):
        alone.submit(0, alone.parse("take 1" if again else "swap"))
        moved = alone.history.state
        alone.undo(0)
        assert alone.history.state == state
        assert alone.can_redo == again
        if again:
            alone.redo()
            assert alone.history.state == moved
            alone.undo(0)
    with pytest.raises(TableError, match="nothing to redo"):
        alone.redo()
    watching = Store(tmp_path).join("alone")
    assert watching.history.state == state


def test_every_window_goes_on_to_the_same_next_game(tmp_path: Path) -> None:
    tables = three(tmp_path, heap=1)
    while isinstance(tables[0].turn, Decide):
        move_on(*tables)
    rematches = [Store(tmp_path).again(table) for table in tables]
    assert {table.name for table in rematches} == {"null-ann-bob-cleo"}
    assert [table.here for table in rematches] == [(0,), (1,), (2,)]
    assert [table.history.next for table in tables[1:]] == ["null-ann-bob-cleo"] * 2


def test_messages_stand_in_the_log_where_the_journal_has_them(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = move_on(*tables)
    other = next(s for s in range(3) if s != seat)
    tables[seat].say(seat, "before the undo")
    tables[other].follow()
    tables[other].note(other, "hint")
    tables[seat].follow()
    tables[seat].say(seat, "a hint?")
    tables[seat].ask_undo(seat)
    for window in range(3):
        if window != seat:
            tables[window].follow()
            tables[window].answer_undo(window, True)
    follow(*tables)
    tables[other].say(other, "agreed")
    move_on(*tables)
    for table in tables:
        said = [line.text for line in table.log(None)]
        words = ("before the undo", "used a hint", "a hint?", "undid 1 move", "says: agreed")
        marked = [word for text in said for word in words if word in text]
        assert marked == list(words)
        assert "agreed" not in said[-1], "the move after the undo comes last"


def test_an_empty_message_is_not_told(tmp_path: Path) -> None:
    tables = three(tmp_path)
    data = (tmp_path / "game.jsonl").read_bytes()
    for text in ("", "  ", "\x1b\t"):
        with pytest.raises(TableError, match=r"^the message is empty. Type: say TEXT$"):
            tables[1].say(1, text)
    assert (tmp_path / "game.jsonl").read_bytes() == data


def test_a_seat_is_taken_by_one_window_and_free_again_when_that_goes(store: Store, tmp_path: Path) -> None:
    tables = three(tmp_path)
    with pytest.raises(TableError, match="Bob sits at another window already"):
        store.join("game", (1,))
    watching = store.join("game")
    assert [watching.presence(seat) for seat in range(3)] == [HERE, HERE, HERE]
    tables[1].seats.away(True)
    tables[2].close()
    assert [watching.presence(seat) for seat in range(3)] == [HERE, AWAY, GONE]
    assert tables[1].presence(1) == HERE, "whoever asks at a window is in front of it"
    assert free_seats(tmp_path / "game.jsonl", ("", "", "")) == [2]
    assert not watching.may_keep
    with pytest.raises(ReadOnly, match="you watch this table"):
        watching.note(0, "hint")
    assert store.join("game", (2,)).here == (2,)


def test_a_seat_with_a_link_can_be_taken_by_every_window_and_taken_back(store: Store, tmp_path: Path) -> None:
    tables, path = three(tmp_path), tmp_path / "game.jsonl"
    tables[1].note_pin(1, *hashed("2718"))
    tables[1].close()
    kept = keep_for_link(path, 1)
    assert kept is not None and keep_for_link(path, 1) is None, "a seat has one link"
    assert (presence(path, 1), vacant_seats(path, [0, 1, 2]), free_seats(path, [""] * 3)) == (KEPT, {1: KEPT}, [])
    with pytest.raises(PinError):
        store.join("game", (1,))
    terminal = store.join("game", (1,), "2718")
    assert (presence(path, 1), vacant_seats(path, [1])) == (HERE, {})
    for pin in ("", "1111"):
        with pytest.raises(PinError):
            store.join("game", (1,), pin, from_others=True)
    browser = store.join("game", (1,), "2718", from_others=True)
    terminal.follow()
    assert terminal.seats.look_after()
    terminal.follow()
    assert (terminal.here, browser.here, presence(path, 1)) == ((), (1,), HERE)
    assert terminal.news() == ("Another window has taken the seat of Bob. This window only watches now.",)
    with pytest.raises(ReadOnly):
        terminal.say(1, "I am Bob")
    terminal.close()
    browser.follow()
    browser.say(1, "no, I am")
    browser.close()
    assert presence(path, 1) == KEPT
    kept.free()
    assert free_seats(path, [""] * 3) == [1]


def test_a_seat_that_cannot_be_taken_over_stays(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", _refused)
        with pytest.raises(TableError, match=r"^the seat cannot be taken from the other window: Permission denied$"):
            store.join("game", (1,), from_others=True)
    assert not tables[1].seats.look_after() and tables[1].here == (1,)
    assert not list(tmp_path.glob(".*.seat-2-*")), "nothing is left behind"
    with monkeypatch.context() as patched:
        patched.setattr("towergames.table.lock.os.open", _refused)
        assert take_over(tmp_path / "game.jsonl", "seat-2").lacking == "Permission denied"


def _refused(*_: Any, **__: Any) -> Any:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_seat_with_a_pin_opens_to_nobody_else_and_the_pin_stands_nowhere(store: Store, tmp_path: Path) -> None:
    store.begin(opened(null_header("", "", "")), "game", "2718")
    bob = store.join("game", (1,), new_pin="3141")
    bob.close()
    with pytest.raises(TableError, match="this is not the PIN of Bob"):
        store.join("game", (1,), "1234")
    with pytest.raises(TableError, match="the seat of Bob has a PIN"):
        store.join("game", (1,))
    bob = store.join("game", (1,), "3141")
    bob.sit(1)
    assert bob.here == (1,), "who sits there is not asked again"
    bodies = [record.body for record in load_file(tmp_path / "game.jsonl").contents.records if record.by in (0, 1)]
    assert [set(body) for body in bodies] == [{"note", "salt", "hash"}] * 2
    assert all(pin not in body.values() for body in bodies for pin in ("2718", "3141"))


def test_a_pin_that_opens_a_seat_is_given_to_no_other_and_holds_in_the_next_game(store: Store) -> None:
    store.begin(opened(null_header("", "", heap=1)), "game", "2718").close()
    both = store.join("game", (0, 1), "2718")
    assert sorted(both.history.pins) == [0]
    while isinstance(both.turn, Decide):
        both.submit(both.turn.seat, both.legal()[0])
    after = store.again(both)
    assert after.here == (0, 1), "who sat there before is not asked"
    assert sorted(after.history.pins) == [0]
    after.close()
    with pytest.raises(PinError, match="has a PIN"):
        store.join(after.name, (0,))


def test_a_next_game_can_be_begun_later(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path, heap=1)
    while isinstance(tables[0].turn, Decide):
        move_on(*tables)
    disk.fill()
    with pytest.raises(SaveError):
        Store(tmp_path, OsStorage()).again(tables[0])
    disk.full = False

    def refuse(name: str, _: str) -> None:
        raise SaveError(f"{name} is full")

    with monkeypatch.context() as patch:  # the next game is there, but the others cannot be told
        patch.setattr(tables[0], "note_next", refuse)
        with pytest.raises(SaveError, match="is full"):
            Store(tmp_path).again(tables[0])
    assert not tables[0].history.next
    assert [entry.name for entry in tmp_path.glob("*.jsonl")] == ["game.jsonl"]
    again = [Store(tmp_path).again(table) for table in tables]
    assert len({table.name for table in again}) == 1


def test_a_window_that_is_overtaken_leaves_no_second_next_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, _ = tables = three(tmp_path, heap=1)
    while isinstance(ann.turn, Decide):
        move_on(*tables)
    first = Store(tmp_path).again(bob)
    monkeypatch.setattr(ann, "follow", lambda: None)  # Ann has not seen it when she asks
    assert Store(tmp_path).again(ann).name == first.name
    assert {entry.stem for entry in tmp_path.glob("*.jsonl")} == {"game", first.name}


def test_copies_of_another_table_with_a_longer_name_are_not_taken_for_copies_of_this_one(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for name in ("game", "game-2"):
        store.begin(opened(null_header("", "")), name).close()
    (tmp_path / "game-2-conflict.jsonl").write_bytes((tmp_path / "game-2.jsonl").read_bytes())
    assert not store.join("game").news()
    assert any("game-2-conflict" in line for line in store.join("game-2").news())


def test_a_find_that_the_disk_does_not_take_is_known_until_the_table_goes(tmp_path: Path, disk: Disk) -> None:
    ann = three(tmp_path, first=1)[0]
    with disk.stalled():
        ann.record_best_move(0, ann.legal()[0])
        assert len(ann.history.finds) == 1
    assert ann.flush()
    assert len(ann.history.finds) == 1, "it was written late, and is the same"
    disk.fill()
    ann.record_best_move(0, ann.legal()[-1])
    assert len(ann.history.finds) == 2


def test_a_yes_to_one_undo_is_none_to_another(tmp_path: Path) -> None:
    ann, bob, cleo = tables = three(tmp_path, first=1, moves=4)
    bob.ask_undo(1)
    follow(*tables)
    asked = ann.history.request
    cleo.answer_undo(2, False)
    cleo.ask_undo(2)
    with pytest.raises(Overtaken, match="a question that was not asked"):
        ann.answer_undo(0, True, asked)
    follow(*tables)
    request = ann.history.request
    assert (request.by, request.agreed) == (2, ())


def test_after_an_undo_that_all_agreed_to_nothing_can_be_done_again(tmp_path: Path) -> None:
    ann = Store(tmp_path).begin(opened(header_of("Ann", "Bob")), "game")
    bob = Store(tmp_path).join("game", (1,))
    for seat in (0, 1, 0):
        while isinstance(ann.turn, Decide) and ann.turn.seat == seat:
            (ann, bob)[seat].submit(seat, (ann, bob)[seat].legal()[0])
            follow(ann, bob)
    while isinstance(ann.turn, Decide) and ann.turn.seat == 1:
        bob.submit(1, bob.legal()[0])
        follow(ann, bob)
    ann.submit(0, ann.legal()[0])
    ann.undo(0)
    assert ann.can_redo
    follow(ann, bob)
    bob.ask_undo(1)
    follow(ann, bob)
    ann.answer_undo(0, True)
    follow(ann, bob)
    assert ann.history.assists == {"undo": 1}
    assert not ann.can_redo


def test_a_save_that_is_not_open_is_what_it_was(store: Store, tmp_path: Path) -> None:
    store.begin(null_header("", ""), "closed").close()
    assert b'"format":1' in (tmp_path / "closed.jsonl").read_bytes()
    with pytest.raises(SaveError, match="not an open table"):
        store.join("closed", (0,))
    store.begin(opened(null_header("", "")), "table").close()
    assert b'"format":2' in (tmp_path / "table.jsonl").read_bytes(), "older versions refuse a newer format"
    with pytest.raises(SaveError, match="Join it with: towergames join table"):
        store.open("table")
    assert [info.name for info in store.open_tables()] == ["table"]
    waiting = store.latest_unfinished()
    assert waiting.name == "closed"


def test_a_table_that_is_open_can_be_neither_renamed_nor_deleted(tmp_path: Path) -> None:
    tables = three(tmp_path)
    for deed in (lambda: Store(tmp_path).rename("game", "other"), lambda: Store(tmp_path).delete("game")):
        with pytest.raises(SaveError, match="open in another window"):
            deed()
    for table in tables:
        table.close()
    assert Store(tmp_path).rename("game", "other") == "other"


def test_a_full_disk_refuses_the_move_and_nothing_is_lost(tmp_path: Path, disk: Disk) -> None:
    tables = three(tmp_path, moves=1)
    before = states(*tables)
    disk.fill()
    with pytest.raises(SaveError, match="cannot be written"):
        move(*tables)
    follow(*tables)
    assert states(*tables) == before
    disk.full = False
    move_on(*tables)
    assert verify(tmp_path / "game.jsonl").ok


def test_a_window_that_waits_long_for_the_disk_says_so(tmp_path: Path) -> None:
    tables = three(tmp_path)
    for table in tables:
        table.journal.patience = 0.01
    lock = take_lock(tmp_path / "game.jsonl", "write")
    with pytest.raises(SaveError, match="another window is writing, and the disk is slow"):
        move(*tables)
    lock.free()
    move_on(*tables)


def test_a_disk_that_is_slow_holds_no_window_and_every_record_is_there_once(tmp_path: Path, disk: Disk) -> None:
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    late, before = tables[seat], tables[seat].moves
    move = late.legal()[0]
    with disk.stalled():
        with pytest.raises(Slow, match="The table waits until this is saved"):
            late.submit(seat, move)
        assert late.moves == before
        assert late.follow() is None
        assert "the disk is slow" in late.saved.unsaved_reason
        for again in (
            lambda: late.submit(seat, move),
            lambda: late.say(seat, "hello"),
            lambda: late.note(seat, "hint"),
            lambda: late.answer_undo(seat, True),
        ):
            with pytest.raises(Slow, match="Wait until the last move is saved"):
                again()
        other = tables[(seat + 1) % 3]
        other.follow()
        other.journal.patience = 30
        with pytest.raises(Slow):
            other.say((seat + 1) % 3, "hello")
    assert late.flush()
    assert late.saved.unsaved_reason == ""
    assert late.moves == before + 1
    for table in tables:
        table.flush()
    follow(*tables)
    assert [len(table.history.plays) for table in tables] == [late.moves] * 3
    assert len(late.history.said) == 1
    for _ in range(3):
        move_on(*tables)
    assert verify(tmp_path / "game.jsonl").ok


def test_a_move_that_waited_is_made_after_the_message_that_was_written_before_it(tmp_path: Path, disk: Disk) -> None:
    tables = three(tmp_path, first=1)
    late, other = tables[0], tables[1]
    move, before = late.legal()[0], late.moves
    with disk.stalled():
        with pytest.raises(Slow):
            other.say(1, "hello")
        late.journal.patience = 30
        with pytest.raises(Slow):
            late.submit(0, move)
    assert other.flush()
    with disk.stalled():
        assert not late.flush(), "it is written again, behind the message, and the disk is slow again"
        assert late.follow() is None
        assert warning(late.saved) == "The disk is slow. The table waits until the last move is saved."
    assert late.flush()
    assert warning(late.saved) == ""
    assert late.moves == before + 1
    follow(*tables)
    assert states(*tables)[1:] == states(*tables)[:2]
    kinds = [record.kind for record in load_file(tmp_path / "game.jsonl").contents.records]
    assert kinds[-2:] == ["note", "action"]


def test_what_a_slow_disk_refuses_in_the_end_is_told_and_not_done(tmp_path: Path, disk: Disk) -> None:
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    before = tables[seat].moves
    with disk.stalled(errno.EIO), pytest.raises(Slow):
        move(*tables)
    tables[seat].flush()
    assert tables[seat].moves == before
    assert "cannot be written" in " ".join(tables[seat].news())
    move_on(*tables)
    assert verify(tmp_path / "game.jsonl").ok


def test_a_window_that_closes_early_hinders_nobody(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "LEAVE_TIMEOUT", 0.01)
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    before = tables[seat].moves
    with disk.stalled():
        with pytest.raises(Slow):
            move(*tables)
        assert not tables[seat].close()
        assert "the last move of game may not be saved" in lost(tables[seat].saved)
    rest = [table for table in tables if table is not tables[seat]]
    while rest[0].moves == before:
        follow(*rest)
    assert verify(tmp_path / "game.jsonl").ok
    assert any(table.keeps for table in rest)


def test_what_a_killed_window_left_of_its_line_is_cut_by_the_next(tmp_path: Path) -> None:
    tables = three(tmp_path)
    path = tmp_path / "game.jsonl"
    for _ in range(3):
        append(path, b'{"n":99,"by":1,"kind":"acti')
        follow(*tables)
        move_on(*tables)
        append(path, b'{"n":99,"by":1,"kind":"acti')
        Store(tmp_path).join("game").close()
    move_on(*tables)
    assert verify(path).ok


def test_two_that_play_by_mail_on_the_same_game_lose_neither_version(tmp_path: Path) -> None:
    """A program that synchronises folders puts the other machine's file in the place of ours."""
    for machine in ("ours", "theirs"):
        (tmp_path / machine).mkdir()
    ours = Store(tmp_path / "ours").begin(opened(null_header("", "", "", heap=40)), "game")
    for seat in (1, 2):
        ours.sit(seat)
    data = (tmp_path / "ours" / "game.jsonl").read_bytes()
    (tmp_path / "theirs" / "game.jsonl").write_bytes(data)
    theirs = Store(tmp_path / "theirs").join("game", (0, 1, 2))

    def copy(source: SharedTable, target: SharedTable) -> None:
        fresh = target.journal.path.with_name("copied")
        fresh.write_bytes(source.journal.path.read_bytes())
        os.replace(fresh, target.journal.path)
        target.follow()

    theirs.submit(theirs.turn.seat, theirs.legal()[0])
    copy(theirs, ours)
    assert ours.history.state == theirs.history.state
    assert ours.news() == ()
    ours.submit(ours.turn.seat, ours.legal()[0])
    theirs.submit(theirs.turn.seat, theirs.legal()[-1])
    mine = ours.history.state
    copy(theirs, ours)
    (told,) = ours.news()
    assert "game-conflict" in told
    assert ours.history.state == theirs.history.state
    assert load_file(tmp_path / "ours" / "game-conflict.jsonl").history.state == mine
    ours.submit(ours.turn.seat, ours.legal()[0])
    assert verify(tmp_path / "ours" / "game.jsonl").ok
    ours.close()
    (tmp_path / "ours" / "game.sync-conflict-20260101-000000.jsonl").write_bytes(b"x")
    (told,) = Store(tmp_path / "ours").join("game").news()
    assert "game-conflict.jsonl and game.sync-conflict-20260101-000000.jsonl" in told


def test_a_file_that_holds_another_game_is_left_alone_and_this_one_is_kept(tmp_path: Path) -> None:
    tables = three(tmp_path, first=1, moves=1)
    tables[0].ask_undo(0)
    follow(*tables)
    mine = tables[0].history.state
    Store(tmp_path).begin(opened(null_header("", "", seed=9)), "other").close()
    os.replace(tmp_path / "other.jsonl", tmp_path / "game.jsonl")
    follow(*tables)
    assert all(table.read_only for table in tables)
    assert "its file now holds another game" in read_only_reason(tables[1].saved)
    assert load_file(tmp_path / "game-conflict.jsonl").history.state == mine
    assert len(tables[0].news()) == 1
    with pytest.raises(ReadOnly):
        tables[0].say(0, "hello")
    with pytest.raises(ReadOnly, match=r"^you can only look at this game: its file now holds another game$"):
        tables[1].answer_undo(1, True)


def test_a_record_that_this_program_cannot_follow_is_not_passed_over(tmp_path: Path) -> None:
    tables = three(tmp_path)
    tables[1].journal.put(Record(1, 1, "action", {"move": "fly"}), "0" * 16).result()
    with pytest.raises(SaveError, match="this program cannot follow record"):
        tables[0].follow()
    assert tables[0].read_only
    assert tables[0].follow() is None


def test_the_keeper_ends_a_turn_whose_time_is_over(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = tables[0].turn.seat
    with pytest.raises(Overtaken):
        tables[1].time_over(seat, tables[1].legal()[0])
    tables[0].time_over(seat, tables[0].legal()[0])
    follow(*tables)
    assert states(*tables)[1:] == states(*tables)[:2]
    assert tables[1].history.plays[-1].by in (seat, None)


def test_a_keeper_on_a_full_disk_says_so_and_goes_on_when_there_is_room(tmp_path: Path, disk: Disk) -> None:
    tables = three(tmp_path)
    while tables[0].turn.seat == 0:
        move_on(*tables)
    seat = tables[0].turn.seat
    tables[seat].submit(seat, tables[seat].parse("swap"))
    disk.fill()
    follow(*tables)
    assert "cannot be written" in warning(tables[0].saved)
    assert isinstance(tables[0].turn, Nature)
    disk.full = False
    follow(*tables)
    assert warning(tables[0].saved) == ""
    assert isinstance(tables[seat].turn, Decide)


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
def test_in_a_folder_that_several_users_may_write_they_may_write_the_table_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    tables = three(tmp_path)
    assert {stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()} == {0o660}
    for table in tables:
        table.close()
    tmp_path.chmod(0o700)
    three(tmp_path.joinpath("own"))
    assert {stat.S_IMODE(e.stat().st_mode) & 0o077 for e in (tmp_path / "own").iterdir() if e.is_file()} <= {0, 0o044}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("key", first(2, ["takethat", "bricks", "konexi", "leaning", "words"]))
def test_a_whole_game_in_processes_of_their_own(tmp_path: Path, key: str) -> None:
    if why := registry.unavailable_reason(key):
        pytest.skip(why)
    entry = registry.get(key)
    level = entry.levels[0].name
    people = [SeatSetup(name) for name in NAMES[:2]]
    seats = [*people, SeatSetup("Carl", level)] if entry.game.info.seats[1] > 2 else people
    header = new_header(entry.game, seats, {}, 5, levels=[level])
    found = play(tmp_path, "game", header)
    assert found["ended"] == 2, found
    assert found["over"] == 1
    assert not any(found[fault] for fault in ("crashed", "stuck", "lost", "twice", "damaged")), found


def test_the_records_of_an_open_table_are_those_that_format_md_names(tmp_path: Path) -> None:
    tables = three(tmp_path)
    seat = move_on(*tables)
    tables[seat].say(seat, "well")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert lines[-1]["kind"] == "note"
    assert lines[-1]["body"] == {"note": "say", "text": "well"}
    assert lines[-1]["state"]
