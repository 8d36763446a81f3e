"""``towergames review``: a finished game judged, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.games.words.kit import words_save
from tests.reviews import judge_once
from tests.tui.library_kit import play_on, table_of
from towergames.table.store import Store

EXAMPLE = Path(__file__).resolve().parents[2] / "saves" / "example-takethat.jsonl"


@pytest.fixture
def store(own_home: Path) -> Store:
    return Store(own_home / "saves")


def test_a_review_for_people_lists_what_was_missed(run: Run, store: Store) -> None:
    words_save(store, "over")
    lines = run("review", "over")[1].splitlines()
    ann, bob = (player["decisions"] for player in json.loads(run("review", "over", "--json")[1])["players"])
    assert ann > 9 and lines[1].startswith(f"Ann: the best move in {ann} of {ann}, 100%. Missed 0 points")
    assert all("Bob:" in line and "; missed " in line for line in lines[3:])
    assert len(run("review", "over", "--all")[1].splitlines()) == 3 + ann + bob


def test_a_review_for_programs_has_every_move(run: Run, store: Store) -> None:
    words_save(store, "over")
    report = json.loads(run("review", "over", "--json")[1])
    ann, bob = report["players"]
    assert (ann["found"], ann["missed"], ann["worst"]) == (ann["decisions"], 0, None)
    assert bob["missed"] == sum(move["missed"] for move in report["moves"] if move["player"] == "Bob")
    assert bob["worst"] in {move["move"] for move in report["moves"]}


def test_what_cannot_be_reviewed_says_why(run: Run, store: Store) -> None:
    words_save(store, "on", most=2)
    reasons = {
        "on": "when the game is over",
        str(EXAMPLE): "three or four have no review",
        "none": "no save",
    }
    for name, why in reasons.items():
        code, out, err = run("review", name)
        assert (code, out) == (2, "") and why in err


def test_a_game_without_a_review_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.registry.Entry.turn_review", None)
    monkeypatch.setattr("towergames.registry.Entry.review", None)
    code, out, err = run("review", str(EXAMPLE))
    assert (code, out) == (2, "") and "has no review" in err


def test_a_game_with_both_reviews_lists_moves_when_asked_and_says_nothing_twice(
    run: Run, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_once(monkeypatch, worlds=1)
    words_save(store, "usual", board=10)
    turns = run("review", "usual")[1].splitlines()
    every = run("review", "usual", "--all")[1].splitlines()
    assert turns[0].startswith("Ann. Hard's estimate") and any("(played)" in line for line in turns)
    assert every[: len(turns)] == turns and every[len(turns)].startswith("The best play scores the most points")
    assert len(set(every)) == len(every) or not any(line in turns for line in every[len(turns) :])
    report = json.loads(run("review", "usual", "--json")[1])
    ann, bob = report["players"]
    assert ann["found"] == ann["decisions"] == len(ann["turns"]) and bob["unit"] == "chance"
    assert len(report["moves"]) == ann["decisions"] + bob["decisions"]
    assert {candidate["made"] for turn in bob["turns"] for candidate in turn["candidates"]} == {True, False}


def test_a_review_of_turns_for_people_and_for_programs(run: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_once(monkeypatch, worlds=6)
    table = table_of(2, 11, store)
    play_on(table, 11)
    table.close()
    lines = run("review", table.name)[1].splitlines()
    assert lines[0].startswith("Ann. Hard's estimate") and any(line.startswith("Bob. ") for line in lines)
    ann, bob = json.loads(run("review", table.name, "--json")[1])["players"]
    assert (ann["player"], bob["player"], ann["unit"]) == ("Ann", "Bob", "chance")
    assert set(ann["costly"]) <= {turn["first"] for turn in ann["turns"]}


def test_the_games_of_a_bot_at_the_task_are_told_last(run: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    words_save(store, "over")
    monkeypatch.setattr("towergames.table.task_end.task_story", lambda *_: "A story.")
    monkeypatch.setattr("towergames.table.turn_review.task_story", lambda *_: "A story.")
    assert run("review", "over")[1].splitlines()[-1] == "A story."
    assert json.loads(run("review", "over", "--json")[1])["story"] == "A story."
