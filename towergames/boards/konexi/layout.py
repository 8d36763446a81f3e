"""Where the parts of the board and of the hand lie, at any size: the one source of the least sizes. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.desk import Abreast
from towergames.boards.konexi.window import Room

LEAST = (60, 9)
"""Columns and rows below which the table cannot be shown."""
HAND_ROWS = 6
"""Rows of the hand where it lies below the board."""
ABREAST = Abreast(columns=44, rows=15, hand=36, tall=14, low=12)
"""On a low screen the hand stands beside the board: a tower is rather high than wide."""
COLUMN = 48
"""A hand narrower than this, or as high as wide, is laid out as a column."""
RING_ROWS = 15
"""Rows of a board that has its circle of letters all round; a lower one has it in a row or two at its foot."""
RING_COLUMNS = 40


def least(seats: int) -> tuple[int, int, int]:  # noqa: ARG001 - all tables are of one size
    """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
    return *LEAST, HAND_ROWS


@dataclass(frozen=True, slots=True)
class Plan:
    """How a board of a size is parted: where the circle runs, and the room for the tower."""

    round: bool
    rows: int
    room: Room


def plan(width: int, height: int) -> Plan:
    """All round where there is height enough for it, else in a row or two at the foot."""
    if height >= RING_ROWS and width >= RING_COLUMNS:
        return Plan(True, 0, Room(4, 2, width - 8, height - 3))
    rows = 1 if width >= 58 else 2
    return Plan(False, rows, Room(0, 1, width, height - 1 - rows))
