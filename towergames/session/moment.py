"""What the commands of a table depend on, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Activity:
    """What goes on at one screen besides the game. Whatever begins or ends calls :meth:`Session.does`."""

    animation: bool = False
    """Whether an animation is shown."""
    recap: bool = False
    """Whether the list of the last moves is open."""
    thinking: bool = False
    """Whether a bot thinks about its move."""
    paused: bool = False
    """Whether the bots are paused."""
    resting: bool = False
    """Whether the game pauses after a bot's move. Any key ends the pause."""
    stepping: bool = False
    """Whether only a key ends that pause."""
    settling: str = ""
    """The reason why nothing can be changed while the outcome of a move is computed; empty while none is."""
    can_stop: bool = False
    """Whether a person may end that computation."""
    work: bool = False
    """Whether a person waits for work of the board."""
    lasting: bool = False
    """Whether that work takes so long that a key ends it."""
    searching: bool = False
    """Whether the board searches for the best move."""
    asked: Any = None
    """The view in which a person is asked to confirm a move; None while no question is open."""


IDLE = Activity()
