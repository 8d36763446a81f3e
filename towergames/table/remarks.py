"""Remarks on a game: why it does not count, and the line to pass on."""

from __future__ import annotations

from towergames.table.history import History, count_moves
from towergames.table.setup import attempt_told

TAKEN_BACK = "A fall was taken back. The game does not count in records."


def uncounted_reason(history: History) -> str:
    """The reason why a game that was played does not count, in a sentence; '' for one that counts."""
    branch = history.header.branch
    if branch is not None:
        moves = count_moves(history) - count_moves(history, branch.moves)
        return f"Played on from {branch.save} after move {moves}. It does not count in records."
    return "" if history.counts else TAKEN_BACK


def shareable(history: History, line: str) -> str:
    """The line of a result to pass on, marked with the attempt at the puzzle of a day and with help; '' stays ''."""
    marks = [attempt_told(history), "with help" if history.assists else ""]
    return ", ".join([line, *(mark for mark in marks if mark)]) if line else ""
