"""The opponents of Konexi, weakest first. Method and measured strength: ``BOTS.md``.

Where there is no physics engine they still answer, from weights on paper; nothing can be let go there anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Bot, Clock, Level, Thought
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice
from towergames.games.konexi.model import View, state_of
from towergames.games.konexi.opponent.player import Care, Player, Trial, live_trial
from towergames.games.konexi.opponent.vocabulary import Mind
from towergames.lexicon.shelf import EVERYDAY, FAMILIAR


@dataclass(frozen=True, slots=True)
class Notcher:
    """An opponent, see ``player.Player``; ``trials`` gives its simulated releases."""

    care: Care
    mind: Mind | None = None
    trials: Callable[[], Trial | None] = live_trial

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """A legal move for the player to move."""
        trial = self.trials() if self.care.releases else None
        return Player(self.care, self.mind, trial).move(state_of(view), dice, clock)


EASY = Notcher(Care(looks=3, letters=3, blur=1.0), Mind(EVERYDAY, patience=0.25, ideas=2))
NORMAL = Notcher(Care(looks=5, letters=8, blur=0.5), Mind(FAMILIAR, patience=0.4, ideas=3))
HARD = Notcher(Care(width=10, releases=6, ahead=True))


def _maker(notcher: Notcher) -> Callable[[AnyGame], Bot[Any, Any]]:
    def make(_game: AnyGame) -> Bot[Any, Any]:
        return notcher

    return make


LEVELS: tuple[Level, ...] = (
    Level("easy", "Thinks of a few everyday words, and judges the tower roughly.", _maker(EASY), seconds=0.7),
    Level("normal", "Thinks of words that people know, and judges the tower by eye.", _maker(NORMAL), seconds=0.7),
    Level("hard", "Sees every word, simulates releases, and considers your next turn.", _maker(HARD), 18, 0.7),
)
