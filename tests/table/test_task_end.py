"""The end of a task: its sentence, its line to share, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.machine import Machine
from tests.table.test_daybook import ALONE, HOUSE, RIVAL, found, result
from towergames import registry
from towergames.core.contract import Decide
from towergames.core.daily import Retelling
from towergames.games.takethat import daily as takethat
from towergames.table.save_file import load_file
from towergames.table.task_end import TaskEnd, result_sentence, task_end, task_head, task_story, try_name
from towergames.table.turn_review import lines_of

DAY = "2026-11-27"
TODAY = "Today, 27 November, first try:"


def ended(machine: Machine, save: str, *, wait: bool = True) -> TaskEnd | None:
    for _ in machine.cache.update():
        pass
    history = load_file(machine.store.path(save)).history
    return task_end(history, save, machine.store, machine.cache, wait=wait)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (found(25), f"{TODAY} 25 points, silver."),
        (found(5), f"{TODAY} 5 points, no medal."),
        (found(0), f"{TODAY} 0 points. Nothing was scored, so this game keeps no day."),
        (found(25, helped=True), f"{TODAY} 25 points, with help. A task with help gets no medal."),
        (found(25, attempt=2), "Today, 27 November, attempt 2: 25 points. The first attempt counts."),
        (found(25, task="late"), f"{TODAY} 25 points, silver. A late day counts for no streak."),
        (found(25, task="former"), f"{TODAY} 25 points."),
    ],
    ids=["medal", "none", "nothing", "help", "attempt 2", "late", "former"],
)
def test_the_result_in_a_sentence(facts: object, told: str) -> None:
    assert result_sentence(ALONE, result(facts)) == told  # type: ignore[arg-type]


@pytest.mark.usefixtures("machine")
def test_the_result_beside_a_house_and_a_rival() -> None:
    assert result_sentence(HOUSE, result(found(83), HOUSE, 110)) == f"{TODAY} 83 of 110, silver."
    assert result_sentence(HOUSE, result(found(83), HOUSE)) == f"{TODAY} 83 points.", "the house is not known yet"
    assert result_sentence(RIVAL, result(found(42, 39), RIVAL)) == f"{TODAY} ahead by 3, silver."
    old = result(found(83), HOUSE, 110)._replace(attempt=0)
    assert result_sentence(HOUSE, old) == "Today, 27 November: 83 of 110, silver.", "a save that knows no attempt"
    other = replace(HOUSE)
    assert result_sentence(other, result(found(83), HOUSE, 110)._replace(day="2026-11-26")).startswith("26 November, ")


def test_a_task_ends_with_medal_line_and_the_next_one(machine: Machine) -> None:
    save = machine.play("words")
    early = ended(machine, save, wait=False)
    assert early is not None and early.sentence == f"{TODAY} 98 points."
    end = ended(machine, save)
    assert end is not None and end.sentence == f"{TODAY} 98 of 98, gold."
    assert end.line == "towergames 27 Nov Words ██████ 98 of 98 gold" and end.plain_line.isascii()
    first = machine.agenda().next
    assert first is not None and end.ahead == f"1 of 5 today. Next: {first.title}, {first.task.title}."
    assert end.medals == "Bronze from 49, silver 69, gold 89." and early.medals.startswith(
        "Bronze from 50 % of the house"
    )
    assert end._replace(next=None).ahead == "1 of 5 today. New tasks come tomorrow."


def test_a_result_that_can_take_no_medal_is_told_without_them(machine: Machine) -> None:
    helped, again = machine.play("words", hint=True), machine.play("words")
    for save, told in ((helped, "with help"), (again, "attempt 2")):
        end = ended(machine, save)
        assert end is not None and told in end.sentence and end.medals == ""


def test_other_games_have_no_end_of_a_task(machine: Machine) -> None:
    table = machine.begin("words")
    assert task_end(table.history, table.name, machine.store, machine.cache, wait=False) is None, "it still runs"
    table.close()
    machine.play("words", day="2026-11-26")
    from tests.plain.helpers import header_of

    other = machine.store.begin(header_of("Ann", game="words", board=8))
    assert task_head(other.history) == ""
    while isinstance(other.turn, Decide):
        other.submit(0, other.parse("pass"))
    assert task_end(other.history, other.name, machine.store, machine.cache, wait=True) is None
    other.close()


def test_the_games_of_a_bot_are_told_after_the_task_alone(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    retelling = Retelling("hard", 2, "cards", lambda day, number: (13, -17)[number] if day == DAY else 0)
    monkeypatch.setattr(takethat, "DAILY", replace(takethat.DAILY, retelling=retelling))
    history = load_file(machine.store.path(machine.play("takethat"))).history
    told = "With your cards Hard won by 13 at best and lost by 17 at worst, in 2 games."
    assert task_story(history, machine.cache, lambda: True) == "", "stopped before the first game"
    assert task_story(history, machine.cache) == told
    assert list(lines_of(history, machine.cache, every=False))[-1] == told
    late = load_file(machine.store.path(machine.play("takethat", day="2026-11-26"))).history
    assert task_story(late, machine.cache) == "With your cards Hard was level in each of 2 games."
    words = load_file(machine.store.path(machine.play("words"))).history
    assert task_story(words, machine.cache) == ""
    table = machine.begin("takethat")
    assert task_story(table.history, machine.cache) == "", "it still runs"
    table.close()


def test_the_table_tells_the_day_and_the_attempt(machine: Machine) -> None:
    tables = [machine.begin("words"), machine.begin("words"), machine.begin("words", day="2026-11-26")]
    assert [task_head(table.history) for table in tables] == [
        "Today, 27 November · first try", "Today, 27 November · attempt 2", "26 November · first try · late",
    ]  # fmt: skip
    tables[0].note(0, "hint")
    tables[2].note(0, "hint")
    assert task_head(tables[0].history) == "Today, 27 November · first try · with help"
    assert task_head(tables[1].history) == "Today, 27 November · attempt 2", "each attempt has its own help"
    assert task_head(tables[2].history) == "26 November · first try · late · with help"
    assert try_name(1) == "first try" and registry.get("words").daily is not None
    for table in tables:
        table.close()


def test_the_heading_of_an_old_save_has_no_number_of_an_attempt() -> None:
    history = load_file(Path(__file__).parents[2] / "saves" / "example-bricks.jsonl").history
    assert history.header.attempt == 0
    assert task_head(history).startswith("21 November") and "attempt" not in task_head(history)
