"""A picture in 7-bit characters: rims of bodies as strokes, faces by how bright they are, shadows as dots."""

from __future__ import annotations

import numpy as np

from towergames.renderer.frame import SKY, TABLE, Film
from towergames.renderer.meshes import Ints, Marks

RAMP = " .:-=+*#%@"
SHADED = 0.8
"""Light of a grey table below which it is in shadow."""


def strokes(film: Film) -> tuple[str, ...]:
    """The rows of a picture of one sample a cell, whose bodies and table are all white."""
    level = film.light.mean(2)
    step = np.clip((np.sqrt(np.clip(level, 0, 1)) * len(RAMP)).astype(np.int32), 1, len(RAMP) - 1)
    chars = np.array(list(RAMP))[step]
    chars = np.where(film.body == TABLE, np.where(level < SHADED, ".", " "), chars)
    chars = np.where(film.body == SKY, " ", chars)
    for stroke, where in _rims(film.body):
        chars = np.where(where, stroke, chars)
    return tuple("".join(row) for row in chars.tolist())


def _rims(body: Ints) -> list[tuple[str, Marks]]:
    """Where a body's rim runs, and the character that runs that way."""
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
