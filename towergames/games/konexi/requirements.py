"""The physics that the game needs: the port, and why it is missing here. Replays need none."""

from __future__ import annotations

from towergames.games.konexi.model import Released, State
from towergames.physics.rules_port import PhysicsMissing, Port, facts, live_port, unavailable_reason

__all__ = ["KonexiPhysicsPort", "PhysicsMissing", "facts", "live", "unavailable_reason"]

KonexiPhysicsPort = Port[State, Released]
"""``let_go`` releases ``state.in_hand``, as the base if the tower is empty. ``bump`` pushes the standing tower."""


def live() -> KonexiPhysicsPort:
    """The live physics. Raises PhysicsMissing."""
    found: KonexiPhysicsPort = live_port("Konexi", "towergames.games.konexi.live_physics", unavailable_reason())
    return found
