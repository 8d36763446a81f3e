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
    """A bot: ``tests`` to ``assured`` as in ``bot_decision.SimulationEffort``, ``holds`` as in
    ``bot_decision.MoveChooser``.
    """

    tests: int
    often: float
    enough: int = 1000
    assured: int = 0
    holds: bool = False

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        state = state_of(view)
        if physics.unavailable_reason():
            return Thought(LeaningChoices(state).sample(dice), "There is no physics engine to plan with.")
        from towergames.games.leaning.bot_decision import MoveChooser, SimulationEffort

        return MoveChooser(SimulationEffort(self.tests, self.often, self.enough, self.assured), self.holds).move(
            state, dice, clock
        )


EASY = LeaningBot(tests=0, often=0.0, enough=3)
NORMAL = LeaningBot(tests=3, often=1.5)
HARD = LeaningBot(tests=2, often=1.4, enough=14, assured=16, holds=True)

LEVELS: tuple[Level, ...] = (
    Level("easy", "tries a few places", lambda _: EASY, 40, 3.0),
    Level("normal", "thinks of what may fall", lambda _: NORMAL, 24, 5.0),
    Level("hard", "weighs risk, holds pieces", lambda _: HARD, 150, 8.0),
)
