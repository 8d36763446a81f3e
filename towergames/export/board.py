"""Boards of a history for exports: what a spectator saw at any point, and everything once the game is over."""

from __future__ import annotations

from towergames import registry
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import AnyContext, Style
from towergames.core.contract import Over
from towergames.session.context import context_at, events_of
from towergames.session.ui_memory import plain_look
from towergames.table.history import History


def public_context(history: History, plays: int, style: Style = Style()) -> AnyContext:
    """What a spectator saw after so many plays; the end of a finished game hides nothing."""
    end = plays == len(history.plays) and isinstance(history.turn, Over)
    marks = events_of(history, plays - 1, plays, None) if plays else ()
    return context_at(history, None, plays, everything=end, marks=marks, style=style)


def board_canvas(history: History, context: AnyContext, width: int, height: int) -> Canvas:
    """The board at least that large."""
    board = registry.get(history.header.game).board
    columns, rows = board.sizes(len(context.names), context.view).board
    return board.draw(plain_look(board, context), "board", (max(width, columns), max(height, rows))).canvas
