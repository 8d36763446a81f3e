"""Konexi on the table."""

from towergames.boards.konexi.adapter import BOARD
from towergames.boards.shim import AsDesk

DESK = AsDesk(BOARD, "konexi", bar=1, asks=("places", "letter"))

__all__ = ["BOARD", "DESK"]
