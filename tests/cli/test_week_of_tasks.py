"""A week by the command line: a missed day, New Year, changes of the time zone, and two people on one machine."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from towergames.table import local_date
from towergames.table.save_file import load_file
from towergames.table.store import Store

HOME, HAWAII, JAPAN = 1, -10, 9
"""Hours that a place is ahead of UTC."""


class Week:
    """A machine on which people use the command line alone. ``live`` puts its clock to a local time at a place."""

    def __init__(self, run: Run, live: Callable[[datetime, int], None]) -> None:  # noqa: F811
        self._run = run
        self._live = live

    def at(self, utc: str, place: int = HOME) -> None:
        """Go on at another time and place."""
        self._live(datetime.fromisoformat(utc) + timedelta(hours=place), place)

    def play(self, person: str, *lines: str, day: str = "") -> str:
        """Type lines at the task of six words, and leave; the words that were printed."""
        given = "\n".join([*lines, "quit", ""]).encode()
        late = ("--day", day) if day else ()
        code, out, err = self._run("today", "words", "--person", person, *late, "--plain", given=given)
        assert code == 0, err
        return " ".join(out.split())

    def evening(self, person: str, *before: str, day: str = "") -> str:
        """Begin the task and leave it; come back, play one word, and end it. The printed words of the end."""
        found = re.search(r"Saved as ([\w-]+)\.", self.play(person, day=day))
        assert found is not None
        history = load_file(self.store.path(found[1])).history
        word = history.game.notate(next(iter(history.game.choices(history.state))))
        return self.play(person, *before, word, "pass", "yes", day=day)

    def agenda(self, person: str) -> dict[str, Any]:
        """The tasks of the day as the command prints them."""
        code, out, err = self._run("today", "--person", person, "--json")
        assert code == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    def words(self, person: str) -> dict[str, Any]:
        """The task of six words among the tasks of the day."""
        found: dict[str, Any] = next(task for task in self.agenda(person)["tasks"] if task["game"] == "words")
        return found

    @property
    def store(self) -> Store:
        """The saves of the machine."""
        return Store(Path(os.environ["TOWERGAMES_SAVES"]))


def live_a_week(week: Week) -> None:
    """The week; it is lived in this process with a false clock, and once with Debian's ``faketime``."""
    for number, day in enumerate(("2026-12-27", "2026-12-28", "2026-12-29", "2026-12-30"), start=1):
        week.at(f"{day} 19:15")
        assert "first try" in week.evening("Ada")
        agenda = week.agenda("Ada")
        assert (agenda["day"], agenda["played"], agenda["streak"]) == (day, 1, number)
        assert (f", {number} days in a row" in agenda["share"]) is (number >= 3)
    assert len(week.store.names()) == 4, "each attempt that was left went on"

    # New Year's Eve is missed, up to its last minute; that is a day's rest.
    week.at("2026-12-31 22:59")
    assert week.agenda("Ada")["day"] == "2026-12-31" and week.agenda("Ada")["streak"] == 4
    week.at("2026-12-31 23:01")
    assert week.agenda("Ada")["day"] == "2027-01-01" and week.agenda("Ada")["streak"] == 4
    week.at("2027-01-01 19:15")
    assert "Today, 1 January, first try" in week.evening("Ada")
    assert week.agenda("Ada")["streak"] == 5
    assert "A late day counts for no streak." in week.evening("Ada", day="2026-12-31")
    assert week.agenda("Ada")["streak"] == 5, "a late day mends nothing"

    # Ben uses the same machine; he has days, attempts and help of his own.
    assert week.words("Ben")["state"] == "not played"
    assert "first try" in week.evening("Ben")
    week.at("2027-01-02 19:15")
    assert "A task with help gets no medal. Ask again for the hint." in week.play("Ben", "hint")
    assert not week.words("Ben")["helped"], "the first answer is a warning"
    assert "with help. A task with help gets no medal." in week.evening("Ben", "hint", "hint")
    assert week.words("Ben")["helped"] and not week.words("Ben")["medal"] and week.words("Ada")["score"] is None

    # On the way west Ada meets New Year's Day again: its first attempt counts, and no second one.
    week.at("2027-01-02 08:00", HAWAII)
    first = week.words("Ada")
    assert week.agenda("Ada")["day"] == "2027-01-01" and first["attempt"] == 1
    assert "attempt 2: 0 of" in week.play("Ada", "pass", "yes")
    assert week.words("Ada") == first and week.agenda("Ada")["streak"] == 5

    # On the way east she skips a day, the second within seven.
    week.at("2027-01-02 16:00", JAPAN)
    assert week.agenda("Ada")["day"] == "2027-01-03" and week.agenda("Ada")["streak"] == 1
    week.evening("Ada")
    assert week.agenda("Ada")["streak"] == 2 and "in a row" not in week.agenda("Ada")["share"]
    week.at("2027-01-03 19:15")
    week.evening("Ben")
    assert week.agenda("Ben")["share"].endswith("1 of 5, 3 days in a row")


def test_a_week_by_the_command_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    def live(time: datetime, _: int) -> None:
        monkeypatch.setattr(local_date, "now", lambda: time)

    live_a_week(Week(run, live))
