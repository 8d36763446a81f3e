"""The cells of a picture that have colours of their own, as an image: in a film that takes a tenth of the bytes."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from towergames.board.canvas import BOLD_BIT, Canvas, Ink
from towergames.core.text import cell_width
from towergames.export.svg import HIGH, WIDE, glyph_areas, is_glyph
from towergames.renderer.pixels import PALETTED, png_file

ACROSS = DOWN = 8
"""Pixels of a cell: the eighths of block glyphs are whole pixels."""
PALETTE = 256
Mosaic = NDArray[np.int32]
"""Rows x columns of pixels 0xRRGGBB."""


def mosaic_of(canvas: Canvas, ground: str) -> Mosaic:
    """The cells that have colours of their own, on the ground."""
    image = np.full((canvas.height * DOWN, canvas.width * ACROSS), int(ground[1:], 16), np.int32)
    for y in range(canvas.height):
        x = 0
        for text, ink in canvas.raw_runs(y):
            if isinstance(ink, int):
                front, back = divmod(ink % BOLD_BIT, 1 << 24)
                for column, ch in enumerate(text, start=x):
                    cell = np.where(_shape(ch), front, back)
                    image[y * DOWN : (y + 1) * DOWN, column * ACROSS : (column + 1) * ACROSS] = cell
            x += cell_width(text)
    return image


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


def image_of(mosaic: Mosaic, left: int = 0, top: int = 0) -> str:
    """A mosaic as an SVG element; ``left`` and ``top`` are the pixels beside and above it."""
    high, wide = mosaic.shape
    unit, tall = WIDE // ACROSS, HIGH // DOWN
    place = f'x="{left * unit}" y="{top * tall}" width="{wide * unit}" height="{high * tall}"'
    data = b64encode(_png(mosaic)).decode()
    return f'<image {place} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'


def difference(one: Mosaic, other: Mosaic) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the pixels that differ; all 0 for equal mosaics."""
    rows, columns = np.nonzero(one != other)
    if not len(rows):
        return 0, 0, 0, 0
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def _png(mosaic: Mosaic) -> bytes:
    """A PNG file with a palette."""
    keys, numbers, counts = np.unique(mosaic, return_inverse=True, return_counts=True)
    parts = np.stack((keys >> 16, keys >> 8 & 255, keys & 255), -1)
    groups = _groups(parts)
    palette = np.zeros((len(groups), 3))
    group_of = np.zeros(len(keys), np.uint8)
    for number, group in enumerate(groups):
        palette[number] = np.average(parts[group], axis=0, weights=counts[group])
        group_of[group] = number
    high, wide = mosaic.shape
    rows = np.zeros((high, wide + 1), np.uint8)  # a row begins with the number of its filter: none
    rows[:, 1:] = group_of[numbers].reshape(high, wide)
    colours = palette.round().astype(np.uint8).tobytes()
    return png_file((wide, high), PALETTED, rows, (b"PLTE", colours))


def _groups(parts: NDArray[np.int32]) -> list[NDArray[np.intp]]:
    """Colours (red, green, blue) in at most 256 groups of like ones: each time the widest is split in its middle."""
    whole = np.arange(len(parts))
    waiting = [(-_width(parts, whole), 0, whole)]
    while len(waiting) < PALETTE and waiting[0][0] < 0:
        _, _, group = heappop(waiting)
        own = parts[group]
        lows, highs = own.min(0), own.max(0)
        part = int((highs - lows).argmax())
        upper = own[:, part] * 2 > lows[part] + highs[part]
        for half in (group[~upper], group[upper]):
            heappush(waiting, (-_width(parts, half), int(half[0]), half))
    return [group for _, _, group in waiting]


def _width(parts: NDArray[np.int32], group: NDArray[np.intp]) -> int:
    """The largest difference of two colours in red, green or blue."""
    return int(np.ptp(parts[group], axis=0).max())


@lru_cache(maxsize=512)
def _shape(ch: str) -> NDArray[np.bool_]:
    """The pixels of a cell that a glyph covers; none of a letter."""
    shape = np.zeros((DOWN, ACROSS), np.bool_)
    for left, top, wide, high in glyph_areas(ch) if is_glyph(ch) else ():
        rows = slice(round(top * DOWN / HIGH), round((top + high) * DOWN / HIGH))
        shape[rows, round(left * ACROSS / WIDE) : round((left + wide) * ACROSS / WIDE)] = True
    return shape
