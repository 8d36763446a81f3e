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
from towergames.games.konexi.model import View
from towergames.games.konexi.opponent.feeling import by_eye
from towergames.games.konexi.opponent.planning import Care
from towergames.games.konexi.opponent.player import Player
from towergames.games.konexi.opponent.trials import Trial, live
from towergames.games.konexi.sight import imagine


@dataclass(frozen=True, slots=True)
class Notcher:
    """An opponent as ``player.Player`` tells; ``trials`` gives its releases in thought."""

    care: Care
    modest: bool = False
    glances: int = 0
    trials: Callable[[], Trial | None] = live

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """A legal move for the player to move."""
        trial = self.trials() if self.care.releases else None
        return Player(self.care, self.modest, self.glances, trial).move(imagine(view), dice, clock)


EASY = Notcher(Care(looks=12, width=12, releases=0, feel=by_eye), modest=True, glances=1)
NORMAL = Notcher(Care(looks=40, width=5, releases=2), glances=2)
HARD = Notcher(Care(looks=0, width=10, releases=6, ahead=True))


def _maker(notcher: Notcher) -> Callable[[AnyGame], Bot[Any, Any]]:
    def make(_game: AnyGame) -> Bot[Any, Any]:
        return notcher

    return make


LEVELS: tuple[Level, ...] = (
    Level("easy", "Looks at a few places, and sees words that people know.", _maker(EASY), seconds=0.7),
    Level("normal", "Misses few words, and tries the best places in thought.", _maker(NORMAL), 8, 0.7),
    Level("hard", "Sees everything, tries more, and thinks of the tower that it leaves to you.", _maker(HARD), 18, 0.7),
)
