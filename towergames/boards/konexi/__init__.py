"""Konexi on the table."""

from towergames.boards.konexi.adapter import BOARD

__all__ = ["BOARD"]
