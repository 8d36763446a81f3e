"""What the game needs to be played: the port to physics, and what is missing here. Replays need nothing.

Nothing here imports the engine; rules, replays and tests do without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from towergames import physics
from towergames.core.dice import Dice
from towergames.games.konexi.model import Released, State


def missing() -> str:
    """Empty, or what is missing here, in sentences for a person."""
    return physics.available()


def facts() -> dict[str, str]:
    """What outcomes are made with here: told in a save's header, for information."""
    return {"engine": "mujoco-core", "version": physics.engine_version()}


LIVE = "towergames.games.konexi.table_top"
"""The module whose ``LIVE`` is the live table top."""


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
    found: Physics = import_module(LIVE).LIVE
    return found
