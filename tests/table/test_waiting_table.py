"""Open tables by whose move it is, with who waits for whom and since when."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.null.entry import NULL
from tests.table.helpers import null_header, reseal
from tests.table.sharing import opened
from tests.table.windows import follow, move_on, three
from towergames.core.contract import Decide
from towergames.table import local_date, shared_journal
from towergames.table.records import Record
from towergames.table.save_file import SaveInfo
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.table.waiting_table import WaitingTable, since_when, waiting_tables

pytest.importorskip("fcntl")

START = datetime(2026, 11, 24, 10, 0)
"""A Tuesday."""


class WallClock:
    """A clock that stands until a test moves it on."""

    def __init__(self) -> None:
        self.time = START

    def stamp(self) -> str:
        return self.time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[WallClock]:
    clock = WallClock()
    monkeypatch.setattr(shared_journal, "timestamp", clock.stamp)
    monkeypatch.setattr(local_date, "now", lambda: clock.time)
    yield clock


def only(folder: Path, person: str) -> WaitingTable:
    (table,) = waiting_tables(Store(folder), person)
    return table


def close(*tables: SharedTable) -> None:
    for table in tables:
        table.close()


def test_the_wait_begins_with_the_last_move_of_another_player(tmp_path: Path, clock: WallClock) -> None:
    tables = three(tmp_path, moves=2)
    clock.time = datetime(2026, 11, 26, 14, 20)
    move_on(*tables)
    decides = tables[0].turn.seat
    clock.time = datetime(2026, 11, 27, 9, 0)
    tables[(decides + 1) % 3].say((decides + 1) % 3, "hurry up")
    close(*tables)
    os.utime(tmp_path / "game.jsonl", (clock.time.timestamp() + 9, clock.time.timestamp() + 9))
    names = tables[0].names
    you, (first, second) = names[decides], [name for name in names if name != names[decides]]
    mine = only(tmp_path, you.upper())
    assert mine.is_yours and mine.waiting == [first, second]
    assert mine.sentence() == f"{first} and {second} have been waiting for you since Thursday 14:20."
    assert only(tmp_path, first).sentence() == f"You and {second} have been waiting for {you} since Thursday 14:20."
    assert only(tmp_path, "Zoe").seat is None
    told = f"{first} and {second} have been waiting for {you} since Thursday 14:20."
    assert only(tmp_path, "Zoe").sentence() == told


def test_an_undo_begins_the_wait_again_and_the_own_move_before_it_does_not(tmp_path: Path, clock: WallClock) -> None:
    store = Store(tmp_path)
    table = store.begin(opened(null_header("", "easy", heap=40)), "game")
    assert isinstance(table, SharedTable)
    follow(table)
    before = store.peek("game")
    begun = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    assert (before.decides, before.since) == (table.turn.seat, begun), "nobody has moved: since the game was begun"

    def to_ann() -> None:
        while table.turn.seat == 1:
            table.submit(1, table.legal()[0])
            follow(table)

    clock.time = datetime(2026, 11, 25, 11, 0)
    to_ann()
    table.submit(0, table.legal()[0])
    follow(table)
    to_ann()
    assert store.peek("game").since == clock.time.timestamp()
    clock.time = datetime(2026, 11, 25, 12, 0)
    table.undo(0)
    follow(table)
    assert store.peek("game").since == clock.time.timestamp()
    close(table)


def test_an_older_table_tells_the_time_of_its_file(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    close(*tables)
    path = tmp_path / "game.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert all("at" in line for line in lines[1:])
    for line in lines:
        line.pop("at", None)
    path.write_bytes(reseal(lines))
    os.utime(path, (1_800_000_000, 1_800_000_000))
    assert Store(tmp_path).peek("game").since == 1_800_000_000


@pytest.mark.parametrize("at", ["yesterday", "2026-02-31T10:00:00Z", "2026-11-24T10:00:00Z\n"])
def test_a_time_that_is_none_is_not_believed(at: str) -> None:
    assert Record(1, 0, "action", at=at).written_at is None
    assert Record(1, 0, "action", at="1970-01-02T00:00:00Z").written_at == 86400


def test_the_tables_that_wait_for_one_stand_first_the_oldest_at_the_top_and_finished_ones_nowhere(
    tmp_path: Path, clock: WallClock
) -> None:
    store = Store(tmp_path)
    for day, name in ((26, "later"), (24, "sooner"), (25, "others")):
        clock.time = datetime(2026, 11, day, 12, 0)
        header = replace(opened(null_header("", "", heap=40)), created=clock.stamp())
        table = store.begin(header, name)
        bob = store.join(name, (1,))
        follow(table, bob)
        wanted = 1 if name == "others" else 0
        for _ in range(4):
            if table.turn.seat != wanted or table.moves == 0:
                move_on(table, bob)
        assert table.turn.seat == wanted
        close(table, bob)
    over = store.begin(opened(null_header("", "")), "over")
    bob = store.join("over", (1,))
    while isinstance(over.turn, Decide):
        move_on(over, bob)
    over.follow()
    over.say(0, "well played")
    close(over, bob)
    store.begin(null_header("", ""), "at-one-keyboard").close()
    (tmp_path / "broken.jsonl").write_text("x\n")
    assert [table.info.name for table in waiting_tables(store, "ann")] == ["sooner", "later", "others"]
    assert [table.info.name for table in waiting_tables(store, "Bob")] == ["others", "sooner", "later"]
    assert store.open_tables()[0].name == "others", "newest first"


def test_a_finished_table_is_not_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    over = store.begin(opened(null_header("", "")), "over")
    bob = store.join("over", (1,))
    while isinstance(over.turn, Decide):
        move_on(over, bob)
    close(over, bob)
    monkeypatch.setattr(Store, "peek", lambda *_: pytest.fail("it was replayed"))
    assert store.open_tables() == []


def test_a_damaged_table_is_looked_at(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=3)
    close(*tables)
    store = Store(tmp_path)
    assert not store._has_ended("game")
    (tmp_path / "game.jsonl").write_text("x\n")
    assert not store._has_ended("game")


def info(decides: int | None, bots: tuple[str, ...]) -> SaveInfo:
    names = ("Ann", "Bob", "Cleo")[: len(bots)]
    at = START.timestamp()
    return SaveInfo("game", Path("game"), at, "null", names, bots, 3, 2, open=True, decides=decides, since=at)


@pytest.mark.parametrize(
    ("decides", "bots", "seat", "told"),
    [
        (0, ("", "easy"), 0, "The table has been waiting for you since 10:00."),
        (0, ("", "easy"), None, "The table has been waiting for Ann since 10:00."),
        (1, ("", ""), 0, "You have been waiting for Bob since 10:00."),
        (1, ("", ""), None, "Ann has been waiting for Bob since 10:00."),
        (0, ("", ""), 0, "Bob has been waiting for you since 10:00."),
        (1, ("", "easy"), 0, "Bob, a bot, moves when a player joins."),
        (None, ("", "easy"), 0, "The game goes on when a player joins."),
    ],
)
@pytest.mark.usefixtures("clock")
def test_the_sentence_says_who_waits_for_whom(
    decides: int | None, bots: tuple[str, ...], seat: int | None, told: str
) -> None:
    table = WaitingTable(info(decides, bots), seat)
    assert table.sentence() == told
    assert table.decides == ("" if decides is None else ("Ann", "Bob")[decides])
    assert table.people == [name for name, bot in zip(("Ann", "Bob"), bots, strict=True) if not bot]
    assert table.line() == f"game: {NULL.game.info.title}, round 2. {told}"


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("then", "told"),
    [
        (datetime(2026, 11, 24, 0, 5), "00:05"),
        (datetime(2026, 11, 23, 23, 59), "Monday 23:59"),
        (datetime(2026, 11, 18, 8, 0), "Wednesday 08:00"),
        (datetime(2026, 11, 17, 8, 0), "17 November 08:00"),
        (datetime(2025, 12, 31, 8, 0), "31 December 2025 08:00"),
        (datetime(2026, 11, 25, 8, 0), "25 November 08:00"),
    ],
)
def test_a_time_is_named_as_people_name_it(then: datetime, told: str) -> None:
    assert since_when(then.timestamp()) == told
