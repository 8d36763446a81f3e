"""What the game needs to be played: the port to physics, and what is missing here. Replays need nothing."""

from __future__ import annotations

from typing import Protocol

from towergames.games.leaning.model import State, TableSettled
from towergames.physics.port import PhysicsMissing, Port, facts, live_port, missing

__all__ = ["PhysicsMissing", "PhysicsPort", "facts", "live", "missing"]


class PhysicsPort(Port[State, TableSettled], Protocol):
    """Physics, as the rules need it.

    ``let_go`` releases ``state.in_hand``. For ``kind`` found both pieces (numbers 1 and 2) are released at once on an
    empty table; for ready the answer is a Foundation of the two sizes that is legal (R-3); for rebuild the piece is
    taken from where it lies. ``bump`` shakes the table.
    """

    def take_off(self, state: State) -> TableSettled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""
        ...

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece, of hand or held, in any size allowed now (L-23)."""
        ...


def live() -> PhysicsPort:
    """The live table top. Raises PhysicsMissing."""
    found: PhysicsPort = live_port("Leaning Towers", "towergames.games.leaning.live_physics", missing())
    return found
