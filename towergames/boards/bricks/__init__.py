"""Brick Tower at a screen: the workshop with tower, cards and ledger, and what keys and clicks mean."""

from towergames.boards.bricks.adapter import BricksBoard
from towergames.boards.bricks.ui_state import Ui
from towergames.boards.protocol import BoardAdapter
from towergames.games.bricks.model import Action, View

BOARD: BoardAdapter[View, Ui, Action] = BricksBoard()

__all__ = ["BOARD"]
