"""Ideas for the Foundation: one piece past its balance, the other leaned against it (L-2)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from towergames.core.dice import Dice
from towergames.games.leaning.bodies import read, recorded
from towergames.games.leaning.model import INSIDE, Pose
from towergames.games.leaning.opponent.verbs import FEET, between, spread
from towergames.games.leaning.release import trembling
from towergames.games.leaning.scoring import MOST_CORNERS
from towergames.physics import geometry, pyramids
from towergames.physics.geometry import PER_CM, UP, Quat, about, after, turned
from towergames.physics.motions import lean
from towergames.physics.scene import SURFACES, Body, Scene
from towergames.physics.settling import Until, settle
from towergames.physics.table_top import TableTop, Unstable

FIRST, SECOND = "P1", "P2"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two poses that may hold each other up."""

    size: str
    pose: Pose
    size2: str
    pose2: Pose


class Founder:
    """An empty table and two pieces."""

    def __init__(self, size: str, size2: str, surface: str, tremor: str) -> None:
        self.size, self.size2, self.tremor = size, size2, tremor
        self.sizes = (pyramids.SIZES[size], pyramids.SIZES[size2])
        bodies = (Body(FIRST, pyramids.shape(self.sizes[0])), Body(SECOND, pyramids.shape(self.sizes[1])))
        self.scene = Scene(bodies, SURFACES[surface])
        self.aside = geometry.Pose(0.0, 0.0, 50.0)

    def seek(self, dice: Dice) -> Pair | None:
        """One idea: None when the second piece does not come to lean on the first."""
        first = pyramids.standing(self.sizes[0], self._past_balance(dice))
        table = TableTop(self.scene.holding(SECOND), {FIRST: first, SECOND: self.aside})
        yaw = math.pi / 2 + spread(dice, 0.5) + math.pi * dice.below(2)
        turn = pyramids.attitude(self.sizes[1], "slant edge" if dice.below(4) else "base edge", yaw)
        far = between(dice, 1.5, 7.0)
        table.place(SECOND, pyramids.standing(self.sizes[1], turn, far, spread(dice, 0.8), 0.0005))
        if table.nearest(SECOND)[0] < 0.002:
            return None
        feet = [k for k, height in enumerate(table.corner_heights(SECOND)) if height < FEET]
        try:
            met = lean(table, SECOND, feet, (-1.0, 0.0, 0.0))
        except ValueError:
            return None
        if met.what != FIRST:
            return None
        second = table.pose(SECOND)
        return Pair(self.size, recorded(first), self.size2, recorded(second))

    def _past_balance(self, dice: Dice) -> Quat:
        """On a base edge along y, the point leaning towards +x, further than it could stand alone."""
        size = self.sizes[0]
        by = between(dice, 0.03, 0.5)
        # The edge may lie on either side of the weight; the turn leans the point away from the base either way.
        turn = pyramids.attitude(size, "base edge", 0.0, by)
        if turned(turn, UP)[2] > 0.75:
            turn = pyramids.attitude(size, "base edge", 0.0, -by)
        leans = turned(turn, UP)
        return after(about(UP, -math.atan2(leans[1], leans[0])), turn)

    def stands(self, pair: Pair, dice: Dice) -> bool:
        """Simulate letting go of both: whether a legal Foundation stands."""
        poses = {FIRST: read(pair.pose), SECOND: read(pair.pose2)}
        velocities = {}
        for name, pose in poses.items():
            table = TableTop(self.scene.holding(name), poses)
            poses[name], velocities[name] = trembling(table, name, pose, self.tremor, dice)
        try:
            end = settle(TableTop(self.scene, poses), velocities=velocities, until=Until(2.5), traced=False)
        except Unstable:
            return False
        corners = [len(end.corners_on_table[name]) for name in (FIRST, SECOND)]
        legal = min(corners) > 0 and max(corners) <= MOST_CORNERS
        inside = min(self._gap(end.poses, 0), self._gap(end.poses, 1))
        return legal and end.touched(FIRST) == (SECOND,) and inside > INSIDE / PER_CM

    def _gap(self, poses: dict[str, geometry.Pose], upper: int) -> float:
        names = (FIRST, SECOND)
        lower = 1 - upper
        return pyramids.inside_point_gap(self.sizes[upper], poses[names[upper]], self.sizes[lower], poses[names[lower]])
