"""Scenes of a history for exports: what a spectator saw at any point, and everything once the game is over."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.boards.canvas import Canvas
from towergames.boards.desk import AnyDesk, Scene
from towergames.core.contract import Event, Over
from towergames.table.history import History


def names_of(history: History) -> tuple[str, ...]:
    """The players' names."""
    return tuple(seat.name for seat in history.header.seats)


def is_over(history: History) -> bool:
    """Whether the game came to its end; before that only public things may be exported (U35)."""
    return isinstance(history.turn, Over)


def desk_of(history: History) -> AnyDesk | None:
    """The game's desk, None for a game that has none yet."""
    try:
        return registry.get(history.header.game).desk
    except ModuleNotFoundError:
        return None


def scene_at(
    history: History, plays: int, *, ascii_only: bool = False, playing: tuple[Event, ...] = (), frame: int = 0
) -> Scene[Any]:
    """The public scene after some plays; a finished game's end hides nothing. ``playing`` animates a step."""
    game, state = history.game, history.state_after(plays)
    last = plays == len(history.plays)
    view = game.reveal(state) if last and is_over(history) else game.view(state, None)
    marks: tuple[Event, ...] = ()
    if plays and not playing:
        marks = tuple(e for e in history.plays[plays - 1].step.events if e.seen_by is None)
    return Scene(
        game, view, game.turn(state), None, names_of(history), False, marks, playing, frame, ascii_only=ascii_only
    )


def board_canvas(history: History, scene: Scene[Any], width: int, height: int) -> Canvas:
    """The board at least that large."""
    desk = desk_of(history)
    if desk is None:
        lines = scene.game.status(scene.view)
        canvas = Canvas(width, max(height, len(lines)))
        for y, line in enumerate(lines):
            canvas.put(0, y, line)
        return canvas
    columns, rows, _ = desk.size(len(scene.names), scene.view)
    return desk.board(scene, desk.start(scene), max(width, columns), max(height, rows)).canvas
