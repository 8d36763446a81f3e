"""The table top, a disc of wood, newspaper or glass, baked into textures once a theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from towergames.renderer import RADIUS_CM, SHEET_CM, SHEET_TURN
from towergames.renderer.meshes import Floats, Ints, Marks
from towergames.renderer.zbuffer import Lens

THICKNESS_CM = 0.7
"""Thickness of the disc."""

PLAIN_SURFACE = "plain"
"""A grey table for pictures of characters, which show only its light."""
_TEXELS = 704
"""Texels along the disc; half of them is a whole number in all sizes."""
_LEVELS = 6
"""Sizes of a texture, each half the last. Far parts of the table use small ones, which do not flicker."""
_PLANK, _BOARD = 3.2, 15.0
"""The width and length of the table's boards, in cm."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """Colours of one theme: the sky from ``top`` to ``low``, two boards, paper, glass, and the distance."""

    top: str
    low: str
    wood: tuple[str, str]
    paper: str
    glass: str
    far: str


SCENERY: dict[str, Scenery] = {
    "dark": Scenery("#0b0f1a", "#1d2740", ("#4a3423", "#5a402b"), "#a79d86", "#1d2c3a", "#161d2e"),
    "light": Scenery("#dfe9f5", "#f5f8fc", ("#c29a66", "#cfa873"), "#efe6d2", "#cfe0ea", "#e9eff8"),
    "contrast": Scenery("#000000", "#0a0a0a", ("#241d17", "#2f261e"), "#6d6a62", "#101a22", "#000000"),
}
"""Theme -> its colours. The paper is calm and darker than any piece, so that pieces stand out."""


def linear(colour: str) -> Floats:
    """Approximate linear light of ``#rrggbb`` (a square instead of the exact curve)."""
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], np.float32) / 255
    found: Floats = parts * parts
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """The table's own colour under its pool of light: all sizes one after the other, their starts, their sides."""

    light: Floats
    starts: Ints
    sides: Ints

    def levels(self, size: Floats, radius: float = RADIUS_CM) -> tuple[Ints, Ints]:
        """For samples ``size`` cm wide: the start of the texture of this fineness, and its side."""
        fineness = np.maximum(size * (int(self.sides[0]) / (2 * radius)), 1e-3)
        level = np.clip(np.log2(fineness) + 0.25, 0, len(self.sides) - 1).astype(np.int32)
        return self.starts[level], self.sides[level]


@lru_cache(maxsize=6)
def texture(surface: str, theme: str, *, fine: bool, radius: float = RADIUS_CM) -> Texture:
    """The table of a surface (an unknown one is wood); a ``fine`` one has four times as many texels."""
    side = _TEXELS * (1 + fine)
    ends = ((np.arange(side) + 0.5) * 2 * radius / side - radius).astype(np.float32)
    x, y = (part.ravel() for part in np.meshgrid(ends, ends))
    colour = np.concatenate([_covered(*part, surface, theme) for part in _chunks(x, y)])
    pool = 1.08 - 0.62 * np.clip(np.hypot(x, y) / radius, 0, 1) ** 2 if surface != PLAIN_SURFACE else np.ones(len(x))
    now = (colour * pool[:, None]).reshape(side, side, 3).astype(np.float32)
    levels = [now]
    for _ in range(_LEVELS - 1 + fine):
        now = now.reshape(now.shape[0] // 2, 2, -1, 2, 3).mean((1, 3))
        levels.append(now)
    sides = np.array([len(level) for level in levels], np.int32)
    starts = np.concatenate(([0], np.cumsum(sides * sides)[:-1])).astype(np.int32)
    return Texture(np.concatenate([level.reshape(-1, 3) for level in levels]), starts, sides)


def _chunks(x: Floats, y: Floats) -> list[tuple[Floats, Floats]]:
    """Divide the points into parts that need little memory at a time."""
    return list(zip(np.array_split(x, 8), np.array_split(y, 8), strict=True))


def _covered(x: Floats, y: Floats, surface: str, theme: str) -> Floats:
    scenery = SCENERY[theme]
    if surface == PLAIN_SURFACE:
        return np.ones((len(x), 3), np.float32)
    if surface == "glass":
        # Broad gleams, as a window leaves them on glass.
        across = (x + y * 0.6) % 17
        gleam = np.where(across < 2.4, 1.35, np.where((across > 3.4) & (across < 4.2), 1.2, 1))
        glass: Floats = linear(scenery.glass) * gleam[:, None].astype(np.float32)
        return glass
    colour = _wood(x, y, scenery)
    if surface == "newspaper":
        u, v = SHEET_TURN[0] * x + SHEET_TURN[1] * y, -SHEET_TURN[1] * x + SHEET_TURN[0] * y
        on: Marks = (np.abs(u) < SHEET_CM[0]) & (np.abs(v) < SHEET_CM[1])
        colour[on] = linear(scenery.paper) * _print(u[on], v[on])[:, None]
        # The sheet throws a thin shadow.
        beyond = np.maximum(np.abs(u[~on] - 0.25) - SHEET_CM[0], np.abs(v[~on] + 0.2) - SHEET_CM[1])
        colour[~on] *= (1 - 0.35 * np.clip(1 - np.maximum(beyond, 0) / 0.35, 0, 1))[:, None]
    return colour


def _wood(x: Floats, y: Floats, scenery: Scenery) -> Floats:
    row = np.floor(y / _PLANK)
    tone = np.sin(row * 12.9 + np.floor((x + 7.7 * (row % 3)) / _BOARD) * 4.1) * 0.5 + 0.5
    seam = (np.abs(y / _PLANK - row - 0.5) > 0.483) * 0.22
    vein = np.sin(y * 7 + np.sin(x * 0.55 + row) * 2.2) * 0.04
    one, other = (linear(colour) for colour in scenery.wood)
    found: Floats = ((one + (other - one) * tone[:, None]) * (1 - seam + vein)[:, None]).astype(np.float32)
    return found


def _print(u: Floats, v: Floats) -> Floats:
    """The share of the paper's light that is left: columns of text, a headline, the fold, rims."""
    column = (u + SHEET_CM[0]) % 4.8
    text = (column > 0.45) & (column < 4.35) & (np.abs(v) < 9.8) & (v < 7.2)
    line = np.where(v % 0.8 < 0.4, 1.0, -1.0)
    head = (v > 7.9) & (v < 9.1) & (np.abs(u) < 12.5) & ((u * 1.3) % 1.6 < 1.25)
    tone = 1 - text * (0.10 + 0.07 * line) - 0.30 * head - 0.10 * (np.abs(u) < 0.10)
    rim = np.minimum(SHEET_CM[0] - np.abs(u), SHEET_CM[1] - np.abs(v))
    found: Floats = (tone * (0.94 + 0.06 * np.clip(rim / 0.4, 0, 1))).astype(np.float32)
    return found


def on_sheet(lens: Lens) -> Marks:
    """Samples whose ray hits the newspaper, ignoring anything in front of it."""
    x, y, above = lens.directions
    with np.errstate(divide="ignore", invalid="ignore"):
        deep = -lens.eye[2] / above
    u, v = (lens.eye[0] + deep * x), (lens.eye[1] + deep * y)
    u, v = SHEET_TURN[0] * u + SHEET_TURN[1] * v, -SHEET_TURN[1] * u + SHEET_TURN[0] * v
    found: Marks = (above < 0) & (np.abs(u) < SHEET_CM[0]) & (np.abs(v) < SHEET_CM[1])
    return found
