"""Two opponents: one without and one with a little sense."""

from __future__ import annotations

from typing import Any

from tests.null.game import State
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice


class RandomBot:
    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: State, dice: Dice, clock: Clock) -> Thought[Any]:
        return Thought(self.game.choices(self.game.imagine(view, dice)).sample(dice), "by lot", 1)


class GreedyBot(RandomBot):
    def choose(self, view: State, dice: Dice, clock: Clock) -> Thought[Any]:
        moves = [m for m in self.game.choices(self.game.imagine(view, dice)) if self.game.notate(m) != "swap"]
        return Thought(moves[-1], "the most", 1)


LEVELS = (Level("random", "anything", RandomBot, 1), Level("easy", "the most", GreedyBot, 1))
