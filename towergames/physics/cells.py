"""From pixels to character cells: half blocks, quarter blocks, or plain ASCII, as rows of runs. Knows no screen.

A run is (text, colour, background); colours are written ``role~level`` and
``role~level/role~level`` for a see-through thing before another (see :func:`towergames.boards.kit.palette.resolve`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from towergames.physics import fine
from towergames.physics.eye import GROUND, LEVELS, NOTHING, OWN, Layer, Sight
from towergames.physics.ground import GLASSY, PAPER, WOODEN
from towergames.physics.rays import Ints

Runs = list[tuple[str, str, str]]
Keys = NDArray[np.int64]

HALVES, QUARTERS, FINE, LETTERS = "halves", "quarters", "fine", "letters"
PIXELS: dict[str, tuple[int, int]] = {HALVES: (1, 2), QUARTERS: (2, 2), FINE: (4, 4), LETTERS: (1, 1)}
"""Pixels of a picture across and down each cell, by the way of drawing."""
ASPECT: dict[str, float] = {HALVES: 1.0, QUARTERS: 0.5, FINE: 0.5, LETTERS: 0.5}
"""The width of such a pixel over its height, in a terminal whose cells are twice as high as wide."""

GROUND_ROLES: dict[int, str] = {WOODEN: "tile-side", PAPER: "tile-5", GLASSY: "sky-horizon"}
SKY = ("sky", "sky/sky-low", "sky-low", "sky-low/sky-horizon", "sky-horizon")

_BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_RAMP = " .:-=+*#%@"
_STEP = LEVELS + 1
NO_RIMS: Mapping[str, str] = {}
_ONE = 1 << 16


class _Book:
    """The roles of one picture by number, so that a pixel's colour is one integer."""

    def __init__(self, sight: Sight, roles: Mapping[str, str], rims: Mapping[str, str], fine_: bool = False) -> None:
        self._fine = fine_
        first = len(SKY) + len(GROUND_ROLES) + len(sight.names)
        self.names = [*SKY, *GROUND_ROLES.values(), *(roles.get(name, "wall") for name in sight.names), *rims.values()]
        self._solid = len(SKY), first
        """From which to which role number things have light and shade: the sky and coloured rims have not."""
        self._known: dict[int, str] = {}
        self._rims = [(sight.names.index(name), first + k) for k, name in enumerate(rims) if name in sight.names]

    def front(self, sight: Sight) -> Keys:
        """A number for each pixel's role and brightness; rims may have colours of their own."""
        keys = self.keys(sight.front)
        for body, role in self._rims:
            own = sight.front.body == body
            rim = sight.edge & own
            keys[(_grown(rim) & own) if self._fine else rim] = role * _STEP + OWN
        return keys

    def keys(self, layer: Layer) -> Keys:
        """A number for each pixel's role and brightness."""
        body, rows = layer.body, layer.body.shape[0]
        band = np.minimum(np.arange(rows) * len(SKY) // max(1, rows), len(SKY) - 1)
        role = np.where(body == GROUND, len(SKY) + layer.texture, body + len(SKY) + len(GROUND_ROLES))
        role = np.where(body == NOTHING, band.reshape(-1, *[1] * (body.ndim - 1)), role)
        shade = np.where(body == NOTHING, OWN, layer.level)
        found: Keys = role.astype(np.int64) * _STEP + shade
        return found

    def colour(self, key: int) -> str:
        """The name of a pixel's colour."""
        found = self._known.get(key)
        if found is None:
            front, back = divmod(key, _ONE)
            if key >= fine.MIXED:
                one, two, share = fine.parts(key)
                # Of a sky between two tones the upper one will do.
                found = f"{self.colour(one).split('/')[0]}/{self.colour(two).split('/')[0]}:{share}"
            elif front:
                found = f"{self.colour(front - 1)}/{self.colour(back)}"
            else:
                role, level = divmod(back, _STEP)
                name = self.names[role]
                found = f"{name}~{level}" if self._solid[0] <= role < self._solid[1] else name
            self._known[key] = found
        return found


def cells(
    sight: Sight,
    roles: Mapping[str, str],
    way: str = HALVES,
    rims: Mapping[str, str] = NO_RIMS,
    swatch: fine.Swatch | None = None,
) -> list[Runs]:
    """A picture as rows of runs, drawn one of four ways; ``roles`` names the palette role of each body.

    ``rims`` gives the outlines of some bodies a role of their own; ``swatch`` is needed for
    :data:`FINE` pictures. The picture must have :data:`PIXELS` pixels for each cell; an odd row or column at its end is
    left out.
    """
    if way == LETTERS:
        return _letters(sight, roles, rims)
    book = _Book(sight, roles, rims, way == FINE)
    keys = book.front(sight)
    if sight.veiled.any():
        keys = np.where(sight.veiled, (keys + 1) * _ONE + book.keys(sight.behind), keys)
    if way == HALVES:
        rows = sight.height // 2 * 2
        return [_merge(book, "▀", keys[y], keys[y + 1]) for y in range(0, rows, 2)]
    if way == FINE:
        if swatch is None:
            raise ValueError("fine pictures need to know which colours are alike")
        glyph, fore, back = fine.two_colours(fine.blended(keys, _STEP, _ONE), book.colour, swatch)
        return [_quarter_row(book, glyph[y], fore[y], back[y]) for y in range(len(glyph))]
    return _quarters(book, keys, (sight.front.level + 12 * (sight.front.body >= 0)).astype(np.int64))


def _merge(book: _Book, char: str, top: Keys, bottom: Keys) -> Runs:
    cut = np.flatnonzero((top[1:] != top[:-1]) | (bottom[1:] != bottom[:-1])) + 1
    starts = [0, *cut.tolist()]
    ends = [*starts[1:], len(top)]
    runs = []
    for start, end, above, below in zip(starts, ends, top[starts].tolist(), bottom[starts].tolist(), strict=True):
        if above == below:
            runs.append((" " * (end - start), "", book.colour(above)))
        else:
            runs.append((char * (end - start), book.colour(above), book.colour(below)))
    return runs


def _quarters(book: _Book, keys: Keys, weight: Keys) -> list[Runs]:
    """Two colours a cell: of the four pixels the two keys that stand for the two most different."""
    high, wide = keys.shape[0] // 2, keys.shape[1] // 2
    four = keys[: high * 2, : wide * 2].reshape(high, 2, wide, 2).transpose(0, 2, 1, 3).reshape(high, wide, 4)
    bright = weight[: high * 2, : wide * 2].reshape(high, 2, wide, 2).transpose(0, 2, 1, 3).reshape(high, wide, 4)
    light, dark = bright.argmax(2), bright.argmin(2)
    top = np.take_along_axis(bright, light[..., None], 2)
    low = np.take_along_axis(bright, dark[..., None], 2)
    nearer = (2 * bright > top + low) | (bright == top)
    glyph = (nearer * np.array([1, 2, 4, 8])).sum(2)
    fore = np.take_along_axis(four, light[..., None], 2)[..., 0]
    back = np.take_along_axis(four, dark[..., None], 2)[..., 0]
    glyph = np.where(glyph == 15, 0, glyph)
    back = np.where(glyph == 0, fore, back)
    return [_quarter_row(book, glyph[y], fore[y], back[y]) for y in range(high)]


def _grown(where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Marks and all their neighbours."""
    found = where.copy()
    found[1:] |= where[:-1]
    found[:-1] |= where[1:]
    found[:, 1:] |= where[:, :-1]
    found[:, :-1] |= where[:, 1:]
    return found


def _quarter_row(book: _Book, glyph: Keys, fore: Keys, back: Keys) -> Runs:
    cut = np.flatnonzero((fore[1:] != fore[:-1]) | (back[1:] != back[:-1])) + 1
    starts = [0, *cut.tolist()]
    ends = [*starts[1:], len(fore)]
    text = "".join([_BLOCKS[g] for g in glyph.tolist()])
    runs = []
    for start, end, above, below in zip(starts, ends, fore[starts].tolist(), back[starts].tolist(), strict=True):
        ink = "" if text[start:end].isspace() else book.colour(above)
        runs.append((text[start:end], ink, book.colour(below)))
    return runs


def _letters(sight: Sight, roles: Mapping[str, str], rims: Mapping[str, str]) -> list[Runs]:
    """Seven-bit characters: outlines as strokes, faces by how bright they are, shadows as dots."""
    body, level = sight.front.body, sight.front.level
    ramp = np.clip(level * (len(_RAMP) - 1) // LEVELS, 1, len(_RAMP) - 1)
    chars = np.array(list(_RAMP))[ramp]
    ground = np.where(level <= 11, ".", " ")
    chars = np.where(body == GROUND, ground, np.where(body == NOTHING, " ", chars))
    for stroke, where in _strokes(body):
        chars = np.where(where, stroke, chars)
    book = _Book(sight, roles, rims)
    keys = np.where(body >= 0, book.keys(Layer(body, np.full_like(level, OWN), sight.front.texture)), 0)
    rows = []
    for y in range(sight.height):
        cut = [0, *(np.flatnonzero(keys[y, 1:] != keys[y, :-1]) + 1).tolist(), sight.width]
        text = "".join(chars[y].tolist())
        rows.append(
            [(text[a:b], book.colour(int(keys[y, a])) if body[y, a] >= 0 else "muted", "") for a, b in pairwise(cut)]
        )
    return rows


def _strokes(body: Ints) -> list[tuple[str, NDArray[np.bool_]]]:
    """Where a body's rim runs, and the character that runs that way."""
    padded = np.pad(body, 1, constant_values=NOTHING)
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
