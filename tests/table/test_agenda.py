"""Today's tasks of a person: states, what comes next, and two people on one machine."""

from __future__ import annotations

import os
import time
from datetime import date, datetime

import pytest

from tests.plain.helpers import header_of
from tests.table.machine import DAY, Machine
from towergames import registry
from towergames.table.agenda import (
    RECENT_SECONDS,
    Agenda,
    attempt_of,
    attempts_begun,
    find_missing,
    read_agenda,
    recent_headers,
    tasks,
)
from towergames.table.kept_tasks import KeptTasks
from towergames.table.store import Store


def states(agenda: Agenda) -> dict[str, str]:
    return {item.game: item.state for item in agenda.items}


def test_before_anything_is_played_every_task_is_open(machine: Machine) -> None:
    agenda = machine.agenda()
    assert [item.game for item in agenda.items] == [entry.key for entry, _ in tasks()]
    assert set(states(agenda).values()) == {"not played"} and agenda.next == agenda.items[0]
    assert agenda.head() == ("Today, 27 November", f"0 of {len(agenda.items)} played", "new ones in 5 h 42 min")
    assert agenda.share() == "" and agenda.streak == "" and agenda.item("gone") is None


def test_a_task_that_has_begun_comes_next_and_ends_with_score_and_medal(machine: Machine) -> None:
    table = machine.begin("takethat")
    agenda = machine.agenda()
    item = agenda.item("takethat")
    assert item is not None and agenda.next == item and (item.state, item.begun) == ("begun", table.name)
    table.close()
    machine.play("words")
    item = machine.agenda().item("words")
    assert item is not None and item.result is not None and not item.open
    assert item.state == "98 points", "no medal before the house is known"
    daily = registry.get("words").daily
    assert daily is not None and item.goals[0].endswith("silver 70 %, gold 90 %.")
    machine.kept.find_house("words", daily, DAY)
    agenda = machine.agenda()
    item = agenda.item("words")
    assert item is not None and item.state == "98 of 98 gold" and agenda.played == 1
    assert item.goals[0] == (
        "Stacked Words today: 6 words, no exchange, one bag for all. Bronze from 49, silver 69, gold 89."
    )
    places = "".join("█" if item.game == "words" else "·" for item in agenda.items)
    assert agenda.share() == f"towergames 27 Nov {places} 1 of {len(agenda.items)}"
    assert agenda.share(plain=True).isascii()


def test_a_second_attempt_does_not_hide_the_first_and_help_is_shown(machine: Machine) -> None:
    machine.play("words", plays=2, hint=True)
    machine.play("words")
    item = machine.agenda().item("words")
    assert item is not None and item.result is not None and item.result.attempt == 1
    assert item.state.endswith(" with help")


def test_a_first_attempt_that_was_left_gives_way_to_a_later_one(machine: Machine) -> None:
    machine.begin("words").close()
    machine.play("words")
    assert states(machine.agenda())["words"] == "98 points attempt 2"


def test_each_person_has_a_book_of_their_own(machine: Machine) -> None:
    machine.play("words", "Ann")
    machine.begin("takethat", "Ben").close()
    assert states(machine.agenda("ann"))["words"] == "98 points"
    assert set(states(machine.agenda("Ben")).values()) == {"not played", "begun"}
    assert machine.agenda("Tess").played == 0, "the rival has no book"


def test_an_empty_result_keeps_no_day_and_a_late_one_no_streak(machine: Machine) -> None:
    machine.play("words", plays=0)
    assert not machine.agenda().book.kept and states(machine.agenda())["words"] == "0 points"
    machine.play("words", day="2026-11-26")
    assert not machine.agenda().book.kept
    machine.play("takethat")
    assert machine.agenda().book.kept == {date(2026, 11, 27)}


def test_todays_saves_are_found_among_recent_ones_only(machine: Machine) -> None:
    assert recent_headers(machine.store) == []
    table = machine.begin("words")
    table.close()
    bots = machine.store.begin(header_of("bot:easy", "bot:easy"))
    bots.close()
    (machine.store.folder / "broken.jsonl").write_text("nothing")
    assert {name for name, _ in recent_headers(machine.store)} == {table.name, bots.name}
    old = time.time() - RECENT_SECONDS - 60
    os.utime(machine.store.path(table.name), (old, old))
    assert [name for name, _ in recent_headers(machine.store)] == [bots.name]


def test_a_clock_that_was_put_right_hides_no_attempt(machine: Machine) -> None:
    table = machine.begin("words")
    table.close()
    path = machine.store.path(table.name)
    for seconds in (-400 * 24 * 3600, 400 * 24 * 3600):
        os.utime(path, (time.time() + seconds, time.time() + seconds))
        assert dict(attempts_begun(machine.store, "Ann", DAY)) == {"words": table.name}
    other = machine.store.begin(header_of("bot:easy", "bot:easy"))
    other.close()
    os.utime(machine.store.path(other.name), (time.time() + 800 * 24 * 3600, time.time() + 800 * 24 * 3600))
    os.utime(path)
    assert dict(attempts_begun(machine.store, "Ann", DAY)) == {"words": table.name}, (
        "a save from the future is another's"
    )


def test_a_late_attempt_may_wait_for_weeks(machine: Machine) -> None:
    table = machine.begin("words", day="2026-11-20")
    table.close()
    machine.begin("words").close()
    old = time.time() - 30 * 24 * 3600
    os.utime(machine.store.path(table.name), (old, old))
    assert attempt_of(machine.store, machine.agenda(), "words", "2026-11-20") == table.name
    assert attempt_of(machine.store, machine.agenda(), "konexi", "2026-11-20") == ""
    assert attempt_of(machine.store, machine.agenda("Ben"), "words", "2026-11-20") == ""
    machine.play("words", day="2026-11-20")
    assert attempt_of(machine.store, machine.agenda(), "words", "2026-11-20") == "", "a later one has ended"


def test_a_save_that_goes_away_meanwhile_is_passed_over(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    table = machine.begin("words")
    table.close()
    monkeypatch.setattr(Store, "newest_first", lambda _: ["gone", table.name])
    assert [name for name, _ in recent_headers(machine.store)] == [table.name]


def test_the_agenda_in_sentences(machine: Machine) -> None:
    assert machine.agenda().lines()[-1].startswith("takethat: Take That Towers, beat Tess. Not played")
    machine.play("words")
    machine.kept.find_house("words", registry.get("words").daily, DAY)  # type: ignore[arg-type]
    lines = machine.agenda().lines()
    assert lines[0] == "Today, 27 November. Ann: 1 of 5 played, new ones in 5 h 42 min."
    assert "words: Stacked Words, six words. 98 of 98 gold." in lines
    assert lines[-1] == "To share: towergames 27 Nov ···█· 1 of 5"
    assert machine.agenda().lines(plain=True)[-1].isascii()


def test_houses_and_signs_that_nothing_keeps_are_found(machine: Machine) -> None:
    machine.clock = datetime.fromisoformat("2026-11-26 20:00")
    machine.play("words")
    machine.clock = datetime.fromisoformat(f"{DAY} 18:18")
    damaged = machine.play("takethat")
    machine.play("words")
    agenda = machine.agenda()
    machine.store.path(damaged).write_bytes(b"")
    assert len(list(find_missing(agenda, machine.store, machine.cache))) == 4, "two signs, two houses"
    assert KeptTasks(machine.kept.path.parent).house("words", registry.get("words").daily, "2026-11-26") is not None
    machine.kept = KeptTasks(machine.kept.path.parent)
    item = read_agenda(machine.store, machine.cache, "Ann").item("words")
    assert item is not None and (item.signs, item.state) == ("██████", "98 of 98 gold")
    again = read_agenda(machine.store, machine.cache, "Ann")
    assert list(find_missing(again, machine.store, machine.cache)) == []
