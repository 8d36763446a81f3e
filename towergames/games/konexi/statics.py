"""Weights on paper: where the tower's weight lies, as far as its straight shape tells. Exact; no physics.

Whether a tower stands is for physics to say. This decides which poses a base may have, and serves hints.
"""

from __future__ import annotations

from dataclasses import dataclass

from towergames.games.konexi.lattice import Spot, Tower
from towergames.games.konexi.letters import Cell, Shape


@dataclass(frozen=True, slots=True)
class Footing:
    """Where the weight lies: the ends of the base on the table, and how far inside its nearer one the weight is.

    All in thousandths of a cell; ``margin`` below zero means that the tower tips over.
    """

    left: int
    right: int
    weight: int

    @property
    def margin(self) -> int:
        """How far the weight is from tipping."""
        return min(self.weight - self.left, self.right - self.weight)


def balance(tower: Tower) -> Footing:
    """How the weight of a tower lies over its base; the tower is not empty."""
    cells = [cell for spot in tower.spots for cell in spot.cells]
    return _balance(tower.spots[0].cells, cells)


def stands(one: Shape) -> bool:
    """K-4: whether a letter stands by itself in this pose: its weight over its foot, and no plug under it."""
    if any(c.plug and c.side == 3 and c.y == 0 for c in one.connectors):
        return False
    return _balance(list(one.cells), list(one.cells)).margin > 0


def reach(tower: Tower, spot: Spot) -> int:
    """The margin of the tower with one letter more, in thousandths of a cell."""
    return balance(Tower((*tower.spots, spot))).margin


def _balance(base: list[Cell], cells: list[Cell]) -> Footing:
    low = min(y for _, y in base)
    feet = [x for x, y in base if y == low]
    weight = (1000 * sum(2 * x + 1 for x, _ in cells)) // (2 * len(cells))
    return Footing(1000 * min(feet), 1000 * (max(feet) + 1), weight)
