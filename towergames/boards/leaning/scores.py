"""The players above the table: points, pieces left, and what each has set aside. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.leaning import inks
from towergames.boards.leaning.pointer import TableScene
from towergames.core.contract import Decide
from towergames.core.text import cell_width, fit
from towergames.games.leaning.model import SIZES

GAP = 1
EDGES = 4
"""Columns of a chip beyond its words: a sign, the number, and a blank at both ends of the words."""
HIGH = 16
"""A picture of so many rows can spare two for the players."""
MOST_NAME = 12


def score_rows(scene: TableScene, width: int, height: int) -> int:
    """How many rows of the picture the players take."""
    return _rows(_texts(scene, width, height), width)


def draw_scores(canvas: Canvas, scene: TableScene) -> None:
    """Chips from the upper left, as wordy as fits in one row (two where the picture is high)."""
    x = y = 0
    for seat, text in enumerate(_texts(scene, canvas.width, canvas.height)):
        width = cell_width(text) + EDGES
        if x and x + width > canvas.width:
            x, y = 0, y + 1
        x = _chip(canvas, x, y, scene, seat, text) + GAP


def _texts(scene: TableScene, width: int, height: int) -> list[str]:
    most = 2 if height >= HIGH else 1
    forms = [[_words(scene, seat, form) for seat in range(scene.view.seats)] for form in range(4)]
    return next((row for row in forms if _rows(row, width) <= most), forms[-1])


def _rows(texts: list[str], width: int) -> int:
    """How many rows the chips take."""
    rows, x = 1, 0
    for text in texts:
        wide = cell_width(text) + EDGES
        if x and x + wide > width:
            rows, x = rows + 1, 0
        x += wide + GAP
    return rows


def _words(scene: TableScene, seat: int, form: int) -> str:
    """What stands behind a player's number, from all (0) to only the points (3)."""
    view = scene.view
    points = f"{view.points[seat]}"
    left = sum(view.hands[seat])
    held = "".join(f" /{size[0].upper()}\\" * view.held[seat][at] for at, size in enumerate(SIZES))
    name = scene.name_of(seat)
    if view.out[seat]:
        held = " out"
    if form == 0:
        return f"{fit(name, min(MOST_NAME, cell_width(name)))} {points}  {left} left{held}"
    if form == 1:
        return f"{fit(name, min(8, cell_width(name)))} {points} /\\{left}{held}"
    few = f" +{sum(view.held[seat])}" if sum(view.held[seat]) and not view.out[seat] else held
    if form == 2:
        return f"{fit(name, min(6, cell_width(name)))} {points}{few}"
    return f"{points}{few}"


def _chip(canvas: Canvas, x: int, y: int, scene: TableScene, seat: int, text: str) -> int:
    turn = scene.turn
    on = isinstance(turn, Decide) and turn.seat == seat
    x = canvas.put(x, y, ">" if on else " ", inks.CHOSEN if on else inks.PLATE_MUTED)
    x = canvas.put(x, y, inks.number(seat), inks.plate(seat))
    ink = inks.CHOSEN if on else inks.PLATE_MUTED if scene.view.out[seat] else inks.PLATE
    return canvas.put(x, y, f" {text} ", ink)
