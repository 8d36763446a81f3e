"""Markings on finished pictures of bodies: letters on the tops of tiles, and the squares of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from towergames.physics.geometry import Pose
from towergames.renderer.meshes import Floats, Marks, Reals
from towergames.renderer.rasterizer import FrameBuffer, points_of

_STROKES = {
    "A": "00 26 40|12 32",
    "B": "00 06|~06 46 43 13|~13 43 40 00|13 03",
    "C": "~45 46 06 00 40 41",
    "D": "00 06|~06 46 40 00",
    "E": "46 06 00 40|03 33",
    "F": "46 06 00|03 33",
    "G": "~45 46 06 00 40 42|42 43 23",
    "H": "00 06|40 46|03 43",
    "I": "26 20|16 36|10 30",
    "J": "36 32|~32 30 00 02",
    "K": "00 06|46 02|13 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "~26 06 00 20|~20 40 46 26",
    "P": "00 06|~06 46 43 03",
    "Q": "~26 06 00 20|~20 40 46 26|22 40",
    "R": "00 06|~06 46 43 03|23 40",
    "S": "~45 46 06 03 23|~23 43 40 00 01",
    "T": "06 46|26 20",
    "U": "06 02|~02 00 40 42|42 46",
    "V": "06 20 46",
    "W": "06 10 24 30 46",
    "X": "00 46|06 40",
    "Y": "06 23 46|23 20",
    "Z": "06 46 00 40",
}
"""Strokes through points on a grid of 4 x 6, two digits each; one that begins with ~ is a curve round its corners."""
LETTERS = "".join(sorted(_STROKES))
_SIDE = 96
"""Texels along a tile's square."""
_WIDE, _HIGH, _THICK = 0.40, 0.52, 0.085
"""Half the width and height of a letter, and half the width of its strokes, in halves of the square."""
_UP = 0.12
"""How far a letter stands above the middle of its tile: what stands before the tile hides the foot first."""
_SMALL = (0.17, 0.22)
"""Half the width and height of the u of Qu."""
_SLACK_CM = 0.04
"""Distance from the top up to which a sample counts as part of it."""


@lru_cache(maxsize=1)
def _atlas() -> Floats:
    """The share of ink of each texel, letter by letter, rows from below; number 0 is blank."""
    ends = (np.arange(_SIDE) + 0.5) * 2 / _SIDE - 1
    x, y = np.meshgrid(ends, ends)
    found = np.zeros((len(LETTERS) + 1, _SIDE, _SIDE), np.float32)
    for number, letter in enumerate(LETTERS, start=1):
        far = np.full(x.shape, 9.0)
        for (ax, ay), (bx, by) in _segments(letter):
            dx, dy = bx - ax, by - ay
            way = np.clip(((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
            far = np.minimum(far, np.hypot(x - ax - way * dx, y - ay - way * dy))
        found[number] = np.clip((_THICK - far) * _SIDE / 4 + 0.5, 0, 1)
    return found.reshape(-1)


def _segments(letter: str) -> Iterator[tuple[Reals, Reals]]:
    """The straight parts of a letter; beside Q stands a small u."""
    aside = -0.22 if letter == "Q" else 0.0
    for stroke in _STROKES[letter].split("|"):
        corners = [(int(two[0]) / 2 - 1, int(two[1]) / 3 - 1) for two in stroke.removeprefix("~").split()]
        points = np.array(corners)
        if stroke.startswith("~"):
            points = _rounded(points)
        yield from pairwise(points * (_WIDE, _HIGH) + (aside, _UP))
    if letter == "Q":
        middle = (0.5, _UP - _HIGH + _SMALL[1])
        cup = _rounded(np.array([(-1, 1), (-1, -1), (1, -1), (1, 1)], float))
        for part in (cup, np.array([(1, 1), (1, -1.1)])):
            yield from pairwise(part * _SMALL + middle)


def _rounded(points: Reals) -> Reals:
    """A smooth curve along the points, with the ends where they are: all corners are cut four times."""
    for _ in range(4):
        one, other = points[:-1], points[1:]
        cut = np.stack((one * 0.75 + other * 0.25, one * 0.25 + other * 0.75), 1).reshape(-1, 2)
        points = np.concatenate((points[:1], cut[1:-1], points[-1:]))
    return points


def engrave(
    picture: FrameBuffer, poses: Sequence[Pose], letters: Mapping[int, str], top: float, half: float, ink: Floats
) -> None:
    """Put letters on the tops of bodies: squares of ``2 half`` a side (cm), ``top`` above the body's origin."""
    body = picture.body.reshape(-1)
    which = np.zeros(len(poses) + 2, np.int32)  # SKY and TABLE are the last two
    for number, letter in letters.items():
        which[number] = LETTERS.index(letter) + 1
    where = np.flatnonzero(which[body])
    if not len(where):
        return
    own = body[where]
    place = np.array([pose.place for pose in poses], np.float32)
    x, y, z = (part - place[own, k] for k, part in enumerate(points_of(picture, where)))
    on = (np.abs(z - np.float32(top)) < _SLACK_CM) & (np.abs(x) < half) & (np.abs(y) < half)
    column, row = (((part[on] / np.float32(half) + 1) * (_SIDE / 2)).astype(np.int32) for part in (x, y))
    texel = (which[own[on]] * _SIDE + np.minimum(row, _SIDE - 1)) * _SIDE + np.minimum(column, _SIDE - 1)
    share = _atlas()[texel][:, None]
    light, at = picture.light.reshape(-1, 3), where[on]
    light[at] += (ink - light[at]) * share


@dataclass(frozen=True, slots=True, eq=False)
class SquarePaint:
    """The squares on a body's top: ``count`` a side round the middle, ``pitch`` cm apart, with gaps between them.

    ``tint`` is each square's colour over that of the body (squares x 3, rows from the back; the last but one is for
    the gaps, the last for the rest of the body). ``edge`` is that of the line along the rim of the squares that are
    ``edged``, which has two entries more as well.
    """

    body: int
    count: int
    pitch: float
    gap: float
    tint: Floats
    edged: Marks
    edge: Floats


def paint_squares(picture: FrameBuffer, squares: SquarePaint, wide: float) -> None:
    """Colour a body with squares. ``wide`` is the width of a sample (cm), over which gaps are smoothed."""
    where = np.flatnonzero(picture.body.reshape(-1) == squares.body)
    x, y, _ = points_of(picture, where)
    side, light = np.float32(squares.count / 2), picture.light.reshape(-1, 3)
    x *= np.float32(1 / squares.pitch)
    y *= np.float32(-1 / squares.pitch)
    across, down = x + side, y + side
    on = np.maximum(np.abs(x), np.abs(y)) < side
    column, row = across.astype(np.int32), down.astype(np.int32)
    square = row * np.int32(squares.count) + column
    square[~on] = len(squares.tint) - 1
    far = np.minimum(_to_line(across - column), _to_line(down - row))
    far *= np.float32(squares.pitch)
    tint = squares.tint.take(square, 0)
    # Most samples are on no line, so only the others are mixed.
    edged = squares.edged.take(square)
    lines = np.flatnonzero((far < squares.gap / 2 + wide / 2) & on & ~edged)
    share = _covered(far[lines], squares.gap / 2, wide)[:, None]
    tint[lines] += (squares.tint[-2] - tint[lines]) * share
    rims = np.flatnonzero(edged)
    share = _covered(far[rims], squares.gap / 2 + max(wide, squares.gap), wide)[:, None]
    tint[rims] += (squares.edge[square[rims]] - tint[rims]) * share
    light[where] *= tint


def _to_line(part: Floats) -> Floats:
    """The distance to the nearer side of a square, in squares."""
    found: Floats = np.minimum(part, 1 - part)
    return found


def _covered(far: Floats, reach: float, wide: float) -> Floats:
    """The share of samples ``far`` from a line that lies within ``reach`` of it."""
    found: Floats = np.clip((np.minimum(far + wide / 2, reach) - np.maximum(far - wide / 2, -reach)) / wide, 0, 1)
    return found.astype(np.float32)
