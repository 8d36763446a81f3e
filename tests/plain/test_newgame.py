"""The questions before a new game: each answer is checked at once, a wrong one is asked again, the others stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.helpers import converse
from towergames import registry
from towergames.registry import get
from towergames.run_request import RunRequest
from towergames.table.level_record import LevelGame, LevelRecord
from towergames.table.records import Header
from towergames.table.save_file import load_file
from towergames.table.store import Store


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game on the shelf, so that no menu asks which."""
    monkeypatch.setattr(registry, "ENTRIES", [get("takethat")])


def begun(saves: Path, *answers: str) -> tuple[str, list[Header]]:
    """What is said to the answers, on one line, and the headers of the games that began."""
    code, text = converse(["new", *answers, "quit"], RunRequest("menu", saves))
    assert code == 0
    headers = [load_file(saves / f"{name}.jsonl").history.header for name in Store(saves).names()]
    return " ".join(text.split()), headers


def test_a_wrong_answer_is_asked_again_alone_and_the_others_are_kept(tmp_path: Path) -> None:
    answers = ["Ann, bot:hrad", "Ann, bot:hard", "deck=weighted heigth=5", "deck=huge", "height=5", "seven", "7"]
    text, (header,) = begun(tmp_path, *answers)
    assert text.index('Did you mean "hard"?') < text.index("Which house rules?")
    assert 'has no option "heigth". Did you mean "height"?' in text
    assert "is not possible. Values: even, weighted" in text
    assert "Enter takes deck=weighted:" in text, "what was right is kept and offered"
    assert '"seven" is not a seed' in text
    assert [seat.name for seat in header.seats] == ["Ann", "Odo"] and header.seed == 7
    assert (header.options["deck"], header.options["height"]) == ("weighted", 5)


def test_too_many_or_equal_players_are_told_before_the_next_question(tmp_path: Path) -> None:
    text, headers = begun(tmp_path, "Ann", "Ann, ann", "Ann, Bob", "", "")
    assert (
        text.index("2 to 4 players; you gave 1")
        < text.index("wo players are called ann")
        < text.index("Which house rules?")
    )
    assert len(headers) == 1


def test_options_that_do_not_fit_the_players_are_refused_at_once(tmp_path: Path) -> None:
    text, (header,) = begun(tmp_path, "Ann, Bob", "first=3", "first=2", "")
    assert text.index("first=3 is not possible with 2 players") < text.index("Which seed?")
    assert header.options["first"] == 2


def test_an_options_name_tells_its_values_and_asks_again(tmp_path: Path) -> None:
    text, (header,) = begun(tmp_path, "Ann, Bob", "deck", "deck=weighted", "")
    assert "2 values, the default first: even" in text
    assert header.options["deck"] == "weighted"


def test_back_leads_to_the_question_before_and_offers_what_was_answered(tmp_path: Path) -> None:
    text, (header,) = begun(tmp_path, "Ann, Bob", "deck=weighted", "back", "back", "", "", "9")
    assert "Enter takes Ann, Bob:" in text and "Enter takes deck=weighted:" in text
    assert header.seed == 9 and header.options["deck"] == "weighted"
    _, headers = begun(tmp_path / "none", "back")
    assert headers == []


def test_a_misspelt_entry_game_or_save_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [registry.Entry("takethat"), registry.Entry("words")])
    begun(tmp_path, "takethat", "Ann, Bob", "", "3")
    lines = ["rulse", "rules", "wrods", "words", "7", "", "load", "takethat-an-bob", "takethat-ann-bob", "quit"]
    _, text = converse(lines, RunRequest("menu", tmp_path))
    said = " ".join(text.split())
    assert 'There is no "rulse" here. Did you mean "rules"?' in said
    assert 'There is no "wrods" here. Did you mean "words"?' in said
    assert 'There is no "takethat-an-bob" here. Did you mean "takethat-ann-bob"?' in said
    assert "R-7 " in said and "Hand over to" in said


def with_record(monkeypatch: pytest.MonkeyPatch, *games: tuple[str, float]) -> None:
    """Give Ann finished games against levels."""
    record = {"ann": LevelRecord(tuple(LevelGame(level, score) for level, score in games))}
    monkeypatch.setattr("towergames.plain.new_game.read_level_records", lambda store, game: record)


def test_even_says_the_level_that_was_chosen_and_the_save_has_that_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_record(monkeypatch, *[("normal", 1), ("normal", 0)] * 6)
    text, (header,) = begun(tmp_path, "Ann, bot:even", "", "")
    assert "bot:even" in text and "Even: tonight Tess (Normal), you won 6 of 12." in text
    assert [(seat.name, seat.bot) for seat in header.seats] == [("Ann", ""), ("Tess", "normal")]


def test_another_level_is_proposed_in_a_sentence_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_record(monkeypatch, *[("hard", 0)] * 3)
    text, (header,) = begun(tmp_path, "Ann, bot:hard", "", "")
    assert "After three losses to Odo (Hard), a game against Tess (Normal) may be closer." in text
    assert "To meet Tess, type back, then Ann, bot:normal." in text
    assert header.seats[1].bot == "hard"
    text, _ = begun(tmp_path, "Ann, bot:easy", "", "")
    assert "in a row" not in text, "the last games were against another level"
    text, _ = begun(tmp_path, "Ann, Bob", "", "")
    assert "in a row" not in text
