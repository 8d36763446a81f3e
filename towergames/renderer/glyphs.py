"""Pictures for terminals without true colours: quadrants in sixteen named colours, or strokes of 7-bit characters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from towergames.renderer.frame import SKY, TABLE, Film
from towergames.renderer.meshes import Floats, Ints, Marks

SAMPLES = 2
"""Across and down a cell."""
DARK, DIM, BRIGHT, MARKED = 0, 1, 2, 3
"""The shades of a thing; marked are outlines, which are lit by more than the lamp can."""
MARK_LIGHT = 9.0
_GLYPHS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_THINGS, _SHADES = 3, 4
"""The sky, the table's wood or glass, and its paper come before the bodies."""
RAMP = " .:-=+*#%@"
SHADED = 0.8
"""Light of a grey table below which it is in shadow."""

Keys = NDArray[np.int64]


def key_of(body: int, shade: int, *, paper: bool = False) -> int:
    """The number of a colour: a body's, or the SKY's or TABLE's, in a shade."""
    return (body + _THINGS if body >= 0 else 0 if body == SKY else 2 if paper else 1) * _SHADES + shade


def quarters(film: Film, paper: Marks) -> tuple[tuple[str, ...], Ints, Ints]:
    """Rows of glyphs and, for each cell, the numbers of its ink and ground. Bodies and table of the film are white."""
    light = film.light.mean(2)
    shade = np.digitize(light, (0.16, 0.62, MARK_LIGHT / 2))
    # The table is bright or, in shadow, dim.
    shade = np.where(film.body == TABLE, np.where(light < 0.8, DIM, BRIGHT), shade)
    thing = np.where(film.body == TABLE, np.where(paper, 2, 1), np.where(film.body == SKY, 0, film.body + _THINGS))
    key = (thing * _SHADES + np.where(film.body == SKY, BRIGHT, shade)).astype(np.int64)
    weight = shade + 4 * (film.body >= 0) + 2 * (film.body == TABLE)
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
