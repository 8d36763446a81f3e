"""Samples to character cells: blocks in true colours, quadrants in sixteen named ones, strokes in 7-bit characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from towergames.renderer.meshes import Floats, Ints, Marks
from towergames.renderer.rasterizer import SKY, TABLE, FrameBuffer

_QUADRANTS = " ▘▝▀▖▌▞▛"
"""Characters by bits of the lit quarters: upper left, upper right, lower left. The lower right is always ground."""
_LOWER, _LEFT = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉█"
"""Characters by eighths of a cell from below, and from the left."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A picture as rows of characters, and for each cell its two colours: ``ink`` and ``ground`` as 0xRRGGBB.

    A blank cell has equal ink and ground.
    """

    text: tuple[str, ...]
    ink: Ints
    ground: Ints

    def colours(self) -> NDArray[np.int64]:
        """Ink and ground of each cell as one number, the ink above 24 bits of ground."""
        found: NDArray[np.int64] = (self.ink.astype(np.int64) << 24) | self.ground
        return found


@lru_cache(maxsize=4)
def _glyphs(across: int, down: int) -> tuple[tuple[str, bool], ...]:
    """The character of each parting in the order of :meth:`_Sums.partings`, and whether its colours are swapped."""
    return (
        *((char, False) for char in _QUADRANTS[1:]),
        *((_LOWER[8 - n * 8 // down], True) for n in _bars(down)),
        *((_LEFT[n * 8 // across], False) for n in _bars(across)),
    )


def _bars(samples: int) -> list[int]:
    """The lengths of bars along ``samples`` samples; half a cell is two quadrants."""
    return [n for n in range(1, samples) if n != samples // 2]


def fit(image: Floats, across: int, down: int, *, flat: float, quantum: int) -> Cells:
    """Convert a picture (sRGB 0 to 1) of ``across`` x ``down`` samples a cell (2, 4 or 8 each) to cells.

    Cells whose samples differ by less than ``flat`` are blank. Colours are rounded to multiples of ``quantum``, which
    makes runs longer.
    """
    high, wide, samples = image.shape[0] // down, image.shape[1] // across, across * down
    sums = _Sums.of(image[: high * down, : wide * across], across, down)
    total = sums.quarter[0] + sums.quarter[1] + sums.quarter[2] + sums.quarter[3]
    mean = total / samples
    ink, ground = mean.copy(), mean.copy()
    glyph = np.zeros(high * wide, np.int32)
    busy = np.flatnonzero(sums.spread() > flat)
    if len(busy):
        whole = total[:, busy]
        best, lit, count = _best(sums.only(busy), whole)
        rest = (whole - lit) / (samples - count)
        lit = lit / count
        swapped = np.array([swap for _, swap in _glyphs(across, down)])[best]
        ink[:, busy], ground[:, busy] = np.where(swapped, rest, lit), np.where(swapped, lit, rest)
        glyph[busy] = best + 1
    inks, grounds = _packed(ink, quantum), _packed(ground, quantum)
    glyph[inks == grounds] = 0
    inks[glyph == 0] = grounds[glyph == 0]
    letters = np.array([" ", *(char for char, _ in _glyphs(across, down))])[glyph].reshape(high, wide)
    text = tuple("".join(row) for row in letters.tolist())
    return Cells(text, inks.reshape(high, wide), grounds.reshape(high, wide))


def _packed(colour: Floats, quantum: int) -> Ints:
    """Convert 3 x n parts, 0 to 1, to 0xRRGGBB."""
    parts = np.minimum(np.rint(np.clip(colour, 0, 1) * (255 / quantum)) * quantum, 255).astype(np.int32)
    found: Ints = (parts[0] << 16) | (parts[1] << 8) | parts[2]
    return found


@dataclass(slots=True, eq=False)
class _Sums:
    """Sums of a cell's samples (3 x cells each): its rows, its columns if bars use them, its quarters."""

    across: int
    down: int
    row: list[Floats]
    column: list[Floats]
    quarter: list[Floats]

    @classmethod
    def of(cls, image: Floats, across: int, down: int) -> _Sums:
        plane = np.ascontiguousarray(image.transpose(2, 0, 1))
        half = _halved(plane, across // 2)
        rows = half[..., 0::2] + half[..., 1::2]
        quarters = _halved(half.swapaxes(1, 2), down // 2).swapaxes(1, 2)
        columns = _halved(plane.swapaxes(1, 2), down).swapaxes(1, 2) if _bars(across) else None
        return cls(
            across,
            down,
            [rows[:, j::down].reshape(3, -1) for j in range(down)],
            [] if columns is None else [columns[..., j::across].reshape(3, -1) for j in range(across)],
            [quarters[:, j // 2 :: 2, j % 2 :: 2].reshape(3, -1) for j in range(4)],
        )

    def only(self, which: NDArray[np.int64]) -> _Sums:
        groups = ([part[:, which] for part in group] for group in (self.row, self.column, self.quarter))
        return _Sums(self.across, self.down, *groups)

    def spread(self) -> Floats:
        """The greatest difference between parts of each cell."""
        spans = [_span(self.row) / self.across, _span(self.quarter) * (4 / (self.across * self.down))]
        if self.column:
            spans.append(_span(self.column) / self.down)
        found: Floats = np.maximum.reduce(spans)
        return found

    def partings(self) -> Iterator[tuple[Floats, int]]:
        """The sum and number of the lit samples of each parting: quarters, upper bars, left bars."""
        (a, b, c, _), one = self.quarter, self.across * self.down // 4
        yield from ((a, one), (b, one), (a + b, 2 * one), (c, one), (a + c, 2 * one), (b + c, 2 * one))
        yield a + b + c, 3 * one
        for lines, samples in ((self.row, self.across), (self.column, self.down)):
            run = None
            for n, line in enumerate(lines[:-1], start=1):
                run = line if run is None else run + line
                if n != len(lines) // 2:
                    yield run, n * samples


def _halved(plane: Floats, by: int) -> Floats:
    """Sums of ``by`` neighbours along the last axis."""
    while by > 1:
        plane, by = plane[..., 0::2] + plane[..., 1::2], by // 2
    return plane


def _span(parts: list[Floats]) -> Floats:
    low = high = parts[0]
    for part in parts[1:]:
        low, high = np.minimum(low, part), np.maximum(high, part)
    found: Floats = (high - low).max(0)
    return found


def _best(sums: _Sums, total: Floats) -> tuple[Ints, Floats, Floats]:
    """For each cell the number of the best parting, the sum of its lit samples, and their number.

    The squared error is least where the sum over both parts of |sum|^2 / count is greatest.
    """
    cells, samples = total.shape[1], sums.across * sums.down
    top, best = np.full(cells, -1, np.float32), np.zeros(cells, np.int32)
    whole = (total * total).sum(0)
    kept, counts = [], []
    for number, (lit, count) in enumerate(sums.partings()):
        own = lit[0] * lit[0] + lit[1] * lit[1] + lit[2] * lit[2]
        both = lit[0] * total[0] + lit[1] * total[1] + lit[2] * total[2]
        gain = own * np.float32(1 / count) + (whole - 2 * both + own) * np.float32(1 / (samples - count))
        better = gain > top
        top = np.where(better, gain, top)
        best[better] = number
        kept.append(lit)
        counts.append(count)
    lit = np.stack(kept)[best, :, np.arange(cells)].T
    return best, lit, np.array(counts, np.float32)[best]


SAMPLES = 2
"""Samples across and down a cell."""
DARK, DIM, BRIGHT, MARKED = 0, 1, 2, 3
"""The shades of a thing. Marked are outlines, which are brighter than the lamp can make them."""
MARK_LIGHT = 9.0
_GLYPHS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_SKY_THING, _TABLE_THING, _PAPER_THING = 0, 1, 2
_THINGS, _SHADES = 3, 4
"""Numbers before the bodies: the sky, the table's wood or glass, and its paper."""
RAMP = " .:-=+*#%@"
SHADED = 0.8
"""Light of a grey table below which it is in shadow."""

Keys = NDArray[np.int64]


def key_of(body: int, shade: int, *, paper: bool = False) -> int:
    """The number of a colour: a body, the SKY or the TABLE in a shade."""
    if body >= 0:
        thing = body + _THINGS
    elif body == SKY:
        thing = _SKY_THING
    else:
        thing = _PAPER_THING if paper else _TABLE_THING
    return thing * _SHADES + shade


def quarters(picture: FrameBuffer, paper: Marks) -> tuple[tuple[str, ...], Ints, Ints]:
    """Rows of glyphs and, for each cell, the numbers of its ink and ground. Bodies and table are white in
    the picture.
    """
    light = picture.light.mean(2)
    shade = np.digitize(light, (0.16, 0.62, MARK_LIGHT / 2))
    # The table is bright or, in shadow, dim.
    shade = np.where(picture.body == TABLE, np.where(light < 0.8, DIM, BRIGHT), shade)
    table = np.where(paper, _PAPER_THING, _TABLE_THING)
    thing = np.where(picture.body == SKY, _SKY_THING, picture.body + _THINGS)
    thing = np.where(picture.body == TABLE, table, thing)
    key = (thing * _SHADES + np.where(picture.body == SKY, BRIGHT, shade)).astype(np.int64)
    weight = shade + 4 * (picture.body >= 0) + 2 * (picture.body == TABLE)
    four, heavy = _cells(key), _cells(weight)
    top, low = heavy.argmax(2)[..., None], heavy.argmin(2)[..., None]
    high_key, low_key = np.take_along_axis(four, top, 2), np.take_along_axis(four, low, 2)
    most, least = np.take_along_axis(heavy, top, 2), np.take_along_axis(heavy, low, 2)
    lit = (2 * heavy > most + least) | (heavy == most)
    glyph = (lit * np.array([1, 2, 4, 8])).sum(2)
    glyph = np.where(glyph == 15, 0, glyph)
    ink, ground = high_key[..., 0], np.where(glyph == 0, high_key[..., 0], low_key[..., 0])
    letters = np.array(list(_GLYPHS))[glyph]
    return tuple("".join(row) for row in letters.tolist()), ink.astype(np.int32), ground.astype(np.int32)


def _cells(samples: Keys | Floats) -> Keys:
    """The four samples of each cell: h x w x 4."""
    high, wide = samples.shape[0] // 2, samples.shape[1] // 2
    four = samples[: high * 2, : wide * 2].reshape(high, 2, wide, 2).transpose(0, 2, 1, 3).reshape(high, wide, 4)
    found: Keys = four.astype(np.int64)
    return found


def strokes(picture: FrameBuffer) -> tuple[str, ...]:
    """The rows of a picture with one sample a cell, in which bodies and table are white."""
    level = picture.light.mean(2)
    step = np.clip((np.sqrt(np.clip(level, 0, 1)) * len(RAMP)).astype(np.int32), 1, len(RAMP) - 1)
    chars = np.array(list(RAMP))[step]
    chars = np.where(picture.body == TABLE, np.where(level < SHADED, ".", " "), chars)
    chars = np.where(picture.body == SKY, " ", chars)
    for stroke, where in _rims(picture.body):
        chars = np.where(where, stroke, chars)
    return tuple("".join(row) for row in chars.tolist())


def _rims(body: Ints) -> list[tuple[str, Marks]]:
    """Characters for the rims of bodies, with the cells where a rim runs that way."""
    padded = np.pad(body, 1, constant_values=SKY)
    solid = body >= 0
    left, right = padded[1:-1, :-2] != body, padded[1:-1, 2:] != body
    above, below = padded[:-2, 1:-1] != body, padded[2:, 1:-1] != body
    upright = solid & (left ^ right)
    return [
        ("_", solid & below & ~left & ~right),
        ("-", solid & above & ~left & ~right),
        ("|", upright & ~above & ~below),
        ("/", upright & ((left & above) | (right & below))),
        ("\\", upright & ((right & above) | (left & below))),
        ("^", solid & left & right & above),
    ]
