"""R2: whatever a power cut leaves loads to the state before or after, with everything that was acknowledged."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.table.helpers import null_header
from tests.table.model_disk import Inode, ModelDisk
from towergames.table.match import Table
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.store import Store


def _story_of(path: Path) -> list[str]:
    return [record.state for record in load_file(path).contents.records]


def _play(disk: ModelDisk, table: Table, moves: int) -> None:
    for seed in range(moves):
        play_on(table, 1, seed)
        disk.acknowledged["records"] = table.journal.records


def _check_every_crash(disk: ModelDisk, story: list[str], least: int = 1) -> int:
    """In every state some save holds all that was acknowledged, and is a beginning of the whole story."""
    tried: dict[tuple[object, ...], int] = {}
    for files, acknowledged in disk.crashes:
        key = tuple(sorted(files.items()))
        tried[key] = max(tried.get(key, 0), acknowledged.get("records", 0))
    for files, safe in tried.items():
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            for name, data in files:  # type: ignore[misc]
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_bytes(data)
            best = -1
            store = Store(folder)
            for name in store.names():
                if store.peek(name).game:
                    table = store.open(name)
                    told = _story_of(table.journal.path)
                    sure = min(len(told), safe)  # a copy may be torn while its original is whole
                    assert told[:sure] == story[:sure]
                    best = max(best, len(told))
                    table.close()
            for path in (folder / ".trash").glob("*.jsonl"):
                if path.stat().st_size:
                    best = max(best, len(_story_of(path)))
            assert best >= safe or not safe, (files, safe)
    assert len(tried) >= least
    return len(tried)


def test_every_power_cut_while_playing_leaves_all_acknowledged_moves(tmp_path: Path) -> None:
    disk = ModelDisk(tmp_path)
    table = Store(tmp_path, disk).begin(null_header("", ""), "game")
    _play(disk, table, 3)
    table.undo(table.turn.seat, (0, 1))
    disk.acknowledged["records"] = table.journal.records
    _play(disk, table, 2)
    table.close()
    assert _check_every_crash(disk, _story_of(tmp_path / "game.jsonl"), 40) > 40


def test_every_power_cut_while_recovering_leaves_the_good_prefix(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(null_header("", ""), "game")
    play_on(table, 6)
    table.close()
    path = tmp_path / "game.jsonl"
    data = path.read_bytes()[:-40]
    path.write_bytes(data)
    story = _story_of(path)
    disk = ModelDisk(tmp_path)
    disk.folder.safe["game.jsonl"] = Inode(data)
    disk.acknowledged["records"] = len(story)
    table = Store(tmp_path, disk).open("game")
    assert not table.read_only
    _play(disk, table, 2)
    table.close()
    _check_every_crash(disk, _story_of(path), 20)
    for files, _ in disk.crashes:  # the damaged bytes stay somewhere until they are safe in the copy
        assert any(kept == data for kept in files.values())


@pytest.mark.parametrize("deed", ["rename", "delete", "duplicate"])
def test_every_power_cut_while_tidying_up_leaves_the_save_somewhere(tmp_path: Path, deed: str) -> None:
    table = Store(tmp_path).begin(null_header("", ""), "game")
    play_on(table, 3)
    last = digest(table.history.state)
    table.close()
    path = tmp_path / "game.jsonl"
    story, data = _story_of(path), path.read_bytes()
    assert story[-1] == last
    disk = ModelDisk(tmp_path)
    disk.folder.safe["game.jsonl"] = Inode(data)
    disk.acknowledged["records"] = len(story)
    store = Store(tmp_path, disk)
    if deed == "delete":
        store.restore(store.delete("game"))
    else:
        getattr(store, deed)("game", "other")
    _check_every_crash(disk, story, 3)
