"""The port of a game of balance to physics: the questions of the rules in a live game, and why physics is missing.

Nothing here imports the engine. Replays, rules and their tests need none.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, TypeVar

from towergames import physics
from towergames.core.dice import Dice

StateT = TypeVar("StateT", contravariant=True)
OutcomeT = TypeVar("OutcomeT", covariant=True)


class PhysicsMissing(RuntimeError):  # noqa: N818 - it says what is missing
    """There is no physics here, so no piece can be released; replays still work."""


class Port(Protocol[StateT, OutcomeT]):
    """The physics that the rules need. Every method may take seconds and runs off the screen's thread.

    A caller that no longer waits stops it (:mod:`towergames.core.cancellation`): then it raises Stopped.
    """

    def let_go(self, state: StateT, dice: Dice) -> OutcomeT:
        """Release the piece in hand with the tremor of the terms, and let everything come to rest."""

    def bump(self, state: StateT, dice: Dice) -> OutcomeT:
        """Push the structure once, and let everything come to rest."""


def unavailable_reason() -> str:
    """Why physics is missing here, in sentences for a person; '' if it is not."""
    return physics.unavailable_reason()


def facts() -> dict[str, str]:
    """The engine that computes outcomes here, noted in a save's header for information."""
    return {"engine": "mujoco-core", "version": physics.engine_version()}


def live_port(title: str, module: str, why: str) -> Any:
    """The ``LIVE`` port of a module that needs the engine. Raises PhysicsMissing if ``why`` is not empty."""
    if why:
        raise PhysicsMissing(f"{title} cannot be played here; its replays work. {why}")
    return import_module(module).LIVE
