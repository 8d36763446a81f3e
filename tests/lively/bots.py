"""Opponents that let people see them think."""

from __future__ import annotations

import threading
from typing import Any

from tests.null.bots import GreedyBot
from tests.null.game import State
from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice

THINK = threading.Event()
"""Set while bots may answer."""
THINK.set()


class TellingBot(GreedyBot):
    """Tells of an idea, and of another once it may answer."""

    def choose(self, view: State, dice: Dice, clock: Clock) -> Thought[Any]:
        """As many pieces as possible."""
        clock.report_progress("one piece")
        while not clock.over(0) and not THINK.wait(0.01):
            pass
        return super().choose(view, dice, clock)


LEVELS = (Level("easy", "the most", TellingBot, None, 20.0),)
