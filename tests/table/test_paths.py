"""R8: no name reaches a file outside the folder of saves; links and pipes in it are told, never followed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.table.helpers import null_header, saved_game
from towergames.table.errors import SaveError
from towergames.table.records import SeatSetup
from towergames.table.save_file import verify
from towergames.table.store import TRASH, Store

NASTY = [
    "", ".", "..", "../up", "../../etc/passwd", "/etc/passwd", "a/b", "a\\b", "C:\\x", "\\\\host\\share", "game.jsonl",
    "nul\x00byte", "a" * 300, "a" * 64, "-dash", "con", "NUL", "com1", "lpt9", "aux", "prn", "Game", "spa ce", "tab\t",
    "new\nline", "game\n", "é", "塔", "..%2f..%2f", "~", "~root", "$HOME", "`id`", "; rm -rf", ".hidden", "\u202egame",
    "ga\u0301me", "file:///etc", "a:stream", "*", "?", "con.jsonl", "\udcff",
]  # fmt: skip


def _tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_a_nasty_name_is_refused_where_a_save_is_named(name: str, tmp_path: Path) -> None:
    saved_game(tmp_path / "saves")
    (tmp_path / "up.jsonl").write_bytes(b"outside")
    store = Store(tmp_path / "saves")
    before = _tree(tmp_path)
    for deed in (store.path, store.open, store.duplicate, store.delete, store.recover):
        with pytest.raises(SaveError) as caught:
            deed(name)
        assert str(caught.value).isprintable()
    with pytest.raises(SaveError):
        store.rename(name, "other")
    assert store.peek(name).problem
    assert _tree(tmp_path) == before


@pytest.mark.parametrize("name", NASTY, ids=ascii)
def test_a_nasty_wish_becomes_a_harmless_name_inside_the_folder(name: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    table = store.begin(null_header("", ""), name)
    table.close()
    (made,) = store.names()
    copy = store.duplicate(made, name)
    moved = store.rename(copy, name)
    back = store.restore(store.delete(moved))
    assert sorted(store.names()) == sorted([made, back])
    assert {path.name for path in tmp_path.iterdir()} == {"saves"}
    for found in store.names():
        assert store.path(found).is_file()
        assert len(found) <= 63


def test_players_names_make_a_harmless_file_name(tmp_path: Path) -> None:
    seats = (SeatSetup("../../x"), SeatSetup("塔"))
    table = Store(tmp_path / "saves").begin(replace(null_header("", ""), seats=seats))
    table.close()
    assert Store(tmp_path / "saves").names() == ["null-x"]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
def test_links_pipes_and_folders_among_the_saves_are_told_and_left_alone(tmp_path: Path) -> None:
    outside = saved_game(tmp_path / "outside")
    before = outside.read_bytes()
    saves = tmp_path / "saves"
    saved_game(saves, "real")
    (saves / "link.jsonl").symlink_to(outside)
    (saves / "dangling.jsonl").symlink_to(tmp_path / "nothing")
    (saves / "loop.jsonl").symlink_to(saves / "loop.jsonl")
    (saves / "folder.jsonl").mkdir()
    os.mkfifo(saves / "pipe.jsonl")
    (saves / "empty.jsonl").touch()
    store = Store(saves)
    told = {info.name: info.problem for info in store.peek_all()}
    assert not told.pop("real")
    assert set(told) == {"link", "dangling", "loop", "folder", "pipe", "empty"}
    assert all(told.values())
    for name in told:
        with pytest.raises(SaveError):
            store.open(name)
        assert not verify(saves / f"{name}.jsonl").ok
    for name in ("link", "folder", "pipe", "dangling"):
        for deed in (store.delete, store.duplicate, store.recover):
            with pytest.raises(SaveError):
                deed(name)
    assert store.latest_unfinished().name == "real"
    assert outside.read_bytes() == before
    assert (saves / "link.jsonl").is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_links_where_the_trash_the_lock_or_the_new_file_belong_are_not_followed(tmp_path: Path) -> None:
    saves, victim = tmp_path / "saves", tmp_path / "victim"
    victim.mkdir()
    target = victim / "file"
    target.write_bytes(b"precious")
    path = saved_game(saves)
    (saves / TRASH).symlink_to(victim)
    store = Store(saves)
    with pytest.raises(SaveError, match="link"):
        store.delete("game")
    with pytest.raises(SaveError):
        store.restore(saves / TRASH / "file")
    (saves / ".other.jsonl.lock").symlink_to(target)
    (saves / ".game.jsonl.recovered").symlink_to(target)
    (saves / "game.jsonl.damaged").symlink_to(target)
    path.write_bytes(path.read_bytes()[:-20])
    store.open("game").close()
    assert store.peek("game").problem == ""
    store.begin(null_header("", ""), "other").close()
    assert target.read_bytes() == b"precious"
    assert [p.name for p in victim.iterdir()] == ["file"]


def test_only_what_lies_in_the_trash_can_be_brought_back(tmp_path: Path) -> None:
    saved_game(tmp_path / "saves")
    outside = saved_game(tmp_path / "outside")
    store = Store(tmp_path / "saves")
    store.delete("game")
    for path in (outside, tmp_path / "saves" / TRASH / ".." / "x.jsonl", tmp_path / "saves" / TRASH / "none.jsonl"):
        with pytest.raises(SaveError):
            store.restore(path)
    assert outside.exists()


def test_a_link_in_the_trash_is_not_brought_back(tmp_path: Path) -> None:
    outside = saved_game(tmp_path / "outside")
    store = Store(tmp_path / "saves")
    saved_game(store.folder)
    trashed = store.delete("game")
    trashed.unlink()
    trashed.symlink_to(outside)
    with pytest.raises(SaveError, match=r"^game cannot be brought back: it is a link, and links are not followed$"):
        store.restore(trashed)
    assert store.names() == []
    assert trashed.is_symlink()


def test_names_that_differ_only_in_case_never_meet(store: Store, tmp_path: Path) -> None:
    tmp_path.joinpath("GAME.jsonl").write_bytes(b"somebody's")
    assert store.free_name("game") == "game-2"
    store.begin(null_header("", ""), "Game").close()
    assert store.names() == ["game-2"]
    assert tmp_path.joinpath("GAME.jsonl").read_bytes() == b"somebody's"


def test_two_programs_that_want_the_same_name_both_get_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = store.begin(null_header("", ""), "game")
    wishes = iter(["game", "game", "game-7"])
    monkeypatch.setattr("towergames.table.store.free_name", lambda folder, wish: next(wishes))
    second = store.begin(null_header("", ""), "game")
    assert second.journal.path.stem == "game-7"
    play_on(first, 1)
    play_on(second, 1)
    first.close()
    second.close()


def test_a_name_that_is_always_taken_is_given_up_with_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    saved_game(tmp_path)
    monkeypatch.setattr("towergames.table.store.free_name", lambda folder, wish: "game")
    for deed in (
        lambda: store.begin(null_header("", ""), "game"),
        lambda: store.duplicate("game"),
        lambda: store.rename("game", "x"),
    ):
        with pytest.raises(SaveError, match="no free name"):
            deed()
    assert verify(tmp_path / "game.jsonl").ok
