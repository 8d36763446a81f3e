"""The movement of a tower that is rebuilt from its record with a little jitter. Needs the engine."""

from __future__ import annotations

import numpy as np

from towergames.core.dice import Dice
from towergames.games.leaning.layout import poses_of, scene_of
from towergames.games.leaning.model import Layout
from towergames.physics.table_top import TableTop

JITTER_CM = 0.0001
"""Standard deviation of the jitter on each axis: the rounding of a record."""
SECONDS = 1.0


def furthest_move(layout: Layout, look: int, *, surface: str = "newspaper") -> float:
    """The longest way, in cm, of a corner in the first second after the tower was rebuilt."""
    dice = Dice(look, 0, "jitter")
    poses = {
        name: pose.moved((dice.bell() * JITTER_CM, dice.bell() * JITTER_CM, dice.bell() * JITTER_CM))
        for name, pose in poses_of(layout).items()
    }
    table = TableTop(scene_of(layout, surface=surface), poses)
    before = {name: table.corner_array(name) for name in table.names}
    assert table.settle_contacts() and table.advance(round(SECONDS / table.step)), "the engine has lost a body"
    return max(float(np.linalg.norm(table.corner_array(name) - before[name], axis=1).max()) for name in table.names)
