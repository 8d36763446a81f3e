"""What chance will say to a move is worked out beside the table, and changes nothing until it is submitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lively.game import GATE
from tests.tui.game_kit import header
from towergames.core.contract import IllegalAction
from towergames.registry import Entry
from towergames.table.errors import TableError
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.store import Store


def begun(tmp_path: Path) -> Table:
    return Store(tmp_path).begin(header("Ann,Bob", "lively", first=1, heap=8))


def test_nothing_is_recorded_before_the_outcome_is_known(tmp_path: Path, lively_game: Entry) -> None:
    table = begun(tmp_path)
    before = table.history.records
    move = table.parse("take 3")
    work = table.outcome_work(0, move)
    outcomes = work()
    assert len(outcomes) == 1 and (table.history.records, table.version) == (before, before)
    GATE.fault = AssertionError("what is known is not worked out again")
    table.submit(0, move, outcomes)
    assert table.moves == 3 and table.history.plays[-1].move == outcomes[0]
    table.close()


def test_a_foreseen_move_ends_as_it_would_have_otherwise(tmp_path: Path, lively_game: Entry) -> None:
    one, two = begun(tmp_path / "one"), begun(tmp_path / "two")
    move = one.parse("take 3")
    work = one.outcome_work(0, move)
    one.submit(0, move, work() if work else ())
    two.submit(0, move)
    assert one.history.state == two.history.state
    one.close()
    two.close()
    loaded = load_file(one.journal.path)  # type: ignore[union-attr]
    assert loaded.damage is None and loaded.history.state == one.history.state


def test_a_move_without_chance_has_nothing_to_foresee(tmp_path: Path, lively_game: Entry) -> None:
    table = begun(tmp_path)
    assert table.outcome_work(0, table.parse("take 1")) is None
    table.close()


def test_what_may_not_be_submitted_is_not_foreseen(tmp_path: Path, lively_game: Entry) -> None:
    table = begun(tmp_path)
    with pytest.raises(IllegalAction):
        table.outcome_work(0, table.parse("take 4"))
    with pytest.raises(TableError, match="Ann's turn"):
        table.outcome_work(1, table.parse("take 1"))
    table.close()


def test_a_copied_history_goes_its_own_way(tmp_path: Path, lively_game: Entry) -> None:
    table = begun(tmp_path)
    table.submit(0, table.parse("take 1"))
    twin = Table(table.history.copy())
    assert twin.history.state == table.history.state
    twin.submit(1, twin.parse("take 2"))
    assert (twin.moves, table.moves) == (4, 2)
    first = Table(table.history.copy(1))
    assert first.moves == 1 and first.turn == Table(table.history.copy(1)).turn
    first.submit(0, first.parse("take 1"))
    assert first.history.state == table.history.state
    table.close()
