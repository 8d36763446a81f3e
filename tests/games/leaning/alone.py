"""Towers of Leaning Towers that nobody touches: in a game, and rebuilt a little aside. Needs the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.bots.self_play import turns
from towergames.core.dice import Dice
from towergames.games.leaning import bots
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import disturbed, poses_of, scene_of
from towergames.games.leaning.model import Layout, State
from towergames.games.leaning.release import left_alone
from towergames.physics.geometry import PER_CM
from towergames.physics.scene import SURFACES
from towergames.physics.table_top import TableTop

JITTER_CM = 0.0001
"""Standard deviation of the jitter on each axis: the rounding of a record."""
SECONDS = 1.0
IDEAS = 10
"""Places of a move that ``normal`` looks at here; it looks at 14 in games with people."""


def leaning_towers(seed: int, ideas: int = IDEAS, *, aside: bool = True) -> Iterator[dict[str, Any]]:
    """Every tower at the start of a turn of one game of Leaning Towers, left alone. For ``aside`` see ``alone``."""
    chosen = {"surface": sorted(SURFACES)[seed % len(SURFACES)], "tremor": ("steady", "normal")[seed % 2]}
    normal = bots.LEVELS[1]
    for play, state in turns(GAME, normal, 2, {"foundation": "ready", "first": 1, **chosen}, seed, ideas):
        if state.phase == "turn" and not state.refused:
            yield {**alone(state, aside=aside), **chosen, "seed": seed, "play": play}


def alone(state: State, *, aside: bool) -> dict[str, Any]:
    """The fate of a state's tower when the table rebuilds it and no player touches it, also a little ``aside``."""
    surface = state.terms.surface
    outcome = left_alone(state.layout, surface, {})
    fate = {
        "pieces": len(state.layout.pieces),
        "fell": len(disturbed(state.layout, outcome)),
        "way": max((rest.shift for rest in outcome.rests), default=0),
    }
    if aside:
        fate["aside"] = round(furthest_move(state.layout, 1000 + state.next_piece, surface=surface) * PER_CM)
    return fate


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
