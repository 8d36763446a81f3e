"""What the game needs to be played: the port to physics, and what is missing here. Replays need nothing.

Nothing here imports the engine; rules, replays and tests do without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from towergames import physics
from towergames.core.dice import Dice
from towergames.games.leaning.model import Settled, State


def missing() -> str:
    """Empty, or what is missing here, in sentences for a person."""
    return physics.available()


def facts() -> dict[str, str]:
    """What outcomes are made with here: told in a save's header, for information."""
    return {"engine": "mujoco-core", "version": physics.engine_version()}


LIVE = "towergames.games.leaning.table_top"
"""The module whose ``LIVE`` is the live table top."""


class PhysicsMissing(RuntimeError):  # noqa: N818 - it says what is missing
    """There is no physics here, so nothing can be let go; replays still work."""


class TableTop(Protocol):
    """Physics, as the rules need it. Every method may take seconds and runs off the screen's thread.

    Whoever does not wait any more stops it (:mod:`towergames.core.stopping`): then it raises Stopped.
    """

    def let_go(self, state: State, dice: Dice) -> Settled:
        """Release ``state.in_hand`` with the tremor of the terms and let everything come to rest.

        For ``kind`` found both pieces (numbers 1 and 2) are let go at once on an empty table; for ready the answer is a
        Foundation of the two sizes that is legal (R-3). For rebuild the piece is taken from where it lies.
        """
        ...

    def take_off(self, state: State) -> Settled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""
        ...

    def bump(self, state: State, dice: Dice) -> Settled:
        """Shake the table once and let everything come to rest."""
        ...

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece, of hand or held, in any size allowed now (L-23)."""
        ...


def live() -> TableTop:
    """The table top with physics. Raises PhysicsMissing."""
    why = missing()
    if why:
        raise PhysicsMissing(f"Leaning Towers cannot be played here; its replays work. {why}")
    found: TableTop = import_module(LIVE).LIVE
    return found
