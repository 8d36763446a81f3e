"""What a proof says, and the hands that are small enough for one."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.solver.hand import Hand

HOW = "every tower with more was looked at, or cannot have more by a bound"

MOST_BRICKS = 13
"""Bricks of a hand whose proof is tried to the end: with more of them it takes too long."""

MOST_OF_COLOUR = 8
"""Bricks of a colour that a hand may have for the bound over choices."""

MOST_MULTISETS = 6_000_000
"""Multisets of letters that bricks of a hand may have for that bound: each takes 45 bytes of memory."""

LOWEST = -100
"""Fewer points than any legal tower of so few cards has."""


@dataclass(frozen=True, slots=True)
class News:
    """News of a proof: no tower has more than ``bound`` points (None: not known yet), and a better tower, if any."""

    bound: int | None = None
    found: tuple[int, Tower] | None = None


def provable(hand: Hand) -> bool:
    """Whether the hand is small enough for a proof that is tried to the end."""
    return len(hand.bricks) <= MOST_BRICKS and countable(hand)


def countable(hand: Hand) -> bool:
    """Whether the hand is small enough for the bound over every choice of bricks (``choices``)."""
    multisets = math.prod(1 + n for n in Counter(brick.letter for brick in hand.bricks).values())
    return max(map(len, hand.of_colour)) <= MOST_OF_COLOUR and multisets <= MOST_MULTISETS
