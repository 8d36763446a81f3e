"""Proofs: their updates, and the limits of the materials up to which one is tried."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.solver.encoding import Materials

HOW = "every tower with more was looked at, or cannot have more by a bound"

MOST_BRICKS = 13
"""Bricks up to which a proof is tried to the end: with more of them it takes too long."""

MOST_OF_COLOUR = 8
"""Bricks of one colour up to which there is a bound over selections."""

MOST_MULTISETS = 6_000_000
"""Multisets of letters up to which there is a bound over selections: each takes 45 bytes of memory."""

LOWEST = -100
"""Points below those of any legal tower of few cards."""


@dataclass(frozen=True, slots=True)
class ProofUpdate:
    """Progress of a proof: no tower has more than ``bound`` points (None: not known yet); ``found``: a better tower."""

    bound: int | None = None
    found: tuple[int, Tower] | None = None


def provable(materials: Materials) -> bool:
    """Whether the cards are few enough for a proof that is tried to the end."""
    return len(materials.bricks) <= MOST_BRICKS and countable(materials)


def countable(materials: Materials) -> bool:
    """Whether the cards are few enough for the bound over every selection of bricks (:class:`SelectionBound`)."""
    multisets = math.prod(1 + n for n in Counter(brick.letter for brick in materials.bricks).values())
    return max(map(len, materials.of_colour)) <= MOST_OF_COLOUR and multisets <= MOST_MULTISETS
