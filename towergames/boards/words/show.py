"""What events mean for the picture: the marks of the last plays, and how far a play being shown has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.boards.desk import Scene
from towergames.core.contract import Event
from towergames.games.words.model import View

ANIMATED: frozenset[str] = frozenset(("play",))
LANDING, REST = 0.16, 0.5
"""Seconds for each tile, and for the word when it lies there."""


@dataclass(frozen=True, slots=True)
class Told:
    """The last play as its event tells it."""

    words: tuple[str, ...]
    points: int


def tiles_of(event: Event) -> tuple[tuple[int, str], ...]:
    """(square, tile) of a play, in the order in which they are laid."""
    found = event.data.get("tiles") if event.kind == "play" else None
    return tuple((int(cell), str(tile)) for cell, tile in found) if isinstance(found, (list, tuple)) else ()


def beats(scene: Scene[View], event: Event) -> tuple[float, ...]:
    """One frame a tile for a play of somebody else; one's own tiles lie there already."""
    tiles = tiles_of(event)
    if not tiles or (event.seat is not None and event.seat == scene.seat):
        return ()
    return (*(LANDING,) * (len(tiles) - 1), REST)


def shown(scene: Scene[View]) -> tuple[tuple[str, ...], frozenset[int]]:
    """The board with the tiles that have landed so far, and the squares to be marked as just played."""
    board = list(scene.view.board)
    if not scene.playing:
        return scene.view.board, marked(scene)
    landed: set[int] = set()
    for i, event in enumerate(scene.playing):
        tiles = tiles_of(event)
        if i == len(scene.playing) - 1:
            tiles = tiles[: scene.frame + 1]
        for cell, tile in tiles:
            if 0 <= cell < len(board):
                board[cell] += tile
                landed.add(cell)
    return tuple(board), frozenset(landed)


def marked(scene: Scene[View]) -> frozenset[int]:
    """The squares that others have played since the looker's last decision, else those of the last play that stands."""
    cells: set[int] = set()
    latest: tuple[int, ...] = ()
    for event in scene.marks:
        if event.kind == "play" and (event.seat is None or event.seat != scene.seat):
            latest = tuple(cell for cell, _ in tiles_of(event))
            cells.update(latest)
        elif event.kind == "ruling" and event.data.get("bad"):
            cells.difference_update(latest)
    board = scene.view.board
    return frozenset(cell for cell in cells or scene.view.last if 0 <= cell < len(board) and board[cell])


def last_play(marks: Sequence[Event]) -> Told | None:
    """The play told of last, None when it was taken back or there was none."""
    told = None
    for event in marks:
        if event.kind == "play":
            words = event.data.get("words")
            points = event.data.get("points")
            names = tuple(map(str, words)) if isinstance(words, (list, tuple)) else ()
            told = Told(names, points if isinstance(points, int) else 0)
        elif event.kind == "ruling" and event.data.get("bad"):
            told = None
    return told
