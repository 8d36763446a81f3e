"""Two simple opponents of any game: one plays at random, the other takes the best immediate result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Clock, Thought
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice

ActionEvaluator = Callable[[Any, Any, Any], float]
"""(state before, action, state after) -> worth for the seat that acted; must use nothing that the seat cannot know."""


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Tries every listed action in one imagined world and takes the best by ``evaluate``; ties are broken at random.

    Only for exhaustive games. ``reason`` gives the reason for an action in a view where the bot had a choice.
    """

    game: AnyGame
    evaluate: ActionEvaluator
    reason: Callable[[Any, Any], str] = lambda _view, _action: "It scores the most now."

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:
        """The action with the best worth; stops early when the clock says so."""
        state = self.game.imagine(view, dice.fork("imagine"))
        best: list[Any] = []
        best_worth = float("-inf")
        tried = 0
        choices = list(self.game.choices(state))
        for action in choices:
            if tried and clock.over(tried):
                break
            worth = self.evaluate(state, action, self.game.apply(state, action).state)
            tried += 1
            if worth > best_worth + 1e-9:
                best, best_worth = [action], worth
            elif worth > best_worth - 1e-9:
                best.append(action)
        action = dice.choice(best)
        why = self.reason(view, action) if len(choices) > 1 else "It was the only legal move."
        return Thought(action, why, tried)


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays what :meth:`Choices.sample` gives it."""

    game: AnyGame

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:  # noqa: ARG002 - the protocol
        """A random legal action; uses no budget."""
        state = self.game.imagine(view, dice.fork("imagine"))
        return Thought(self.game.choices(state).sample(dice), "It was chosen at random.")
