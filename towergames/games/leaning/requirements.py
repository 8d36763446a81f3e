"""The physics that the game needs: the port, and why it is missing here. Replays need none."""

from __future__ import annotations

from typing import Protocol

from towergames.games.leaning.model import State, TableSettled
from towergames.physics.rules_port import PhysicsMissing, Port, facts, live_port, unavailable_reason

__all__ = ["LeaningPhysicsPort", "PhysicsMissing", "facts", "live", "unavailable_reason"]


class LeaningPhysicsPort(Port[State, TableSettled], Protocol):
    """The physics that the rules need.

    ``let_go`` releases ``state.in_hand``. For ``kind`` found both pieces (numbers 1 and 2) are released at once on an
    empty table. For ready the answer is a legal Foundation of the two sizes (R-3). For rebuild the piece is taken from
    its place. ``bump`` shakes the table.
    """

    def take_off(self, state: State) -> TableSettled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece, of hand or held, in any size allowed now (L-23)."""


def live() -> LeaningPhysicsPort:
    """The live physics. Raises PhysicsMissing."""
    found: LeaningPhysicsPort = live_port(
        "Leaning Towers", "towergames.games.leaning.live_physics", unavailable_reason()
    )
    return found
