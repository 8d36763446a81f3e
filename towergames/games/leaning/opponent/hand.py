"""A piece in the hand, over a table on which everything else stands like rock."""

from __future__ import annotations

from collections.abc import Collection

from towergames.games.leaning.bodies import name_of, piece_of, poses_of, read, recorded, scene_of
from towergames.games.leaning.layouts import without
from towergames.games.leaning.model import Aim, Layout, Pose
from towergames.games.leaning.reading import MOST_TOUCHED
from towergames.physics import geometry, pyramids
from towergames.physics.geometry import Vec
from towergames.physics.motions import Eased, ease
from towergames.physics.table_top import TableTop

INSIDE = 0.11
"""Points nearer to an inside point (cm) than this are left alone: the rule says 0.1 (L-8)."""
CLEAR = 0.002
"""A piece further than this (cm) from all others touches nothing."""


class Hand:
    """One piece, free; the pieces of ``layout``, fixed. Built once for a position and a size, used for many ideas."""

    def __init__(self, layout: Layout, piece: int, size: str, surface: str) -> None:
        self._made_of = layout, piece, size, surface
        self.layout = without(layout, {piece})
        self.piece, self.me = piece, name_of(piece)
        self.size = pyramids.SIZES[size]
        self.own_corners = pyramids.corners(self.size)
        self.sizes = {name_of(one.id): pyramids.SIZES[one.size] for one in self.layout.pieces}
        self.poses = poses_of(self.layout)
        self.scene = scene_of(self.layout, {piece: size}, surface)
        self.table = TableTop(self.scene.holding(self.me), self.poses)
        self.corners: dict[str, tuple[Vec, ...]] = {
            name: tuple(map(self.poses[name].point, pyramids.corners(kind))) for name, kind in self.sizes.items()
        }
        self.top = max((point[2] for corners in self.corners.values() for point in corners), default=0.0)

    def again(self) -> Hand:
        """Another hand like this one, with a table of its own."""
        return Hand(*self._made_of)

    def put(self, pose: geometry.Pose) -> None:
        """Take the piece there, through everything."""
        self.table.place(self.me, pose)

    def clear(self) -> bool:
        """Whether the piece touches no other where it is."""
        return self.table.nearest(self.me)[0] > CLEAR

    def ease(self, avoided: Collection[str] = ()) -> Eased:
        """Let it sink to rest in the hand, unless it meets a piece to be ``avoided``."""
        return ease(self.table, self.me, seconds=0.8, avoided=avoided)

    def recorded(self) -> Pose:
        """Where it is, as a move has it; from now on it is exactly there."""
        pose = recorded(self.table.pose(self.me))
        self.put(read(pose))
        return pose

    def aim(self) -> Aim:
        """What it touches where it is, and points that meet inside points."""
        touches = tuple(sorted(map(piece_of, self.table.near(self.me))))[:MOST_TOUCHED]
        inside = self.inside_at(self.table.pose(self.me))[:MOST_TOUCHED]
        return Aim(len(self.table.corners_on_table(self.me)), touches, inside)

    def inside_at(self, mine: geometry.Pose) -> tuple[int, ...]:
        """L-8, both ways: the pieces whose point or inside point the piece would meet there."""
        found = []
        for name, pose in self.poses.items():
            size = self.sizes[name]
            if geometry.length(geometry.sub(mine.place, pose.place)) < self.size.height + size.height:
                over = pyramids.inside_point_gap(self.size, mine, size, pose)
                under = pyramids.inside_point_gap(size, pose, self.size, mine)
                if min(over, under) < INSIDE:
                    found.append(piece_of(name))
        return tuple(sorted(found))
