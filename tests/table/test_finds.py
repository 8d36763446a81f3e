"""What searches have found is kept in the save, beside the moves; here are one meant for it measures the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.table.helpers import null_header, reseal
from towergames.core.bot import Clock
from towergames.core.contract import Over
from towergames.table.best_moves import known_best_moves
from towergames.table.match import Table
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.store import Store


def begun(folder: Path, name: str, **options: Any) -> Table:
    return Store(folder).begin(null_header("", "", **{"heap": 12, "first": 1, **options}), name)


def ended(table: Table) -> Table:
    while not isinstance(table.turn, Over):
        table.submit(table.turn.seat, table.legal()[-1])  # type: ignore[union-attr]
    return table


def test_finds_are_read_again_and_are_no_help(tmp_path: Path) -> None:
    table = begun(tmp_path, "game")
    one, two = table.legal()[:2]
    table.record_best_move(0, one)
    table.record_best_move(0, one)
    ended(table).record_best_move(1, two, measure=True)
    table.record_best_move(1, one, measure=True)
    assert table.measure == two and len(table.history.finds) == 3
    table.close()
    loaded = load_file(tmp_path / "game.jsonl")
    assert loaded.damage is None and loaded.finished
    assert [(find.by, find.move, find.measure) for find in loaded.history.finds] == [
        (0, one, False),
        (1, two, True),
        (1, one, True),
    ]
    assert loaded.history.measure == loaded.history.finds[1]
    assert loaded.history.assists == {} and loaded.history.remarks == []


def test_what_cannot_be_written_is_known_until_the_table_goes(tmp_path: Path) -> None:
    table = ended(begun(tmp_path, "game"))
    looking = Store(tmp_path).open("game")
    assert looking.read_only
    looking.record_best_move(0, table.parse("take 1"), measure=True)
    assert looking.measure == table.parse("take 1") and table.measure is None
    looking.close()
    table.close()
    assert load_file(tmp_path / "game.jsonl").history.finds == []


@pytest.mark.parametrize(
    "body",
    [
        {"note": "best"},
        {"note": "best", "move": 7},
        {"note": "best", "move": "fly away"},
        {"note": "best", "move": "take 1", "measure": "yes"},
        {"note": "best", "move": "take 1", "measure": True},
    ],
)
def test_a_find_that_cannot_be_is_damage(tmp_path: Path, body: dict[str, Any]) -> None:
    import json

    table = begun(tmp_path, "game")
    table.close()
    path = tmp_path / "game.jsonl"
    lines = [{k: v for k, v in json.loads(line).items() if k != "sum"} for line in path.read_text().splitlines()]
    state = digest(table.history.state)
    lines.append({"n": len(lines), "by": 0, "kind": "note", "body": body, "state": state, "prev": ""})
    path.write_bytes(reseal(lines))
    damage = load_file(path).damage
    assert damage is not None and damage.record == len(lines) - 1


def test_finds_of_games_that_began_alike(tmp_path: Path) -> None:
    same, other = begun(tmp_path, "same"), begun(tmp_path, "other", seed=2)
    for table in (same, other):
        table.record_best_move(0, table.parse("take 1"))
        table.close()
    mine = begun(tmp_path, "mine")
    mine.record_best_move(0, mine.parse("take 2"))
    (tmp_path / "broken.jsonl").write_text("nothing")
    outcomes = [play.move for play in mine.history.plays if play.by is None]
    alike = [table for table in (same, other) if [p.move for p in table.history.plays if p.by is None] == outcomes]
    clock, own = Clock(seconds=1.0), mine.parse("take 2")
    assert known_best_moves(Store(tmp_path), mine, clock) == [own], "nothing of other games before the end"
    assert known_best_moves(Store(tmp_path), ended(mine), clock) == [own] + [mine.parse("take 1")] * len(alike)
    assert known_best_moves(Store(tmp_path), mine, Clock(iterations=1)) == [own]
