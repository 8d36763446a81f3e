"""The cells of a picture that have colours of their own, as an image: in a film that takes a tenth of the bytes."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from towergames.board.canvas import BOLD_BIT, Canvas, Ink, Rect
from towergames.core.text import cell_width
from towergames.export.svg import HIGH, WIDE, glyph_areas, is_glyph
from towergames.renderer.meshes import Marks
from towergames.renderer.pixels import MOST_COLOURS, Bytes, small_png

PIXELS = 8
"""Pixels of a cell across and down: the eighths of block glyphs are whole pixels."""


class Mosaic(NamedTuple):
    """Pixels of a picture, and for each cell (rows x columns) whether it has colours of its own."""

    image: Bytes
    own: Marks


def mosaic_of(canvas: Canvas, ground: str) -> Mosaic:
    """The cells that have colours of their own, on the ground."""
    rows, columns = canvas.height, canvas.width
    own = np.array([canvas.own_colours(y) for y in range(rows)])
    image = np.full((rows * PIXELS, columns * PIXELS), int(ground[1:], 16), np.int32)
    for y in range(rows):
        x = 0
        for text, ink in canvas.raw_runs(y):
            if isinstance(ink, int):
                front, back = divmod(ink % BOLD_BIT, 1 << 24)
                for column, ch in enumerate(text, start=x):
                    cell = np.where(_shape(ch), front, back)
                    image[y * PIXELS : (y + 1) * PIXELS, column * PIXELS : (column + 1) * PIXELS] = cell
            x += cell_width(text)
    return Mosaic(np.stack((image >> 16, image >> 8 & 255, image & 255), -1).astype(np.uint8), own)


def without_mosaic(canvas: Canvas) -> Canvas:
    """The picture without what the mosaic shows. Letters stay, with nothing behind them."""
    rest = Canvas(canvas.width, canvas.height)
    rest.blit(canvas, 0, 0)
    for y in range(canvas.height):
        own = canvas.own_colours(y)
        for x, ch, ink in canvas.cells(y, 0, canvas.width):
            if own[x]:
                rest.put(x, y, " " if is_glyph(ch) else ch, Ink(ink.fg, bold=ink.bold))
    return rest


def image_of(mosaic: Mosaic, covered: Mosaic | None = None, part: Rect | None = None) -> str:
    """A mosaic, or a part of it, as an SVG element: seen through where neither it nor ``covered`` has cells."""
    rows, columns = mosaic.own.shape
    shown = mosaic.own if covered is None else mosaic.own | covered.own
    cells = Rect(0, 0, columns, rows) if part is None else part
    right, bottom = cells.x + cells.width, cells.bottom
    pixels = mosaic.image[cells.y * PIXELS : bottom * PIXELS, cells.x * PIXELS : right * PIXELS]
    data = b64encode(small_png(pixels, shown[cells.y : bottom, cells.x : right], MOST_COLOURS)).decode()
    corner = f'x="{cells.x * WIDE}" y="{cells.y * HIGH}"'
    size = f'width="{cells.width * WIDE}" height="{cells.height * HIGH}"'
    return f'<image {corner} {size} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'


def difference(one: Mosaic, other: Mosaic) -> Rect | None:
    """The smallest rectangle of all cells that differ."""
    rows, columns = one.own.shape
    pixels = (one.image != other.image).any(2)
    cells = pixels.reshape(rows, PIXELS, columns, PIXELS).any((1, 3)) | (one.own != other.own)
    if not cells.any():
        return None
    y, x = np.nonzero(cells)
    return Rect(int(x.min()), int(y.min()), int(np.ptp(x)) + 1, int(np.ptp(y)) + 1)


@lru_cache(maxsize=512)
def _shape(ch: str) -> NDArray[np.bool_]:
    """The pixels of a cell that a glyph covers; none of a letter."""
    shape = np.zeros((PIXELS, PIXELS), np.bool_)
    for left, top, wide, high in glyph_areas(ch) if is_glyph(ch) else ():
        rows = slice(round(top * PIXELS / HIGH), round((top + high) * PIXELS / HIGH))
        shape[rows, round(left * PIXELS / WIDE) : round((left + wide) * PIXELS / WIDE)] = True
    return shape
