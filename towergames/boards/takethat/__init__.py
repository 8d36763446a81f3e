"""Take That Towers at a screen: towers as skyscrapers, a hand of cards, and what keys and clicks mean."""

from towergames.boards.takethat.desk import DESK, TakeThatDesk

__all__ = ["DESK", "TakeThatDesk"]
