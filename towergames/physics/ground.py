"""What the table top looks like: a pattern laid over it, as a number of the part and a change of brightness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from towergames.physics.geometry import Vec

WOODEN, PAPER, GLASSY = 0, 1, 2
"""The parts of the table that have colours of their own."""

SHEET = (14.5, 10.5)
"""Half the sides of the newspaper, in cm."""


RADIUS, THICK = 22.0, 0.7
"""The table top that is drawn: a disc, in cm. (The one that things stand on has no end.)"""

Reals = NDArray[np.float64]


def strike(eye: Vec, rays: Reals) -> tuple[Reals, NDArray[np.bool_]]:
    """How far along each ray from ``eye`` the disc is (infinite where it is missed), and where that is its rim."""
    far = np.full(len(rays), np.inf)
    rim = np.zeros(len(rays), np.bool_)
    if eye[2] <= 0:
        return far, rim
    sinking = rays[:, 2] < -1e-6
    # The rim is what shows of the lower face beyond the upper one.
    for height in (-THICK, 0.0):
        way = np.where(sinking, (height - eye[2]) / np.where(sinking, rays[:, 2], 1.0), np.inf)
        x, y = eye[0] + rays[:, 0] * np.minimum(way, 1e6), eye[1] + rays[:, 1] * np.minimum(way, 1e6)
        hit = sinking & (x * x + y * y < RADIUS * RADIUS)
        far[hit] = way[hit]
        rim = np.where(hit, height < 0, rim)
    return far, rim


def texture(name: str, points: Reals, pixel: Reals) -> tuple[Reals, NDArray[np.int32]]:
    """For points of the table (n x 3): levels to add, and the part. ``name`` is a surface's; unknown ones are wood.

    ``pixel`` is how much of the table (cm) a pixel covers there: finer patterns fade, which would only flicker.
    """
    x, y = points[:, 0], points[:, 1]
    grain = _planks(x, y, pixel)
    part = np.full(len(x), WOODEN, np.int32)
    if name == "glass":
        part[:] = GLASSY
        # Two broad gleams, as a window leaves them on glass.
        across = (x + y * 0.6) % 17.0
        grain = np.where(across < 2.4, 2.4, np.where((across > 3.4) & (across < 4.2), 1.6, 0.0)) + 2.0
    elif name == "newspaper":
        # The sheet lies a little askew.
        u, v = 0.985 * x + 0.174 * y, -0.174 * x + 0.985 * y
        on = (np.abs(u) < SHEET[0]) & (np.abs(v) < SHEET[1])
        grain = np.where(on, _print(u, v, pixel), grain)
        part[on] = PAPER
    return grain, part


def _fading(size: float, pixel: Reals) -> Reals:
    """How much of a pattern of that size (cm) is drawn where a pixel covers so much."""
    found: Reals = np.clip(1.6 - pixel / size, 0.0, 1.0)
    return found


def _planks(x: Reals, y: Reals, pixel: Reals) -> Reals:
    row = np.floor(y / 3.2)
    joint = np.floor((x + 7.7 * (row % 3)) / 15.0)
    tone = ((row * 7 + joint * 5) % 4) * 0.9 - 1.4
    seam = (np.abs(y / 3.2 - row - 0.5) > 0.475) * -2.4 * _fading(0.4, pixel)
    veins = np.sin(y * 9.0 + np.sin(x * 0.55 + row) * 2.2) * 0.6 * _fading(0.35, pixel)
    found: Reals = tone + seam + veins
    return found


def _print(u: Reals, v: Reals, pixel: Reals) -> Reals:
    """Columns of text, a headline, and the fold in the middle."""
    column = (u + SHEET[0]) % 4.8
    inside = (column > 0.5) & (column < 4.4) & (np.abs(v) < SHEET[1] - 0.8) & (v < SHEET[1] - 3.2)
    fine = _fading(0.4, pixel)
    # From afar lines of text are an even grey.
    text = inside * (-1.0 - fine * np.where(v % 0.8 < 0.4, 1.0, -1.0))
    head = (v > SHEET[1] - 2.6) & (v < SHEET[1] - 1.4) & (np.abs(u) < SHEET[0] - 2.0) & ((u * 1.3) % 1.6 < 1.25)
    found: Reals = text - 6.0 * head - 2.0 * (np.abs(u) < 0.12)
    return found
