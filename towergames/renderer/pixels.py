"""A picture as true pixels: a PNG file; without cells of text a small one for pages, Kitty's protocol and Sixel."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from towergames.renderer.meshes import Floats, Ints, Marks, Reals
from towergames.renderer.zbuffer import Longs

Bytes = NDArray[np.uint8]

NUMBER = 7031
"""The number of our image in a terminal with Kitty's protocol."""
KITTY_REMOVE = f"\x1b_Ga=d,d=I,i={NUMBER},q=2\x1b\\"
"""Removes the image and frees its memory; the text under it is visible again."""
CHUNK = 4096
"""Characters of data in one escape sequence, as the protocol demands."""
MOST_COLOURS = 255
RGB, PALETTE = 2, 3
"""Kinds of PNG files: three bytes a pixel, or the number of a colour."""
BAND = 6
"""Rows of pixels in one line of Sixel data."""

CellRect = tuple[int, int, int, int]
"""Column and row of a rectangle of cells, and its columns and rows."""


def in_bytes(image: Floats, fine: int) -> Bytes:
    """Convert a picture (sRGB 0 to 1) of ``fine`` x ``fine`` samples a pixel to height x width x 3 bytes."""
    high, wide = image.shape[0] // fine, image.shape[1] // fine
    mean = image.reshape(high, fine, wide, fine, 3).mean((1, 3)) if fine > 1 else image
    found: Bytes = np.rint(mean * 255).astype(np.uint8)
    return found


def png_of(image: Bytes) -> bytes:
    """A picture (height x width x 3 bytes) as a PNG file."""
    high, wide = image.shape[:2]
    # Each row begins with the number of its filter; number 1 keeps differences to the pixel on the left.
    left = np.concatenate((image[:, :1], image[:, 1:] - image[:, :-1]), 1)
    return _png((wide, high), RGB, np.concatenate((np.ones((high, 1), np.uint8), left.reshape(high, -1)), 1))


def small_png(image: Bytes, bare: Marks, colours: int) -> bytes:
    """The picture as a PNG file of few colours, transparent where a cell is not ``bare``: a third of the bytes.

    ``image`` has whole cells. ``bare`` says for each cell (rows x columns) whether it has no text.
    """
    (rows, columns), (high, wide) = bare.shape, image.shape[:2]
    seen = np.repeat(np.repeat(bare, high // rows, 0), wide // columns, 1)
    index, palette = _palette(image, colours)
    index = np.where(seen, index + 1, 0).astype(np.uint8)
    table = np.rint(np.concatenate((np.zeros((1, 3)), palette))).astype(np.uint8)
    lines = np.concatenate((np.zeros((high, 1), np.uint8), index), 1)
    return _png((wide, high), PALETTE, lines, (b"PLTE", table.tobytes()), (b"tRNS", b"\0"))


def _png(size: tuple[int, int], kind: int, rows: Bytes, *tables: tuple[bytes, bytes]) -> bytes:
    """A PNG file of ``rows``, each of which begins with the number of its filter."""
    head = struct.pack(">IIBBBBB", *size, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", head), *tables, (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def kitty(image: Bytes, bare: Marks, x: int, y: int) -> str:
    """Escape codes that show ``image`` over the cells from column ``x``, row ``y``, transparent where a cell is not
    ``bare``.

    ``image`` has whole cells. ``bare`` says for each cell (rows x columns) whether it has no text.
    """
    (rows, columns), (high, wide) = bare.shape, image.shape[:2]
    alpha = np.repeat(np.repeat(bare, high // rows, 0), wide // columns, 1)
    solid = np.concatenate((image, np.full((high, wide, 1), 255, np.uint8)), 2) * alpha[..., None]
    data = b64encode(zlib.compress(solid.tobytes(), 1)).decode()
    head = f"a=T,f=32,o=z,s={wide},v={high},i={NUMBER},c={columns},r={rows},C=1,q=2,"
    parts = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    last = len(parts) - 1
    sent = (f"\x1b_G{head if k == 0 else ''}m={int(k < last)};{part}\x1b\\" for k, part in enumerate(parts))
    return _placed(x, y, "".join(sent))


def sixel(image: Bytes, bare: Marks, x: int, y: int) -> str:
    """Sixel sequences that show ``image`` over the cells from column ``x``, row ``y``.

    One image of at most 255 colours for each rectangle of ``bare`` cells (cells without text).
    """
    high, wide = image.shape[0] // bare.shape[0], image.shape[1] // bare.shape[1]
    index, colours = _palette(image, MOST_COLOURS)
    palette = np.rint(colours * (100 / 255)).astype(np.int32)
    return "".join(
        _placed(
            x + column,
            y + row,
            _sixel(index[row * high : (row + down) * high, column * wide : (column + across) * wide], palette),
        )
        for column, row, across, down in boxes(bare)
    )


def _placed(x: int, y: int, codes: str) -> str:
    """The codes at a cell; the cursor returns to its place afterwards."""
    return f"\x1b7\x1b[{y + 1};{x + 1}H{codes}\x1b8"


def boxes(bare: Marks) -> Iterator[CellRect]:
    """Rectangles that together are the marked cells: runs of a row, and equal runs below them."""
    begun: dict[tuple[int, int], int] = {}
    for y in range(len(bare) + 1):
        edges = np.flatnonzero(np.diff(bare[y], prepend=False, append=False)).tolist() if y < len(bare) else []
        runs = set(zip(edges[::2], edges[1::2], strict=True))
        for run in [run for run in begun if run not in runs]:
            top = begun.pop(run)
            yield run[0], top, run[1] - run[0], y - top
        for run in runs:
            begun.setdefault(run, y)


def _palette(image: Bytes, most: int) -> tuple[Bytes, Reals]:
    """The number of each pixel's colour, and the colours, 0 to 255: at most ``most`` of them.

    The group of colours (six bits a part) that differ most is cut in two, repeatedly; its mean represents each group.
    """
    part = image.astype(np.int32) >> 2
    code = (part[..., 0] << 12) | (part[..., 1] << 6) | part[..., 2]
    count = np.bincount(code.reshape(-1), minlength=1 << 18)
    used = np.flatnonzero(count)
    colour, weight = np.stack((used >> 12, used >> 6 & 63, used & 63), 1).astype(np.float64), count[used]
    groups = [_Group.of(np.arange(len(used)), colour, weight)]
    while len(groups) < most:
        worst = max(groups, key=lambda group: group.spread)
        if not worst.spread:
            break
        above = colour[worst.members, worst.axis] > worst.mean[worst.axis]
        groups.remove(worst)
        groups += [_Group.of(worst.members[side], colour, weight) for side in (above, ~above)]
    table = np.zeros(1 << 18, np.uint8)
    for number, group in enumerate(groups):
        table[used[group.members]] = number
    return table[code], np.array([group.mean for group in groups]) * 4 + 1.5


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """A group of colours: their numbers, their mean, their greatest spread (squares, for all pixels) and its axis."""

    members: Longs
    mean: Reals
    spread: float
    axis: int

    @classmethod
    def of(cls, members: Longs, colour: Reals, weight: Longs) -> _Group:
        own, times = colour[members], weight[members, None]
        mean = (own * times).sum(0) / times.sum()
        spread = (np.square(own - mean) * times).sum(0)
        return cls(members, mean, float(spread.max()), int(spread.argmax()))


def _sixel(index: Bytes, palette: Ints) -> str:
    """One image: in each band of six rows the columns of every colour as six bits, with runs of equal ones counted."""
    high, wide = index.shape
    y, x = np.divmod(np.arange(high * wide), wide)
    # Sort by band, colour and column. The lowest bits, one a row, are added up afterwards.
    key = np.sort(((((y // BAND << 8) | index.reshape(-1)) * wide + x) << BAND) | (1 << y % BAND))
    place = key >> BAND
    first = np.flatnonzero(np.diff(place, prepend=-1))
    bits = np.add.reduceat(key & 63, first)
    line, column = np.divmod(place[first], wide)
    new = (np.diff(line, prepend=-1) != 0) | (np.diff(column, prepend=-2) != 1) | (np.diff(bits, prepend=-1) != 0)
    start = np.flatnonzero(new)
    length = np.diff(start, append=len(line))
    out = [f'\x1bP0;1;0q"1;1;{wide};{high}']
    out += [f"#{k};2;{red};{green};{blue}" for k in np.unique(index).tolist() for red, green, blue in [palette[k]]]
    band = at = 0
    now = -1
    for one, left, six, many in zip(
        line[start].tolist(), column[start].tolist(), bits[start].tolist(), length.tolist(), strict=True
    ):
        if one != now:
            out.append("-" * ((one >> 8) - band) or ("$" if now >= 0 else ""))
            out.append(f"#{one & 255}")
            now, band, at = one, one >> 8, 0
        out += [_run("?", left - at), _run(chr(63 + six), many)]
        at = left + many
    return "".join([*out, "\x1b\\"])


def _run(char: str, times: int) -> str:
    return f"!{times}{char}" if times > 3 else char * times
