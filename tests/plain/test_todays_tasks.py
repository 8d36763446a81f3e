"""Today's tasks in the menu of plain mode."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tests.plain.helpers import flat, header_of, menu
from towergames.paths import config_folder
from towergames.session.app_state import Memory
from towergames.table import local_date
from towergames.table.records import OPEN_FORMAT
from towergames.table.store import Store


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat("2026-11-27 18:18"))


def test_a_task_is_listed_played_continued_and_told(tmp_path: Path) -> None:
    text = flat(menu(tmp_path, "today", "words", "menu", "today", "words", "pass", "yes", "menu", "today", "", "quit"))
    assert "Player 1: 0 of 5 played" in text and "Stacked Words, six words. Not played." in text
    assert "Stacked Words today: 6 words, no exchange, one bag for all." in text
    assert "six words. Begun." in text and "six words. 0 of 98." in text
    assert "Nothing was scored, so this game keeps no day. Bronze from 49, silver 69, gold 89." in text
    assert "first try: 0 of 98." in text and "1 of 5 today. Next: " in text
    assert len(Store(tmp_path).names()) == 1


def test_another_attempt_says_that_it_does_not_count(tmp_path: Path) -> None:
    text = flat(menu(tmp_path, "today", "words", "pass", "yes", "menu", "today", "words", "quit"))
    assert "You have played this task. Another attempt does not count." in text
    assert len(Store(tmp_path).names()) == 2


def test_another_person_is_chosen_by_a_word_a_name_or_p(tmp_path: Path) -> None:
    text = flat(menu(tmp_path, "person Ann", "today", "", "p", "Ben", "today", "", "p", "", "p Cleo", "quit"))
    assert "Ann: 0 of 5 played" in text and "Ben: 0 of 5 played" in text
    assert text.index("You are Ann.") < text.index("You are Ben.") < text.index("You are Cleo.")
    assert text.count("You are Ben.") == 3, "Enter changes nothing"
    assert Memory.load(config_folder()).person(Store(tmp_path)) == "Cleo", "the screen shows the same person"
    text = flat(menu(tmp_path, f"person {chr(0x1F600)}", "person", "help", "", "quit"))
    assert "A name has 1 to " in text and "Type a name. The menu then shows" in text and "You are Cleo." in text


def test_a_name_that_cannot_be_kept_is_used_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("towergames.session.app_state.write_atomically", full)
    text = flat(menu(tmp_path, "person Ann", "new", "5", "Ben, bot:easy", "", "", "", "menu", "quit"))
    assert "The name could not be kept: No space left on device." in text and "You are Ann." in text


def test_over_a_shared_folder_the_menu_calls_you_who_sat_last_at_this_window(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(replace(header_of("Ann", "Ben", "bot:easy"), format=OPEN_FORMAT), "evening")
    try:
        assert "You are" not in menu(tmp_path, "quit"), "Ann may sit elsewhere"
        text = flat(menu(tmp_path, "join", "1", "Ben", "menu", "quit"))
    finally:
        table.close()
    assert "You are Ben." in text.partition("Who are you?")[2]
    assert "You are Ben." in menu(tmp_path, "quit")
