"""What lies among the saves and is none: each is told with its reason, and none of them stops a command."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import MsgspecError

from tests.golden.make import SAVES
from tests.null.entry import NULL
from tests.table.helpers import lines_of, reseal, saved_game
from tests.table.record_kit import counted_in
from towergames.cli.main import main
from towergames.table import records
from towergames.table.errors import SaveError
from towergames.table.journal import read_journal
from towergames.table.records import Header
from towergames.table.save_file import begin_history, verify
from towergames.table.store import Store


class OddError(Exception):
    """What some version of a decoder may raise."""


# Up to 0.20 the errors of msgspec for wrong types were no ValueErrors.
ERRORS = [TypeError, AttributeError, KeyError, SystemError, RuntimeError, RecursionError, MemoryError]
ERRORS += [MsgspecError, OddError]


@pytest.mark.parametrize("error", ERRORS)
def test_whatever_the_decoder_raises_one_bad_header_stops_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: type[Exception]
) -> None:
    shutil.copy(SAVES / "takethat-r1-2.jsonl", tmp_path / "good.jsonl")
    lines = lines_of(SAVES / "takethat-r1-3.jsonl")
    lines[0]["options"] = {"deck": ["crafted"]}
    (tmp_path / "bad.jsonl").write_bytes(reseal(lines))

    class Picky:
        type = Header

        def decode(self, content: bytes) -> Header:
            if b"crafted" in content:
                raise error("as no other version does")
            return usual.decode(content)

    usual = records._HEADER
    monkeypatch.setattr(records, "_HEADER", Picky())
    for command, code in (("saves", 0), ("stats", 0), ("verify", 1)):
        files = ["good", "bad"] if command == "verify" else []
        assert main(["--saves", str(tmp_path), command, *files, "--json"]) == code
        assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("error", ERRORS)
def test_a_game_that_stumbles_over_a_setup_harms_no_other_save(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    saved_game(store.folder, "good")
    path = saved_game(store.folder, "bad", heap=12)
    header = read_journal(path).header
    new = type(NULL.game).new

    def stumble(game: Any, seats: int, options: Any) -> Any:
        if options["heap"] == 12:
            raise error("\x1b[2J")
        return new(game, seats, options)

    monkeypatch.setattr(type(NULL.game), "new", stumble)
    found = {info.name: info.problem for info in store.peek_all()}
    assert found["good"] == ""
    assert f"the setup of the saved game cannot be played ({error.__name__})" in found["bad"]
    assert not verify(path).ok
    assert counted_in(store.folder) == []
    with pytest.raises(error):  # but where a game begins, a bug is a bug
        begin_history(header)


def _zeros(count: int) -> Callable[[bytes], bytes]:
    return lambda data: data + bytes(count)


def _hole(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(400) + data[middle + 400 :]


DAMAGED: list[tuple[Callable[[bytes], bytes], str]] = [
    (_zeros(1), "zero bytes, as a power cut"),
    (_zeros(5000), "zero bytes, as a power cut"),
    (lambda data: data[:-30] + bytes(4096), "zero bytes, as a power cut"),
    (_hole, "zero bytes, as a power cut"),
    (lambda data: data[:-2], "the last line was not finished"),
]


@pytest.mark.parametrize(("harm", "reason"), DAMAGED)
def test_damage_is_told_and_the_rest_is_kept(tmp_path: Path, harm: Callable[[bytes], bytes], reason: str) -> None:
    path = saved_game(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(harm(whole))
    report = verify(path)
    assert not report.ok
    assert reason in report.reason
    table = Store(tmp_path).open("game")
    (told,) = table.news()
    assert reason in told
    table.close()
    assert whole.startswith(path.read_bytes())
    assert path.with_name("game.jsonl.damaged").read_bytes() == harm(whole)


BROKEN = [(b"", "it is empty"), (bytes(4096), "it holds only zero bytes"), (b"hello\n", "no checksum")]


@pytest.mark.parametrize(("data", "reason"), BROKEN)
def test_a_file_that_is_no_save_is_told_by_what_it_holds(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert reason in verify(path).reason
    assert reason in Store(tmp_path).peek("game").problem
    with pytest.raises(SaveError, match=reason):
        Store(tmp_path).open("game")
    assert path.read_bytes() == data


def _folder(path: Path) -> None:
    path.mkdir()


def _link(path: Path) -> None:
    path.symlink_to(path.with_name("game.jsonl"))


KINDS = [(_folder, "it is a folder"), (_link, "it is a link"), (os.mkfifo, "it is not a regular file")]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
@pytest.mark.parametrize(("make", "reason"), KINDS)
def test_what_is_no_file_is_told_by_its_kind_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None], reason: str
) -> None:
    saved_game(tmp_path)
    make(tmp_path / "odd.jsonl")
    store = Store(tmp_path)
    assert reason in store.peek("odd").problem
    for deed in (store.open, store.duplicate, store.recover, store.delete, lambda name: store.rename(name, "x")):
        with pytest.raises(SaveError, match=reason):
            deed("odd")
    for command in ("load", "replay", "export", "review", "verify"):
        for word in ("odd", str(tmp_path / "odd.jsonl")):
            assert main(["--saves", str(tmp_path), command, word]) == 2
            assert reason in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="sparse files")
def test_a_sparse_file_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert "larger than 8 MiB" in verify(path).reason
    with pytest.raises(SaveError, match="larger than 8 MiB"):
        Store(tmp_path).duplicate("game")


def _deny(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The folder may neither be listed nor entered; root may do all, so the calls are refused by hand."""
    lstat, listdir, opened = Path.lstat, os.listdir, os.open

    def refuse(path: object) -> None:
        if Path(os.fspath(path)).is_relative_to(folder):  # type: ignore[call-overload]
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "lstat", lambda self: (refuse(self), lstat(self))[1])
    monkeypatch.setattr(os, "listdir", lambda path: (refuse(path), listdir(path))[1])
    monkeypatch.setattr(os, "open", lambda path, *more, **how: (refuse(path), opened(path, *more, **how))[1])


def test_a_folder_that_may_not_be_entered_is_told_and_is_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "saves"
    saved_game(folder)
    _deny(monkeypatch, folder)
    for command in ("saves", "stats", "continue", "load game", "replay game", "export game", "review game"):
        assert main(["--saves", str(folder), *command.split()]) == 2
        told = capsys.readouterr().err
        assert "cannot be read: Permission denied" in told
        assert "fault of this program" not in told
    store = Store(folder)
    assert store.names() == []
    assert "Permission denied" in store.unlisted()
    assert store.peek("game").problem
    assert Store(tmp_path / "none").unlisted() == ""
