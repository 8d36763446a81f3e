"""Leaning Towers on the board: the table in three dimensions, and the hand over it."""

from towergames.boards.leaning.adapter import BOARD

__all__ = ["BOARD"]
