"""The seam to physics: what a table top must be able to answer, and where it is found when somebody plays live.

Nothing here imports an engine. A replay, the rules' tests and every look at a finished game do without one.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from towergames.core.dice import Dice
from towergames.games.konexi.model import Released, State
from towergames.games.konexi.needs import missing

LIVE = "towergames.games.konexi.table_top"
"""The module whose ``TABLE`` is the live table top."""


class PhysicsMissing(RuntimeError):  # noqa: N818 - it says what is missing
    """There is no physics here, so nothing can be let go; replays still work."""


class Physics(Protocol):
    """Physics, as the rules need it. Every method may take a second and runs off the screen's thread."""

    def let_go(self, state: State, dice: Dice) -> Released:
        """Let go of ``state.in_hand``, which is the base where ``state.tower`` is empty, with a tremor of the hand."""
        ...

    def bump(self, state: State, dice: Dice) -> Released:
        """Push ``state.tower``, which stands, once."""
        ...


def live() -> Physics:
    """The table top with physics. Raises PhysicsMissing."""
    why = missing()
    if why:
        raise PhysicsMissing(f"Konexi cannot be played here; its replays work. {why}")
    found: Physics = import_module(LIVE).TABLE
    return found
