"""Single letters as pictures: those on offer, those of a word, and samples for the legend. Pure."""

from __future__ import annotations

from functools import lru_cache

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi.frames import Flat, Solid, Window
from towergames.boards.konexi.side import draw_side
from towergames.games.konexi.bodies import straight
from towergames.games.konexi.lattice import Spot
from towergames.physics.recording import read

LARGE, SMALL = (2.0, 1.0), (1.0, 0.5)
"""Columns and rows of a letter's cell."""


@lru_cache(maxsize=256)
def card(
    letter: str,
    role: str,
    width: int,
    height: int,
    scale: tuple[float, float] = LARGE,
    turn: int = 0,
    flip: bool = False,
    plain: bool = False,
) -> Canvas:
    """A letter in one of its poses in the middle of a canvas of that size; nobody may change it."""
    spot = Spot(letter, turn, flip, 0, 0)
    columns, rows = scale
    left = round((spot.shape.width * columns - width) / 2) / columns
    top = spot.shape.height + round((height - spot.shape.height * rows) / 2) / rows
    window = Window(columns, rows, left, top)
    return draw_side(Flat((Solid(letter, read(straight(spot)), role),), window, width, height, plain)).canvas
