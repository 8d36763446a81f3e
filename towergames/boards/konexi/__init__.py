"""Konexi on the table."""

from towergames.boards.konexi.desk import DESK

__all__ = ["DESK"]
