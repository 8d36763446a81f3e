"""How far a tower moves when it is laid anew from its record with a little jitter. Needs the engine."""

from __future__ import annotations

import numpy as np

from towergames.core.dice import Dice
from towergames.games.leaning.layout import poses_of, scene_of
from towergames.games.leaning.model import Layout
from towergames.physics.table_top import TableTop

JITTER = 0.0001
"""Centimetres on each axis, as a standard deviation: what a record rounds away."""
SECONDS = 1.0


def furthest_move(layout: Layout, look: int, *, surface: str = "newspaper") -> float:
    """The longest way, in cm, that a corner goes in the first second after the tower was laid anew."""
    dice = Dice(look, 0, "jitter")
    poses = {
        name: pose.moved((dice.bell() * JITTER, dice.bell() * JITTER, dice.bell() * JITTER))
        for name, pose in poses_of(layout).items()
    }
    table = TableTop(scene_of(layout, surface=surface), poses)
    before = {name: table.corner_array(name) for name in table.names}
    assert table.settle_contacts() and table.advance(round(SECONDS / table.step)), "the engine has lost a body"
    return max(float(np.linalg.norm(table.corner_array(name) - before[name], axis=1).max()) for name in table.names)
