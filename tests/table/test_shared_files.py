"""The file of an open table when other programs touch it, the disk refuses, or it may not be written."""

from __future__ import annotations

import errno
import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults import Disk, refuse_locks
from tests.table.helpers import lines_of, null_header, reseal
from tests.table.sharing import opened
from tests.table.windows import follow, move, move_on, states, three
from towergames import registry
from towergames.session.text import read_only_reason, warning
from towergames.table import shared_journal
from towergames.table.errors import SaveError, TableError
from towergames.table.records import LineError
from towergames.table.save_file import load_file, verify
from towergames.table.shared import Overtaken
from towergames.table.storage import Handle, OsStorage
from towergames.table.store import Store

pytest.importorskip("fcntl")


class RefusingDisk(OsStorage):
    """A disk that refuses to read files, or to open them for writing, while an error is set."""

    reading = opening = 0

    def read(self, path: Path, limit: int, start: int = 0) -> bytes:
        if self.reading:
            raise OSError(self.reading, os.strerror(self.reading))
        return super().read(path, limit, start)

    def open_append(self, path: Path, *, create: bool) -> Handle:
        if self.opening:
            raise OSError(self.opening, os.strerror(self.opening))
        return super().open_append(path, create=create)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be followed is told at the first look; people wait two seconds for it to pass."""
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)


def elsewhere(tmp_path: Path, moves: int = 2, which: int = -1) -> bytes:
    """The same table as another machine has it: the last move taken back, and others made instead."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    whole = (tmp_path / "game.jsonl").read_bytes()
    (folder / "game.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    table = Store(folder).join("game", (0, 1, 2))
    for _ in range(moves):
        table.submit(table.turn.seat, table.legal()[which])
        table.flush()  # on a slow disk chance has decided nothing yet
        table.follow()
    table.close()
    return (folder / "game.jsonl").read_bytes()


def replace_file(path: Path, data: bytes) -> None:
    """As a program does that synchronises folders: a new file takes the place of the old one."""
    fresh = path.with_name("copied")
    fresh.write_bytes(data)
    os.replace(fresh, path)


def forge(path: Path) -> None:
    """A version that breaks the rules takes the place of the file."""
    lines = lines_of(path)
    lines[2]["state"] = "0" * 16
    replace_file(path, reseal(lines))


def saves(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (lambda ours, theirs: b"", "it is not a towergames save: it is empty"),
        (lambda ours, theirs: ours[:40], "it is not a towergames save: it has no complete first line"),
        (lambda ours, theirs: theirs[:-20], "is damaged: the last line was not finished"),
        (lambda ours, theirs: theirs[:-20] + bytes(20), "is damaged: the line holds zero bytes"),
    ],
    ids=["empty", "half a line", "half of another version", "zeros"],
)
def test_what_cannot_be_read_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt, why: str) -> None:
    tables = three(tmp_path, moves=3)
    path = tmp_path / "game.jsonl"
    ours, before = path.read_bytes(), states(*tables)
    path.write_bytes(spoilt(ours, elsewhere(tmp_path)))
    follow(*tables)
    assert [warning(table.saved) for table in tables] == [""] * 3, "it may be on its way"
    with pytest.raises(SaveError, match=r"^nothing was saved: the file of game is being replaced. Try again$"):
        move(*tables)
    monkeypatch.setattr(shared_journal, "REPLACED_AFTER_SECONDS", 0.0)
    follow(*tables)
    for told in (warning(table.saved) for table in tables):
        assert told.startswith("game.jsonl cannot be read") and why in told
    assert states(*tables) == before
    with pytest.raises(SaveError, match=r"^nothing was saved: the file of game cannot be used now. The table waits$"):
        move(*tables)
    path.write_bytes(ours)
    move_on(*tables)
    assert [warning(table.saved) for table in tables] == [""] * 3
    assert verify(path).ok


def test_another_version_that_is_copied_over_the_file_is_taken_when_it_is_whole(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    path, mine = tmp_path / "game.jsonl", tables[0].history.state
    theirs = elsewhere(tmp_path)
    for end in range(0, len(theirs), 97):
        path.write_bytes(theirs[:end])
        if not theirs[:end].endswith(b"\n"):  # else it might be an older version
            follow(*tables)
    assert states(*tables) == [mine] * 3
    path.write_bytes(theirs)
    follow(*tables)
    assert states(*tables) == [load_file(path).history.state] * 3
    assert saves(tmp_path) == ["game-conflict.jsonl", "game.jsonl"]
    assert load_file(tmp_path / "game-conflict.jsonl").history.state == mine
    assert [len(table.news()) for table in tables] == [1, 1, 1]
    move_on(*tables)
    assert verify(path).ok


def test_a_move_is_not_put_behind_another_version_of_the_same_length(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    path = tmp_path / "game.jsonl"
    ours, theirs = path.read_bytes(), elsewhere(tmp_path, moves=1, which=1)
    assert len(ours) == len(theirs)
    assert ours != theirs
    path.write_bytes(theirs)
    with pytest.raises(Overtaken, match="was replaced"):
        move(*tables)
    assert path.read_bytes() == theirs
    move_on(*tables)
    assert states(*tables) == [load_file(path).history.state] * 3
    assert load_file(path).damage is None
    assert (tmp_path / "game-conflict.jsonl").read_bytes() == ours


def test_a_version_that_breaks_the_rules_is_not_taken(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    before, ours = states(*tables), (tmp_path / "game.jsonl").read_bytes()
    forge(tmp_path / "game.jsonl")
    for table in tables:
        with pytest.raises(SaveError, match=r"^game.jsonl was replaced by a file that is damaged$"):
            table.follow()
    assert states(*tables) == before
    assert saves(tmp_path) == ["game.jsonl"]
    replace_file(tmp_path / "game.jsonl", ours)
    move_on(*tables)


def test_a_disk_that_cannot_be_read_is_told_and_followed_again_later(tmp_path: Path, at_once: None) -> None:
    tables, disk = three(tmp_path, first=1), RefusingDisk()
    watching = Store(tmp_path, disk).join("game")
    disk.reading = errno.EIO
    move_on(*tables)
    assert watching.journal.changed()
    assert watching.follow() is None
    told = "game.jsonl cannot be read: Input/output error. The table waits and tries again."
    assert warning(watching.saved) == told
    disk.reading = 0
    assert watching.follow() is not None
    assert warning(watching.saved) == ""
    assert not watching.journal.changed()
    assert states(watching) == states(tables[0])
    (tmp_path / "game.jsonl").unlink()
    assert watching.journal.changed(), "a file that is not there is to be looked at"


def test_a_move_on_a_file_that_was_replaced_meanwhile_is_not_made(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    theirs = elsewhere(tmp_path)
    replace_file(tmp_path / "game.jsonl", theirs)
    with pytest.raises(Overtaken, match=r"the file of this table was replaced. Look at the table and try again"):
        move(*tables)
    assert (tmp_path / "game.jsonl").read_bytes() == theirs
    follow(*tables)
    assert states(*tables) == [load_file(tmp_path / "game.jsonl").history.state] * 3
    move_on(*tables)
    assert verify(tmp_path / "game.jsonl").ok


def test_a_replaced_file_that_may_not_be_written_yet_is_used_later_and_ours_kept_once(tmp_path: Path) -> None:
    disk = RefusingDisk()
    tables = three(tmp_path, storage=disk, moves=3)
    mine = states(*tables)
    replace_file(tmp_path / "game.jsonl", elsewhere(tmp_path))
    disk.opening = errno.EACCES
    for table in (*tables, *tables):
        with pytest.raises(SaveError, match=r"game.jsonl was replaced and cannot be used: Permission denied"):
            table.follow()
    assert states(*tables) == mine
    assert saves(tmp_path) == ["game.jsonl"]
    disk.opening = 0
    follow(*tables)
    assert states(*tables) == [load_file(tmp_path / "game.jsonl").history.state] * 3
    assert saves(tmp_path) == ["game-conflict.jsonl", "game.jsonl"]
    move_on(*tables)
    assert verify(tmp_path / "game.jsonl").ok


def test_a_copy_of_the_file_in_its_place_is_written_to_and_no_file_of_others_is_closed(tmp_path: Path) -> None:
    disk = RefusingDisk()
    tables = three(tmp_path, storage=disk, moves=1)
    path = tmp_path / "game.jsonl"
    replace_file(path, path.read_bytes())
    disk.opening = errno.EACCES
    tables[0].follow()
    with ExitStack() as opened_since:
        others = [opened_since.enter_context((tmp_path / f"{n}.txt").open("wb")) for n in range(9)]
        disk.opening = 0
        follow(*tables)
        for other in others:
            other.write(b"still open")
    assert {path.read_bytes() for path in tmp_path.glob("*.txt")} == {b"still open"}
    move_on(*tables)
    assert verify(path).ok
    assert states(*tables) == [load_file(path).history.state] * 3
    assert tables[0].news() == ()


def test_a_removed_file_that_comes_back_as_it_is_written_again_stays_as_it_came(tmp_path: Path, at_once: None) -> None:
    path = tmp_path / "game.jsonl"

    class ReturningDisk(OsStorage):
        def open_append(self, path: Path, *, create: bool) -> Handle:
            if create and away.exists():
                away.rename(path)
            return super().open_append(path, create=create)

    away = tmp_path / "away"
    tables = three(tmp_path, storage=ReturningDisk(), moves=1)
    path.rename(away)
    data = away.read_bytes()
    follow(*tables)
    assert path.read_bytes() == data
    assert tables[0].news() == ()
    move_on(*tables)
    assert verify(path).ok


def test_a_table_that_may_not_be_written_can_be_watched_and_follows_the_others(tmp_path: Path) -> None:
    tables, disk = three(tmp_path), RefusingDisk()
    disk.opening = errno.EACCES
    tables[2].close()
    refused = r"^you can only watch this table: it may not be written \(Permission denied\)$"
    with pytest.raises(SaveError, match=refused):
        Store(tmp_path, disk).join("game", (2,))
    watching = Store(tmp_path, disk).join("game")
    reason = "You can only look at this game: it may not be written (Permission denied)."
    assert read_only_reason(watching.saved) == reason
    follow(*tables[:2])
    if tables[0].turn.seat == 2:
        tables = (*tables[:2], Store(tmp_path).join("game", (2,)))
    path = tmp_path / "game.jsonl"
    replace_file(path, path.read_bytes())
    move_on(*tables)
    watching.follow()
    assert states(watching) == states(tables[0])
    assert not watching.journal.keep()


def test_without_locks_nothing_is_written_and_nobody_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path)
    tables[2].close()
    data, seat = (tmp_path / "game.jsonl").read_bytes(), tables[0].turn.seat
    with monkeypatch.context() as patched:
        refuse_locks(patched)
        with pytest.raises(TableError, match=r"^files cannot be locked in this folder: No locks available$"):
            Store(tmp_path).join("game", (2,))
        mover = tables[seat] if seat != 2 else tables[0]
        with pytest.raises(SaveError, match="files cannot be locked in this folder"):
            mover.say(mover.here[0], "hello")
        with pytest.raises(SaveError, match="files cannot be locked in this folder"):
            Store(tmp_path).begin(opened(null_header("", "")), "other")
    assert saves(tmp_path) == ["game.jsonl"]
    assert (tmp_path / "game.jsonl").read_bytes() == data
    tables[0].say(0, "hello")
    tables[1].follow()
    assert [said.text for said in tables[1].history.said] == ["hello"]


def test_a_table_on_a_full_disk_is_not_begun(tmp_path: Path, disk: Disk) -> None:
    disk.fill()
    with pytest.raises(SaveError, match=r"^game.jsonl cannot be written: No space left on device$"):
        Store(tmp_path).begin(opened(null_header("", "")), "game")
    assert list(tmp_path.iterdir()) == []


def test_a_move_that_is_too_long_for_a_line_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = three(tmp_path, moves=1)
    before = states(*tables)

    def refuse(_: object) -> None:
        raise LineError("the line is longer than 16384 bytes")

    with monkeypatch.context() as patched:
        patched.setattr(shared_journal, "seal", refuse)
        with pytest.raises(SaveError, match=r"^record \d+ cannot be saved: the line is longer than 16384 bytes$"):
            move(*tables)
    follow(*tables)
    assert states(*tables) == before
    move_on(*tables)


def test_a_damaged_table_is_recovered_as_somebody_joins_it(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=1)
    for table in tables:
        table.close()
    path = tmp_path / "game.jsonl"
    good = path.read_bytes()
    path.write_bytes(good + b"rubbish\n")
    ann = Store(tmp_path).join("game", (0,))
    assert ann.news() == ("game was damaged. The damaged file is kept as game.jsonl.damaged.",)
    assert (tmp_path / "game.jsonl.damaged").read_bytes() == good + b"rubbish\n"
    assert path.read_bytes() == good
    assert ann.history.state == tables[0].history.state


def test_a_table_of_a_game_without_its_engine_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    three(tmp_path)[2].close()
    monkeypatch.setattr(registry, "unavailable_reason", lambda _: "the physics engine is not installed")
    with pytest.raises(SaveError, match=r"^you can only watch this table: the physics engine is not installed$"):
        Store(tmp_path).join("game", (2,))
    watching = Store(tmp_path).join("game")
    assert (watching.here, watching.may_keep) == ((), False)
