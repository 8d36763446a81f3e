"""Simulated releases: the same physics as on the table, with a tremor of one's own."""

from __future__ import annotations

from collections.abc import Callable

from towergames import physics
from towergames.core.dice import Dice
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import STANDS, State

Trial = Callable[[State, Spot, Dice], bool]
"""Whether the tower stands when the hand lets go of a letter there, once."""


def live() -> Trial | None:
    """Releases with the engine; None where there is none."""
    if physics.available():
        return None
    from towergames.games.konexi.table_top import trial
    from towergames.games.konexi.tremor import drawn

    def release(state: State, spot: Spot, dice: Dice) -> bool:
        return trial(state, spot, drawn(state.terms.hand, dice)).kind == STANDS

    return release
