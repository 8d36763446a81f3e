"""The folder of saves in everyday use."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.null.entry import NULL
from tests.table.helpers import do, lines_of, null_header, reseal, saved_game
from towergames.core.contract import Over
from towergames.session.text import read_only_reason
from towergames.table.errors import ReadOnly, SaveError, TableError
from towergames.table.history import count_moves
from towergames.table.journal import Journal, read_journal
from towergames.table.lock import take_lock
from towergames.table.match import Table
from towergames.table.records import MAX_FILE, Branch, SeatSetup
from towergames.table.save_file import load_file, verify
from towergames.table.storage import LARGEST_ASIDE, OsStorage
from towergames.table.store import Store


@pytest.fixture(autouse=True)
def hasty_disk() -> None:
    """Here every write waits for the disk, as it does in a game."""


def refuse(monkeypatch: pytest.MonkeyPatch, call: str, code: int) -> None:
    """Let the disk refuse every such call."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(OsStorage, call, refused)


def test_a_game_is_saved_listed_and_continued(store: Store) -> None:
    assert store.names() == []
    assert store.latest_unfinished() is None
    table = store.begin(null_header("", "easy"))
    play_on(table, 3)
    table.close()
    (info,) = store.peek_all()
    assert (info.name, info.game, info.seats, info.bots) == ("null-ann-bob", "null", ("Ann", "Bob"), ("", "easy"))
    assert (info.totals, info.finished, info.problem) == (table.totals, False, "")
    assert info.moves == count_moves(table.history) < table.moves, "what chance did is no move"
    again = store.open(store.latest_unfinished().name)
    assert again.history.plays == table.history.plays
    play_on(again, 100)
    again.close()
    assert store.peek(info.name).finished
    assert store.latest_unfinished() is None


def test_continue_opens_the_save_that_was_played_last(store: Store) -> None:
    for age, name in enumerate(("old", "new", "finished")):
        path = saved_game(store.folder, name, moves=99 if name == "finished" else 2)
        os.utime(path, (1000 + age, 1000 + age))
    assert store.latest_unfinished().name == "new"
    assert [info.name for info in store.peek_all()] == ["finished", "new", "old"]


def test_a_second_window_only_looks(store: Store) -> None:
    first = store.begin(null_header("", ""), "game")
    second = store.open("game")
    assert second.read_only
    assert second.turn == first.turn
    for deed in (
        lambda: play_on(second, 1),
        lambda: second.undo(0),
        lambda: second.redo(),
        lambda: second.reset_turn(0),
        lambda: second.note(0, "hint"),
    ):
        with pytest.raises(ReadOnly, match="open in another window"):
            deed()
    for deed in (store.delete, store.recover, lambda name: store.rename(name, "x")):
        with pytest.raises(SaveError, match="open in another window"):
            deed("game")
    second.close()
    play_on(first, 1)
    first.close()
    with pytest.raises(ReadOnly, match="closed"):
        play_on(first, 1)
    third = store.open("game")
    assert not third.read_only
    assert third.moves == first.moves
    third.close()


def test_a_line_being_written_elsewhere_is_not_taken_for_damage(store: Store) -> None:
    table = store.begin(null_header("", ""), "game")
    play_on(table, 2)
    path = store.path("game")
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])  # as a reader may see it for an instant
    other = store.open("game")
    assert other.read_only
    assert other.moves < table.moves
    other.close()
    assert path.read_bytes() == whole[:-10]
    assert list(store.folder.glob("*.damaged*")) == []
    table.close()


def test_a_torn_save_goes_on_from_its_good_prefix_and_the_torn_file_is_kept(store: Store) -> None:
    path = saved_game(store.folder)
    damaged = path.read_bytes()[:-20]
    path.write_bytes(damaged)
    info = store.peek("game")
    assert "damaged at record" in info.problem
    assert info.moves > 0
    table = store.open("game")
    assert not table.read_only
    assert count_moves(table.history) == info.moves
    play_on(table, 2)
    table.close()
    assert (store.folder / "game.jsonl.damaged").read_bytes() == damaged
    assert verify(path).ok
    assert store.names() == ["game"]
    path.write_bytes(path.read_bytes()[:-20])
    aside = store.recover("game")
    assert aside == store.folder / "game.jsonl.damaged-2"
    assert store.recover("game") is None


def test_a_record_against_the_rules_is_recovered_from_like_any_damage(store: Store) -> None:
    path = saved_game(store.folder)
    lines = lines_of(path)
    lines[3] = lines[3] | {"state": "0" * 16}
    path.write_bytes(reseal(lines))
    report = verify(path)
    assert (report.ok, report.record, report.records) == (False, 3, 2)
    assert "state that differs" in report.reason
    table = store.open("game")
    assert table.history.records >= 2
    table.close()
    assert verify(path).ok


def test_a_damaged_save_on_a_disk_that_refuses_is_still_shown(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved_game(store.folder)
    path.write_bytes(path.read_bytes()[:-20])

    refuse(monkeypatch, "replace", errno.EROFS)
    table = store.open("game")
    assert table.read_only
    assert table.moves > 0
    with pytest.raises(ReadOnly, match="Read-only file system"):
        table.submit(table.turn.seat, table.legal()[0])
    table.close()


def test_a_save_that_may_not_be_written_is_still_shown(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved_game(store.folder)
    contents = read_journal(path)

    refuse(monkeypatch, "open_append", errno.EACCES)
    journal = Journal.open(path, contents, take_lock(path))
    assert journal.read_only
    assert "Permission denied" in journal.obstacle
    take_lock(path).free()  # it fails where the lock has leaked


def test_a_save_with_an_unreadable_first_line_is_listed_as_damaged(store: Store) -> None:
    path = saved_game(store.folder)
    path.write_bytes(b"x" + path.read_bytes())
    info = store.peek("game")
    assert "not a towergames save" in info.problem
    assert info.game == ""
    assert store.latest_unfinished() is None
    with pytest.raises(SaveError):
        store.open("game")
    report = verify(path)
    assert (report.ok, report.record, report.moves) == (False, 0, 0)
    take_lock(path).free()  # it fails where the lock has leaked


def test_a_folder_that_is_not_there_has_no_saves_and_is_made_when_needed(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / "b")
    assert store.names() == store.peek_all() == []
    assert not store.folder.exists()
    store.begin(null_header("", "")).close()
    assert len(store.names()) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "saves"
    with pytest.raises(SaveError) as refused:
        Store(folder).begin(null_header("", ""))
    why = f"the folder {folder} for saved games cannot be made: Not a directory"
    assert str(refused.value) == f"{why}. Name another folder with --saves"


def test_a_copy_is_a_save_of_its_own(store: Store) -> None:
    path = saved_game(store.folder, moves=2)
    assert store.duplicate("game") == "game-copy"
    assert store.duplicate("game") == "game-copy-2"
    assert store.path("game-copy").read_bytes() == path.read_bytes()
    table = store.open("game-copy")
    play_on(table, 1)
    table.close()
    assert store.path("game-copy").read_bytes().startswith(path.read_bytes())
    assert store.path("game-copy-2").read_bytes() == path.read_bytes()
    with pytest.raises(SaveError, match="no saved game"):
        store.duplicate("nothing")


def test_a_file_that_is_too_big_is_not_copied_and_opened_up_to_its_last_good_record(store: Store) -> None:
    saved_game(store.folder)
    good = store.path("game").read_bytes()
    with store.path("game").open("ab") as out:
        out.truncate(MAX_FILE + 10)
    with pytest.raises(SaveError, match="larger than 8 MiB"):
        store.duplicate("game")
    table = store.open("game")
    assert not table.read_only
    table.close()
    assert store.path("game").read_bytes() == good
    assert (store.folder / "game.jsonl.damaged").stat().st_size == MAX_FILE + 10


def test_a_damaged_file_that_is_too_large_to_be_kept_is_only_looked_at(store: Store) -> None:
    path = saved_game(store.folder)
    os.truncate(path, LARGEST_ASIDE + 1)
    table = store.open("game")
    assert table.read_only
    assert "it is larger than 64 MiB" in read_only_reason(table.saved)
    table.close()
    assert [entry.name for entry in store.folder.iterdir()] == ["game.jsonl"]
    assert path.stat().st_size == LARGEST_ASIDE + 1


def test_a_save_is_renamed_put_away_and_brought_back(store: Store) -> None:
    data = saved_game(store.folder).read_bytes()
    saved_game(store.folder, "other")
    assert store.rename("game", "Other") == "other-2"
    trashed = store.delete("other-2")
    assert store.names() == ["other"]
    assert store.restore(trashed) == "other-2"
    assert store.path("other-2").read_bytes() == data
    twice = [store.delete("other-2"), saved_game(store.folder, "other-2") and store.delete("other-2")]
    assert twice[0] != twice[1]


def test_a_branch_begins_with_the_moves_of_the_original_and_leaves_it_alone(store: Store) -> None:
    path = saved_game(store.folder, moves=50)
    data = path.read_bytes()
    history = load_file(path).history
    table = store.branch(history, 4, "game")
    assert table.history.plays == history.plays[: len(table.history.plays)]
    assert table.journal.path.stem == "game-from-4"
    assert table.header.branch == Branch("game", 4)
    assert table.header.created != history.header.created
    play_on(table, 50)
    assert isinstance(table.turn, Over)
    table.close()
    assert path.read_bytes() == data
    with pytest.raises(SaveError, match="only"):
        store.branch(history, 10_000, "game")


def test_a_setup_that_no_game_can_have_makes_no_file(store: Store) -> None:
    for header in (
        replace(null_header("", ""), game="chess"),
        replace(null_header("", ""), rules=99),
        replace(null_header("", ""), options={"heap": 13}),
        replace(null_header("", ""), seats=(SeatSetup("A"),) * 4),
        replace(null_header("", ""), app="x" * 20_000),
    ):
        with pytest.raises(SaveError):
            store.begin(header)
    assert store.names() == []


def test_a_game_that_fails_while_beginning_lets_the_save_go(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    saved_game(store.folder, "other", moves=2)
    history = load_file(saved_game(store.folder, "finished", moves=99)).history

    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Table, "advance", fail)
    for deed in (
        lambda: store.begin(null_header("", ""), "game"),
        lambda: store.open("other"),
        lambda: store.branch(history, 2, "finished", "branch"),
    ):
        with pytest.raises(RuntimeError):
            deed()
    for name in store.names():
        take_lock(store.path(name)).free()  # it fails where the lock has leaked


def test_a_new_game_needs_its_name_to_be_unlocked(store: Store) -> None:
    lock = take_lock(store.path("game"))
    with pytest.raises(SaveError, match="another window"):
        Journal.create(store.path("game"), null_header("", ""))
    lock.free()


def test_no_undo_fills_a_save_until_it_cannot_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store.begin(null_header("", "", first=1), "game")
    do(table, "swap")
    monkeypatch.setattr("towergames.table.match.MAX_RECORDS", NULL.game.info.longest + 10)
    for _ in range(2):
        table.undo(0, (1,))
        table.redo()
    for deed in (lambda: table.undo(0, (1,)), lambda: table.note(0, "hint")):
        with pytest.raises(TableError, match="no room"):
            deed()
    play_on(table, 100)
    assert isinstance(table.turn, Over)
    assert table.close()
    assert verify(store.path("game")).finished


def test_a_line_too_long_to_be_read_back_is_not_written(store: Store) -> None:
    table = store.begin(null_header("", ""), "game")
    before = store.path("game").read_bytes()
    assert not table.journal.append(0, "note", {"note": "x" * 20_000}, "")
    assert "longer than" in table.saved.unsaved_reason
    assert table.read_only
    table.close()
    assert store.path("game").read_bytes() == before


def test_half_a_file_of_undo_is_enough(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store.begin(null_header("", ""), "game")
    assert not table.journal.half_full
    monkeypatch.setattr("towergames.table.journal.MAX_FILE", 800)
    assert table.journal.half_full
    with pytest.raises(TableError, match="no room"):
        table.undo(0, (1,))
    play_on(table, 1)
    table.close()
    table.close()


def test_a_trash_that_cannot_be_made_is_told(store: Store) -> None:
    path = saved_game(store.folder)
    (store.folder / ".trash").touch()
    with pytest.raises(SaveError, match="cannot be deleted"):
        store.delete("game")
    assert path.exists()


def test_a_save_that_goes_away_while_one_looks_is_passed_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    saved_game(store.folder)
    monkeypatch.setattr(Store, "names", lambda self: ["game", "gone"])
    assert store.latest_unfinished().name == "game"
    assert store.peek("gone").problem


def test_a_hundred_damaged_copies_are_enough(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.table.storage._MOST_ASIDE", 2)
    path = saved_game(store.folder)
    for _ in range(2):
        path.write_bytes(path.read_bytes()[:-20])
        assert store.recover("game") is not None
    path.write_bytes(damaged := path.read_bytes()[:-20])
    with pytest.raises(SaveError, match=r"2 damaged copies are kept already. Delete some"):
        store.recover("game")
    assert path.read_bytes() == damaged


def test_a_journal_that_only_looks_takes_no_records(store: Store) -> None:
    path = saved_game(store.folder)
    first = store.open("game")
    second = Journal.open(path, read_journal(path), take_lock(path))
    assert second.read_only
    with pytest.raises(ReadOnly, match="another window"):
        second.append(0, "note", {"note": "hint"}, "")
    assert second.close()
    first.close()
    path.write_bytes(path.read_bytes()[:-20])
    damaged = read_journal(path)
    third = Journal.open(path, damaged, take_lock(path))
    assert "damaged at record" in third.obstacle
    third.close()


def test_where_folders_cannot_be_synced_saves_are_still_made(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, "sync_folder", errno.EINVAL)
    table = store.begin(null_header("", ""), "game")
    play_on(table, 1)
    assert table.close()
    assert verify(store.path("game")).ok
