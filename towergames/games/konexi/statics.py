"""Weights computed from the tower's straight shape: margin, moments, the poses of a base. Exact, without physics.

Whether a tower stands is for physics to say. Rules use this for the pose of a base (K-4), hints and opponents for the
rest. :class:`Scales` weighs many places of one tower: lengths in half cells, masses in cells; a letter weighs on the
joint it hangs on and on all joints between that one and the base.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from towergames.games.konexi.lattice import Joint, Spot, Tower
from towergames.games.konexi.letters import STEPS, Cell, Shape


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


class Weighed(NamedTuple):
    """Facts of a tower with a letter more.

    ``margin`` is how far the weight is inside the base's foot and ``height`` how high it lies, in cells; ``moment`` the
    greatest in a notch, in cells of mass times cells of length; ``top`` how high the letter's own weight lies.
    """

    margin: float
    moment: float
    height: float
    top: float


@dataclass(frozen=True)
class Scales:
    """A tower that is not empty, ready to weigh one letter more."""

    tower: Tower

    def weigh(self, spot: Spot, joints: tuple[Joint, ...]) -> Weighed:
        """The tower with the letter in a place where it makes these joints, the first of which carries it."""
        shape = spot.shape
        across, up = _sums(shape)
        mass = len(shape.cells)
        across += 2 * mass * spot.x
        up += 2 * mass * spot.y
        own = abs(across - mass * _middle(joints[0])) / 2
        all_mass = self._mass + mass
        weight = (self._across + across) / all_mass
        return Weighed(
            margin=min(weight - self._left, self._right - weight) / 2,
            moment=max(own, self._strain(joints[0].other, mass, across)),
            height=(self._up + up) / all_mass / 2,
            top=up / mass / 2,
        )

    def _strain(self, carrier: str, mass: int, across: int) -> float:
        """The greatest moment in the joints that were there before, when ``carrier`` has to carry so much more."""
        below = self._below[carrier]
        most = self._unmoved(below)
        for letter in below:
            carried, weight = self._loads[letter]
            most = max(most, abs(weight + across - (carried + mass) * self._arms[letter]))
        return most / 2

    def _unmoved(self, below: tuple[str, ...]) -> float:
        return next((moment for moment, letter in self._moments if letter not in below), 0.0)

    @cached_property
    def _arms(self) -> dict[str, int]:
        """Letter -> where the joint is on which it hangs."""
        return {letter: _middle(joint) for letter, joint in self.tower.hangs.items()}

    @cached_property
    def _below(self) -> dict[str, tuple[str, ...]]:
        """Letter -> the letters whose joints carry it, itself first; the base has none."""
        found: dict[str, tuple[str, ...]] = {self.tower.spots[0].letter: ()}
        for letter, joint in self.tower.hangs.items():
            found[letter] = (letter, *found[joint.other])
        return found

    @cached_property
    def _loads(self) -> dict[str, tuple[int, int]]:
        """Letter -> mass and weight times place of all that its joint carries."""
        found: dict[str, tuple[int, int]] = {}
        for spot in reversed(self.tower.spots[1:]):
            mass = len(spot.shape.cells)
            own = mass, _sums(spot.shape)[0] + 2 * mass * spot.x
            for letter in self._below[spot.letter]:
                carried, weight = found.get(letter, (0, 0))
                found[letter] = carried + own[0], weight + own[1]
        return found

    @cached_property
    def _moments(self) -> list[tuple[float, str]]:
        """The moments in the joints now, greatest first."""
        loads = self._loads.items()
        return sorted(((abs(weight - mass * self._arms[one]), one) for one, (mass, weight) in loads), reverse=True)

    @cached_property
    def _mass(self) -> int:
        return sum(len(spot.shape.cells) for spot in self.tower.spots)

    @cached_property
    def _across(self) -> int:
        return sum(2 * x + 1 for spot in self.tower.spots for x, _ in spot.cells)

    @cached_property
    def _up(self) -> int:
        return sum(2 * y + 1 for spot in self.tower.spots for _, y in spot.cells)

    @cached_property
    def _left(self) -> int:
        return 2 * min(self._feet)

    @cached_property
    def _right(self) -> int:
        return 2 * max(self._feet) + 2

    @cached_property
    def _feet(self) -> list[int]:
        return [x for x, y in self.tower.spots[0].cells if y == 0]


def own_footing(shape: Shape) -> tuple[float, float]:
    """How far a letter by itself is from tipping, and how high its weight lies, in cells."""
    across, up = _sums(shape)
    mass = len(shape.cells)
    feet = [x for x, y in shape.cells if y == 0]
    weight = across / mass / 2
    return min(weight - min(feet), max(feet) + 1 - weight), up / mass / 2


_SUMS: dict[tuple[str, int, bool], tuple[int, int]] = {}


def _sums(shape: Shape) -> tuple[int, int]:
    """Sums over the cells of a shape, in half cells: to the right and up."""
    key = shape.letter, shape.turn, shape.flip
    if key not in _SUMS:
        _SUMS[key] = sum(2 * x + 1 for x, _ in shape.cells), sum(2 * y + 1 for _, y in shape.cells)
    return _SUMS[key]


def _middle(joint: Joint) -> int:
    """Where a joint is, in half cells to the right."""
    return 2 * joint.x + 1 + STEPS[joint.side][0]
