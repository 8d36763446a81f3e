"""The board of a game as an exported picture: what a spectator may see of it, and how large it is."""

from __future__ import annotations

from dataclasses import replace

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import AnyContext, Style
from towergames.core.contract import Over
from towergames.session.context import context_at, events_of
from towergames.session.ui_memory import showcase_look
from towergames.table.history import History

BOARD, IN_SPACE, SHOWCASE = (80, 20), (96, 33), (112, 41)
"""Columns and rows of an exported board, if it needs no more; of a board in its most beautiful view, which names the
players beside it on low screens only; and of that board alone.
"""


def final_context(history: History, style: Style) -> AnyContext:
    """A spectator's context after the last play."""
    return public_context(history, len(history.plays), style)


def board_size(history: History, *, ascii_only: bool) -> tuple[int, int]:
    """The columns and rows of the exported board of a game. In ASCII no board has its most beautiful view."""
    return BOARD if ascii_only or registry.get(history.header.game).board.spec.showcase is None else IN_SPACE


def public_context(history: History, plays: int, style: Style = Style()) -> AnyContext:
    """A spectator's context after ``plays`` plays. The end of a finished game hides nothing."""
    end = plays == len(history.plays) and isinstance(history.turn, Over)
    marks = events_of(history, plays - 1, plays, None) if plays else ()
    return context_at(history, None, plays, everything=end, marks=marks, style=style)


def board_canvas(history: History, context: AnyContext, width: int, height: int) -> Canvas:
    """The board at least that large."""
    board = registry.get(history.header.game).board
    columns, rows = board.sizes(len(context.names), context.view).board
    if board.spec.showcase is not None:
        context = replace(context, style=replace(context.style, cursor=False))
    return board.draw(showcase_look(board, context), "board", (max(width, columns), max(height, rows))).canvas


def title_of(history: History) -> str:
    """The title of a picture, for screen readers."""
    return f"{history.game.info.title}: {', '.join(history.header.names)}"
