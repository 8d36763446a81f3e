"""``towergames tables``: the open tables by whose move it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from towergames.cli.main import main
from towergames.paths import config_folder
from towergames.session.app_state import Memory
from towergames.table import local_date
from towergames.table.records import OPEN_FORMAT
from towergames.table.setup import timestamp
from towergames.table.shared import SharedTable
from towergames.table.store import Store

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def evening(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedTable]:
    """An open table that was begun two days ago, at which it is Ann's move."""
    now = datetime.now()
    monkeypatch.setattr(local_date, "now", lambda: now + timedelta(days=2))
    header = replace(header_of("Ann", "Bob", "bot:easy"), format=OPEN_FORMAT, created=timestamp())
    header = replace(header, options={**header.options, "first": 1})
    table = Store(own_home / "saves").begin(header, "evening")
    assert isinstance(table, SharedTable) and table.turn.seat == 0
    Memory.load(config_folder()).remember_alone(table)
    yield table
    table.close()


def test_a_line_says_whose_move_it_is_and_how_it_is_made(evening: SharedTable, capsys: Captured) -> None:
    assert main(["tables"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("evening: Take That Towers, round 1. Bob has been waiting for you since ")
    day = datetime.fromisoformat(evening.header.created).astimezone().strftime("%H:%M")
    assert day in out
    assert err.startswith("You are Ann. For another player add --seat NAME.\nMake your move with: ")
    assert "join evening --seat Ann" in err


def test_a_seat_or_the_player_of_the_menu_is_you(evening: SharedTable, capsys: Captured) -> None:
    assert main(["tables", "--seat", "bob"]) == 0
    out, err = capsys.readouterr()
    assert "You have been waiting for Ann since" in out and err == ""
    Memory.load(config_folder()).remember_person("Bob")
    assert main(["tables"]) == 0
    out, err = capsys.readouterr()
    assert "You have been waiting for Ann since" in out and "You are Bob." in err
    Memory.load(config_folder()).remember_person("Zoe")
    assert main(["tables"]) == 0
    assert "Bob has been waiting for Ann since" in capsys.readouterr().out
    assert main(["tables", "--seat", "Bpb"]) == 2
    assert 'no player "Bpb". Did you mean "Bob"?' in capsys.readouterr().err


def test_json_has_the_facts_in_universal_time(evening: SharedTable, capsys: Captured) -> None:
    assert main(["tables", "--seat", "Ann", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {
        "name": "evening",
        "path": str(evening.journal.path),
        "game": "takethat",
        "round": 1,
        "seats": ["Ann", "Bob", "Gus"],
        "bots": ["", "", "easy"],
        "you": "Ann",
        "your_move": True,
        "decides": "Ann",
        "waiting": ["Bob"],
        "since": evening.header.created,
    }


def test_without_a_table_it_says_how_one_is_opened(own_home: Path, capsys: Captured) -> None:
    assert main(["tables"]) == 0
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("No open tables. Open one with: towergames play GAME")
    assert main(["tables", "--json", "--seat", "Ann"]) == 0
    assert capsys.readouterr().out == "[]\n"
    assert main(["--saves", str(own_home / "nowhere"), "tables"]) == 2
