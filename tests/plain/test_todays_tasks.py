"""Today's tasks in the menu of plain mode."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from tests.plain.helpers import flat, menu
from towergames.table import local_date
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
