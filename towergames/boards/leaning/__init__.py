"""Leaning Towers on the board: the table in three dimensions, and the hand over it."""

from towergames.boards.leaning.desk import DESK

__all__ = ["DESK"]
