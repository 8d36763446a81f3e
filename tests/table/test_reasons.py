"""Why bots moved as they did: of which moves that is told."""

from __future__ import annotations

from tests.table.helpers import do, null_table
from towergames.table.match import Table
from towergames.table.opponents import Reasons


def bot_takes(table: Table, reasons: Reasons, move: str, why: str) -> None:
    before = table.moves
    do(table, move)
    reasons.add(table.history, before, why)


def test_reasons_since_the_last_turn_of_a_person_are_told_in_order() -> None:
    table = null_table("", "easy", "easy", first=1, heap=40)
    reasons = Reasons()
    assert reasons.lines(table.history, [0]) == []
    do(table, "take 1")
    bot_takes(table, reasons, "take 2", "an old reason")
    bot_takes(table, reasons, "take 1", "an old reason")
    do(table, "take 1")
    bot_takes(table, reasons, "take 3", "the most.")
    bot_takes(table, reasons, "take 1", "")
    expected = ["Bob takes 3. Why: the most.", "Cleo takes 1. Why: no reason given."]
    assert reasons.lines(table.history, [0]) == expected
    do(table, "take 1")
    assert reasons.lines(table.history, [0]) == expected, "in the middle of a turn too"
    assert len(reasons.lines(table.history, [])) == 4, "without people all that is known"


def test_what_was_taken_back_has_no_reason_any_more() -> None:
    table = null_table("", "easy", first=1, heap=40)
    reasons = Reasons()
    do(table, "take 1")
    bot_takes(table, reasons, "take 2", "the second")
    table.undo(0, (0,))
    assert reasons.lines(table.history, [0]) == []
    do(table, "take 3")
    assert reasons.lines(table.history, [0]) == []
    bot_takes(table, reasons, "take 1", "the first")
    assert reasons.lines(table.history, [0]) == ["Bob takes 1. Why: the first."]
