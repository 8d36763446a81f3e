"""What tables, notes, lists and locks answer in cases that no ordinary game leads to."""

from __future__ import annotations

import errno
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.table.helpers import null_header, null_table
from towergames import registry
from towergames.core import processes
from towergames.lexicon import word_lists
from towergames.session.text import kept
from towergames.table import best_moves, game_review, wordlists
from towergames.table.errors import SetupError
from towergames.table.history import ReplayError
from towergames.table.lock import state_of, take_lock
from towergames.table.notes import AGREE, ASK, NEXT, PIN, SAY
from towergames.table.records import Record, SeatSetup
from towergames.table.setup import attempt_at, new_header
from towergames.table.storage import OsStorage


def test_a_table_without_a_save_says_so() -> None:
    assert kept(null_table().saved) == "This game is not saved."


def test_where_chance_deals_no_game_is_an_attempt() -> None:
    assert attempt_at(null_header(), [null_header()]) == 0


def test_text_of_a_save_that_is_no_move_is_no_find() -> None:
    assert best_moves._read(null_table(), "nonsense") is best_moves._read(null_table(), 7) is None


def test_a_game_that_is_not_installed_has_no_reviewer() -> None:
    history = null_table().history
    history.header = replace(history.header, game="gone")
    assert game_review.reviewer_of(history) is None


@pytest.mark.parametrize(
    ("kind", "body", "told"),
    [
        (NEXT, {"save": "next"}, "cannot begin here"),
        (ASK, {"to": 99}, "not possible"),
        (AGREE, {}, "was not asked"),
        (SAY, {}, "says nothing"),
        (PIN, {"salt": "a", "hash": "\u00e9"}, "not a hash"),
    ],
)
def test_a_note_between_windows_that_cannot_be_is_refused(kind: str, body: dict[str, Any], told: str) -> None:
    with pytest.raises(ReplayError, match=told):
        null_table().history._between_windows(kind, Record(1, 0, "note", body))


def test_a_word_list_that_is_not_here_or_not_used_is_refused(tmp_path: Path) -> None:
    words = registry.get("words").game.info
    with pytest.raises(SetupError, match="uses no word list"):
        wordlists.bring_list(registry.get("null").game.info, null_header(), None, "standard")
    with pytest.raises(SetupError):
        wordlists.facts_of(words, {wordlists.OPTION: str(tmp_path / "none.txt")})
    header = new_header(registry.get("words").game, [SeatSetup("Ann")], {}, 1)
    found = wordlists.list_of(replace(header, wordlist=None), None)
    assert found is not None and found.sha256 == (header.wordlist or {})["sha256"]


def test_without_the_lists_that_ship_no_game_of_words_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for cached in ("shipped", "manifest"):
        monkeypatch.setattr(word_lists, cached, getattr(word_lists, cached).__wrapped__)
    monkeypatch.setattr(word_lists, "wordlists_folder", lambda: tmp_path)
    with pytest.raises(SetupError, match=r"^the word lists that ship cannot be read: No such file") as refused:
        new_header(registry.get("words").game, [SeatSetup("Ann")], {}, 1)
    assert refused.value.where == "option.words"


def test_a_lock_file_that_nobody_holds_marks_nothing(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    lock = take_lock(save, "seat")
    lock.mark(2)
    assert state_of(save, "seat") == 2
    left = next(tmp_path.iterdir())
    lock.free()
    left.touch()
    assert state_of(save, "seat") is None


def test_a_lock_file_that_goes_as_it_is_opened_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, gone = os.open, [True]

    def going(*args: Any, **named: Any) -> int:
        if gone:
            gone.pop()
            raise FileNotFoundError
        return opened(*args, **named)

    monkeypatch.setattr(os, "open", going)
    lock = take_lock(tmp_path / "game.jsonl")
    assert lock is not None and not lock.lacking
    lock.free()


def test_a_file_that_a_server_has_forgotten_was_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    path.touch()
    handle = OsStorage().open_append(path, create=False)

    def fail(code: int) -> Any:
        def failing(*_: Any, **__: Any) -> None:
            raise OSError(code, os.strerror(code))

        return failing

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", fail(errno.ESTALE))
        with pytest.raises(FileNotFoundError, match="was removed"):
            handle.size()
        patch.setattr(os, "fstat", fail(errno.EIO))
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            handle.size()
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", fail(errno.EIO))
        assert handle.size() == 0, "that nothing can be learnt of the path is no sign that the file has gone"
    handle.close()


def test_a_worker_ends_when_its_parent_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    class Parent:
        def join(self) -> None:
            """It has ended."""

    codes: list[int] = []
    monkeypatch.setattr(processes.multiprocessing, "parent_process", Parent)
    monkeypatch.setattr(os, "_exit", codes.append)
    processes._await_parent()
    assert codes == [1]


def test_a_worker_leaves_interrupts_to_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        processes.leave_with_parent()  # this process has none
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
