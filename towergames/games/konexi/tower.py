"""The tower in whole cells: legal places, joints and weights, computed exactly and without physics.

The tower stands in one plane. The lower left cell of the base's frame is (0, 0), and the table is the line below y = 0.
A letter is put down in one of its eight poses with the lower left corner of its frame on some cell. A plug must meet a
socket that opens towards it, or reach into the open, but never meet a wall or another plug. A plug in a socket is a
joint.

All places of a letter are found at once. The tower's cells are the bits of whole numbers, one bit a cell, and moving a
letter's cell over the tower is a shift.

Weights are those of the straight shape; only physics says whether a tower stands. Rules use the weights for the pose of
a base (K-4), hints and bots for the rest. :class:`Scales` weighs many places of one tower: lengths in half cells,
masses in cells. A letter loads the joint it hangs on and all joints between that one and the base.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from towergames.games.konexi.letters import STEPS, Cell, LetterShape, poses, shape

_EMPTY_COLUMNS = 9
"""Empty columns beside the tower: wider than a letter with a plug, so that no shift runs into the next row."""
_REMEMBERED = 512


class PlacedLetter(NamedTuple):
    """A letter in its place: pose and lower left corner."""

    letter: str
    turn: int
    flip: bool
    x: int
    y: int

    @property
    def shape(self) -> LetterShape:
        """The letter in this pose with its corner at (0, 0)."""
        return shape(self.letter, self.turn, self.flip)

    @property
    def cells(self) -> list[Cell]:
        return [(self.x + x, self.y + y) for x, y in self.shape.cells]


class Joint(NamedTuple):
    """A plug in a socket: ``letter``'s connector in cell (x, y) on ``side`` meets ``other``'s."""

    letter: str
    other: str
    x: int
    y: int
    side: int
    plug: bool


class Fault(NamedTuple):
    """A reason why a letter cannot be placed, and the cell.

    ``kind``: table, overlap, wall (a plug against it), plugs or loose. ``other`` is the letter in the way.
    """

    kind: str
    x: int
    y: int
    other: str = ""


@dataclass(frozen=True)
class Tower:
    """The standing letters in the order of building, the base first."""

    spots: tuple[PlacedLetter, ...] = ()

    def __len__(self) -> int:
        return len(self.spots)

    @property
    def letters(self) -> str:
        """The letters in the order of building."""
        return "".join(spot.letter for spot in self.spots)

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """Cell -> the letter that occupies it."""
        return {cell: spot.letter for spot in self.spots for cell in spot.cells}

    @cached_property
    def connectors(self) -> dict[tuple[int, int, int], tuple[bool, str]]:
        """(x, y, side) -> whether the connector is a plug, and the letter that has it."""
        return {
            (spot.x + one.x, spot.y + one.y, one.side): (one.plug, spot.letter)
            for spot in self.spots
            for one in spot.shape.connectors
        }

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """All joints in the order of building. ``letter`` of a joint is the one that was placed later."""
        below = (tower_of(self.spots[:number]) for number in range(len(self.spots)))
        return tuple(joint for tower, spot in zip(below, self.spots, strict=True) for joint in joints(tower, spot))

    @cached_property
    def hangs(self) -> dict[str, Joint]:
        """Letter -> the joint on which it hangs: its first joint with a letter placed earlier. The base has none."""
        found: dict[str, Joint] = {}
        for joint in self.joints:
            found.setdefault(joint.letter, joint)
        return found

    @cached_property
    def notched(self) -> dict[str, frozenset[str]]:
        """Letter -> the letters it is joined to."""
        near: dict[str, set[str]] = {letter: set() for letter in self.letters}
        for joint in self.joints:
            near[joint.letter].add(joint.other)
            near[joint.other].add(joint.letter)
        return {letter: frozenset(others) for letter, others in near.items()}

    @cached_property
    def board(self) -> _Board:
        """The tower's cells and connectors as whole numbers."""
        return _Board(self)


@lru_cache(maxsize=_REMEMBERED)
def tower_of(spots: tuple[PlacedLetter, ...]) -> Tower:
    """The tower of these letters, cached with everything computed for it."""
    return Tower(spots)


def joints(tower: Tower, spot: PlacedLetter) -> tuple[Joint, ...]:
    """The joints that a letter would make in its place, legal or not."""
    found = []
    for one in spot.shape.connectors:
        x, y = spot.x + one.x, spot.y + one.y
        dx, dy = STEPS[one.side]
        facing = tower.connectors.get((x + dx, y + dy, (one.side + 2) % 4))
        if facing is not None and facing[0] != one.plug:
            found.append(Joint(spot.letter, facing[1], x, y, one.side, one.plug))
    return tuple(found)


def faults(tower: Tower, spot: PlacedLetter) -> tuple[Fault, ...]:
    """Every reason why a letter cannot be placed there in a standing tower; () if it can."""
    faults_found: list[Fault] = []
    if spot.y < 1:
        faults_found.append(Fault("table", spot.x, spot.y))
    cells = spot.cells
    faults_found += [Fault("overlap", *cell, tower.cells[cell]) for cell in cells if cell in tower.cells]
    if faults_found:
        return tuple(faults_found)
    own = {(spot.x + one.x, spot.y + one.y, one.side): one.plug for one in spot.shape.connectors}
    for (x, y, side), plug in own.items():
        beyond = x + STEPS[side][0], y + STEPS[side][1]
        facing = tower.connectors.get((*beyond, (side + 2) % 4))
        if plug and beyond in tower.cells and (facing is None or facing[0]):
            faults_found.append(Fault("plugs" if facing else "wall", *beyond, tower.cells[beyond]))
    for x, y in cells:
        for side, (dx, dy) in enumerate(STEPS):
            facing = tower.connectors.get((x + dx, y + dy, (side + 2) % 4))
            if facing and facing[0] and (x, y, side) not in own:
                faults_found.append(Fault("wall", x, y, facing[1]))
    if not faults_found and not joints(tower, spot):
        faults_found.append(Fault("loose", spot.x, spot.y))
    return tuple(faults_found)


# --- every place of a letter --------------------------------------------------------------------------


def places(tower: Tower, letter: str, *, flips: bool = True) -> tuple[PlacedLetter, ...]:
    """Every legal place of the letter, from left to right, then upwards. The tower must not be empty."""
    found = [spot for one in poses(letter) if flips or not one.flip for spot in tower.board.places(one)]
    return tuple(sorted(found, key=lambda spot: (spot.x, spot.y, spot.flip, spot.turn)))


class _Board:
    """The tower as whole numbers: bit ``y * width + x`` stands for cell (x, y), counted from a corner far outside."""

    def __init__(self, tower: Tower) -> None:
        self.left = min(x for x, _ in tower.cells) - _EMPTY_COLUMNS
        self.low = min(y for _, y in tower.cells) - _EMPTY_COLUMNS
        self.width = max(x for x, _ in tower.cells) + _EMPTY_COLUMNS + 1 - self.left
        height = max(y for _, y in tower.cells) + _EMPTY_COLUMNS + 1 - self.low
        self.taken = sum(self._bit(cell) for cell in tower.cells)
        self.sockets = [0] * 4
        """Side -> cells with a socket that opens on this side."""
        self.plugs = [0] * 4
        """Side -> cells with a plug on this side."""
        for (x, y, side), (plug, _) in tower.connectors.items():
            (self.plugs if plug else self.sockets)[side] |= self._bit((x, y))
        reached = [self._shift(cells, *STEPS[side]) for side, cells in enumerate(self.plugs)]
        """Side -> cells into which a plug on this side reaches."""
        self.shut = [self.taken | reached[s - 1] | reached[s - 2] | reached[s - 3] for s in range(4)]
        """Side -> cells that are occupied or reached by a plug that points another way."""
        below = (1 - self.low) * self.width
        self.above = (1 << height * self.width) - (1 << below)
        """Corners that are not on the table."""

    def _bit(self, cell: Cell) -> int:
        return 1 << ((cell[1] - self.low) * self.width + cell[0] - self.left)

    def _shift(self, cells: int, dx: int, dy: int) -> int:
        by = dy * self.width + dx
        return cells << by if by >= 0 else cells >> -by

    def places(self, one: LetterShape) -> Iterator[PlacedLetter]:
        """Yield the legal places of a letter in one pose."""
        refused, mated = 0, 0
        opening = {(c.x, c.y): c.side for c in one.connectors if not c.plug}
        for x, y in one.cells:
            side = opening.get((x, y))
            shut = self.shut[0] | self.shut[2] if side is None else self.shut[side - 2]
            refused |= self._shift(shut, -x, -y)
        for c in one.connectors:
            there = (c.side + 2) % 4
            x, y = c.beyond
            if c.plug:
                refused |= self._shift(self.taken & ~self.sockets[there], -x, -y)
                mated |= self._shift(self.sockets[there], -x, -y)
            else:
                mated |= self._shift(self.plugs[there], -x, -y)
        good = mated & ~refused & self.above
        while good:
            low = good & -good
            y, x = divmod(low.bit_length() - 1, self.width)
            yield PlacedLetter(one.letter, one.turn, one.flip, x + self.left, y + self.low)
            good ^= low


@dataclass(frozen=True, slots=True)
class Footing:
    """The foot of the tower on the table and the place of its weight, in thousandths of a cell.

    ``left`` and ``right`` are the ends of the base. A :attr:`margin` below 0 means that the tower tips over.
    """

    left: int
    right: int
    weight: int

    @property
    def margin(self) -> int:
        """The distance of the weight from the nearer end of the foot."""
        return min(self.weight - self.left, self.right - self.weight)


def balance(tower: Tower) -> Footing:
    """The footing of a tower that is not empty."""
    cells = [cell for spot in tower.spots for cell in spot.cells]
    return _balance(tower.spots[0].cells, cells)


def stands(one: LetterShape) -> bool:
    """K-4: whether a letter stands alone in this pose. Its weight is over its foot, and no plug is under it."""
    if any(c.plug and c.side == 3 and c.y == 0 for c in one.connectors):
        return False
    return _balance(list(one.cells), list(one.cells)).margin > 0


def margin_with(tower: Tower, spot: PlacedLetter) -> int:
    """The margin of the tower with one more letter, in thousandths of a cell."""
    return balance(Tower((*tower.spots, spot))).margin


def _balance(base: list[Cell], cells: list[Cell]) -> Footing:
    low = min(y for _, y in base)
    feet = [x for x, y in base if y == low]
    weight = (1000 * sum(2 * x + 1 for x, _ in cells)) // (2 * len(cells))
    return Footing(1000 * min(feet), 1000 * (max(feet) + 1), weight)


class LetterWeighed(NamedTuple):
    """Weights of a tower with one more letter.

    ``margin`` is the distance of the weight from the nearer end of the foot and ``height`` its height, in cells.
    ``moment`` is the greatest moment in a joint, in cells of mass times cells of length. ``top`` is the height of the
    letter's own weight.
    """

    margin: float
    moment: float
    height: float
    top: float


class Scales:
    """A tower that is not empty, prepared for weighing one more letter in many places."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        base, *others = tower.spots
        feet = [x for x, y in base.cells if y == 0]
        self._left, self._right = 2 * min(feet), 2 * max(feet) + 2
        weights = {spot.letter: _weight(spot) for spot in tower.spots}
        self._mass, self._across, self._up = map(sum, zip(*weights.values(), strict=True))
        self._arms = {letter: _middle(joint) for letter, joint in tower.hangs.items()}
        """Letter -> horizontal place of the joint on which it hangs."""
        self._below: dict[str, tuple[str, ...]] = {base.letter: ()}
        """Letter -> the letters whose joints carry it, itself first; () for the base."""
        for letter, joint in tower.hangs.items():
            self._below[letter] = (letter, *self._below[joint.other])
        self._loads = dict.fromkeys(self._arms, (0, 0))
        """Letter -> mass, and mass times place, of everything its joint carries."""
        for spot in others:
            mass, across, _ = weights[spot.letter]
            for letter in self._below[spot.letter]:
                carried, weight = self._loads[letter]
                self._loads[letter] = carried + mass, weight + across
        loads = self._loads.items()
        self._moments = sorted(((abs(at - mass * self._arms[one]), one) for one, (mass, at) in loads), reverse=True)
        """The present moments in the joints, greatest first."""

    def weigh(self, spot: PlacedLetter, joints: tuple[Joint, ...]) -> LetterWeighed:
        """Weigh the tower with the letter in a place where it makes ``joints``; the first of them carries it."""
        mass, across, up = _weight(spot)
        own = abs(across - mass * _middle(joints[0])) / 2
        all_mass = self._mass + mass
        weight = (self._across + across) / all_mass
        return LetterWeighed(
            margin=min(weight - self._left, self._right - weight) / 2,
            moment=max(own, self._strain(joints[0].other, mass, across)),
            height=(self._up + up) / all_mass / 2,
            top=up / mass / 2,
        )

    def _strain(self, carrier: str, mass: int, across: int) -> float:
        """The greatest moment in the joints of the standing tower when ``carrier`` also carries ``mass`` at
        ``across``.
        """
        below = self._below[carrier]
        most = next((moment for moment, letter in self._moments if letter not in below), 0)
        for letter in below:
            carried, weight = self._loads[letter]
            most = max(most, abs(weight + across - (carried + mass) * self._arms[letter]))
        return most / 2


def own_footing(shape: LetterShape) -> tuple[float, float]:
    """The margin of a letter that stands alone, and the height of its weight, in cells."""
    across, up = shape.moments
    mass = len(shape.cells)
    feet = [x for x, y in shape.cells if y == 0]
    weight = across / mass / 2
    return min(weight - min(feet), max(feet) + 1 - weight), up / mass / 2


def _weight(spot: PlacedLetter) -> tuple[int, int, int]:
    """The mass of a letter in cells, and the sums of the places of its cells to the right and up, in half cells."""
    mass, (across, up) = len(spot.shape.cells), spot.shape.moments
    return mass, across + 2 * mass * spot.x, up + 2 * mass * spot.y


def _middle(joint: Joint) -> int:
    """The horizontal place of a joint, in half cells."""
    return 2 * joint.x + 1 + STEPS[joint.side][0]
