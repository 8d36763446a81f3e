"""Leaning Towers on the board: the table in three dimensions, and the hand over it."""

from towergames.boards.leaning.adapter import BOARD
from towergames.boards.shim import AsDesk

__all__ = ["BOARD", "DESK"]

DESK = AsDesk(BOARD, "leaning", bar=1, asks=())
