"""Who may write a save: one window at a time where files can be locked, and what is done where they cannot."""

from __future__ import annotations

import errno
import os
import warnings
from pathlib import Path

import pytest

from tests.combinations import sample
from tests.conformance.seating import play_on
from tests.faults import refuse_locks
from tests.table import racing
from tests.table.helpers import null_header, saved_game
from towergames.table import lock as locking
from towergames.table.lock import take_lock
from towergames.table.save_file import load_file
from towergames.table.store import Store

fcntl = pytest.importorskip("fcntl")

WITHOUT = [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS]


def _files(folder: Path) -> set[str]:
    return {entry.name for entry in folder.rglob("*") if entry.is_file()}


@pytest.mark.parametrize("code", WITHOUT, ids=errno.errorcode.get)
def test_without_locks_a_game_is_begun_and_continued_and_both_times_the_players_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    refuse_locks(monkeypatch, code)
    store = Store(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = store.begin(null_header("", ""), "game")
        told = table.news()
        play_on(table, 2)
        assert table.close()
        again = store.open("game")
    assert not again.read_only
    assert again.news() == told
    assert told == (f"Files cannot be locked in this folder: {os.strerror(code)}. Open this game in one window only.",)
    play_on(again, 2)
    assert again.close()
    assert load_file(tmp_path / "game.jsonl").history.plays == again.history.plays
    assert store.rename("game", "other") == "other"
    assert store.restore(store.delete("other")) == "other"
    assert _files(tmp_path) == {"other.jsonl"}


def test_without_locks_two_windows_lose_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_locks(monkeypatch)
    store.begin(null_header("", "", heap=40), "game").close()
    first, second = store.open("game"), store.open("game")
    for table in (first, second):
        table.news()
    play_on(first, 2, 1)
    play_on(second, 2, 2)
    play_on(first, 2, 3)
    assert [first.news(), second.news()] == [
        (),
        ("Another program changed game. The game goes on and is saved as game-2.",),
    ]
    for table in (first, second):
        assert table.close()
        assert load_file(table.journal.path).history.plays == table.history.plays


def test_a_save_with_a_new_number_at_every_look_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "samestat", lambda one, other: False)
    table = Store(tmp_path).begin(null_header("", ""), "game")
    play_on(table, 3)
    (told,) = table.news()
    assert "cannot be locked" in told
    assert table.close()
    assert _files(tmp_path) == {"game.jsonl", ".game.jsonl.lock"}


def test_a_lock_file_goes_with_the_table_and_with_the_save(store: Store, tmp_path: Path) -> None:
    saved_game(tmp_path)
    assert _files(tmp_path) == {"game.jsonl"}
    table = store.open("game")
    assert _files(tmp_path) == {"game.jsonl", ".game.jsonl.lock"}
    looking = store.open("game")
    looking.close()
    assert _files(tmp_path) == {"game.jsonl", ".game.jsonl.lock"}, "the window that looks has no lock to remove"
    table.close()
    stale = tmp_path / ".game.jsonl.lock"  # as a killed program leaves it
    stale.touch()
    trashed = store.delete("game")
    assert _files(tmp_path) == {"game.jsonl"}
    assert store.rename(store.restore(trashed), "other") == "other"
    path = store.path("other")
    path.write_bytes(path.read_bytes()[:-20])
    store.recover("other")
    assert _files(tmp_path) == {"other.jsonl", "other.jsonl.damaged"}


def test_a_lock_whose_file_was_removed_meanwhile_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first holder closes between our opening of the file and our locking of it."""
    path = tmp_path / "game.jsonl"
    first = take_lock(path)
    locked, freed = fcntl.flock, []

    def after_the_first_has_gone(descriptor: int, how: int) -> None:
        if not freed:
            freed.append(True)
            first.free()
        locked(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", after_the_first_has_gone)
    second = take_lock(path)
    assert not second.lacking
    assert take_lock(path) is None, "two would hold the lock of one save"
    second.free()
    second.free()
    assert _files(tmp_path) == set()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_no_two_of_many_that_lock_and_go_hold_a_lock_at_once(tmp_path: Path) -> None:
    found = racing.take_turns(tmp_path, processes=4, rounds=sample(40, 100))
    assert found["met"] == 0
    assert found["taken"] > 0
    assert _files(tmp_path) == set()


def test_a_lock_file_that_always_is_another_one_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "_TRIES", 3)
    monkeypatch.setattr(os.path, "samestat", lambda one, other: False)
    lock = take_lock(tmp_path / "game.jsonl")
    assert "keeps changing" in lock.lacking
    lock.free()
