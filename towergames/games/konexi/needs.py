"""What the game needs to be played: the port to physics, and what is missing here. Replays need nothing."""

from __future__ import annotations

from towergames.games.konexi.model import Released, State
from towergames.physics.port import PhysicsMissing, Port, facts, live_port, missing

__all__ = ["Physics", "PhysicsMissing", "facts", "live", "missing"]

Physics = Port[State, Released]
"""``let_go`` releases ``state.in_hand``, the base where the tower is empty; ``bump`` pushes the tower that stands."""


def live() -> Physics:
    """The live table top. Raises PhysicsMissing."""
    found: Physics = live_port("Konexi", "towergames.games.konexi.table_top", missing())
    return found
