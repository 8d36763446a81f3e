"""Brick Tower at a screen: the workshop with tower, cards and ledger, and what keys and clicks mean."""

from towergames.boards.bricks.desk import DESK, BricksDesk

__all__ = ["DESK", "BricksDesk"]
