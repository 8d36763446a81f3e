"""Take That Towers for people: towers as skyscrapers, a hand of cards, and what keys and clicks do."""

from towergames.boards.shim import AsDesk
from towergames.boards.takethat.adapter import TakeThatBoard

__all__ = ["BOARD", "DESK"]

BOARD = TakeThatBoard()
DESK = AsDesk(BOARD, "takethat", bar=1)
