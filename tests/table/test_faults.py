"""R3: the disk refuses at call n, for every n. The game goes on, the player is told, and a later write saves it all."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.table.helpers import append, null_header, saved_game
from towergames.session.text import kept, warning
from towergames.table.errors import SaveError
from towergames.table.match import Table
from towergames.table.records import LineError
from towergames.table.save_file import load_file
from towergames.table.saved import SaveStatus
from towergames.table.storage import Handle, OsStorage
from towergames.table.store import Store

ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES]


class FaultyHandle:
    def __init__(self, disk: FaultyDisk, handle: Handle) -> None:
        self.disk, self.handle = disk, handle

    def write(self, data: bytes) -> None:
        if self.disk.fails():
            self.handle.write(data[: len(data) // 2])  # a full disk takes what still fits
            raise self.disk.error()
        self.handle.write(data)

    def sync(self) -> None:
        self.disk.call()  # and no real fsync, which is slow and not what is tested here

    def size(self) -> int:
        self.disk.call()
        return self.handle.size()

    def truncate(self, size: int) -> None:
        self.disk.call()
        self.handle.truncate(size)

    def close(self) -> None:
        self.handle.close()
        self.disk.call()


class FaultyDisk(OsStorage):
    def __init__(self, code: int = 0, first: int = 0, last: int = 0) -> None:
        self.code, self.first, self.last, self.calls = code, first, last, 0

    def error(self) -> OSError:
        return OSError(self.code, "refused by the test")

    def fails(self) -> bool:
        self.calls += 1
        return self.first <= self.calls <= self.last

    def call(self) -> None:
        if self.fails():
            raise self.error()

    def read(self, path: Path, limit: int, start: int = 0) -> bytes:
        self.call()
        return super().read(path, limit, start)

    def open_append(self, path: Path, *, create: bool) -> Handle:
        self.call()
        return FaultyHandle(self, super().open_append(path, create=create))

    def replace(self, path: Path, target: Path) -> None:
        self.call()
        super().replace(path, target)

    def remove(self, path: Path) -> None:
        self.call()
        super().remove(path)

    def sync_folder(self, folder: Path) -> None:
        self.call()
        super().sync_folder(folder)


def _evening(disk: FaultyDisk, folder: Path, watch: Callable[[Table], None]) -> Table | None:
    """A game is begun, played, left and opened again. None when it could not even be begun (the player is told so)."""
    try:
        table = Store(folder, disk).begin(null_header("", ""), "evening")
    except SaveError as error:
        assert "refused by the test" in str(error)
        return None
    watch(table)
    for seed in range(4):
        play_on(table, 1, seed)
        watch(table)
    turn = table.turn
    table.undo(turn.seat, (0, 1))
    watch(table)
    table.redo()
    watch(table)
    return table


def _told(table: Table) -> None:
    assert bool(table.saved.unsaved_reason) == (not table.journal.saved), (
        "trouble is told exactly while something is not saved"
    )
    assert not table.saved.unsaved_reason or "refused by the test" in table.saved.unsaved_reason


CALLS = 60


def test_the_corpus_of_faults_covers_every_call(tmp_path: Path) -> None:
    disk = FaultyDisk()
    assert _evening(disk, tmp_path, _told)
    assert 20 < disk.calls < CALLS


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("length", [1, 3])
def test_a_passing_fault_at_any_call_costs_nothing(tmp_path: Path, code: int, length: int) -> None:
    old = saved_game(tmp_path, "old")
    before = old.read_bytes()
    for n in range(1, CALLS):
        folder = tmp_path / str(n)
        disk = FaultyDisk(code, n, n + length - 1)
        table = _evening(disk, folder, _told)
        if table is None:
            assert n == 1, "only the making of the file may stop a game from beginning"
            continue
        if disk.calls < n:
            break
        disk.last = 0  # the disk works again
        play_on(table, 3, 99)
        assert not table.saved.unsaved_reason
        table.close()
        loaded = load_file(folder / "evening.jsonl")
        assert loaded.damage is None
        assert loaded.history.plays == table.history.plays
    assert old.read_bytes() == before


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
def test_a_lasting_fault_from_any_call_on_keeps_what_was_saved_and_the_game_goes_on(tmp_path: Path, code: int) -> None:
    for n in range(2, CALLS):
        folder = tmp_path / str(n)
        saved = [0]

        def watch(table: Table, saved: list[int] = saved) -> None:
            _told(table)
            if table.journal.saved:
                saved[0] = len(table.history.plays)

        disk = FaultyDisk(code, n, 10**9)
        table = _evening(disk, folder, watch)
        if disk.calls < n:
            break
        assert table.close() == (not table.saved.unsaved_reason)
        path = folder / "evening.jsonl"
        if not path.exists():
            assert saved == [0]
            continue
        table = Store(folder).open("evening") if Store(folder).peek("evening").game else None
        if table is None:
            assert saved == [0]
            continue
        play_on(table, 2)
        assert not table.saved.unsaved_reason
        table.close()
        assert load_file(path).damage is None


@pytest.mark.parametrize("deed", ["open", "recover", "rename", "duplicate", "delete", "restore"])
def test_a_fault_while_tidying_up_loses_no_bytes(tmp_path: Path, deed: str) -> None:
    for n in range(1, 30):
        folder = tmp_path / str(n)
        path = saved_game(folder)
        whole = path.read_bytes()
        if deed in ("open", "recover"):
            whole = whole[:-30]
            path.write_bytes(whole)
        trashed = Store(folder).delete("game") if deed == "restore" else None
        disk = FaultyDisk(errno.EIO, n, n)
        store = Store(folder, disk)
        try:
            if deed == "open":
                store.open("game").close()
            elif deed == "rename":
                store.rename("game", "other")
            elif trashed is not None:
                store.restore(trashed)
            else:
                getattr(store, deed)("game")
        except SaveError as error:
            assert "refused by the test" in str(error)
        kept = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
        assert whole in kept
        assert all(data != b"" for data in (f.read_bytes() for f in folder.glob("*.jsonl"))), "an empty save was left"
        for name in Store(folder).names():
            Store(folder).open(name).close()
        if disk.calls < n:
            return
    raise AssertionError("not every call was tried")


def _replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"another game")
    other.replace(path)


def _move(path: Path) -> None:
    path.rename(path.with_name("moved.jsonl"))


def _move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


LOSSES = [Path.unlink, _replace, _move, _move_folder]


@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize("moves", [0, 2])
def test_a_save_taken_away_gets_another_name(tmp_path: Path, lose: Callable[[Path], None], moves: int) -> None:
    path = tmp_path / "saves" / "game.jsonl"
    table = Store(path.parent).begin(null_header("", ""), "game")
    play_on(table, 2)
    lose(path)
    play_on(table, moves)
    assert not table.saved.unsaved_reason
    assert table.close()
    assert table.journal.path == path.with_name("game-2.jsonl")
    (told,) = table.news()
    assert told == "The file of game was removed or replaced. The game goes on and is saved as game-2."
    assert table.news() == ()
    loaded = load_file(table.journal.path)
    assert loaded.damage is None
    assert loaded.history.plays == table.history.plays
    assert not path.exists() or path.read_bytes() == b"another game"


def test_a_save_that_is_taken_away_from_a_full_disk_is_written_later(tmp_path: Path) -> None:
    disk = FaultyDisk(errno.ENOSPC)
    table = Store(tmp_path, disk).begin(null_header("", ""), "game")
    (tmp_path / "game.jsonl").unlink()
    disk.first, disk.last = disk.calls + 1, 10**9
    play_on(table, 1)
    assert "refused by the test" in table.saved.unsaved_reason
    assert table.news() == ()
    disk.last = 0
    play_on(table, 1)
    assert not table.saved.unsaved_reason
    assert len(table.news()) == 1
    assert table.close()
    assert load_file(tmp_path / "game-2.jsonl").history.plays == table.history.plays
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["game-2.jsonl"]


def test_the_whole_game_under_another_name_is_there_wholly_or_not_at_all(tmp_path: Path) -> None:
    for call in (2, 3):  # the write and the sync of the new file, after it was made
        folder = tmp_path / str(call)
        disk = FaultyDisk(errno.ENOSPC)
        table = Store(folder, disk).begin(null_header("", ""), "game")
        play_on(table, 1)
        (folder / "game.jsonl").unlink()
        disk.first = disk.last = disk.calls + 1 + call
        play_on(table, 1)
        assert "refused by the test" in table.saved.unsaved_reason
        assert [path.name for path in folder.iterdir()] == [".game.jsonl.lock"], "half a game would be listed as a save"
        play_on(table, 1)
        assert not table.saved.unsaved_reason
        table.close()
        assert load_file(folder / "game-2.jsonl").history.plays == table.history.plays


def _kept_apart(table: Table, path: Path, data: bytes) -> None:
    assert not table.saved.unsaved_reason
    assert not table.read_only
    assert table.news() == ("Another program changed game. The game goes on and is saved as game-2.",)
    table.close()
    assert path.read_bytes() == data
    assert load_file(path.with_name("game-2.jsonl")).history.plays == table.history.plays


def test_bytes_of_another_program_are_never_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = Store(tmp_path).begin(null_header("", ""), "game")
    append(path, b"x" * 5000)
    data = path.read_bytes()
    play_on(table, 1)
    _kept_apart(table, path, data)


@pytest.mark.parametrize("length", [10, 5000])
def test_bytes_of_another_program_are_not_cut_even_after_a_fault_of_our_own(tmp_path: Path, length: int) -> None:
    path = tmp_path / "game.jsonl"
    disk = FaultyDisk()
    table = Store(tmp_path, disk).begin(null_header("", ""), "game")
    disk.code, disk.first, disk.last = errno.ENOSPC, disk.calls + 2, disk.calls + 2
    play_on(table, 1)
    assert table.saved.unsaved_reason
    append(path, b"x" * length)
    data = path.read_bytes()
    play_on(table, 1)
    _kept_apart(table, path, data)


def test_what_another_program_writes_at_the_same_moment_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    class Meeting(FaultyHandle):
        def write(self, data: bytes) -> None:
            append(path, b"just before\n")
            super().write(data)

    table = Store(tmp_path).begin(null_header("", ""), "game")
    assert table.journal._handle is not None
    table.journal._handle = Meeting(FaultyDisk(), table.journal._handle)
    play_on(table, 1)
    assert b"just before" in path.read_bytes()
    _kept_apart(table, path, path.read_bytes())


def test_a_move_that_is_too_long_to_be_saved_is_lost_and_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store.begin(null_header("", "", first=1), "game")

    def refuse(_: object) -> None:
        raise LineError("the line is longer than 16384 bytes")

    monkeypatch.setattr("towergames.table.journal.seal", refuse)
    play_on(table, 1)
    assert not table.flush()
    assert not table.close()
    assert table.saved.status is SaveStatus.STUCK and table.saved.read_only_reason
    assert kept(table.saved).startswith("Not every move of game is saved: game.jsonl: record ")
    assert warning(table.saved).endswith("The game cannot go on here.")
