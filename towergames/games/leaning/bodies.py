"""Between the table as recorded (whole numbers) and as physics knows it (names, centimetres). Needs no engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from towergames.games.leaning.layout import label
from towergames.games.leaning.model import Layout, Near
from towergames.physics.geometry import PER_CM, Pose, Vec, angle_between, length, sub
from towergames.physics.pyramids import POINT, SIZES, corners, inner_corners, shape
from towergames.physics.recording import FARTHEST, read
from towergames.physics.scene import SURFACES, Body, Scene

NEAREST_TOLD = 5_000
"""Micrometres: points further from an inside point than this are not recorded."""

Sizes = Mapping[int, str]
"""Piece number -> its size."""


def name_of(piece: int) -> str:
    """The name of a piece in a scene and on the screen."""
    return label(piece)


def piece_of(name: str) -> int:
    """The number of a piece from its name in a scene, 0 for the table.

    >>> piece_of("P12"), piece_of("table")
    (12, 0)
    """
    return int(name[1:]) if name[0] == "P" else 0


def sizes_of(layout: Layout) -> dict[int, str]:
    """Piece number -> size, for all on the table."""
    return {one.id: one.size for one in layout.pieces}


def poses_of(layout: Layout, without: Collection[int] = ()) -> dict[str, Pose]:
    """Where the pieces are: scene name -> pose."""
    return {name_of(one.id): read(one.pose) for one in layout.pieces if one.id not in without}


def scene_of(layout: Layout, new: Sizes | None = None, surface: str = "newspaper") -> Scene:
    """All pieces of a layout and the ``new`` ones (number -> size), free, in the order of their numbers."""
    sizes = {**sizes_of(layout), **(new or {})}
    bodies = tuple(Body(name_of(piece), shape(SIZES[sizes[piece]])) for piece in sorted(sizes))
    return Scene(bodies, SURFACES[surface])


def near_points(sizes: Sizes, poses: Mapping[str, Pose]) -> tuple[Near, ...]:
    """Every point near enough to another piece's inside point to be recorded (L-8), in order."""
    tips = {piece: _own(poses, piece, corners(SIZES[size])[POINT]) for piece, size in sizes.items()}
    hollows = {piece: _own(poses, piece, inner_corners(SIZES[size])[POINT]) for piece, size in sizes.items()}
    found = []
    for tip, point in tips.items():
        for hollow, inside in hollows.items():
            if tip != hollow and abs(point[2] - inside[2]) * PER_CM <= NEAREST_TOLD:
                gap = round(length(sub(point, inside)) * PER_CM)
                if gap <= NEAREST_TOLD:
                    found.append(Near(tip, hollow, gap))
    return tuple(sorted(found))


def _own(poses: Mapping[str, Pose], piece: int, point: Vec) -> Vec:
    return poses[name_of(piece)].point(point)


def shift_of(size: str, before: Pose, after: Pose) -> int:
    """How far the corner that moved most has moved, in micrometres."""
    ways = (length(sub(after.point(corner), before.point(corner))) for corner in corners(SIZES[size]))
    return min(2 * FARTHEST, round(max(ways) * PER_CM))


def turn_of(before: Pose, after: Pose) -> int:
    """How far a piece turned, in thousandths of a degree."""
    return min(180_000, round(angle_between(before.turn, after.turn) * 57_295.779513))
