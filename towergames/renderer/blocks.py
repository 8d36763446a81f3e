"""Samples to character cells: of quadrants and eighth blocks (U+2580-259F) the glyph whose two colours change a cell
least, exactly. Every font has these.

Sums over rows, columns and quarters of a cell give the same answer as trying all masks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from towergames.renderer.meshes import Floats, Ints

_QUADRANTS = " ▘▝▀▖▌▞▛"
"""By bits of the lit quarters: upper left, upper right, lower left. The lower right is always ground."""
_LOWER, _LEFT = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉█"
"""By eighths of a cell from below, and from the left."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A picture as rows of characters, and for each cell its two colours: ``ink`` and ``ground`` as 0xRRGGBB.

    A blank cell has the same ink as ground.
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
    """From how many samples bars are made along so many; half a cell is two quadrants."""
    return [n for n in range(1, samples) if n != samples // 2]


def fit(image: Floats, across: int, down: int, *, flat: float, quantum: int) -> Cells:
    """A picture (sRGB 0 to 1) of ``across`` x ``down`` samples a cell (2, 4 or 8 each) as cells.

    Cells whose samples differ by less than ``flat`` are blank; colours are rounded to multiples of ``quantum``, which
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
    """3 x n parts, 0 to 1, as 0xRRGGBB."""
    parts = np.minimum(np.rint(np.clip(colour, 0, 1) * (255 / quantum)) * quantum, 255).astype(np.int32)
    found: Ints = (parts[0] << 16) | (parts[1] << 8) | parts[2]
    return found


@dataclass(slots=True, eq=False)
class _Sums:
    """Sums of a cell's samples (3 x cells each): its rows, its columns if these make bars, its quarters."""

    across: int
    down: int
    row: list[Floats]
    column: list[Floats]
    quarter: list[Floats]

    @classmethod
    def of(cls, image: Floats, across: int, down: int) -> _Sums:
        """The sums of a picture."""
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
        """Some cells."""
        groups = ([part[:, which] for part in group] for group in (self.row, self.column, self.quarter))
        return _Sums(self.across, self.down, *groups)

    def spread(self) -> Floats:
        """How different the parts of each cell are, at most."""
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
    """For each cell the number of the best parting, the sum of its lit samples, and how many these are.

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
