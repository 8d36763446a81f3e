"""L-23: before a player may skip, the table itself looks for a legal place for one of the pieces. Needs the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning import ideas
from towergames.games.leaning.choosing import leaning
from towergames.games.leaning.model import SIZES, Place, State
from towergames.games.leaning.rules import first_refusal

LOOKS = 120
"""How many places are looked at for each size: a second or so, and the same ones again for the same dice."""
SECONDS = 6.0
"""For each size at most, where the machine is busy."""


def finds(state: State, dice: Dice) -> bool:
    """Whether there is a place where a piece of the active player stood when it was let go of in thought."""
    for size, held in _allowed(state):
        if ideas.suggest(state, size, held, 0, Clock(LOOKS, SECONDS), 1, dice.below(2**31)):
            return True
    return False


def _allowed(state: State) -> Iterator[tuple[str, bool]]:
    """The sizes that may be placed now, and whether they come from the held ones."""
    turn = replace(state, phase="turn")
    for held in (True, False):
        for size in SIZES:
            if first_refusal(turn, Place(size, held, 0, leaning(0, 0, 0, 0))) is None:
                yield size, held
