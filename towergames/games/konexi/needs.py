"""What the game needs to be played: the port to physics, and what is missing here. Replays need nothing."""

from __future__ import annotations

from towergames.games.konexi.model import Released, State
from towergames.physics.port import PhysicsMissing, Port, facts, live_port, missing

__all__ = ["PhysicsMissing", "PhysicsPort", "facts", "live", "missing"]

PhysicsPort = Port[State, Released]
"""``let_go`` releases ``state.in_hand``, the base where the tower is empty; ``bump`` pushes the tower that stands."""


def live() -> PhysicsPort:
    """The live table top. Raises PhysicsMissing."""
    found: PhysicsPort = live_port("Konexi", "towergames.games.konexi.live_physics", missing())
    return found
