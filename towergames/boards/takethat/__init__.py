"""Take That Towers for people: towers as skyscrapers, a hand of cards, and what keys and clicks do."""

from towergames.boards.takethat.adapter import TakeThatBoard

__all__ = ["BOARD"]

BOARD = TakeThatBoard()
