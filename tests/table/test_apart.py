"""An open table whose file is cut, or whose folder goes away: what the windows know is kept as ``NAME-conflict``."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import Disk
from tests.table.helpers import append, null_header
from tests.table.sharing import opened
from tests.table.test_shared_files import RefusingDisk, elsewhere, forge, replace_file, saves
from tests.table.windows import follow, move, move_on, states, three
from towergames.session.text import kept, lost, warning
from towergames.table import apart, shared, shared_journal
from towergames.table.apart import keep_apart
from towergames.table.errors import SaveError
from towergames.table.lock import take_lock
from towergames.table.save_file import load_file, verify
from towergames.table.shared import SharedTable
from towergames.table.storage import OsHandle, OsStorage
from towergames.table.store import Store

pytest.importorskip("fcntl")

TOLD = "The file of game cannot be used. This table is kept as game-conflict."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def long_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be followed has been so for ten seconds at the first look."""
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    monkeypatch.setattr(shared_journal, "LONG_DOUBT", 0.0)


def played(folder: Path) -> tuple[SharedTable, ...]:
    return three(folder, first=1, moves=3)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_in_a_line(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)
    assert load_file(path).damage is not None


def cut_between_lines(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


HARM = [empty, cut_in_a_line, cut_between_lines, zero, Path.unlink, remove_folder, move_folder]


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("leaving", ["one", "all", "in doubt"])
def test_leaving_a_harmed_table_keeps_every_record(folder: Path, harm: Callable[[Path], None], leaving: str) -> None:
    tables = played(folder)
    path, state = tables[0].journal.path, tables[0].history.state
    data = path.read_bytes()
    harm(path)
    if leaving == "in doubt" and harm is not cut_between_lines:
        follow(*tables)
        assert states(*tables) == [state] * 3
    for table in tables[1:] if leaving == "one" else tables:
        assert table.close()
        assert table.news() == (TOLD,)
        assert (lost(table.saved), kept(table.saved)) == ("", "Saved as game-conflict.")
    conflict = folder / "game-conflict.jsonl"
    assert conflict.read_bytes() == data
    assert load_file(conflict).history.state == state
    assert sum("conflict" in entry.name for entry in folder.iterdir()) == 1
    again = Store(folder).join("game-conflict", (1,))
    assert again.history.state == state


@pytest.mark.usefixtures("long_doubt")
def test_a_move_at_a_table_that_was_kept_apart_is_refused_with_the_name_of_the_copy(folder: Path) -> None:
    tables = played(folder)
    cut_in_a_line(tables[0].journal.path)
    follow(*tables)
    with pytest.raises(SaveError) as refused:
        move(*tables)
    told = "nothing was saved: the file of game cannot be used. This table is kept as game-conflict"
    assert str(refused.value) == told


def test_a_table_that_is_left_in_peace_leaves_nothing_behind(folder: Path) -> None:
    tables = played(folder)
    move_on(*tables)
    for table in tables:
        assert table.close()
        assert table.close()
        assert (table.news(), kept(table.saved)) == ((), "Saved as game.")
    assert [entry.name for entry in folder.iterdir()] == ["game.jsonl"]


def test_a_window_that_has_not_seen_the_last_move_does_not_take_it_from_the_copy(folder: Path) -> None:
    tables = played(folder)
    seat = tables[0].turn.seat
    late = tables[(seat + 1) % 3]
    move(*tables)
    (folder / "game.jsonl").unlink()
    assert late.close()
    short = (folder / "game-conflict.jsonl").read_bytes()
    assert tables[seat].close()
    conflict = folder / "game-conflict.jsonl"
    assert load_file(conflict).history.state == tables[seat].history.state != late.history.state
    whole = conflict.read_bytes()
    assert whole.startswith(short)
    other = next(table for table in tables if table is not late and table is not tables[seat])
    assert other.close()
    assert conflict.read_bytes() == whole
    assert saves(folder) == ["game-conflict.jsonl"]


@pytest.mark.usefixtures("long_doubt")
@pytest.mark.parametrize("harm", [empty, cut_in_a_line, zero, remove_folder])
def test_after_ten_seconds_the_windows_keep_what_they_know(folder: Path, harm: Callable[[Path], None]) -> None:
    tables = played(folder)
    data, before = (folder / "game.jsonl").read_bytes(), states(*tables)
    harm(folder / "game.jsonl")
    follow(tables[0])
    assert (folder / "game-conflict.jsonl").read_bytes() == data
    assert tables[0].news()[0] == TOLD
    follow(*tables)
    assert states(*tables) == before
    if harm is remove_folder:
        move_on(*tables)
        assert verify(folder / "game.jsonl").ok
    else:
        assert [table.news()[0] for table in tables[1:]] == [TOLD] * 2
        assert all("cannot be read" in warning(table.saved) for table in tables)
        follow(*tables)
        assert [table.news() for table in tables] == [()] * 3, "it is told once"
        (folder / "game.jsonl").write_bytes(data)
        follow(*tables)
        move_on(*tables)
        assert tables[0].close()
        assert kept(tables[0].saved) == "Saved as game."
    assert sum("conflict" in entry.name for entry in folder.iterdir()) == 1


def test_nothing_is_kept_apart_while_the_file_may_still_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    tables = played(folder)
    data = (folder / "game.jsonl").read_bytes()
    empty(folder / "game.jsonl")
    follow(*tables)
    assert saves(folder) == ["game.jsonl"]
    assert "it is empty" in warning(tables[0].saved)
    (folder / "game.jsonl").write_bytes(data)
    move_on(*tables)


@pytest.mark.usefixtures("long_doubt")
def test_a_copy_that_cannot_be_written_is_told_and_made_once_there_is_room(folder: Path, disk: Disk) -> None:
    tables = played(folder)
    data = (folder / "game.jsonl").read_bytes()
    empty(folder / "game.jsonl")
    disk.fill()
    follow(*tables)
    told = "game.jsonl cannot be written: No space left on device. The table waits and tries again."
    assert warning(tables[0].saved) == told
    assert saves(folder) == ["game.jsonl"]
    disk.full = False
    follow(*tables)
    assert (folder / "game-conflict.jsonl").read_bytes() == data


@pytest.mark.parametrize("harm", [empty, remove_folder])
def test_who_leaves_is_told_where_no_copy_can_be_made(folder: Path, disk: Disk, harm: Callable[[Path], None]) -> None:
    tables = played(folder)
    harm(folder / "game.jsonl")
    disk.fill()
    told = "The file of game cannot be used, and no copy of this table can be made: No space left on device."
    for table in tables:
        assert not table.close()
        assert not table.close()
        assert (table.news(), kept(table.saved)) == ((), told)
    assert saves(folder) == (["game.jsonl"] if harm is empty else [])


@pytest.mark.usefixtures("long_doubt")
def test_a_slow_disk_holds_neither_screen_nor_end(folder: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "WRITE_TIMEOUT", 0.01)
    monkeypatch.setattr(shared_journal, "LAST_PATIENCE", 0.01)
    tables = played(folder)
    data = (folder / "game.jsonl").read_bytes()
    empty(folder / "game.jsonl")
    with disk.stalled():
        tables[0].follow()
        assert tables[0].journal.mends
        assert tables[0].follow() is None
        with pytest.raises(SaveError, match=r"the file of game cannot be used now. The table waits"):
            tables[0].say(0, "hello")
        assert not tables[0].close()
        told = "The file of game cannot be used, and no copy of this table can be made: the disk does not answer."
        assert kept(tables[0].saved) == told
    monkeypatch.setattr(shared_journal, "LAST_PATIENCE", 30.0)
    monkeypatch.setattr(shared, "WRITE_TIMEOUT", 30.0)
    tables[1].follow()
    assert tables[1].close()
    assert (folder / "game-conflict.jsonl").read_bytes() == data


def test_a_disk_that_does_not_answer_is_not_waited_for(folder: Path) -> None:
    tables = played(folder)
    empty(folder / "game.jsonl")
    tables[0].stalled = lambda: True
    assert tables[0].close()
    assert saves(folder) == ["game.jsonl"]
    assert tables[1].close()
    assert saves(folder) == ["game-conflict.jsonl", "game.jsonl"]


@pytest.mark.usefixtures("long_doubt")
def test_a_version_that_breaks_the_rules_is_waited_for_and_ours_is_kept(folder: Path) -> None:
    tables = played(folder)
    data = (folder / "game.jsonl").read_bytes()
    forge(folder / "game.jsonl")
    for table in tables:
        with pytest.raises(SaveError, match=r"^game.jsonl was replaced by a file that is damaged$"):
            table.follow()
        assert table.news() == (TOLD,)
        told = "game.jsonl was replaced by a file that is damaged. The table waits and tries again."
        assert warning(table.saved) == told
    watching = Store(folder).join("game-conflict")
    assert watching.history.state == tables[0].history.state
    replace_file(folder / "game.jsonl", data)
    move_on(*tables)


def test_a_window_that_only_watches_a_version_that_breaks_the_rules_writes_nothing(folder: Path) -> None:
    tables = played(folder)
    watching = Store(folder).join("game")
    forge(folder / "game.jsonl")
    with pytest.raises(SaveError, match="was replaced by a file that is damaged"):
        watching.follow()
    assert saves(folder) == ["game.jsonl"]
    assert tables[0].close()
    assert saves(folder) == ["game-conflict.jsonl", "game.jsonl"]


def test_every_window_that_goes_over_to_another_version_verifies_the_copy(tmp_path: Path) -> None:
    tables = played(tmp_path)
    mine = (tmp_path / "game.jsonl").read_bytes()
    replace_file(tmp_path / "game.jsonl", elsewhere(tmp_path))
    tables[1].follow()
    assert (tmp_path / "game-conflict.jsonl").read_bytes() == mine, "the keeper may be killed before it looks"
    assert "This table is kept as game-conflict." in tables[1].news()[0]
    (tmp_path / "game-conflict.jsonl").unlink()
    tables[2].follow()
    tables[0].follow()
    assert (tmp_path / "game-conflict.jsonl").read_bytes() == mine
    assert saves(tmp_path) == ["game-conflict.jsonl", "game.jsonl"]


def test_a_copy_of_the_game_with_other_ends_of_lines_is_the_same_game(folder: Path) -> None:
    tables = played(folder)
    path, before = folder / "game.jsonl", states(*tables)
    for copied in (path.read_bytes().removesuffix(b"\n"), path.read_bytes().replace(b"\n", b"\r\n")):
        replace_file(path, copied)
        follow(*tables)
        assert states(*tables) == before
        assert [table.news() for table in tables] == [()] * 3
    replace_file(path, path.read_bytes().removesuffix(b"\r\n"))
    follow(*tables)
    move_on(*tables)
    append(path, b"\n\n")
    move_on(*tables)
    assert states(*tables) == [load_file(path).history.state] * 3
    assert verify(path).ok
    replace_file(path, b"".join(path.read_bytes().splitlines(keepends=True)[:-3]))
    assert tables[0].close()
    assert saves(folder) == ["game-conflict.jsonl", "game.jsonl"]


@pytest.mark.parametrize("stray", [b"mine\n", b"mine\nand mine\n\xff", b"{}\n" * 4])
def test_stray_lines_are_cut_and_the_table_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch, stray: bytes) -> None:
    tables = played(folder)
    path = folder / "game.jsonl"
    append(path, stray)
    spoilt = path.read_bytes()
    follow(*tables)
    assert path.read_bytes() == spoilt, "more may come"
    with pytest.raises(SaveError, match=r"is being replaced. Try again"):
        move(*tables)
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    follow(tables[1])
    assert path.read_bytes() == spoilt, "the keeper does it"
    assert "cannot be read at record" in warning(tables[1].saved)
    follow(*tables)
    assert tables[0].news() == (
        "Another program has written into the file of game. The game goes on. The file as it was is kept as "
        "game.jsonl.damaged.",
    )
    assert (folder / "game.jsonl.damaged").read_bytes() == spoilt
    move_on(*tables)
    assert [warning(table.saved) for table in tables] == [""] * 3
    assert verify(path).ok
    assert saves(folder) == ["game.jsonl"]


def test_stray_lines_are_not_cut_while_more_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    path = folder / "game.jsonl"

    class Meeting(OsStorage):
        busy = False

        def read(self, path: Path, limit: int, start: int = 0) -> bytes:
            data = super().read(path, limit, start)
            if self.busy and not data:
                path.open("ab").write(b"more\n")
            return data

    disk = Meeting()
    tables = three(folder, storage=disk, moves=1)
    append(path, b"mine\n")
    disk.busy = True
    tables[0].follow()
    assert [entry.name for entry in folder.glob("*.damaged*")] == []
    disk.busy = False
    assert path.read_bytes().endswith(b"mine\nmore\n")
    follow(*tables)
    move_on(*tables)
    assert verify(path).ok


def test_another_version_that_is_half_there_is_not_cut(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version of the same length is copied over the file, and its end is on its way."""
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    tables = played(folder)
    path = folder / "game.jsonl"
    last = path.read_bytes().splitlines(keepends=True)[-1]
    other = b"x" * (path.stat().st_size - len(last)) + last + b"more\n"
    path.write_bytes(other)
    follow(*tables)
    assert path.read_bytes() == other
    assert "cannot be read" in warning(tables[0].saved)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("harm", [cut_in_a_line, cut_between_lines, Path.unlink, "line", "locks"])
def test_a_record_is_only_acknowledged_where_the_file_ends_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[Path], None] | str, when: str
) -> None:
    tables = played(folder)
    path, seat = folder / "game.jsonl", tables[0].turn.seat
    before, moves = tables[seat].history.records, tables[seat].moves
    write, done = OsHandle.write, []

    def touch() -> None:
        if harm == "line":
            append(path, b"mine\n")
        elif harm == "locks":
            (folder / ".game.jsonl.write").unlink()
        else:
            harm(path)  # type: ignore[operator]

    def meeting(handle: OsHandle, data: bytes) -> None:
        if not done and when == "before":
            done.append(touch())
        write(handle, data)
        if not done:
            done.append(touch())

    monkeypatch.setattr(OsHandle, "write", meeting)
    with pytest.raises(SaveError):
        move(*tables)
    assert (tables[seat].history.records, tables[seat].moves) == (before, moves)
    for table in tables:
        assert table.close()
    known = [load_file(save).history.records for save in folder.glob("*.jsonl") if verify(save).moves]
    assert max(known) >= before
    if harm == "locks":
        assert max(known) == before + 1, "the record is there, and the next look finds it"


def test_bytes_that_come_as_a_record_is_written_are_not_cut(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = played(folder)
    path = folder / "game.jsonl"
    size, done = OsHandle.size, []

    def sizing(handle: OsHandle) -> int:
        if not done:
            done.append(path.open("ab").write(b"mine\n"))
        return size(handle)

    monkeypatch.setattr(OsHandle, "size", sizing)
    with pytest.raises(SaveError, match=r"is being replaced. Try again"):
        move(*tables)
    assert path.read_bytes().endswith(b"mine\n")


def test_the_copy_takes_a_number_where_another_version_or_something_else_has_the_name(tmp_path: Path) -> None:
    disk, save = OsStorage(), tmp_path / "game.jsonl"
    (tmp_path / "game-conflict.jsonl").write_bytes(b"another")
    (tmp_path / "game-conflict-2.jsonl").mkdir()
    copy = keep_apart(disk, save, b"one two", 0.0)
    assert copy.name == "game-conflict-3.jsonl"
    assert keep_apart(disk, save, b"one", 0.0) == copy
    assert copy.read_bytes() == b"one two", "who knows less verifies"
    assert keep_apart(disk, save, b"one two three", 0.0) == copy
    assert copy.read_bytes() == b"one two three"
    assert (tmp_path / "game-conflict.jsonl").read_bytes() == b"another"
    assert not list(tmp_path.glob(".*"))


def test_the_copy_of_a_save_with_the_longest_name_is_no_other_save(tmp_path: Path) -> None:
    save = tmp_path / f"{'a' * 63}.jsonl"
    save.write_bytes(b"")
    copy = keep_apart(OsStorage(), save, b"one", 0.0)
    assert copy.name == f"{'a' * 50}-conflict.jsonl"
    assert save.read_bytes() == b""


def test_a_copy_that_a_killed_window_left_half_is_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.jsonl"
    (tmp_path / ".game-conflict.jsonl.new").write_bytes(b"on")

    class Stubborn(OsStorage):
        def replace(self, path: Path, target: Path) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with pytest.raises(OSError, match="Input/output error"):
        keep_apart(Stubborn(), save, b"one", 0.0)
    assert list(tmp_path.iterdir()) == []
    keep_apart(OsStorage(), save, b"one", 0.0)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game-conflict.jsonl"]


def test_another_window_that_writes_the_copy_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.jsonl"
    lock = take_lock(tmp_path / "game-conflict.jsonl", "write")
    with pytest.raises(OSError, match="another window is writing it"):
        keep_apart(OsStorage(), save, b"one", 0.02)
    monkeypatch.setattr(apart.time, "sleep", lambda _: lock.free())
    assert keep_apart(OsStorage(), save, b"one", 10.0).read_bytes() == b"one"


@pytest.mark.usefixtures("long_doubt")
def test_another_window_that_writes_the_copy_is_no_trouble(folder: Path) -> None:
    tables = played(folder)
    empty(folder / "game.jsonl")
    lock = take_lock(folder / "game-conflict.jsonl", "write")
    follow(*tables)
    assert "it is empty" in warning(tables[0].saved)
    assert tables[0].news() == ()
    lock.free()
    follow(*tables)
    assert tables[0].news() == (TOLD,)


def test_a_table_that_may_not_be_written_is_left_without_a_copy(folder: Path) -> None:
    tables, disk = played(folder), RefusingDisk()
    disk.opening = errno.EACCES
    watching = Store(folder, disk).join("game")
    replace_file(folder / "game.jsonl", b"".join((folder / "game.jsonl").read_bytes().splitlines(keepends=True)[:-2]))
    watching.follow()
    (told,) = watching.news()
    assert "This table is kept as" not in told
    empty(folder / "game.jsonl")
    assert watching.close()
    assert saves(folder) == ["game.jsonl"]
    assert (lost(watching.saved), kept(watching.saved)) == ("", "You only watched, so nothing was saved.")
    assert tables[0].close()


def test_another_game_in_the_place_of_the_file_leaves_ours_as_a_copy(folder: Path) -> None:
    tables = played(folder)
    data = (folder / "game.jsonl").read_bytes()
    Store(folder).begin(opened(null_header("", "", seed=9)), "other").close()
    os.replace(folder / "other.jsonl", folder / "game.jsonl")
    for table in tables:
        assert table.close()
        assert table.news() == (TOLD,)
    assert (folder / "game-conflict.jsonl").read_bytes() == data


def test_a_copy_that_another_window_made_just_before_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.jsonl"

    def meeting(copy: Path, *what: str, **how: bool) -> object:
        copy.write_bytes(b"one two")
        return take_lock(copy, *what, **how)

    monkeypatch.setattr(apart, "take_lock", meeting)
    assert keep_apart(OsStorage(), save, b"one", 0.0).read_bytes() == b"one two"
