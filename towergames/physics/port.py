"""The port of a game of balance to physics: what rules ask when a game is played live, and what is missing here.

Nothing here imports the engine. Replays, rules and their tests do without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, TypeVar

from towergames import physics
from towergames.core.dice import Dice

StateT = TypeVar("StateT", contravariant=True)
OutcomeT = TypeVar("OutcomeT", covariant=True)


class PhysicsMissing(RuntimeError):  # noqa: N818 - it says what is missing
    """There is no physics here, so nothing can be let go; replays still work."""


class Port(Protocol[StateT, OutcomeT]):
    """Physics, as the rules need it. Every method may take seconds and runs off the screen's thread.

    A caller that no longer waits stops it (:mod:`towergames.core.cancellation`): then it raises Stopped.
    """

    def let_go(self, state: StateT, dice: Dice) -> OutcomeT:
        """Release what is in hand with the tremor of the terms, and let everything come to rest."""
        ...

    def bump(self, state: StateT, dice: Dice) -> OutcomeT:
        """Push what stands once, and let everything come to rest."""
        ...


def missing() -> str:
    """Empty, or what is missing here, in sentences for a person."""
    return physics.available()


def facts() -> dict[str, str]:
    """What outcomes are made with here: noted in a save's header, for information."""
    return {"engine": "mujoco-core", "version": physics.engine_version()}


def live_port(title: str, module: str, why: str) -> Any:
    """The ``LIVE`` port of a module that needs the engine. Raises PhysicsMissing if ``why`` says what is missing."""
    if why:
        raise PhysicsMissing(f"{title} cannot be played here; its replays work. {why}")
    return import_module(module).LIVE
