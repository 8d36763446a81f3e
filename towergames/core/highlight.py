"""Highlights: what is worth a picture of its own, a beat, and a word. A game names its own in ``beats.py``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from towergames.core.contract import Seat

Theme = Literal["", "takes", "evicts", "fall", "win", "grows", "scores", "lead", "last", "back"]
"""The subject of a highlight, about which the characters have lines; '' for none.

``takes``: the first seat takes something of the others. ``evicts``: the first seat makes theirs useless. ``fall``:
something fell for the first seat. ``win``: the first seat has won. ``grows``: what the first seat built is high.
``scores``: many points or a long word. ``lead``: the first seat goes ahead. ``last``: the end of the game is near.
``back``: the first seat takes something back.
"""
MOST_SECONDS = 2.0
"""The longest beat."""
MOVING_SHARE = 0.8
"""Share of a beat in which all of it moves; the rest shows the end."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of a play, from what everyone may know.

    ``kind`` is a word of the game's own, such as ``steal``. ``event`` is the number of its event in the step. Of
    several highlights the one with the greater ``size`` is shown; sizes are compared within a game. ``seats`` are those
    concerned: first the one who did it, then those to whom it happened. ``seconds`` is the length of its beat, which
    the board draws in place of the event's frames; 0 where these are the picture. ``sentence`` is for those who see no
    picture, '' where the event's own sentence says it; {0} is the name of seat 0. ``theme`` is the subject of spoken
    lines, and ``points`` a number that a line may name. ``data`` is for the board. ``once``: only the first one of its
    kind and seats in a game is shown.
    """

    kind: str
    event: int
    size: int
    seats: tuple[Seat, ...] = ()
    seconds: float = 0.0
    sentence: str = ""
    theme: Theme = ""
    points: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    once: bool = False

    def part(self, seconds: float) -> float:
        """The part of the beat's movement that is done ``seconds`` after its beginning, 1.0 for all of it."""
        return min(1.0, seconds / (MOVING_SHARE * self.seconds))
