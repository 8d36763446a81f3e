"""How near the side view is, and what of the tower's plane it shows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from towergames.boards.konexi.frames import Window
from towergames.games.konexi.bodies import CELL
from towergames.games.konexi.letters import HEIGHT, WIDTH
from towergames.physics.geometry import Pose

SCALES: tuple[tuple[float, float], ...] = tuple(
    (k, k / 2) for k in (0.5, 0.625, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8)
)
"""Columns and rows of a cell of the lattice, from far to near."""
LETTER_SCALES: tuple[tuple[float, float], ...] = ((0.5, 0.25), (0.75, 0.375), (1, 0.5), (1, 1), (2, 1), (4, 2), (6, 3))
"""The same where each character is a letter or none."""
BESIDE, ABOVE = 4, 7.6
"""Cells kept free beside and above the tower for the letter that comes next."""
EDGE = 1
"""The same where more would not fit: then the picture goes along with the next letter."""
NEAREST = 4
"""Columns of a cell at most, unless somebody asks for more."""

Bounds = tuple[float, float, float, float]
"""Left, lowest, right and highest place, in cells."""


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle of the canvas; in its last row the tower stands."""

    x: int
    y: int
    width: int
    height: int


def bounds(poses: Iterable[Pose]) -> Bounds | None:
    """The room that letters take, whatever their shape; None for none."""
    ends = [pose.point((u * CELL, 0.0, v * CELL)) for pose in poses for u in (0, WIDTH) for v in (0, HEIGHT)]
    if not ends:
        return None
    across, up = [x / CELL for x, _, _ in ends], [z / CELL for _, _, z in ends]
    return min(across), min(up), max(across), max(up)


def fit(
    tower: Bounds | None,
    hand: Bounds | None,
    focus: Bounds | None,
    room: Room,
    *,
    letters: bool,
    zoom: int = 0,
    pan: tuple[int, int] = (0, 0),
) -> Window:
    """The window that shows the tower on the table and what is in the hand; what it is about, if not all has room.

    ``zoom`` counts scales nearer, ``pan`` cells that the picture is shifted to the right and up.
    """
    scales = LETTER_SCALES if letters else SCALES
    whole = tower or hand or (0.0, 0.0, float(WIDTH), float(HEIGHT))
    best = _nearest(scales, whole, BESIDE, ABOVE, room)
    if best < 0:
        best = max(0, _nearest(scales, whole, EDGE, EDGE, room))
    columns, rows = scales[max(0, min(len(scales) - 1, best + zoom))]
    across, up = room.width / columns, (room.height - 1) / rows
    seen = focus or hand or whole
    left = _along(whole[0] - 1, whole[2] + 1, (seen[0] + seen[2]) / 2, across)
    low = 0.0 if whole[3] + 1 <= up else _along(0.0, whole[3] + 2, (seen[1] + seen[3]) / 2, up)
    if hand is not None:
        left = _reach(left, hand[0] - 0.6, hand[2] + 0.6, across)
        low = max(0.0, _reach(low, hand[1] - 0.6, hand[3] + 0.6, up))
    left, low = left - pan[0], low - pan[1]
    # Whole cells of the screen, so that a straight tower is as crisp as can be.
    left = round((left - room.x / columns) * columns) / columns
    top = round((low + up + room.y / rows) * rows) / rows
    return Window(columns, rows, left, top)


def _nearest(scales: Sequence[tuple[float, float]], whole: Bounds, beside: float, above: float, room: Room) -> int:
    """Which is the nearest scale at which the tower has so many cells free beside and above it; -1 for none."""
    wide, high = whole[2] - whole[0] + 2 * beside, whole[3] + above
    good = (
        k
        for k, (columns, rows) in enumerate(scales)
        if columns <= NEAREST and wide * columns <= room.width and high * rows <= room.height - 1
    )
    return max(good, default=-1)


def _along(first: float, last: float, middle: float, shown: float) -> float:
    """Where to begin so that all from ``first`` to ``last`` is shown in the middle; if it is too long, ``middle``."""
    if last - first <= shown:
        return (first + last - shown) / 2
    return max(first, min(last - shown, middle - shown / 2))


def _reach(start: float, first: float, last: float, shown: float) -> float:
    """The start moved as little as shows all from ``first`` to ``last``."""
    return min(max(start, last - shown), first)
