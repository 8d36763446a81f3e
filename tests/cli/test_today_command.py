"""``towergames today``: the tasks of the day with their state, and a game of one, on the line and in plain mode."""

from __future__ import annotations

import io
import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from towergames.cli.main import main
from towergames.table import local_date
from towergames.table.journal import read_journal
from towergames.table.store import Store
from towergames.table.today import task_kind

DAY = "2026-11-27"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat(f"{DAY} 18:18"))


def store() -> Store:
    return Store(Path(os.environ["TOWERGAMES_SAVES"]))


def test_the_tasks_are_listed_with_their_state(run: Run) -> None:  # noqa: F811
    code, out, err = run("today")
    assert (code, err) == (0, "")
    assert out.startswith("Today, 27 November. Player 1: 0 of 5 played, new ones in 5 h 42 min.")
    assert "words: Stacked Words, six words. Not played." in out and "To share" not in out


def test_a_task_is_played_to_its_end_goes_on_where_it_was_left_and_is_told(run: Run) -> None:  # noqa: F811
    code, out, _ = run("today", "words", "--person", "Ada", "--plain", given=b"quit\n")
    assert code == 0 and "Bronze from 50 % of the house's points" in " ".join(out.split())
    assert "words: Stacked Words, six words. Begun." in run("today", "--person", "Ada")[1]
    code, out, _ = run("today", "words", "--person", "ada", "--plain", given=b"pass\nyes\nquit\n")
    assert code == 0 and len(store().names()) == 1, "the attempt goes on"
    told = " ".join(out.split())
    assert "Today, 27 November, first try: 0 of 98. Nothing was scored, so this game keeps no day." in told
    assert "To share: towergames 27 Nov Words 0 of 98" in told and "1 of 5 today. Next: Brick Tower, 16 cards." in told
    code, out, _ = run("today", "words", "--plain", given=b"quit\n")
    assert "You have played today's task: 0 of 98. Another attempt does not count." in " ".join(out.split())
    header = read_journal(store().path(store().newest_first()[0])).header
    assert header.attempt == 2 and header.names == ("Ada",)


def test_a_late_day_is_marked(run: Run) -> None:  # noqa: F811
    assert run("today", "takethat", "--day", "2026-11-26", "--plain", given=b"quit\n")[0] == 0
    (name,) = store().names()
    header = read_journal(store().path(name)).header
    assert task_kind(header) == "late" and header.names == ("Player 1", "Tess")


def test_an_attempt_goes_on_also_where_its_day_is_named(run: Run) -> None:  # noqa: F811
    run("today", "words", "--plain", given=b"quit\n")
    assert run("today", "words", "--day", DAY, "--plain", given=b"quit\n")[0] == 0
    assert run("today", "words", "--day", "today", "--plain", given=b"quit\n")[0] == 0
    assert len(store().names()) == 1, "the attempt of today"
    for _ in range(2):
        code, _, _ = run("today", "words", "--day", "2026-11-26", "--plain", given=b"quit\n")
        assert code == 0 and len(store().names()) == 2, "the late attempt"
    run("today", "words", "--day", "2026-11-26", "--plain", given=b"pass\nyes\nquit\n")
    run("today", "words", "--day", "2026-11-26", "--plain", given=b"quit\n")
    assert len(store().names()) == 3, "after an end another attempt begins"


def test_an_attempt_of_yesterday_evening_goes_on_after_midnight(
    run: Run,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run("today", "words", "--plain", given=b"quit\n")
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat("2026-11-28 00:05"))
    assert run("today", "words", "--day", DAY, "--plain", given=b"quit\n")[0] == 0
    assert len(store().names()) == 1
    assert run("today", "words", "--plain", given=b"quit\n")[0] == 0
    assert len(store().names()) == 2, "the new day has its own"


def test_a_late_day_says_so_before_it_begins(run: Run) -> None:  # noqa: F811
    told = " ".join(run("today", "konexi", "--day", "2026-11-26", "--plain", given=b"quit\n")[1].split())
    assert "Konexi, 26 November: One tower of 12 letters" in told and "A late day counts for no streak." in told


def test_the_task_of_a_day_to_come_is_not_played_ahead(run: Run) -> None:  # noqa: F811
    code, _, err = run("today", "konexi", "--day", "2026-11-28", "--plain", given=b"quit\n")
    assert code == 2 and "28 November has not come yet" in err and store().names() == []


def test_a_long_name_is_one_person(run: Run) -> None:  # noqa: F811
    for _ in range(2):
        run("today", "words", "--person", "Wilhelmina Charlotte", "--plain", given=b"quit\n")
    assert len(store().names()) == 1
    assert "Wilhelmina Charl: 0 of 5 played" in run("today", "--person", "Wilhelmina Charlotte")[1]


def test_the_line_to_share_has_its_own_form_in_ascii(run: Run) -> None:  # noqa: F811
    code, out, _ = run("--ascii", "today", "words", "--plain", given=b"pass\nyes\nquit\n")
    assert code == 0 and "To share: towergames 27 Nov Words 0 of 98" in out
    line = "To share: towergames 27 Nov ...1. 1 of 5"
    assert line in run("--ascii", "today")[1]
    assert line in run("--ascii", "--plain", given=b"today\n\nquit\n")[1]


def test_a_terminal_without_signs_gets_the_form_in_ascii(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    run("today", "words", "--plain", given=b"pass\nyes\nquit\n")
    printed = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed, encoding="ascii", write_through=True))
    assert main(["today"]) == 0
    assert b"To share: towergames 27 Nov ...1. 1 of 5" in printed.getvalue()


def test_json_has_each_task(run: Run) -> None:  # noqa: F811
    run("today", "words", "--plain", given=b"pass\nyes\nquit\n")
    found = json.loads(run("today", "--json")[1])
    assert (found["day"], found["person"], found["played"], found["streak"]) == (DAY, "Player 1", 1, 0)
    assert found["minutes_left"] == 342 and found["share"].startswith("towergames 27 Nov ")
    words = next(task for task in found["tasks"] if task["game"] == "words")
    assert (words["state"], words["score"], words["house"], words["medal"]) == ("0 of 98", 0, 98, "")
    assert words["medals"] == "Bronze from 49, silver 69, gold 89." and words["attempt"] == 1 and not words["helped"]
    assert [task["game"] for task in found["tasks"]] == ["bricks", "konexi", "leaning", "words", "takethat"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("today", "wrods"), 'no task of the day "wrods". Did you mean "words"?'),
        (("today", "--day", DAY), "--day is for a game"),
        (("today", "words", "--day", "2026-11-31"), "is not a day"),
        (("today", "words", "--json"), "--json is for the list"),
        (("today", "--person", " "), "A person needs a name"),
    ],
)
def test_mistakes_are_told(run: Run, arguments: tuple[str, ...], told: str) -> None:  # noqa: F811
    code, _, err = run(*arguments)
    assert code == 2 and told in err


def test_the_option_of_a_day_seats_the_person_with_the_rival(run: Run) -> None:  # noqa: F811
    assert run("play", "takethat", "--option", "deal=today", "--plain", given=b"quit\n")[0] == 0
    assert run("play", "words", "--option", "deal=today", "--plain", given=b"quit\n")[0] == 0
    headers = [read_journal(store().path(name)).header for name in store().names()]
    assert {header.names for header in headers} == {("Player 1", "Tess"), ("Player 1",)}
