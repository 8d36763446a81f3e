"""Arrows on the circle of letters: from where something is drawn to the nearest that is drawn in that direction."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi.around import draw_circle
from towergames.boards.konexi.layout import plan
from towergames.boards.konexi.pointer import Pointer, TableScene
from towergames.boards.protocol import Spot

Point = tuple[float, float]
_HIGH = 2.0
"""Columns that a row counts: characters are about twice as high as wide."""
_CONE = 1.5
"""How far aside something may lie for each column that it lies ahead."""
_ASIDE = 2.0
"""How much more it counts to be beside the way of an arrow than along it."""


def letters(scene: TableScene, pointer: Pointer) -> list[Point]:
    """Where the letters of the circle are drawn, in columns to the right and down; none where no board is shown."""
    return [_middle(spot) for spot in _drawn(scene, pointer)]


def gaps(scene: TableScene, pointer: Pointer) -> list[Point]:
    """The same of the gaps, each before the letter of its number; a gap may be too narrow to be drawn itself."""
    spots = _drawn(scene, pointer)
    points = [_middle(spot) for spot in spots]
    if not points or plan(*scene.room).round:
        before = [*points[-1:], *points[:-1]]
        return [((x + left) / 2, (y + above) / 2) for (left, above), (x, y) in zip(before, points, strict=True)]
    return [(spot.x - 0.5, y) for spot, (_, y) in zip(spots, points, strict=True)]


def _middle(spot: Spot) -> Point:
    return spot.x + (spot.width - 1) / 2, _HIGH * spot.y


def _drawn(scene: TableScene, pointer: Pointer) -> list[Spot]:
    """The spots of the letters in the order of the circle."""
    if min(scene.room) <= 0:
        return []
    spots = draw_circle(Canvas(*scene.room), scene, pointer, plan(*scene.room))
    kept = [spot for spot in spots if spot.key.startswith("circle:")]
    return sorted(kept, key=lambda spot: int(spot.key.partition(":")[2]))


def there(points: Sequence[Point], here: Point, dx: int, up: int) -> int:
    """The number of the point nearest in a direction, -1 if none lies there.

    >>> square = [(0, 0), (9, 0), (9, 8), (0, 8)]
    >>> there(square, (0, 0), 1, 0), there(square, (9, 8), -1, 0), there(square, (9, 8), 0, 1)
    (1, 3, 1)
    >>> there(square, (9, 8), 0, -1)
    -1
    """
    found = []
    for number, (x, y) in enumerate(points):
        right, down = x - here[0], y - here[1]
        ahead, aside = (right * dx, abs(down)) if dx else (-down * up, abs(right))
        if ahead > 0 and aside <= _CONE * ahead:
            found.append((ahead + _ASIDE * aside, number))
    return min(found)[1] if found else -1
