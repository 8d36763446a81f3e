"""Stacked Words at a screen: the board with its stacks, a rack of tiles, and what keys and clicks mean."""

from towergames.boards.words.adapter import WordsBoard

BOARD = WordsBoard()
"""The board, ready for use."""
