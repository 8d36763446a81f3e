"""Boards of a history for exports: what a spectator saw at any point, and everything once the game is over."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.core.contract import Over
from towergames.session.context import Style, events_of, scene_at
from towergames.table.history import History


def public_scene(history: History, plays: int, style: Style = Style()) -> Scene[Any]:
    """What a spectator saw after so many plays; the end of a finished game hides nothing."""
    end = plays == len(history.plays) and isinstance(history.turn, Over)
    marks = events_of(history, plays - 1, plays, None) if plays else ()
    return scene_at(history, None, plays, everything=end, marks=marks, style=style)


def board_canvas(history: History, scene: Scene[Any], width: int, height: int) -> Canvas:
    """The board at least that large."""
    desk = registry.get(history.header.game).desk
    columns, rows, _ = desk.size(len(scene.names), scene.view)
    return desk.board(scene, desk.start(scene), max(width, columns), max(height, rows)).canvas
