"""The person of an installation: chosen, else last alone at a window, else the first player of most games."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from tests.table.machine import Machine
from towergames.session.app_state import Memory, name_error
from towergames.table.records import OPEN_FORMAT
from towergames.table.save_file import load_file
from towergames.table.store import Store


def home(folder: Path, name: str = "config") -> Memory:
    """The memory of one of several installations."""
    return Memory.load(folder / name)


def begin(store: Store, *names: str, at: int = 0) -> str:
    table = store.begin(header_of(*names))
    table.close()
    os.utime(store.path(table.name), (1_000_000 + at, 1_000_000 + at))
    return table.name


def test_a_fresh_installation_has_no_person(tmp_path: Path) -> None:
    assert home(tmp_path).person(Store(tmp_path / "saves")) == ""


def test_of_two_friends_at_one_keyboard_the_one_who_begins_most_games(tmp_path: Path) -> None:
    store, memory = Store(tmp_path / "saves"), home(tmp_path)
    begin(store, "Ann", "Ben", at=1)
    begin(store, "bot:easy", "ANN", "Ben", at=2)
    begin(store, "Ben", "Ann", at=3)
    begin(store, "bot:easy", "bot:easy", at=4)
    (store.folder / "broken.jsonl").write_text("nothing")
    assert memory.person(store) == "ANN", "the newest game writes the name"
    newest = begin(store, "Ben", "Ann", at=5)
    assert memory.person(store) == "Ben", "of equal ones who began the newest game"
    with closing(store.open(newest)) as table:
        memory.remember_alone(table)
    assert memory.data == {}, "two people at one window are not alone"


def test_a_game_alone_makes_the_person_known(tmp_path: Path) -> None:
    store, memory = Store(tmp_path / "saves"), home(tmp_path)
    begin(store, "Ann", "Ben")
    begin(store, "Ann", "Ben")
    with closing(store.begin(header_of("Ben", "bot:easy"))) as table:
        memory.remember_alone(table)
        memory.remember_alone(table)
    assert memory.person(store) == home(tmp_path).person(store) == "Ben"


def test_over_a_shared_folder_each_installation_has_its_own_person(tmp_path: Path) -> None:
    store, ann, ben = Store(tmp_path / "saves"), home(tmp_path, "ann"), home(tmp_path, "ben")
    header = replace(header_of("Ann", "Ben", "bot:easy"), format=OPEN_FORMAT)
    with closing(store.begin(header)) as first:
        ann.remember_alone(first)
        assert ben.person(store) == "", "who began the open table may sit elsewhere"
        with closing(store.join(first.name, ())) as watched:
            ben.remember_alone(watched)
        assert ben.person(store) == "", "an onlooker has no name"
        with closing(store.join(first.name, (1,))) as second:
            ben.remember_alone(second)
    begin(store, "Ann", "bot:easy")
    assert (ann.person(store), ben.person(store)) == ("Ann", "Ben"), "a newer game of Ann in the folder changes nothing"


def test_who_is_chosen_goes_before_who_sat_last(tmp_path: Path) -> None:
    store, memory = Store(tmp_path / "saves"), home(tmp_path)
    memory.remember_person("Zoe")
    with closing(store.begin(header_of("Ben", "bot:easy"))) as table:
        memory.remember_alone(table)
    assert memory.person(store) == "Zoe"


def test_a_game_that_is_over_or_goes_on_from_a_replay_names_nobody(machine: Machine, tmp_path: Path) -> None:
    store, memory, name = machine.store, home(tmp_path), machine.play("words")
    with closing(store.open(name)) as over:
        memory.remember_alone(over)
    with closing(store.branch(load_file(store.path(name)).history, 2, name)) as branch:
        memory.remember_alone(branch)
    assert memory.data == {}


def test_a_name_that_cannot_be_read_is_nobodys(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "tables.json", {"person": 7, "alone": ["Ann"]})
    assert memory.person(Store(tmp_path / "saves")) == ""


def test_a_name_is_short_text() -> None:
    assert name_error("Ann") == ""
    assert name_error("  ").startswith("A name has 1 to ")
    assert name_error("\U0001f600").startswith("A name has 1 to ")


@pytest.mark.parametrize(
    "lesson",
    [None, {"step": "two"}, {"step": True}, {"step": 2, "moves": [1]}, {"step": 2, "moves": ["end"] * 10_000}],
)
def test_a_lesson_that_was_written_wrongly_begins_anew(tmp_path: Path, lesson: object) -> None:
    memory = home(tmp_path)
    memory.data = {"lessons": {"takethat": lesson}}
    assert memory.lesson("takethat") == (0, [])
