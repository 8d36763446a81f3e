"""L-23: before a player may skip, the table itself looks for a legal place for one of the pieces. Needs the engine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.core.stopping import go_on, stopped
from towergames.games.leaning import ideas
from towergames.games.leaning.choosing import leaning
from towergames.games.leaning.model import SIZES, Place, State
from towergames.games.leaning.rules import first_refusal

LOOKS = 120
"""How many places are looked at for each size: a second or so, and the same ones again for the same dice."""
SECONDS = 6.0
"""For all sizes together at most, where the machine is slow or busy; each has an equal share of what is left."""


class _Looking(Clock):
    """A budget that ends as well once nobody waits for the answer."""

    __slots__ = ()

    def over(self, done: int) -> bool:
        """Whether to stop after so many places."""
        return stopped() or super().over(done)


def finds(state: State, dice: Dice) -> bool:
    """Whether there is a place where a piece of the active player stood when it was let go of in thought.

    Raises Stopped when it is given up meanwhile: then nobody knows.
    """
    allowed = list(_allowed(state))
    end = time.monotonic() + SECONDS
    for at, (size, held) in enumerate(allowed):
        share = (end - time.monotonic()) / (len(allowed) - at)
        found = ideas.suggest(state, size, held, 0, _Looking(LOOKS, share), 1, dice.below(2**31))
        go_on()
        if found:
            return True
    return False


def _allowed(state: State) -> Iterator[tuple[str, bool]]:
    """The sizes that may be placed now, and whether they come from the held ones."""
    turn = replace(state, phase="turn")
    for held in (True, False):
        for size in SIZES:
            if first_refusal(turn, Place(size, held, 0, leaning(0, 0, 0, 0))) is None:
                yield size, held
