"""``towergames review``: a finished game judged, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.words_kit import words_save
from towergames.cli.main import main
from towergames.table.store import Store

EXAMPLE = Path(__file__).resolve().parents[2] / "saves" / "example-takethat.jsonl"


@pytest.fixture
def store(own_home: Path) -> Store:
    return Store(own_home / "saves")


def test_a_review_for_people_lists_what_was_missed(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    words_save(store, "over")
    assert main(["review", "over"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Ann: the best found in 15 of 15 moves (100 %), 0 points missed")
    assert all("Bob:" in line and "; missed " in line for line in lines[3:])
    assert main(["review", "over", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3 + 15 + 14


def test_a_review_for_programs_has_every_move(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    words_save(store, "over")
    assert main(["review", "over", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    ann, bob = report["players"]
    assert (ann["found"], ann["missed"], ann["worst"]) == (ann["decisions"], 0, None)
    assert bob["missed"] == sum(move["missed"] for move in report["moves"] if move["player"] == "Bob")
    assert bob["worst"] in {move["move"] for move in report["moves"]}


def test_what_cannot_be_reviewed_says_why(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    words_save(store, "on", most=2)
    for name, why in (("on", "once the game is over"), (str(EXAMPLE), "has no review"), ("none", "no save")):
        assert main(["review", name]) == 2
        captured = capsys.readouterr()
        assert why in captured.err and captured.out == ""
