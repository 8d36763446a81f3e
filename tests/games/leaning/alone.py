"""Towers of Leaning Towers at the start of a turn, when nobody touches them. Needs the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.bots.self_play import turns
from tests.games.leaning.resting import furthest_move
from towergames.games.leaning import bots
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import disturbed
from towergames.games.leaning.model import State
from towergames.games.leaning.release import left_alone
from towergames.physics.geometry import PER_CM
from towergames.physics.scene import SURFACES

IDEAS = 10
"""Places of a move that ``normal`` looks at here; it looks at 24 in games with people, which takes twice as long."""


def leaning_towers(seed: int) -> Iterator[dict[str, Any]]:
    """Every tower at the start of a turn of one game of Leaning Towers, left alone."""
    chosen = {"surface": sorted(SURFACES)[seed % len(SURFACES)], "tremor": ("steady", "normal")[seed % 2]}
    normal = bots.LEVELS[1]
    for play, state in turns(GAME, normal, 2, {"foundation": "ready", "first": 1, **chosen}, seed, IDEAS):
        if state.phase == "turn" and not state.refused:
            yield {**alone(state), **chosen, "seed": seed, "play": play}


def alone(state: State) -> dict[str, Any]:
    """The fate of a state's tower when the table rebuilds it and no player touches it."""
    surface = state.terms.surface
    outcome = left_alone(state.layout, surface, {})
    return {
        "pieces": len(state.layout.pieces),
        "fell": len(disturbed(state.layout, outcome)),
        "way": max((rest.shift for rest in outcome.rests), default=0),
        "aside": round(furthest_move(state.layout, 1000 + state.next_piece, surface=surface) * PER_CM),
    }
