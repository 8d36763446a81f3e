"""The bots of Leaning Towers, weakest first. Method and measured strength: ``BOTS.md``.

Without a physics engine they still answer, with some legal move; no piece can be let go of there anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames import physics
from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice
from towergames.games.leaning.model import View, state_of
from towergames.games.leaning.rules import LeaningChoices


@dataclass(frozen=True, slots=True)
class LeaningBot:
    """A bot: ``holds`` as in ``bot_decision.MoveChooser``, the rest as in ``bot_decision.SimulationEffort``."""

    quick: int
    enough: int = 1000
    trial_ms: int = 0
    caution: float = 1.0
    roughs_first: bool = False
    holds: bool = False

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        state = state_of(view)
        if physics.unavailable_reason():
            return Thought(LeaningChoices(state).sample(dice), "There is no physics engine to plan with.")
        from towergames.games.leaning.bot_decision import MoveChooser, SimulationEffort

        effort = SimulationEffort(self.quick, self.enough, self.trial_ms, self.caution, self.roughs_first)
        return MoveChooser(effort, self.holds).move(state, dice, clock)


EASY = LeaningBot(quick=0, enough=3)
NORMAL = LeaningBot(quick=2, trial_ms=250)
HARD = LeaningBot(quick=2, enough=40, trial_ms=2400, caution=3.0, roughs_first=True, holds=True)

LEVELS: tuple[Level, ...] = (
    Level("easy", "tries a few places", lambda _: EASY, 40, 3.0, rating=1000),
    Level("normal", "thinks of what may fall", lambda _: NORMAL, 14, 5.0, rating=1170),
    Level("hard", "weighs risk, holds pieces", lambda _: HARD, 110, 6.0, rating=1385),
)
