"""The opponent without a plan: any legal action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Clock, Thought
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays what :meth:`Choices.sample` gives it."""

    game: AnyGame

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:  # noqa: ARG002 - the protocol
        """A legal action by lot; uses no budget."""
        state = self.game.imagine(view, dice.fork("imagine"))
        return Thought(self.game.choices(state).sample(dice), "Chosen by lot.")
