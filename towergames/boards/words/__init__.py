"""Stacked Words at a screen: the board with its stacks, a rack of tiles, and what keys and clicks mean."""

from towergames.boards.words.desk import DESK, WordsDesk

__all__ = ["DESK", "WordsDesk"]
