"""``join`` and ``play --open`` on the command line."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from towergames import registry
from towergames.cli.main import main
from towergames.table.records import OPEN_FORMAT
from towergames.table.save_file import load_file
from towergames.table.seats import fits, keep_for_link
from towergames.table.shared import SharedTable
from towergames.table.store import Store

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def ann(own_home: Path) -> Iterator[SharedTable]:
    """An open table at which Ann sits in another window."""
    header = replace(header_of("Ann", "Bob", "Cleo", "bot:easy"), format=OPEN_FORMAT)
    table = Store(own_home / "saves").begin(header, "evening", "2718")
    assert isinstance(table, SharedTable)
    yield table
    table.close()


def test_join_alone_lists_the_tables_and_who_is_there(ann: SharedTable, capsys: Captured) -> None:
    ann.seats.away(True)
    assert main(["join"]) == 0
    out = capsys.readouterr().out
    assert out == "evening: Take That Towers, round 1; Ann (away), Bob (free), Cleo (free)\n"


@pytest.mark.parametrize(
    "words",
    [
        ["join"],
        ["join", "--watch"],
        ["join", "evening", "--seat", "Bob"],
        ["serve"],
        *(["saves"], ["stats"], ["continue"], ["load", "evening"], ["replay", "evening"], ["verify", "evening"]),
    ],
    ids=" ".join,
)
def test_a_folder_that_is_named_and_not_there_is_named_back(tmp_path: Path, capsys: Captured, words: list[str]) -> None:
    folder = tmp_path / "nowhere"
    assert main(["--saves", str(folder), *words]) == 2
    told = f"the folder {folder} is not there. Name the folder of your games with --saves"
    assert capsys.readouterr().err.removesuffix("\n").removeprefix("towergames: ").removeprefix("evening: ") == told
    assert not folder.exists()


def test_joining_waits_for_a_seat_left_now(ann: SharedTable, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    bob = Store(ann.journal.path.parent).join("evening", (1,))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    threading.Timer(0.1, bob.seats.leave).start()
    assert main(["join", "--seat", "Bob", "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    aim = registry.get("takethat").game.rule_sheet.aim
    assert lines[:5] == ["You are Bob.", *aim, "Type rules for all rules."]  # a guest is introduced
    assert lines[5].startswith("Take That Towers: Ann; Bob; Cleo")


def test_without_tables_it_says_how_one_is_opened(capsys: Captured) -> None:
    assert main(["join"]) == 0
    assert "--open" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["join", "--seat", "Ann"], "Ann sits at another window already. To look on, use --watch"),
        (["join", "evening"], "say who you are: --seat NAME, or --watch. Free seats: Bob, Cleo"),
        (["join", "evening", "--seat", "Zoe"], 'no seat "Zoe"'),
        (["join", "--seat", "Zoe"], "has a seat for Zoe. Open tables: evening (Ann, Bob, Cleo, Gus)"),
        (["join", "--seat", "Cloe"], 'for Cloe. Did you mean "Cleo"? Open tables: evening'),
        (["join", "evening", "--seat", "Gus"], "no seat"),
        (["join", "nothing", "--watch"], 'no saved game "nothing"'),
        (["load", "evening"], "Join it with: towergames join evening"),
        (["continue"], "but an open table"),
        (["play", "takethat", "--seat", "Ann", "--seat", "Bob", "--pin"], "Add --open"),
        (["join", "evening", "--watch", "--pin"], "--pin is for a seat"),
    ],
)
def test_what_cannot_be_joined_is_refused(ann: SharedTable, capsys: Captured, words: list[str], told: str) -> None:
    assert main([*words, "--plain"]) == 2
    assert told in capsys.readouterr().err


def test_a_seat_with_a_link_is_no_guess_and_can_be_joined(
    ann: SharedTable, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    links = [keep_for_link(ann.journal.path, seat) for seat in (1, 2)]
    assert main(["join", "evening", "--plain"]) == 2
    told = "Free seats: Bob (kept for a link), Cleo (kept for a link)"
    assert told in " ".join(capsys.readouterr().err.split())
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["join", "--seat", "Bob", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("You are Bob.")
    for link in links:
        assert link is not None
        link.free()


def test_a_seat_with_a_pin_asks_for_it(ann: SharedTable, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.close()
    monkeypatch.setattr("typer.prompt", lambda *_, **__: "1111")
    assert main(["join", "--seat", "Ann", "--plain"]) == 2
    told = capsys.readouterr()
    assert "that is not the PIN of this seat" in told.err
    assert "2718" not in told.err + told.out + repr(load_file(ann.journal.path).history.pins)


def test_seats_without_a_pin_get_a_new_one(ann: SharedTable, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.close()
    asked: list[str] = []

    def answer(question: str, **_: object) -> str:
        asked.append(question)
        return "3141" if question.startswith("Choose") else "2718"

    monkeypatch.setattr("typer.prompt", answer)
    assert main(["join", "evening", "--seat", "Ann", "--seat", "Bob", "--pin", "--plain"]) == 0
    assert asked == ["PIN of Ann", "Choose a PIN for Bob"]
    capsys.readouterr()
    pins = load_file(ann.journal.path).history.pins
    assert [fits(pin, pins[seat]) for seat, pin in enumerate(("2718", "3141"))] == [True, True]
