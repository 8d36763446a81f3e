"""Rubbish behind a good save: it is opened up to its last good record, quickly, and the rubbish is kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.combinations import combined
from tests.table.helpers import append, lines_of, null_header, reseal, saved_game
from tests.table.sharing import opened
from tests.table.windows import follow, move_on, three
from towergames.cli.main import main
from towergames.table.errors import SaveError
from towergames.table.records import MAX_FILE, NEWEST
from towergames.table.save_file import load_file, verify
from towergames.table.store import Store

MEGABYTES = 20 * 1024 * 1024
RUBBISH: dict[str, Callable[[], bytes]] = {
    "letters": lambda: b"x" * MEGABYTES,
    "zeros": lambda: bytes(MEGABYTES),
    "short lines": lambda: b"rubbish\n" * (MEGABYTES // 8),
    "one long line": lambda: b"x" * MEGABYTES + b"\n",
    "blank lines, then letters": lambda: b"\n" * (MEGABYTES // 2) + b"x" * (MEGABYTES // 2),
}


@combined(kind=RUBBISH, table=["alone", "open"])
def test_much_rubbish_costs_nothing_before_it(tmp_path: Path, kind: str, table: str) -> None:
    if table == "open":
        pytest.importorskip("fcntl")
        windows = three(tmp_path)
        move_on(*windows)
        for window in windows:
            window.close()
    else:
        saved_game(tmp_path)
    path = tmp_path / "game.jsonl"
    good, rubbish = path.read_bytes(), RUBBISH[kind]()
    append(path, rubbish)
    began = time.process_time()
    report = verify(path)
    assert report.record == load_file(path).history.records + 1
    store = Store(tmp_path)
    assert store.peek("game").moves == report.moves
    again = store.join("game", (0,)) if table == "open" else store.open("game")
    assert time.process_time() - began < 2
    assert again.history.records == report.records
    assert not again.read_only
    assert "The damaged file is kept as game.jsonl.damaged." in again.news()[0]
    again.close()
    assert path.read_bytes() == good or path.read_bytes().removesuffix(b"\n") == good.removesuffix(b"\n")
    assert (tmp_path / "game.jsonl.damaged").read_bytes() == good + rubbish


def test_good_records_beyond_the_limit_of_a_save_are_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved_game(tmp_path)
    records = load_file(path).history.records
    monkeypatch.setattr("towergames.table.journal.MAX_FILE", path.stat().st_size - 300)
    report = verify(path)
    assert 0 < report.records < records
    assert report.reason == "it is larger than 8 MiB, the limit"


def test_rubbish_alone_is_no_save_whatever_its_size(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"x" * (MAX_FILE + 5))
    with pytest.raises(SaveError, match=r"^game.jsonl is no towergames save, and it is larger than 8 MiB, the limit$"):
        load_file(path)


@pytest.mark.parametrize("what", ["alone", "open"])
def test_a_newer_format_says_what_is_read_here(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    header = null_header("", "")
    Store(tmp_path).begin(opened(header) if what == "open" else header, "game").close()
    path = tmp_path / "game.jsonl"
    first, *rest = lines_of(path)
    path.write_bytes(reseal([{**first, "format": 99}, *rest]))
    told = f"game.jsonl has format 99, and this program reads formats 1 to {NEWEST}. Update towergames to open it"
    assert main(["--saves", str(tmp_path), "load", "game", "--plain"]) == 2
    assert capsys.readouterr().err == f"towergames: {told}\n"
    assert main(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["reason"] == told
    assert first["app"] not in told


def test_windows_that_meet_rubbish_lose_nothing(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    windows = three(tmp_path)
    move_on(*windows)
    records = windows[0].history.records
    append((tmp_path / "game.jsonl"), b"x" * MEGABYTES)
    follow(*windows)
    move_on(*windows)
    assert load_file(tmp_path / "game.jsonl").history.records > records
