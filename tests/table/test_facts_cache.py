"""The cache of facts: used only while it agrees with the saves, and made again from them without a difference."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.table.helpers import null_header
from towergames import registry
from towergames.core.contract import Decide
from towergames.core.feat import Feats
from towergames.table import facts_cache
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.table.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three finished games, the last one begun first, a running one, and one that was played on."""
    saves = tmp_path / "saves"
    store = Store(saves)
    for at, (name, heap) in enumerate((("one", 1), ("two", 12), ("three", 1))):
        finish(store, name, heap=heap, polite=True)
        os.utime(store.path(name), (1000 + at, 1000 + at))
    store.begin(null_header("", "", seed=2), "running").close()
    table = store.open("two")
    store.branch(table.history, 2, "two", "branch").close()
    table.close()
    return tmp_path


def finish(store: Store, name: str, **options: int | bool) -> None:
    table = store.begin(null_header("", "", seed=len(name), **options), name)
    while isinstance(turn := table.turn, Decide):
        table.submit(turn.seat, table.parse("take 1"))
    table.close()


def cache(folder: Path) -> FactsCache:
    return FactsCache(folder / "saves", folder / "config")


def names(games: list[CountedGame]) -> list[str]:
    return [game.save for game in games]


@pytest.fixture
def journals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the saves whose facts are found in their journals."""
    found, really = list[str](), facts_cache._line_of

    def line_of(store: Store, name: str) -> object:
        found.append(name)
        return really(store, name)

    monkeypatch.setattr(facts_cache, "_line_of", line_of)
    return found


def test_finished_games_are_found_once_and_then_known_without_a_journal(folder: Path, journals: list[str]) -> None:
    assert cache(folder).games() == [], "nothing is parsed"
    games = cache(folder).all_games()
    assert names(games) == ["one", "two", "three"] and games[0].facts.setup == "heap 1, polite on"
    assert sorted(journals) == ["branch", "one", "running", "three", "two"]
    journals.clear()
    again = cache(folder)
    assert again.games() == games == again.all_games() and journals == []


def test_the_newest_save_comes_first_and_the_caller_may_stop(folder: Path, journals: list[str]) -> None:
    fresh = cache(folder)
    steps = fresh.update(lambda: len(journals) < 3)
    assert list(steps) == [4, 3, 2]
    assert sorted(journals[:2]) == ["branch", "running"] and journals[2] == "three"
    assert names(cache(folder).games()) == ["three"], "what was found stays"
    assert list(cache(folder).update()) == [1, 0]
    assert list(cache(folder).update()) == [0]


def test_a_killed_run_keeps_what_it_had(folder: Path, journals: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts_cache, "WRITE_SECONDS", 0.0)
    steps = cache(folder).update()
    assert [next(steps) for _ in range(4)] == [4, 3, 2, 1]
    assert names(cache(folder).games()) == ["two", "three"], "before the update has ended"


def damages(path: Path) -> Iterator[bytes]:
    data = path.read_bytes()
    yield b""
    yield b"\0" * len(data)
    yield data[: len(data) // 2]
    yield data.replace(b'"Ann"', b'"Eve"')
    yield data.replace(b"[", b"{")
    yield "é".encode() + data
    lines = data.splitlines(keepends=True)
    yield b"".join([*lines[:2], b"\n", b"nonsense\n", *lines[4:]])
    yield facts_cache._written(facts_cache._Line("one", 1, 2, "", "null", "", None)).replace("null", "[]").encode()


def test_a_deleted_or_damaged_cache_gives_equal_facts(folder: Path) -> None:
    first = cache(folder)
    games = first.all_games()
    for data in damages(first.path):
        first.path.write_bytes(data)
        assert cache(folder).all_games() == games
        assert cache(folder).games() == games, "the cache is whole again"
    first.path.unlink()
    assert cache(folder).all_games() == games
    first.path.unlink()
    first.path.mkdir()
    assert cache(folder).all_games() == games, "a folder in its place costs only time"


def test_the_facts_of_all_examples_are_equal_before_and_after_the_cache_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("towergames.table.examples.is_example", lambda _: False)
    shutil.copytree(Path("saves"), tmp_path / "saves")
    games = cache(tmp_path).all_games()
    assert len(games) == len(list(Path("saves").glob("example-*.jsonl")))
    assert cache(tmp_path).games() == games
    cache(tmp_path).path.unlink()
    assert cache(tmp_path).all_games() == games


def test_examples_are_nobodys(tmp_path: Path) -> None:
    shutil.copytree(Path("saves"), tmp_path / "saves")
    assert cache(tmp_path).all_games() == []


def test_a_changed_save_is_read_again(folder: Path, journals: list[str]) -> None:
    games = cache(folder).all_games()
    journals.clear()
    path = Store(folder / "saves").path("one")
    stamp = path.stat()
    os.utime(path, (2000, 2000))
    assert names(cache(folder).games()) == ["two", "three"]
    assert names(cache(folder).all_games()) == ["two", "three", "one"] and journals == ["one"]
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert cache(folder).all_games() == games


def test_a_changed_byte_in_the_last_sum_is_seen_at_the_next_start(folder: Path, journals: list[str]) -> None:
    cache(folder).all_games()
    journals.clear()
    path = Store(folder / "saves").path("one")
    stamp, data = path.stat(), path.read_bytes()
    path.write_bytes(data[:-5] + (b"0" if data[-5:-4] != b"0" else b"1") + data[-4:])
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert "one" in names(cache(folder).games()), "size and time agree"
    assert "one" in names(cache(folder).all_games()) and journals == ["one"], "the moves before it are good"


def test_what_a_check_found_damaged_is_forgotten(folder: Path) -> None:
    known = cache(folder)
    known.all_games()
    known.forget("one")
    known.forget("nothing")
    assert names(cache(folder).games()) == ["two", "three"]


def test_a_later_version_of_the_feats_finds_facts_again(
    folder: Path, journals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache(folder).all_games()
    journals.clear()
    monkeypatch.setattr(registry.Entry, "feats", Feats(9))
    assert cache(folder).games() == []
    assert len(cache(folder).all_games()) == 3 and len(journals) == 5


def test_copies_are_one_game_which_counts_as_it_ended_first(folder: Path) -> None:
    store = Store(folder / "saves")
    copy = store.duplicate("two")
    os.utime(store.path(copy), (900, 900))
    assert names(cache(folder).all_games()) == [copy, "one", "three"]


def test_the_record_of_a_deleted_save_goes_and_comes_back_with_it(folder: Path) -> None:
    store, known = Store(folder / "saves"), cache(folder)
    known.all_games()
    trashed = store.delete("one")
    assert names(known.games()) == ["two", "three"]
    known.all_games()
    assert '"one"' not in known.path.read_text()
    store.restore(trashed)
    assert names(known.all_games()) == ["one", "two", "three"]


def test_the_facts_of_one_save(folder: Path, journals: list[str]) -> None:
    known = cache(folder)
    found = known.facts_of("two")
    assert found is not None and found.setup == "polite on" and known.facts_of("two") == found
    assert journals == ["two"] and known.facts_of("running") is None and known.facts_of("none") is None


def test_saves_that_cannot_be_read_have_no_line(folder: Path, journals: list[str]) -> None:
    saves = folder / "saves"
    (saves / "junk.jsonl").write_bytes(b"junk")
    (saves / "Not A Name.jsonl").write_bytes(b"junk")
    (saves / "gone.jsonl").symlink_to(saves / "one.jsonl")
    assert len(cache(folder).all_games()) == 3
    journals.clear()
    assert len(cache(folder).all_games()) == 3 and sorted(journals) == ["gone", "junk"]
    (saves / "running.jsonl").write_bytes(b"junk")
    assert "running" not in cache(folder).path.read_text() or list(cache(folder).update())
    assert '"running"' not in cache(folder).path.read_text()


def test_the_game_of_a_save_that_is_not_installed_has_no_facts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache(folder).all_games()

    def get(key: str) -> registry.Entry:
        raise KeyError(key)

    monkeypatch.setattr(registry, "get", get)
    assert cache(folder).games() == cache(folder).all_games() == []


def test_a_folder_that_refuses_and_one_that_is_not_there(folder: Path, tmp_path: Path) -> None:
    (folder / "config").write_text("a file")
    known = cache(folder)
    assert len(known.all_games()) == 3 and len(known.games()) == 3, "what was found is known as long as it runs"
    assert FactsCache(tmp_path / "nowhere", tmp_path).all_games() == []


def test_each_folder_of_saves_has_its_own(folder: Path) -> None:
    other = FactsCache(folder / "others", folder / "config")
    assert other.path.parent == cache(folder).path.parent and other.path != cache(folder).path


def test_a_save_that_goes_away_while_sums_are_compared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache(folder).all_games()
    known = cache(folder)

    def gone(*_: object) -> bytes:
        raise OSError

    monkeypatch.setattr(known.store.storage, "read", gone)
    assert known.all_games() == []


def test_a_line_with_control_characters_is_none_of_ours(folder: Path) -> None:
    known = cache(folder)
    games = known.all_games()
    line = known._valid()["one"]
    facts = line.facts
    assert facts is not None
    harmful = facts._replace(seats=(facts.seats[0]._replace(name="\x1b[2J"), *facts.seats[1:]))
    known.path.write_text(facts_cache._written(line._replace(facts=harmful)))
    assert cache(folder).games() == [] and cache(folder).all_games() == games


def test_two_threads_may_find_facts_at_once(folder: Path) -> None:
    known = cache(folder)
    threads = [Thread(target=known.all_games) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names(known.games()) == names(cache(folder).games()) == ["one", "two", "three"]
