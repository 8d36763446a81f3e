"""Konexi line by line: the tower in words, numbered places, words that the player finds, help that is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.konexi.canned import CannedPhysics, replace_physics
from tests.plain.helpers import converse, header_of, play, script_of
from towergames.games.konexi.board import input as board_input
from towergames.games.konexi.game import GAME
from towergames.games.konexi.rules import offered, places_of
from towergames.run_request import RunRequest
from towergames.table.save_file import load_file

SEATS = ("Ann", "Bob")


@pytest.fixture(autouse=True)
def canned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters stand, and now and then they do not."""
    replace_physics(monkeypatch, CannedPhysics(9))


def conversation(tmp_path: Path, *lines: str, seed: int = 7, **options: Any) -> str:
    """The answers to these lines, each sentence on one line."""
    given = {"first": 1, **options}
    code, text = play(tmp_path, header_of(*SEATS, game="konexi", seed=seed, **given), lines)
    assert code == 0
    return " ".join(text.split())


def test_the_table_and_every_decision_are_told_and_places_have_numbers(tmp_path: Path) -> None:
    text = conversation(tmp_path, "", "places", "quit")
    state = load_file(tmp_path / "test.jsonl").history.state
    first = offered(state)[0]
    assert "No letter stands yet. The token lies between" in text
    assert f"{first} has {len(places_of(state, first))} place" in text
    assert f"put {first} NUMBER" in text


def test_a_letter_is_placed_by_its_number_and_the_tower_told(tmp_path: Path) -> None:
    text = conversation(
        tmp_path, "", "put 1", "", "places", "hold", "next", "let go", "hand", "board", "help all", "quit"
    )
    state = load_file(tmp_path / "test.jsonl").history.state
    assert len(state.tower) == 2 and state.phase == "word"
    base, second = (spot.letter for spot in state.tower)
    assert f"{base}: " in text and "the base, from 0 to" in text
    assert f"In hand: {second} at place " in text and "To put it there: let go." in text
    assert f"{second} stands, joined to {base}. A word needs {second} and at least 2 letters" in text
    assert f"which is joined to {base}." in text and "Its weight lies" in text
    assert "put [LETTER] NUMBER: let go of it there" in text and "places [LETTER] [on LETTER]:" in text


def test_a_letter_that_is_only_marked_is_not_said_to_be_in_hand(tmp_path: Path) -> None:
    text = conversation(tmp_path, "", "put 1", "", "put Q 1", "take", "let go", "quit")
    marked, taken = text.index("Marked: S at place "), text.index("In hand: S at place ")
    assert text.index("Q is not beside the token.") < marked < taken < text.index("S stands")
    assert "To take it: take. " in text[marked:taken] and "let go" not in text[marked:taken]


def test_help_on_words_is_counted_and_words_are_not_listed(tmp_path: Path) -> None:
    lines = ("", "put 1", "", "hold", "help-here", "help-here", "put 1", "moves", "hint", "hint", "quit")
    text = conversation(tmp_path, *lines)
    assert "Here it makes " in text and "Type a move like this: word WORD; done" in text
    notes = load_file(tmp_path / "test.jsonl").history.assists
    assert notes["hint"] == 2 and "Hint: " in text, "once before the letter was put, once after"


def test_a_turn_that_a_hint_ends_is_ended_without_another_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_input, "sayable_words", lambda _: ())
    placed = ("", "put 1", "", "put 1")
    unasked = conversation(tmp_path / "unasked", *placed, "done", "quit")
    assert "You say no word." in unasked and "ends the turn" not in unasked
    advised = conversation(tmp_path / "advised", *placed, "hint", "done", "quit")
    assert "End the turn without one." in advised and "You say no word." not in advised
    made = [play.notation for play in load_file(tmp_path / "advised" / "test.jsonl").history.plays]
    assert made[-2:] == ["done", "roll"]


def test_a_replay_tells_of_falls_without_any_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_physics(monkeypatch, CannedPhysics(3))
    header = header_of(*SEATS, game="konexi", first=1)
    lines, table = script_of(header, stop=150)
    play(tmp_path, header, [*lines, "quit"])

    def none() -> Any:
        raise ImportError("no engine here")

    monkeypatch.setattr(GAME, "_physics", none)
    fallen = [e.text for p in table.history.plays for e in p.step.events if e.kind == "fall"]
    assert fallen
    steps = ["next"] * (len(table.history.plays) + 2)
    _, text = converse([*steps, "quit"], RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl"))
    assert fallen[0].format(*SEATS).split(":")[0] in " ".join(text.split())
